package positional

import (
	"fmt"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Unsafe code takes the memory of some Go values for their encoding, so that it
// holds on 64-bit little-endian machines only.

// Machines are the GOARCH values that code with Options.Unsafe is correct on.
var Machines = []string{"amd64", "arm64", "loong64", "mips64le", "ppc64le", "riscv64"}

// image reports whether the memory of every value of n's Go type is its
// encoding, and every encoding is a value.
func (e *emitter) image(n *node) bool {
	if !e.opts.Unsafe {
		return false
	}
	size, _, ok := e.memory(n)
	return ok && size > 0
}

// memory returns size and alignment in bytes of n's Go type, if its memory has
// no gaps and is its encoding.
func (e *emitter) memory(n *node) (size, align int, ok bool) {
	size, align = shape.Size(n.typ)
	switch n.op {
	case opNumber:
		return size, align, n.num.Bytes == size && (size == 1 || !e.format.BigEndian)
	case opByteArray:
		return size, align, n.fixed == n.typ.Len
	case opArray:
		_, _, ok = e.memory(n.elem)
		return size, align, ok
	case opStruct:
		left := size
		for i, f := range n.fields {
			s, _, ok := e.memory(f.node)
			if left -= s; !ok || n.typ.Fields[i].Name != f.name {
				return 0, 0, false
			}
		}
		return size, align, left == 0 && len(n.fields) == len(n.typ.Fields)
	}
	return 0, 0, false
}

// Aliases reports whether values of type t that unsafe code unmarshals share
// memory with the input.
func (f *Format) Aliases(t *typemodel.Type) bool {
	p := newPlan(f, "", t)
	if len(p.refuse) > 0 {
		return false
	}
	e := &emitter{format: f, opts: codec.Options{Unsafe: true}}
	for _, n := range p.reachable(p.root) {
		if n.op == opString || e.aliases(item{node: n}) {
			return true
		}
	}
	return false
}

// getImages prints the reading of a list whose elements are images. Those of
// single bytes alias the input; the others, which would have to be aligned, are
// copied in bulk.
func (e *emitter) getImages(it item, n string) {
	size, align, _ := e.memory(it.elem)
	if align > 1 {
		e.allocate(it, n)
		e.Pf("copy(%s(%s), p)", e.support("Memory"), it.lv)
	} else {
		e.Pf("%s = %s[%s](p, int(%s))", it.lv.alone(), e.support("Alias"), e.goType(it.typ.Elem), n)
		e.nilIfNone(it, n)
	}
	e.Pf("p = p[%s*%d:]", n, size)
}

// nilIfNone prints that a slice of no elements is nil, as a format that does not tell
// has it in fresh values.
func (e *emitter) nilIfNone(it item, n string) {
	if e.format.Nil == NilMerged {
		e.P("if ", n, " == 0 { ", it.lv.alone(), " = nil }")
	}
}

// putImages prints the writing of a list whose elements are images: few of them
// one by one, which is faster than a copy of unknown length.
func (e *emitter) putImages(it item, last bool) {
	bulk := fmt.Sprintf("copy(b[o:], %s(%s))", e.support("Memory"), it.lv)
	if !last {
		bulk = "o += uint(" + bulk + ")"
	}
	if it.elem.op != opByteArray {
		e.P(bulk)
		return
	}
	e.Pf("if len(%s) > 6 {", it.lv)
	e.P(bulk)
	e.P("} else {")
	e.loop(it, func(lv lvalue) { e.putElem(it.elem, lv, it.path+"[]") })
	e.P("}")
}

// aliases reports whether a list or byte slice aliases the input.
func (e *emitter) aliases(it item) bool {
	if !e.opts.Unsafe || it.typ.Kind != typemodel.Slice {
		return false
	}
	if it.op == opList && e.image(it.elem) {
		_, align, _ := e.memory(it.elem)
		return align == 1
	}
	return it.op == opBytes
}
