package positional

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/internal/shape"
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

// check prints the checks of what the pieces must be to be written.
func (e *emitter) check(list []piece) {
	for _, p := range list {
		if p.run != nil {
			for _, it := range p.run {
				e.checkFixed(it)
			}
			continue
		}
		it := *p.tail
		if misfit, reason := e.misfit(it); misfit != "" {
			e.P("if ", misfit, " { ", e.failValue(it, reason), " }")
		}
		if it.op == opTime && e.format.Time.limited() {
			e.checkTime(it)
		}
		e.checkLength(it)
	}
}

// checkFixed prints the checks of what a fixed part must be to be written.
func (e *emitter) checkFixed(it item) {
	if it.tail && it.op == opTime { // checked where its tail is
		return
	}
	misfit, reason := e.misfit(it)
	switch {
	case it.op == opTime && e.format.Time.limited():
		e.checkTime(it)
	case misfit != "":
		e.P("if ", misfit, " { ", e.failValue(it, reason), " }")
	case it.op == opStruct && it.fails:
		for _, part := range e.plan.flatten(it.node, it.lv, it.path) {
			e.checkFixed(part)
		}
	case it.op == opCall && it.fails && !it.tail:
		for _, part := range e.plan.flatten(it.elem, it.lv, it.path) {
			e.checkFixed(part)
		}
	case it.op == opArray && it.fails && !it.tail:
		e.loop(it, func(lv lvalue) { e.checkElem(it.elem, lv, it.path+"[]") })
	}
}

// checkElem prints the checks of an element of fixed length.
func (e *emitter) checkElem(n *node, lv lvalue, path string) {
	for _, part := range e.plan.elemItems(n, lv, path) {
		e.checkFixed(part)
	}
}

// declareTime prints, of a time that may have no form, the variables of which the
// number that is written is made. It returns the one of the whole seconds, and one
// that is zero where the time may have no form although they are few enough: that
// of ticks, or none. Of all else, both are empty.
func (e *emitter) declareTime(it item) (seconds, zero string) {
	if it.op != opTime || !e.format.Time.limited() {
		return "", ""
	}
	seconds = e.local("t")
	e.words[it.lv] = seconds
	e.Pf("%s := %s.Unix()", seconds, it.lv)
	if e.format.Time != TimeTicks {
		return seconds, ""
	}
	ticks := e.local("t")
	e.Pf("%s := (%s*1e9 + int64(%s.Nanosecond())) / 100", ticks, seconds, it.lv)
	e.words[it.lv] = ticks
	return seconds, ticks
}

// farTime returns the condition under which a time of which declareTime has printed
// the variables may have no form.
func farTime(seconds, zero string) string {
	const most int64 = (1<<63 - 1) / 1_000_000_000 // seconds that 63 bits of nanoseconds hold
	far := fmt.Sprintf("uint64(%s+%d) >= %d", seconds, most, 2*most)
	if zero == "" {
		return far
	}
	return far + " || " + zero + " == 0"
}

// checkTime prints the variables of a time, and the check that it has a form.
func (e *emitter) checkTime(it item) {
	rare := farTime(e.declareTime(it))
	if e.format.Time != TimeTicks {
		e.Pf("if %s && !%s(%s) { %s }", rare, e.support("TimeNanoFits"), it.lv, e.failTime(it))
		return
	}
	e.Pf("if %s {", rare)
	e.P("var ok bool")
	e.Pf("if %s, ok = %s(%s); !ok { %s }", e.words[it.lv], e.support("TimeTicks"), it.lv, e.failTime(it))
	e.P("}")
}

// failTime returns the return of the error of a time that has no form.
func (e *emitter) failTime(it item) string {
	if e.format.Time == TimeTicks {
		return e.failValue(it, "has no form: it is not between the years 1678 and 2262, or so near to 1970 that it is written as the zero time")
	}
	return e.failValue(it, "is not between the years 1678 and 2262, which Unix nanoseconds in 64 bits reach")
}

// putTimes prints the writing of a whole list of times that may have no form, and
// the check of them, and reports whether it did.
func (e *emitter) putTimes(it item, last bool) bool {
	routine := map[Time]string{TimeNano: "PutTimeNanos", TimeTicks: "PutTimeTicks"}[e.format.Time]
	if it.elem.op != opTime || routine == "" {
		return false
	}
	left := e.local("s")
	e.Pf("if %s := %s(b[o:], %s); len(%s) > 0 { %v }", left, e.support(routine), it.slice(), left, e.failTime(item{it.elem, variable(left).index("0"), it.path + "[]"}))
	e.advance("8*uint(len("+it.lv.String()+"))", last)
	return true
}

// word returns the expression for the number that is written for a time: by its
// variable, or in a function whose callers have checked it.
func (e *emitter) word(it item) string {
	t := e.words[it.lv]
	switch {
	case e.format.Time == TimeTicks && t == "":
		return e.support("TimeTicksWritten") + "(" + it.lv.String() + ")"
	case e.format.Time == TimeTicks:
		return t
	case t == "":
		return it.lv.String() + ".UnixNano()"
	}
	return fmt.Sprintf("%s*1e9+int64(%s.Nanosecond())", t, it.lv)
}

// misfit returns the condition under which the number or time at it has no form in
// the format, and what is said then, after the value. There is none for what has
// a form whatever it is, and for times that checkTime is for.
func (e *emitter) misfit(it item) (condition, reason string) {
	switch {
	case it.narrows() && it.typ.Kind.IsSigned():
		return fmt.Sprintf("int64(%[1]s) != int64(int%[2]d(%[1]s))", it.lv.alone(), 8*it.num.Bytes), narrow(it)
	case it.narrows():
		return fmt.Sprintf("uint64(%s) > 1<<%d-1", it.lv.alone(), 8*it.num.Bytes), narrow(it)
	case it.op != opTime:
		return "", ""
	}
	fits := func(routine string) string { return "!" + e.support(routine) + "(" + it.lv.String() + ")" }
	switch e.format.Time {
	case TimeGo:
		return fits("TimeGoFits"), "is in a zone that is no whole number of minutes, or is -00:01"
	case TimeRFC3339:
		return fits("TimeTextFits"), "has a year or a zone that RFC 3339 has no form for: years have four digits, zones whole minutes"
	}
	return "", ""
}

// narrow is said of an integer with too many bits.
func narrow(it item) string {
	return fmt.Sprintf("does not fit the %d bytes that the format has for %s", it.num.Bytes, it.typ.Kind)
}

// checkLength prints the check of the number of elements.
func (e *emitter) checkLength(it item) {
	if it.maxLen > 0 {
		e.Pf("if len(%s) > %d { %s }", it.lv, it.maxLen, e.failMarshal(it.path, "more than "+strconv.Itoa(it.maxLen)+" elements"))
	}
}

// depthOf returns the depth of what the function of it is called for. A field
// that is a struct lies no deeper than the struct that it is a field of.
func (e *emitter) depthOf(it item) string {
	switch {
	case !e.depth:
		return "0"
	case it.nested:
		return "depth"
	}
	return "depth+1"
}

// loop prints a loop over the elements of the list or array it, with body for
// the place of one. A slice has a variable of its own, which the compiler knows
// not to change.
func (e *emitter) loop(it item, body func(lv lvalue)) {
	list := it.lv.String()
	if it.typ.Kind == typemodel.Slice {
		list = e.local("s")
		e.P(list, " := ", it.lv.alone())
	}
	e.loopOver(it, list, body)
}

// loopOver is loop for the elements of it that are in list.
func (e *emitter) loopOver(it item, list string, body func(lv lvalue)) {
	i := e.local("i")
	e.loopIndex, e.loopList = i, list
	e.P("for ", i, " := range ", list, " {")
	lv := variable(list).index(i)
	if it.elem.inline() {
		x := e.local("e")
		e.P(x, " := ", lv.Addr())
		lv = pointee(x)
	}
	body(lv)
	e.P("}")
}

// put prints the writing of pieces from b[o] on, where there is room up to the end
// of b. o is of use afterwards unless last is set.
func (e *emitter) put(list []piece, last bool) {
	for i, p := range list {
		end := last && i == len(list)-1
		if p.run != nil {
			e.putRun(p.run, end)
		} else {
			e.putTail(*p.tail, end)
		}
	}
}

// advance prints the step over what was written, in front of something else.
func (e *emitter) advance(n string, last bool) {
	switch {
	case last:
	case n == "1":
		e.P("o++")
	default:
		e.P("o += ", n)
	}
}

// call prints a call that writes to the front of b[o:] and returns what is left of
// it.
func (e *emitter) call(call string, last bool) {
	if last {
		e.P(call)
	} else {
		e.Pf("o = uint(len(b) - len(%s))", call)
	}
}

// declareWords prints the words of the times in a run.
func (e *emitter) declareWords(run []item) {
	for _, it := range run {
		if it.op == opTime && e.format.Time == TimeWord && e.words[it.lv] == "" {
			e.words[it.lv] = e.local("t")
			e.Pf("%s := %s(%s)", e.words[it.lv], e.support("TimeWord"), it.lv)
		}
	}
}

func (e *emitter) putRun(run []item, last bool) {
	total := runLength(run)
	e.declareWords(run)
	h := e.local("h")
	e.Pf("%s := (*[%d]byte)(b[o : o+%d])", h, total, total)
	e.putFixedParts(h, 0, run)
	e.advance(strconv.Itoa(total), last)
}

// single reports whether a run is one store, which needs no array for constant
// offsets.
func single(run []item) bool {
	return len(run) == 1 && (run[0].op != opArray || run[0].elem.op == opBool) && run[0].op != opMark
}

// putFixedParts prints the writing of the fixed parts of a run at h[off:].
func (e *emitter) putFixedParts(h string, off int, run []item) {
	for len(run) > 0 {
		n := e.packed(run)
		if n == 1 {
			e.putFixed(h, off, run[0])
		} else {
			e.putPacked(h, off, run[:n])
		}
		off += n * run[0].fixed
		run = run[n:]
	}
}

// packed returns how many integers the run begins with that lie side by side in memory as in the
// encoding, and fill a word: the compiler makes one load and one store of the parts of it.
func (e *emitter) packed(run []item) int {
	n, size := 1, run[0].fixed
	for !e.format.BigEndian && n < len(run) && n*size < 8 && run[n].beside {
		n++
	}
	return 1 << (bits.Len(uint(n)) - 1)
}

// putPacked prints the writing of integers that fill a word.
func (e *emitter) putPacked(h string, off int, run []item) {
	size := 8 * run[0].fixed
	word := size * len(run)
	var parts []string
	for i, it := range run {
		part := fmt.Sprintf("uint%d(%s)", word, e.unsigned(it))
		if i > 0 {
			part += fmt.Sprintf("<<%d", i*size)
		}
		parts = append(parts, part)
	}
	e.Pf("%s.PutUint%d(%s, %s)", e.order(), word, window(h, off), strings.Join(parts, " | "))
}

// place returns the byte of buffer h at off.
func place(h string, off int) string { return fmt.Sprintf("%s[%d]", h, off) }

// window returns what buffer h has at off and behind it, of which as much is used as is needed:
// to name an end would bring functions nearer to what the compiler inlines at most.
func window(h string, off int) string {
	if h == "p" && off == 0 {
		return "p"
	}
	return fmt.Sprintf("%s[%d:]", h, off)
}

// putFixed prints the writing of an item's fixed part at h[off:].
func (e *emitter) putFixed(h string, off int, it item) {
	if it.fixed == 0 {
		return
	}
	f := e.format
	switch it.op {
	case opMark:
		if it.fixed > markFixed {
			e.Pf("copy(%s, %s)", window(h, off), e.headName())
			break
		}
		e.Pf("*(*[%[1]d]byte)(%[2]s) = [%[1]d]byte([]byte(%[3]s))", it.fixed, window(h, off), e.headName()) // as constants, which copy is not
	case opNumber:
		if it.fixed == 1 {
			e.P(place(h, off), " = ", e.unsigned(it))
			break
		}
		e.Pf("%s.PutUint%d(%s, %s)", e.order(), 8*it.fixed, window(h, off), e.unsigned(it))
	case opBool:
		if it.fixed == 1 {
			e.P(place(h, off), " = ", e.flag(it))
			break
		}
		e.putNumber(h, off, it.fixed, e.boolByte(it.typ, it.lv))
	case opString, opBytes, opList, opMap, opMarshaler:
		e.putNumber(h, off, f.Length.Bytes, "len("+it.lv.alone()+")")
	case opPointer:
		e.P(place(h, off), " = ", e.flag(it))
	case opByteArray:
		e.putByteArray(h, off, it)
	case opArray:
		e.putArray(h, off, it)
	case opStruct:
		e.putFixedParts(h, off, e.plan.elemItems(it.node, it.lv, it.path))
	case opCall:
		e.Pf("%s((*[%d]byte)(%s), %s)", e.functionName("Put", it.elem), it.fixed, window(h, off), it.lv.Addr())
	case opTime:
		w := window(h, off)
		switch f.Time {
		case TimeNano:
			e.putNumber(h, off, 8, e.word(it))
		case TimeTicks:
			e.putNumber(h, off, 8, e.word(it))
		case TimeGo:
			e.Pf("%s(%s, %s)", e.support("PutTimeGo"), w, it.lv)
		case TimeWord:
			e.Pf("%s.PutUint64(%s, %s)", e.order(), w, e.words[it.lv])
		case TimeRFC3339:
			e.putNumber(h, off, 4, e.support("TimeTextLen")+"("+it.lv.String()+")")
		}
	}
}

func (e *emitter) putByteArray(h string, off int, it item) {
	n := it.typ.Len
	w := window(h, off)
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

// inBulk is from how many numbers on an array within a run is written and read by the routine for
// lists of them: of fewer, the call takes longer than a loop.
const inBulk = 8

func (e *emitter) putArray(h string, off int, it item) {
	if it.typ.Len <= unrolled {
		for i := range it.typ.Len {
			e.putFixed(h, off+i*it.elem.fixed, item{it.elem, it.lv.index(strconv.Itoa(i)), it.path + "[]"})
		}
		return
	}
	if it.elem.op == opNumber && it.typ.Len >= inBulk {
		if name, ok := e.bulk("Put", it); ok {
			e.Pf("%s(%s, %s)", name, window(h, off), it.lv.Slice())
			return
		}
	}
	i, q := e.local("i"), e.local("q")
	e.P("for ", i, " := range ", it.lv, " {")
	e.Pf("%s := (*[%d]byte)(%s[%d+%d*%s:])", q, it.elem.fixed, h, off, it.elem.fixed, i)
	e.putFixed(q, 0, item{it.elem, it.lv.index(i), it.path + "[]"})
	e.P("}")
}

// putNumber prints the writing of the integer x in n bytes at h[off:].
func (e *emitter) putNumber(h string, off, n int, x string) {
	if n == 1 {
		e.Pf("%s = byte(%s)", place(h, off), x)
		return
	}
	e.Pf("%s.PutUint%d(%s, uint%d(%s))", e.order(), 8*n, window(h, off), 8*n, x)
}

// unsigned returns the number at it as an unsigned integer of as many bytes as are written.
func (e *emitter) unsigned(it item) string {
	bits, k := e.integerBits(it), it.typ.Kind
	switch {
	case k.IsFloat(), k.Bits() == 8*it.fixed && it.typ.Name.IsZero() && !k.IsSigned() && !machineWord(k):
		return bits
	case it.fixed == 1:
		return "byte(" + bits + ")"
	}
	return fmt.Sprintf("uint%d(%s)", 8*it.fixed, bits)
}

// integerBits returns the number at it as an integer with the same bits.
func (e *emitter) integerBits(it item) string {
	switch it.typ.Kind {
	case typemodel.Float32:
		return e.std("math", "Float32bits") + "(" + e.plain(it) + ")"
	case typemodel.Float64:
		return e.std("math", "Float64bits") + "(" + e.plain(it) + ")"
	}
	return it.lv.alone()
}

// plain returns the value of it as one of the predeclared type of its kind.
func (e *emitter) plain(it item) string {
	if it.typ.Name.IsZero() {
		return it.lv.alone()
	}
	return it.typ.Kind.String() + "(" + it.lv.alone() + ")"
}

// flag returns the byte that is written for the bool it, or in front of what the pointer it leads to.
func (e *emitter) flag(it item) string {
	switch {
	case it.op == opBool:
		return e.boolByte(it.typ, it.lv)
	case e.format.Pointers == PointerNilOne:
		return e.support("BoolByte") + "(" + it.lv.String() + " == nil)"
	}
	return e.support("BoolByte") + "(" + it.lv.String() + " != nil)"
}

func (e *emitter) boolByte(t *typemodel.Type, lv lvalue) string {
	x := lv.alone()
	if !t.Name.IsZero() {
		x = "bool(" + x + ")"
	}
	return e.support("BoolByte") + "(" + x + ")"
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

// putUvarint prints the writing of x as a varint.
func (e *emitter) putUvarint(x string, nine, last bool) {
	name := "PutUvarint"
	if nine {
		name += "9"
	}
	u := e.local("u")
	e.Pf("if %s := %s; %s < 0x80 {", u, x, u)
	e.Pf("b[o] = byte(%s)", u)
	e.advance("1", last)
	e.P("} else {")
	e.call(fmt.Sprintf("%s(b[o:], %s)", e.support(name), u), last)
	e.P("}")
}

// putTail prints the writing of a tail that is measured.
func (e *emitter) putTail(it item, last bool) {
	f := e.format
	switch it.op {
	case opNumber:
		e.putUvarint(e.uvarint(it), it.num.Nine, last)
	case opString:
		e.putBytes(it, last)
	case opBytes, opList, opMap:
		e.putCounted(it, last)
	case opTime:
		switch f.Time {
		case TimeLocalNano:
			e.putUvarint("uint64("+e.word(it)+")", true, last)
		case TimeRFC3339:
			e.call(fmt.Sprintf("%s(b[o:], %s)", e.support("PutTimeText"), it.lv), last)
		}
	case opZone:
		e.putUvarint(e.support("ZoneCode")+"("+it.lv.String()+")", false, last)
	default:
		panic(fmt.Sprintf("positional: op %d is not measured", it.op))
	}
}

// empty reports whether n takes no room at all.
func (e *emitter) empty(n *node) bool { return n.op == opStruct && len(n.fields) == 0 && !n.framed }

func (e *emitter) putElem(n *node, lv lvalue, path string) {
	e.put(e.pieces(e.plan.elemItems(n, lv, path)), false)
}

// putBytes prints the writing of the bytes of a string or byte slice.
func (e *emitter) putBytes(it item, last bool) {
	whole := it.slice()
	if it.op == opBytes && !it.typ.Elem.Name.IsZero() {
		e.Pf("%s(b[o:], %s)", e.support("CopyOut"), whole)
	} else {
		e.Pf("copy(b[o:], %s)", whole)
	}
	if e.format.Pad == 0 {
		e.advance("uint(len("+it.lv.String()+"))", last)
		return
	}
	e.call(fmt.Sprintf("%s(b[o:], len(%s))", e.support("Pad"), it.lv), last)
}

func (e *emitter) putCounted(it item, last bool) {
	f := e.format
	if f.Length.Bytes == 0 {
		e.putUvarint(e.count(it), false, last && f.ListEnd == "" && it.op == opList && e.empty(it.elem))
	}
	if it.op == opBytes {
		e.putBytes(it, last)
		return
	}
	e.putElements(it, last && f.ListEnd == "")
	for i := range len(f.ListEnd) {
		e.Pf("b[o+%d] = %d", i, f.ListEnd[i])
	}
	if f.ListEnd != "" {
		e.advance(strconv.Itoa(len(f.ListEnd)), last)
	}
}

// count returns the count that stands before the elements of it, as uint64.
func (e *emitter) count(it item) string {
	if e.format.Nil == NilPlusOne && it.typ.Kind != typemodel.Array {
		return e.support("Count") + "(" + it.lv.String() + " == nil, len(" + it.lv.String() + "))"
	}
	return "uint64(len(" + it.lv.alone() + "))"
}

// bulk returns the name of the support that writes or reads a whole list or array of
// numbers like those of it, and whether there is one.
func (e *emitter) bulk(verb string, it item) (name string, ok bool) {
	n := it.elem
	if it.op != opList && it.op != opArray {
		return "", false
	}
	switch {
	case n.op == opBool && n.fixed == 1:
		name = "Bools"
	case n.op == opNumber && n.typ.Kind.IsFloat() && n.num.Bytes > 0:
		if name = codec.UpperFirst(n.typ.Kind.String()) + "s"; !n.typ.Name.IsZero() {
			name = "Named" + name
		}
	case n.op == opNumber && n.num.Bytes > 0 && n.num.Bytes*8 == n.typ.Kind.Bits():
		name = "Int" + strconv.Itoa(n.typ.Kind.Bits()) + "s"
	default:
		return "", false
	}
	return e.support(verb + name), true
}

// oftenShort reports whether few of the integers of it are written and read by a loop: where there is not
// much code, since the call takes as long as four of them. Lists of floats, such as samples, are mostly long.
func (e *emitter) oftenShort(it item) bool {
	return it.elem.op == opNumber && it.elem.typ.Kind.IsInteger() && !it.isArray() && !e.plan.large
}

// putElements prints the writing of the elements of it from b[o] on. o is of use
// afterwards unless last is set.
func (e *emitter) putElements(it item, last bool) {
	if it.op == opMap {
		e.entries(it, func(k, x string) {
			e.checkElem(it.key, variable(k), it.path+"[key]")
			e.checkElem(it.elem, variable(x), it.path+"[value]")
			e.put(e.entryPieces(e.plan.elemItems(it.key, variable(k), it.path+"[key]"), e.plan.elemItems(it.elem, variable(x), it.path+"[value]")), false)
		})
		return
	}
	if it.typ.Kind == typemodel.Slice && e.opts.Unsafe && e.image(it.elem) {
		e.putImages(it, last)
		return
	}
	put := func(lv lvalue) {
		e.checkElem(it.elem, lv, it.path+"[]")
		e.putElem(it.elem, lv, it.path+"[]")
	}
	if name, ok := e.bulk("Put", it); ok {
		if e.oftenShort(it) {
			e.Pf("if len(%s) < %d {", it.lv, inBulk)
			e.loop(it, put)
			e.P("} else {")
			defer e.P("}")
		}
		e.call(fmt.Sprintf("%s(b[o:], %s)", name, it.slice()), last)
		return
	}
	if e.putTimes(it, last) || e.empty(it.elem) {
		return
	}
	if e.timeWords(it) {
		e.putWords(it)
		return
	}
	if e.pairs(it) {
		e.loopPairs(it, put)
		return
	}
	e.loop(it, put)
}

// putWords prints the writing of the words of a list of times, behind which nothing is measured: b ends
// where they do, unless one takes more than a word.
func (e *emitter) putWords(it item) {
	e.loop(it, func(lv lvalue) {
		t := e.local("t")
		e.Pf("%s := uint64(%s.Unix()) + 1<<33", t, lv)
		e.Pf("if %s >= 1<<34 { b = %s(b[:o], %s[%s:]); break }", t, e.support("AppendTimes"), e.loopList, e.loopIndex)
		e.Pf("%s.PutUint64(b[o:o+8], %s<<30|uint64(%s.Nanosecond()))", e.order(), t, lv)
		e.advance("8", false)
	})
}

// pairLength is how many bytes elements with times take at most that are written two at
// a time: of longer ones, the check is a small part.
const pairLength = 32

// pairs reports whether the elements of it are checked and written two at a time: short
// structs with times that may have no form, and with nothing that takes a loop or a call.
func (e *emitter) pairs(it item) bool {
	if it.elem.tail || it.elem.fixed > pairLength || !it.elem.inline() {
		return false
	}
	times := false
	for _, part := range e.plan.elemItems(it.elem, variable("x"), "") {
		switch part.op {
		case opNumber, opBool, opByteArray:
		case opTime:
			times = times || e.format.Time.limited()
		default:
			return false
		}
	}
	return times
}

// loopPairs prints the writing of elements two at a time, up to two of which a time is
// farther from 1970 than 2^33 seconds or a number may have no form, and a loop over the
// elements that are left, with put for the place of one.
func (e *emitter) loopPairs(it item, put func(lv lvalue)) {
	i, list, x, y := e.local("i"), e.local("s"), e.local("x"), e.local("y")
	e.P(list, " := ", it.slice())
	e.P(i, " := 0")
	e.Pf("for ; %[1]s < len(%[2]s)-1; %[1]s += 2 {", i, list)
	e.Pf("%[1]s, %[2]s := &%[3]s[%[4]s], &%[3]s[%[4]s+1]", x, y, list, i)
	pair := append(e.plan.elemItems(it.elem, pointee(x), it.path+"[]"), e.plan.elemItems(it.elem, pointee(y), it.path+"[]")...)
	h, far, total := e.local("h"), e.local("far"), runLength(pair)
	e.Pf("%s := (*[%d]byte)(b[o : o+%d])", h, total, total)
	rare := []string{far + " >= 1<<34"}
	assign, off := ":=", 0
	for _, part := range pair {
		if seconds, zero := e.declareTime(part); seconds != "" {
			e.Pf("%s %s uint64(%s + 1<<33)", far, assign, seconds)
			assign = "|="
			if zero != "" {
				rare = append(rare, zero+" == 0")
			}
		}
		if misfit, _ := e.misfit(part); misfit != "" {
			rare = append(rare, misfit)
		}
		e.putFixed(h, off, part)
		off += part.fixed
	}
	e.Pf("if %s {", strings.Join(rare, " || "))
	e.P("break // to be written again, and checked, one by one")
	e.P("}")
	e.advance(strconv.Itoa(total), false)
	e.P("}")
	e.Pf("for ; %[1]s < len(%[2]s); %[1]s++ {", i, list)
	element := e.local("e")
	e.Pf("%s := &%s[%s]", element, list, i)
	put(pointee(element))
	e.P("}")
}

// entries prints a loop over the entries of a map, with body for the names of key and value.
// An empty map, as many are, is told by its length, which takes less than to begin a loop.
func (e *emitter) entries(it item, body func(k, x string)) {
	e.Pf("if len(%s) > 0 {", it.lv)
	k, x := e.local("k"), e.local("x")
	keySize, _ := shape.Size(it.typ.Key)
	elemSize, _ := shape.Size(it.typ.Elem)
	recursive := it.key.recursive || it.elem.recursive
	switch {
	case e.opts.SortedMaps && it.key.typ.Kind.IsFloat(): // no look-up finds a NaN
		entry := e.local("entry")
		e.Pf("for _, %s := range %s(%s) {", entry, e.support("SortedFloats"), it.lv)
		e.Pf("%s, %s := %s.key, %s.value", k, x, entry, entry)
	case e.opts.SortedMaps && !recursive && 8*(keySize+elemSize) <= onStack:
		room, entry := e.local("room"), e.local("entry")
		e.Pf("var %s [8]%s[%s, %s]", room, e.support("Entry"), e.goType(it.typ.Key), e.goType(it.typ.Elem))
		e.Pf("for _, %s := range %s(%s, %s[:0]) {", entry, e.support("SortedEntries"), it.lv, room)
		e.Pf("%s, %s := %s.key, %s.value", k, x, entry, entry)
	case e.opts.SortedMaps:
		room := "nil"
		if !recursive && 8*keySize <= onStack {
			room = e.local("room")
			e.Pf("var %s [8]%s", room, e.goType(it.typ.Key))
			room += "[:]"
		}
		e.Pf("for _, %s := range %s(%s, %s) {", k, e.support("SortedKeys"), it.lv, room)
		e.Pf("%s := %s[%s]", x, it.lv, k)
	case recursive && keySize+elemSize > onStack:
		entry := e.local("entry")
		e.Pf("%s := new(struct {", entry)
		e.P("key ", it.typ.Key)
		e.P("value ", it.typ.Elem)
		e.P("})")
		k, x = entry+".key", entry+".value"
		if elemSize > onStack && (it.typ.Key.Kind == typemodel.String || it.typ.Key.Kind.IsInteger()) {
			// A value that range gives passes over the stack, one that is looked up does not.
			e.Pf("for %s = range %s {", k, it.lv)
			e.Pf("%s = %s[%s]", x, it.lv, k)
		} else {
			e.Pf("for %s, %s = range %s {", k, x, it.lv)
		}
	case recursive: // a variable of the loop would move to the heap
		e.Pf("var %s %s", k, e.goType(it.typ.Key))
		e.Pf("var %s %s", x, e.goType(it.typ.Elem))
		e.Pf("for %s, %s = range %s {", k, x, it.lv)
	default:
		e.Pf("for %s, %s := range %s {", k, x, it.lv)
	}
	if !e.writes(e.plan.elemItems(it.key, variable(k), "")) {
		e.P("_ = ", k)
	}
	if !e.writes(e.plan.elemItems(it.elem, variable(x), "")) {
		e.P("_ = ", x)
	}
	body(k, x)
	e.P("}")
	e.P("}")
}
