package positional

import (
	"encoding/binary"
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// piece is a stretch of the wire: the fixed parts of some items, or the tail of
// one.
type piece struct {
	run  []item
	tail *item
}

// pieces cuts items into stretches, in the order of the wire.
func (e *emitter) pieces(items []item) []piece {
	var list []piece
	add := func(run []item) {
		for _, it := range run {
			if it.fixed > 0 {
				list = append(list, piece{run: run})
				return
			}
		}
	}
	if e.format.FixedFirst {
		add(items)
		for i := range items {
			if items[i].tail {
				list = append(list, piece{tail: &items[i]})
			}
		}
		return list
	}
	start := 0
	for i := range items {
		if items[i].tail {
			add(items[start : i+1])
			list = append(list, piece{tail: &items[i]})
			start = i + 1
		}
	}
	add(items[start:])
	return list
}

// entryPieces are the pieces of a map entry: the key, and then the value.
func (e *emitter) entryPieces(key, value []item) []piece {
	for _, it := range append(key[:len(key):len(key)], value...) {
		if it.tail && e.format.FixedFirst {
			return append(e.pieces(key), e.pieces(value)...)
		}
	}
	return e.pieces(append(key, value...))
}

func runLength(run []item) int {
	n := 0
	for _, it := range run {
		n += it.fixed
	}
	return n
}

// sum is a size: a constant, terms to add, and statements that add to a
// variable.
type sum struct {
	constant   int
	terms      []string
	statements []func(n string)
}

func (s *sum) add(t sum) {
	s.constant += t.constant
	s.terms = append(s.terms, t.terms...)
	s.statements = append(s.statements, t.statements...)
}

// expression returns the sum without its statements.
func (s sum) expression() string {
	terms := s.terms
	if s.constant > 0 || len(terms) == 0 {
		terms = append([]string{strconv.Itoa(s.constant)}, terms...)
	}
	return strings.Join(terms, " + ")
}

// print prints statements by which n, after the operator := or +=, is the sum.
func (e *emitter) printSum(s sum, n, operator string) {
	if operator == ":=" || s.constant > 0 || len(s.terms) > 0 {
		e.P(n, " ", operator, " ", s.expression())
	}
	for _, statement := range s.statements {
		statement(n)
	}
}

// size returns the size of items on the wire: in bytes, or in bits where bools
// share bytes.
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
	s := sum{constant: runLength(p.run) * e.unit()}
	for _, it := range p.run {
		s.statements = append(s.statements, e.checkFixed(it)...)
	}
	return s
}

// checkFixed returns the checks of what a fixed part must be to be written.
func (e *emitter) checkFixed(it item) (list []func(string)) {
	switch {
	case it.op == opTime && e.format.Time == TimeGo:
		return e.checkTime("!"+e.support("TimeGoFits")+"(%s)", it, "a zone that is no whole number of minutes, or is -00:01")
	case it.op == opStruct && it.fails:
		for _, part := range flatten(it.node, it.lv, it.path) {
			list = append(list, e.checkFixed(part)...)
		}
	case it.op == opArray && it.fails && !it.tail:
		list = append(list, func(n string) {
			e.loop(it, func(lv string) {
				for _, part := range elemItems(it.elem, lv, it.path+"[]") {
					for _, check := range e.checkFixed(part) {
						check(n)
					}
				}
			})
		})
	}
	return list
}

// checkTime returns a statement that fails when the condition, in which each
// %s is the time, is true.
func (e *emitter) checkTime(condition string, it item, reason string) []func(string) {
	return []func(string){func(string) {
		e.P("if ", strings.ReplaceAll(condition, "%s", it.lv), " {")
		e.failMarshal(it.path, reason)
		e.P("}")
	}}
}

// unit is how many units of size a byte has.
func (e *emitter) unit() int {
	if e.format.bits() {
		return 8
	}
	return 1
}

// bytes returns the expression x, a number of bytes, in units of size.
func (e *emitter) bytes(x string) string {
	if e.format.bits() {
		return "8*" + x
	}
	return x
}

// lengthSize returns the size of a count that has no fixed part.
func (e *emitter) lengthSize(count string) (s sum) {
	if e.format.Length.Bytes == 0 {
		s.terms = []string{e.bytes(e.support("UvarintSize") + "(uint64(" + count + "))")}
	}
	return s
}

func (e *emitter) sizeOfTail(it item) sum {
	f := e.format
	var s sum
	switch it.op {
	case opNumber:
		s.terms = []string{e.bytes(e.uvarintSize(it))}
	case opBool:
		s.constant = 1
	case opString:
		s = e.lengthSize("len(" + it.lv + ")")
		s.terms = append(s.terms, e.bytes(e.paddedLength(it.lv)))
		e.limit(&s, it)
	case opBytes, opList, opMap:
		return e.sizeOfCounted(it)
	case opArray:
		s.statements = append(s.statements, func(n string) { e.sizeLoop(it, n) })
	case opPointer:
		if f.Pointers == PointerBit {
			s.constant = 1
		}
		s.statements = append(s.statements, func(n string) {
			e.P("if ", it.lv, " != nil {")
			e.printSum(e.sizeOfElem(it.elem, "(*"+it.lv+")", it.path), n, "+=")
			e.P("}")
		})
	case opValue:
		s.statements = append(s.statements, func(n string) {
			e.P("if ", it.lv, " == nil {")
			e.failMarshal(it.path, "nil has no encoding")
			e.P("}")
			e.printSum(e.sizeOfElem(it.elem, "(*"+it.lv+")", it.path), n, "+=")
		})
	case opInterface:
		return e.sizeOfInterface(it)
	case opOmitted:
		s.statements = append(s.statements, func(n string) {
			e.P("if len(", it.lv, ") > 0 {")
			e.printSum(e.size([]item{{it.elem, it.lv, it.path}}), n, "+=")
			e.P("}")
		})
	case opMarshaler:
		s.statements = append(s.statements, func(n string) {
			data := e.local("data")
			e.Pf("%s, err := %s.MarshalBinary()", data, it.lv)
			e.failMethod(it.path)
			length := e.lengthSize("len(" + data + ")")
			length.terms = append(length.terms, "len("+data+")")
			e.printSum(length, n, "+=")
		})
	case opCarried:
		if s := e.sizeOfElem(it.elem, "", it.path); len(s.terms) == 0 && len(s.statements) == 0 {
			return s
		}
		s.statements = append(s.statements, func(n string) {
			x := e.carried(it)
			e.printSum(e.sizeOfElem(it.elem, x, it.path), n, "+=")
		})
	case opTime:
		switch f.Time {
		case TimeLocalNano:
			s.terms = []string{e.bytes(e.support("UvarintSize9") + "(uint64(" + it.lv + ".UnixNano()))")}
		case TimeRFC3339:
			s.terms = []string{e.support("TimeTextSize") + "(" + it.lv + ")"}
			s.statements = e.checkTime("%s.Year() < 0 || %s.Year() > 9999", it, "a year that RFC 3339 has no form for")
		case TimeWord:
			s.terms = []string{e.support("TimeTail") + "(" + it.lv + ")"}
		}
	case opCall:
		return e.sizeOfCall(it)
	case opZone:
		s.terms = []string{e.support("UvarintSize") + "(" + e.support("ZoneCode") + "(" + it.lv + "))"}
	case opFramed:
		s.statements = append(s.statements, func(n string) {
			m := e.sizeOfBody(it)
			e.Pf("%s += %s(uint64(%s)) + %s", n, e.support("UvarintSize"), m, m)
		})
	default:
		panic(fmt.Sprintf("positional: op %d has no tail", it.op))
	}
	return s
}

// paddedLength returns the length of the string or byte slice at lv, padding
// included.
func (e *emitter) paddedLength(lv string) string {
	if pad := e.format.Pad; pad > 0 {
		return fmt.Sprintf("(len(%s)+%d)/%d*%d", lv, pad-1, pad, pad)
	}
	return "len(" + lv + ")"
}

// limit adds the check of maxlen.
func (e *emitter) limit(s *sum, it item) {
	if it.maxLen == 0 {
		return
	}
	s.statements = append([]func(string){func(string) {
		e.Pf("if len(%s) > %d {", it.lv, it.maxLen)
		e.failMarshal(it.path, "more than "+strconv.Itoa(it.maxLen)+" elements")
		e.P("}")
	}}, s.statements...)
}

func (e *emitter) sizeOfCounted(it item) sum {
	f := e.format
	count := "len(" + it.lv + ")"
	if f.Nil == NilPlusOne && it.typ.Kind != typemodel.Array {
		count += "+1" // for nil too: both 0 and 1 take one byte
	}
	content := e.lengthSize(count)
	if it.typ.Kind == typemodel.Array { // the length is known
		content = sum{}
		if f.Length.Bytes == 0 {
			content.constant = uvarintLength(it.typ.Len) * e.unit()
		}
		if it.op == opBytes {
			content.constant += padded(it.typ.Len, f.Pad) * e.unit()
			return content
		}
	}
	constant := func(size int) {
		switch {
		case size == e.unit():
			content.terms = append(content.terms, e.bytes("len("+it.lv+")"))
		case size > 0:
			content.terms = append(content.terms, fmt.Sprintf("%d*len(%s)", size, it.lv))
		}
	}
	switch {
	case it.op == opBytes:
		content.terms = append(content.terms, e.bytes(e.paddedLength(it.lv)))
	case it.op == opMap:
		entry := e.sizeOfElem(it.key, "", it.path)
		entry.add(e.sizeOfElem(it.elem, "", it.path))
		content.constant += len(f.ListEnd) * e.unit()
		if !it.key.tail && !it.elem.tail && !it.key.fails && !it.elem.fails {
			constant(entry.constant)
			break
		}
		content.statements = append(content.statements, func(n string) { e.sizeMapLoop(it, n) })
	default:
		content.constant += len(f.ListEnd) * e.unit()
		if !it.elem.tail && !it.elem.fails {
			constant(it.elem.fixed * e.unit())
			break
		}
		if s := e.sizeOfElem(it.elem, "", ""); len(s.terms) == 0 && len(s.statements) == 0 {
			constant(s.constant) // such as a bit, or an array with its count
			break
		}
		content.statements = append(content.statements, func(n string) { e.sizeLoop(it, n) })
	}
	e.limit(&content, it)
	if f.Nil != NilBit || it.typ.Kind == typemodel.Array {
		return content
	}
	return sum{constant: 1, statements: []func(string){func(n string) {
		e.P("if ", it.lv, " != nil {")
		e.printSum(content, n, "+=")
		e.P("}")
	}}}
}

// sizeOfElem returns the size of an element.
func (e *emitter) sizeOfElem(n *node, lv, path string) sum { return e.size(elemItems(n, lv, path)) }

// sizeOfBody prints the sum of the sizes of an evolvable struct's fields, and
// returns the variable that it is in.
func (e *emitter) sizeOfBody(it item) string {
	m := e.local("m")
	var s sum
	for _, f := range it.fields {
		s.add(e.size(e.fieldItems(it, f)))
	}
	e.printSum(s, m, ":=")
	return m
}

// fieldItems returns the items of one field of an evolvable struct.
func (e *emitter) fieldItems(it item, f field) []item {
	return flatten(f.node, selector(it.lv, f.name), strings.TrimPrefix(it.path+"."+f.name, "."))
}

// sizeOfCall returns the size of a struct by its function.
func (e *emitter) sizeOfCall(it item) sum {
	call := e.functionName("Size", it.elem) + "(" + address(it.lv)
	if it.elem.recursive {
		call += ", " + e.deeper()
	}
	call += ")"
	if !it.fails {
		return sum{terms: []string{call}}
	}
	return sum{statements: []func(string){func(total string) {
		m := e.local("m")
		e.P(m, ", err := ", call)
		e.P("if err != nil {")
		e.P(e.fail("err"))
		e.P("}")
		e.P(total, " += ", m)
	}}}
}

// uvarintLength returns the length of a varint.
func uvarintLength(n int) int { return len(binary.AppendUvarint(nil, uint64(n))) }

// deeper returns the depth of what lies below the function being printed.
func (e *emitter) deeper() string {
	if e.depth {
		return "depth+1"
	}
	return "0"
}

// loop prints a loop over the elements of the list or array it, with body for
// the place of one.
func (e *emitter) loop(it item, body func(lv string)) {
	i := e.local("i")
	e.loopIndex = e.vars
	e.P("for ", i, " := range ", it.lv, " {")
	lv := it.lv + "[" + i + "]"
	e.P("_ = ", i)
	if it.elem.op == opStruct && !it.elem.function {
		x := e.local("e")
		e.P(x, " := &", lv)
		e.P("_ = ", x)
		lv = "(*" + x + ")"
	}
	body(lv)
	e.P("}")
}

func (e *emitter) sizeLoop(it item, n string) {
	e.loop(it, func(lv string) {
		e.printSum(e.sizeOfElem(it.elem, lv, it.path+"[]"), n, "+=")
	})
}

func (e *emitter) sizeMapLoop(it item, n string) {
	k, x := e.local("k"), e.local("x")
	s := e.sizeOfElem(it.key, k, it.path+"[key]")
	s.add(e.sizeOfElem(it.elem, x, it.path+"[value]"))
	text := s.expression()
	switch {
	case len(s.statements) > 0 || strings.Contains(text, x) && strings.Contains(text, k):
		if it.key.function || it.elem.function {
			e.Pf("var %s %s", k, e.goType(it.typ.Key))
			e.Pf("var %s %s", x, e.goType(it.typ.Elem))
			e.Pf("for %s, %s = range %s {", k, x, it.lv)
		} else {
			e.Pf("for %s, %s := range %s {", k, x, it.lv)
		}
		e.P("_, _ = ", k, ", ", x)
	case strings.Contains(text, x):
		e.Pf("for _, %s := range %s {", x, it.lv)
	default:
		e.Pf("for %s := range %s {", k, it.lv)
		e.P("_ = ", k)
	}
	e.printSum(s, n, "+=")
	e.P("}")
}

// put prints the writing of pieces at the front of p, which has room.
func (e *emitter) put(list []piece) {
	for _, p := range list {
		if p.run != nil {
			e.putRun(p.run)
		} else {
			e.putTail(*p.tail)
		}
	}
}

func (e *emitter) putRun(run []item) {
	total := runLength(run)
	for _, it := range run {
		if it.op == opTime && e.format.Time == TimeWord {
			e.words[it.lv] = e.local("t")
			e.Pf("%s := %s(%s)", e.words[it.lv], e.support("TimeWord"), it.lv)
		}
	}
	single := len(run) == 1 && (run[0].op != opArray || run[0].elem.op == opBool)
	h := "p"
	if !single {
		h = e.local("h")
		e.Pf("%s := (*[%d]byte)(p)", h, total)
	}
	off := 0
	for _, it := range run {
		e.putFixed(h, off, it)
		off += it.fixed
	}
	e.Pf("p = p[%d:]", total)
}

// window returns the slice of n bytes of buffer h at off.
func window(h string, off, n int) string {
	if h == "p" && off == 0 {
		return "p"
	}
	return fmt.Sprintf("%s[%d:%d]", h, off, off+n)
}

// putFixed prints the writing of an item's fixed part at h[off:].
func (e *emitter) putFixed(h string, off int, it item) {
	if it.fixed == 0 {
		return
	}
	f := e.format
	switch it.op {
	case opMark:
		e.Pf("copy(%s, %s)", window(h, off, it.fixed), e.markName())
	case opNumber:
		if it.num.Bytes*8 == it.typ.Kind.Bits() && it.num.Bytes > 1 && (it.typ.Kind.IsFloat() || it.typ.Name.IsZero() && !it.typ.Kind.IsSigned() && !machineWord(it.typ.Kind)) {
			e.Pf("%s.PutUint%d(%s, %s)", e.order(), 8*it.fixed, window(h, off, it.fixed), e.integerBits(it))
			break
		}
		e.putNumber(h, off, it.num.Bytes, e.integerBits(it))
	case opBool:
		if it.fixed == 1 {
			at := fmt.Sprintf("%s[%d]", h, off)
			e.P(at, " = ", e.boolByte(it.typ, it.lv))
			break
		}
		e.putNumber(h, off, it.fixed, e.boolByte(it.typ, it.lv))
	case opString, opBytes, opList, opMap, opMarshaler:
		e.putNumber(h, off, f.Length.Bytes, "len("+it.lv+")")
	case opPointer:
		cond := it.lv + " != nil"
		if f.Pointers == PointerNilOne {
			cond = it.lv + " == nil"
		}
		e.Pf("%s[%d] = %s(%s)", h, off, e.support("BoolByte"), cond)
	case opByteArray:
		e.putByteArray(h, off, it)
	case opArray:
		e.putArray(h, off, it)
	case opStruct:
		for _, part := range flatten(it.node, it.lv, it.path) {
			e.putFixed(h, off, part)
			off += part.fixed
		}
	case opTime:
		w := window(h, off, it.fixed)
		switch f.Time {
		case TimeNano:
			e.putNumber(h, off, 8, it.lv+".UnixNano()")
		case TimeTicks:
			e.putNumber(h, off, 8, e.support("TimeTicks")+"("+it.lv+")")
		case TimeGo:
			e.Pf("%s(%s, %s)", e.support("PutTimeGo"), w, it.lv)
		case TimeWord:
			e.Pf("%s.PutUint64(%s, %s)", e.order(), window(h, off, 8), e.words[it.lv])
		case TimeRFC3339:
			e.putNumber(h, off, 4, e.support("TimeTextLen")+"("+it.lv+")")
		}
	}
}

func (e *emitter) putByteArray(h string, off int, it item) {
	n := it.typ.Len
	w := window(h, off, n)
	if it.typ.Elem.Name.IsZero() {
		e.Pf("*(*[%d]byte)(%s) = %s", n, w, it.lv)
	} else {
		i := e.local("i")
		e.P("for ", i, " := range ", it.lv, " {")
		e.Pf("%s[%d+%s] = byte(%s[%s])", h, off, i, it.lv, i)
		e.P("}")
	}
	for i := n; i < it.fixed; i++ {
		e.Pf("%s[%d] = 0", h, off+i)
	}
}

// unrolled is the length up to which arrays within a run are written out.
const unrolled = 4

func (e *emitter) putArray(h string, off int, it item) {
	if it.typ.Len <= unrolled {
		for i := range it.typ.Len {
			e.putFixed(h, off+i*it.elem.fixed, item{it.elem, it.lv + "[" + strconv.Itoa(i) + "]", it.path + "[]"})
		}
		return
	}
	i, q := e.local("i"), e.local("q")
	e.P("for ", i, " := range ", it.lv, " {")
	e.Pf("%s := (*[%d]byte)(%s[%d+%d*%s:])", q, it.elem.fixed, h, off, it.elem.fixed, i)
	e.putFixed(q, 0, item{it.elem, it.lv + "[" + i + "]", it.path + "[]"})
	e.P("}")
}

// putNumber prints the writing of the integer x in n bytes at h[off:].
func (e *emitter) putNumber(h string, off, n int, x string) {
	if n == 1 {
		e.Pf("%s[%d] = byte(%s)", h, off, x)
		return
	}
	e.Pf("%s.PutUint%d(%s, uint%d(%s))", e.order(), 8*n, window(h, off, n), 8*n, x)
}

// integerBits returns the number at it as an integer with the same bits.
func (e *emitter) integerBits(it item) string {
	switch it.typ.Kind {
	case typemodel.Float32:
		return e.std("math", "Float32bits") + "(" + e.plain(it) + ")"
	case typemodel.Float64:
		return e.std("math", "Float64bits") + "(" + e.plain(it) + ")"
	}
	return it.lv
}

// plain returns the value of it as one of the predeclared type of its kind.
func (e *emitter) plain(it item) string {
	if it.typ.Name.IsZero() {
		return it.lv
	}
	return it.typ.Kind.String() + "(" + it.lv + ")"
}

func (e *emitter) boolByte(t *typemodel.Type, lv string) string {
	if !t.Name.IsZero() {
		lv = "bool(" + lv + ")"
	}
	return e.support("BoolByte") + "(" + lv + ")"
}

// uvarint returns the unsigned number that is written for it.
func (e *emitter) uvarint(it item) string {
	bits := e.integerBits(it)
	switch {
	case it.num.Reversed && it.typ.Kind == typemodel.Float32:
		return "uint64(" + e.std("math/bits", "ReverseBytes32") + "(" + bits + "))"
	case it.num.Reversed:
		return e.std("math/bits", "ReverseBytes64") + "(" + bits + ")"
	case it.num.ZigZag:
		return e.support("ZigZag") + "(int64(" + bits + "))"
	}
	return "uint64(" + bits + ")"
}

func (e *emitter) uvarintSize(it item) string {
	name := "UvarintSize"
	if it.num.Nine {
		name += "9"
	}
	return e.support(name) + "(" + e.uvarint(it) + ")"
}

// putUvarint prints the writing of x as a varint.
func (e *emitter) putUvarint(x string, nine bool) {
	name := "PutUvarint"
	if nine {
		name += "9"
	}
	u := e.local("u")
	e.Pf("if %s := %s; %s < 0x80 {", u, x, u)
	e.Pf("p[0] = byte(%s)", u)
	e.P("p = p[1:]")
	e.P("} else {")
	e.Pf("p = %s(p, %s)", e.support(name), u)
	e.P("}")
}

func (e *emitter) putTail(it item) {
	f := e.format
	switch it.op {
	case opNumber:
		e.putUvarint(e.uvarint(it), it.num.Nine)
	case opBool:
		e.Pf("p = w.put(p, bool(%s))", it.lv)
		e.support("BitWriter")
	case opString:
		if f.Length.Bytes == 0 && f.Pad == 0 {
			e.putShort(it)
			return
		}
		e.putBytes(it)
	case opBytes, opList, opMap:
		e.putCounted(it)
	case opArray:
		e.loop(it, func(lv string) { e.putElem(it.elem, lv, it.path+"[]") })
	case opPointer:
		if f.Pointers == PointerBit {
			e.Pf("p = w.put(p, %s != nil)", it.lv)
			e.support("BitWriter")
		}
		if e.empty(it.elem) {
			return
		}
		e.P("if ", it.lv, " != nil {")
		e.putElem(it.elem, "(*"+it.lv+")", it.path)
		e.P("}")
	case opValue:
		e.putElem(it.elem, "(*"+it.lv+")", it.path)
	case opInterface:
		e.putInterface(it)
	case opOmitted:
		e.P("if len(", it.lv, ") > 0 {")
		e.put(e.pieces([]item{{it.elem, it.lv, it.path}}))
		e.P("}")
	case opTime:
		switch f.Time {
		case TimeLocalNano:
			e.putUvarint("uint64("+it.lv+".UnixNano())", true)
		case TimeRFC3339:
			e.Pf("p = %s(p, %s)", e.support("PutTimeText"), it.lv)
		case TimeWord:
			word, ok := e.words[it.lv]
			if !ok { // written by an earlier stretch
				word = e.support("TimeWord") + "(" + it.lv + ")"
			}
			e.Pf("if %s == 1<<64-2 {", word)
			e.Pf("p = %s(p, %s)", e.support("PutTimeTail"), it.lv)
			e.P("}")
		}
	case opCall:
		call := e.functionName("Put", it.elem) + "(p, " + address(it.lv)
		if f.bits() {
			call += ", w"
		}
		e.P("p = ", call, ")")
	case opZone:
		e.putUvarint(e.support("ZoneCode")+"("+it.lv+")", false)
	case opFramed:
		e.putUvarint("uint64("+e.sizeOfBody(it)+")", false)
		for _, f := range it.fields {
			e.put(e.pieces(e.fieldItems(it, f)))
		}
	default:
		panic(fmt.Sprintf("positional: op %d has no tail", it.op))
	}
}

// empty reports whether n takes no room at all.
func (e *emitter) empty(n *node) bool { return n.op == opStruct && len(n.fields) == 0 && !n.framed }

func (e *emitter) putElem(n *node, lv, path string) { e.put(e.pieces(elemItems(n, lv, path))) }

// putShort prints the writing of a string after its length as a varint, in one
// step where it is one byte.
func (e *emitter) putShort(it item) {
	e.Pf("if len(%s) < 0x80 {", it.lv)
	e.Pf("p[0] = byte(len(%s))", it.lv)
	e.Pf("p = p[1+copy(p[1:], %s):]", it.lv)
	e.P("} else {")
	e.Pf("p = %s(p, uint64(len(%s)))", e.support("PutUvarint"), it.lv)
	e.Pf("p = p[copy(p, %s):]", it.lv)
	e.P("}")
}

// putBytes prints the writing of the bytes of a string or byte slice.
func (e *emitter) putBytes(it item) {
	whole := it.lv
	if it.typ.Kind == typemodel.Array {
		whole += "[:]"
	}
	if it.op == opBytes && !it.typ.Elem.Name.IsZero() {
		e.Pf("%s(p, %s)", e.support("CopyOut"), whole)
	} else {
		e.Pf("copy(p, %s)", whole)
	}
	if e.format.Pad == 0 {
		e.Pf("p = p[len(%s):]", it.lv)
		return
	}
	e.Pf("p = %s(p, len(%s))", e.support("Pad"), it.lv)
}

func (e *emitter) putCounted(it item) {
	f := e.format
	array := it.typ.Kind == typemodel.Array
	if f.Nil == NilBit && !array {
		e.support("BitWriter")
		e.Pf("p = w.put(p, %s != nil)", it.lv)
		e.P("if ", it.lv, " != nil {")
		defer e.P("}")
	}
	if f.Length.Bytes == 0 {
		e.putUvarint(e.count(it), false)
	}
	if it.op == opBytes {
		e.putBytes(it)
		return
	}
	e.putElements(it)
	for i := range len(f.ListEnd) {
		e.Pf("p[%d] = %d", i, f.ListEnd[i])
	}
	if f.ListEnd != "" {
		e.Pf("p = p[%d:]", len(f.ListEnd))
	}
}

// count returns the count that stands before the elements of it, as uint64.
func (e *emitter) count(it item) string {
	if e.format.Nil == NilPlusOne && it.typ.Kind != typemodel.Array {
		return e.support("Count") + "(" + it.lv + " == nil, len(" + it.lv + "))"
	}
	return "uint64(len(" + it.lv + "))"
}

// bulk returns the name of the support that writes or reads a whole list of
// numbers like those of it, and whether there is one.
func (e *emitter) bulk(verb string, it item) (name string, ok bool) {
	n := it.elem
	if it.op != opList {
		return "", false
	}
	switch {
	case n.op == opBool && n.fixed == 1:
		name = "Bools"
	case n.op == opNumber && n.typ.Kind.IsFloat() && n.num.Bytes > 0:
		name = upperFirst(n.typ.Kind.String()) + "s"
	case n.op == opNumber && n.num.Bytes > 0 && n.num.Bytes*8 == n.typ.Kind.Bits():
		name = "Int" + strconv.Itoa(n.typ.Kind.Bits()) + "s"
	default:
		return "", false
	}
	return e.support(verb + name), true
}

func (e *emitter) putElements(it item) {
	if it.op == opMap {
		k, x := e.mapRange(it)
		e.put(e.entryPieces(elemItems(it.key, k, it.path+"[key]"), elemItems(it.elem, x, it.path+"[value]")))
		e.P("}")
		return
	}
	if it.typ.Kind == typemodel.Slice && e.opts.Unsafe && e.image(it.elem) {
		e.putImages(it)
		return
	}
	if name, ok := e.bulk("Put", it); ok {
		lv := it.lv
		if it.typ.Kind == typemodel.Array {
			lv += "[:]"
		}
		e.Pf("p = %s(p, %s)", name, lv)
		return
	}
	if e.empty(it.elem) {
		return
	}
	e.loop(it, func(lv string) { e.putElem(it.elem, lv, it.path+"[]") })
}

// mapRange opens a loop over the entries of a map and returns the names of key
// and value.
func (e *emitter) mapRange(it item) (k, x string) {
	k, x = e.local("k"), e.local("x")
	elemSize, _ := goSize(it.typ.Elem)
	if e.opts.SortedMaps {
		e.Pf("for _, %s := range %s(%s) {", k, e.support("SortedKeys"), it.lv)
		e.Pf("%s := %s[%s]", x, it.lv, k)
	} else if keySize, _ := goSize(it.typ.Key); (it.key.function || it.elem.function) && keySize+elemSize > onStack {
		entry := e.local("entry")
		e.Pf("%s := new(struct {", entry)
		e.P("key ", it.typ.Key)
		e.P("value ", it.typ.Elem)
		e.P("})")
		k, x = entry+".key", entry+".value"
		e.Pf("for %s, %s = range %s {", k, x, it.lv)
	} else if it.key.function || it.elem.function {
		// In a recursive function, a variable of the loop would move to the heap.
		e.Pf("var %s %s", k, e.goType(it.typ.Key))
		e.Pf("var %s %s", x, e.goType(it.typ.Elem))
		e.Pf("for %s, %s = range %s {", k, x, it.lv)
	} else {
		e.Pf("for %s, %s := range %s {", k, x, it.lv)
	}
	e.P("_, _ = ", k, ", ", x)
	return k, x
}
