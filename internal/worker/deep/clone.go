package deep

import (
	"reflect"
	"strings"
)

// Clone returns a pointer to a copy of what p points to. The copy shares no
// memory with the original: strings are copied too. Cycles and shared pointers
// are kept. Unexported fields and types that show nothing but methods are
// copied by assignment, as are channels and functions.
func Clone(p any) any {
	src := reflect.ValueOf(p)
	c := cloner{}
	dst := reflect.New(src.Type().Elem())
	c[visit{src.Pointer(), 0, src.Type()}] = dst
	c.copy(dst.Elem(), src.Elem())
	return dst.Interface()
}

// visit is one place in memory seen as a type; length tells apart slices that
// begin at the same place.
type visit struct {
	at     uintptr
	length int
	typ    reflect.Type
}

type cloner map[visit]reflect.Value

func (c cloner) copy(dst, src reflect.Value) {
	t := src.Type()
	switch t.Kind() {
	case reflect.String:
		dst.SetString(strings.Clone(src.String()))
	case reflect.Pointer:
		if src.IsNil() {
			return
		}
		key := visit{src.Pointer(), 0, t}
		p, ok := c[key]
		if !ok {
			p = reflect.New(t.Elem())
			if t.Name() != "" {
				p = p.Convert(t)
			}
			c[key] = p
			c.copy(p.Elem(), src.Elem())
		}
		dst.Set(p)
	case reflect.Slice:
		if src.IsNil() {
			return
		}
		key := visit{src.Pointer(), src.Len(), t}
		s, ok := c[key]
		if !ok || src.Len() == 0 {
			s = reflect.MakeSlice(t, src.Len(), src.Len())
			c[key] = s
			c.elems(s, src)
		}
		dst.Set(s)
	case reflect.Array:
		c.elems(dst, src)
	case reflect.Map:
		if src.IsNil() {
			return
		}
		key := visit{src.Pointer(), 0, t}
		m, ok := c[key]
		if !ok {
			m = reflect.MakeMapWithSize(t, src.Len())
			c[key] = m
			for it := src.MapRange(); it.Next(); {
				m.SetMapIndex(c.fresh(it.Key()), c.fresh(it.Value()))
			}
		}
		dst.Set(m)
	case reflect.Interface:
		if !src.IsNil() {
			dst.Set(c.fresh(src.Elem()))
		}
	case reflect.Struct:
		if dst.CanSet() {
			dst.Set(src)
		}
		about := factsOf(t)
		if about.isTime || about.plain {
			return
		}
		for i, f := range about.fields {
			if f.reachable && (f.exported || dst.CanAddr()) {
				c.copy(dst.Field(i), src.Field(i))
			}
		}
	default:
		if dst.CanSet() {
			dst.Set(src)
		}
	}
}

func (c cloner) fresh(src reflect.Value) reflect.Value {
	dst := reflect.New(src.Type()).Elem()
	c.copy(dst, src)
	return dst
}

func (c cloner) elems(dst, src reflect.Value) {
	if plain(src.Type().Elem()) {
		reflect.Copy(dst, src)
		return
	}
	for i := range src.Len() {
		c.copy(dst.Index(i), src.Index(i))
	}
}
