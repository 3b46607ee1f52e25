package positional

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/internal/face"
)

// codec prints everything of the plan's root, what users call first.
func (e *emitter) codec(p *plan) {
	e.plan = p
	p.strings = p.count(func(n *node) bool { return n.op == opString })
	p.copied = e.opts.Constructor && p.pays()
	if e.format.begun() {
		e.printMark()
	}
	e.appendAPI()
	e.marshalAPI()
	e.sizeAPI()
	e.unmarshalAPI()
	e.decodeAPI()
	if e.opts.Constructor {
		e.constructorAPI()
	}
	if e.opts.Arena {
		e.decoder()
	}
	if e.opts.Streams {
		e.face().Stream(e.File, e.opts.Unsafe, "")
	}
	for _, n := range p.reachable(p.root) {
		if n == p.root || n.function {
			e.functionsOf(n)
		}
	}
}

// functionsOf prints the functions for n that other functions call.
func (e *emitter) functionsOf(n *node) {
	called := n != e.plan.root || e.plan.calls(n)
	if n.tail && e.plan.sized() && (called || n.tries) {
		e.sizeFunction(n)
	}
	if called {
		e.encodeFunctions(n)
	}
	if n.tail || n.fixed > 0 {
		e.decodeFunction(n)
	}
}

// calls reports whether the functions of the root are called by others than those
// that users call, or have parameters that those lack.
func (p *plan) calls(root *node) bool {
	return root.tail && (root.users > 1 || root.nests > 0 || p.format.bits())
}

// items returns the items of the function for n, whose parameter is v.
func (e *emitter) items(n *node) []item {
	if n.op == opInterface {
		return []item{{n, pointee("v"), ""}}
	}
	return e.plan.flatten(n, pointee("v"), "")
}

// appendAPI prints the function that appends, to which everything comes down.
func (e *emitter) appendAPI() {
	root := e.plan.root
	results := "([]byte, error)"
	if root.fails {
		results = "(_ []byte, err error)"
	}
	e.begin(root)
	e.face().Begin(e.File, "Append", "b []byte", results,
		"appends the "+e.format.Title+" encoding of v to b and returns the extended buffer. b belongs to the caller; nothing of it is kept.")
	counts := e.plan.shortCounts()
	if counts {
		e.P("start := len(b)")
	}
	if e.format.bits() && root.tail {
		e.P("w := new(", e.support("BitWriter"), ")")
	}
	if texts := e.shortRoot(); appendsShort(texts) {
		e.appendShort(e.marked(), texts, "return b, nil", nil)
	}
	switch {
	case e.plan.calls(root):
		if e.format.begun() {
			e.block(func() { e.appendPieces(e.pieces(e.marked()[:1])) })
		}
		e.depth = false
		e.appendCall(item{called(root), pointee("v"), ""})
	case e.wholeRun():
		e.appendRun(e.marked(), inlinedParts)
	default:
		e.appendPieces(e.pieces(e.marked()))
	}
	if counts {
		e.Pf("if uint64(len(b)-start) > %s { return b[:start], %s(%q, %q) }", longest, e.support("MarshalError"), e.owner, tooLong)
	}
	e.End("return b, nil")
}

// returnLong prints the return of what the function for all values of the root appends to b. failed is what is
// returned beside an error.
func (e *emitter) returnLong(b, failed string) {
	call := e.appendCallTo(b)
	if !e.plan.root.fails || b == failed {
		e.P("return ", call)
		return
	}
	e.P("b, err := ", call)
	e.P("if err != nil { return ", failed, ", err }")
	e.P("return b, nil")
}

// shortRoot are the short texts of the root, if it is written as a whole by what
// users call.
func (e *emitter) shortRoot() []item {
	if e.plan.calls(e.plan.root) || e.plan.shortCounts() {
		return nil
	}
	return e.shortWritten(e.marked())
}

// face is what users call.
func (e *emitter) face() face.Face {
	return face.Face{Type: e.plan.root.typ, Format: e.format.ID, Methods: e.opts.Methods}
}

// appendCallTo returns the call that appends v to b.
func (e *emitter) appendCallTo(b string) string { return e.face().Call("Append", b, "v") }

// marshalAPI prints the function that returns an encoding in a new buffer: of
// the size that is told first, or else a copy of what was appended to a buffer
// that is used again.
func (e *emitter) marshalAPI() {
	e.face().Begin(e.File, "Marshal", "", "([]byte, error)",
		"returns the "+e.format.Title+" encoding of v in a new buffer of just its length.")
	if e.plan.sized() {
		e.marshalSized()
		e.P("}")
		return
	}
	e.Pf("scratch := %s.Get().(*[]byte)", e.support("Scratch"))
	e.P("b, err := ", e.appendCallTo("(*scratch)[:0]"))
	e.P("var fresh []byte")
	e.P("if err == nil { fresh = ", e.support("CopyBytes"), "(b) }")
	e.Pf("%s(scratch, b)", e.support("Release"))
	e.End("return fresh, err")
}

// marshalSized prints the return of an encoding whose size is told first.
func (e *emitter) marshalSized() {
	root := e.plan.root
	size := e.face().Call("Size", "", "v")
	if texts := e.shortRoot(); len(texts) > 0 || e.fixedRoot() {
		e.begin(root)
		e.appendShort(e.marked(), texts, "return p, nil", func() { e.returnLong("make([]byte, 0, "+size+")", "nil") })
		return
	}
	switch n := e.markLength(); {
	case root.tries && !root.tail:
		size = strconv.Itoa(n + root.fixed)
	case root.tries && n > 0: // the exported function would encode
		size = fmt.Sprintf("%d + %s(v)", n, e.functionName("Size", root))
	case root.tries:
		size = e.functionName("Size", root) + "(v)"
	}
	switch {
	case !e.plan.shortCounts():
	case root.tries:
		e.P("n := ", size)
		e.Pf("if uint64(n) > %s {", longest)
	default:
		e.P("n := ", size)
		e.P("if n == 0 {")
	}
	if e.plan.shortCounts() {
		e.Pf("return nil, %s(%q, %q)", e.support("MarshalError"), e.owner, tooLong)
		e.P("}")
		size = "n"
	}
	call := e.appendCallTo("make([]byte, 0, " + size + ")")
	if !root.fails {
		e.P("return ", call)
		return
	}
	e.P("b, err := ", call)
	e.P("if err != nil { return nil, err }")
	e.P("return b, nil")
}

// fixedRoot reports whether the root is written as a whole by what users call, and is few fixed
// parts alone.
func (e *emitter) fixedRoot() bool {
	root := e.plan.root
	return !root.fails && !root.tries && !e.plan.calls(root) && !e.plan.shortCounts() && e.fewFixed(e.marked())
}

// wholeRun reports whether the root is fixedRoot and has but one length.
func (e *emitter) wholeRun() bool {
	return e.fixedRoot() && !slices.ContainsFunc(e.marked(), func(it item) bool { return it.tail })
}

// sizeAPI prints the function that returns the length of an encoding.
func (e *emitter) sizeAPI() {
	root := e.plan.root
	sized := e.plan.sized() && !root.tries
	doc := "returns the length in bytes of the " + e.format.Title + " encoding of v, or 0 if v has none."
	if !sized {
		doc += " It encodes v to find out."
	} else if root.fails {
		doc += " A value whose times or numbers have no form has the length that it would have."
	}
	e.begin(root)
	e.face().Begin(e.File, "Size", "", "int", doc)
	switch {
	case !sized:
		e.Pf("scratch := %s.Get().(*[]byte)", e.support("Scratch"))
		e.P("b, err := ", e.appendCallTo("(*scratch)[:0]"))
		e.Pf("%s(scratch, b)", e.support("Release"))
		e.P("if err != nil { return 0 }")
		e.P("return len(b)")
	default:
		var s sum
		s.constant = e.markLength()
		if root.tail && e.plan.calls(root) {
			s.plus(e.functionName("Size", root) + "(v)")
		} else {
			s.add(e.size(e.items(root)))
		}
		if e.plan.shortCounts() {
			e.printSum(s, "n", ":=")
			e.Pf("if uint64(n) > %s { return 0 }", longest)
			e.P("return n")
		} else {
			e.returnSize(s)
		}
	}
	e.P("}")
}

// longest is the length of the longest encoding with counts of 32 bits: no count
// is more than the bytes that it counts, so that one comparison checks all.
// (Bools and flags that share bytes are less than a byte each; but the varints
// that count them are not cut short.)
const longest = "1<<32-1"

// tooLong is said of values that have a longer one.
const tooLong = "the encoding is longer than 4,294,967,295 bytes, and counts have 32 bits"

// unmarshalAPI prints the function that reads a whole input.
func (e *emitter) unmarshalAPI() {
	e.face().Begin(e.File, "Unmarshal", "data []byte", "error",
		"reads v from the whole of data, which must hold nothing else. "+e.sharing()+
			" Storage that v refers to (slices, maps, what pointers lead to) is used again and must not be shared; after an error, the content of v is undefined.")
	if items := e.marked(); (len(e.shortWritten(items)) > 0 || e.fewFixed(items)) && e.readsShort(items) {
		root := e.plan.root
		rest := e.functionName("UnmarshalRest", root)
		e.begin(root)
		if e.wholeRun() && !e.format.Described {
			e.unmarshalWhole(items, rest)
		} else {
			e.unmarshalShort(items, e.shortWritten(items), rest+"(data, v)", false)
			e.P("}")
		}
		e.DocComment(rest + " reads v from the whole of data, of which nothing is known.")
		e.P("//")
		e.P("//go:noinline")
		e.Pf("func %s(data []byte, v *%s) error {", rest, e.goType(root.typ))
	}
	e.Pf("r := %s{data: data}", e.support("Reader"))
	e.decodeRoot("")
	e.leftOver()
	e.End("return err")
}

// decodeAPI prints the function that reads from the front of an input.
func (e *emitter) decodeAPI() {
	e.face().Begin(e.File, "Decode", "data []byte", "(int, error)",
		"reads v from the front of data and returns the number of bytes used. "+e.sharing()+" It uses storage of v as Unmarshal does.")
	if root := e.plan.root; !root.tail && root.fixed == 0 && !e.format.begun() {
		e.P("return 0, nil")
		e.P("}")
		return
	}
	e.Pf("r := %s{data: data}", e.support("Reader"))
	e.decodeRoot("0, ")
	if e.format.Described { // another version's value was read from a copy
		e.P("return len(data) - ", e.reader("rest"), " - len(p), err")
	} else {
		e.P("return len(data) - len(p), err")
	}
	e.P("}")
}

// leftOver prints the check that the whole input was read.
func (e *emitter) leftOver() {
	left := "len(p)"
	if e.format.Described {
		left += "+" + e.reader("rest")
	}
	e.Pf("if err == nil && %s > 0 { err = r.fail(p, %q, \"bytes are left over\") }", left, e.owner)
}

// decodeRoot prints the reading of v from data, after which p is what is left
// of it. failed are the results beside an error.
func (e *emitter) decodeRoot(failed string) {
	root := e.plan.root
	e.owner = codec.TypeName(root.typ)
	start, rest := "data", func(n int) string { return fmt.Sprintf("data[%d:]", n) }
	if e.format.begun() {
		start, rest = e.decodeMark(failed)
	}
	name := e.functionName("Decode", root)
	if !root.tail && root.fixed == 0 {
		e.P("p, err := ", start, ", error(nil)")
		return
	}
	if !root.tail || e.plan.split(root) {
		e.Pf("if len(%s) < %d { return %sr.short(%s, %q) }", start, root.fixed, failed, start, e.owner)
	}
	depth := ""
	if root.recursive {
		depth = ", 0"
	}
	switch {
	case !root.tail && e.plan.mayFail(root):
		e.Pf("p, err := %s, %s(&r, %s, v)", rest(root.fixed), name, start)
	case !root.tail:
		e.Pf("%s(%s, v)", name, start)
		e.P("p, err := ", rest(root.fixed), ", error(nil)")
	case e.plan.split(root):
		e.Pf("p, err := %s(&r, %s, %s, v%s)", name, start, rest(root.fixed), depth)
	default:
		e.Pf("p, err := %s(&r, %s, v%s)", name, start, depth)
	}
}

func (e *emitter) aliasing() string {
	if e.opts.Unsafe {
		return "Strings and slices of v alias data, which must not change as long as they are used."
	}
	return "v does not alias data."
}

// sharing is [emitter.aliasing] where the decoder's memory is no part of it.
func (e *emitter) sharing() string {
	doc := e.aliasing()
	if e.plan.strings > 1 && !e.opts.Unsafe {
		size := "4 kB"
		if e.format.BatchStrings {
			size = "16 kB"
		}
		doc += " Its strings may share pieces of memory of up to " + size + ", each of which lives as long as any of them."
	}
	return doc
}
