package deep

import (
	"reflect"
	"strconv"
	"strings"
	"time"
)

// Grow makes what p points to larger without making it invalid: every slice
// that has elements gets a copy of its first at the end, every map with string
// or integer keys and at least one entry gets another. It reports whether there
// was anything to grow.
func Grow(p any) bool { return grow(reflect.ValueOf(p).Elem(), 0) }

func grow(v reflect.Value, depth int) (grown bool) {
	t := v.Type()
	if depth > maxGrown {
		return false
	}
	switch t.Kind() {
	case reflect.Pointer:
		return !v.IsNil() && grow(v.Elem(), depth+1)
	case reflect.Slice:
		if v.Len() == 0 || !v.CanSet() {
			return false
		}
		if !plain(t.Elem()) {
			for i := range min(v.Len(), maxElems) {
				grow(v.Index(i), depth+1)
			}
		}
		v.Set(reflect.Append(v, new(cloner).fresh(v.Index(0))))
		return true
	case reflect.Map:
		return growMap(v)
	case reflect.Struct:
		if isTime(t) {
			return false
		}
		for i, f := range factsOf(t).fields {
			if f.reachable {
				grown = grow(v.Field(i), depth+1) || grown
			}
		}
	}
	return grown
}

// maxGrown bounds the depth to which values are grown.
const maxGrown = 16

func growMap(m reflect.Value) bool {
	it := m.MapRange()
	if !it.Next() {
		return false
	}
	key := reflect.New(m.Type().Key()).Elem()
	for n := 1; ; n++ {
		switch {
		case key.Kind() == reflect.String:
			key.SetString("grown" + strconv.Itoa(n))
		case key.CanInt() && !key.OverflowInt(int64(n)):
			key.SetInt(int64(n))
		case key.CanUint() && !key.OverflowUint(uint64(n)):
			key.SetUint(uint64(n))
		default:
			return false
		}
		if !m.MapIndex(key).IsValid() {
			m.SetMapIndex(key, new(cloner).fresh(it.Value()))
			return true
		}
	}
}

// Inline compares only what lies in the struct itself, without following
// references: bools, numbers, times, and arrays and structs of them. It returns
// the path of the first difference. No decoder can share that memory with its
// input. Arrays of bytes are left out: a serializer's own struct may hold a
// slice in their place.
func Inline(want, got any) (path string, same bool) {
	return inline("", reflect.ValueOf(want).Elem(), reflect.ValueOf(got).Elem())
}

func inline(path string, want, got reflect.Value) (string, bool) {
	t := want.Type()
	switch k := t.Kind(); {
	case isTime(t) && want.CanInterface():
		return path, want.Convert(timeType).Interface().(time.Time).Equal(got.Convert(timeType).Interface().(time.Time))
	case k == reflect.Struct:
		for i, f := range factsOf(t).fields {
			if !f.reachable {
				continue
			}
			if at, same := inline(strings.TrimPrefix(path+"."+f.name, "."), want.Field(i), got.Field(i)); !same {
				return at, false
			}
		}
	case k == reflect.Array && t.Elem().Kind() != reflect.Uint8:
		for i := range t.Len() {
			if at, same := inline(path+"["+strconv.Itoa(i)+"]", want.Index(i), got.Index(i)); !same {
				return at, false
			}
		}
	case k >= reflect.Bool && k <= reflect.Complex128:
		return path, scalar(want, got)
	}
	return "", true
}
