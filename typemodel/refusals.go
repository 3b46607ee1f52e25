package typemodel

// Refusals returns what in t no value can carry away from its process: chans,
// funcs and unsafe pointers, maps whose keys are pointers, and unnamed
// interfaces with methods, which emitted code cannot spell. Each field is
// reported once, at the first path that leads to it.
//
// State that is not reached through exported fields is another matter, which
// depends on who is to carry it, and so is everything inside a type with
// encoding methods, or a conversion, of its own. Embedded fields count as
// exported, since theirs are promoted. What is left out is not looked at.
func Refusals(t *Type) []Diagnostic {
	r := refusals{seen: map[*Type]bool{}}
	r.collect(t, "")
	return r.list
}

// ReasonC is why values of C's types cannot be carried.
const ReasonC = "it is of a type of C, which only the package itself sees, through cgo"

type refusals struct {
	seen map[*Type]bool
	list []Diagnostic
}

func (r *refusals) collect(t *Type, path string) {
	refuse := func(reason, fix string, remedies Remedies) {
		r.list = append(r.list, Diagnostic{Path: path, Text: reason, Fix: fix, Remedies: remedies})
	}
	switch t.Kind {
	case Chan, Func, UnsafePointer:
		refuse(t.Kind.String()+" values cannot be serialized", "", RemedyLeaveOut)
		return
	case Invalid:
		switch {
		case t.Endless:
			refuse(endlessReason(t), "", RemedyLeaveOut)
		case t.Name.IsC():
			refuse(ReasonC, "give it a type of Go", RemedyLeaveOut)
		default:
			refuse("the type "+t.String()+" is unknown", "", 0)
		}
		return
	case Pointer:
		if t.HoldsNothing() {
			refuse(nothingReason(t), "", RemedyLeaveOut)
			return
		}
	case Interface:
		if t.NumMethod > 0 && t.Name.IsZero() {
			refuse("an unnamed interface type with methods cannot be spelled", "give the interface a type declaration", 0)
		}
	}
	if r.seen[t] || t.Own()&Standard != 0 || t.As != nil {
		return
	}
	r.seen[t] = true
	if t.Kind == Map && t.Key.Identity() {
		r.list = append(r.list, Diagnostic{
			Path: path + "[key]", Text: "keys of type " + t.Key.String() + " are told apart by addresses, which no copy has",
			Fix: "use a key that holds the value", Remedies: RemedyLeaveOut,
		})
		return
	}
	for part := range t.Parts {
		if part.leads() {
			r.collect(part.Type, part.At(path))
		}
	}
}

// Endless returns the parts of t that have no end: instances of generic types
// that lead to ever larger ones, and pointers that lead to nothing but themselves.
// No code can be written out for them.
func Endless(t *Type) []Diagnostic {
	var list []Diagnostic
	seen := map[*Type]bool{}
	var visit func(path string, t *Type)
	visit = func(path string, t *Type) {
		switch {
		case seen[t]:
			return
		case t.Endless:
			list = append(list, Diagnostic{Path: path, Text: endlessReason(t), Remedies: RemedyLeaveOut})
			return
		case t.HoldsNothing():
			list = append(list, Diagnostic{Path: path, Text: nothingReason(t), Remedies: RemedyLeaveOut})
			return
		}
		seen[t] = true
		for part := range t.Parts {
			if part.leads() {
				visit(part.At(path), part.Type)
			}
		}
	}
	visit("", t)
	return list
}

func endlessReason(t *Type) string {
	return "the generic type " + t.Name.Name + " leads to ever larger instances of itself, for which no code can be written out"
}

func nothingReason(t *Type) string {
	return "the pointer " + t.String() + " leads to nothing but itself"
}

// HoldsNothing reports whether t is a pointer that leads to itself by pointers
// alone, as that of type P *P does.
func (t *Type) HoldsNothing() bool {
	seen := map[*Type]bool{}
	for t != nil && t.Kind == Pointer && !seen[t] {
		seen[t] = true
		t = t.Elem
	}
	return seen[t]
}

// Identity reports whether values of t are equal by the address of something
// rather than by what is there: pointers and chans, and what holds them in
// exported fields.
func (t *Type) Identity() bool {
	switch t.Kind {
	case Pointer, Chan, UnsafePointer:
		return true
	case Array:
		return t.Elem.Identity()
	case Struct:
		for i := range t.Fields {
			if f := &t.Fields[i]; f.Exported() && f.Type.Identity() {
				return true
			}
		}
	}
	return false
}
