package flatbuffers

import (
	"strings"

	"github.com/assay-go/assay/drivers/internal/schema/records"
	"github.com/assay-go/assay/typemodel"
)

// accesses reports whether the adapter reads without building a value. One
// variant does: they would not differ in it.
func (e *emitter) accesses() bool { return !e.aliases() }

// emitAccess prints the func that reads every field of a table and mixes it into
// h. Of strings and byte slices the bytes are found and their length is mixed
// in, since the library hands them out without looking at them.
func (e *emitter) emitAccess(t *records.Record) {
	e.P("func ", e.Name("access", t), "(t flatbuffers.Table, h uint64) uint64 {")
	list, _ := fields(t)
	for _, f := range list {
		switch formOf(f.Type) {
		case scalar:
			n := numberOf(f.Type)
			e.P("h = ", e.mixed(n, e.slot(n, f)))
			continue
		case union:
			e.P("h = ", e.FuncOf("accessUnion", f.Type), "(t, ", f.place(), ", h)")
			continue
		}
		e.ifPresent(f)
		e.accessAt(f.Type)
		e.P("}")
	}
	e.End("return h")
}

// mixed returns the mix of h and the number x.
func (e *emitter) mixed(n number, x string) string {
	switch {
	case n.typ == "bool":
		return e.Need("mixBool") + "(h, " + x + ")"
	case n.typ == "uint64":
	case strings.HasPrefix(n.typ, "float"):
		x = "uint64(" + e.Ident("math", "F"+n.typ[1:]+"bits") + "(" + x + "))"
		if n.size == 8 {
			x = strings.TrimSuffix(strings.TrimPrefix(x, "uint64("), ")")
		}
	default:
		x = "uint64(" + x + ")"
	}
	return e.Need("mix") + "(h, " + x + ")"
}

// accessAt prints the statements that mix in the value at the position at.
func (e *emitter) accessAt(t *typemodel.Type) {
	switch {
	case formOf(t) == scalar:
		n := numberOf(t)
		e.P("h = ", e.mixed(n, "t.Get"+n.name+"(at)"))
	case t.Kind == typemodel.Time:
		e.P("h = ", e.Need("mix"), "(mix(h, uint64(t.GetInt64(at))), uint64(t.GetInt32(at+8)))")
	case t.Kind == typemodel.String, t.IsBytes():
		e.P("h = ", e.Need("mix"), "(h, uint64(len(t.ByteVector(at))))")
	case t.IsByteArray():
		e.P("h = ", e.Need("mixBytes"), "(h, t.ByteVector(at))")
	case t.Kind == typemodel.Struct:
		e.accessTable(e.Of(t))
	case t.Kind == typemodel.Pointer:
		elem, boxed := e.optional(t)
		e.P("h = ", e.Need("mix"), "(h, 1) // there is one")
		if boxed != nil {
			e.accessTable(boxed)
		} else {
			e.accessAt(elem)
		}
	default:
		e.P("n, at := ", e.Need("elements"), "(t, at)")
		e.P("h = ", e.Need("mix"), "(h, uint64(n))")
		e.P("for range n {")
		size := 4
		switch elem := t.Elem; {
		case t.Kind == typemodel.Map:
			e.accessTable(e.PairOf(t))
		case formOf(elem) == scalar:
			size = numberOf(elem).size
			e.accessAt(elem)
		case elem.Kind == typemodel.Time:
			size = 16
			e.accessAt(elem)
		case elem.Kind == typemodel.String:
			e.accessAt(elem)
		default:
			e.accessTable(e.element(elem).Record)
		}
		e.P("at += ", size)
		e.P("}")
	}
}

func (e *emitter) accessTable(r *records.Record) {
	e.P("sub := ", e.Need("table"), "(t, at)")
	e.P("h = ", e.Name("access", r), "(sub, h)")
}

func (e *emitter) emitAccessUnion(t *typemodel.Type) {
	e.P("func ", e.FuncOf("accessUnion", t), "(t flatbuffers.Table, o flatbuffers.VOffsetT, h uint64) uint64 {")
	e.P("kind, at := t.GetByteSlot(o, 0), ", e.Need("field"), "(t, o+2)")
	e.P("h = ", e.Need("mix"), "(h, uint64(kind))")
	e.P("if at == 0 { return h }")
	e.P("sub := ", e.Need("table"), "(t, at)")
	e.P("switch kind {")
	for i, alt := range e.alternatives(t) {
		e.P("case ", i+1, ":")
		e.P("h = ", e.Name("access", alt.Record), "(sub, h)")
	}
	e.P("}")
	e.End("return h")
}
