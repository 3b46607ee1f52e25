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
	c.made(visit{src.Pointer(), 0, src.Type()}, dst)
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

// cloner knows the copies of what was come to: the first few are found by going through
// them, for which most values have too few to be worth a map.
type cloner struct {
	few [16]struct { // n of them
		of   visit
		copy reflect.Value
	}
	n    int
	rest map[visit]reflect.Value
}

// made notes the copy of a place.
func (c *cloner) made(of visit, copy reflect.Value) {
	if c.n < len(c.few) {
		c.few[c.n].of, c.few[c.n].copy = of, copy
		c.n++
		return
	}
	if c.rest == nil {
		c.rest = map[visit]reflect.Value{}
	}
	c.rest[of] = copy
}

// known returns the copy of a place that was come to before.
func (c *cloner) known(of visit) (copy reflect.Value, ok bool) {
	for i := range c.few[:c.n] {
		if c.few[i].of == of {
			return c.few[i].copy, true
		}
	}
	copy, ok = c.rest[of]
	return copy, ok
}

func (c *cloner) copy(dst, src reflect.Value) {
	t := src.Type()
	switch t.Kind() {
	case reflect.String:
		dst.SetString(strings.Clone(src.String()))
	case reflect.Pointer:
		if src.IsNil() {
			return
		}
		key := visit{src.Pointer(), 0, t}
		p, ok := c.known(key)
		if !ok {
			p = reflect.New(t.Elem())
			if t.Name() != "" {
				p = p.Convert(t)
			}
			c.made(key, p)
			c.copy(p.Elem(), src.Elem())
		}
		dst.Set(p)
	case reflect.Slice:
		if src.IsNil() {
			return
		}
		key := visit{src.Pointer(), src.Len(), t}
		s, ok := c.known(key)
		if !ok || src.Len() == 0 {
			s = reflect.MakeSlice(t, src.Len(), src.Len())
			c.made(key, s)
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
		m, ok := c.known(key)
		if !ok {
			m = reflect.MakeMapWithSize(t, src.Len())
			c.made(key, m)
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

func (c *cloner) fresh(src reflect.Value) reflect.Value {
	dst := reflect.New(src.Type()).Elem()
	c.copy(dst, src)
	return dst
}

func (c *cloner) elems(dst, src reflect.Value) {
	if plain(src.Type().Elem()) {
		reflect.Copy(dst, src)
		return
	}
	for i := range src.Len() {
		c.copy(dst.Index(i), src.Index(i))
	}
}
