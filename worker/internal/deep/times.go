package deep

import (
	"encoding/json"
	"reflect"
	"time"
)

// CutTimes cuts every time in what p points to, exported fields and map values
// included and map keys not, to a multiple of the precision, and returns how many
// changed by that.
func CutTimes(p any, precision time.Duration) (changed int) {
	c := cutter{precision: precision, seen: map[visit]bool{}}
	c.walk(reflect.ValueOf(p).Elem())
	return c.changed
}

type cutter struct {
	precision time.Duration
	seen      map[visit]bool
	changed   int
}

func (c *cutter) walk(v reflect.Value) {
	t := v.Type()
	if isTime(t) {
		was := v.Convert(timeType).Interface().(time.Time)
		if cut := was.Truncate(c.precision); !cut.Equal(was) && v.CanSet() {
			v.Set(reflect.ValueOf(cut).Convert(t))
			c.changed++
		}
		return
	}
	switch t.Kind() {
	case reflect.Pointer:
		if at := (visit{v.Pointer(), 0, t}); !v.IsNil() && !c.seen[at] {
			c.seen[at] = true
			c.walk(v.Elem())
		}
	case reflect.Interface:
		if !v.IsNil() && v.CanSet() {
			held := reflect.New(v.Elem().Type()).Elem()
			held.Set(v.Elem())
			c.walk(held)
			v.Set(held)
		}
	case reflect.Struct:
		before := c.changed
		c.fields(v)
		// A type whose own methods have seconds in a float keeps no others.
		if c.changed > before && c.precision < time.Second && v.CanAddr() && !carried(v) {
			whole := *c
			whole.precision = time.Second
			whole.fields(v)
		}
	case reflect.Slice:
		if at := (visit{v.Pointer(), v.Len(), t}); !plain(t.Elem()) && !c.seen[at] {
			c.seen[at] = true
			for i := range v.Len() {
				c.walk(v.Index(i))
			}
		}
	case reflect.Array:
		for i := range v.Len() {
			c.walk(v.Index(i))
		}
	case reflect.Map:
		for _, k := range v.MapKeys() {
			held := reflect.New(t.Elem()).Elem()
			held.Set(v.MapIndex(k))
			before := c.changed
			if c.walk(held); c.changed > before {
				v.SetMapIndex(k, held)
			}
		}
	}
}

func (c *cutter) fields(v reflect.Value) {
	for i, f := range factsOf(v.Type()).fields {
		if f.reachable {
			c.walk(v.Field(i))
		}
	}
}

// carried reports whether v comes back from its type's own JSON, if there are methods
// for that.
func carried(v reflect.Value) bool {
	p := v.Addr().Interface()
	back := reflect.New(v.Type()).Interface()
	from, writes := p.(json.Marshaler)
	to, reads := back.(json.Unmarshaler)
	if !writes || !reads {
		return true
	}
	b, err := from.MarshalJSON()
	return err != nil || to.UnmarshalJSON(b) != nil || !Compare(p, back).Loses()
}
