package values

import (
	"reflect"
	"slices"
	"strings"
	"unsafe"
)

// LeaveOut returns a func that sets to zero what is left out of the value that is
// passed to it, addressable, and in all that it refers to: the fields with the tag
// assay:"-" and those of the list, by the path
// and name of their struct, without type arguments, and their own, and with the tag json:"-" chans, funcs and the bookkeeping of gogo/protobuf.
// Otherwise a serializer that carries them would be compared with one that may
// not. It is nil when t, as far as its declaration tells, has none.
func LeaveOut(t reflect.Type, list []string) func(reflect.Value) {
	l := leaver{list: list, has: map[reflect.Type]bool{}}
	if !l.reaches(t) {
		return nil
	}
	return func(v reflect.Value) { l.clear(v, map[unsafe.Pointer]bool{}) }
}

type leaver struct {
	list []string
	has  map[reflect.Type]bool // whether a part may be left out of values of the type
}

func (l leaver) out(owner reflect.Type, f reflect.StructField) bool {
	if f.Tag.Get("assay") == "-" || f.Tag.Get("json") == "-" && (uncarriable(f.Type) || strings.HasPrefix(f.Name, "XXX_")) {
		return true
	}
	return slices.Contains(l.list, TypeName(owner)+"."+f.Name)
}

// uncarriable reports whether t comes down to a chan or func with no struct in
// between, as typemodel has it.
func uncarriable(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Chan, reflect.Func, reflect.UnsafePointer:
		return true
	case reflect.Map:
		return uncarriable(t.Key()) || uncarriable(t.Elem())
	case reflect.Slice, reflect.Array, reflect.Pointer:
		return t.Name() == "" && uncarriable(t.Elem())
	}
	return false
}

// reaches reports whether something may be left out of values of t. Interfaces
// may hold anything.
func (l leaver) reaches(t reflect.Type) bool {
	if has, known := l.has[t]; known {
		return has
	}
	var met []reflect.Type
	var meet func(t reflect.Type)
	meet = func(t reflect.Type) {
		if _, known := l.has[t]; known {
			return
		}
		l.has[t] = t.Kind() == reflect.Interface
		met = append(met, t)
		for _, part := range l.parts(t) {
			meet(part)
		}
	}
	meet(t)
	for changed := true; changed; {
		changed = false
		for _, t := range met {
			if !l.has[t] && (l.leaves(t) || slices.ContainsFunc(l.parts(t), func(part reflect.Type) bool { return l.has[part] })) {
				l.has[t], changed = true, true
			}
		}
	}
	return l.has[t]
}

// leaves reports whether a field of t is left out.
func (l leaver) leaves(t reflect.Type) bool {
	if t.Kind() == reflect.Struct {
		for i := range t.NumField() {
			if l.out(t, t.Field(i)) {
				return true
			}
		}
	}
	return false
}

// parts returns the types of what is looked into.
func (l leaver) parts(t reflect.Type) []reflect.Type {
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array, reflect.Map:
		return []reflect.Type{t.Elem()}
	case reflect.Struct:
		var list []reflect.Type
		for i := range t.NumField() {
			if f := t.Field(i); looksInto(f) && !l.out(t, f) {
				list = append(list, f.Type)
			}
		}
		return list
	}
	return nil
}

func looksInto(f reflect.StructField) bool {
	return f.IsExported() || f.Anonymous && f.Type.Kind() == reflect.Struct
}

// clear leaves out of v, which is addressable.
func (l leaver) clear(v reflect.Value, seen map[unsafe.Pointer]bool) {
	t := v.Type()
	switch t.Kind() {
	case reflect.Pointer:
		if !v.IsNil() && l.reaches(t.Elem()) && !seen[v.UnsafePointer()] {
			seen[v.UnsafePointer()] = true
			l.clear(v.Elem(), seen)
		}
	case reflect.Interface:
		if v.IsNil() || !l.reaches(v.Elem().Type()) {
			return
		}
		held := reflect.New(v.Elem().Type()).Elem()
		held.Set(v.Elem())
		l.clear(held, seen)
		v.Set(held)
	case reflect.Slice, reflect.Array:
		if l.reaches(t.Elem()) {
			for i := range v.Len() {
				l.clear(v.Index(i), seen)
			}
		}
	case reflect.Map:
		if !l.reaches(t.Elem()) {
			return
		}
		for _, key := range v.MapKeys() {
			elem := reflect.New(t.Elem()).Elem()
			elem.Set(v.MapIndex(key))
			l.clear(elem, seen)
			v.SetMapIndex(key, elem)
		}
	case reflect.Struct:
		for i := range t.NumField() {
			f := t.Field(i)
			switch {
			case l.out(t, f):
				part := v.Field(i)
				reflect.NewAt(part.Type(), part.Addr().UnsafePointer()).Elem().SetZero()
			case looksInto(f):
				l.clear(v.Field(i), seen)
			}
		}
	}
}
