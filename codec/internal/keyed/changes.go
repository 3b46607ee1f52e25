package keyed

import (
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Changes collects what comes back as something else in values of a shape.
type Changes struct {
	typemodel.PlaceWalk[*shape.Node]

	// Of adds what there is to say of values of n at path, without its parts: m is the member
	// that they are, or nil.
	Of func(n *shape.Node, m *shape.Member, path string)

	// OfMember adds what there is to say of a member at path, whatever it holds.
	OfMember func(n *shape.Node, m *shape.Member, path string)

	list  []typemodel.Diagnostic
	shape *shape.Shape
}

// Add adds what becomes of values at path.
func (d *Changes) Add(what, path string) {
	if what != "" {
		d.list = append(d.list, typemodel.Diagnostic{Path: path, Severity: typemodel.Changed, Text: what})
	}
}

// In returns what comes back as something else in values of the shape's roots.
func (d *Changes) In(s *shape.Shape) []typemodel.Diagnostic {
	d.shape = s
	for _, root := range s.Roots {
		d.visit(root, nil, "")
	}
	return d.list
}

// visit looks at the values of n at path, and at their parts.
func (d *Changes) visit(n *shape.Node, m *shape.Member, path string) {
	if d.Passes(n, n.Type) {
		return
	}
	defer d.Enter(n, n.Type)()
	d.Of(n, m, path)
	switch n.Form {
	case shape.List, shape.Array:
		d.visit(n.Elem, nil, path+"[]")
	case shape.Map:
		d.visit(n.Key, nil, path+"[key]")
		d.visit(n.Elem, nil, path+"[value]")
	case shape.Interface:
		for _, impl := range n.Impls {
			d.visit(impl, nil, path+".("+impl.Type.String()+")")
		}
	case shape.Pointer:
		d.visit(n.Elem, nil, path)
	case shape.Carried:
		if n.StandIn.Methods == 0 { // what methods make is their business
			d.visit(n.Elem, nil, path)
		}
	case shape.Struct:
		for _, name := range d.shape.Untagged(n) {
			d.Add("left out by a tag of another package", typemodel.FieldPath(path, name))
		}
		for _, m := range n.Members {
			at := typemodel.FieldPath(path, m.Dotted())
			d.OfMember(n, m, at)
			d.visit(m.Node, m, at)
		}
	}
}

// UnknownFields adds that the fields are dropped that generated messages keep beside their own.
func (d *Changes) UnknownFields(n *shape.Node, path string) {
	if n.Form == shape.Struct && n.Type.UnknownFields() {
		d.Add(shape.UnknownFields(n.Type), path)
	}
}

// Emptied adds that what is empty comes back nil.
func (d *Changes) Emptied(n *shape.Node, path string) {
	switch n.Form {
	case shape.Bytes, shape.List:
		d.Add("empty slices come back nil", path)
	case shape.Map:
		d.Add("empty maps come back nil", path)
	}
}
