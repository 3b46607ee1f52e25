package typemodel

import "strings"

// Refusals returns what in t no value can carry away from its process: chans,
// funcs and unsafe pointers, and unnamed interfaces with methods, which emitted
// code cannot spell. Each field is reported once, at the first path that leads
// to it.
//
// Unexported fields are left to the drivers, most of which skip them, and so
// is everything inside a type with encoding methods of its own. Embedded
// fields count as exported, since theirs are promoted.
func Refusals(t *Type) []Refusal {
	r := refusals{seen: map[*Type]bool{}}
	r.collect(t, "")
	return r.list
}

type refusals struct {
	seen map[*Type]bool
	list []Refusal
}

func (r *refusals) collect(t *Type, path string) {
	refuse := func(reason, fix string) {
		r.list = append(r.list, Refusal{Path: path, Reason: reason, Fix: fix})
	}
	switch t.Kind {
	case Chan, Func, UnsafePointer:
		refuse(t.Kind.String()+" values cannot be serialized", "unexport the field or leave it out")
		return
	case Invalid:
		refuse("the type "+t.String()+" is unknown", "")
		return
	case Interface:
		if t.NumMethod > 0 && t.Name.IsZero() {
			refuse("an unnamed interface type with methods cannot be spelled", "give the interface a type declaration")
		}
	}
	if r.seen[t] || t.Methods != 0 {
		return
	}
	r.seen[t] = true
	switch t.Kind {
	case Slice, Array:
		r.collect(t.Elem, path+"[]")
	case Pointer:
		r.collect(t.Elem, path)
	case Map:
		r.collect(t.Key, path+"[key]")
		r.collect(t.Elem, path+"[value]")
	case Struct:
		for i := range t.Fields {
			if f := &t.Fields[i]; f.Exported() || f.Embedded {
				r.collect(f.Type, strings.TrimPrefix(path+"."+f.Name, "."))
			}
		}
	case Interface:
		for _, impl := range t.Impls {
			r.collect(impl, path+".("+impl.String()+")")
		}
	}
}
