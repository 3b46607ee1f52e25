package cborrt

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"time"
)

// AnyForm is how values of interfaces are written and read, where dialects differ.
type AnyForm struct {
	Short bool                                   // floats are as short as they are exact
	Once  bool                                   // of two keys that are equal there is no map
	Time  func(b []byte, n int, t time.Time) int // writes one
	Check func(t time.Time) error                // tells whether it can be written, or is nil
}

// AppendAny appends a value of the types that GetAny makes, or of a basic one. Maps are in
// the order of their keys' bytes if sorted is set. Values nest so deep.
func AppendAny(b []byte, x any, form AnyForm, sorted bool, depth int) ([]byte, error) {
	if depth < 0 {
		return b, errors.New("values nest too deep, or in a circle")
	}
	n := len(b)
	w := slices.Grow(b, 80)
	w = w[:cap(w)]
	switch x := x.(type) {
	case nil:
		return append(b, 0xf6), nil
	case bool:
		PutBool((*[1]byte)(w[n:]), x)
		n++
	case int:
		n = PutInt(w, n, int64(x))
	case int8:
		n = PutInt(w, n, int64(x))
	case int16:
		n = PutInt(w, n, int64(x))
	case int32:
		n = PutInt(w, n, int64(x))
	case int64:
		n = PutInt(w, n, x)
	case uint:
		n = PutUint(w, n, uint64(x))
	case uint8:
		n = PutUint(w, n, uint64(x))
	case uint16:
		n = PutUint(w, n, uint64(x))
	case uint32:
		n = PutUint(w, n, uint64(x))
	case uint64:
		n = PutUint(w, n, x)
	case float32:
		if form.Short {
			return w[:PutShortFloat32(w, n, x)], nil
		}
		PutFloat32((*[5]byte)(w[n:]), x)
		n += 5
	case float64:
		if form.Short {
			return w[:PutShortFloat64(w, n, x)], nil
		}
		PutFloat64((*[9]byte)(w[n:]), x)
		n += 9
	case string:
		if err := CheckString(x); err != nil {
			return b, err
		}
		n = PutHead(w, n, 0x60, uint64(len(x)))
		return append(w[:n], x...), nil
	case []byte:
		if x == nil {
			return append(b, 0xf6), nil
		}
		n = PutHead(w, n, 0x40, uint64(len(x)))
		return append(w[:n], x...), nil
	case time.Time:
		if form.Check != nil {
			if err := form.Check(x); err != nil {
				return b, err
			}
		}
		n = form.Time(w, n, x)
	case time.Duration:
		n = PutInt(w, n, int64(x))
	case big.Int:
		return AppendBig(b, &x)
	case *big.Int:
		if x == nil {
			return append(b, 0xf6), nil
		}
		return AppendBig(b, x)
	case []any:
		return appendList(b, x, form, sorted, depth)
	case []string:
		return appendList(b, x, form, sorted, depth)
	case map[string]any:
		return appendMap(b, x, form, sorted, depth)
	case map[string]string:
		return appendMap(b, x, form, sorted, depth)
	case map[any]any:
		return appendMap(b, x, form, sorted, depth)
	default:
		return b, fmt.Errorf("an interface holds a %T, which is none of the types that are written there", x)
	}
	return w[:n], nil
}

func appendList[E any](b []byte, list []E, form AnyForm, sorted bool, depth int) ([]byte, error) {
	if list == nil {
		return append(b, 0xf6), nil
	}
	b = appendHead(b, 0x80, len(list))
	for _, x := range list {
		var err error
		if b, err = AppendAny(b, x, form, sorted, depth-1); err != nil {
			return b, err
		}
	}
	return b, nil
}

func appendHead(b []byte, major byte, count int) []byte {
	n := len(b)
	w := slices.Grow(b, 9)
	w = w[:cap(w)]
	return w[:PutHead(w, n, major, uint64(count))]
}

func appendMap[K comparable, V any](b []byte, m map[K]V, form AnyForm, sorted bool, depth int) ([]byte, error) {
	if m == nil {
		return append(b, 0xf6), nil
	}
	b = appendHead(b, 0xa0, len(m))
	_, mixed := any(m).(map[any]any) // in which 1 may be there as an int, and as an int64
	type entry struct {
		key   []byte
		value V
	}
	var entries []entry
	for k, v := range m {
		key, err := AppendAny(b, k, form, sorted, depth-1)
		if err != nil {
			return b, err
		}
		if sorted || mixed {
			entries = append(entries, entry{slices.Clone(key[len(b):]), v})
			continue
		}
		if b, err = AppendAny(key, v, form, sorted, depth-1); err != nil {
			return b, err
		}
	}
	slices.SortFunc(entries, func(x, y entry) int { return bytes.Compare(x.key, y.key) })
	for k, e := range entries {
		if k > 0 && bytes.Equal(e.key, entries[k-1].key) {
			return b, errors.New("two keys are one when they are written, such as 1 of two types")
		}
		var err error
		if b, err = AppendAny(append(b, e.key...), e.value, form, sorted, depth-1); err != nil {
			return b, err
		}
	}
	return b, nil
}

// GetAny reads a value as the type that fxamacker/cbor makes of it: nil, bool, uint64, int64
// where it is below zero, float64, string, []byte, time.Time behind the tags 0 and 1, big.Int
// where no other integer has room, []any and map[any]any. Other tags are passed over. It
// takes the memory from left.
func GetAny(b []byte, i int, form AnyForm, left *int, depth int) (any, int) {
	if *left -= 32; *left < 0 || depth < 0 {
		return nil, -1
	}
	major, x, j := head(b, i)
	if j < 0 {
		return nil, -1
	}
	switch major {
	case 0:
		return x, j
	case 1:
		if x <= math.MaxInt64 {
			return ^int64(x), j
		}
		var whole big.Int
		j = GetBig(b, i, &whole)
		return whole, j
	case 2, 3:
		if *left -= int(min(x, uint64(len(b)))); *left < 0 {
			return nil, -1
		}
		if major == 2 {
			s, j := GetBytes(b, i)
			return append([]byte{}, s...), j
		}
		s, j := GetString(b, i)
		return string(s), j
	case 4:
		count, i := GetList(b, i, 1)
		if i < 0 {
			return nil, -1
		}
		if *left -= 16 * count; *left < 0 {
			return nil, -1
		}
		list := make([]any, count)
		for k := range list {
			if list[k], i = GetAny(b, i, form, left, depth-1); i < 0 {
				return nil, -1
			}
		}
		return list, i
	case 5:
		return getAnyMap(b, i, form, left, depth)
	case 6:
		switch x {
		case 0, 1:
			t, j := GetTime(b, j)
			return t, j
		case 2, 3:
			var whole big.Int
			j = GetBig(b, i, &whole)
			return whole, j
		}
		return GetAny(b, j, form, left, depth-1)
	}
	switch b[i] {
	case 0xf4, 0xf5:
		return b[i] == 0xf5, j
	case 0xf6, 0xf7:
		return nil, j
	case 0xf9, 0xfa, 0xfb:
		f, j := GetFloat64(b, i)
		return f, j
	}
	return nil, -1 // a simple value that means nothing to Go
}

func getAnyMap(b []byte, i int, form AnyForm, left *int, depth int) (any, int) {
	count, i := GetMap(b, i, 2)
	if i < 0 {
		return nil, -1
	}
	if *left -= 64 + 34*max(8, 2*count); *left < 0 {
		return nil, -1
	}
	m := make(map[any]any, count)
	for range count {
		var key any
		if key, i = GetAny(b, i, form, left, depth-1); i < 0 {
			return nil, -1
		}
		switch key.(type) {
		case []byte, big.Int, []any, map[any]any: // which Go has no keys of
			return nil, -1
		}
		if m[key], i = GetAny(b, i, form, left, depth-1); i < 0 {
			return nil, -1
		}
	}
	if form.Once && len(m) < count {
		return nil, -1
	}
	return m, i
}

// AppendBig appends an integer of any size: as others are where they have room for it, and else
// as bytes behind the tags 2 and 3.
func AppendBig(b []byte, x *big.Int) ([]byte, error) {
	major, abs := byte(0), x
	if x.Sign() < 0 {
		major, abs = 1, new(big.Int).Not(x)
	}
	if n := len(b); abs.IsUint64() {
		w := slices.Grow(b, 9)
		w = w[:cap(w)]
		return w[:PutHead(w, n, major<<5, abs.Uint64())], nil
	}
	text := abs.Bytes()
	return append(appendHead(append(b, 0xc2|major), 0x40, len(text)), text...), nil
}

// GetBig reads an integer of any size.
func GetBig(b []byte, i int, x *big.Int) int {
	for {
		major, u, j := head(b, i)
		switch {
		case j < 0 || major > 1 && major < 6 || major > 6:
			return -1
		case major < 6:
			if x.SetUint64(u); major == 1 {
				x.Not(x)
			}
			return j
		case u == 2 || u == 3:
			text, after := GetBytes(b, j)
			if after < 0 || IsNull(b, j) {
				return -1
			}
			if x.SetBytes(text); u == 3 {
				x.Not(x)
			}
			return after
		}
		i = j
	}
}

// IsValue reports whether b is one value, and nothing else.
func IsValue(b []byte) bool {
	if Skip(b, 0) == len(b) {
		return true
	}
	whole, used := Definite(b)
	return whole != nil && used == len(b)
}
