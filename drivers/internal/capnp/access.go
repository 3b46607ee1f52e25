package capnp

import (
	"strconv"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/records"
	"github.com/assay-go/assay/typemodel"
)

// emitAccess prints the func that reads every field of a struct and mixes it
// into h. Of text and data the bytes are found and their length is mixed in,
// since the library hands them out without looking at them.
func (e *emitter) emitAccess(r *records.Record) {
	e.P("func ", e.Name("access", r), "(s capnp.Struct, h uint64) (uint64, error) {")
	declared := false // err
	for _, f := range layOut(r).fields {
		switch t := f.Type; formOf(t) {
		case scalar:
			e.P("h = ", e.mixed(numberOf(t), f.data))
		case moment:
			e.P("h = ", e.Need("mix"), "(mix(h, s.Uint64(", 8*f.data, ")), uint64(s.Uint32(", 4*f.data2, ")))")
		case optional:
			e.P("if s.Bit(", f.data, ") {")
			e.P("h = ", e.Need("mix"), "(h, 1) // there is one")
			e.P("h = ", e.mixed(numberOf(t.Elem), f.data2))
			e.P("}")
		case union:
			if !declared {
				e.P("var err error")
				declared = true
			}
			e.P("h, err = ", e.FuncOf("accessUnion", t), "(s, ", 2*f.data, ", ", f.pointer, ", h)")
			e.check("0, ")
		case pointer:
			declared = true
			p := e.Local("p" + strconv.Itoa(f.pointer))
			e.P(p, ", err := s.Ptr(", f.pointer, ")")
			e.check("0, ")
			e.accessPointer(p, t)
		}
	}
	e.End("return h, nil")
}

// mixed returns the mix of h and a scalar in the data of s.
func (e *emitter) mixed(n number, at int) string {
	if n.bits == 1 {
		return e.Need("mixBool") + "(h, " + n.raw(at) + ")"
	}
	if n.bits == 64 {
		return e.Need("mix") + "(h, " + n.raw(at) + ")"
	}
	return e.Need("mix") + "(h, uint64(" + n.raw(at) + "))"
}

// accessPointer prints the reading of what p points to.
func (e *emitter) accessPointer(p string, t *typemodel.Type) {
	call := func(fn, arg string) {
		e.P("if h, err = ", fn, "(", arg, ", h); err != nil { return 0, err }")
	}
	switch {
	case t.Kind == typemodel.String:
		e.P("h = ", e.Need("mix"), "(h, uint64(len(", p, ".TextBytes())))")
	case driver.IsBytes(t) && t.Kind == typemodel.Array:
		e.P("h = ", e.Need("mixBytes"), "(h, ", p, ".Data())")
	case driver.IsBytes(t):
		e.P("h = ", e.Need("mix"), "(h, uint64(len(", p, ".Data())))")
	case t.Kind == typemodel.Struct:
		call(e.Name("access", e.Of(t)), p+".Struct()")
	case t.Kind != typemodel.Pointer:
		call(e.FuncOf("accessList", t), p)
	default:
		elem, boxed := e.pointed(t)
		e.P("if ", p, ".IsValid() {")
		e.P("h = ", e.Need("mix"), "(h, 1) // there is one")
		if boxed != nil {
			call(e.Name("access", boxed), p+".Struct()")
		} else {
			e.accessPointer(p, elem)
		}
		e.P("}")
	}
}

func (e *emitter) emitAccessList(t *typemodel.Type) {
	e.P("func ", e.FuncOf("accessList", t), "(p ", capnpPtr, ", h uint64) (uint64, error) {")
	e.P("l := ", e.list(t))
	e.P("h = ", e.Need("mix"), "(h, uint64(l.Len()))")
	e.P("for i := range l.Len() {")
	switch elementsOf(t) {
	case ofScalars:
		switch n := numberOf(t.Elem); {
		case n.bits == 1:
			e.P("h = ", e.Need("mixBool"), "(h, l.At(i))")
		case t.Elem.Kind.IsFloat():
			e.P("h = ", e.Need("mix"), "(h, uint64(", e.Ident("math", "Float"+strconv.Itoa(n.bits)+"bits"), "(l.At(i))))")
		default:
			e.P("h = ", e.Need("mix"), "(h, uint64(l.At(i)))")
		}
	case ofText:
		e.P("b, err := l.BytesAt(i)")
		e.check("0, ")
		e.P("h = ", e.Need("mix"), "(h, uint64(len(b)))")
	case ofPointers:
		e.P("p, err := l.At(i)")
		e.check("0, ")
		e.accessPointer("p", t.Elem)
	case ofStructs:
		r := (*records.Record)(nil)
		if t.Kind == typemodel.Map {
			r = e.PairOf(t)
		} else {
			r = e.element(t.Elem).Record
		}
		e.P("var err error")
		e.P("if h, err = ", e.Name("access", r), "(l.Struct(i), h); err != nil { return 0, err }")
	}
	e.P("}")
	e.End("return h, nil")
}

func (e *emitter) emitAccessUnion(t *typemodel.Type) {
	e.P("func ", e.FuncOf("accessUnion", t), "(s capnp.Struct, o capnp.DataOffset, i uint16, h uint64) (uint64, error) {")
	e.P("p, err := s.Ptr(i)")
	e.check("0, ")
	e.P("kind := s.Uint16(o)")
	e.P("h = ", e.Need("mix"), "(h, uint64(kind))")
	e.P("switch kind {")
	for i, h := range e.alternatives(t) {
		e.P("case ", i+1, ":")
		e.P("return ", e.Name("access", h.Record), "(p.Struct(), h)")
	}
	e.P("}")
	e.End("return h, nil")
}
