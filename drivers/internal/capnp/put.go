package capnp

import (
	"strconv"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/records"
	"github.com/assay-go/assay/typemodel"
)

// emitPut prints the func that writes the fields of a struct to a new one.
func (e *emitter) emitPut(r *records.Record) {
	e.P("func ", e.Name("put", r), "(s capnp.Struct, ", e.Params(r), ") error {")
	for _, f := range layOut(r).fields {
		e.put(f)
	}
	e.End("return nil")
}

func (e *emitter) put(f field) {
	x, t := f.Expr, f.Type
	switch formOf(t) {
	case scalar:
		e.setter(f.data, x, t)
	case moment:
		e.Workaround("times as seconds and nanoseconds")
		at := e.asTime(x, t)
		e.P("s.SetUint64(", 8*f.data, ", uint64(", at, ".Unix()))")
		e.P("s.SetUint32(", 4*f.data2, ", uint32(", at, ".Nanosecond()))")
	case optional:
		e.Workaround("pointers to scalars as a flag and a scalar")
		e.P("if ", x, " != nil {")
		e.P("s.SetBit(", f.data, ", true)")
		e.setter(f.data2, "(*"+x+")", t.Elem)
		e.P("}")
	case union:
		e.failing("", e.FuncOf("putUnion", t), "(s, ", 2*f.data, ", ", f.pointer, ", ", records.Bare(x), ")")
	case pointer:
		e.putPointer(f.pointer, x, t)
	}
}

// putPointer prints the writing of x to the pointer of s with the number i.
func (e *emitter) putPointer(i int, x string, t *typemodel.Type) {
	switch {
	case t.Kind == typemodel.String:
		e.failing("", "s.SetText(", i, ", ", records.Convert(x, t, "string"), ")")
	case driver.IsBytes(t):
		e.failing("", "s.SetData(", i, ", ", e.bytes(x, t), ")")
	case t.Kind == typemodel.Struct:
		e.putStruct(i, e.Of(t), records.Addr(x))
	case t.Kind != typemodel.Pointer:
		p := e.Local("p" + strconv.Itoa(i))
		e.P(p, ", err := ", e.FuncOf("putList", t), "(s.Segment(), ", records.Addr(x), ")")
		e.check("")
		e.failing("", "s.SetPtr(", i, ", ", p, ")")
	default:
		e.P("if ", x, " != nil {")
		elem, boxed := e.pointed(t)
		switch {
		case boxed != nil:
			e.putStruct(i, boxed, records.Bare(x))
		case elem.Kind == typemodel.String: // SetText would make an empty one nil
			e.failing("", "s.SetNewText(", i, ", ", records.Convert("(*"+x+")", elem, "string"), ")")
		default:
			e.putPointer(i, "(*"+x+")", elem)
		}
		e.P("}")
	}
}

// bytes returns x as a []byte.
func (e *emitter) bytes(x string, t *typemodel.Type) string {
	if t.Kind == typemodel.Array {
		e.Workaround("byte arrays as data of a checked length")
		return x + "[:]"
	}
	return records.Bare(x)
}

// pointed returns the type that t points to, and the struct that carries it if
// it is one, or may be nil by itself, or has no pointer.
func (e *emitter) pointed(t *typemodel.Type) (elem *typemodel.Type, boxed *records.Record) {
	switch t.Elem.Kind {
	case typemodel.Slice, typemodel.Map, typemodel.Pointer, typemodel.Interface, typemodel.Time:
		e.Workaround("pointers to slices, maps, pointers, interfaces and times by a struct in between")
		return t.Elem, e.Of(t.Elem)
	case typemodel.Struct:
		return t.Elem, e.Of(t.Elem)
	}
	return t.Elem, nil
}

func (e *emitter) putStruct(i int, r *records.Record, x string) {
	sub := e.Local("sub" + strconv.Itoa(i))
	e.P(sub, ", err := ", e.Need("newStruct"), "(s, ", i, ", ", layOut(r).size(), ")")
	e.check("")
	e.failing("", e.Name("put", r), "(", sub, ", ", x, ")")
}

// elements is how the elements of a list are carried.
type elements int

const (
	ofScalars  elements = iota
	ofText              // by pointers
	ofPointers          // to data or lists
	ofStructs           // inline
)

func elementsOf(t *typemodel.Type) elements {
	switch elem := t.Elem; {
	case t.Kind == typemodel.Map:
		return ofStructs
	case isScalar(elem):
		return ofScalars
	case elem.Kind == typemodel.String:
		return ofText
	case elem.Kind == typemodel.Slice, elem.Kind == typemodel.Array, elem.Kind == typemodel.Map:
		return ofPointers
	}
	return ofStructs
}

// element returns the struct of the elements of a list of structs.
func (e *emitter) element(t *typemodel.Type) records.Held {
	h := e.Hold(t)
	if h.Box && t.Kind != typemodel.Time {
		e.Workaround("elements that are pointers or interfaces by a struct of one field")
	}
	return h
}

// emitPutList prints the func that writes a list, unless it is nil.
func (e *emitter) emitPutList(t *typemodel.Type) {
	e.P("func ", e.FuncOf("putList", t), "(seg *capnp.Segment, v *", t, ") (", capnpPtr, ", error) {")
	switch t.Kind {
	case typemodel.Array:
		e.Workaround("arrays as lists of a checked length")
	case typemodel.Map:
		e.Workaround("maps as lists of structs of a key and a value")
		fallthrough
	default:
		e.P("if *v == nil { return ", capnpPtr, "{}, nil }")
	}
	none := "capnp.Ptr{}, "
	create := func(what string, size ...any) {
		e.P(append(append([]any{"l, err := capnp.New", what, "(seg, "}, size...), "int32(len(*v)))")...)
		e.check(none)
	}
	item := "(*v)[i]"
	switch elementsOf(t) {
	case ofScalars:
		n := numberOf(t.Elem)
		create(n.list + "List")
		e.P("for i := range *v { l.Set(i, ", records.Convert(item, t.Elem, n.typ), ") }")
	case ofText:
		create("TextList")
		e.P("for i := range *v {")
		e.failing(none, "l.Set(i, ", records.Convert(item, t.Elem, "string"), ")")
		e.P("}")
	case ofPointers:
		create("PointerList")
		e.P("for i := range *v {")
		if driver.IsBytes(t.Elem) {
			if t.Elem.Kind == typemodel.Slice {
				e.P("if ", item, " == nil { continue }")
			}
			e.P("p, err := capnp.NewData(seg, ", e.bytes(item, t.Elem), ")")
			e.check(none)
			e.failing(none, "l.Set(i, p.ToPtr())")
		} else {
			e.P("p, err := ", e.FuncOf("putList", t.Elem), "(seg, ", records.Addr(item), ")")
			e.check(none)
			e.failing(none, "l.Set(i, p)")
		}
		e.P("}")
	case ofStructs:
		if t.Kind == typemodel.Map {
			r := e.PairOf(t)
			create("CompositeList", layOut(r).size(), ", ")
			// Declared within the loop they would be allocated in recursive types.
			e.P("var k ", t.Key)
			e.P("var x ", t.Elem)
			e.P("i := 0")
			e.P("for k, x = range *v {")
			e.failing(none, e.Name("put", r), "(l.Struct(i), &k, &x)")
			e.P("i++")
			e.P("}")
			break
		}
		h := e.element(t.Elem)
		create("CompositeList", layOut(h.Record).size(), ", ")
		e.P("for i := range *v {")
		x := records.Addr(item)
		if h.Ref {
			e.P("if ", item, " == nil { return ", none, e.Need("errNil"), " }")
			x = item
		}
		e.failing(none, e.Name("put", h.Record), "(l.Struct(i), ", x, ")")
		e.P("}")
	}
	e.End("return l.ToPtr(), nil")
}

// emitPutUnion prints the func that writes what an interface holds.
func (e *emitter) emitPutUnion(t *typemodel.Type) {
	e.P("func ", e.FuncOf("putUnion", t), "(s capnp.Struct, o capnp.DataOffset, i uint16, v ", t, ") error {")
	e.P("switch x := v.(type) {")
	e.P("case nil:")
	e.P("return nil")
	for i, h := range e.alternatives(t) {
		e.P("case ", h.Type, ":")
		x := "&x"
		if h.Ref {
			e.P("if x == nil { return ", e.Need("errNil"), " }")
			x = "x"
		}
		e.P("s.SetUint16(o, ", i+1, ")")
		e.P("sub, err := ", e.Need("newStruct"), "(s, i, ", layOut(h.Record).size(), ")")
		e.check("")
		e.P("return ", e.Name("put", h.Record), "(sub, ", x, ")")
	}
	e.P("}")
	e.End("return ", e.Need("errAlternative"))
}

// alternatives returns the structs of a union, whose numbers begin at 1.
func (e *emitter) alternatives(t *typemodel.Type) []records.Held {
	list := e.Alternatives(t)
	for _, h := range list {
		if h.Box {
			e.Workaround("alternatives that are no structs by a struct of one field")
		}
	}
	return list
}
