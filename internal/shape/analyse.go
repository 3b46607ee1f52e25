package shape

import (
	"cmp"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/typemodel"
)

// Of analyses some types by the rules. The refusals are all there are; the shape is
// of use only if there are none.
func Of(types []*typemodel.Type, r Rules) (*Shape, []typemodel.Diagnostic) {
	a := &analysis{Shape: &Shape{rules: r}, types: Types{}}
	shared := map[*typemodel.Type]*Node{}
	for _, t := range types {
		t = a.types.First(t)
		a.root, a.nodes = t, shared
		if a.owns(t) != (r.Own != nil && r.Own(t, nil)) { // below other roots, t stands otherwise
			a.nodes = map[*typemodel.Type]*Node{}
		}
		preference := r.Preference
		preference.Leaves = func(of *typemodel.Type, f *typemodel.Field) bool {
			m, refused := r.read(of, f)
			return m == nil && refused.Text == ""
		}
		if r.Refuse != nil {
			preference.Refuse = func(_ string, t *typemodel.Type) typemodel.Diagnostic { return r.Refuse(t) }
		}
		preference.Stays = func(t *typemodel.Type) bool { return r.Preference.Stays != nil && r.Preference.Stays(t) || a.stays(t) }
		plan, refused := carry.New(t, preference)
		for _, r := range refused {
			a.refuse(r)
		}
		a.plan = plan
		a.Roots = append(a.Roots, a.node(t, ""))
	}
	a.recursion()
	a.endless()
	a.spelled()
	slices.SortStableFunc(a.refusals, func(x, y typemodel.Diagnostic) int { return cmp.Compare(x.Path, y.Path) })
	return a.Shape, a.refusals
}

// analysis is a shape being made.
type analysis struct {
	*Shape
	types    Types
	root     *typemodel.Type // that is being looked at
	nodes    map[*typemodel.Type]*Node
	plan     *carry.Plan // of the root
	refusals []typemodel.Diagnostic
}

// refuse adds a refusal, the first of its path.
func (a *analysis) refuse(r typemodel.Diagnostic) {
	if !slices.ContainsFunc(a.refusals, func(other typemodel.Diagnostic) bool { return other.Path == r.Path }) {
		a.refusals = append(a.refusals, r)
	}
}

// within reports whether path leads into what is refused.
func (a *analysis) within(path string) bool {
	return slices.ContainsFunc(a.refusals, func(r typemodel.Diagnostic) bool {
		rest, ok := strings.CutPrefix(path, r.Path)
		return ok && (rest == "" || strings.ContainsRune(".[(", rune(rest[0])))
	})
}

// node returns the node of t, which path leads to.
func (a *analysis) node(t *typemodel.Type, path string) *Node {
	t = a.types.First(t)
	if n := a.nodes[t]; n != nil {
		return n
	}
	n := &Node{Type: t, Path: path, Form: FormOf(t)}
	switch {
	case n.Form == Interface && t.NumMethod == 0 && a.rules.Open:
		n.Form = Any
	case !a.rules.NamedBytes || (n.Form != List && n.Form != Array) || t.Elem.Kind != typemodel.Uint8 || a.plan.Of(t.Elem) != nil:
	case n.Form == List:
		n.Form = Bytes
	default:
		n.Form = ByteArray
	}
	a.nodes[t] = n
	a.Nodes = append(a.Nodes, n)
	if n.StandIn = a.plan.Of(t); n.StandIn != nil {
		n.Form, n.Elem = Carried, a.node(n.StandIn.As, path)
		return n
	}
	switch {
	case a.rules.Empty != nil && a.rules.Empty(t):
		return n
	case a.owns(t):
		n.Form = Own
		if t.Own().Has(typemodel.GogoBuffer) {
			n.Fills = "MarshalToSizedBuffer"
		} else if t.Own().Has(typemodel.GogoWriter) {
			n.Fills = "MarshalTo"
		}
		return n
	}
	// The conversions do not look into an embedded type that has methods of its own, whose fields
	// are promoted all the same.
	if a.rules.Refuse != nil && (a.rules.Preference.Stays == nil || !a.rules.Preference.Stays(t)) {
		if r := a.rules.Refuse(t); r.Text != "" && !a.within(path) {
			r.Path = path
			a.refuse(r)
		}
	}
	switch n.Form {
	case Refused:
		if t.Kind == typemodel.Invalid {
			a.refuse(Unknown(path, t))
		}
	case Pointer:
		n.Elem = a.node(t.Elem, path)
	case List, Array:
		n.Elem = a.node(t.Elem, path+"[]")
	case Map:
		n.Key, n.Elem = a.key(t.Key, path+"[key]"), a.node(t.Elem, path+"[value]")
	case Struct:
		a.members(n, path)
	case Interface:
		for _, impl := range t.Impls {
			n.Impls = append(n.Impls, a.node(impl, path+".("+impl.String()+")"))
		}
	}
	return n
}

// stays reports whether t is carried by itself whatever is in it.
func (a *analysis) stays(t *typemodel.Type) bool {
	return a.owns(t) || a.rules.Empty != nil && a.rules.Empty(t)
}

// owns reports whether the own methods of t carry it below the root.
func (a *analysis) owns(t *typemodel.Type) bool {
	return a.rules.Own != nil && a.rules.Own(a.types.First(t), a.root)
}

// key returns the node of a map's key, which is carried by something that can be a
// key.
func (a *analysis) key(t *typemodel.Type, path string) *Node {
	by := a.plan.KeyOf(t)
	if by == nil {
		return a.node(t, path)
	}
	n := &Node{Type: t, Path: path, Form: Carried, StandIn: by, Elem: a.node(by.As, path)}
	a.Nodes = append(a.Nodes, n)
	return n
}

// FormOf returns the form of t by its kind.
func FormOf(t *typemodel.Type) Form {
	switch t.Kind {
	case typemodel.Bool:
		return Bool
	case typemodel.Float32:
		return Float32
	case typemodel.Float64:
		return Float64
	case typemodel.Complex64, typemodel.Complex128:
		return Complex
	case typemodel.String:
		return String
	case typemodel.Time:
		return Time
	case typemodel.Pointer:
		return Pointer
	case typemodel.Slice:
		if t.Elem.Kind == typemodel.Uint8 && t.Elem.Name.IsZero() {
			return Bytes
		}
		return List
	case typemodel.Array:
		if t.Elem.Kind == typemodel.Uint8 && t.Elem.Name.IsZero() {
			return ByteArray
		}
		return Array
	case typemodel.Map:
		return Map
	case typemodel.Struct:
		return Struct
	case typemodel.Interface:
		if t.NumMethod == 0 && len(t.Impls) == 0 {
			return Any
		}
		return Interface
	case typemodel.Chan, typemodel.Func, typemodel.UnsafePointer, typemodel.Invalid:
		return Refused
	}
	if t.Kind.IsSigned() {
		return Int
	}
	return Uint
}

// members gives the struct n its members.
func (a *analysis) members(n *Node, at string) {
	list, options, refused := a.rules.Members(n.Type, func(t *typemodel.Type) bool { return a.plan.Of(t) != nil })
	n.Options = options
	for _, r := range refused {
		r.Path = typemodel.FieldPath(at, r.Path)
		a.refuse(r)
	}
	for _, m := range list {
		m.Node = a.node(m.Field().Type, typemodel.FieldPath(at, dotted(m.Path)))
	}
	n.Members = list
}

// Pointers returns how many fields of the path lead to each pointer that the member stands
// behind: those of structs that are embedded so.
func (m *Member) Pointers() (list []int) {
	for k, f := range m.Path[:len(m.Path)-1] {
		if f.Type.Kind == typemodel.Pointer {
			list = append(list, k+1)
		}
	}
	return list
}

// parts returns the nodes that values of n have parts of.
func (n *Node) parts() []*Node {
	list := slices.Clone(n.Impls)
	for _, m := range n.Members {
		list = append(list, m.Node)
	}
	for _, part := range []*Node{n.Key, n.Elem} {
		if part != nil {
			list = append(list, part)
		}
	}
	return list
}

// recursion finds the nodes that lead back to themselves.
func (a *analysis) recursion() {
	circles := Circles(a.Nodes, (*Node).parts)
	for _, n := range a.Nodes {
		n.Recursive = circles[n]
	}
}

// Circles returns which of some nodes, and of those that their parts lead to, lead back
// to themselves. It is Tarjan's algorithm for strongly connected components, from "Depth-first
// search and linear graph algorithms" (1972): it enters each node once.
func Circles[N comparable](nodes []N, parts func(N) []N) map[N]bool {
	circles, closed, met := map[N]bool{}, map[N]bool{}, map[N]int{}
	var open []N
	var visit func(N) int
	visit = func(n N) (first int) { // of the open nodes that n leads to, the one met first
		first, start := len(met)+1, len(open)
		met[n] = first
		at := first
		open = append(open, n)
		for _, part := range parts(n) {
			switch {
			case part == n:
				circles[n] = true
			case met[part] == 0:
				first = min(first, visit(part))
			case !closed[part]:
				first = min(first, met[part])
			}
		}
		if first == at { // what is open since n is the nodes that n leads to and that lead to n
			for _, m := range open[start:] {
				closed[m] = true
				circles[m] = circles[m] || len(open)-start > 1
			}
			open = open[:start]
		}
		return first
	}
	for _, n := range nodes {
		if met[n] == 0 {
			visit(n)
		}
	}
	return circles
}

// endless refuses pointers that lead to nothing but pointers.
func (a *analysis) endless() {
	for _, n := range a.Nodes {
		if n.Type.HoldsNothing() {
			a.refuse(typemodel.Diagnostic{Path: n.Path, Text: n.Type.String() + " leads to pointers alone", Remedies: typemodel.RemedyLeaveOut})
		}
	}
}

// spelled refuses what the package of the code cannot name. What has no name itself
// can be spelled if its parts can, which are nodes of their own, but for fields that are
// left out.
func (a *analysis) spelled() {
	if a.rules.InPlace {
		a.spelledOutOfPlace()
		return
	}
	for _, n := range a.Nodes {
		a.spell(n, n.Path)
	}
}

// spelledOutOfPlace is spelled for the roots and what is no field that stands in place.
func (a *analysis) spelledOutOfPlace() {
	for _, root := range a.Roots {
		a.spell(root, root.Path)
	}
	for _, n := range a.Nodes {
		for _, m := range n.Members {
			switch f := m.Node.Form; {
			case f == Struct, f == Time, f == Interface && (m.Node.Type.NumMethod == 0 || !m.Node.Type.Name.IsZero()), f == Any:
			default:
				a.spell(m.Node, typemodel.FieldPath(n.Path, m.Dotted()))
			}
		}
		if n.Key != nil {
			a.spell(n.Key, n.Path+"[key]")
		}
		if n.Elem != nil {
			a.spell(n.Elem, n.Path+map[Form]string{List: "[]", Array: "[]", Map: "[value]"}[n.Form])
		}
		for _, impl := range n.Impls {
			a.spell(impl, n.Path+".("+impl.Type.String()+")")
		}
	}
}

// spell refuses n, which stands at path, if the package of the code cannot name it.
func (a *analysis) spell(n *Node, path string) {
	if n.Form == Interface && a.rules.Nameless {
		return
	}
	hidden := func(f typemodel.Field) bool {
		return f.PkgPath != "" && f.PkgPath != a.rules.Package || f.Omit && !a.Spells(f.Type)
	}
	nameless := n.Form == Interface && n.Type.Name.IsZero() && n.Type.NumMethod > 0 // nobody can spell it
	if nameless || !a.Spells(n.Type) && (!n.Type.Name.IsZero() || slices.ContainsFunc(n.Type.Fields, hidden)) {
		a.refuse(NotExported(path, n.Type))
	}
}
