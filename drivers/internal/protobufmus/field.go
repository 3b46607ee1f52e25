package protobufmus

import (
	"strconv"

	schema "github.com/assay-go/assay/drivers/internal/schema/protobuf"
	"github.com/assay-go/assay/typemodel"
)

// sizeField prints the addition of a field's size to n.
func (e *emitter) sizeField(f field) {
	t, x, tag := f.Type, f.Expr, tagSize(f)
	switch {
	case schema.Direct(t):
		e.P("if ", e.messages.Sent(x, t, t.Kind.String()+"("+x+")"), " { n += ", tag, " + ", e.sizeValue(x, t), " }")
	case t.Kind == typemodel.Pointer && schema.Direct(t.Elem):
		e.P("if ", x, " != nil { n += ", tag, " + ", e.sizeValue("(*"+x+")", t.Elem), " }")
	case t.Kind == typemodel.Pointer:
		e.P("if ", x, " != nil { n += ", tag, " + lenSize0(", e.messages.Of(t.Elem).Func("size"), "(", x, ")) }")
	case t.Kind == typemodel.Struct:
		e.P("if m := ", e.messages.Of(t).Func("size"), "(&", x, "); m > 0 { n += ", tag, " + lenSize0(m) }")
	case t.Kind == typemodel.Map:
		m := e.messages.EntryOf(t)
		e.P("for k, x := range ", x, " {")
		e.P("entry := ", m.Entry, "{k, x}")
		e.P("n += ", tag, " + lenSize0(", m.Func("size"), "(&entry))")
		e.P("}")
	case schema.Packed(t.Elem):
		e.P("if len(", x, ") > 0 {")
		e.packedSize(x, t.Elem)
		e.P("n += ", tag, " + lenSize0(m)")
		e.P("}")
	default:
		e.P("for i := range ", x, " {")
		e.elementOrNothing(x+"[i]", t.Elem, func() { e.P("n += ", tag, " + ", e.sizeValue(x+"[i]", t.Elem)) }, func() {
			e.P("n += ", tag, " + lenSize0(0)")
		})
		e.P("}")
	}
}

// packedSize prints the size m of the elements of a list.
func (e *emitter) packedSize(x string, elem *typemodel.Type) {
	if s := e.scalar(elem); s.fixed > 0 {
		e.P("m := len(", x, ") * ", s.fixed)
		return
	}
	e.P("m := 0")
	e.P("for i := range ", x, " { m += ", e.sizeValue(x+"[i]", elem), " }")
}

// elementOrNothing prints what is done with an element, or, as elements are not
// nil in the format, with an empty message in the place of a nil pointer.
func (e *emitter) elementOrNothing(x string, t *typemodel.Type, element, nothing func()) {
	if _, pointer := e.pointerElement(t); !pointer {
		element()
		return
	}
	e.P("if ", x, " == nil {")
	nothing()
	e.P("continue")
	e.P("}")
	element()
}

func (e *emitter) pointerElement(t *typemodel.Type) (*message, bool) {
	if schema.Direct(t) {
		return nil, false
	}
	return e.messages.Element(t)
}

// marshalField prints the writing of a field to bs[n:].
func (e *emitter) marshalField(f field) {
	t, x := f.Type, f.Expr
	tag := func() { e.P("n += varint.Uint64.Marshal(", tag(f, e.wireType(f)), ", bs[n:])") }
	length := e.Ident(ext, "LenSer") + ".Marshal"
	switch {
	case schema.Direct(t):
		e.P("if ", e.messages.Sent(x, t, t.Kind.String()+"("+x+")"), " {")
		tag()
		e.marshalValue(x, t)
		e.P("}")
	case t.Kind == typemodel.Pointer && schema.Direct(t.Elem):
		e.P("if ", x, " != nil {")
		tag()
		e.marshalValue("(*"+x+")", t.Elem)
		e.P("}")
	case t.Kind == typemodel.Pointer:
		m := e.messages.Of(t.Elem)
		e.P("if ", x, " != nil {")
		tag()
		e.P("n += ", length, "(", m.Func("size"), "(", x, "), bs[n:])")
		e.P("n += ", m.Func("marshal"), "(", x, ", bs[n:])")
		e.P("}")
	case t.Kind == typemodel.Struct:
		m := e.messages.Of(t)
		e.P("if m := ", m.Func("size"), "(&", x, "); m > 0 {")
		tag()
		e.P("n += ", length, "(m, bs[n:])")
		e.P("n += ", m.Func("marshal"), "(&", x, ", bs[n:])")
		e.P("}")
	case t.Kind == typemodel.Map:
		m := e.messages.EntryOf(t)
		e.P("for k, x := range ", x, " {")
		e.P("entry := ", m.Entry, "{k, x}")
		tag()
		e.P("n += ", length, "(", m.Func("size"), "(&entry), bs[n:])")
		e.P("n += ", m.Func("marshal"), "(&entry, bs[n:])")
		e.P("}")
	case schema.Packed(t.Elem):
		e.P("if len(", x, ") > 0 {")
		e.packedSize(x, t.Elem)
		tag()
		e.P("n += ", length, "(m, bs[n:])")
		e.P("for i := range ", x, " {")
		e.marshalValue(x+"[i]", t.Elem)
		e.P("}")
		e.P("}")
	default:
		e.P("for i := range ", x, " {")
		tag()
		e.elementOrNothing(x+"[i]", t.Elem, func() { e.marshalValue(x+"[i]", t.Elem) }, func() {
			e.P("n += ", length, "(0, bs[n:])")
		})
		e.P("}")
	}
}

// unmarshalField prints the reading of a field's value from bs[n:], which sets
// used and err.
func (e *emitter) unmarshalField(f field) {
	t, x := f.Type, f.Expr
	switch {
	case schema.Direct(t):
		e.unmarshalValue(x, t)
	case t.Kind == typemodel.Pointer && schema.Direct(t.Elem):
		e.P(x, " = new(", t.Elem, ")")
		e.unmarshalValue("(*"+x+")", t.Elem)
	case t.Kind == typemodel.Pointer:
		e.body()
		e.P(x, " = new(", t.Elem, ")")
		e.P("err = ", e.messages.Of(t.Elem).Func("unmarshal"), "(body, ", x, ")")
	case t.Kind == typemodel.Struct:
		e.body()
		e.P("err = ", e.messages.Of(t).Func("unmarshal"), "(body, &", x, ")")
	case t.Kind == typemodel.Map:
		m := e.messages.EntryOf(t)
		e.body()
		e.P("if ", x, " == nil { ", x, " = make(", t, ") }")
		e.P("var entry ", m.Entry)
		e.P("err = ", m.Func("unmarshal"), "(body, &entry)")
		e.P(x, "[entry.key] = entry.value")
	case schema.Packed(t.Elem):
		e.body()
		e.unpack(x, t)
	case t.Kind == typemodel.Array:
		e.P("if filled", f.Number, " == len(", x, ") { return mus.ErrTooSmallByteSlice }")
		e.unmarshalValue(x+"[filled"+strconv.Itoa(f.Number)+"]", t.Elem)
		e.P("filled", f.Number, "++")
	default:
		e.P("var elem ", t.Elem)
		e.P(x, " = append(", x, ", elem)")
		e.unmarshalValue(x+"[len("+x+")-1]", t.Elem)
	}
}

// unpack prints the reading of the elements of a list from body.
func (e *emitter) unpack(x string, t *typemodel.Type) {
	s := e.scalar(t.Elem)
	value := "y"
	if s.arg("", t.Elem) != "" {
		value = e.Type(t.Elem) + "(y)"
	}
	switch {
	case t.Kind == typemodel.Array:
		e.P("i := 0")
	case s.fixed > 0:
		e.P(x, " = slices.Grow(", x, ", len(body)/", s.fixed, ")")
	default:
		e.P("count := 0")
		e.P("for _, b := range body { if b < 0x80 { count++ } }")
		e.P(x, " = slices.Grow(", x, ", count)")
	}
	e.P("for len(body) > 0 {")
	e.P("y, size, err := ", s.ser, ".Unmarshal(body)")
	e.P("if err != nil { return err }")
	if t.Kind == typemodel.Array {
		e.P("if i == len(", x, ") { return mus.ErrTooSmallByteSlice }")
		e.P(x, "[i] = ", value)
		e.checkRange(x+"[i]", "y", t.Elem, s)
		e.P("i++")
	} else {
		e.P(x, " = append(", x, ", ", value, ")")
		e.checkRange(x+"[len("+x+")-1]", "y", t.Elem, s)
	}
	e.P("body = body[size:]")
	e.P("}")
	if t.Kind == typemodel.Array {
		e.P("if i != len(", x, ") { return mus.ErrTooSmallByteSlice }")
	}
}
