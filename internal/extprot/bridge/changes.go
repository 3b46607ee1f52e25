package bridge

import (
	"strings"

	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// changes collects what comes back as something else.
type changes struct {
	typemodel.PlaceWalk[*carrier]
	list []typemodel.Diagnostic
}

func (d *changes) add(what, path string) {
	d.list = append(d.list, typemodel.Diagnostic{Path: path, Severity: typemodel.Changed, Text: what})
}

func (d *changes) visit(c *carrier, path string) {
	if d.Passes(c, c.typ) {
		return
	}
	defer d.Enter(c, c.typ)()
	switch c.form {
	case instant:
		d.add("times come back in UTC", path)
	case blob:
		if c.typ.Kind == typemodel.Slice {
			d.add("empty slices come back nil", path)
		}
	case list:
		switch {
		case c.typ.Kind != typemodel.Slice:
		case identical(c.elem): // the message's own slice
			d.add("empty slices come back nil", path)
		default:
			d.add("nil slices come back empty", path)
		}
		d.visit(c.elem, path+"[]")
	case option:
		d.visit(c.elem, path)
	case carried:
		if c.carry.Methods == 0 { // what methods make is their business
			d.visit(c.elem, path)
		}
	case record, union:
		if c.typ.UnknownFields() {
			d.add(shape.UnknownFields(c.typ), path)
		}
		for _, f := range c.fields {
			d.visit(f.carrier, strings.TrimSuffix(typemodel.FieldPath(path, f.goName), "."))
		}
	}
}
