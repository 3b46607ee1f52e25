package positional

import (
	"fmt"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// A constructor copies what its input has behind the fixed part of the root once, and
// the strings, byte slices and lists of byte arrays of the new value are parts of that
// copy, which nothing else refers to. A short copy stands behind the value itself, in one
// allocation. A long one has its own: it has no pointers, so that the collector
// need not look into it and nobody need clear it first. Slices of other things have
// memory of their own, aligned as they must be.

// mostPiece is the size in bytes up to which a value and the copy are one allocation.
const mostPiece = 256

// constructorAPI prints the function that returns a new value.
func (e *emitter) constructorAPI() {
	root := e.plan.root
	typ := e.goType(root.typ)
	name := codec.FuncName("New", root.typ, e.format.ID)
	e.begin(root)
	e.P()
	doc := "returns a new value that is read from the whole of data, which must hold nothing else. It does not alias data."
	if e.hasParts() {
		doc += " The value and its strings and bytes share memory, which lives as long as any of them is in use."
	}
	e.Comment(name + " " + doc)
	e.Pf("func %s(data []byte) (*%s, error) {", name, typ)
	if !e.hasParts() {
		e.P("v := new(", typ, ")")
		e.Pf("if err := %s; err != nil { return nil, err }", e.unmarshalCall("v"))
		e.P("return v, nil")
		e.P("}")
		return
	}
	if e.format.Described {
		e.Pf("if len(data) < len(%s) || string(data[:len(%s)]) != %s { // another version's value is read from another copy", e.headName(), e.headName(), e.headName())
		e.P("v := new(", typ, ")")
		e.Pf("if err := %s; err != nil { return nil, err }", e.unmarshalCall("v"))
		e.P("return v, nil")
		e.P("}")
	}
	items := e.marked()
	if texts := e.shortTexts(items); len(texts) > 0 && e.readsShort(items) {
		rest := e.functionName("NewRest", root)
		e.unmarshalShort(items, texts, rest+"(data, v, piece)", true)
		e.P("}")
		e.begin(root)
		e.DocComment(rest + " reads v, whose memory is piece, from the whole of data, of which nothing is known.")
		e.P("//")
		e.P("//go:noinline")
		e.Pf("func %s(data []byte, v *%s, piece []byte) (*%s, error) {", rest, typ, typ)
	} else {
		e.newPiece(e.pieceStart())
	}
	for _, field := range []string{"piece", "text", "base", "copied", "from"} {
		e.reader(field)
	}
	e.Pf("r := %[1]s{data: data, piece: piece, text: %[2]s(piece), base: %[3]d, copied: piece, from: %[3]d}", e.support("Reader"), e.support("AliasString"), e.pieceStart())
	e.decodeRoot("nil, ")
	e.leftOver()
	e.P("if err != nil { return nil, err }")
	e.P("return v, nil")
	e.P("}")
	e.pieceFunction()
}

// unmarshalCall returns the call that reads the whole of data into v.
func (e *emitter) unmarshalCall(v string) string { return e.face().Call("Unmarshal", "data", v) }

// pieceStart returns where in the input the copy begins: behind what every encoding
// begins with, no part of which is a string or a list.
func (e *emitter) pieceStart() int {
	if e.format.bits() {
		return 0
	}
	list := e.pieces(e.marked())
	start := runLength(list[0].run)
	if list[0].run != nil {
		list = list[1:]
	}
	if len(list) > 0 && e.counted(list[0].tail) {
		start++ // the least length of a count
	}
	return start
}

// counted reports whether a tail begins with a length or count, as a varint.
func (e *emitter) counted(tail *item) bool {
	if tail == nil || e.format.Length.Bytes != 0 {
		return false
	}
	switch tail.op {
	case opString:
		return true
	case opBytes, opList, opMap:
		return e.format.Nil != NilBit || tail.isArray()
	}
	return false
}

// newPiece prints the making of v and of the copy of data, which is an error if it has
// fewer than least bytes.
func (e *emitter) newPiece(least int) {
	start := e.pieceStart()
	if least > 0 {
		e.Pf("if len(data) < %d {", least)
		e.P("return nil, ", e.unmarshalCall("new("+e.goType(e.plan.root.typ)+")"), " // which says why")
		e.P("}")
	}
	e.Pf("v, piece := %s(data[%d:])", e.functionName("Piece", e.plan.root), start)
}

// pieceFunction prints the function that makes a new value and a copy.
func (e *emitter) pieceFunction() {
	root := e.plan.root
	name, typ := e.functionName("Piece", root), e.goType(root.typ)
	e.DocComment(name + " returns a new value and a copy of text: behind it in one piece of memory, if they are small.")
	e.Pf("func %s(text []byte) (*%s, []byte) {", name, typ)
	size, _ := shape.Size(root.typ)
	if size+16 <= mostPiece {
		e.P("switch n := len(text); {")
		for total := (size + 16) &^ 15; total <= mostPiece; total += max(16, total/64*16) {
			e.Pf("case n <= %d:", total-size)
			e.P("p := new(struct {")
			e.P("v ", typ)
			e.Pf("text [%d]byte", total-size)
			e.P("})")
			e.P("return &p.v, p.text[:copy(p.text[:], text):n]")
		}
		e.P("}")
	}
	e.End("return new(", typ, "), append([]byte{}, text...)")
}

// hasParts reports whether a copy is made.
func (e *emitter) hasParts() bool { return e.plan.copied }

// pays reports whether a copy for strings and byte slices is worth what it has beside them. For
// lists of byte arrays alone it is not, as they share memory anyway, nor for a string or two beside
// as many lists of numbers, which are most of the input and have memory of their own: an embedding
// of 1,536 such took 1.4 to 1.7 times as long. Nor is it for byte slices in structs of lists, which
// have numbers beside them, and share copies without them where they are near to each other: columns
// of a table took 1.1 times as long, transactions 1.15.
func (p *plan) pays() bool {
	texts, numbers := 0, 0
	elements := map[*node]bool{} // of lists of structs, and what is in them
	for _, n := range p.reachable(p.root) {
		if n.op != opList || elements[n.elem] {
			continue
		}
		elem := n.elem
		if elem.op == opPointer || elem.op == opValue {
			elem = elem.elem
		}
		if elem.op == opStruct {
			for _, part := range p.reachable(elem) {
				elements[part] = true
			}
		}
	}
	for _, n := range p.reachable(p.root) {
		places := []*node{n.key, n.elem, n.elem} // of elements there are many
		for _, f := range n.fields {
			places = append(places, f.node)
		}
		for _, part := range places {
			switch {
			case part == nil:
			case part.op == opBytes && elements[part]:
			case isText(part):
				texts++
			case part.op == opList && part.elem.op == opNumber && part.elem.fixed > 1:
				numbers++
			}
		}
	}
	return texts > numbers || isText(p.root)
}

// isText reports whether values of n are strings or slices of bytes.
func isText(n *node) bool {
	return n.op == opString || n.op == opBytes && n.typ.Kind == typemodel.Slice
}

// isParts reports whether a slice of bytes or of arrays of bytes may be a part of a
// copy: it looks the same in memory and in an encoding, wherever it stands.
func (e *emitter) isParts(it item) bool {
	if _, ok := e.parts(it); ok {
		return true
	}
	return e.hasParts() && it.op == opBytes && it.typ.Kind == typemodel.Slice
}

// parts returns the size of the elements of a list that may be a part of a copy.
func (e *emitter) parts(it item) (size int, ok bool) {
	if it.op != opList || it.typ.Kind != typemodel.Slice || !e.hasParts() {
		return 0, false
	}
	size, align, ok := e.memory(it.elem)
	return size, ok && size > 0 && align == 1
}

// orPart prints the reading of a slice of n elements of the given size: as a part of the
// copy, or by what read prints where there is none.
func (e *emitter) orPart(it item, n string, size int, read func()) {
	if !e.isParts(it) {
		read()
		return
	}
	e.reader("piece")
	e.reader("part")
	length := "int(" + n + ")"
	if size > 1 {
		length += fmt.Sprintf("*%d", size)
	}
	part := "r.part(p, " + length + ")"
	if size > 1 || !it.typ.Elem.Name.IsZero() || it.typ.Elem.Kind != typemodel.Uint8 {
		part = fmt.Sprintf("%s[%s](%s, int(%s))", e.support("Alias"), e.goType(it.typ.Elem), part, n)
	}
	e.P("if r.piece != nil {")
	e.P(it.lv.alone(), " = ", part)
	e.nilIfNone(it, n)
	if it.op == opList {
		e.Pf("p = p[%s*%d:]", n, size)
	}
	e.P("} else {")
	read()
	e.P("}")
}
