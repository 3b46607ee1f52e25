package positional

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// reads reports whether any fixed part of a run is not left to another function.
func (p *plan) reads(run []item) bool {
	return slices.ContainsFunc(run, func(it item) bool {
		switch {
		case it.fixed == 0, it.op == opCall:
			return false
		case it.op == opArray:
			return p.reads([]item{{it.elem, it.lv, it.path}})
		case it.op == opStruct:
			return p.reads(p.elemItems(it.node, it.lv, it.path))
		}
		return true
	})
}

// getFixedParts prints the reading of the fixed parts of a run from h[off:]. It adds
// what they tell the tails to counts.
func (e *emitter) getFixedParts(h string, off int, run []item, counts map[lvalue]string) {
	checked := 0
	for len(run) > 0 {
		if n := flags(run); e.plan.large && off >= checked && n > 1 {
			e.checkFlags(h, off, run, n)
			checked = off + n
		}
		e.flagChecked = off < checked
		it, n := run[0], e.packed(run)
		if n > 1 {
			e.getPacked(h, off, run[:n])
		} else if known := e.getFixed(h, off, it); known != "" {
			counts[it.lv] = known
		}
		e.flagChecked = false
		off += n * it.fixed
		run = run[n:]
	}
}

// getPacked prints the reading of integers that fill a word.
func (e *emitter) getPacked(h string, off int, run []item) {
	w, size := e.local("w"), 8*run[0].fixed
	e.Pf("%s := %s", w, e.number(h, off, run[0].fixed*len(run)))
	for i, it := range run {
		part := w
		if i > 0 {
			part = fmt.Sprintf("%s >> %d", w, i*size)
		}
		e.P(it.lv.alone(), " = ", e.convert(it.typ, part))
	}
}

// flags returns how many bytes that are 0 or 1 a run begins with: bools, and flags of pointers.
func flags(run []item) (n int) {
	for _, it := range run {
		switch {
		case it.fixed == 0:
		case it.fixed == 1 && (it.op == opBool || it.op == opPointer) && !strings.Contains(it.path, ", "):
			n++
		default:
			return n
		}
	}
	return n
}

// checkFlags prints the check of the n flags at h[off:] that the run begins with.
func (e *emitter) checkFlags(h string, off int, run []item, n int) {
	width := min(8, n&^3)
	var parts, names []string
	for at := 0; at < n; at += max(1, width) {
		at = min(at, n-max(1, width)) // the last may have some of those before
		parts = append(parts, e.number(h, off+at, max(1, width)))
	}
	all := strings.Join(parts, "|")
	switch {
	case width == 0:
		e.Pf("if %s > 1 {", all)
	case len(parts) > 1:
		all = "(" + all + ")"
		fallthrough
	default:
		e.Pf("if %s&^0x%s != 0 {", all, strings.Repeat("01", width))
	}
	for _, it := range run {
		if it.fixed == 0 {
			continue
		}
		if len(names) == n {
			break
		}
		name := it.path
		if it.op == opPointer {
			name = "*" + name
		}
		names = append(names, name)
	}
	if e.rest != "" {
		e.P("return ", e.rest)
	} else {
		e.reader("flags")
		e.Pf("return %sr.flags(%s, %s, %q, %q)", e.failed, e.front, fmt.Sprintf("%s[%d:%d]", h, off, off+n), e.owner, strings.Join(names, ", "))
	}
	e.P("}")
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
	return fmt.Sprintf("%s.Uint%d(%s)", e.order(), 8*n, window(h, off))
}

// getFixed prints the reading of an item's fixed part from h[off:]. It returns
// the name of the variable that holds what the tail must know.
func (e *emitter) getFixed(h string, off int, it item) (known string) {
	if it.fixed == 0 {
		return ""
	}
	f := e.format
	switch it.op {
	case opNumber:
		e.getNumber(h, off, it)
	case opBool:
		x := e.number(h, off, it.fixed)
		if !e.flagChecked {
			e.Pf("if %s > 1 { %s }", x, e.failDecode(it.path, "a bool that is neither 0 nor 1"))
		}
		e.Pf("%s = %s != 0", it.lv.alone(), x)
	case opString, opBytes, opList, opMap, opMarshaler:
		known = e.local("n")
		e.Pf("%s := uint64(%s)", known, e.number(h, off, f.Length.Bytes))
	case opPointer:
		known = fmt.Sprintf("%s[%d]", h, off)
		if !e.calls || h == "p" || h == "h" { // the last two do not stay where they are, or have bounds to check
			known = e.local("has")
			e.Pf("%s := %s[%d]", known, h, off)
		}
		if !e.flagChecked {
			e.Pf("if %s > 1 { %s }", known, e.failDecode(it.path, "a pointer's flag that is neither 0 nor 1"))
		}
	case opByteArray:
		n := it.typ.Len
		if it.typ.Elem.Name.IsZero() {
			e.Pf("%s = *(*[%d]byte)(%s)", it.lv.alone(), n, window(h, off))
		} else {
			i := e.local("i")
			e.P("for ", i, " := range ", it.lv, " {")
			e.Pf("%s[%s] = %s", it.lv, i, e.convert(it.typ.Elem, fmt.Sprintf("%s[%d+%s]", h, off, i)))
			e.P("}")
		}
	case opArray:
		e.getArray(h, off, it)
	case opStruct:
		e.getFixedParts(h, off, e.plan.elemItems(it.node, it.lv, it.path), nil)
	case opCall:
		at := e.front
		if e.base != "" || off > 0 {
			at += "[" + e.offset(off) + ":]"
		}
		name := e.functionName("Decode", it.elem)
		switch {
		case it.tail:
			known = e.local("f")
			e.Pf("%s := %s", known, at)
		case e.plan.mayFail(it.elem):
			e.Pf("if err := %s(r, %s, %s); err != nil { return %serr }", name, at, it.lv.Addr(), e.failed)
		default:
			e.Pf("%s(%s, %s)", name, at, it.lv.Addr())
		}
	case opTime:
		return e.getTime(h, off, it)
	}
	return known
}

func (e *emitter) getTime(h string, off int, it item) (known string) {
	x := e.number(h, off, min(it.fixed, 8))
	switch e.format.Time {
	case TimeNano:
		e.Pf("%s = %s(0, int64(%s)).UTC()", it.lv.alone(), e.std("time", "Unix"), x)
	case TimeTicks:
		e.Pf("if ticks := int64(%s); ticks > %s/100 || ticks < %s/100 {", x, e.std("math", "MaxInt64"), e.std("math", "MinInt64"))
		e.P(e.failDecode(it.path, "a date beyond the years 1677 to 2262, which would be read as another one"))
		e.P("}")
		e.Pf("%s = %s(%s)", it.lv.alone(), e.support("TicksTime"), x)
	case TimeGo:
		t := e.local("t")
		e.Pf("%s, ok := %s(%s)", t, e.support("GoTime"), window(h, off))
		e.P("if !ok { ", e.failDecode(it.path, "no time in version 1 of time.Time.MarshalBinary"), " }")
		e.P(it.lv.alone(), " = ", t)
	case TimeWord:
		known = e.local("t")
		e.Pf("%s := %s", known, x)
	case TimeRFC3339:
		known = e.local("n")
		e.Pf("%s := uint64(%s)", known, e.number(h, off, 4))
	}
	return known
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
		e.Pf("if %s%d(%s%d(%s)) != %s { %s }", wide, it.num.Bytes*8, wide, k.Bits(), y, y, e.failDecode(it.path, "a number beyond "+k.String()))
		x = y
	case it.num.Bytes == 8 && machineWord(k) && e.rest == "": // else [emitter.leaveNarrow] has seen to it
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
	e.P(e.failDecode(it.path, "a number beyond the "+it.typ.Kind.String()+" of this machine"))
	e.P("}")
}

// offset returns the sum of the base, if there is one, and of off.
func (e *emitter) offset(off int) string {
	if e.base == "" {
		return strconv.Itoa(off)
	}
	return fmt.Sprintf("%s+%d", e.base, off)
}

func (e *emitter) getArray(h string, off int, it item) {
	if it.typ.Len <= unrolled {
		for i := range it.typ.Len {
			e.getFixed(h, off+i*it.elem.fixed, item{it.elem, it.lv.index(strconv.Itoa(i)), it.path + "[]"})
		}
		return
	}
	if it.typ.Len >= inBulk && !e.plan.mayFail(it.elem) {
		if name, ok := e.bulk("Get", it); ok {
			e.Pf("%s(%s, %s)", name, it.lv.Slice(), window(h, off))
			return
		}
	}
	i, q := e.local("i"), e.local("q")
	elem := item{it.elem, it.lv.index(i), it.path + "[]"}
	e.P("for ", i, " := range ", it.lv, " {")
	if e.plan.reads([]item{elem}) {
		e.Pf("%s := (*[%d]byte)(%s[%d+%d*%s:])", q, it.elem.fixed, h, off, it.elem.fixed, i)
	}
	outer := e.base
	e.base = fmt.Sprintf("%s+%d*%s", e.offset(off), it.elem.fixed, i)
	e.getFixed(q, 0, elem)
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
	e.Pf("} else if %s, p, err = r.%s; err != nil { return p, err }", u, call)
	return u
}
