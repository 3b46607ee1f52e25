package thrift

import (
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// scalar is how a bool, number or string is carried.
type scalar struct {
	kind   string // the constant of the Thrift type
	method string // follows Read and Write
	typ    typemodel.Kind
}

// scalars are those of Thrift. What it has no type for travels in the next
// wider one.
var scalars = map[typemodel.Kind]scalar{
	typemodel.Bool:    {"BOOL", "Bool", typemodel.Bool},
	typemodel.Int8:    {"BYTE", "Byte", typemodel.Int8},
	typemodel.Uint8:   {"I16", "I16", typemodel.Int16},
	typemodel.Int16:   {"I16", "I16", typemodel.Int16},
	typemodel.Uint16:  {"I32", "I32", typemodel.Int32},
	typemodel.Int32:   {"I32", "I32", typemodel.Int32},
	typemodel.Uint32:  {"I64", "I64", typemodel.Int64},
	typemodel.Int:     {"I64", "I64", typemodel.Int64},
	typemodel.Int64:   {"I64", "I64", typemodel.Int64},
	typemodel.Uint:    {"I64", "I64", typemodel.Int64},
	typemodel.Uint64:  {"I64", "I64", typemodel.Int64},
	typemodel.Float32: {"DOUBLE", "Double", typemodel.Float64},
	typemodel.Float64: {"DOUBLE", "Double", typemodel.Float64},
	typemodel.String:  {"STRING", "String", typemodel.String},
}

// scalar returns how a scalar is carried, and notes what that takes.
func (e *emitter) scalar(t *typemodel.Type) (scalar, bool) {
	s, ok := scalars[t.Kind]
	switch k := t.Kind; {
	case k == typemodel.Int:
		e.Workaround("int as i64")
	case k == typemodel.Uint || k == typemodel.Uint64:
		e.Workaround("uint64 as i64 of the same bits")
	case ok && k.IsInteger() && !k.IsSigned():
		e.Workaround("unsigned integers as wider signed ones")
	case k == typemodel.Float32:
		e.Workaround("float32 as double")
	}
	return s, ok
}

// same reports whether the scalar is of the Go type that the library takes.
func (s scalar) same(t *typemodel.Type) bool { return t.Kind == s.typ && t.Name.PkgPath == "" }

// binary reports whether t travels as binary.
func binary(t *typemodel.Type) bool { return t.IsBytes() || t.IsByteArray() }

// optional reports whether a field of type t is left out when it is nil.
func optional(t *typemodel.Type) bool {
	switch t.Kind {
	case typemodel.Pointer, typemodel.Slice, typemodel.Map, typemodel.Interface:
		return true
	}
	return false
}

// boxed reports whether an element of type t travels in a struct of its own, as
// pointers do that may be nil, and what would have no end.
func boxed(t *typemodel.Type) bool {
	if t.Kind == typemodel.Pointer {
		return t.Elem.Kind != typemodel.Struct
	}
	return !t.Name.IsZero() && nests(t, t, map[*typemodel.Type]bool{})
}

// nests reports whether inner is within the lists and maps of t, with no struct
// in between.
func nests(t, inner *typemodel.Type, seen map[*typemodel.Type]bool) bool {
	switch t.Kind {
	case typemodel.Slice, typemodel.Array, typemodel.Map:
	default:
		return false
	}
	if seen[t] {
		return false
	}
	seen[t] = true
	return t.Elem == inner || nests(t.Elem, inner, seen) || t.Key != nil && nests(t.Key, inner, seen)
}

// kind returns the constant of t's Thrift type as an element. bare says that t
// has a struct to itself.
func (e *emitter) kind(t *typemodel.Type, bare bool) string {
	if s, ok := e.scalar(t); ok {
		return s.kind
	}
	switch {
	case boxed(t) && !bare:
		return "STRUCT"
	case binary(t):
		return "STRING"
	case t.Kind == typemodel.Slice || t.Kind == typemodel.Array:
		return "LIST"
	case t.Kind == typemodel.Map:
		return "MAP"
	}
	return "STRUCT"
}

// fieldKind is kind for a field, which is left out when it is a nil pointer.
func (e *emitter) fieldKind(f field) string {
	if f.typ.Kind == typemodel.Pointer && !f.alternative() {
		return e.kind(f.typ.Elem, false)
	}
	return e.kind(f.typ, f.bare())
}

// pointee spells what the pointer x points to.
func pointee(x string) string { return "(*" + x + ")" }

// ref spells the address of x.
func ref(x string) string {
	if strings.HasPrefix(x, "(*") && strings.HasSuffix(x, ")") {
		return x[2 : len(x)-1]
	}
	return "&" + x
}

// writeField prints the writing of a field.
func (e *emitter) writeField(f field) {
	if optional(f.typ) {
		e.P("if ", f.expr, " != nil {")
	}
	e.writeBegin(f)
	if f.typ.Kind == typemodel.Pointer {
		e.writeValue(pointee(f.expr), f.typ.Elem, false)
	} else {
		e.writeValue(f.expr, f.typ, f.bare())
	}
	e.try("p.WriteFieldEnd(ctx)")
	if optional(f.typ) {
		e.P("}")
	}
}

func (e *emitter) writeBegin(f field) {
	e.try(`p.WriteFieldBegin(ctx, "`, f.name, `", thrift.`, e.fieldKind(f), ", ", f.number, ")")
}

// writeValue prints the writing of the value x, which is addressable.
func (e *emitter) writeValue(x string, t *typemodel.Type, bare bool) {
	s, isScalar := e.scalar(t)
	switch {
	case isScalar && s.same(t):
		e.try("p.Write", s.method, "(ctx, ", x, ")")
	case isScalar:
		e.try("p.Write", s.method, "(ctx, ", s.typ, "(", x, "))")
	case boxed(t) && !bare:
		e.box(t)
		e.try(e.code(t).write, "(ctx, p, ", ref(x), ")")
	case binary(t):
		e.writeBytes(x, t)
	case t.Kind == typemodel.Slice || t.Kind == typemodel.Array:
		if t.Kind == typemodel.Array {
			e.Workaround("arrays as lists")
		}
		e.try("p.WriteListBegin(ctx, thrift.", e.kind(t.Elem, false), ", len(", x, "))")
		i := e.local("i")
		e.P("for ", i, " := range ", x, " {")
		e.writeValue(x+"["+i+"]", t.Elem, false)
		e.P("}")
		e.try("p.WriteListEnd(ctx)")
	case t.Kind == typemodel.Map:
		e.try("p.WriteMapBegin(ctx, thrift.", e.kind(t.Key, false), ", thrift.", e.kind(t.Elem, false), ", len(", x, "))")
		k, y := e.local("k"), e.local("x")
		e.P("for ", k, ", ", y, " := range ", x, " {")
		e.writeValue(k, t.Key, false)
		e.writeValue(y, t.Elem, false)
		e.P("}")
		e.try("p.WriteMapEnd(ctx)")
	case t.Kind == typemodel.Pointer:
		e.try(e.code(t.Elem).write, "(ctx, p, ", x, ")")
	default:
		e.try(e.code(t).write, "(ctx, p, ", ref(x), ")")
	}
}

func (e *emitter) box(t *typemodel.Type) {
	if t.Kind == typemodel.Pointer {
		e.Workaround("pointers within lists and maps in structs of one field")
	} else {
		e.Workaround("lists and maps of themselves in structs of one field")
	}
}

func (e *emitter) writeBytes(x string, t *typemodel.Type) {
	if t.Kind == typemodel.Array {
		e.Workaround("arrays of bytes as binary")
	}
	switch {
	case t.Elem.Name.PkgPath != "":
		b, i, y := e.local("b"), e.local("i"), e.local("x")
		e.P(b, " := make([]byte, len(", x, "))")
		e.P("for ", i, ", ", y, " := range ", x, " { ", b, "[", i, "] = byte(", y, ") }")
		x = b
	case t.Kind == typemodel.Array:
		x += "[:]"
	}
	e.try("p.WriteBinary(ctx, ", x, ")")
}

// readField prints the reading of a field.
func (e *emitter) readField(f field) {
	if f.typ.Kind == typemodel.Pointer {
		e.P(f.expr, " = new(", f.typ.Elem, ")")
		e.readValue(pointee(f.expr), f.typ.Elem, false)
		return
	}
	e.readValue(f.expr, f.typ, f.bare())
}

// readValue prints the reading of a value into dst, which is addressable and
// zero.
func (e *emitter) readValue(dst string, t *typemodel.Type, bare bool) {
	s, isScalar := e.scalar(t)
	switch {
	case isScalar && s.same(t):
		e.P("if ", dst, ", err = p.Read", s.method, "(ctx); err != nil { return err }")
	case isScalar:
		x := e.local("x")
		e.P(x, ", err := p.Read", s.method, "(ctx)")
		e.P("if err != nil { return err }")
		e.P(dst, " = ", t, "(", x, ")")
		if t.Kind.IsInteger() && t.Kind.Bits() < s.typ.Bits() {
			e.ranges = true
			e.P("if ", s.typ, "(", dst, ") != ", x, " { return errRange }")
		}
	case boxed(t) && !bare:
		e.try(e.code(t).read, "(ctx, p, ", ref(dst), ")")
	case binary(t):
		e.readBytes(dst, t)
	case t.Kind == typemodel.Slice:
		size := e.readSize("ListBegin", 1)
		e.P(dst, " = make(", t, ", 0, thrift.PreallocSize(", size, "))")
		e.P("for range ", size, " {")
		x := e.local("x")
		e.P("var ", x, " ", t.Elem)
		e.readValue(x, t.Elem, false)
		e.P(dst, " = append(", dst, ", ", x, ")")
		e.P("}")
		e.try("p.ReadListEnd(ctx)")
	case t.Kind == typemodel.Array:
		size := e.readSize("ListBegin", 1)
		e.lengths = true
		e.P("if ", size, " != len(", dst, ") { return errLength }")
		i := e.local("i")
		e.P("for ", i, " := range ", dst, " {")
		e.readValue(dst+"["+i+"]", t.Elem, false)
		e.P("}")
		e.try("p.ReadListEnd(ctx)")
	case t.Kind == typemodel.Map:
		size := e.readSize("MapBegin", 2)
		e.P(dst, " = make(", t, ", thrift.PreallocSize(", size, "))")
		e.P("for range ", size, " {")
		k, x := e.local("k"), e.local("x")
		e.P("var ", k, " ", t.Key)
		e.readValue(k, t.Key, false)
		e.P("var ", x, " ", t.Elem)
		e.readValue(x, t.Elem, false)
		e.P(dst, "[", k, "] = ", x)
		e.P("}")
		e.try("p.ReadMapEnd(ctx)")
	case t.Kind == typemodel.Pointer:
		e.P(dst, " = new(", t.Elem, ")")
		e.try(e.code(t.Elem).read, "(ctx, p, ", dst, ")")
	default:
		e.try(e.code(t).read, "(ctx, p, ", ref(dst), ")")
	}
}

// readSize prints the beginning of a list or map, with its types, and returns
// the name of its size.
func (e *emitter) readSize(begin string, types int) string {
	size := e.local("size")
	e.P([]string{"", "_, ", "_, _, "}[types], size, ", err := p.Read", begin, "(ctx)")
	e.P("if err != nil { return err }")
	return size
}

func (e *emitter) readBytes(dst string, t *typemodel.Type) {
	if t.Kind == typemodel.Slice && t.Elem.Name.PkgPath == "" {
		e.P("if ", dst, ", err = p.ReadBinary(ctx); err != nil { return err }")
		return
	}
	b := e.local("b")
	e.P(b, ", err := p.ReadBinary(ctx)")
	e.P("if err != nil { return err }")
	if t.Kind == typemodel.Array {
		e.lengths = true
		e.P("if len(", b, ") != len(", dst, ") { return errLength }")
	} else {
		e.P(dst, " = make(", t, ", len(", b, "))")
	}
	if t.Elem.Name.PkgPath == "" {
		e.P("copy(", dst, "[:], ", b, ")")
		return
	}
	i, y := e.local("i"), e.local("x")
	e.P("for ", i, ", ", y, " := range ", b, " { ", dst, "[", i, "] = ", t.Elem, "(", y, ") }")
}
