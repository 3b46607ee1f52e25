package flatbuffers

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// emitUnpack prints the func that sets every field of a value, which may be a
// used one.
func (e *emitter) emitUnpack(t *table) {
	e.P("func ", e.name("unpack", t), "(t flatbuffers.Table, ", e.params(t), ") ", e.result(), "{")
	for _, f := range t.fields {
		e.unpackField(f)
	}
	e.done()
	e.P("}")
	e.P()
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
	x, t := f.expr, f.typ
	switch formOf(t) {
	case scalar:
		n := numberOf(t)
		e.P(unparen(x), " = ", e.from(n, e.slot(n, f), t))
		return
	case union:
		e.call(e.unionName("unpack", t), "t, "+e.place(f)+", "+addr(x))
		return
	}
	e.P("if at := ", e.need("field"), "(t, ", f.vtable(), "); at != 0 {")
	e.unpackAt(x, t)
	e.P("} else {")
	switch t.Kind {
	case typemodel.String:
		e.P(unparen(x), ` = ""`)
	case typemodel.Slice, typemodel.Map, typemodel.Pointer:
		e.P(unparen(x), " = nil")
	default:
		e.P(e.need("clearValue"), "(", addr(x), ")")
	}
	e.P("}")
}

// slot returns the reading of a scalar field.
func (e *emitter) slot(n number, f field) string {
	return "t.Get" + n.name + "Slot(" + e.place(f) + ", " + n.zero() + ")"
}

// unpackAt prints the statements that read the value at the position at into x,
// which is addressable.
func (e *emitter) unpackAt(x string, t *typemodel.Type) {
	switch {
	case formOf(t) == scalar:
		n := numberOf(t)
		e.P(unparen(x), " = ", e.from(n, "t.Get"+n.name+"(at)", t))
	case t.Kind == typemodel.Time:
		e.need("getTime")
		value := "getTime(t, at)"
		if !isTime(t) {
			value = e.Type(t) + "(" + value + ")"
		}
		e.P(unparen(x), " = ", value)
	case t.Kind == typemodel.String:
		value := "string(t.ByteVector(at))"
		if e.aliases() {
			value = "t.String(at)"
		}
		if t.Name.PkgPath != "" {
			value = e.Type(t) + "(" + value + ")"
		}
		e.P(unparen(x), " = ", value)
	case t.Kind == typemodel.Struct:
		e.unpackTable("", e.tableOf(t), addr(x))
	case t.Kind == typemodel.Pointer:
		elem, boxed := e.optional(t)
		e.P("if ", x, " == nil { ", unparen(x), " = new(", elem, ") }")
		if boxed != nil {
			e.unpackTable("", boxed, unparen(x))
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
func (e *emitter) unpackTable(keys string, tab *table, dst string) {
	e.P("sub := ", e.need("table"), "(t, at)")
	e.call(e.name("unpack", tab), "sub, "+keys+dst)
}

func (e *emitter) unpackVector(x string, t *typemodel.Type) {
	plainBytes := t.Kind != typemodel.Map && t.Elem.Kind == typemodel.Uint8 && t.Elem.Name.PkgPath == ""
	switch {
	case plainBytes && t.Kind == typemodel.Array:
		e.P("b := t.ByteVector(at)")
		e.P("if len(b) != len(", unparen(x), ") { return ", e.need("errLength"), " }")
		e.P("copy(", x, "[:], b)")
		return
	case plainBytes && e.aliases():
		e.P("b := t.ByteVector(at)")
		e.P(unparen(x), " = b[:len(b):len(b)]")
		return
	case plainBytes:
		e.P("b := t.ByteVector(at)")
		e.P(unparen(x), " = ", e.need("sized"), "(", unparen(x), ", len(b))")
		e.P("copy(", unparen(x), ", b)")
		return
	}
	e.P("n, at := ", e.need("elements"), "(t, at)")
	switch t.Kind {
	case typemodel.Map:
		e.P("if ", x, " == nil { ", unparen(x), " = make(", t, ", n) } else { clear(", unparen(x), ") }")
		// Declared within the loop they would be allocated in recursive types.
		e.P("var k ", t.Key)
		e.P("var x ", t.Elem)
		e.P("for range n {")
		e.P(e.need("clearValue"), "(&x)")
		e.unpackTable("&k, ", e.pairOf(t), "&x")
		e.P(x, "[k] = x")
		e.P("at += 4")
		e.P("}")
		return
	case typemodel.Array:
		e.P("if n != len(", unparen(x), ") { return ", e.need("errLength"), " }")
	default:
		e.P(unparen(x), " = ", e.need("sized"), "(", unparen(x), ", n)")
	}
	e.P("for i := range ", unparen(x), " {")
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
		tab, pointer := e.elementTable(elem)
		dst := addr(at)
		if pointer {
			e.P("if ", at, " == nil { ", at, " = new(", elem.Elem, ") }")
			dst = at
		}
		e.unpackTable("", tab, dst)
	}
	e.P("at += ", size)
	e.P("}")
}

func (e *emitter) emitUnpackUnion(t *typemodel.Type) {
	e.P("func ", e.unionName("unpack", t), "(t flatbuffers.Table, o flatbuffers.VOffsetT, v *", t, ") error {")
	e.P("kind, at := t.GetByteSlot(o, 0), ", e.need("field"), "(t, o+2)")
	e.P("switch {")
	e.P("case kind == 0:")
	e.P("*v = nil")
	e.P("return nil")
	e.P("case at == 0:")
	e.P("return ", e.need("errAlternative"))
	e.P("}")
	e.P("sub := ", e.need("table"), "(t, at)")
	e.P("switch kind {")
	for i, alt := range e.alternatives(t) {
		e.P("case ", i+1, ":")
		if alt.pointer {
			e.P("x := new(", alt.typ.Elem, ")")
			e.call(e.name("unpack", alt.table), "sub, x")
		} else {
			e.P("var x ", alt.typ)
			e.call(e.name("unpack", alt.table), "sub, &x")
		}
		e.P("*v = x")
	}
	e.P("default:")
	e.P("return errAlternative")
	e.P("}")
	e.P("return nil")
	e.P("}")
	e.P()
}
