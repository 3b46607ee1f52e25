package flatbuffers

import (
	"strconv"

	"github.com/assay-go/assay/typemodel"
)

// emitPack prints the method that writes a table: first what its fields have
// offsets to, since objects do not nest.
func (e *emitter) emitPack(t *table) {
	e.P("func (p *packer) ", e.name("pack", t), "(", e.params(t), ") flatbuffers.UOffsetT {")
	for _, f := range t.fields {
		switch formOf(f.typ) {
		case offset:
			e.packOffset(e.offsetOf(f), f.expr, f.typ)
		case union:
			e.P(e.kindOf(f), ", ", e.offsetOf(f), " := p.", e.unionName("pack", f.typ), "(", unparen(f.expr), ")")
		}
	}
	e.P("p.StartObject(", t.slots, ")")
	for _, f := range t.fields {
		e.packSlot(f)
	}
	e.P("return p.EndObject()")
	e.P("}")
	e.P()
}

func (e *emitter) offsetOf(f field) string { return e.Local("o" + strconv.Itoa(f.slot)) }
func (e *emitter) kindOf(f field) string   { return e.Local("kind" + strconv.Itoa(f.slot)) }

// packSlot prints the writing of a field within its object.
func (e *emitter) packSlot(f field) {
	x, t := f.expr, f.typ
	switch formOf(t) {
	case scalar:
		n := numberOf(t)
		e.P("p.Prepend", n.name, "Slot(", f.slot, ", ", n.to(x, t), ", ", n.zero(), ")")
	case moment:
		e.P("p.PrependStructSlot(", f.slot, ", ", e.putTime(x, t), ", 0)")
	case union:
		e.P("p.PrependByteSlot(", f.slot, ", ", e.kindOf(f), ", 0)")
		e.P("p.PrependUOffsetTSlot(", f.slot+1, ", ", e.offsetOf(f), ", 0)")
	case offset:
		if t.Kind == typemodel.Pointer {
			switch formOf(t.Elem) {
			case scalar:
				n := numberOf(t.Elem)
				e.P("if ", x, " != nil {")
				e.P("p.Prepend", n.name, "(", n.to("(*"+x+")", t.Elem), ")")
				e.P("p.Slot(", f.slot, ")")
				e.P("}")
				return
			case moment:
				e.P("if ", x, " != nil {")
				e.P("p.PrependStructSlot(", f.slot, ", ", e.putTime("(*"+x+")", t.Elem), ", 0)")
				e.P("}")
				return
			}
		}
		e.P("p.PrependUOffsetTSlot(", f.slot, ", ", e.offsetOf(f), ", 0)")
	}
}

func (e *emitter) putTime(x string, t *typemodel.Type) string {
	e.workaround("times as a struct of seconds and nanoseconds")
	return e.need("putTime") + "(p, " + e.asTime(x, t) + ")"
}

// asTime returns x, of a type that may have a name of its own, as a time.Time.
func (e *emitter) asTime(x string, t *typemodel.Type) string {
	if isTime(t) {
		return unparen(x)
	}
	return e.Ident("time", "Time") + "(" + unparen(x) + ")"
}

func isTime(t *typemodel.Type) bool { return t.Name.IsZero() || t.Name.PkgPath == "time" }

// packOffset prints the statements that write x, unless it is nil, and declare
// the variable o of its offset.
func (e *emitter) packOffset(o, x string, t *typemodel.Type) {
	switch t.Kind {
	case typemodel.String:
		e.P(o, " := p.CreateString(", e.asString(x, t), ")")
	case typemodel.Struct:
		e.P(o, " := p.", e.name("pack", e.tableOf(t)), "(", addr(x), ")")
	case typemodel.Array:
		if len(e.Type(t)) > 0 && t.IsByteArray() && t.Elem.Name.PkgPath == "" {
			e.workaround("arrays as vectors of a checked length")
			e.P(o, " := p.CreateByteVector(", x, "[:])")
			return
		}
		e.P("var ", o, " flatbuffers.UOffsetT")
		e.P("{")
		e.packVector(o, x, t)
		e.P("}")
	case typemodel.Slice, typemodel.Map:
		e.P("var ", o, " flatbuffers.UOffsetT")
		e.P("if ", x, " != nil {")
		e.packVector(o, x, t)
		e.P("}")
	case typemodel.Pointer:
		if f := formOf(t.Elem); f == scalar || f == moment {
			return
		}
		e.P("var ", o, " flatbuffers.UOffsetT")
		e.P("if ", x, " != nil {")
		elem, boxed := e.optional(t)
		switch {
		case boxed != nil:
			e.P(o, " = p.", e.name("pack", boxed), "(", unparen(x), ")")
		case elem.Kind == typemodel.String:
			e.P(o, " = p.CreateString(", e.asString("(*"+x+")", elem), ")")
		default:
			e.packVector(o, "(*"+x+")", elem)
		}
		e.P("}")
	}
}

func (e *emitter) asString(x string, t *typemodel.Type) string {
	if t.Name.PkgPath == "" {
		return unparen(x)
	}
	return "string(" + unparen(x) + ")"
}

// packVector prints the statements that write the elements of x and set o.
func (e *emitter) packVector(o, x string, t *typemodel.Type) {
	if t.Kind == typemodel.Map {
		e.workaround("maps as vectors of tables of a key and a value")
		e.P("mark := len(p.offsets)")
		// Declared within the loop they would be allocated in recursive types.
		e.P("var k ", t.Key)
		e.P("var x ", t.Elem)
		e.P("for k, x = range ", unparen(x), " {")
		e.P("o := p.", e.name("pack", e.pairOf(t)), "(&k, &x)")
		e.P("p.offsets = append(p.offsets, o)")
		e.P("}")
		e.P(o, " = p.", e.need("vector"), "(mark)")
		return
	}
	if t.Kind == typemodel.Array {
		e.workaround("arrays as vectors of a checked length")
	}
	elem, all := t.Elem, x
	if t.Kind == typemodel.Array {
		all = x + "[:]"
	}
	if elem.Kind == typemodel.Uint8 && elem.Name.PkgPath == "" {
		e.P(o, " = p.CreateByteVector(", unparen(all), ")")
		return
	}
	at := x + "[i]"
	switch f := formOf(elem); {
	case f == scalar || f == moment:
		size, alignment, put := 16, 8, ""
		if f == scalar {
			n := numberOf(elem)
			size, alignment = n.size, n.size
			put = "p.Prepend" + n.name + "(" + n.to(at, elem) + ")"
		} else {
			put = e.putTime(at, elem)
		}
		e.P("p.StartVector(", size, ", len(", unparen(x), "), ", alignment, ")")
		e.P("for i := len(", unparen(x), ") - 1; i >= 0; i-- {")
		e.P(put)
		e.P("}")
		e.P(o, " = p.EndVector(len(", unparen(x), "))")
		return
	case elem.Kind == typemodel.String:
		e.P("mark := len(p.offsets)")
		e.P("for i := range ", unparen(x), " {")
		e.P("o := p.CreateString(", e.asString(at, elem), ")")
	default:
		tab, pointer := e.elementTable(elem)
		e.P("mark := len(p.offsets)")
		e.P("for i := range ", unparen(x), " {")
		if pointer {
			e.P("if ", at, " == nil {")
			e.P("p.err = ", e.need("errNil"))
			e.P("break")
			e.P("}")
			e.P("o := p.", e.name("pack", tab), "(", at, ")")
		} else {
			e.P("o := p.", e.name("pack", tab), "(", addr(at), ")")
		}
	}
	e.P("p.offsets = append(p.offsets, o)")
	e.P("}")
	e.P(o, " = p.", e.need("vector"), "(mark)")
}

// emitPackUnion prints the method that writes what an interface holds.
func (e *emitter) emitPackUnion(t *typemodel.Type) {
	e.P("func (p *packer) ", e.unionName("pack", t), "(v ", t, ") (kind byte, o flatbuffers.UOffsetT) {")
	e.P("switch x := v.(type) {")
	e.P("case nil:")
	e.P("return 0, 0")
	for i, alt := range e.alternatives(t) {
		e.P("case ", alt.typ, ":")
		x := "&x"
		if alt.pointer {
			e.P("if x == nil {")
			e.P("p.err = ", e.need("errNil"))
			e.P("return 0, 0")
			e.P("}")
			x = "x"
		}
		e.P("return ", i+1, ", p.", e.name("pack", alt.table), "(", x, ")")
	}
	e.P("}")
	e.P("p.err = ", e.need("errAlternative"))
	e.P("return 0, 0")
	e.P("}")
	e.P()
}
