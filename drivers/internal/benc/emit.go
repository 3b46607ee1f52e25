package benc

import (
	"fmt"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	a.Use("bstd " + bstd)
	a.ReserveTypes(t)
	a.Reserve("b", "x", "i", "set")
	e := &emitter{Adapter: a, variant: v}
	root := e.declared(t)
	// Every field is assigned, so that a used destination does as well as a
	// fresh one; its pointees and byte slices are used again.
	unmarshal := "_, err := " + root.unmarshal + "(0, data, v)\nreturn err"
	a.EmitNew(t, driver.Funcs{
		Marshal:        "b := make([]byte, " + root.size + "(v))\n" + root.marshal + "(0, b, v)\nreturn b, nil",
		Fill:           "return buf[:" + root.marshal + "(0, buf, v)], nil",
		Unmarshal:      unmarshal,
		UnmarshalReuse: unmarshal,
		Size:           "return " + root.size + "(v)",
	})
	e.funcs.Each(e.declare)
	return nil
}

// emitter declares three funcs for each type that the library has none for. As
// those of the library's generator, they take pointers.
type emitter struct {
	*driver.Adapter
	variant driver.Variant
	funcs   driver.Declared[string, funcs] // by Go type
}

// funcs are the names of the funcs for one type.
type funcs struct {
	size, marshal, unmarshal string
	typ                      *typemodel.Type
}

// declared returns the emitted funcs for a type.
func (e *emitter) declared(t *typemodel.Type) funcs {
	return e.funcs.Of(e.Type(t), func(n int) funcs {
		local := func(verb string) string { return e.Local(fmt.Sprintf("%s%d", verb, n)) }
		return funcs{local("size"), local("marshal"), local("unmarshal"), t}
	})
}

// primitive is what the library itself encodes.
type primitive struct {
	size, marshal, unmarshal string
	fixed                    bool   // the size is one for all values
	Go                       string // the type that the funcs take
	direct                   bool   // which is the type itself
}

// primitive returns the library's own funcs for a type, if it has any. Times are
// Unix nanoseconds.
func (e *emitter) primitive(t *typemodel.Type) (p primitive, ok bool) {
	k := t.Kind
	name := strings.ToUpper(k.String()[:1]) + k.String()[1:]
	p.Go, p.fixed = k.String(), true
	switch {
	case k == typemodel.Time:
		name, p.Go = "Int64", "int64"
	case k == typemodel.Int8:
		name, p.Go = "Byte", "byte"
	case k == typemodel.Uint8:
		name = "Byte"
	case k == typemodel.String, k == typemodel.Int, k == typemodel.Uint:
		p.fixed = false
	case k == typemodel.Bool, k.IsFloat(), k.IsInteger():
	default:
		return primitive{}, false
	}
	p.direct = p.Go == e.Type(t) || k == typemodel.Uint8 && e.Type(t) == "byte"
	p.size = e.Ident(bstd, "Size"+name)
	if k == typemodel.String && e.variant.Has(driver.UnsafeStr) {
		name = "UnsafeString"
	}
	p.marshal, p.unmarshal = e.Ident(bstd, "Marshal"+name), e.Ident(bstd, "Unmarshal"+name)
	return p, true
}

// to returns src of type t as the type that p's funcs take.
func (p primitive) to(t *typemodel.Type, src string) string {
	switch {
	case t.Kind == typemodel.Time:
		return src + ".UnixNano()"
	case p.direct:
		return src
	}
	return p.Go + "(" + src + ")"
}

// isBytes reports whether the library moves t as a byte slice.
func isBytes(t *typemodel.Type) bool { return t.IsBytes() && t.Elem.Name.PkgPath == "" }

// isByteArray reports whether an array is moved as a whole: the library has no
// arrays.
func isByteArray(t *typemodel.Type) bool { return t.IsByteArray() && t.Elem.Name.PkgPath == "" }

// size returns the size of v, which is addressable and of type t.
func (e *emitter) size(t *typemodel.Type, v string) string {
	p, ok := e.primitive(t)
	switch {
	case ok && p.fixed:
		return p.size + "()"
	case ok:
		return p.size + "(" + p.to(t, v) + ")"
	case isBytes(t):
		return e.Ident(bstd, "SizeBytes") + "(" + v + ")"
	case isByteArray(t):
		return "len(" + v + ")"
	}
	return e.declared(t).size + "(" + address(v) + ")"
}

// address returns the pointer to what an expression addresses.
func address(v string) string {
	if v == "*v" || v == "(*v)" {
		return "v"
	}
	return "&" + v
}

// marshal prints the statement that writes v.
func (e *emitter) marshal(t *typemodel.Type, v string) {
	if p, ok := e.primitive(t); ok {
		e.P("n = ", p.marshal, "(n, b, ", p.to(t, v), ")")
		return
	}
	switch {
	case isBytes(t):
		e.P("n = ", e.Ident(bstd, "MarshalBytes"), "(n, b, ", v, ")")
	case isByteArray(t):
		e.P("n += copy(b[n:n+len(", v, ")], ", v, "[:])")
	default:
		e.P("n = ", e.declared(t).marshal, "(n, b, ", address(v), ")")
	}
}

// unmarshal prints the statements that read v.
func (e *emitter) unmarshal(t *typemodel.Type, v string) {
	p, ok := e.primitive(t)
	switch {
	case ok && p.direct:
		e.P("if n, ", v, ", err = ", p.unmarshal, "(n, b); err != nil { return n, err }")
	case ok:
		e.P("{")
		e.P("var x ", p.Go)
		e.P("if n, x, err = ", p.unmarshal, "(n, b); err != nil { return n, err }")
		if t.Kind == typemodel.Time {
			e.P(v, " = ", e.Ident("time", "Unix"), "(0, x).UTC()")
		} else {
			e.P(v, " = ", t, "(x)")
		}
		e.P("}")
	case isBytes(t):
		e.P("{")
		e.P("var x []byte")
		e.P("if n, x, err = ", e.Ident(bstd, "UnmarshalBytesCropped"), "(n, b); err != nil { return n, err }")
		e.P("if ", v, " == nil { ", v, " = make(", t, ", len(x)) }")
		e.P(v, " = append(", v, "[:0], x...)")
		e.P("}")
	case isByteArray(t):
		e.P("if len(b)-n < len(", v, ") { return n, ", e.Ident(module, "ErrBufTooSmall"), " }")
		e.P("n += copy(", v, "[:], b[n:])")
	default:
		e.P("if n, err = ", e.declared(t).unmarshal, "(n, b, ", address(v), "); err != nil { return n, err }")
	}
}

// declare prints the three funcs of a type.
func (e *emitter) declare(d funcs) {
	t := d.typ
	e.P("func ", d.size, "(v *", t, ") (n int) {")
	e.sizeBody(t)
	e.End()
	e.P("func ", d.marshal, "(n int, b []byte, v *", t, ") int {")
	e.marshalBody(t)
	e.End("return n")
	e.P("func ", d.unmarshal, "(n int, b []byte, v *", t, ") (_ int, err error) {")
	e.unmarshalBody(t)
	e.End("return n, nil")
}

func (e *emitter) sizeBody(t *typemodel.Type) {
	switch {
	case t.Kind == typemodel.Struct:
		for _, f := range driver.ByOrder().InOrder(t) {
			e.P("n += ", e.size(f.Type, "v."+f.Name))
		}
		e.P("return n")
	case t.Kind == typemodel.Pointer:
		e.P("n = ", e.Ident(bstd, "SizeBool"), "()")
		e.P("if *v != nil { n += ", e.size(t.Elem, "(**v)"), " }")
		e.P("return n")
	case t.Kind == typemodel.Array && !isByteArray(t):
		if p, ok := e.primitive(t.Elem); ok && p.fixed {
			e.P("return len(v) * ", p.size, "()")
			return
		}
		e.P("for i := range v { n += ", e.size(t.Elem, "v[i]"), " }")
		e.P("return n")
	case t.Kind == typemodel.Slice && !isBytes(t):
		if p, ok := e.primitive(t.Elem); ok && p.fixed {
			e.P("return ", e.Ident(bstd, "SizeFixedSlice"), "(*v, ", p.size, "())")
			return
		}
		e.P("return ", e.Ident(bstd, "SizeSlice"), "(*v, ", e.sizer(t.Elem), ")")
	case t.Kind == typemodel.Map:
		e.P("return ", e.Ident(bstd, "SizeMap"), "(*v, ", e.sizer(t.Key), ", ", e.sizer(t.Elem), ")")
	default:
		e.P("return ", e.size(t, "(*v)"))
	}
}

func (e *emitter) marshalBody(t *typemodel.Type) {
	switch {
	case t.Kind == typemodel.Pointer:
		e.P("n = ", e.Ident(bstd, "MarshalBool"), "(n, b, *v != nil)")
		e.P("if *v != nil {")
		e.marshal(t.Elem, "(**v)")
		e.P("}")
	case t.Kind == typemodel.Slice && !isBytes(t):
		e.P("n = ", e.Ident(bstd, "MarshalSlice"), "(n, b, *v, ", e.marshaler(t.Elem), ")")
	case t.Kind == typemodel.Map:
		e.P("n = ", e.Ident(bstd, "MarshalMap"), "(n, b, *v, ", e.marshaler(t.Key), ", ", e.marshaler(t.Elem), ")")
	default:
		e.parts(t, e.marshal)
	}
}

// parts prints what is done with the fields of a struct, the elements of an array, or the whole.
func (e *emitter) parts(t *typemodel.Type, do func(t *typemodel.Type, v string)) {
	switch {
	case t.Kind == typemodel.Struct:
		for _, f := range driver.ByOrder().InOrder(t) {
			do(f.Type, "v."+f.Name)
		}
	case t.Kind == typemodel.Array && !isByteArray(t):
		e.P("for i := range v {")
		do(t.Elem, "v[i]")
		e.P("}")
	default:
		do(t, "(*v)")
	}
}

func (e *emitter) unmarshalBody(t *typemodel.Type) {
	switch {
	case t.Kind == typemodel.Pointer:
		e.P("n, set, err := ", e.Ident(bstd, "UnmarshalBool"), "(n, b)")
		e.P("if err != nil { return n, err }")
		e.P("if !set { *v = nil; return n, nil }")
		e.P("if *v == nil { *v = new(", t.Elem, ") }")
		e.unmarshal(t.Elem, "(**v)")
	case t.Kind == typemodel.Slice && !isBytes(t):
		e.P("if n, *v, err = ", e.Ident(bstd, "UnmarshalSlice"), "[", t.Elem, "](n, b, ", e.unmarshaler(t.Elem, true), "); err != nil { return n, err }")
	case t.Kind == typemodel.Map:
		e.P("if n, *v, err = ", e.Ident(bstd, "UnmarshalMap"), "[", t.Key, ", ", t.Elem, "](n, b, ",
			e.unmarshaler(t.Key, false), ", ", e.unmarshaler(t.Elem, false), "); err != nil { return n, err }")
	default:
		e.parts(t, e.unmarshal)
	}
}

// sizer, marshaler and unmarshaler return funcs for the elements of the
// library's slices and maps, which are handed over by value.
func (e *emitter) sizer(t *typemodel.Type) string {
	p, ok := e.primitive(t)
	switch {
	case ok && (p.direct || p.fixed):
		return p.size
	case isBytes(t):
		return e.Ident(bstd, "SizeBytes")
	}
	return "func(v " + e.Type(t) + ") int { return " + e.size(t, "v") + " }"
}

func (e *emitter) marshaler(t *typemodel.Type) string {
	p, ok := e.primitive(t)
	switch {
	case ok && p.direct:
		return p.marshal
	case ok:
		return "func(n int, b []byte, v " + e.Type(t) + ") int { return " + p.marshal + "(n, b, " + p.to(t, "v") + ") }"
	case isBytes(t):
		return e.Ident(bstd, "MarshalBytes")
	case isByteArray(t):
		return "func(n int, b []byte, v " + e.Type(t) + ") int { return n + copy(b[n:n+len(v)], v[:]) }"
	}
	return "func(n int, b []byte, v " + e.Type(t) + ") int { return " + e.declared(t).marshal + "(n, b, &v) }"
}

// unmarshaler takes a pointer where the library has one of new elements to give:
// those of slices, but not of maps.
func (e *emitter) unmarshaler(t *typemodel.Type, slice bool) string {
	if p, ok := e.primitive(t); ok && p.direct {
		return p.unmarshal
	}
	f := e.declared(t).unmarshal
	if slice {
		return f
	}
	return "func(n int, b []byte) (int, " + e.Type(t) + ", error) { var v " + e.Type(t) + "; n, err := " + f + "(n, b, &v); return n, v, err }"
}
