package mus

import (
	"fmt"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	a.Reserve("bs", "used", "size", "i")
	a.ReserveTypes(t)
	e := &emitter{Adapter: a, variant: v}
	e.serializer(t)
	root := e.fields(t, "v")
	// Every field is assigned, so that a used destination does as well as a
	// fresh one.
	unmarshal := "var err error\n" + root.unmarshal("_", "data") + "\nreturn err"
	a.EmitNew(t, driver.Funcs{
		Marshal:        "bs := make([]byte, " + root.size + ")\n" + root.marshal("bs") + "\nreturn bs, nil",
		Fill:           "return buf[:" + root.marshal("buf") + "], nil",
		Unmarshal:      unmarshal,
		UnmarshalReuse: unmarshal,
		Size:           "return " + root.size,
	})
	e.declared.Each(func(d declaration) { e.declare(d.name, d.typ) })
	return nil
}

// calls are what is called for a variable of some type.
type calls struct {
	size      string
	marshal   func(bs string) string    // an expression of the bytes written
	unmarshal func(n, bs string) string // a statement that assigns n and err
}

// fields returns the calls for what pointer points to. Structs and arrays have
// methods that take pointers beside those of the library's interface, so that
// they are not copied at every level.
func (e *emitter) fields(t *typemodel.Type, pointer string) calls {
	ser := e.serializer(t)
	if e.byPointer(t) {
		return calls{
			ser + ".size(" + pointer + ")",
			func(bs string) string { return ser + ".marshal(" + pointer + ", " + bs + ")" },
			func(n, bs string) string { return n + ", err = " + ser + ".unmarshal(" + bs + ", " + pointer + ")" },
		}
	}
	v := "*" + pointer
	if strings.HasPrefix(pointer, "&") {
		v = pointer[1:]
	}
	return calls{
		ser + ".Size(" + v + ")",
		func(bs string) string { return ser + ".Marshal(" + v + ", " + bs + ")" },
		func(n, bs string) string { return v + ", " + n + ", err = " + ser + ".Unmarshal(" + bs + ")" },
	}
}

// byPointer reports whether t's serializer has methods that take pointers.
func (e *emitter) byPointer(t *typemodel.Type) bool {
	return t.Kind == typemodel.Struct || t.Kind == typemodel.Array
}

// emitter declares a serializer for each type that the library has none for.
type emitter struct {
	*driver.Adapter
	variant  driver.Variant
	declared driver.Declared[string, declaration] // by Go type
}

type declaration struct {
	name string
	typ  *typemodel.Type
}

// serializer returns the expression of t's serializer.
func (e *emitter) serializer(t *typemodel.Type) string {
	if t.Name.IsZero() || t.Name.PkgPath == "" || t.Kind == typemodel.Time {
		if s := e.primitive(t); s != "" {
			return s
		}
	}
	name := e.declared.Of(e.Type(t), func(n int) declaration { return declaration{e.Local(fmt.Sprintf("ser%d", n)), t} }).name
	if e.isStruct(t) {
		name += "{}"
	}
	return name
}

// isStruct reports whether t's serializer is an empty struct with methods, as
// opposed to a variable that a func of the library returns.
func (e *emitter) isStruct(t *typemodel.Type) bool {
	return !t.Name.IsZero() || t.Kind == typemodel.Struct || t.Kind == typemodel.Array
}

// primitive returns the library's own serializer of t's underlying type, or "".
func (e *emitter) primitive(t *typemodel.Type) string {
	pkg := func(name string) string { return e.Import(module + "/" + name) }
	fast := e.variant.Has(driver.Unsafe) || e.variant.Has(driver.NotUnsafe)
	numbers := "raw"
	if fast {
		numbers = "unsafe"
	}
	integers := numbers
	if e.variant.Has(driver.Varint) {
		integers = "varint"
	}
	switch {
	case t.Kind == typemodel.String && e.variant.Has(driver.Unsafe), t.Kind == typemodel.Bool && fast:
		return pkg("unsafe") + "." + title(t.Kind.String())
	case t.Kind == typemodel.String, t.Kind == typemodel.Bool:
		return pkg("ord") + "." + title(t.Kind.String())
	case t.IsBytes() && t.Elem.Name.PkgPath == "":
		if e.variant.Has(driver.Unsafe) {
			return pkg("unsafe") + ".ByteSlice"
		}
		return pkg("ord") + ".ByteSlice"
	case t.Kind == typemodel.Time:
		return pkg(numbers) + ".TimeUnixNanoUTC"
	case t.Kind == typemodel.Uint8, t.Kind == typemodel.Int8, t.Kind.IsFloat():
		return pkg(numbers) + "." + title(t.Kind.String())
	case t.Kind.IsInteger():
		return pkg(integers) + "." + title(t.Kind.String())
	}
	return ""
}

func title(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

// declare prints the serializer called name.
func (e *emitter) declare(name string, t *typemodel.Type) {
	switch {
	case t.Kind == typemodel.Struct:
		e.declareStruct(name, t)
	case t.Kind == typemodel.Array:
		e.declareArray(name, t)
	case !t.Name.IsZero():
		e.declareNamed(name, t)
	default:
		e.P("var ", name, " = ", e.composite(t))
		e.P()
	}
}

// composite returns the call that makes the serializer of a slice, map or
// pointer.
func (e *emitter) composite(t *typemodel.Type) string {
	switch t.Kind {
	case typemodel.Slice:
		return e.Ident(module+"/ord", "NewSliceSer") + "[" + e.Type(t.Elem) + "](" + e.serializer(t.Elem) + ")"
	case typemodel.Map:
		return e.Ident(module+"/ord", "NewMapSer") + "[" + e.Type(t.Key) + ", " + e.Type(t.Elem) + "](" + e.serializer(t.Key) + ", " + e.serializer(t.Elem) + ")"
	}
	return e.Ident(module+"/ord", "NewPtrSer") + "[" + e.Type(t.Elem) + "](" + e.serializer(t.Elem) + ")"
}

// declareNamed prints a serializer that converts to the underlying type and
// back.
func (e *emitter) declareNamed(name string, t *typemodel.Type) {
	base := e.primitive(t)
	if base == "" {
		base = e.Local(name + "Base")
		e.P("var ", base, " = ", e.composite(t))
		e.P()
	}
	under := e.Underlying(t)
	e.P("type ", name, " struct{}")
	e.P()
	e.P("func (", name, ") Marshal(v ", t, ", bs []byte) int { return ", base, ".Marshal((", under, ")(v), bs) }")
	e.P()
	e.P("func (", name, ") Unmarshal(bs []byte) (", t, ", int, error) {")
	e.P("v, n, err := ", base, ".Unmarshal(bs)")
	e.End("return (", t, ")(v), n, err")
	e.P("func (", name, ") Size(v ", t, ") int { return ", base, ".Size((", under, ")(v)) }")
	e.P()
	e.P("func (", name, ") Skip(bs []byte) (int, error) { return ", base, ".Skip(bs) }")
	e.P()
}

func (e *emitter) declareStruct(name string, t *typemodel.Type) {
	fields := driver.ByOrder().InOrder(t)
	e.P("type ", name, " struct{}")
	e.P()
	e.P("func (", name, ") marshal(v *", t, ", bs []byte) (n int) {")
	for _, f := range fields {
		e.P("n += ", e.fields(f.Type, "&v."+f.Name).marshal("bs[n:]"))
	}
	e.End("return n")
	e.P("func (", name, ") unmarshal(bs []byte, v *", t, ") (n int, err error) {")
	if len(fields) > 0 {
		e.P("var used int")
	}
	for _, f := range fields {
		e.step(e.fields(f.Type, "&v."+f.Name).unmarshal("used", "bs[n:]"))
	}
	e.End("return n, nil")
	e.P("func (", name, ") size(v *", t, ") (size int) {")
	for _, f := range fields {
		e.P("size += ", e.fields(f.Type, "&v."+f.Name).size)
	}
	e.End("return size")
	e.byValue(name, t)
	e.skip(name, func() {
		for _, f := range fields {
			e.step("used, err = " + e.serializer(f.Type) + ".Skip(bs[n:])")
		}
	}, len(fields) > 0)
}

// declareArray prints the serializer of an array: its elements without a
// count. The library has one for arrays in package unsafe only, with a count.
func (e *emitter) declareArray(name string, t *typemodel.Type) {
	e.P("type ", name, " struct{}")
	e.P()
	if t.IsByteArray() && t.Elem.Name.PkgPath == "" {
		short := goprint.Ident{Path: module, Name: "ErrTooSmallByteSlice"}
		e.P("func (", name, ") marshal(v *", t, ", bs []byte) int { return copy(bs[:len(v)], v[:]) }")
		e.P()
		e.P("func (", name, ") unmarshal(bs []byte, v *", t, ") (n int, err error) {")
		e.P("if len(bs) < len(v) { return 0, ", short, " }")
		e.End("return copy(v[:], bs), nil")
		e.P("func (", name, ") size(v *", t, ") int { return len(v) }")
		e.P()
		e.byValue(name, t)
		e.P("func (", name, ") Skip(bs []byte) (int, error) {")
		e.P("if len(bs) < ", t.Len, " { return 0, ", short, " }")
		e.End("return ", t.Len, ", nil")
		return
	}
	each := e.fields(t.Elem, "&v[i]")
	e.P("func (", name, ") marshal(v *", t, ", bs []byte) (n int) {")
	e.P("for i := range v { n += ", each.marshal("bs[n:]"), " }")
	e.End("return n")
	e.P("func (", name, ") unmarshal(bs []byte, v *", t, ") (n int, err error) {")
	e.P("var used int")
	e.P("for i := range v {")
	e.step(each.unmarshal("used", "bs[n:]"))
	e.P("}")
	e.End("return n, nil")
	e.P("func (", name, ") size(v *", t, ") (size int) {")
	e.P("for i := range v { size += ", each.size, " }")
	e.End("return size")
	e.byValue(name, t)
	e.skip(name, func() {
		e.P("for range ", t.Len, " {")
		e.step("used, err = " + e.serializer(t.Elem) + ".Skip(bs[n:])")
		e.P("}")
	}, true)
}

// step prints a statement that sets used and err, and what becomes of them.
func (e *emitter) step(statement string) {
	e.P(statement)
	e.P("n += used")
	e.P("if err != nil { return n, err }")
}

// byValue prints the methods of the library's interface that take values, by
// which elements of its slices, maps and pointers are handed over.
func (e *emitter) byValue(name string, t *typemodel.Type) {
	e.P("func (s ", name, ") Marshal(v ", t, ", bs []byte) int { return s.marshal(&v, bs) }")
	e.P()
	e.P("func (s ", name, ") Unmarshal(bs []byte) (v ", t, ", n int, err error) {")
	e.P("n, err = s.unmarshal(bs, &v)")
	e.End("return v, n, err")
	e.P("func (s ", name, ") Size(v ", t, ") int { return s.size(&v) }")
	e.P()
}

func (e *emitter) skip(name string, body func(), used bool) {
	e.P("func (", name, ") Skip(bs []byte) (n int, err error) {")
	if used {
		e.P("var used int")
	}
	body()
	e.End("return n, nil")
}
