package values

import (
	"reflect"
	"slices"
	"strings"
)

// Zeros returns the fields that are zero in all of the values, by path as in
// typemodel's refusals, the outermost of each, and of a recursive type those of
// its first appearance: nothing that is measured depends on
// what they may hold. The path of the values themselves is empty. What is left
// out, as [LeaveOut] has it, does not count, nor what cannot be reached.
func Zeros(list []reflect.Value, omit []string) []string {
	z := zeros{leaver: leaver{list: omit}, set: map[string]bool{}}
	for _, v := range list {
		z.look("", v, 0)
	}
	if len(list) > 0 && !z.set[""] {
		return []string{""}
	}
	var paths []string
	for _, path := range z.order {
		if !z.set[path] {
			paths = append(paths, path)
		}
	}
	return paths
}

type zeros struct {
	leaver
	order []string
	set   map[string]bool // by path, whether any value was not zero
	open  []reflect.Type  // structs that are looked into: where a type recurs, it ends somewhere
}

// look notes what of v at path is not zero, and reports whether v is.
func (z *zeros) look(path string, v reflect.Value, depth int) bool {
	if _, known := z.set[path]; !known {
		z.set[path] = false
		z.order = append(z.order, path)
	}
	if v.IsZero() || depth > maxDepth+4 {
		return false
	}
	z.set[path] = true
	switch v.Kind() {
	case reflect.Pointer, reflect.Interface:
		z.inside(path, v.Elem(), depth)
	case reflect.Struct:
		z.inside(path, v, depth)
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			z.inside(path+"[]", v.Index(i), depth)
		}
	case reflect.Map:
		for it := v.MapRange(); it.Next(); {
			z.inside(path+"[value]", it.Value(), depth)
		}
	}
	return true
}

// inside looks at the fields of v, and into what is no struct.
func (z *zeros) inside(path string, v reflect.Value, depth int) {
	if v.Kind() != reflect.Struct {
		if k := v.Kind(); k == reflect.Pointer || k == reflect.Interface || k == reflect.Slice || k == reflect.Map || k == reflect.Array {
			if !v.IsZero() {
				z.look(path, v, depth+1)
			}
		}
		return
	}
	t := v.Type()
	if decodes(t) && hides(t, map[reflect.Type]bool{}) { // one value, whatever it consists of
		return
	}
	if slices.Contains(z.open, t) {
		return
	}
	z.open = append(z.open, t)
	defer func() { z.open = z.open[:len(z.open)-1] }()
	for i := range t.NumField() {
		f := t.Field(i)
		if !f.IsExported() || z.out(t, f) || slices.Contains([]reflect.Kind{reflect.Chan, reflect.Func}, f.Type.Kind()) {
			continue
		}
		z.look(strings.TrimPrefix(path+"."+f.Name, "."), v.Field(i), depth+1)
	}
}
