package calmhxdr

import (
	"strconv"
	"strings"

	"github.com/assay-go/assay/drivers/internal/mirror"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// printer prints the methods by which generated code carries our own types.
type printer struct {
	*goprint.File
	m *mirror.Mirror
}

func (c *carrier) emitMethods(f *goprint.File, m *mirror.Mirror) {
	f.Reserve("o", "m", "u", "i", "k", "x", "n", "size")
	p := &printer{f, m}
	for _, t := range c.own {
		name := m.Of(t).Name.Name
		p.P("func (o ", name, ") XDRSize() int {")
		p.size(t)
		p.End()
		p.P("func (o ", name, ") MarshalXDRInto(m *", p.xdr("Marshaller"), ") error {")
		p.marshal(t)
		p.End("return m.Error")
		p.P("func (o *", name, ") UnmarshalXDRFrom(u *", p.xdr("Unmarshaller"), ") error {")
		p.unmarshal(t)
		p.End("return u.Error")
	}
}

func (p *printer) xdr(name string) string { return p.Ident(module, name) }

// typ spells a type of the mirror.
func (p *printer) typ(t *typemodel.Type) string {
	if mirrored := p.m.Of(t); mirrored != t {
		return mirrored.Name.Name
	}
	return p.Type(t)
}

// fixed returns the size of every value of t, or 0.
func fixed(t *typemodel.Type) int {
	switch t.Kind {
	case typemodel.Uint, typemodel.Float64:
		return 8
	case typemodel.Float32:
		return 4
	case typemodel.Time:
		return 12
	case typemodel.Array:
		if t.Elem.Kind == typemodel.Uint8 {
			return (t.Len + 3) / 4 * 4
		}
		return t.Len * fixed(t.Elem)
	}
	return native[t.Kind]
}

// size prints the body of XDRSize.
func (p *printer) size(t *typemodel.Type) {
	if n := fixed(t); n > 0 {
		p.P("return ", n)
		return
	}
	switch {
	case t.IsBytes():
		p.P("return 4 + len(o) + ", p.xdr("Padding"), "(len(o))")
	case t.Kind == typemodel.Map:
		k, x := fixed(t.Key), fixed(t.Elem)
		if k > 0 && x > 0 {
			p.P("return 4 + len(o)*", k+x)
			return
		}
		if k+x > 0 {
			p.P("size := 4 + len(o)*", k+x)
		} else {
			p.P("size := 4")
		}
		switch {
		case k > 0:
			p.P("for _, x := range o { size += ", p.sizeOf("x", t.Elem), " }")
		case x > 0:
			p.P("for k := range o { size += ", p.sizeOf("k", t.Key), " }")
		default:
			p.P("for k, x := range o { size += ", p.sizeOf("k", t.Key), " + ", p.sizeOf("x", t.Elem), " }")
		}
		p.P("return size")
	default:
		count := 0
		if t.Kind == typemodel.Slice {
			count = 4
		}
		if n := fixed(t.Elem); n > 0 || t.Kind == typemodel.Array && t.Len == 0 {
			p.P("return ", count, " + len(o)*", n)
			return
		}
		p.P("size := ", count)
		p.P("for i := range o { size += ", p.sizeOf("o[i]", t.Elem), " }")
		p.P("return size")
	}
}

// sizeOf returns the expression of the size of x, which is not a fixed one.
func (p *printer) sizeOf(x string, t *typemodel.Type) string {
	if t.Kind == typemodel.String || t.Name.IsZero() && t.IsBytes() {
		return "4 + len(" + x + ") + " + p.xdr("Padding") + "(len(" + x + "))"
	}
	return x + ".XDRSize()"
}

// primitive returns the name of a native type's methods, and the type that they
// take.
func primitive(t *typemodel.Type) (method, typ string) {
	switch k := t.Kind; {
	case k == typemodel.Slice:
		return "Bytes", "[]byte"
	case k == typemodel.Int:
		typ = "uint64"
	case k.IsInteger():
		typ = "u" + strings.TrimPrefix(k.String(), "u")
	default:
		typ = k.String()
	}
	return strings.ToUpper(typ[:1]) + typ[1:], typ
}

// isPrimitive reports whether the library has methods for t.
func isPrimitive(t *typemodel.Type) bool {
	return native[t.Kind] > 0 || t.Kind == typemodel.String || t.Name.IsZero() && t.IsBytes()
}

// marshal prints the body of MarshalXDRInto.
func (p *printer) marshal(t *typemodel.Type) {
	switch {
	case t.Kind == typemodel.Uint:
		p.P("m.MarshalUint64(uint64(o))")
	case t.Kind.IsFloat():
		bits := strconv.Itoa(t.Kind.Bits())
		p.P("m.MarshalUint", bits, "(", p.Ident("math", "Float"+bits+"bits"), "(float", bits, "(o)))")
	case t.Kind == typemodel.Time:
		p.P("m.MarshalUint64(uint64(", p.Ident("time", "Time"), "(o).Unix()))")
		p.P("m.MarshalUint32(uint32(", p.Ident("time", "Time"), "(o).Nanosecond()))")
	case t.IsBytes():
		p.P("m.MarshalBytes(o)")
	case t.IsByteArray():
		p.P("m.MarshalRaw(o[:])")
		if pad := fixed(t) - t.Len; pad > 0 {
			p.P("m.MarshalRaw(make([]byte, ", pad, "))")
		}
	case t.Kind == typemodel.Map:
		p.P("m.MarshalUint32(uint32(len(o)))")
		p.P("for k, x := range o {")
		p.marshalValue("k", t.Key)
		p.marshalValue("x", t.Elem)
		p.P("}")
	default:
		if t.Kind == typemodel.Slice {
			p.P("m.MarshalUint32(uint32(len(o)))")
		}
		p.P("for i := range o {")
		p.marshalValue("o[i]", t.Elem)
		p.P("}")
	}
}

func (p *printer) marshalValue(x string, t *typemodel.Type) {
	if isPrimitive(t) {
		method, typ := primitive(t)
		if typ != t.Kind.String() && t.Kind != typemodel.Slice {
			x = typ + "(" + x + ")"
		}
		p.P("m.Marshal", method, "(", x, ")")
		return
	}
	p.P("if err := ", x, ".MarshalXDRInto(m); err != nil { return err }")
}

// unmarshal prints the body of UnmarshalXDRFrom, which assigns all of *o.
func (p *printer) unmarshal(t *typemodel.Type) {
	own := p.typ(t)
	switch {
	case t.Kind == typemodel.Uint:
		p.P("*o = ", own, "(u.UnmarshalUint64())")
	case t.Kind.IsFloat():
		bits := strconv.Itoa(t.Kind.Bits())
		p.P("*o = ", own, "(", p.Ident("math", "Float"+bits+"frombits"), "(u.UnmarshalUint", bits, "()))")
	case t.Kind == typemodel.Time:
		p.P("seconds := int64(u.UnmarshalUint64())")
		p.P("*o = ", own, "(", p.Ident("time", "Unix"), "(seconds, int64(u.UnmarshalUint32())).UTC())")
	case t.IsBytes():
		p.P("*o = u.UnmarshalBytes()")
	case t.IsByteArray():
		p.P("copy(o[:], u.UnmarshalRaw(", t.Len, "))")
		if pad := fixed(t) - t.Len; pad > 0 {
			p.P("u.UnmarshalRaw(", pad, ")")
		}
	case t.Kind == typemodel.Map:
		p.P("*o = nil")
		p.P("n := u.UnmarshalUint32()")
		p.P("for i := uint32(0); i < n && u.Error == nil; i++ {")
		p.P("if *o == nil { *o = ", own, "{} }")
		p.P("(*o)[", p.unmarshalLocal("k", t.Key), "] = ", p.unmarshalLocal("x", t.Elem))
		p.P("}")
	case t.Kind == typemodel.Slice:
		p.P("*o = nil")
		p.P("n := u.UnmarshalUint32()")
		p.P("for i := uint32(0); i < n && u.Error == nil; i++ {")
		p.P("*o = append(*o, ", p.unmarshalLocal("x", t.Elem), ")")
		p.P("}")
	default:
		p.P("for i := range o {")
		p.unmarshalValue("o[i]", t.Elem)
		p.P("}")
	}
}

// unmarshalLocal prints the reading of a value into a new variable.
func (p *printer) unmarshalLocal(name string, t *typemodel.Type) string {
	if isPrimitive(t) {
		p.P(name, " := ", unmarshaled(t))
	} else {
		p.P("var ", name, " ", p.typ(t))
		p.unmarshalValue(name, t)
	}
	return name
}

func (p *printer) unmarshalValue(x string, t *typemodel.Type) {
	if isPrimitive(t) {
		p.P(x, " = ", unmarshaled(t))
		return
	}
	p.P("if err := ", x, ".UnmarshalXDRFrom(u); err != nil { return err }")
}

// unmarshaled returns the expression of the next value, of a primitive type.
func unmarshaled(t *typemodel.Type) string {
	method, typ := primitive(t)
	value := "u.Unmarshal" + method + "()"
	if typ != t.Kind.String() && t.Kind != typemodel.Slice {
		value = t.Kind.String() + "(" + value + ")"
	}
	return value
}
