package shape

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/typemodel"
)

// Of analyses some types by the rules. The refusals are all there are; the shape is
// of use only if there are none.
func Of(types []*typemodel.Type, r Rules) (*Shape, []typemodel.Refusal) {
	a := &analysis{Shape: &Shape{rules: r, byKey: map[string][]*Node{}}}
	for _, t := range types {
		wish := r.Wish
		if r.Refuse != nil {
			wish.Refuse = func(_ string, t *typemodel.Type) typemodel.Refusal { return r.Refuse(t) }
		}
		if r.Own != nil {
			wish.Stays = r.Own
		}
		plan, refused := carry.New(t, wish)
		for _, r := range refused {
			a.refuse(r)
		}
		a.plan = plan
		a.Roots = append(a.Roots, a.node(t, ""))
	}
	a.recursion()
	a.endless()
	a.spelled()
	slices.SortStableFunc(a.refusals, func(x, y typemodel.Refusal) int { return cmp.Compare(x.Path, y.Path) })
	return a.Shape, a.refusals
}

// analysis is a shape being made.
type analysis struct {
	*Shape
	refusals []typemodel.Refusal
}

// refuse adds a refusal, the first of its path.
func (a *analysis) refuse(r typemodel.Refusal) {
	if !slices.ContainsFunc(a.refusals, func(other typemodel.Refusal) bool { return other.Path == r.Path }) {
		a.refusals = append(a.refusals, r)
	}
}

// node returns the node of t, which path leads to.
func (a *analysis) node(t *typemodel.Type, path string) *Node {
	// Types that are loaded one by one have models of their own of what they share.
	key := t.Name.PkgPath + " " + t.String()
	for _, n := range a.byKey[key] {
		if n.Type == t || reflect.DeepEqual(n.Type, t) {
			return n
		}
	}
	n := &Node{Type: t, Path: path, Form: form(t)}
	a.byKey[key] = append(a.byKey[key], n)
	a.Nodes = append(a.Nodes, n)
	if n.Carrier = a.plan.Of(t); n.Carrier != nil {
		n.Form, n.Elem = Carried, a.node(n.Carrier.As, path)
		return n
	}
	if a.rules.Own != nil && a.rules.Own(t) {
		n.Form = Own
		if t.Own().Has(typemodel.GogoBuffer) {
			n.Fills = "MarshalToSizedBuffer"
		} else if t.Own().Has(typemodel.GogoWriter) {
			n.Fills = "MarshalTo"
		}
		return n
	}
	switch n.Form {
	case Pointer:
		n.Elem = a.node(t.Elem, path)
	case List, Array:
		n.Elem = a.node(t.Elem, path+"[]")
	case Map:
		n.Key, n.Elem = a.key(t.Key, path+"[key]"), a.node(t.Elem, path+"[value]")
	case Struct:
		a.members(n, t, nil, path)
	case Interface:
		for _, impl := range t.Impls {
			n.Impls = append(n.Impls, a.node(impl, path+".("+impl.String()+")"))
		}
	}
	return n
}

// key returns the node of a map's key, which is carried by something that can be a
// key.
func (a *analysis) key(t *typemodel.Type, path string) *Node {
	by := a.plan.KeyOf(t)
	if by == nil {
		return a.node(t, path)
	}
	n := &Node{Type: t, Path: path, Form: Carried, Carrier: by, Elem: a.node(by.As, path)}
	a.Nodes = append(a.Nodes, n)
	return n
}

// form returns the form of t by its kind.
func form(t *typemodel.Type) Form {
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

// members adds the members of the struct t to n: all of n's, or those of something
// that is embedded in line by the fields of path.
func (a *analysis) members(n *Node, t *typemodel.Type, path []*typemodel.Field, at string) {
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Name == cmp.Or(a.rules.Marker, "_") && len(path) == 0 {
			if m, _, _ := a.member(t, f); m != nil {
				n.Options = append(n.Options, m.Options...)
			}
			if !f.Exported() {
				continue
			}
		}
		if f.Omit || !f.Exported() && !(f.Embedded && f.Type.Kind == typemodel.Struct && a.carries(f.Type)) {
			continue
		}
		where := strings.TrimPrefix(at+"."+f.Name, ".")
		m, reason, advice := a.member(t, f)
		if reason != "" {
			a.refuse(typemodel.Refusal{Path: where, Reason: reason, Fix: advice})
			continue
		}
		if m == nil {
			continue
		}
		m.Path = append(slices.Clone(path), f)
		if f.PkgPath != "" && a.rules.Package != "" && f.PkgPath != a.rules.Package {
			a.refuse(typemodel.Refusal{
				Path: where, Reason: "the field is not exported by its package, " + f.PkgPath,
				Fix: "write the code into that package by --out", Ways: typemodel.WayLeaveOut,
			})
			continue
		}
		if a.rules.Inline != "" && m.Has(a.rules.Inline) {
			if f.Type.Kind != typemodel.Struct || a.plan.Of(f.Type) != nil || slices.ContainsFunc(path, func(p *typemodel.Field) bool { return p.Type == f.Type }) {
				a.refuse(typemodel.Refusal{
					Path: where, Reason: "the option " + a.rules.Inline + " is for structs with fields of their own",
					Fix: "remove it from the tag",
				})
				continue
			}
			a.members(n, f.Type, m.Path, where)
			continue
		}
		if a.rules.Promote && f.Embedded && !m.tagged && f.Type.Kind == typemodel.Struct && a.plan.Of(f.Type) == nil {
			if !slices.ContainsFunc(path, func(p *typemodel.Field) bool { return p.Type == f.Type }) {
				a.members(n, f.Type, m.Path, where)
			}
			continue
		}
		if a.rules.Promote && f.Embedded && !m.tagged && f.Type.Kind == typemodel.Pointer && f.Type.Elem.Kind == typemodel.Struct {
			if elem := f.Type.Elem; a.rules.Through && a.plan.Of(elem) == nil {
				if elem != n.Type && !slices.ContainsFunc(path, func(p *typemodel.Field) bool { return p.Type == elem || p.Type.Elem == elem }) {
					a.members(n, elem, m.Path, where)
				}
				continue
			}
			a.refuse(typemodel.Refusal{
				Path: where, Reason: "members of a struct that is embedded by a pointer are not carried yet",
				Fix: "give it a name by its tag, embed the struct itself", Ways: typemodel.WayLeaveOut,
			})
			continue
		}
		if !a.dominates(n, m, where) {
			continue
		}
		m.Node = a.node(f.Type, where)
		n.Members = append(n.Members, m)
	}
}

// dominates reports whether m, at path, is to become a member of n, beside which
// there may be one of the same name: it goes if m hides it. If neither hides the
// other, they are refused.
func (a *analysis) dominates(n *Node, m *Member, path string) bool {
	k := slices.IndexFunc(n.Members, func(other *Member) bool {
		return other.Name == m.Name || m.Number != 0 && other.Number == m.Number
	})
	if k < 0 {
		return true
	}
	other := n.Members[k]
	if a.rules.Promote && (len(m.Path) != len(other.Path) || m.tagged != other.tagged) {
		if len(m.Path) > len(other.Path) || len(m.Path) == len(other.Path) && other.tagged {
			return false
		}
		n.Members = slices.Delete(n.Members, k, k+1)
		return true
	}
	if other.Name != m.Name {
		a.refuse(typemodel.Refusal{
			Path: path, Reason: fmt.Sprintf("%s has the number %d too", other.Field().Name, m.Number),
			Fix: "give one of them another number by its tag",
		})
		return false
	}
	a.refuse(typemodel.Refusal{
		Path: path, Reason: "two members have the name " + strconv.Quote(m.Name),
		Fix: "give one of them another name by its tag",
	})
	return false
}

// carries reports whether a struct has fields that are carried.
func (a *analysis) carries(t *typemodel.Type) bool {
	return slices.ContainsFunc(t.Fields, func(f typemodel.Field) bool {
		return f.Exported() || !f.Omit && f.Embedded && f.Type.Kind == typemodel.Struct && a.carries(f.Type)
	})
}

// member returns the member that the field of a struct is, or nil for one that is left
// out.
func (a *analysis) member(of *typemodel.Type, f *typemodel.Field) (m *Member, reason, advice string) {
	if a.rules.Read != nil {
		return a.rules.Read(of, f)
	}
	return tagged(f, a.rules.Tags), "", ""
}

// tagged returns the member that the tags of f tell of, or nil if they leave f out.
func tagged(f *typemodel.Field, tags []string) *Member {
	m := &Member{Name: f.Name}
	for _, key := range tags {
		tag := f.Tag.Get(key)
		if tag == "" {
			continue
		}
		parts := strings.Split(tag, ",")
		if tag == "-" {
			return nil
		}
		if parts[0] != "" {
			m.Name, m.tagged = parts[0], true
		}
		m.Options = parts[1:]
		break
	}
	switch {
	case m.Has("omitempty"):
		m.Omit = OmitEmpty
	case m.Has("omitzero"):
		m.Omit = OmitZero
	}
	return m
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
	for _, n := range a.Nodes {
		seen := map[*Node]bool{}
		var reaches func(from *Node) bool
		reaches = func(from *Node) bool {
			for _, part := range from.parts() {
				if part == n {
					return true
				}
				if !seen[part] {
					seen[part] = true
					if reaches(part) {
						return true
					}
				}
			}
			return false
		}
		n.Recursive = reaches(n)
	}
}

// endless refuses pointers that lead to nothing but pointers.
func (a *analysis) endless() {
	for _, n := range a.Nodes {
		seen := map[*Node]bool{}
		at := n
		for ; at.Form == Pointer && !seen[at]; at = at.Elem {
			seen[at] = true
		}
		if at.Form == Pointer && at == n {
			a.refuse(typemodel.Refusal{Path: n.Path, Reason: n.Type.String() + " leads to pointers alone", Ways: typemodel.WayLeaveOut})
		}
	}
}

// spelled refuses what the package of the code cannot name. What has no name itself
// can be spelled if its parts can, which are nodes of their own, but for fields that are
// left out.
func (a *analysis) spelled() {
	for _, n := range a.Nodes {
		if n.Form == Interface && a.rules.Nameless {
			continue
		}
		hidden := func(f typemodel.Field) bool {
			return f.PkgPath != "" && f.PkgPath != a.rules.Package || f.Omit && !a.Spells(f.Type)
		}
		if !a.Spells(n.Type) && (!n.Type.Name.IsZero() || slices.ContainsFunc(n.Type.Fields, hidden)) {
			a.refuse(typemodel.Refusal{
				Path: n.Path, Reason: "the type " + n.Type.String() + " is not exported by its package",
				Fix: "write the code into that package by --out", Ways: typemodel.WayLeaveOut,
			})
		}
	}
}
