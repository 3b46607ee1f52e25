package positional

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// failDecode prints the return of an error about what stands at p, or at the
// front of the fixed part that is being read.
func (e *emitter) failDecode(path, reason string) {
	if e.rest != "" {
		e.P("return ", e.rest)
		return
	}
	e.Pf("return %sr.fail(%s, %q, %q)", e.failed, e.front, e.where(path), reason)
}

func (e *emitter) failShort(path string) {
	e.Pf("return p, r.short(p, %q)", e.where(path))
}

// decodeFunction prints the function that reads a value of n.
func (e *emitter) decodeFunction(n *node) {
	e.begin(n)
	name, typ := e.functionName("Decode", n), e.goType(n.typ)
	items := e.items(n)
	e.P()
	if !n.tail {
		if e.plan.mayFail(n) {
			e.comment(name + " reads v from the front of p, which is long enough.")
			e.Pf("func %s(r *%s, p []byte, v *%s) error {", name, e.support("Reader"), typ)
			e.failed = ""
		} else {
			e.comment(name + " reads v from the front of p, which is long enough.")
			e.Pf("func %s(p []byte, v *%s) {", name, typ)
		}
		h := "p"
		if !single(items) && reads(items) {
			h = e.local("h")
			e.Pf("%s := (*[%d]byte)(p)", h, n.fixed)
		}
		e.getFixedParts(h, items, nil)
		if e.plan.mayFail(n) {
			e.P("return nil")
		}
		e.P("}")
		return
	}
	params := fmt.Sprintf("r *%s, ", e.support("Reader"))
	if e.plan.split(n) {
		params += "h, "
		e.comment(name + " reads v, of which the fixed part is at the front of h, and the rest at that of p, and returns what is left of p.")
	} else {
		e.comment(name + " reads v from the front of p and returns what is left of it.")
	}
	params += "p []byte, v *" + typ
	if n.recursive {
		params += ", depth int"
	}
	e.Pf("func %s(%s) (_ []byte, err error) {", name, params)
	e.failed = "p, "
	if n.recursive {
		e.Pf("if depth >= %d {", e.opts.MaxDepth)
		e.failDecode("", "values nest deeper than "+strconv.Itoa(e.opts.MaxDepth))
		e.P("}")
	}
	list := e.pieces(items)
	e.calls = many(items)
	if e.plan.split(n) {
		counts := map[lvalue]string{}
		h := "h"
		if run := list[0].run; !single(run) && reads(run) {
			h = e.local("h")
			e.Pf("%s := (*[%d]byte)(h)", h, n.fixed)
		}
		e.front = "h"
		e.getFixedParts(h, list[0].run, counts)
		e.front = "p"
		for _, p := range list[1:] {
			e.getTail(*p.tail, counts[p.tail.lv])
		}
	} else {
		e.get(list)
	}
	e.P("return p, nil")
	e.P("}")
}

// get prints the reading of pieces from the front of p.
func (e *emitter) get(list []piece) {
	counts := map[lvalue]string{} // what fixed parts tell tails, by the place of the item
	for i, p := range list {
		switch {
		case p.run == nil:
			e.getTail(*p.tail, counts[p.tail.lv])
		case i+1 < len(list) && e.counted(list[i+1].tail):
			e.getRun(p.run, counts, list[i+1].tail)
		default:
			e.getRun(p.run, counts, nil)
		}
	}
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

// getRun prints the reading of a run, and of the count that stands behind it at
// the front of the tail next, unless that is nil.
func (e *emitter) getRun(run []item, counts map[lvalue]string, next *item) {
	total := runLength(run)
	path := run[0].path
	for _, it := range run {
		if it.fixed > 0 {
			path = it.path
			break
		}
	}
	sure := e.sure && next == nil
	e.sure = false
	length := total
	if next != nil {
		length++
	}
	if !sure {
		e.Pf("if len(p) < %d {", length)
		e.failShort(path)
		e.P("}")
	}
	h := "p"
	if !single(run) && reads(run) || next != nil {
		h = e.local("h")
		e.Pf("%s := (*[%d]byte)(p)", h, length)
	}
	e.getFixedParts(h, run, counts)
	if next == nil {
		e.Pf("p = p[%d:]", total)
		return
	}
	e.reader("uvarint")
	n := e.local("n")
	counts[next.lv] = n
	e.Pf("%s := uint64(%s[%d])", n, h, total)
	e.Pf("if %s < 0x80 {", n)
	e.Pf("p = p[%d:]", length)
	e.Pf("} else if %s, p, err = r.uvarint(p[%d:], %d, %q); err != nil {", n, total, e.format.lengthBits(), e.where(next.path))
	e.P("return p, err")
	e.P("}")
}

// reads reports whether any fixed part of a run is not left to another function.
func reads(run []item) bool {
	return slices.ContainsFunc(run, func(it item) bool { return it.fixed > 0 && it.op != opCall })
}

// getFixedParts prints the reading of the fixed parts of a run from h. It adds
// what they tell the tails to counts.
func (e *emitter) getFixedParts(h string, run []item, counts map[lvalue]string) {
	off := 0
	e.flagged = e.checkFlags(h, run)
	defer func() { e.flagged = false }()
	for _, it := range run {
		if told := e.getFixed(h, off, it); told != "" {
			counts[it.lv] = told
		}
		off += it.fixed
	}
}

// checkFlags prints one check of all bools and flags of pointers in a run, if
// there are several, and reports whether it did.
func (e *emitter) checkFlags(h string, run []item) bool {
	var flags, names []string
	off := 0
	for _, it := range run {
		switch {
		case it.fixed != 1:
		case it.op == opBool, it.op == opPointer:
			flags = append(flags, fmt.Sprintf("%s[%d]", h, off))
			if e.rest == "" {
				names = append(names, fmt.Sprintf(", %s{%d, %q}", e.support("Flag"), off, e.where(it.path)))
			}
		}
		off += it.fixed
	}
	if len(flags) < 2 {
		return false
	}
	e.Pf("if %s > 1 {", strings.Join(flags, "|"))
	if e.rest != "" {
		e.P("return ", e.rest)
		e.P("}")
		return true
	}
	e.reader("flags")
	e.Pf("return %sr.flags(%s%s)", e.failed, e.front, strings.Join(names, ""))
	e.P("}")
	return true
}

// mayFail reports whether the fixed part of a value of n may be one that has no
// meaning.
func (p *plan) mayFail(n *node) bool {
	switch n.op {
	case opBool, opPointer:
		return true
	case opNumber:
		return n.num.Bytes*8 > n.typ.Kind.Bits() || n.num.Bytes == 8 && machineWord(n.typ.Kind)
	case opTime:
		return p.format.Time == TimeGo || p.format.Time == TimeTicks
	case opArray:
		return p.mayFail(n.elem)
	case opStruct:
		return slices.ContainsFunc(n.fields, func(f field) bool { return p.mayFail(f.node) })
	}
	return false
}

// number returns the unsigned integer of n bytes at h[off:].
func (e *emitter) number(h string, off, n int) string {
	if n == 1 {
		return fmt.Sprintf("%s[%d]", h, off)
	}
	return fmt.Sprintf("%s.Uint%d(%s)", e.order(), 8*n, window(h, off, n))
}

// getFixed prints the reading of an item's fixed part from h[off:]. It returns
// the name of the variable that holds what the tail must know.
func (e *emitter) getFixed(h string, off int, it item) (told string) {
	if it.fixed == 0 {
		return ""
	}
	f := e.format
	switch it.op {
	case opNumber:
		e.getNumber(h, off, it)
	case opBool:
		x := e.number(h, off, it.fixed)
		if !e.flagged {
			e.Pf("if %s > 1 {", x)
			e.failDecode(it.path, "a bool that is neither 0 nor 1")
			e.P("}")
		}
		e.Pf("%s = %s != 0", it.lv.alone(), x)
	case opString, opBytes, opList, opMap, opMarshaler:
		told = e.local("n")
		e.Pf("%s := uint64(%s)", told, e.number(h, off, f.Length.Bytes))
	case opPointer:
		told = e.local("has")
		e.Pf("%s := %s[%d]", told, h, off)
		if !e.flagged {
			e.Pf("if %s > 1 {", told)
			e.failDecode(it.path, "a pointer's flag that is neither 0 nor 1")
			e.P("}")
		}
	case opByteArray:
		n := it.typ.Len
		if it.typ.Elem.Name.IsZero() {
			e.Pf("%s = *(*[%d]byte)(%s)", it.lv.alone(), n, window(h, off, n))
		} else {
			i := e.local("i")
			e.P("for ", i, " := range ", it.lv, " {")
			e.Pf("%s[%s] = %s", it.lv, i, e.convert(it.typ.Elem, fmt.Sprintf("%s[%d+%s]", h, off, i)))
			e.P("}")
		}
	case opArray:
		e.getArray(h, off, it)
	case opStruct:
		for _, part := range e.plan.elemItems(it.node, it.lv, it.path) {
			e.getFixed(h, off, part)
			off += part.fixed
		}
	case opCall:
		at := e.front
		if e.base != "" || off > 0 {
			at += "[" + strings.TrimPrefix(fmt.Sprintf("%s+%d", e.base, off), "+") + ":]"
		}
		name := e.functionName("Decode", it.elem)
		switch {
		case it.tail:
			told = e.local("f")
			e.Pf("%s := %s", told, at)
		case e.plan.mayFail(it.elem):
			e.Pf("if err := %s(r, %s, %s); err != nil {", name, at, it.lv.address())
			e.Pf("return %serr", e.failed)
			e.P("}")
		default:
			e.Pf("%s(%s, %s)", name, at, it.lv.address())
		}
	case opTime:
		return e.getTime(h, off, it)
	}
	return told
}

func (e *emitter) getTime(h string, off int, it item) (told string) {
	x := e.number(h, off, min(it.fixed, 8))
	switch e.format.Time {
	case TimeNano:
		e.Pf("%s = %s(0, int64(%s)).UTC()", it.lv.alone(), e.std("time", "Unix"), x)
	case TimeTicks:
		e.Pf("if ticks := int64(%s); ticks > %s/100 || ticks < %s/100 {", x, e.std("math", "MaxInt64"), e.std("math", "MinInt64"))
		e.failDecode(it.path, "a date beyond the years 1677 to 2262, which would be read as another one")
		e.P("}")
		e.Pf("%s = %s(%s)", it.lv.alone(), e.support("TicksTime"), x)
	case TimeGo:
		t := e.local("t")
		e.Pf("%s, ok := %s(%s)", t, e.support("GoTime"), window(h, off, it.fixed))
		e.P("if !ok {")
		e.failDecode(it.path, "no time in version 1 of time.Time.MarshalBinary")
		e.P("}")
		e.P(it.lv.alone(), " = ", t)
	case TimeWord:
		told = e.local("t")
		e.Pf("%s := %s", told, x)
	case TimeRFC3339:
		told = e.local("n")
		e.Pf("%s := uint64(%s)", told, e.number(h, off, 4))
	}
	return told
}

func (e *emitter) getNumber(h string, off int, it item) {
	k := it.typ.Kind
	x := e.number(h, off, it.num.Bytes)
	switch {
	case k == typemodel.Float32:
		x = e.std("math", "Float32frombits") + "(" + x + ")"
	case k == typemodel.Float64:
		x = e.std("math", "Float64frombits") + "(" + x + ")"
	case it.num.Bytes*8 > k.Bits(): // a wider number must fit
		wide := "uint"
		if k.IsSigned() {
			wide = "int"
		}
		y := e.local("y")
		e.Pf("%s := %s%d(%s)", y, wide, it.num.Bytes*8, x)
		e.Pf("if %s%d(%s%d(%s)) != %s {", wide, it.num.Bytes*8, wide, k.Bits(), y, y)
		e.failDecode(it.path, "a number beyond "+k.String())
		e.P("}")
		x = y
	case it.num.Bytes == 8 && machineWord(k):
		y := e.local("y")
		if k.IsSigned() {
			x = "int64(" + x + ")"
		}
		e.Pf("%s := %s", y, x)
		e.checkWord(it, y)
		x = y
	case it.num.Bytes*8 < k.Bits() && k.IsSigned():
		x = fmt.Sprintf("int%d(%s)", it.num.Bytes*8, x)
	}
	if k.IsFloat() && it.typ.Name.IsZero() || it.typ.Name.IsZero() && !k.IsSigned() && !machineWord(k) && it.num.Bytes*8 == k.Bits() {
		e.P(it.lv.alone(), " = ", x)
		return
	}
	e.P(it.lv.alone(), " = ", e.convert(it.typ, x))
}

// machineWord reports whether the width of k is the machine's.
func machineWord(k typemodel.Kind) bool {
	return k == typemodel.Int || k == typemodel.Uint || k == typemodel.Uintptr
}

// checkWord prints the check that y, an int64 or uint64, fits a machine word:
// on machines of 64 bits, nothing is left of it.
func (e *emitter) checkWord(it item, y string) {
	if it.typ.Kind.IsSigned() {
		e.Pf("if int64(int(%s)) != %s {", y, y)
	} else {
		e.Pf("if uint64(uint(%s)) != %s {", y, y)
	}
	e.failDecode(it.path, "a number beyond the "+it.typ.Kind.String()+" of this machine")
	e.P("}")
}

func (e *emitter) getArray(h string, off int, it item) {
	flagged := e.flagged
	e.flagged = false
	defer func() { e.flagged = flagged }()
	if it.typ.Len <= unrolled {
		for i := range it.typ.Len {
			e.getFixed(h, off+i*it.elem.fixed, item{it.elem, it.lv.index(strconv.Itoa(i)), it.path + "[]"})
		}
		return
	}
	i, q := e.local("i"), e.local("q")
	e.P("for ", i, " := range ", it.lv, " {")
	e.Pf("%s := (*[%d]byte)(%s[%d+%d*%s:])", q, it.elem.fixed, h, off, it.elem.fixed, i)
	outer := e.base
	e.base = strings.TrimPrefix(fmt.Sprintf("%s+%d+%d*%s", outer, off, it.elem.fixed, i), "+")
	e.getFixed(q, 0, item{it.elem, it.lv.index(i), it.path + "[]"})
	e.base = outer
	e.P("}")
}

// getUvarint prints the reading of a varint into a new variable, whose name it
// returns.
func (e *emitter) getUvarint(path string, bits int, nine bool) string {
	call := fmt.Sprintf("uvarint(p, %d, %q)", bits, e.where(path))
	if nine {
		call = fmt.Sprintf("uvarint9(p, %q)", e.where(path))
		e.reader("uvarint9")
	} else {
		e.reader("uvarint")
	}
	u := e.local("u")
	e.Pf("var %s uint64", u)
	e.P("if len(p) > 0 && p[0] < 0x80 {")
	e.Pf("%s, p = uint64(p[0]), p[1:]", u)
	e.Pf("} else if %s, p, err = r.%s; err != nil {", u, call)
	e.P("return p, err")
	e.P("}")
	return u
}

// getTail prints the reading of a tail. told is the variable of its fixed part.
func (e *emitter) getTail(it item, told string) {
	f := e.format
	switch it.op {
	case opNumber:
		e.getVarintNumber(it)
	case opBool:
		bit := e.getBit(it.path)
		if !it.typ.Name.IsZero() {
			bit = e.convert(it.typ, bit)
		}
		e.P(it.lv.alone(), " = ", bit)
	case opString:
		e.getString(it, told)
	case opBytes, opList, opMap:
		e.getCounted(it, told)
	case opArray:
		e.loop(it, func(lv lvalue) { e.getElem(it.elem, lv, it.path+"[]") })
	case opPointer:
		cond := told + " == 1"
		switch f.Pointers {
		case PointerNilOne:
			cond = told + " == 0"
		case PointerBit:
			cond = e.getBit(it.path)
		}
		e.P("if ", cond, " {")
		e.getPointee(it)
		e.P("} else {")
		e.P(it.lv.alone(), " = nil")
		e.P("}")
	case opValue:
		e.getPointee(it)
	case opInterface:
		e.getInterface(it)
	case opOmitted:
		e.P("if len(p) > 0 {")
		e.get(e.pieces([]item{{it.elem, it.lv, it.path}}))
		e.P("} else {")
		e.P(it.lv.alone(), " = ", e.zero(it.typ))
		e.P("}")
	case opMarshaler:
		n := e.length(it, told)
		e.checkCount(it, n, 1, 8)
		e.Pf("if err := %s.UnmarshalBinary(p[:%s:%s]); err != nil {", it.lv, n, n)
		e.reader("method")
		e.Pf("return p, r.method(p, %q, err)", e.where(it.path))
		e.P("}")
		e.Pf("p = p[%s:]", n)
	case opTime:
		e.getTimeTail(it, told)
	case opCarried:
		x := e.local("x")
		e.P("{")
		e.P("var ", x, " ", it.elem.typ)
		e.getElem(it.elem, variable(x), it.path)
		e.Pf("if err := %s(%s, %s); err != nil {", e.conversion("From", it.carry), it.lv.address(), x)
		e.reader("method")
		e.Pf("return p, r.method(p, %q, err)", e.where(it.path))
		e.P("}")
		e.P("}")
	case opZone:
		u := e.getUvarint(it.path, 18, false)
		e.Pf("%s = %s(%s, %s)", it.lv.alone(), e.support("InZone"), it.lv, u)
	case opFramed:
		e.getFramed(it)
	case opCall:
		e.getCall(it, told)
	}
}

// getCall prints the call of the function that reads it, of which the fixed part
// is at told, if its function takes that apart from the rest.
func (e *emitter) getCall(it item, told string) {
	split := e.plan.split(it.elem)
	args := "r, p"
	switch {
	case told != "":
		args = "r, " + told + ", p"
	case split:
		e.Pf("if len(p) < %d {", it.elem.fixed)
		e.failShort(it.path)
		e.P("}")
		args = fmt.Sprintf("r, p, p[%d:]", it.elem.fixed)
	}
	args += ", " + it.lv.address()
	if it.elem.recursive {
		args += ", " + e.depthOf(it)
	}
	e.Pf("if p, err = %s(%s); err != nil {", e.functionName("Decode", it.elem), args)
	e.P("return p, err")
	e.P("}")
}

// getFramed prints the reading of an evolvable struct: fields that an older
// writer did not have yet become zero, and those that it does not know of are
// skipped.
func (e *emitter) getFramed(it item) {
	n := e.getUvarint(it.path, 64, false)
	rest := e.local("rest")
	if e.plan.circles {
		e.checkFree(it, n, e.unit())
		owed := e.local("owed")
		e.P(owed, " := r.owed // to what is behind the struct")
		e.P("r.owed = 0")
		defer e.P("r.owed = ", owed)
	} else {
		e.checkCount(item{node: &node{}, path: it.path}, n, 1, 8)
	}
	e.Pf("%s := p[%s:]", rest, n)
	e.Pf("r.cut += len(%s)", rest)
	e.Pf("p = p[:%s]", n)
	for _, f := range it.fields {
		lv := it.lv.field(f.name)
		e.P("if len(p) == 0 {")
		e.Pf("%s = *new(%s)", lv, e.goType(f.node.typ))
		e.P("} else {")
		e.get(e.pieces(e.plan.fieldItems(f, it.lv, it.path)))
		e.P("}")
	}
	e.P("_ = p // what a newer version has added")
	e.Pf("r.cut -= len(%s)", rest)
	e.P("p = ", rest)
}

func (e *emitter) zero(t *typemodel.Type) string {
	if t.Kind == typemodel.String {
		return `""`
	}
	return "nil"
}

func (e *emitter) getElem(n *node, lv lvalue, path string) {
	e.get(e.pieces(e.plan.elemItems(n, lv, path)))
}

func (e *emitter) getBit(path string) string {
	e.reader("bit")
	x := e.local("bit")
	e.Pf("var %s bool", x)
	e.Pf("if %s, p, err = r.bit(p, %q); err != nil {", x, e.where(path))
	e.P("return p, err")
	e.P("}")
	return x
}

func (e *emitter) getVarintNumber(it item) {
	k := it.typ.Kind
	x := e.getUvarint(it.path, k.Bits(), it.num.Nine)
	switch {
	case k == typemodel.Float32:
		x = fmt.Sprintf("%s(%s(uint32(%s)))", e.std("math", "Float32frombits"), e.std("math/bits", "ReverseBytes32"), x)
	case k == typemodel.Float64:
		x = fmt.Sprintf("%s(%s(%s))", e.std("math", "Float64frombits"), e.std("math/bits", "ReverseBytes64"), x)
	case it.num.ZigZag:
		x = e.support("UnZigZag") + "(" + x + ")"
	}
	if machineWord(k) {
		y := x
		if it.num.ZigZag || k.IsSigned() {
			y = e.local("y")
			if !it.num.ZigZag {
				x = "int64(" + x + ")"
			}
			e.Pf("%s := %s", y, x)
		}
		e.checkWord(it, y)
		x = y
	}
	has := typemodel.Uint64 // the kind of x
	switch {
	case k.IsFloat():
		has = k
	case it.num.ZigZag:
		has = typemodel.Int64
	}
	if k != has || !it.typ.Name.IsZero() {
		x = e.convert(it.typ, x)
	}
	e.P(it.lv.alone(), " = ", x)
}

func (e *emitter) getTimeTail(it item, told string) {
	switch e.format.Time {
	case TimeLocalNano:
		u := e.getUvarint(it.path, 64, true)
		e.Pf("%s = %s(0, int64(%s))", it.lv.alone(), e.std("time", "Unix"), u)
	case TimeRFC3339:
		e.checkCount(it, told, 1, 8)
		t := e.local("t")
		e.Pf("%s, perr := %s(%s, string(p[:%s]))", t, e.std("time", "Parse"), e.std("time", "RFC3339Nano"), told)
		e.P("if perr != nil {")
		e.failDecode(it.path, "a time that is not of the form of RFC 3339")
		e.P("}")
		e.P(it.lv.alone(), " = ", t)
		e.skipPadded(it, told)
	case TimeWord:
		e.reader("time")
		nsec := e.local("nsec")
		e.Pf("if %s := %s & (1<<30 - 1); %s < 1e9 {", nsec, told, nsec)
		e.Pf("%s = %s(int64(%s>>30)-1<<33, int64(%s)).UTC()", it.lv.alone(), e.std("time", "Unix"), told, nsec)
		e.Pf("} else if %s, p, err = r.time(p, %s, %q); err != nil {", it.lv, told, e.where(it.path))
		e.P("return p, err")
		e.P("}")
	}
}

func (e *emitter) getPointee(it item) {
	e.P("if ", it.lv, " == nil {")
	e.charge(it, "1", it.typ.Elem, it.elem.least+it.fixed)
	if e.opts.Arena {
		e.P("if r.slab != nil {")
		e.Pf("%s = &%s[0]", it.lv.alone(), e.take(it.typ.Elem, "1"))
		e.P("} else {")
	}
	if pool := e.pools[it.path]; pool.name != "" {
		e.P("if len(", pool.name, ") == 0 {")
		e.Pf("%s = make([]%s, %s)", pool.name, e.goType(it.typ.Elem), pool.room)
		e.P("}")
		e.Pf("%s, %s = &%s[0], %s[1:]", it.lv, pool.name, pool.name, pool.name)
	} else {
		e.P(it.lv.alone(), " = new(", it.typ.Elem, ")")
	}
	if e.opts.Arena {
		e.P("}")
	}
	e.P("}")
	e.getElem(it.elem, pointee(it.lv.String()), it.path)
}

// chunkBytes is how much memory a chunk of the decoder takes, about.
const chunkBytes = 8192

// take returns the expression for n elements of type t from a chunk.
func (e *emitter) take(t *typemodel.Type, n string) string {
	size, _ := goSize(t)
	return fmt.Sprintf("%s(&r.slab.%s, %s, %d)", e.support("Take"), e.slab(t), n, min(max(8, chunkBytes/max(1, size)), 512))
}

// goSize returns size and alignment in bytes of a value of type t on a 64-bit
// machine.
func goSize(t *typemodel.Type) (size, align int) {
	switch t.Kind {
	case typemodel.String, typemodel.Interface:
		return 16, 8
	case typemodel.Slice, typemodel.Time:
		return 24, 8
	case typemodel.Map, typemodel.Pointer:
		return 8, 8
	case typemodel.Array:
		size, align = goSize(t.Elem)
		return size * t.Len, align
	case typemodel.Struct:
		align = 1
		for i := range t.Fields {
			s, a := goSize(t.Fields[i].Type)
			size = (size+a-1)/a*a + s
			align = max(align, a)
		}
		return (size + align - 1) / align * align, align
	}
	if n := t.Kind.Bits() / 8; n > 0 && n <= 8 {
		return n, n
	} else if n > 8 {
		return n, 8
	}
	return 8, 8 // a func or chan, in a field that is left out
}

// slab returns the decoder's field that holds chunks of elements of type t.
func (e *emitter) slab(t *typemodel.Type) string {
	for _, s := range e.slabs {
		if e.goType(s.elem) == e.goType(t) {
			return s.name
		}
	}
	stem := lowerFirst(strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, t.String()))
	name := "chunk" + upperFirst(stem)
	for i := 2; ; i++ {
		taken := false
		for _, s := range e.slabs {
			taken = taken || s.name == name
		}
		if !taken {
			break
		}
		name = "chunk" + upperFirst(stem) + strconv.Itoa(i)
	}
	e.slabs = append(e.slabs, slab{name, t})
	return name
}

// length returns the variable of the length of it, which it prints the reading
// of unless the fixed part told.
func (e *emitter) length(it item, told string) string {
	if told != "" {
		return told
	}
	return e.getUvarint(it.path, e.format.lengthBits(), false)
}

// checkCount prints the check that count elements of at least least bytes may
// be in what is left.
func (e *emitter) checkCount(it item, count string, least, leastBits int) {
	switch {
	case e.format.bits() && leastBits == 0: // in a circle: a bit at least
		leastBits = 1
		fallthrough
	case e.format.bits(): // seven bits may be pending
		if leastBits == 8 {
			e.Pf("if %s > uint64(len(p)) {", count)
			break
		}
		e.Pf("if %s > (8*uint64(len(p))+7)/%d {", count, leastBits)
	case least <= 1: // 0 where recursion hides what there is
		e.Pf("if %s > uint64(len(p)) {", count)
	default:
		e.Pf("if %s > uint64(len(p))/%d {", count, least)
	}
	e.failShort(it.path)
	e.P("}")
	e.checkMost(it, count)
}

// checkMost prints the check of maxlen.
func (e *emitter) checkMost(it item, count string) {
	if it.maxLen > 0 {
		e.Pf("if %s > %d {", count, it.maxLen)
		e.failDecode(it.path, "more than "+strconv.Itoa(it.maxLen)+" elements")
		e.P("}")
	}
}

// amplified is how many bytes of memory a byte of input may take before they are
// charged to the budget of the call.
const amplified = 64

// charge prints the charging of n values of type t to the budget, where they take
// many times what least bytes of input do.
func (e *emitter) charge(it item, n string, t *typemodel.Type, least int) {
	if size, _ := goSize(t); size > amplified*max(1, least) {
		e.chargeBytes(it, n, size)
	}
}

// chargeMap is charge for the entries of a map.
func (e *emitter) chargeMap(it item, n string) {
	key, _ := goSize(it.typ.Key)
	elem, _ := goSize(it.typ.Elem)
	if size := 2 * (key + elem); size > amplified*max(1, it.key.least+it.elem.least) {
		e.chargeBytes(it, n, size)
	}
}

func (e *emitter) chargeBytes(it item, n string, size int) {
	e.reader("charge")
	e.Pf("if !r.charge(%s, %d) {", n, size)
	e.failDecode(it.path, fmt.Sprintf("more memory than the %d bytes that the input's length does not justify (--max-alloc)", e.opts.MaxAlloc))
	e.P("}")
}

// onStack is the size up to which a variable of a loop lives on the stack. Those
// of functions that call themselves would add up.
const onStack = 512

// skipPadded prints the step over n bytes and their padding.
func (e *emitter) skipPadded(it item, n string) {
	pad := e.format.Pad
	if pad == 0 {
		e.Pf("p = p[%s:]", n)
		return
	}
	rest := e.local("k")
	e.Pf("%s := (%s + %d) &^ %d", rest, n, pad-1, pad-1)
	e.Pf("if %s > uint64(len(p)) {", rest)
	e.failShort(it.path)
	e.P("}")
	e.Pf("p = p[%s:]", rest)
}

func (e *emitter) getString(it item, told string) {
	if told == "" && e.calls && e.format.Length == (Number{}) && e.format.Pad == 0 && it.maxLen == 0 && e.plan.strings > 1 && !e.opts.Unsafe {
		e.getText(it)
		return
	}
	n := e.length(it, told)
	e.checkCount(it, n, 1, 8)
	var text string
	switch {
	case e.opts.Unsafe:
		text = fmt.Sprintf("%s(p[:%s])", e.support("AliasString"), n)
	case e.plan.strings > 1:
		e.reader("string")
		text = fmt.Sprintf("r.string(p, int(%s))", n)
	case !e.opts.Arena:
		text = "p[:" + n + "]"
		e.P(it.lv.alone(), " = ", e.convert(it.typ, text))
		e.skipPadded(it, n)
		return
	default:
		e.support("Decoder.string")
		e.P("if r.slab == nil {")
		e.P(it.lv.alone(), " = ", e.convert(it.typ, "p[:"+n+"]"))
		e.P("} else {")
		text := "r.slab.string(p[:" + n + "])"
		if !it.typ.Name.IsZero() {
			text = e.convert(it.typ, text)
		}
		e.P(it.lv.alone(), " = ", text)
		e.P("}")
		e.skipPadded(it, n)
		return
	}
	if !it.typ.Name.IsZero() {
		text = e.convert(it.typ, text)
	}
	e.P(it.lv.alone(), " = ", text)
	e.skipPadded(it, n)
}

// getText prints the call that reads a string after its length.
func (e *emitter) getText(it item) {
	e.reader("nextString")
	s := it.lv.alone()
	if !it.typ.Name.IsZero() {
		s = e.local("s")
		e.P("var ", s, " string")
	}
	e.Pf("if %s, p, err = r.nextString(p, %q); err != nil {", s, e.where(it.path))
	e.P("return p, err")
	e.P("}")
	if !it.typ.Name.IsZero() {
		e.P(it.lv.alone(), " = ", e.convert(it.typ, s))
	}
}

// many reports whether items have so many strings, slices and maps that what
// they begin with is read by calls.
func many(items []item) bool {
	n := 0
	for _, it := range items {
		switch it.op {
		case opString, opBytes, opList, opMap:
			n++
		}
	}
	return n > manyTexts
}

// getCalled prints the reading of a list by the call that makes it and the loop
// over its elements, and reports whether it did.
func (e *emitter) getCalled(it item, told string) bool {
	size, _ := goSize(it.typ.Elem)
	if told != "" || !e.calls || it.op != opList || it.typ.Kind != typemodel.Slice || e.format.Nil != NilPlusOne || e.opts.Arena || e.opts.Unsafe ||
		it.maxLen > 0 || it.circular || e.pools[it.path].name != "" || size > amplified*max(1, it.elem.least) {
		return false
	}
	if e.empty(it.elem) || it.elem.op == opNumber || it.elem.op == opBool { // numbers are read at once, beside which the call counts
		return false
	}
	e.reader("uvarint")
	e.Pf("if %s, p, err = %s(r, p, %s, %d, %q); err != nil {", it.lv, e.support("List"), it.lv, max(1, it.elem.least), e.where(it.path))
	e.P("return p, err")
	e.P("}")
	e.getElements(it, "")
	return true
}

func (e *emitter) getCounted(it item, told string) {
	if e.getCalled(it, told) {
		return
	}
	f := e.format
	array := it.typ.Kind == typemodel.Array
	nilable := f.Nil == NilBit && !array
	if nilable {
		e.P("if ", e.getBit(it.path), " {")
	}
	n := e.length(it, told)
	if f.Nil == NilPlusOne && !array {
		e.P("if ", n, " == 0 {")
		e.P(it.lv.alone(), " = nil")
		e.P("} else {")
		e.P(n, "--")
		nilable = true
	}
	switch {
	case it.op == opMap:
		e.getMap(it, n)
	case it.op == opBytes && array:
		e.checkArray(it, n)
		e.checkCount(it, n, 1, 8)
		e.Pf("%s(%s[:], p)", e.copyIn(it), it.lv)
		e.skipPadded(it, n)
	case it.op == opBytes && e.opts.Unsafe:
		e.checkCount(it, n, 1, 8)
		alias := fmt.Sprintf("p[:%s:%s]", n, n)
		if !it.typ.Elem.Name.IsZero() {
			alias = fmt.Sprintf("%s[%s](p, int(%s))", e.support("Alias"), e.goType(it.typ.Elem), n)
		}
		e.P(it.lv.alone(), " = ", alias)
		if f.Nil == NilMerged {
			e.P("if ", n, " == 0 {")
			e.P(it.lv.alone(), " = nil")
			e.P("}")
		}
		e.skipPadded(it, n)
	case it.op == opBytes:
		e.checkCount(it, n, 1, 8)
		e.allocate(it, n)
		e.Pf("%s(%s, p)", e.copyIn(it), it.lv)
		e.skipPadded(it, n)
	default:
		e.getList(it, n)
	}
	if f.ListEnd != "" && it.op != opBytes {
		e.Pf("if len(p) < %d || string(p[:%d]) != %q {", len(f.ListEnd), len(f.ListEnd), f.ListEnd)
		e.failDecode(it.path, "the end of the list is missing")
		e.P("}")
		e.Pf("p = p[%d:]", len(f.ListEnd))
	}
	if nilable {
		if f.Nil == NilBit {
			e.P("} else {")
			e.P(it.lv.alone(), " = nil")
		}
		e.P("}")
	}
}

// allocate prints the making of a slice with n elements at it, out of the old
// slice where it has room.
func (e *emitter) allocate(it item, n string) {
	reuse := fmt.Sprintf("%s <= uint64(cap(%s))", n, it.lv)
	if e.format.Nil != NilMerged {
		reuse = it.lv.String() + " != nil && " + reuse
	}
	e.Pf("if %s {", reuse)
	e.Pf("%s = %s[:%s]", it.lv.alone(), it.lv, n)
	if e.opts.Arena {
		e.P("} else if r.slab != nil {")
		e.Pf("%s = %s", it.lv.alone(), e.take(it.typ.Elem, "int("+n+")"))
	}
	if pool := e.pools[it.path]; pool.name != "" {
		e.Pf("} else if %s == nil {", pool.name)
		e.Pf("%s = make([]%s, max(%s, min(%s*uint64(%s), uint64(len(p))/%d)))", pool.name, e.goType(it.typ.Elem), n, n, pool.room, max(1, it.elem.least))
		e.Pf("%s, %s = %s[:%s:%s], %s[%s:]", it.lv, pool.name, pool.name, n, n, pool.name, n)
		e.Pf("} else if %s <= uint64(len(%s)) {", n, pool.name)
		e.Pf("%s, %s = %s[:%s:%s], %s[%s:]", it.lv, pool.name, pool.name, n, n, pool.name, n)
	}
	e.P("} else {")
	e.Pf("%s = make(%s, %s)", it.lv.alone(), e.goType(it.typ), n)
	e.P("}")
}

// pool is memory that the elements of a list share.
type pool struct {
	name string // of the variable
	room string // how many elements of the list are still to come
}

// openPools declares what the elements of the list it, of which i is the index,
// share: one allocation for all small things that they point to, and one for
// the slices of each kind, if they are all as long as the first. Several are a
// struct, which keeps them out of registers: a reader that finds all its storage
// in a used value is a tenth faster for it.
func (e *emitter) openPools(it item) {
	var paths, types []string
	for _, part := range e.plan.flatten(it.elem, lvalue{}, it.path+"[]") {
		if part.shares() && !e.aliases(part) {
			paths, types = append(paths, part.path), append(types, e.goType(part.typ.Elem))
		}
	}
	switch len(paths) {
	case 0:
	case 1:
		name := e.local("pool")
		e.Pf("var %s []%s", name, types[0])
		e.pools[paths[0]] = pool{name: name}
	default:
		name := e.local("pools")
		e.Pf("var %s struct {", name)
		for i, path := range paths {
			e.Pf("f%d []%s", i, types[i])
			e.pools[path] = pool{name: name + ".f" + strconv.Itoa(i)}
		}
		e.P("}")
	}
}

// shares reports whether the memory that several values of n lead to is one
// allocation: that of small things, and of slices.
func (n *node) shares() bool {
	switch n.op {
	case opPointer:
		return !n.elem.tail && n.elem.fixed > 0 && n.elem.fixed <= 16
	case opList:
		return n.typ.Kind == typemodel.Slice && !n.elem.tail && n.elem.fixed > 0
	}
	return false
}

// pooled reports whether values of n stand in one list only, whose elements
// share memory: the reading of the list contains that of its elements.
func (n *node) pooled() bool {
	return n.op == opStruct && n.function && n.inList && n.users == 1 && n.nests == 0 && !n.recursive && !n.framed &&
		slices.ContainsFunc(n.fields, func(f field) bool { return f.node.shares() })
}

// copyIn returns what copies bytes into a slice like it.
func (e *emitter) copyIn(it item) string {
	if it.typ.Elem.Name.IsZero() {
		return "copy"
	}
	return e.support("CopyIn")
}

// checkArray prints the check that a count is the length of the array.
func (e *emitter) checkArray(it item, n string) {
	e.Pf("if %s != %d {", n, it.typ.Len)
	e.failDecode(it.path, "not the "+strconv.Itoa(it.typ.Len)+" elements of the array")
	e.P("}")
}

func (e *emitter) getList(it item, n string) {
	if it.typ.Kind == typemodel.Array {
		e.checkArray(it, n)
	} else {
		if it.circular {
			e.checkFree(it, n, e.leastUnits(it.elem))
			e.checkMost(it, n)
		} else {
			e.checkCount(it, n, it.elem.least, it.elem.leastBits)
		}
		e.charge(it, n, it.typ.Elem, it.elem.least)
		if e.image(it.elem) {
			e.getImages(it, n)
			return
		}
		e.allocate(it, n)
	}
	e.getElements(it, n)
}

// getElements prints the reading of the elements of a list that has its length,
// which is n where the list is circular.
func (e *emitter) getElements(it item, n string) {
	if name, ok := e.bulk("Get", it); ok {
		lv := it.slice()
		if it.isArray() {
			e.Pf("if len(p) < %d {", it.typ.Len*it.elem.fixed)
			e.failShort(it.path)
			e.P("}")
		}
		if it.elem.op == opBool {
			e.Pf("if !%s(%s, p) {", name, lv)
			e.failDecode(it.path, "a bool that is neither 0 nor 1")
			e.P("}")
			e.Pf("p = p[len(%s):]", it.lv)
			return
		}
		if machineWord(it.elem.typ.Kind) {
			fit := "Uints"
			if it.elem.typ.Kind.IsSigned() {
				fit = "Ints"
			}
			e.Pf("if !%s(p[:8*len(%s)]) {", e.support(fit+"Fit"), it.lv)
			e.failDecode(it.path+"[]", "a number beyond the "+it.elem.typ.Kind.String()+" of this machine")
			e.P("}")
		}
		e.Pf("p = %s(%s, p)", name, lv)
		return
	}
	if e.empty(it.elem) {
		return
	}
	if it.typ.Kind == typemodel.Slice && it.elem.inline() {
		e.openPools(it)
	}
	circular := it.circular && it.typ.Kind == typemodel.Slice
	if circular {
		e.owe(n, e.leastUnits(it.elem))
	}
	e.loop(it, func(lv lvalue) {
		if circular {
			e.pay(e.leastUnits(it.elem))
		}
		index, list := e.loopIndex, e.loopList
		for path, pool := range e.pools {
			if pool.room == "" {
				pool.room = "len(" + list + ")-" + index
				e.pools[path] = pool
			}
		}
		e.sure = it.typ.Kind == typemodel.Slice && !it.elem.tail && it.elem.least == it.elem.fixed && !e.format.bits()
		e.getElem(it.elem, lv, it.path+"[]")
	})
}

// ownsStorage reports whether values of n have memory that new ones may use.
func (n *node) ownsStorage() bool {
	switch n.op {
	case opNumber, opBool, opString, opTime, opZone, opCarried, opMarshaler:
		return false
	case opInterface:
		return slices.ContainsFunc(n.impls, (*node).ownsStorage)
	}
	return n.tail
}

func (e *emitter) getMap(it item, n string) {
	if it.circular {
		e.checkFree(it, n, e.leastUnits(it.key, it.elem))
		e.checkMost(it, n)
		e.owe(n, e.leastUnits(it.key, it.elem))
	} else {
		e.checkCount(it, n, it.key.least+it.elem.least, it.key.leastBits+it.elem.leastBits)
	}
	e.chargeMap(it, n)
	// Values that own storage give it to the new values of the same keys.
	old := ""
	if it.elem.ownsStorage() {
		old = e.local("old")
		e.P(old, " := ", it.lv)
		e.P("if ", it.lv, " == nil || len(", it.lv, ") > 0 {")
	} else {
		e.P("if ", it.lv, " != nil {")
		e.P("clear(", it.lv, ")")
		e.P("} else {")
	}
	if e.format.Nil == NilMerged && !e.format.EmptyMaps {
		e.Pf("if %s = nil; %s > 0 {", it.lv, n)
		e.Pf("%s = make(%s, %s)", it.lv.alone(), e.goType(it.typ), n)
		e.P("}")
	} else {
		e.Pf("%s = make(%s, %s)", it.lv.alone(), e.goType(it.typ), n)
	}
	e.P("}")
	k, x, i := e.local("k"), e.local("x"), e.local("i")
	// In a recursive function, a variable of the loop would move to the heap.
	hoisted := it.elem.recursive || it.key.recursive
	// A large one lives on the heap: in values that nest, they would add up.
	keySize, _ := goSize(it.typ.Key)
	elemSize, _ := goSize(it.typ.Elem)
	heap := hoisted && keySize+elemSize > onStack
	declare := func() {
		if heap {
			entry := e.local("entry")
			e.Pf("%s := new(struct {", entry)
			e.P("key ", it.typ.Key)
			e.P("value ", it.typ.Elem)
			e.P("})")
			k, x = entry+".key", entry+".value"
			return
		}
		e.Pf("var %s %s", k, e.goType(it.typ.Key))
		e.Pf("var %s %s", x, e.goType(it.typ.Elem))
	}
	if hoisted {
		declare()
	}
	e.Pf("for %s := range %s {", i, n)
	if it.circular {
		e.pay(e.leastUnits(it.key, it.elem))
	}
	if !hoisted {
		declare()
	}
	calls := e.calls
	e.calls = true
	defer func() { e.calls = calls }()
	key := e.plan.elemItems(it.key, variable(k), it.path+"[key]")
	value := e.plan.elemItems(it.elem, variable(x), it.path+"[value]")
	switch {
	case old != "":
		e.get(e.pieces(key))
		e.Pf("%s = %s[%s]", x, old, k)
		e.get(e.pieces(value))
	case hoisted:
		e.Pf("%s = *new(%s)", x, e.goType(it.typ.Elem))
		fallthrough
	default:
		e.get(e.entryPieces(key, value))
	}
	if heap {
		e.Pf("%s(%s, &%s, &%s)", e.support("Put"), it.lv, k, x)
	} else {
		e.Pf("%s[%s] = %s", it.lv, k, x)
	}
	e.Pf("if uint64(len(%s)) != %s+1 {", it.lv, i)
	e.failDecode(it.path, "a key that occurs twice")
	e.P("}")
	e.P("}")
}
