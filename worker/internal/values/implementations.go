package values

import (
	"go/token"
	"reflect"
	"slices"
)

// Implementations is what the values of a type hold in an interface: its import path and name, and
// the types as a directive names them, such as "*example.com/geo.Circle".
type Implementations struct {
	Of    string
	Types []string
}

// ImplementationsOf returns what the named interfaces in the values hold, in the order in
// which they are met. Types without a name, instances of generic ones and what
// is not exported are left out: nobody could name them in a directive.
func ImplementationsOf(list []reflect.Value) []Implementations {
	h := implementations{seen: map[visited]bool{}}
	for _, v := range list {
		h.look(v)
	}
	return h.list
}

type implementations struct {
	list []Implementations
	seen map[visited]bool
}

// visited is what a pointer, map or slice refers to.
type visited struct {
	at  uintptr
	len int
	t   reflect.Type
}

func (h *implementations) look(v reflect.Value) {
	switch v.Kind() {
	case reflect.Interface:
		if v.IsNil() {
			return
		}
		h.note(v.Type(), v.Elem().Type())
		h.look(v.Elem())
	case reflect.Pointer:
		if !v.IsNil() && h.open(visited{v.Pointer(), 0, v.Type()}) {
			h.look(v.Elem())
		}
	case reflect.Slice:
		if v.Len() == 0 || !h.open(visited{v.Pointer(), v.Len(), v.Type()}) {
			return
		}
		fallthrough
	case reflect.Array:
		if scalar(v.Type().Elem()) {
			return
		}
		for i := range v.Len() {
			h.look(v.Index(i))
		}
	case reflect.Map:
		if !h.open(visited{v.Pointer(), v.Len(), v.Type()}) {
			return
		}
		for it := v.MapRange(); it.Next(); {
			h.look(it.Key())
			h.look(it.Value())
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if f := v.Type().Field(i); f.IsExported() || f.Anonymous {
				h.look(v.Field(i))
			}
		}
	}
}

func scalar(t reflect.Type) bool { return t.Kind() <= reflect.Complex128 || t.Kind() == reflect.String }

func (h *implementations) open(v visited) bool {
	if h.seen[v] {
		return false
	}
	h.seen[v] = true
	return true
}

// note notes that an interface holds a type.
func (h *implementations) note(iface, t reflect.Type) {
	name := spelling(t)
	if iface.PkgPath() == "" || name == "" {
		return
	}
	of := iface.PkgPath() + "." + iface.Name()
	i := slices.IndexFunc(h.list, func(x Implementations) bool { return x.Of == of })
	if i < 0 {
		i = len(h.list)
		h.list = append(h.list, Implementations{Of: of})
	}
	if !slices.Contains(h.list[i].Types, name) {
		h.list[i].Types = append(h.list[i].Types, name)
	}
}

// spelling returns how a directive names t, or nothing.
func spelling(t reflect.Type) string {
	star := ""
	if t.Kind() == reflect.Pointer && t.Name() == "" {
		star, t = "*", t.Elem()
	}
	switch {
	case t.Name() == "" || t.Name()[len(t.Name())-1] == ']':
		return ""
	case t.PkgPath() == "":
		return star + t.Name()
	case !token.IsExported(t.Name()):
		return ""
	}
	return star + t.PkgPath() + "." + t.Name()
}
