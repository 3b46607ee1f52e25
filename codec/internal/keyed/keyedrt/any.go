package keyedrt

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"time"
)

// AnyForm is how a wire has values of interfaces, in the form of a dialect. The funcs that
// write do so at n, for which there is room, and return the position after it; those that read
// return -1 for what is none. Those that may be nil are said to.
type AnyForm struct {
	Null  byte // is nil
	Nulls bool // lists, maps and bytes that are nil are Null, too
	Once  bool // of two keys that are equal there is no map
	Mixed bool // keys of maps are of any type, and not strings

	Bool    func(p *[1]byte, x bool)
	Int     func(b []byte, n int, x int64) int
	Uint    func(b []byte, n int, x uint64) int
	Sized   func(b []byte, n int, x uint64, log int, signed bool) int // integers of 1 << log bytes; nil: as Int and Uint
	Float32 byte                                                      // the code before one
	Float64 byte
	Short32 func(b []byte, n int, x float32) int // in the place of Float32; or nil
	Short64 func(b []byte, n int, x float64) int
	String  func(b []byte, n int, x string) int
	Bytes   func(b []byte, n int, x []byte) int
	Time    func(b []byte, n int, x time.Time) int
	List    func(b []byte, n, count int) int // a head
	Map     func(b []byte, n, count int) int
	Other   func(b []byte, x any) ([]byte, error) // appends what only the wire has; or nil

	CheckString func(x string) error // whether it can be written; or nil
	CheckTime   func(x time.Time) error
	Compare     func(a, b []byte) int // the order of keys as they are written

	Heads *HeadTable
	Text  func(b []byte, i int) ([]byte, int)
	Leaf  func(b []byte, i int) (any, int) // what is none of nil, bool, text, bytes, float of 64 bits, list, map; tags below 4 and what is behind them
}

// AppendAny appends a value of the types that GetAny makes, or of a basic one. Maps are in the
// order of their keys if sorted is set. Values nest so deep.
func AppendAny(b []byte, x any, form *AnyForm, sorted bool, depth int) ([]byte, error) {
	if depth < 0 {
		return b, ErrDepth
	}
	n := len(b)
	w := slices.Grow(b, 80) // no time is longer
	w = w[:cap(w)]
	switch x := x.(type) {
	case nil:
		return append(b, form.Null), nil
	case bool:
		form.Bool((*[1]byte)(w[n:]), x)
		n++
	case int: // which has no width of its own
		n = form.Int(w, n, int64(x))
	case int8:
		n = putAnyInt(w, n, int64(x), 0, form)
	case int16:
		n = putAnyInt(w, n, int64(x), 1, form)
	case int32:
		n = putAnyInt(w, n, int64(x), 2, form)
	case int64:
		n = putAnyInt(w, n, x, 3, form)
	case time.Duration:
		n = putAnyInt(w, n, int64(x), 3, form)
	case uint:
		n = form.Uint(w, n, uint64(x))
	case uint8:
		n = putAnyUint(w, n, uint64(x), 0, form)
	case uint16:
		n = putAnyUint(w, n, uint64(x), 1, form)
	case uint32:
		n = putAnyUint(w, n, uint64(x), 2, form)
	case uint64:
		n = putAnyUint(w, n, x, 3, form)
	case float32:
		if form.Short32 != nil {
			return w[:form.Short32(w, n, x)], nil
		}
		w[n] = form.Float32
		PutFloat32((*[4]byte)(w[n+1:]), x)
		n += 5
	case float64:
		if form.Short64 != nil {
			return w[:form.Short64(w, n, x)], nil
		}
		w[n] = form.Float64
		PutFloat64((*[8]byte)(w[n+1:]), x)
		n += 9
	case string:
		if form.CheckString != nil {
			if err := form.CheckString(x); err != nil {
				return b, err
			}
		}
		w = slices.Grow(b, 9+len(x))
		w = w[:cap(w)]
		n = form.String(w, n, x)
	case []byte:
		if x == nil && form.Nulls {
			return append(b, form.Null), nil
		}
		w = slices.Grow(b, 9+len(x))
		w = w[:cap(w)]
		n = form.Bytes(w, n, x)
	case time.Time:
		if form.CheckTime != nil {
			if err := form.CheckTime(x); err != nil {
				return b, err
			}
		}
		n = form.Time(w, n, x)
	case []any:
		return appendAnyList(b, x, form, sorted, depth)
	case []string:
		return appendAnyList(b, x, form, sorted, depth)
	case map[string]any:
		return appendAnyMap(b, x, form, sorted, depth)
	case map[string]string:
		return appendAnyMap(b, x, form, sorted, depth)
	case map[any]any:
		if !form.Mixed {
			return b, errAnyType(x)
		}
		return appendAnyMap(b, x, form, sorted, depth)
	default:
		if form.Other != nil {
			if own, err := form.Other(b, x); own != nil || err != nil {
				return own, err
			}
		}
		return b, errAnyType(x)
	}
	return w[:n], nil
}

func errAnyType(x any) error {
	return fmt.Errorf("an interface holds a %T, which is none of the types that are written there", x)
}

func putAnyInt(b []byte, n int, x int64, log int, form *AnyForm) int {
	if form.Sized != nil {
		return form.Sized(b, n, uint64(x), log, true)
	}
	return form.Int(b, n, x)
}

func putAnyUint(b []byte, n int, x uint64, log int, form *AnyForm) int {
	if form.Sized != nil {
		return form.Sized(b, n, x, log, false)
	}
	return form.Uint(b, n, x)
}

func appendAnyList[E any](b []byte, list []E, form *AnyForm, sorted bool, depth int) ([]byte, error) {
	if list == nil && form.Nulls {
		return append(b, form.Null), nil
	}
	w := slices.Grow(b, 9)
	b = w[:form.List(w[:cap(w)], len(b), len(list))]
	for _, x := range list {
		var err error
		if b, err = AppendAny(b, x, form, sorted, depth-1); err != nil {
			return b, err
		}
	}
	return b, nil
}

func appendAnyMap[K comparable, V any](b []byte, m map[K]V, form *AnyForm, sorted bool, depth int) ([]byte, error) {
	if m == nil && form.Nulls {
		return append(b, form.Null), nil
	}
	w := slices.Grow(b, 9)
	b = w[:form.Map(w[:cap(w)], len(b), len(m))]
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
			entries = append(entries, entry{bytes.Clone(key[len(b):]), v})
			continue
		}
		if b, err = AppendAny(key, v, form, sorted, depth-1); err != nil {
			return b, err
		}
	}
	slices.SortFunc(entries, func(x, y entry) int { return form.Compare(x.key, y.key) })
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

// GetAny reads a value as a type without parts that the wire's Leaf makes, []any, or a map
// with keys of strings, or of any type. It takes the memory from d.
func GetAny(b []byte, i int, form *AnyForm, d *Decoder, depth int) (any, int) {
	if d.left -= 32; d.left < 0 || depth < 0 {
		return nil, -1
	}
	kind, word, j := Head(b, i, form.Heads)
	for kind == KindTag && word > 3 { // which mean nothing
		i = j
		kind, word, j = Head(b, i, form.Heads)
	}
	switch {
	case j < 0:
		return nil, -1
	case kind == KindList:
		count, i := GetCount(b, i, 1, KindList, KindNone, form.Heads)
		if i < 0 {
			return nil, -1
		}
		list := []any{}
		for n := count; n > 0; n = count - len(list) {
			if list, n = Reserve(d, list, n, 16); n < 0 {
				return nil, -1
			}
			for range n {
				var x any
				if x, i = GetAny(b, i, form, d, depth-1); i < 0 {
					return nil, -1
				}
				list = append(list, x)
			}
		}
		return list, i
	case kind == KindMap && form.Mixed:
		once := form.Once
		return getAnyMap(b, i, form, d, depth, &once, func(i int) (any, int) {
			key, i := GetAny(b, i, form, d, depth-1)
			if s, bytes := key.([]byte); bytes {
				key, once = string(s), true // and no text may be the same key
			}
			if i >= 0 && key != nil && !reflect.TypeOf(key).Comparable() { // of which Go has no keys
				return nil, -1
			}
			return key, i
		})
	case kind == KindMap:
		return getAnyMap(b, i, form, d, depth, &form.Once, func(i int) (string, int) {
			key, i := form.Text(b, i)
			if d.left -= len(key); d.left < 0 {
				return "", -1
			}
			return string(key), i
		})
	}
	x, j := getAnyLeaf(b, i, kind, word, j, form)
	if j < 0 {
		return nil, -1
	}
	if d.left -= j - i; d.left < 0 {
		return nil, -1
	}
	return x, j
}

// getAnyLeaf reads a value without parts, of which the head ends at j.
func getAnyLeaf(b []byte, i int, kind Kind, word uint64, j int, form *AnyForm) (any, int) {
	switch kind {
	case KindNull:
		return nil, j
	case KindBool:
		return word == 1, j
	case KindFloat64:
		return math.Float64frombits(word), j
	case KindText:
		s, j := form.Text(b, i)
		return string(s), j
	case KindBytes:
		s, j := GetText(b, i, kind, form.Heads)
		return append([]byte{}, s...), j
	}
	return form.Leaf(b, i)
}

func getAnyMap[K comparable](b []byte, i int, form *AnyForm, d *Decoder, depth int, once *bool, getKey func(i int) (K, int)) (any, int) {
	count, i := GetCount(b, i, 2, KindMap, KindNone, form.Heads)
	if i < 0 {
		return nil, -1
	}
	room := d.fitsMap(0, max(1, count), 32)
	if room < 0 {
		return nil, -1
	}
	m := make(map[K]any, room)
	for range count {
		key, j := getKey(i)
		if j < 0 {
			return nil, -1
		}
		if m[key], i = GetAny(b, j, form, d, depth-1); i < 0 {
			return nil, -1
		}
	}
	if *once && len(m) < count {
		return nil, -1
	}
	return m, i
}
