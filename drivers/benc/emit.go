package benc

import (
	"fmt"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	a.Use("slices", "bstd "+bstd)
	a.ReserveTypes(t)
	e := &emitter{Adapter: a, variant: v, names: map[string]funcs{}}
	root := e.funcs(t)
	a.P("// T is the type that this adapter encodes and decodes.")
	a.P("type T = ", t)
	a.P()
	for len(e.pending) > 0 {
		next := e.pending[0]
		e.pending = e.pending[1:]
		e.declare(next)
	}
	codec := a.Ident(driver.AdapterPath, "Codec")
	size := root.size("*v")
	a.P("// New returns a codec with state of its own.")
	a.P("func New() ", codec, "[T] {")
	a.P("return ", codec, "[T]{")
	a.P("Marshal: func(v *T) ([]byte, error) {")
	a.P("b := make([]byte, ", size, ")")
	a.P(root.marshal, "(0, b, *v)")
	a.P("return b, nil")
	a.P("},")
	a.P("Append: func(buf []byte, v *T) ([]byte, error) {")
	a.P("n, size := len(buf), ", size)
	a.P("buf = slices.Grow(buf, size)[:n+size]")
	a.P(root.marshal, "(n, buf, *v)")
	a.P("return buf, nil")
	a.P("},")
	// Every field is assigned, so that a used destination does as well as a
	// fresh one.
	for _, name := range []string{"Unmarshal", "UnmarshalReuse"} {
		a.P(name, ": func(data []byte, v *T) (err error) {")
		a.P("_, *v, err = ", root.unmarshal, "(0, data)")
		a.P("return err")
		a.P("},")
	}
	a.P("Size: func(v *T) int { return ", size, " },")
	a.P("}")
	a.P("}")
	return nil
}

// emitter declares the three funcs of each type that the library has none for.
type emitter struct {
	*driver.Adapter
	variant driver.Variant
	names   map[string]funcs // by Go type
	pending []declaration
}

type declaration struct {
	funcs
	typ *typemodel.Type
}

// funcs are the funcs for one type, in the library's form: sizes take a value,
// or nothing for a fixed one.
type funcs struct {
	sizer, marshal, unmarshal string
	fixed                     bool
}

func (f funcs) size(v string) string {
	if f.fixed {
		return f.sizer + "()"
	}
	return f.sizer + "(" + v + ")"
}

func (e *emitter) funcs(t *typemodel.Type) funcs {
	if t.Name.IsZero() || t.Name.PkgPath == "" {
		if f := e.primitive(t); f.sizer != "" {
			return f
		}
	}
	key := e.Type(t)
	if f, ok := e.names[key]; ok {
		return f
	}
	n := len(e.names)
	local := func(verb string) string { return e.Local(fmt.Sprintf("%s%d", verb, n)) }
	f := funcs{sizer: local("size"), marshal: local("marshal"), unmarshal: local("unmarshal")}
	e.names[key] = f
	e.pending = append(e.pending, declaration{f, t})
	return f
}

// primitive returns the library's own funcs for t's underlying type, if it has
// any.
func (e *emitter) primitive(t *typemodel.Type) funcs {
	of := func(name string, fixed bool) funcs {
		return funcs{
			sizer: e.Ident(bstd, "Size"+name), marshal: e.Ident(bstd, "Marshal"+name),
			unmarshal: e.Ident(bstd, "Unmarshal"+name), fixed: fixed,
		}
	}
	name := strings.ToUpper(t.Kind.String()[:1]) + t.Kind.String()[1:]
	switch k := t.Kind; {
	case k == typemodel.String && e.variant.Has(driver.UnsafeStr):
		f := of("UnsafeString", false)
		f.sizer = e.Ident(bstd, "SizeString")
		return f
	case k == typemodel.String, k == typemodel.Int, k == typemodel.Uint:
		return of(name, false)
	case t.IsBytes() && t.Elem.Name.PkgPath == "":
		f := of("Bytes", false)
		f.unmarshal += "Copied"
		return f
	case k == typemodel.Uint8:
		return of("Byte", true)
	case k == typemodel.Bool, k.IsFloat(), k.IsInteger() && k != typemodel.Int8:
		return of(name, true)
	}
	return funcs{}
}

// declare prints the three funcs of a type.
func (e *emitter) declare(d declaration) {
	t := d.typ
	e.P("func ", d.sizer, "(v ", t, ") (size int) {")
	e.emitSize(t)
	e.P("}")
	e.P()
	e.P("func ", d.marshal, "(n int, b []byte, v ", t, ") int {")
	e.emitMarshal(t)
	e.P("}")
	e.P()
	e.P("func ", d.unmarshal, "(n int, b []byte) (_ int, v ", t, ", err error) {")
	e.emitUnmarshal(t)
	e.P("}")
	e.P()
}

// converted returns the funcs for the underlying type of a named type that the
// library has funcs for, and its spelling.
func (e *emitter) converted(t *typemodel.Type) (f funcs, under string, ok bool) {
	f = e.primitive(t)
	return f, e.Underlying(t), f.sizer != ""
}

func (e *emitter) emitSize(t *typemodel.Type) {
	if f, under, ok := e.converted(t); ok {
		e.P("return ", f.size("("+under+")(v)"))
		return
	}
	switch t.Kind {
	case typemodel.Int8:
		e.P("return ", e.Ident(bstd, "SizeByte"), "()")
	case typemodel.Time:
		e.P("return ", e.Ident(bstd, "SizeInt64"), "()")
	case typemodel.Struct:
		for _, f := range exported(t) {
			e.P("size += ", e.funcs(f.Type).size("v."+f.Name))
		}
		e.P("return size")
	case typemodel.Pointer:
		e.P("size = ", e.Ident(bstd, "SizeBool"), "()")
		e.P("if v != nil { size += ", e.funcs(t.Elem).size("*v"), " }")
		e.P("return size")
	case typemodel.Array:
		if isBytes(t) {
			e.P("return len(v)")
			return
		}
		if f := e.funcs(t.Elem); f.fixed {
			e.P("return len(v) * ", f.size(""))
			return
		}
		e.P("for i := range v { size += ", e.funcs(t.Elem).size("v[i]"), " }")
		e.P("return size")
	case typemodel.Slice:
		f := e.funcs(t.Elem)
		if f.fixed {
			e.P("return ", e.Ident(bstd, "SizeFixedSlice"), "(v, ", f.size(""), ")")
		} else {
			e.P("return ", e.Ident(bstd, "SizeSlice"), "(v, ", f.sizer, ")")
		}
	case typemodel.Map:
		e.P("return ", e.Ident(bstd, "SizeMap"), "(v, ", e.funcs(t.Key).sizer, ", ", e.funcs(t.Elem).sizer, ")")
	}
}

func (e *emitter) emitMarshal(t *typemodel.Type) {
	if f, under, ok := e.converted(t); ok {
		e.P("return ", f.marshal, "(n, b, (", under, ")(v))")
		return
	}
	switch t.Kind {
	case typemodel.Int8:
		e.P("return ", e.Ident(bstd, "MarshalByte"), "(n, b, byte(v))")
	case typemodel.Time:
		e.P("return ", e.Ident(bstd, "MarshalInt64"), "(n, b, v.UnixNano())")
	case typemodel.Struct:
		for _, f := range exported(t) {
			e.P("n = ", e.funcs(f.Type).marshal, "(n, b, v.", f.Name, ")")
		}
		e.P("return n")
	case typemodel.Pointer:
		e.P("n = ", e.Ident(bstd, "MarshalBool"), "(n, b, v != nil)")
		e.P("if v != nil { n = ", e.funcs(t.Elem).marshal, "(n, b, *v) }")
		e.P("return n")
	case typemodel.Array:
		if isBytes(t) {
			e.P("return n + copy(b[n:n+len(v)], v[:])")
			return
		}
		e.P("for i := range v { n = ", e.funcs(t.Elem).marshal, "(n, b, v[i]) }")
		e.P("return n")
	case typemodel.Slice:
		e.P("return ", e.Ident(bstd, "MarshalSlice"), "(n, b, v, ", e.funcs(t.Elem).marshal, ")")
	case typemodel.Map:
		e.P("return ", e.Ident(bstd, "MarshalMap"), "(n, b, v, ", e.funcs(t.Key).marshal, ", ", e.funcs(t.Elem).marshal, ")")
	}
}

func (e *emitter) emitUnmarshal(t *typemodel.Type) {
	if f, _, ok := e.converted(t); ok {
		e.P("n, x, err := ", f.unmarshal, "(n, b)")
		e.P("return n, (", t, ")(x), err")
		return
	}
	switch t.Kind {
	case typemodel.Int8:
		e.P("n, x, err := ", e.Ident(bstd, "UnmarshalByte"), "(n, b)")
		e.P("return n, (", t, ")(x), err")
	case typemodel.Time:
		e.P("n, ns, err := ", e.Ident(bstd, "UnmarshalInt64"), "(n, b)")
		e.P("return n, ", e.Ident("time", "Unix"), "(0, ns).UTC(), err")
	case typemodel.Struct:
		for _, f := range exported(t) {
			e.P("if n, v.", f.Name, ", err = ", e.funcs(f.Type).unmarshal, "(n, b); err != nil { return n, v, err }")
		}
		e.P("return n, v, nil")
	case typemodel.Pointer:
		e.P("n, set, err := ", e.Ident(bstd, "UnmarshalBool"), "(n, b)")
		e.P("if err != nil || !set { return n, nil, err }")
		e.P("v = new(", t.Elem, ")")
		e.P("n, *v, err = ", e.funcs(t.Elem).unmarshal, "(n, b)")
		e.P("return n, v, err")
	case typemodel.Array:
		if isBytes(t) {
			e.P("if len(b)-n < len(v) { return n, v, ", e.Ident(module, "ErrBufTooSmall"), " }")
			e.P("return n + copy(v[:], b[n:]), v, nil")
			return
		}
		e.P("for i := range v {")
		e.P("if n, v[i], err = ", e.funcs(t.Elem).unmarshal, "(n, b); err != nil { return n, v, err }")
		e.P("}")
		e.P("return n, v, nil")
	case typemodel.Slice:
		e.P("return ", e.Ident(bstd, "UnmarshalSlice"), "[", t.Elem, "](n, b, ", e.funcs(t.Elem).unmarshal, ")")
	case typemodel.Map:
		e.P("return ", e.Ident(bstd, "UnmarshalMap"), "[", t.Key, ", ", t.Elem, "](n, b, ", e.funcs(t.Key).unmarshal, ", ", e.funcs(t.Elem).unmarshal, ")")
	}
}

// isBytes reports whether an array is moved as a whole: the library has no
// arrays.
func isBytes(t *typemodel.Type) bool { return t.IsByteArray() && t.Elem.Name.PkgPath == "" }

func exported(t *typemodel.Type) []*typemodel.Field {
	var list []*typemodel.Field
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Exported() {
			list = append(list, f)
		}
	}
	return list
}
