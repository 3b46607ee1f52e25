package deep

import (
	"reflect"
	"unsafe"
)

// maps compares maps by looking up the one's keys in the other. For the common
// types of keys and elements the map is read as the map of another type that has
// the same layout and hash, since reflection costs about ten times as much.
func (m builder) maps(t reflect.Type) equality {
	switch t.Key().Kind() {
	case reflect.String:
		return keyed[string](m, t)
	case reflect.Int8, reflect.Uint8, reflect.Bool:
		return keyed[uint8](m, t)
	case reflect.Int16, reflect.Uint16:
		return keyed[uint16](m, t)
	case reflect.Int32, reflect.Uint32:
		return keyed[uint32](m, t)
	case reflect.Int64, reflect.Uint64:
		return keyed[uint64](m, t)
	case reflect.Int, reflect.Uint, reflect.Uintptr:
		return keyed[uintptr](m, t)
	}
	return m.reflected(t)
}

// keyed chooses a type with the layout of the elements, pointers being pointers.
func keyed[K comparable](m builder, t reflect.Type) equality {
	switch t.Elem().Kind() {
	case reflect.Bool, reflect.Int8, reflect.Uint8:
		return scalars[K, uint8]
	case reflect.Int16, reflect.Uint16:
		return scalars[K, uint16]
	case reflect.Int32, reflect.Uint32, reflect.Float32:
		return scalars[K, uint32]
	case reflect.Int64, reflect.Uint64, reflect.Float64:
		return scalars[K, uint64]
	case reflect.Int, reflect.Uint, reflect.Uintptr:
		return scalars[K, uintptr]
	case reflect.String:
		return scalars[K, string]
	case reflect.Slice:
		return references[K, sliceHeader](m.of(t.Elem()))
	case reflect.Pointer, reflect.Map:
		return references[K, unsafe.Pointer](m.of(t.Elem()))
	case reflect.Interface:
		if t.Elem().NumMethod() == 0 {
			return references[K, any](m.of(t.Elem()))
		}
	}
	return m.reflected(t)
}

// scalars compares maps whose elements are equal when their bits are, or as
// strings.
func scalars[K, V comparable](a, b unsafe.Pointer) bool {
	x, y := *(*map[K]V)(a), *(*map[K]V)(b)
	if len(x) != len(y) {
		return false
	}
	for k, v := range x {
		if w, ok := y[k]; !ok || v != w {
			return false
		}
	}
	return true
}

// references compares maps whose elements refer to more. Both elements are
// compared where they were copied to, once for all calls: elem reads them before
// it follows them, so a map within the map may overwrite them.
func references[K comparable, V any](elem equality) equality {
	pair := new([2]V)
	return func(a, b unsafe.Pointer) bool {
		x, y := *(*map[K]V)(a), *(*map[K]V)(b)
		if len(x) != len(y) {
			return false
		}
		for k, v := range x {
			w, ok := y[k]
			if !ok {
				return false
			}
			pair[0], pair[1] = v, w
			if !elem(unsafe.Pointer(&pair[0]), unsafe.Pointer(&pair[1])) {
				return false
			}
		}
		return true
	}
}

// reflected compares maps of any type. What it needs is kept for the next call,
// by depth, so that only the looked up element is copied anew.
func (m builder) reflected(t reflect.Type) equality {
	type scratch struct{ key, v, w reflect.Value }
	elem := m.of(t.Elem())
	var free []scratch
	return func(a, b unsafe.Pointer) bool {
		x, y := reflect.NewAt(t, a).Elem(), reflect.NewAt(t, b).Elem()
		if x.Len() != y.Len() {
			return false
		}
		if x.Len() == 0 {
			return true
		}
		var s scratch
		if n := len(free); n > 0 {
			s, free = free[n-1], free[:n-1]
		} else {
			s = scratch{reflect.New(t.Key()).Elem(), reflect.New(t.Elem()), reflect.New(t.Elem())}
		}
		defer func() { free = append(free, s) }()
		for it := x.MapRange(); it.Next(); {
			s.key.SetIterKey(it)
			other := lookup(y, s.key)
			if !other.IsValid() {
				return false
			}
			s.v.Elem().SetIterValue(it)
			s.w.Elem().Set(other)
			if !elem(s.v.UnsafePointer(), s.w.UnsafePointer()) {
				return false
			}
		}
		return true
	}
}
