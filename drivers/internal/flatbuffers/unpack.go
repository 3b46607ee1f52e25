package flatbuffers

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/records"
	"github.com/assay-go/assay/typemodel"
)

// emitUnpack prints the func that sets every field of a value, which may be a
// used one.
func (e *emitter) emitUnpack(t *records.Record) {
	e.P("func ", e.Name("unpack", t), "(t flatbuffers.Table, ", e.Params(t), ") ", e.result(), "{")
	list, _ := fields(t)
	for _, f := range list {
		e.unpackField(f)
	}
	e.done()
	e.End()
}

func (e *emitter) result() string {
	if e.fallible {
		return "error "
	}
	return ""
}

func (e *emitter) done() {
	if e.fallible {
		e.P("return nil")
	}
}

// call prints the call of an unpacking func.
func (e *emitter) call(fn, args string) {
	if e.fallible {
		e.P("if err := ", fn, "(", args, "); err != nil { return err }")
	} else {
		e.P(fn, "(", args, ")")
	}
}

func (e *emitter) unpackField(f field) {
	x, t := f.Expr, f.Type
	switch formOf(t) {
	case scalar:
		n := numberOf(t)
		e.P(records.Bare(x), " = ", e.from(n, e.slot(n, f), t))
		return
	case union:
		e.call(e.FuncOf("unpackUnion", t), "t, "+f.place()+", "+records.Addr(x))
		return
	}
	e.ifPresent(f)
	e.unpackAt(x, t)
	e.P("} else {")
	switch t.Kind {
	case typemodel.String:
		e.P(records.Bare(x), ` = ""`)
	case typemodel.Slice, typemodel.Map, typemodel.Pointer:
		e.P(records.Bare(x), " = nil")
	default:
		e.P(e.Need("clearValue"), "(", records.Addr(x), ")")
	}
	e.P("}")
}

// ifPresent opens the block of a field that is there, at the position at.
func (e *emitter) ifPresent(f field) {
	e.P("if o := t.Offset(", f.place(), "); o != 0 {")
	e.P("at := t.Pos + flatbuffers.UOffsetT(o)")
}

// slot returns the reading of a scalar field.
func (e *emitter) slot(n number, f field) string {
	return "t.Get" + n.name + "Slot(" + f.place() + ", " + n.zero() + ")"
}

// unpackAt prints the statements that read the value at the position at into x,
// which is addressable.
func (e *emitter) unpackAt(x string, t *typemodel.Type) {
	switch {
	case formOf(t) == scalar:
		n := numberOf(t)
		e.P(records.Bare(x), " = ", e.from(n, "t.Get"+n.name+"(at)", t))
	case t.Kind == typemodel.Time:
		e.P(records.Bare(x), " = ", e.ConvertTo(t, e.Ident("time", "Unix")+"(t.GetInt64(at), int64(t.GetInt32(at+8))).UTC()", "time.Time"))
	case t.Kind == typemodel.String:
		value := "string(t.ByteVector(at))"
		if e.aliases() {
			value = "t.String(at)"
		}
		e.P(records.Bare(x), " = ", e.ConvertTo(t, value, "string"))
	case t.Kind == typemodel.Struct:
		e.unpackTable("", e.Of(t), records.Addr(x))
	case t.Kind == typemodel.Pointer:
		elem, boxed := e.optional(t)
		e.P("if ", x, " == nil { ", records.Bare(x), " = new(", elem, ") }")
		if boxed != nil {
			e.unpackTable("", boxed, records.Bare(x))
		} else {
			e.unpackAt("(*"+x+")", elem)
		}
	default:
		e.unpackVector(x, t)
	}
}

// aliases reports whether strings and bytes may lie in the input.
func (e *emitter) aliases() bool { return e.variant.Has(driver.UnsafeStr) }

// unpackTable prints the reading of the table whose offset is at the position
// at into the value that dst points to.
func (e *emitter) unpackTable(keys string, r *records.Record, dst string) {
	e.P("sub := ", e.Need("table"), "(t, at)")
	e.call(e.Name("unpack", r), "sub, "+keys+dst)
}

func (e *emitter) unpackVector(x string, t *typemodel.Type) {
	if driver.IsBytes(t) {
		e.P("b := t.ByteVector(at)")
		switch {
		case t.Kind == typemodel.Array:
			e.P("if len(b) != len(", records.Bare(x), ") { return ", e.Need("errLength"), " }")
			e.P("copy(", x, "[:], b)")
		case e.aliases():
			e.P(records.Bare(x), " = b[:len(b):len(b)]")
		default:
			e.P(records.Bare(x), " = ", e.Need("sized"), "(", records.Bare(x), ", len(b))")
			e.P("copy(", records.Bare(x), ", b)")
		}
		return
	}
	e.P("n, at := ", e.Need("elements"), "(t, at)")
	switch t.Kind {
	case typemodel.Map:
		e.P("if ", x, " == nil { ", records.Bare(x), " = make(", t, ", n) } else { clear(", records.Bare(x), ") }")
		// Declared within the loop they would be allocated in recursive types.
		e.P("var k ", t.Key)
		e.P("var x ", t.Elem)
		e.P("for range n {")
		e.P(e.Need("clearValue"), "(&x)")
		e.unpackTable("&k, ", e.PairOf(t), "&x")
		e.P(x, "[k] = x")
		e.P("at += 4")
		e.P("}")
		return
	case typemodel.Array:
		e.P("if n != len(", records.Bare(x), ") { return ", e.Need("errLength"), " }")
	default:
		e.P(records.Bare(x), " = ", e.Need("sized"), "(", records.Bare(x), ", n)")
	}
	e.P("for i := range ", records.Bare(x), " {")
	elem, at := t.Elem, x+"[i]"
	size := 4
	switch f := formOf(elem); {
	case f == scalar:
		size = numberOf(elem).size
		e.unpackAt(at, elem)
	case f == moment:
		size = 16
		e.unpackAt(at, elem)
	case elem.Kind == typemodel.String:
		e.unpackAt(at, elem)
	default:
		h, dst := e.element(elem), records.Addr(at)
		if h.Ref {
			e.P("if ", at, " == nil { ", at, " = new(", elem.Elem, ") }")
			dst = at
		}
		e.unpackTable("", h.Record, dst)
	}
	e.P("at += ", size)
	e.P("}")
}

func (e *emitter) emitUnpackUnion(t *typemodel.Type) {
	e.P("func ", e.FuncOf("unpackUnion", t), "(t flatbuffers.Table, o flatbuffers.VOffsetT, v *", t, ") error {")
	e.P("kind, at := t.GetByteSlot(o, 0), ", e.Need("field"), "(t, o+2)")
	e.P("switch {")
	e.P("case kind == 0:")
	e.P("*v = nil")
	e.P("return nil")
	e.P("case at == 0:")
	e.P("return ", e.Need("errAlternative"))
	e.P("}")
	e.P("sub := ", e.Need("table"), "(t, at)")
	e.P("switch kind {")
	for i, alt := range e.alternatives(t) {
		e.P("case ", i+1, ":")
		if alt.Ref {
			e.P("x := new(", alt.Type.Elem, ")")
			e.call(e.Name("unpack", alt.Record), "sub, x")
		} else {
			e.P("var x ", alt.Type)
			e.call(e.Name("unpack", alt.Record), "sub, &x")
		}
		e.P("*v = x")
	}
	e.P("default:")
	e.P("return errAlternative")
	e.P("}")
	e.End("return nil")
}
