package deep

import (
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
		for i, f := range factsOf(t).fields {
			if f.reachable {
				c.walk(v.Field(i))
			}
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
