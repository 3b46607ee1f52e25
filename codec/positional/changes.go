package positional

import (
	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Facts implements codec.Format.
func (f *Format) Facts() codec.Facts {
	facts := codec.Facts{
		Takes:   []string{"unsafe", "arena", "constructor", "streams", "test", "max-depth", "max-alloc", "as", "unexported"},
		Options: &f.Pieces,
		Imports: []string{"bufio", "cmp", "encoding/binary", "fmt", "io", "maps", "math", "math/bits", "slices", "strings", "sync", "time"},
	}
	if !f.NoMaps {
		facts.Takes = append(facts.Takes, "sorted-maps")
	}
	if f.Interfaces != InterfaceNone {
		facts.Takes = append(facts.Takes, "impl")
	}
	if f.Evolvable {
		facts.Options = f
	}
	return facts
}

// fingerprinted reports whether encodings begin with the fingerprint of their type.
func (f *Format) fingerprinted() bool { return f.Evolvable && !f.NoFingerprint }

// begun reports whether encodings begin with something that is no part of the value.
func (f *Format) begun() bool { return f.fingerprinted() || f.Described }

// changes returns what comes back as something else: it follows from the facts of the
// format.
func (p *plan) changes() []typemodel.Diagnostic {
	d := &changes{plan: p}
	d.visit(p.root, "")
	return d.list
}

// changes collects what comes back as something else.
type changes struct {
	typemodel.PlaceWalk[*node]
	plan *plan
	list []typemodel.Diagnostic
}

func (d *changes) visit(n *node, path string) {
	if n == nil {
		return
	}
	var t *typemodel.Type // of a struct alone: parts inside others may have their type
	if n.op == opStruct {
		t = n.typ
	}
	if d.Passes(n, t) {
		return
	}
	defer d.Enter(n, t)()
	for _, what := range d.plan.format.differs(n) {
		d.list = append(d.list, typemodel.Diagnostic{Path: path, Severity: typemodel.Changed, Text: what})
	}
	if limits := d.plan.format.timeLimits(); n.op == opTime && limits != "" {
		d.list = append(d.list, typemodel.Diagnostic{Path: path, Severity: typemodel.Note, Text: limits})
	}
	switch n.op {
	case opStruct:
		for _, f := range n.fields {
			at := path
			if f.name != "" {
				at = typemodel.FieldPath(path, f.name)
			}
			d.visit(f.node, at)
		}
	case opMap:
		d.visit(n.key, path+"[key]")
		d.visit(n.elem, path+"[value]")
	case opList, opArray:
		d.visit(n.elem, path+"[]")
	case opInterface:
		for _, impl := range n.impls {
			d.visit(impl, path+".("+impl.typ.String()+")")
		}
	default:
		d.visit(n.elem, path)
	}
}

// differs returns what differs in values of n, its parts aside.
func (f *Format) differs(n *node) []string {
	switch {
	case n.op == opTime:
		return f.timeDiffers(n)
	case n.op == opStruct && n.typ.UnknownFields():
		return []string{shape.UnknownFields(n.typ)}
	case n.op == opMap && f.Nil == NilMerged && f.EmptyMaps, n.op == opMap && f.Nil == NilEmpty:
		return []string{"nil maps come back empty"}
	case n.op == opMap && f.Nil == NilMerged:
		return []string{"empty maps come back nil"}
	case n.op != opBytes && n.op != opList || n.isArray():
		return nil
	case f.Nil == NilMerged:
		return []string{"empty slices come back nil"}
	case f.Nil == NilEmpty:
		return []string{"nil slices come back empty"}
	}
	return nil
}

func (f *Format) timeDiffers(n *node) []string {
	switch f.Time {
	case TimeNano:
		return []string{"times come back in UTC"}
	case TimeLocalNano:
		return []string{"times come back in the local zone"}
	case TimeTicks:
		return []string{"times come back in UTC", "times are cut to 100 ns"}
	case TimeWord:
		if !n.zone {
			return []string{"times come back in UTC"}
		}
	}
	return []string{"times come back with the offset of their zone, without its name"}
}

// timeLimits says of which times there is no form, and nothing where all have one.
func (f *Format) timeLimits() string {
	switch f.Time {
	case TimeNano, TimeLocalNano:
		return "times beyond the years 1678 to 2262, the zero time too, are errors to marshal"
	case TimeTicks:
		return "times beyond the years 1678 to 2262 are errors to marshal, the zero time is not"
	}
	return ""
}
