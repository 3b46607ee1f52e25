package msgpackrt

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"time"
)

// AnyForm is how values of interfaces are written and read, where dialects differ.
type AnyForm struct {
	Sized bool                                   // numbers have their own width
	Null  bool                                   // lists, maps and bytes that are nil are nil
	Time  func(b []byte, n int, t time.Time) int // writes one
}

// PutTimeExtension is PutTime at n.
func PutTimeExtension(b []byte, n int, t time.Time) int {
	PutTime((*[15]byte)(b[n:]), t)
	return n + 15
}

// AppendAny appends a value of the types that GetAny makes, or of a basic one. Maps are in
// the order of their keys if sorted is set. Values nest so deep.
func AppendAny(b []byte, x any, form AnyForm, sorted bool, depth int) ([]byte, error) {
	if depth < 0 {
		return b, errors.New("values nest too deep, or in a circle")
	}
	n := len(b)
	w := slices.Grow(b, 16)
	w = w[:cap(w)]
	switch x := x.(type) {
	case nil:
		return append(b, 0xc0), nil
	case bool:
		PutBool((*[1]byte)(w[n:]), x)
		return w[:n+1], nil
	case int:
		if form.Sized { // which has no width of its own
			return w[:PutCompact(w, n, int64(x))], nil
		}
		return w[:PutInt(w, n, int64(x))], nil
	case uint:
		return w[:PutUint(w, n, uint64(x))], nil
	case int8:
		return w[:putSized(w, n, int64(x), 0, form)], nil
	case int16:
		return w[:putSized(w, n, int64(x), 1, form)], nil
	case int32:
		return w[:putSized(w, n, int64(x), 2, form)], nil
	case int64:
		return w[:putSized(w, n, x, 3, form)], nil
	case time.Duration:
		return w[:putSized(w, n, int64(x), 3, form)], nil
	case uint8:
		return w[:putSizedUint(w, n, uint64(x), 0, form)], nil
	case uint16:
		return w[:putSizedUint(w, n, uint64(x), 1, form)], nil
	case uint32:
		return w[:putSizedUint(w, n, uint64(x), 2, form)], nil
	case uint64:
		return w[:putSizedUint(w, n, x, 3, form)], nil
	case float32:
		PutFloat32((*[5]byte)(w[n:]), x)
		return w[:n+5], nil
	case float64:
		PutFloat64((*[9]byte)(w[n:]), x)
		return w[:n+9], nil
	case string:
		w = slices.Grow(b, 5+len(x))
		w = w[:cap(w)]
		return w[:PutString(w, n, x)], nil
	case []byte:
		if x == nil && form.Null {
			return append(b, 0xc0), nil
		}
		w = slices.Grow(b, 5+len(x))
		w = w[:cap(w)]
		return w[:PutBytes(w, n, x)], nil
	case time.Time:
		return w[:form.Time(w, n, x)], nil
	case []any:
		return appendList(b, x, form, sorted, depth)
	case []string:
		return appendList(b, x, form, sorted, depth)
	case map[string]any:
		return appendMap(b, x, form, sorted, depth)
	case map[string]string:
		return appendMap(b, x, form, sorted, depth)
	}
	return b, fmt.Errorf("an interface holds a %T, which is none of the types that are written there", x)
}

// putSized writes an integer of 1 << log bytes.
func putSized(b []byte, n int, x int64, log int, form AnyForm) int {
	if !form.Sized {
		return PutInt(b, n, x)
	}
	return putWord(b, n, 0xd0, uint64(x), log)
}

func putSizedUint(b []byte, n int, x uint64, log int, form AnyForm) int {
	if !form.Sized {
		return PutUint(b, n, x)
	}
	return putWord(b, n, 0xcc, x, log)
}

// putWord writes the last 1 << log bytes of x behind a code, the first of four.
func putWord(b []byte, n int, code byte, x uint64, log int) int {
	b[n] = code + byte(log)
	n++
	for shift := 8<<log - 8; shift >= 0; shift -= 8 {
		b[n] = byte(x >> shift)
		n++
	}
	return n
}

func appendList[E any](b []byte, list []E, form AnyForm, sorted bool, depth int) ([]byte, error) {
	if list == nil && form.Null {
		return append(b, 0xc0), nil
	}
	w := slices.Grow(b, 5)
	w = w[:cap(w)]
	b = w[:PutList(w, len(b), len(list))]
	for _, x := range list {
		var err error
		if b, err = AppendAny(b, x, form, sorted, depth-1); err != nil {
			return b, err
		}
	}
	return b, nil
}

func appendMap[V any](b []byte, m map[string]V, form AnyForm, sorted bool, depth int) ([]byte, error) {
	if m == nil && form.Null {
		return append(b, 0xc0), nil
	}
	w := slices.Grow(b, 5)
	w = w[:cap(w)]
	b = w[:PutMap(w, len(b), len(m))]
	keys := maps.Keys(m)
	if sorted {
		keys = slices.Values(slices.Sorted(keys))
	}
	for k := range keys {
		var err error
		if b, err = AppendAny(b, k, form, sorted, depth-1); err != nil {
			return b, err
		}
		if b, err = AppendAny(b, m[k], form, sorted, depth-1); err != nil {
			return b, err
		}
	}
	return b, nil
}

// GetAny reads a value as the type that the library makes of it: nil, bool, float32, float64,
// string, []byte, time.Time, []any or map[string]any; integers as int64, and as uint64 from
// the unsigned forms, or where they are sized as what has the width of the form. It takes the
// memory from left.
func GetAny(b []byte, i int, form AnyForm, left *int, depth int) (any, int) {
	if *left -= 32; *left < 0 || depth < 0 || i >= len(b) {
		return nil, -1
	}
	switch code := b[i]; {
	case code == 0xc0:
		return nil, i + 1
	case code&^1 == 0xc2:
		return code == 0xc3, i + 1
	case code == 0xca:
		x, i := GetFloat32(b, i)
		return x, i
	case code == 0xcb:
		x, i := GetFloat64(b, i)
		return x, i
	case int8(code) >= -32 || code >= 0xcc && code <= 0xd3:
		return getAnyInteger(b, i, form)
	case code >= 0xc4 && code <= 0xc6:
		s, i := GetBytes(b, i)
		if *left -= len(s); *left < 0 {
			return nil, -1
		}
		return append([]byte{}, s...), i
	case code&0xe0 == 0xa0 || code >= 0xd9 && code <= 0xdb:
		s, i := GetString(b, i)
		if *left -= len(s); *left < 0 {
			return nil, -1
		}
		return string(s), i
	case code&0xf0 == 0x90 || code == 0xdc || code == 0xdd:
		count, i := GetList(b, i, 1)
		if *left -= 16 * count; i < 0 || *left < 0 {
			return nil, -1
		}
		list := make([]any, count)
		for k := range list {
			if list[k], i = GetAny(b, i, form, left, depth-1); i < 0 {
				return nil, -1
			}
		}
		return list, i
	case code&0xf0 == 0x80 || code == 0xde || code == 0xdf:
		return getAnyMap(b, i, form, left, depth)
	}
	t, i := GetTime(b, i) // no other extension means anything
	return t, i
}

func getAnyInteger(b []byte, i int, form AnyForm) (any, int) {
	code := b[i]
	x, _, i := getInteger(b, i)
	switch {
	case i < 0:
		return nil, -1
	case form.Sized && int8(code) >= -32, form.Sized && code == 0xd0:
		return int8(x), i
	case form.Sized && code == 0xcc:
		return uint8(x), i
	case form.Sized && code == 0xcd:
		return uint16(x), i
	case form.Sized && code == 0xce:
		return uint32(x), i
	case form.Sized && code == 0xd1:
		return int16(x), i
	case form.Sized && code == 0xd2:
		return int32(x), i
	case code >= 0xcc && code <= 0xcf:
		return x, i
	}
	return int64(x), i
}

func getAnyMap(b []byte, i int, form AnyForm, left *int, depth int) (any, int) {
	count, i := GetMap(b, i, 2)
	if i < 0 {
		return nil, -1
	}
	if *left -= 64 + 34*max(8, 2*count); *left < 0 {
		return nil, -1
	}
	m := make(map[string]any, count)
	for range count {
		key, j := GetString(b, i)
		if *left -= len(key); j < 0 || *left < 0 {
			return nil, -1
		}
		if m[string(key)], i = GetAny(b, j, form, left, depth-1); i < 0 {
			return nil, -1
		}
	}
	return m, i
}

// IsValue reports whether b is one value, and nothing else.
func IsValue(b []byte) bool { return Skip(b, 0) == len(b) }
