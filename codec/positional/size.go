package positional

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// sum is a size in bytes: a constant, terms to add, and statements that add to a
// variable.
type sum struct {
	constant   int
	terms      []string
	statements []func(n string)
}

// plus adds a term.
func (s *sum) plus(expr string) { s.terms = append(slices.Clip(s.terms), expr) }

func (s *sum) add(t sum) {
	s.constant += t.constant
	s.terms = append(s.terms, t.terms...)
	s.statements = append(s.statements, t.statements...)
}

// expression returns the sum without its statements.
func (s sum) expression() string {
	var list []string
	if s.constant > 0 || len(s.terms) == 0 {
		list = append(list, strconv.Itoa(s.constant))
	}
	return strings.Join(append(list, s.terms...), " + ")
}

// fixed reports whether the sum is its constant.
func (s sum) fixed() bool { return len(s.terms) == 0 && len(s.statements) == 0 }

// printSum prints statements by which n, after the operator := or +=, is the
// sum.
func (e *emitter) printSum(s sum, n, operator string) {
	if operator == ":=" || s.constant > 0 || len(s.terms) > 0 {
		e.P(n, " ", operator, " ", s.expression())
	}
	for _, statement := range s.statements {
		statement(n)
	}
}

// size returns the size of items on the wire, which are sized.
func (e *emitter) size(items []item) sum {
	var s sum
	for _, p := range e.pieces(items) {
		s.add(e.sizeOfPiece(p))
	}
	return s
}

func (e *emitter) sizeOfPiece(p piece) sum {
	if p.run == nil {
		return e.sizeOfTail(*p.tail)
	}
	s := sum{constant: runLength(p.run)}
	for _, it := range p.run {
		if it.op == opCall && it.tail { // its function counts it
			s.constant -= it.fixed
		}
	}
	return s
}

// sizeOfElem returns the size of an element.
func (e *emitter) sizeOfElem(n *node, lv lvalue, path string) sum {
	return e.size(e.plan.elemItems(n, lv, path))
}

// lengthSize returns the size of a count that has no fixed part.
func (e *emitter) lengthSize(count string) (s sum) {
	if e.format.Length.Bytes == 0 {
		s.plus(e.support("UvarintSize") + "(uint64(" + count + "))")
	}
	return s
}

// measured reports whether the size of a tail is an expression: without a loop,
// a condition or a call of another function of the type.
func (e *emitter) measured(it item) bool {
	switch it.op {
	case opNumber, opZone:
		return true
	case opString:
		return e.format.Length.Bytes != 0 || e.format.Pad != 0 // others are a call
	case opTime:
		return e.format.Time != TimeWord // whose tail is rare
	case opBytes:
		return e.format.Nil != NilBit || it.typ.Kind == typemodel.Array
	case opList:
		return (e.format.Nil != NilBit || it.typ.Kind == typemodel.Array) && !it.elem.tail && !it.elem.tries || e.timeWords(it)
	case opMap:
		return e.format.Nil != NilBit && !it.key.tail && !it.elem.tail && !it.key.tries && !it.elem.tries && !it.merges
	}
	return false
}

func (e *emitter) sizeOfTail(it item) sum {
	var s sum
	switch it.op {
	case opNumber:
		s.plus(e.uvarintSize(it))
	case opString:
		s = e.lengthSize("len(" + it.lv.alone() + ")")
		s.plus(e.paddedLength(it.lv))
	case opBytes, opList, opMap:
		return e.sizeOfCounted(it)
	case opArray:
		s.statements = append(s.statements, func(n string) { e.sizeLoop(it, n) })
	case opPointer, opValue:
		s.statements = append(s.statements, func(n string) {
			e.printSum(e.sizeOfElem(it.elem, e.ifSet(it), it.path), n, "+=")
			e.P("}")
		})
	case opOmitted:
		s.statements = append(s.statements, func(n string) {
			e.P("if len(", it.lv, ") > 0 {")
			e.printSum(e.size([]item{{it.elem, it.lv, it.path}}), n, "+=")
			e.P("}")
		})
	case opTime:
		switch e.format.Time {
		case TimeLocalNano:
			s.plus(e.support("UvarintSize9") + "(uint64(" + e.word(it) + "))")
		case TimeRFC3339:
			s.plus(e.support("TimeTextSize") + "(" + it.lv.String() + ")")
		case TimeWord:
			s.plus(e.support("TimeTail") + "(" + it.lv.String() + ")")
		}
	case opCall:
		s.plus(e.functionName("Size", it.elem) + "(" + it.lv.Addr() + ")")
	case opZone:
		s.plus(e.support("UvarintSize") + "(" + e.support("ZoneCode") + "(" + it.lv.String() + "))")
	case opFramed:
		s.statements = append(s.statements, func(n string) {
			m := e.local("m")
			var body sum
			for _, f := range it.fields {
				body.add(e.size(e.plan.fieldItems(f, it.lv, it.path)))
			}
			e.printSum(body, m, ":=")
			e.Pf("%s += %s(uint64(%s)) + %s", n, e.support("UvarintSize"), m, m)
		})
	default:
		panic(fmt.Sprintf("positional: the size of op %d is not told first", it.op))
	}
	return s
}

// paddedLength returns the length of the string or byte slice at lv, padding
// included.
func (e *emitter) paddedLength(lv lvalue) string {
	if pad := e.format.Pad; pad > 0 {
		return fmt.Sprintf("(len(%s)+%d)/%d*%d", lv.alone(), pad-1, pad, pad)
	}
	return "len(" + lv.alone() + ")"
}

func (e *emitter) sizeOfCounted(it item) sum {
	f := e.format
	count := "len(" + it.lv.alone() + ")"
	if f.Nil == NilPlusOne && it.typ.Kind != typemodel.Array {
		count += "+1" // for nil too: both 0 and 1 take one byte
	}
	content := e.lengthSize(count)
	if it.typ.Kind == typemodel.Array { // the length is known
		content = sum{}
		if f.Length.Bytes == 0 {
			content.constant = uvarintLength(it.typ.Len)
		}
		if it.op == opBytes {
			content.constant += padded(it.typ.Len, f.Pad)
			return content
		}
	}
	constant := func(size int) {
		switch {
		case size == 1:
			content.plus("len(" + it.lv.alone() + ")")
		case size > 0:
			content.plus(fmt.Sprintf("%d*len(%s)", size, it.lv))
		}
	}
	switch {
	case it.op == opBytes:
		content.plus(e.paddedLength(it.lv))
	case it.op == opMap: // of a fixed size: others are not sized
		content.constant += len(f.ListEnd)
		entry := e.sizeOfElem(it.key, lvalue{}, it.path)
		entry.add(e.sizeOfElem(it.elem, lvalue{}, it.path))
		constant(entry.constant)
	case !it.elem.tail:
		content.constant += len(f.ListEnd)
		constant(it.elem.fixed)
	case e.timeWords(it): // Append leaves the statement out
		constant(it.elem.fixed)
		content.statements = append(content.statements, func(n string) {
			e.Pf("%s += %s(%s)", n, e.support("TimeTails"), it.slice())
		})
	default:
		content.constant += len(f.ListEnd)
		if s := e.sizeOfElem(it.elem, lvalue{}, ""); s.fixed() {
			constant(s.constant) // such as an array with its count
			break
		}
		content.statements = append(content.statements, func(n string) { e.sizeLoop(it, n) })
	}
	return content
}

func (e *emitter) uvarintSize(it item) string {
	name := "UvarintSize"
	if it.num.Nine {
		name += "9"
	}
	return e.support(name) + "(" + e.uvarint(it) + ")"
}

// uvarintLength returns the length of a varint.
func uvarintLength(n int) int { return len(binary.AppendUvarint(nil, uint64(n))) }

func (e *emitter) sizeLoop(it item, n string) {
	e.loop(it, func(lv lvalue) {
		e.printSum(e.sizeOfElem(it.elem, lv, it.path+"[]"), n, "+=")
	})
}

// sizeFunction prints the function that counts the bytes of a value of n, which
// is sized.
func (e *emitter) sizeFunction(n *node) {
	e.begin(n)
	e.DocComment(e.functionName("Size", n) + " returns the length in bytes of v as it is encoded.")
	e.Pf("func %s(v *%s) int {", e.functionName("Size", n), e.goType(n.typ))
	e.returnSize(e.size(e.items(n)))
	e.P("}")
}

// returnSize prints the return of a sum.
func (e *emitter) returnSize(s sum) {
	if len(s.statements) == 0 {
		e.P("return ", s.expression())
		return
	}
	e.printSum(s, "n", ":=")
	e.P("return n")
}
