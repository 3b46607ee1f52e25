package flatbuffers

import (
	"strconv"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// accesses reports whether the adapter reads without building a value. One
// variant does: they would not differ in it.
func (e *emitter) accesses() bool { return !e.aliases() }

// emitAccess prints the func that reads every field of a table and mixes it into
// h. Of strings and byte slices the bytes are found and their length is mixed
// in, since the library hands them out without looking at them.
func (e *emitter) emitAccess(t *table) {
	e.P("func ", e.name("access", t), "(t flatbuffers.Table, h uint64) uint64 {")
	for _, f := range t.fields {
		switch formOf(f.typ) {
		case scalar:
			n := numberOf(f.typ)
			e.P("h = ", e.mixed(n, e.slot(n, f)))
			continue
		case union:
			e.P("h = ", e.unionName("access", f.typ), "(t, ", e.place(f), ", h)")
			continue
		}
		e.P("if at := ", e.need("field"), "(t, ", e.place(f), "); at != 0 {")
		e.accessAt(f.typ)
		e.P("}")
	}
	e.P("return h")
	e.P("}")
	e.P()
}

// place returns the place of the field in the vtable, as source.
func (e *emitter) place(f field) string { return strconv.Itoa(f.vtable()) }

// mixed returns the mix of h and the number x.
func (e *emitter) mixed(n number, x string) string {
	switch {
	case n.typ == "bool":
		return e.need("mixBool") + "(h, " + x + ")"
	case n.typ == "uint64":
	case strings.HasPrefix(n.typ, "float"):
		x = "uint64(" + e.Ident("math", "F"+n.typ[1:]+"bits") + "(" + x + "))"
		if n.size == 8 {
			x = strings.TrimSuffix(strings.TrimPrefix(x, "uint64("), ")")
		}
	default:
		x = "uint64(" + x + ")"
	}
	return e.need("mix") + "(h, " + x + ")"
}

// accessAt prints the statements that mix in the value at the position at.
func (e *emitter) accessAt(t *typemodel.Type) {
	switch {
	case formOf(t) == scalar:
		n := numberOf(t)
		e.P("h = ", e.mixed(n, "t.Get"+n.name+"(at)"))
	case t.Kind == typemodel.Time:
		e.P("h = ", e.need("mix"), "(mix(h, uint64(t.GetInt64(at))), uint64(t.GetInt32(at+8)))")
	case t.Kind == typemodel.String, t.IsBytes():
		e.P("h = ", e.need("mix"), "(h, uint64(len(t.ByteVector(at))))")
	case t.IsByteArray():
		e.P("h = ", e.need("mixBytes"), "(h, t.ByteVector(at))")
	case t.Kind == typemodel.Struct:
		e.accessTable(e.tableOf(t))
	case t.Kind == typemodel.Pointer:
		elem, boxed := e.optional(t)
		e.P("h = ", e.need("mix"), "(h, 1) // there is one")
		if boxed != nil {
			e.accessTable(boxed)
		} else {
			e.accessAt(elem)
		}
	default:
		e.P("n, at := ", e.need("elements"), "(t, at)")
		e.P("h = ", e.need("mix"), "(h, uint64(n))")
		e.P("for range n {")
		size := 4
		switch elem := t.Elem; {
		case t.Kind == typemodel.Map:
			e.accessTable(e.pairOf(t))
		case formOf(elem) == scalar:
			size = numberOf(elem).size
			e.accessAt(elem)
		case elem.Kind == typemodel.Time:
			size = 16
			e.accessAt(elem)
		case elem.Kind == typemodel.String:
			e.accessAt(elem)
		default:
			tab, _ := e.elementTable(elem)
			e.accessTable(tab)
		}
		e.P("at += ", size)
		e.P("}")
	}
}

func (e *emitter) accessTable(tab *table) {
	e.P("sub := ", e.need("table"), "(t, at)")
	e.P("h = ", e.name("access", tab), "(sub, h)")
}

func (e *emitter) emitAccessUnion(t *typemodel.Type) {
	e.P("func ", e.unionName("access", t), "(t flatbuffers.Table, o flatbuffers.VOffsetT, h uint64) uint64 {")
	e.P("kind, at := t.GetByteSlot(o, 0), ", e.need("field"), "(t, o+2)")
	e.P("h = ", e.need("mix"), "(h, uint64(kind))")
	e.P("if at == 0 { return h }")
	e.P("sub := ", e.need("table"), "(t, at)")
	e.P("switch kind {")
	for i, alt := range e.alternatives(t) {
		e.P("case ", i+1, ":")
		e.P("h = ", e.name("access", alt.table), "(sub, h)")
	}
	e.P("}")
	e.P("return h")
	e.P("}")
	e.P()
}
