package positional

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// failMarshal returns the return of an error.
func (e *emitter) failMarshal(path, reason string) string {
	return fmt.Sprintf("return b, %s(%q, %q)", e.support("MarshalError"), e.where(path), reason)
}

// failValue returns the return of an error about the value of it: of a number as one, whatever
// its type's methods make of it.
func (e *emitter) failValue(it item, reason string) string {
	value := it.lv.alone()
	if it.op == opNumber {
		value = e.plain(it)
	}
	return fmt.Sprintf("return b, %s(%q, %s, %q)", e.support("ValueError"), e.where(it.path), value, reason)
}

// failMethod prints the return of an error that the user's code returned.
func (e *emitter) failMethod(path string) {
	e.Pf("if err != nil { return b, %s(%q, err) }", e.support("MethodError"), e.where(path))
}

// where returns the path with the type that it begins at.
func (e *emitter) where(path string) string {
	if path == "" || path[0] == '[' {
		return e.owner + path
	}
	return e.owner + "." + path
}

// appendPieces prints the appending of pieces to b: as many as have a size that
// is told by an expression at once, the others by themselves.
func (e *emitter) appendPieces(list []piece) {
	for len(list) > 0 {
		n := e.segment(list)
		if n == 0 {
			n = 1
			e.appendTail(*list[0].tail)
		} else {
			e.appendSegment(list[:n])
		}
		list = list[n:]
	}
}

// segment returns how many pieces the list begins with that are appended at once. A list of times
// ends them: if one of those takes more than a word, b is longer than was measured.
func (e *emitter) segment(list []piece) (n int) {
	for n < len(list) && (list[n].run != nil || e.measured(*list[n].tail)) {
		if n++; list[n-1].run == nil && e.timeWords(*list[n-1].tail) {
			break
		}
	}
	return n
}

// timeWords reports whether it is a slice of times that are mostly words.
func (e *emitter) timeWords(it item) bool {
	return it.op == opList && !it.isArray() && it.elem.op == opTime && e.format.Time == TimeWord
}

// manyTexts is how many strings are written and read with inline code. Of more,
// each is a call.
const manyTexts = 4

// appendString prints the appending of a string after its length as a varint.
func (e *emitter) appendString(it item) {
	e.check([]piece{{tail: &it}})
	routine := "AppendString"
	if e.plan.large {
		routine = "AppendText"
	}
	e.Pf("b = %s(b, %s)", e.support(routine), e.plain(it))
}

// appendSegment prints the appending of pieces that are measured, in one window.
func (e *emitter) appendSegment(list []piece) {
	e.check(list)
	var s sum
	for _, p := range list {
		if p.run != nil {
			e.declareWords(p.run)
			s.constant += runLength(p.run)
		} else {
			s.add(e.sizeOfTail(*p.tail))
		}
	}
	n := strconv.Itoa(s.constant)
	if !s.fixed() { // the one statement counts what times take beside their words, for which AppendTimes makes room
		n = e.local("n")
		e.P(n, " := ", s.expression())
	}
	if len(list) == 1 && list[0].run != nil {
		e.appendRun(list[0].run, fewParts)
		return
	}
	e.extend(n)
	e.put(list, true)
}

// appendRun prints the appending of the fixed parts of a run: of up to few of them as zeros first.
func (e *emitter) appendRun(run []item, few int) {
	if e.appendFew(run) {
		return
	}
	n := runLength(run)
	if len(run) <= few && n <= cleared {
		e.Pf("b = append(b, make([]byte, %d)...)", n)
	} else {
		e.Pf("b = %s(b, %d)", e.support("Extend"), n)
	}
	h := e.local("h")
	e.Pf("%s := (*[%d]byte)(b[len(b)-%d:])", h, n, n)
	e.putFixedParts(h, 0, run)
}

// Up to cleared bytes of few parts are appended as zeros first: those are few stores. A function of
// nothing but up to inlinedParts parts is inlined so, which Extend is too much for.
const (
	fewParts     = 5
	inlinedParts = 8
	cleared      = 64
)

// fewFlags is how many flags are appended at once.
const fewFlags = 8

// appendFew prints the appending of a run that is one number, the mark or a few flags, and
// reports whether it is.
func (e *emitter) appendFew(run []item) bool {
	run = slices.DeleteFunc(slices.Clone(run), func(it item) bool { return it.fixed == 0 })
	if len(run) == 1 && run[0].op == opMark {
		e.Pf("b = append(b, %s...)", e.headName())
		return true
	}
	if len(run) == 1 && run[0].op == opNumber && run[0].fixed > 1 {
		e.Pf("b = %s.AppendUint%d(b, %s)", e.order(), 8*run[0].fixed, e.unsigned(run[0]))
		return true
	}
	if flags(run) < len(run) || len(run) > fewFlags {
		return false
	}
	var list []string
	for _, it := range run {
		list = append(list, e.flag(it))
	}
	e.Pf("b = append(b, %s)", strings.Join(list, ", "))
	return true
}

// extend prints the lengthening of b by n bytes, which begin at b[o].
func (e *emitter) extend(n string) {
	assign := ":="
	if e.window {
		assign = "="
	}
	e.window = true
	e.Pf("o %s uint(len(b))", assign)
	e.Pf("b = %s(b, %s)", e.support("Extend"), n)
}

// block prints a block's body, in which windows may be declared.
func (e *emitter) block(body func()) {
	outer := e.window
	body()
	e.window = outer
}

func (e *emitter) appendElem(n *node, lv lvalue, path string) {
	e.block(func() { e.appendPieces(e.pieces(e.plan.elemItems(n, lv, path))) })
}

// appendTail prints the appending of a tail that is not measured.
func (e *emitter) appendTail(it item) {
	f := e.format
	switch it.op {
	case opBool:
		e.Pf("b = w.put(b, %s)", e.plain(it))
		e.support("BitWriter")
	case opString:
		e.appendString(it)
	case opBytes, opList, opMap:
		e.appendCounted(it)
	case opTime:
		word, ok := e.words[it.lv]
		if !ok { // another function has written it
			word = e.support("TimeWord") + "(" + it.lv.String() + ")"
		}
		e.Pf("if %s == 1<<64-2 { b = %s(b, %s) }", word, e.support("AppendTimeTail"), it.lv)
	case opArray:
		e.loop(it, func(lv lvalue) { e.appendElem(it.elem, lv, it.path+"[]") })
	case opPointer:
		if f.Pointers == PointerBit {
			e.Pf("b = w.put(b, %s != nil)", it.lv)
			e.support("BitWriter")
		}
		if e.empty(it.elem) {
			return
		}
		e.appendElem(it.elem, e.ifSet(it), it.path)
		e.P("}")
	case opValue:
		e.P("if ", it.lv, " == nil { ", e.failMarshal(it.path, "nil has no encoding"), " }")
		e.appendPieces(e.pieces(e.plan.elemItems(it.elem, pointee(it.lv.String()), it.path)))
	case opInterface:
		e.appendInterface(it)
	case opOmitted:
		e.P("if len(", it.lv, ") > 0 {")
		e.block(func() { e.appendPieces(e.pieces([]item{{it.elem, it.lv, it.path}})) })
		e.P("}")
	case opMarshaler:
		data := e.local("data")
		if appends(it.typ) {
			e.Pf("%s, err := %s.AppendBinary(append(b, 0))", data, it.lv)
			e.failMethod(it.path)
			e.Pf("b = %s(%s, len(b)+1)", e.support("SetLength"), data)
			return
		}
		e.Pf("%s, err := %s.MarshalBinary()", data, it.lv)
		e.failMethod(it.path)
		e.Pf("b = %s(b, uint64(len(%s)))", e.std("encoding/binary", "AppendUvarint"), data)
		e.Pf("b = append(b, %s...)", data)
	case opCarried:
		e.P("{")
		if x := e.carried(it); x != "_" {
			e.appendElem(it.elem, variable(x), it.path)
		}
		e.P("}")
	case opFramed:
		start := e.local("start")
		e.P("b = append(b, 0) // the length, if it takes one byte")
		e.Pf("%s := len(b)", start)
		for _, f := range it.fields {
			e.appendPieces(e.pieces(e.plan.fieldItems(f, it.lv, it.path)))
		}
		e.Pf("b = %s(b, %s)", e.support("SetLength"), start)
	case opCall:
		e.appendCall(it)
	default:
		panic(fmt.Sprintf("positional: op %d is measured", it.op))
	}
}

// ifSet opens what is printed for the pointer it unless it is nil, and returns what it
// leads to: by a variable where there are fields to select, since a list's element or a
// field would be read again for each.
func (e *emitter) ifSet(it item) lvalue {
	if !it.elem.inline() {
		e.P("if ", it.lv, " != nil {")
		return pointee(it.lv.String())
	}
	x := e.local("x")
	e.Pf("if %s := %s; %s != nil {", x, it.lv.alone(), x)
	return pointee(x)
}

// appends reports whether t has an AppendBinary beside its MarshalBinary, both of which are
// its own or those of its only field.
func appends(t *typemodel.Type) bool {
	const both = typemodel.BinaryMarshaler | typemodel.BinaryAppender
	switch {
	case t.Kind == typemodel.Time:
		return true
	case !t.Methods.Has(both):
		return false
	case t.Promoted&both == 0:
		return true
	}
	return t.Promoted.Has(both) && len(t.Fields) == 1 && appends(t.Fields[0].Type)
}

// appendCall prints the call of the function that appends what it is: all of it,
// or its tails, where the fixed part has been written already.
func (e *emitter) appendCall(it item) {
	call := e.functionName("Append", it.elem)
	if it.fixed > 0 {
		call = e.functionName("AppendTails", it.elem)
	}
	call += "(b, " + it.lv.Addr()
	if e.format.bits() {
		call += ", w"
	}
	if it.elem.recursive {
		call += ", " + e.depthOf(it)
	}
	call += ")"
	if !it.fails {
		e.P("b = ", call)
		return
	}
	e.P("if b, err = ", call, "; err != nil { return b, err }")
}

// appendCounted prints the appending of a list whose elements differ in size, or
// whose nil is told by a bit.
func (e *emitter) appendCounted(it item) {
	e.checkLength(it)
	if e.format.Nil == NilBit && !it.isArray() {
		e.support("BitWriter")
		e.Pf("b = w.put(b, %s != nil)", it.lv)
		e.P("if ", it.lv, " != nil {")
		defer e.P("}")
	}
	switch {
	case e.format.Length.Bytes != 0:
	case e.plan.large && e.format.Nil == NilPlusOne && !it.isArray():
		e.Pf("b = %s(b, %s == nil, len(%s))", e.support("AppendCount"), it.lv, it.lv)
	default:
		e.Pf("b = %s(b, %s)", e.support("AppendUvarint"), e.count(it))
	}
	e.block(func() { e.appendElements(it) })
}

func (e *emitter) appendElements(it item) {
	switch {
	case it.op == opBytes && it.typ.Elem.Name.IsZero():
		e.Pf("b = append(b, %s...)", it.slice())
	case it.op == opMap && it.merges:
		e.appendMerging(it)
		e.appendEnd()
	case it.op == opMap:
		e.entries(it, func(k, x string) {
			e.appendPieces(e.entryPieces(e.plan.elemItems(it.key, variable(k), it.path+"[key]"), e.plan.elemItems(it.elem, variable(x), it.path+"[value]")))
		})
		e.appendEnd()
	case it.op == opBytes || !it.elem.tail && !it.elem.tries:
		size := 1
		if it.op != opBytes {
			size = it.elem.fixed
		}
		n := e.local("n")
		e.Pf("%s := %d*len(%s)", n, size, it.lv)
		e.extend(n)
		if it.op == opBytes {
			e.putBytes(it, true)
		} else {
			e.putElements(it, true)
		}
	default:
		e.loop(it, func(lv lvalue) { e.appendElem(it.elem, lv, it.path+"[]") })
		e.appendEnd()
	}
}

// appendMerging prints the appending of a map's entries, whose keys are compared as
// they are written: a reader refuses a key that is there twice.
func (e *emitter) appendMerging(it item) {
	seen, start := e.local("seen"), e.local("start")
	e.Pf("%s := make(map[string]bool, len(%s))", seen, it.lv)
	e.entries(it, func(k, x string) {
		e.Pf("%s := len(b)", start)
		e.appendPieces(e.pieces(e.plan.elemItems(it.key, variable(k), it.path+"[key]"))) // in the scope of what is written behind it
		e.Pf("if %s[string(b[%s:])] {", seen, start)
		e.P(e.failMarshal(it.path+"[key]", "two keys are one when they are written: they differ in what is not, such as the zone of a time"))
		e.P("}")
		e.Pf("%s[string(b[%s:])] = true", seen, start)
		e.appendPieces(e.pieces(e.plan.elemItems(it.elem, variable(x), it.path+"[value]")))
	})
}

func (e *emitter) appendEnd() {
	if e.format.ListEnd != "" {
		e.Pf("b = append(b, %q...)", e.format.ListEnd)
	}
}

// shortTexts are the strings of items that consist of nothing but fixed parts
// and of up to mostTexts strings after their lengths as varints, whose size is
// nearly always the same sum.
func (e *emitter) shortTexts(items []item) []item {
	return e.textsAmong(items, func(it item) bool { return it.op == opString })
}

// shortWritten are the strings and slices of bytes of items that consist of few of them and of
// fixed parts.
func (e *emitter) shortWritten(items []item) []item {
	return e.textsAmong(items, func(it item) bool { return it.op == opString || e.plainBytes(it) })
}

// plainBytes reports whether it is a slice of bytes after one more than its length, or nil's 0.
func (e *emitter) plainBytes(it item) bool {
	return it.op == opBytes && it.typ.Kind == typemodel.Slice && it.typ.Elem.Name.IsZero() && e.format.Nil == NilPlusOne
}

// textsAmong are those of items that are texts, if all else are fixed parts and there are few.
func (e *emitter) textsAmong(items []item, isText func(item) bool) (texts []item) {
	if e.format.Length.Bytes != 0 || e.format.Pad != 0 {
		return nil
	}
	for _, it := range items {
		switch {
		case isText(it) && it.maxLen == 0:
			texts = append(texts, it)
		case it.tail && (it.op != opTime || e.format.Time != TimeWord), it.tries:
			return nil
		case it.fails:
			if misfit, _ := e.misfit(it); misfit == "" && it.op != opTime { // of several values
				return nil
			}
		}
	}
	if len(texts) > mostTexts {
		return nil
	}
	return texts
}

// mostTexts is how many texts are written and read at places that their lengths tell, where
// all are short. Up to as many it takes less than a call for each, and a long one among them, for
// which what was looked at is looked at again, costs a small part of that.
const mostTexts = 16

// appendsShort reports whether a value with such short texts is appended by appendShort. Several strings
// are not: beside one call for each, the places that wait for all lengths took 1.04 to 1.08 times
// as long. In a new buffer, whose length they tell, they take .88 to .95 of it.
func appendsShort(texts []item) bool {
	strings := 0
	for _, it := range texts {
		if it.op == opString {
			strings++
		}
	}
	return len(texts) > 0 && strings <= 1
}

// appendShort prints the appending of items with short strings, and its return: their place in
// the window is known when their lengths are. A fresh window is a new buffer, for which all else is left
// to rest. Otherwise what appends it follows: a call for it took 1.04 times as long with strings that are not short.
func (e *emitter) appendShort(items, texts []item, ret string, rest func()) {
	fresh := rest != nil
	list := e.pieces(items)
	constant := len(texts)
	var lengths []string
	var plain []string
	length, text := map[lvalue]string{}, map[lvalue]string{}
	for _, it := range texts { // in variables, which no write to the window can change
		t, n := e.local("s"), e.local("n")
		e.P(t, " := ", it.lv.alone())
		e.Pf("%s := len(%s)", n, t)
		plain = append(plain, n)
		length[it.lv], text[it.lv] = n, t
		if it.op == opBytes {
			length[it.lv] = fmt.Sprintf("%s(%s == nil, %s)", e.support("Count"), t, n)
			n += "+1"
		}
		lengths = append(lengths, n)
	}
	var rare []string
	if len(lengths) > 0 {
		rare = append(rare, strings.Join(lengths, "|")+" >= 0x80")
	}
	for _, p := range list {
		if p.run == nil {
			continue
		}
		constant += runLength(p.run)
		e.declareWords(p.run)
		for _, it := range p.run {
			if it.op == opTime && it.tail {
				rare = append(rare, e.words[it.lv]+" == 1<<64-2")
			}
			if seconds, zero := e.declareTime(it); seconds != "" {
				rare = append(rare, farTime(seconds, zero))
			} else if misfit, _ := e.misfit(it); misfit != "" {
				rare = append(rare, misfit)
			}
		}
	}
	size := sum{constant: constant, terms: plain}.expression()
	if len(texts) > 0 {
		n := e.local("n")
		e.P(n, " := ", size)
		size = n
	}
	switch {
	case !fresh:
		e.Pf("if !(%s) {", strings.Join(append(rare, "cap(b)-len(b) < "+size), " || "))
		e.P("p := b[len(b) : len(b)+", size, "]")
	default:
		if len(rare) > 0 {
			e.Pf("if %s {", strings.Join(rare, " || "))
			rest()
			e.P("}")
		}
		e.P("p := make([]byte, ", size, ")")
	}
	var at sum
	for i, p := range list {
		here := "p"
		if at.constant > 0 || len(at.terms) > 0 {
			here = "p[" + at.expression() + ":]"
		}
		switch {
		case p.run != nil:
			total := runLength(p.run)
			next := i+1 < len(list) && list[i+1].tail != nil && text[list[i+1].tail.lv] != ""
			h := e.local("h")
			if next {
				e.Pf("%s := (*[%d]byte)(%s)", h, total+1, here)
			} else {
				e.Pf("%s := (*[%d]byte)(%s)", h, total, here)
			}
			e.putFixedParts(h, 0, p.run)
			if next {
				e.Pf("%s[%d] = byte(%s)", h, total, length[list[i+1].tail.lv])
			}
			at.constant += total
		case text[p.tail.lv] != "":
			if i == 0 || list[i-1].run == nil {
				e.Pf("p[%s] = byte(%s)", at.expression(), length[p.tail.lv])
			}
			at.constant++
			e.Pf("copy(p[%s:], %s)", at.expression(), text[p.tail.lv])
			at.plus(plain[0])
			plain = plain[1:]
		}
	}
	if !fresh {
		e.P("b = b[:len(b)+", size, "]")
		defer e.P("}")
	}
	e.P(ret)
}

// encodeFunctions prints the functions that write a value of n.
func (e *emitter) encodeFunctions(n *node) {
	switch {
	case !n.tail:
		e.putFunction(n)
	case e.plan.split(n):
		e.putFunction(n)
		e.appendTailsFunction(n)
		if n.users > 0 {
			e.appendFunction(n)
		}
	default:
		e.appendFunction(n)
	}
}

// putFunction prints the function that writes the fixed part of a value of n.
func (e *emitter) putFunction(n *node) {
	e.begin(n)
	e.DocComment(e.functionName("Put", n) + " writes the fixed part of v.")
	e.Pf("func %s(h *[%d]byte, v *%s) {", e.functionName("Put", n), n.fixed, e.goType(n.typ))
	items := e.items(n)
	e.declareWords(items)
	e.putFixedParts("h", 0, items)
	e.P("}")
}

// appendHead prints the head of a function that appends to b.
func (e *emitter) appendHead(verb string, n *node) {
	params, results := "", "[]byte"
	if e.format.bits() {
		params += ", w *" + e.support("BitWriter")
	}
	if n.recursive {
		params += ", depth int"
	}
	if n.fails {
		results = "(_ []byte, err error)"
	}
	e.Pf("func %s(b []byte, v *%s%s) %s {", e.functionName(verb, n), e.goType(n.typ), params, results)
}

func (e *emitter) appendTailsFunction(n *node) {
	e.begin(n)
	e.DocComment(e.functionName("AppendTails", n) + " appends what follows the fixed part of v.")
	e.appendHead("AppendTails", n)
	for _, p := range e.pieces(e.items(n)) {
		if p.tail != nil {
			e.appendPieces([]piece{p})
		}
	}
	e.appendReturn(n)
}

func (e *emitter) appendReturn(n *node) {
	e.P(e.appended(n))
	e.P("}")
}

// appended is the last line of a function that appends n.
func (e *emitter) appended(n *node) string {
	if n.fails {
		return "return b, nil"
	}
	return "return b"
}

// appendFunction prints the function that appends a value of n.
func (e *emitter) appendFunction(n *node) {
	e.begin(n)
	items := e.items(n)
	e.DocComment(e.functionName("Append", n) + " appends v.")
	e.appendHead("Append", n)
	if texts := e.shortWritten(items); appendsShort(texts) {
		e.appendShort(items, texts, e.appended(n), nil)
	}
	e.appendBody(n, items)
	e.appendReturn(n)
}

// appendBody prints the appending of the items of n.
func (e *emitter) appendBody(n *node, items []item) {
	if n.recursive {
		e.Pf("if depth >= %d { %v }", e.opts.MaxDepth, e.failMarshal("", "values nest deeper than "+strconv.Itoa(e.opts.MaxDepth)+", or contain themselves"))
	}
	if e.plan.split(n) {
		e.Pf("b = %s(b, %d)", e.support("Extend"), n.fixed)
		e.Pf("%s((*[%d]byte)(b[len(b)-%d:]), v)", e.functionName("Put", n), n.fixed, n.fixed)
		call := called(n)
		call.fixed, call.nested = n.fixed, true
		e.appendCall(item{call, pointee("v"), ""})
		return
	}
	e.appendPieces(e.pieces(items))
}
