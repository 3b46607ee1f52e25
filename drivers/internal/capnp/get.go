package capnp

import (
	"strconv"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/records"
	"github.com/assay-go/assay/typemodel"
)

// emitGet prints the func that sets every field of a value, which may be a used
// one, from a struct.
func (e *emitter) emitGet(r *records.Record) {
	e.P("func ", e.Name("get", r), "(s capnp.Struct, ", e.Params(r), ") error {")
	for _, f := range layOut(r).fields {
		e.get(f)
	}
	e.End("return nil")
}

func (e *emitter) get(f field) {
	x, t := f.Expr, f.Type
	switch formOf(t) {
	case scalar:
		e.P(records.Bare(x), " = ", e.getter(f.data, t))
	case moment:
		at := e.Ident("time", "Unix") + "(int64(s.Uint64(" + strconv.Itoa(8*f.data) + ")), int64(s.Uint32(" + strconv.Itoa(4*f.data2) + "))).UTC()"
		e.P(records.Bare(x), " = ", e.ConvertTo(t, at, "time.Time"))
	case optional:
		e.P("if s.Bit(", f.data, ") {")
		e.P("if ", x, " == nil { ", records.Bare(x), " = new(", t.Elem, ") }")
		e.P("*", x, " = ", e.getter(f.data2, t.Elem))
		e.P("} else { ", records.Bare(x), " = nil }")
	case union:
		e.failing("", e.FuncOf("getUnion", t), "(s, ", 2*f.data, ", ", f.pointer, ", ", records.Addr(x), ")")
	case pointer:
		p := e.Local("p" + strconv.Itoa(f.pointer))
		e.P(p, ", err := s.Ptr(", f.pointer, ")")
		e.check("")
		e.getPointer(p, x, t)
	}
}

// getPointer prints the reading of x from the pointer p.
func (e *emitter) getPointer(p, x string, t *typemodel.Type) {
	switch {
	case t.Kind == typemodel.String:
		e.P(records.Bare(x), " = ", e.ConvertTo(t, p+".Text()", "string"))
	case driver.IsBytes(t) && t.Kind == typemodel.Array:
		e.P("if b := ", p, ".Data(); len(b) == len(", records.Bare(x), ") {")
		e.P("copy(", x, "[:], b)")
		e.P("} else if ", p, ".IsValid() {")
		e.P("return ", e.Need("errLength"))
		e.P("} else { ", e.Need("clearValue"), "(", records.Addr(x), ") }")
	case driver.IsBytes(t):
		e.P("if ", p, ".IsValid() {")
		e.P("b := ", p, ".Data()")
		e.P(records.Bare(x), " = ", e.Need("sized"), "(", records.Bare(x), ", len(b))")
		e.P("copy(", records.Bare(x), ", b)")
		e.P("} else { ", records.Bare(x), " = nil }")
	case t.Kind == typemodel.Struct:
		e.failing("", e.Name("get", e.Of(t)), "(", p, ".Struct(), ", records.Addr(x), ")")
	case t.Kind != typemodel.Pointer:
		e.failing("", e.FuncOf("getList", t), "(", p, ", ", records.Addr(x), ")")
	default:
		elem, boxed := e.pointed(t)
		e.P("if ", p, ".IsValid() {")
		e.P("if ", x, " == nil { ", records.Bare(x), " = new(", elem, ") }")
		if boxed != nil {
			e.failing("", e.Name("get", boxed), "(", p, ".Struct(), ", records.Bare(x), ")")
		} else {
			e.getPointer(p, "(*"+x+")", elem)
		}
		e.P("} else { ", records.Bare(x), " = nil }")
	}
}

// emitGetList prints the func that reads a list from a pointer.
func (e *emitter) emitGetList(t *typemodel.Type) {
	e.P("func ", e.FuncOf("getList", t), "(p ", capnpPtr, ", v *", t, ") error {")
	e.P("if !p.IsValid() {")
	if t.Kind == typemodel.Array {
		e.P(e.Need("clearValue"), "(v)")
	} else {
		e.P("*v = nil")
	}
	e.P("return nil")
	e.P("}")
	e.getElements(t)
	e.End("return nil")
}

func (e *emitter) getElements(t *typemodel.Type) {
	how, elem, item := elementsOf(t), t.Elem, "(*v)[i]"
	e.P("l := ", e.list(t))
	switch t.Kind {
	case typemodel.Map:
		e.P("if *v == nil { *v = make(", t, ", l.Len()) } else { clear(*v) }")
		// Declared within the loop they would be allocated in recursive types.
		e.P("var k ", t.Key)
		e.P("var x ", t.Elem)
		e.P("for i := range l.Len() {")
		e.P(e.Need("clearValue"), "(&x)")
		e.failing("", e.Name("get", e.PairOf(t)), "(l.Struct(i), &k, &x)")
		e.P("(*v)[k] = x")
		e.P("}")
		return
	case typemodel.Array:
		e.P("if l.Len() != len(*v) { return ", e.Need("errLength"), " }")
	default:
		e.P("*v = ", e.Need("sized"), "(*v, l.Len())")
	}
	e.P("for i := range *v {")
	switch how {
	case ofScalars:
		e.P(item, " = ", e.ConvertTo(elem, "l.At(i)", numberOf(elem).typ))
	case ofText:
		e.P("x, err := l.At(i)")
		e.check("")
		e.P(item, " = ", e.ConvertTo(elem, "x", "string"))
	case ofPointers:
		e.P("p, err := l.At(i)")
		e.check("")
		e.getPointer("p", item, elem)
	case ofStructs:
		h, x := e.element(elem), records.Addr(item)
		if h.Ref {
			e.P("if ", item, " == nil { ", item, " = new(", elem.Elem, ") }")
			x = item
		}
		e.failing("", e.Name("get", h.Record), "(l.Struct(i), ", x, ")")
	}
	e.P("}")
}

// list returns the list of the pointer p.
func (e *emitter) list(t *typemodel.Type) string {
	name := ""
	switch elementsOf(t) {
	case ofScalars:
		name = numberOf(t.Elem).list
	case ofText:
		name = "Text"
	case ofPointers:
		name = "Pointer"
	case ofStructs:
		return "p.List()"
	}
	return "capnp." + name + "List(p.List())"
}

// emitGetUnion prints the func that reads what an interface holds.
func (e *emitter) emitGetUnion(t *typemodel.Type) {
	e.P("func ", e.FuncOf("getUnion", t), "(s capnp.Struct, o capnp.DataOffset, i uint16, v *", t, ") error {")
	e.P("p, err := s.Ptr(i)")
	e.check("")
	e.P("switch s.Uint16(o) {")
	e.P("case 0:")
	e.P("*v = nil")
	for i, h := range e.alternatives(t) {
		e.P("case ", i+1, ":")
		x := "&x"
		if h.Ref {
			e.P("x := new(", h.Type.Elem, ")")
			x = "x"
		} else {
			e.P("var x ", h.Type)
		}
		e.failing("", e.Name("get", h.Record), "(p.Struct(), ", x, ")")
		e.P("*v = x")
	}
	e.P("default:")
	e.P("return ", e.Need("errAlternative"))
	e.P("}")
	e.End("return nil")
}
