package flatbuffers

import (
	"strconv"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/records"
	"github.com/assay-go/assay/typemodel"
)

// emitPack prints the method that writes a table: first what its fields have
// offsets to, since objects do not nest.
func (e *emitter) emitPack(t *records.Record) {
	e.P("func (p *packer) ", e.Name("pack", t), "(", e.Params(t), ") flatbuffers.UOffsetT {")
	list, slots := fields(t)
	for _, f := range list {
		switch formOf(f.Type) {
		case offset:
			e.packOffset(e.offsetOf(f), f.Expr, f.Type)
		case union:
			e.P(e.kindOf(f), ", ", e.offsetOf(f), " := p.", e.FuncOf("packUnion", f.Type), "(", records.Bare(f.Expr), ")")
		}
	}
	e.P("p.StartObject(", slots, ")")
	for _, f := range list {
		e.packSlot(f)
	}
	e.End("return p.EndObject()")
}

func (e *emitter) offsetOf(f field) string { return e.Local("o" + strconv.Itoa(f.slot)) }
func (e *emitter) kindOf(f field) string   { return e.Local("kind" + strconv.Itoa(f.slot)) }

// packSlot prints the writing of a field within its object.
func (e *emitter) packSlot(f field) {
	x, t := f.Expr, f.Type
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
				e.P("if ", x, " != nil { p.PrependStructSlot(", f.slot, ", ", e.putTime("(*"+x+")", t.Elem), ", 0) }")
				return
			}
		}
		e.P("p.PrependUOffsetTSlot(", f.slot, ", ", e.offsetOf(f), ", 0)")
	}
}

func (e *emitter) putTime(x string, t *typemodel.Type) string {
	e.Workaround("times as a struct of seconds and nanoseconds")
	return e.Need("putTime") + "(p, " + records.Convert(x, t, e.Ident("time", "Time")) + ")"
}

// packOffset prints the statements that write x, unless it is nil, and declare
// the variable o of its offset.
func (e *emitter) packOffset(o, x string, t *typemodel.Type) {
	switch t.Kind {
	case typemodel.String:
		e.P(o, " := p.CreateString(", records.Convert(x, t, "string"), ")")
	case typemodel.Struct:
		e.P(o, " := p.", e.Name("pack", e.Of(t)), "(", records.Addr(x), ")")
	case typemodel.Array:
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
			e.P(o, " = p.", e.Name("pack", boxed), "(", records.Bare(x), ")")
		case elem.Kind == typemodel.String:
			e.P(o, " = p.CreateString(", records.Convert("(*"+x+")", elem, "string"), ")")
		default:
			e.packVector(o, "(*"+x+")", elem)
		}
		e.P("}")
	}
}

// packVector prints the statements that write the elements of x and set o.
func (e *emitter) packVector(o, x string, t *typemodel.Type) {
	if t.Kind == typemodel.Map {
		e.Workaround("maps as vectors of tables of a key and a value")
		e.P("mark := len(p.offsets)")
		// Declared within the loop they would be allocated in recursive types.
		e.P("var k ", t.Key)
		e.P("var x ", t.Elem)
		e.P("for k, x = range ", records.Bare(x), " {")
		e.P("o := p.", e.Name("pack", e.PairOf(t)), "(&k, &x)")
		e.P("p.offsets = append(p.offsets, o)")
		e.P("}")
		e.P(o, " = p.", e.Need("vector"), "(mark)")
		return
	}
	if t.Kind == typemodel.Array {
		e.Workaround("arrays as vectors of a checked length")
	}
	if driver.IsBytes(t) {
		if t.Kind == typemodel.Array {
			x += "[:]"
		}
		e.P(o, " = p.CreateByteVector(", records.Bare(x), ")")
		return
	}
	elem, at := t.Elem, x+"[i]"
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
		e.P("p.StartVector(", size, ", len(", records.Bare(x), "), ", alignment, ")")
		e.P("for i := len(", records.Bare(x), ") - 1; i >= 0; i-- { ", put, " }")
		e.P(o, " = p.EndVector(len(", records.Bare(x), "))")
		return
	case elem.Kind == typemodel.String:
		e.P("mark := len(p.offsets)")
		e.P("for i := range ", records.Bare(x), " {")
		e.P("o := p.CreateString(", records.Convert(at, elem, "string"), ")")
	default:
		h, item := e.element(elem), records.Addr(at)
		e.P("mark := len(p.offsets)")
		e.P("for i := range ", records.Bare(x), " {")
		if h.Ref {
			e.P("if ", at, " == nil { p.err = ", e.Need("errNil"), "; break }")
			item = at
		}
		e.P("o := p.", e.Name("pack", h.Record), "(", item, ")")
	}
	e.P("p.offsets = append(p.offsets, o)")
	e.P("}")
	e.P(o, " = p.", e.Need("vector"), "(mark)")
}

// emitPackUnion prints the method that writes what an interface holds.
func (e *emitter) emitPackUnion(t *typemodel.Type) {
	e.P("func (p *packer) ", e.FuncOf("packUnion", t), "(v ", t, ") (kind byte, o flatbuffers.UOffsetT) {")
	e.P("switch x := v.(type) {")
	e.P("case nil:")
	e.P("return 0, 0")
	for i, alt := range e.alternatives(t) {
		e.P("case ", alt.Type, ":")
		x := "&x"
		if alt.Ref {
			e.P("if x == nil { p.err = ", e.Need("errNil"), "; return 0, 0 }")
			x = "x"
		}
		e.P("return ", i+1, ", p.", e.Name("pack", alt.Record), "(", x, ")")
	}
	e.P("}")
	e.P("p.err = ", e.Need("errAlternative"))
	e.End("return 0, 0")
}
