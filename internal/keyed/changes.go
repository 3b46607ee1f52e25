package keyed

import (
	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/internal/steps"
	"github.com/assay-go/assay/typemodel"
)

// Changes returns what comes back as something else in values of the shape's roots,
// whose structs are all lists if tuple is set.
func (w *Wire) Changes(s *shape.Shape, tuple bool) []typemodel.Diagnostic {
	d := &changes{p: &printer{wire: w, shape: s, opts: Options{Tuple: tuple}}}
	for _, root := range s.Roots {
		d.visit(root, "", false)
	}
	return d.list
}

// changes collects what comes back as something else.
type changes struct {
	typemodel.PlaceWalk[*shape.Node]
	p    *printer // for what it knows of members
	list []typemodel.Diagnostic
}

func (d *changes) add(what, path string) {
	d.list = append(d.list, typemodel.Diagnostic{Path: path, Severity: typemodel.Changed, Text: what})
}

// visit looks at the values of n at path. Those that are null have a form of their own.
func (d *changes) visit(n *shape.Node, path string, null bool) {
	if d.Passes(n, n.Type) {
		return
	}
	defer d.Enter(n, n.Type)()
	if what := d.p.wire.Scalars[n.Form].Changes; what != "" {
		d.add(what, path)
	}
	merged := d.p.wire.Nil == NilEmpty && !null
	switch n.Form {
	case shape.Bytes:
		if merged {
			d.add("empty slices come back nil", path)
		}
	case shape.List:
		if merged {
			d.add("empty slices come back nil", path)
		}
		d.visit(n.Elem, path+"[]", false)
	case shape.Array:
		d.visit(n.Elem, path+"[]", false)
	case shape.Map:
		if merged {
			d.add("empty maps come back nil", path)
		}
		d.visit(n.Key, path+"[key]", false)
		d.visit(n.Elem, path+"[value]", false)
	case shape.Any:
		if d.p.wire.Any != nil {
			d.add(d.p.wire.Any.Changes, path)
		}
	case shape.Interface:
		for _, impl := range n.Impls {
			d.visit(impl, path+".("+impl.Type.String()+")", false)
		}
	case shape.Pointer:
		if f := n.Elem.Form; d.p.wire.Nil == NilNull && (f == shape.Bytes || f == shape.List || f == shape.Map) {
			d.add("pointers to nil slices and maps come back nil", path)
		}
		if n.Elem.Form == shape.Time && d.p.wire.ZeroTimeNull {
			d.add("pointers to the zero time come back nil", path)
		}
		d.visit(n.Elem, path, false)
	case shape.Carried:
		if n.StandIn.Methods == 0 { // what methods make is their business
			d.visit(n.Elem, path, false)
		}
	case shape.Struct:
		if n.Type.UnknownFields() && d.p.remainderIn(n, n.Type.Name.PkgPath) == (Remainder{}) {
			d.add(codec.UnknownFields(n.Type), path)
		}
		if d.p.wire.Fields == nil { // members have names
			for _, at := range d.p.shape.Hidden(n) {
				d.add(codec.Shadowed, typemodel.FieldPath(path, at))
			}
		}
		for _, name := range d.p.shape.Untagged(n) {
			d.add("left out by a tag of another package", typemodel.FieldPath(path, name))
		}
		for _, m := range n.Members {
			at := typemodel.FieldPath(path, m.Dotted())
			d.omitted(n, m, at)
			if c, _ := d.p.present(m, goprint.Variable("x")); c.Test == steps.AllOf {
				d.add(shape.HollowStructs, at)
			}
			d.visit(m.Node, at, d.p.nullable(m))
		}
	}
}

// omitted looks at what comes back for a member that is left out.
func (d *changes) omitted(n *shape.Node, m *shape.Member, path string) {
	c, omits := d.p.kept(m, goprint.Variable("x"))
	if !omits || d.p.tuple(n) {
		return
	}
	switch {
	case c.Test == steps.HasElements:
		d.add(shape.EmptyLists, path)
	case c.Test == steps.NotZeroCall && m.Node.Form != shape.Time:
		d.add(shape.SaidZero, path)
	case (c.Test == steps.NotZero || c.Test == steps.NotEqual) && m.Node.Type.HoldsFloats():
		d.add(shape.NegativeZeros, path)
	}
}
