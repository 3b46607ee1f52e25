package positional

import (
	"fmt"
	"strconv"

	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// failDecode returns the return of an error about what stands at p, or at the
// front of the fixed part that is being read.
func (e *emitter) failDecode(path, reason string) string {
	if e.rest != "" {
		return "return " + e.rest
	}
	return fmt.Sprintf("return %sr.fail(%s, %q, %q)", e.failed, e.front, e.where(path), reason)
}

func (e *emitter) failShort(path string) string {
	return fmt.Sprintf("return p, r.short(p, %q)", e.where(path))
}

// decodeFunction prints the function that reads a value of n.
func (e *emitter) decodeFunction(n *node) {
	e.begin(n)
	name, typ := e.functionName("Decode", n), e.goType(n.typ)
	items := e.items(n)
	e.P()
	if !n.tail {
		if e.plan.mayFail(n) {
			e.Comment(name + " reads v from the front of p, which is long enough.")
			e.Pf("func %s(r *%s, p []byte, v *%s) error {", name, e.support("Reader"), typ)
			e.failed = ""
		} else {
			e.Comment(name + " reads v from the front of p, which is long enough.")
			e.Pf("func %s(p []byte, v *%s) {", name, typ)
		}
		h := "p"
		if !single(items) && e.plan.reads(items) {
			h = e.local("h")
			e.Pf("%s := (*[%d]byte)(p)", h, n.fixed)
		}
		e.getFixedParts(h, 0, items, nil)
		if e.plan.mayFail(n) {
			e.P("return nil")
		}
		e.P("}")
		return
	}
	params := fmt.Sprintf("r *%s, ", e.support("Reader"))
	if e.plan.split(n) {
		params += "h, "
		e.Comment(name + " reads v, of which the fixed part is at the front of h, and the rest at that of p, and returns what is left of p.")
	} else {
		e.Comment(name + " reads v from the front of p and returns what is left of it.")
	}
	params += "p []byte, v *" + typ
	if n.recursive {
		params += ", depth int"
	}
	e.Pf("func %s(%s) (_ []byte, err error) {", name, params)
	e.failed = "p, "
	if n.recursive {
		e.Pf("if depth >= %d { %s }", e.opts.MaxDepth, e.failDecode("", "values nest deeper than "+strconv.Itoa(e.opts.MaxDepth)))
	}
	list := e.pieces(items)
	e.calls = e.plan.large || many(items)
	if e.plan.split(n) {
		counts := map[lvalue]string{}
		h := "h"
		if run := list[0].run; !single(run) && e.plan.reads(run) {
			h = e.local("h")
			e.Pf("%s := (*[%d]byte)(h)", h, n.fixed)
		}
		e.front = "h"
		e.getFixedParts(h, 0, list[0].run, counts)
		e.front = "p"
		e.getPieces(list[1:], counts)
	} else {
		e.get(list)
	}
	e.End("return p, nil")
}

// get prints the reading of pieces from the front of p.
func (e *emitter) get(list []piece) { e.getPieces(list, map[lvalue]string{}) }

// getPieces is get where fixed parts have the counts of tails, by the place of the item.
func (e *emitter) getPieces(list []piece, counts map[lvalue]string) {
	for i := 0; i < len(list); i++ {
		p := list[i]
		texts := e.texts(list[i:], counts)
		if n := e.together(list[i:]); n > 1 && (i == 0 || e.together(list[i-1:]) == 0) {
			e.gather("1", list[i:i+n])
		}
		switch {
		case len(texts) > 1:
			e.getTexts(texts)
			i += len(texts) - 1
		case p.run == nil:
			e.getTail(*p.tail, counts[p.tail.lv])
		default:
			e.getRun(p.run, counts)
		}
	}
}

// getOptional prints the call that reads the number or bool that a pointer leads to, and reports
// whether it did.
func (e *emitter) getOptional(it item, known string) bool {
	n := it.elem
	if !e.plan.large || !e.calls || known == "" || e.format.Pointers != PointerByte || e.opts.Arena || e.pools[it.path].name != "" {
		return false
	}
	routine := "OptionalBool"
	switch {
	case n.op == opBool && n.fixed == 1:
	case n.op == opNumber && n.typ.Kind.IsInteger() && !machineWord(n.typ.Kind) && n.fixed >= 4 && 8*n.fixed == n.typ.Kind.Bits():
		routine = fmt.Sprintf("Optional%d", 8*n.fixed)
	default:
		return false
	}
	e.P("if ", known, " == 0 {")
	e.P(it.lv.alone(), " = nil")
	e.Pf("} else if %s, p, err = %s(r, p, %s, %q); err != nil { return p, err }", it.lv.alone(), e.support(routine), it.lv, e.where(it.path))
	return true
}

// getRun prints the reading of a run.
func (e *emitter) getRun(run []item, counts map[lvalue]string) {
	total := runLength(run)
	path := run[0].path
	for _, it := range run {
		if it.fixed > 0 {
			path = it.path
			break
		}
	}
	if !e.lengthChecked {
		e.Pf("if len(p) < %d { %s }", total, e.failShort(path))
	}
	e.lengthChecked = false
	h := "p"
	if !single(run) && e.plan.reads(run) {
		h = e.local("h")
		e.Pf("%s := (*[%d]byte)(p)", h, total)
	}
	e.getFixedParts(h, 0, run, counts)
	e.Pf("p = p[%d:]", total)
}

// getTail prints the reading of a tail. known is the variable of its fixed part, empty
// where there is none.
func (e *emitter) getTail(it item, known string) {
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
		e.getString(it, known)
	case opBytes, opList, opMap:
		e.getCounted(it, known)
	case opArray:
		e.loop(it, func(lv lvalue) { e.getElem(it.elem, lv, it.path+"[]") })
	case opPointer:
		if e.getOptional(it, known) {
			return
		}
		cond := known + " == 1"
		switch f.Pointers {
		case PointerNilOne:
			cond = known + " == 0"
		case PointerBit:
			cond = e.getBit(it.path)
		}
		e.P("if ", cond, " {")
		e.getPointee(it)
		e.P("} else { ", it.lv.alone(), " = nil }")
	case opValue:
		e.getPointee(it)
	case opInterface:
		e.getInterface(it)
	case opOmitted:
		e.P("if len(p) > 0 {")
		e.get(e.pieces([]item{{it.elem, it.lv, it.path}}))
		e.P("} else { ", it.lv.alone(), " = ", e.zero(it.typ), " }")
	case opMarshaler:
		n := e.length(it, known)
		e.checkCount(it, n, 1, 8)
		e.Pf("if err := %s.UnmarshalBinary(p[:%s:%s]); err != nil {", it.lv, n, n)
		e.reader("method")
		e.Pf("return p, r.method(p, %q, err)", e.where(it.path))
		e.P("}")
		e.Pf("p = p[%s:]", n)
	case opTime:
		e.getTimeTail(it, known)
	case opCarried:
		x := e.local("x")
		e.P("{")
		e.P("var ", x, " ", it.elem.typ)
		e.getElem(it.elem, variable(x), it.path)
		e.Pf("if err := %s(%s, %s); err != nil {", e.conversion("From", it.carry), it.lv.Addr(), x)
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
		e.getCall(it, known)
	}
}

// getCall prints the call of the function that reads it, of which the fixed part
// is in known, if its function takes that apart from the rest.
func (e *emitter) getCall(it item, known string) {
	split := e.plan.split(it.elem)
	args := "r, p"
	switch {
	case known != "":
		args = "r, " + known + ", p"
	case split:
		e.Pf("if len(p) < %d { %s }", it.elem.fixed, e.failShort(it.path))
		args = fmt.Sprintf("r, p, p[%d:]", it.elem.fixed)
	}
	args += ", " + it.lv.Addr()
	if it.elem.recursive {
		args += ", " + e.depthOf(it)
	}
	e.Pf("if p, err = %s(%s); err != nil { return p, err }", e.functionName("Decode", it.elem), args)
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
	e.Pf("if %s, p, err = r.bit(p, %q); err != nil { return p, err }", x, e.where(path))
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

func (e *emitter) getTimeTail(it item, known string) {
	switch e.format.Time {
	case TimeLocalNano:
		u := e.getUvarint(it.path, 64, true)
		e.Pf("%s = %s(0, int64(%s))", it.lv.alone(), e.std("time", "Unix"), u)
	case TimeRFC3339:
		e.checkCount(it, known, 1, 8)
		t := e.local("t")
		e.Pf("%s, perr := %s(%s, string(p[:%s]))", t, e.std("time", "Parse"), e.std("time", "RFC3339Nano"), known)
		e.P("if perr != nil { ", e.failDecode(it.path, "a time that is not of the form of RFC 3339"), " }")
		e.P(it.lv.alone(), " = ", t)
		e.skipPadded(it, known)
	case TimeWord:
		e.reader("time")
		nsec := e.local("nsec")
		e.Pf("if %s := %s & (1<<30 - 1); %s < 1e9 {", nsec, known, nsec)
		e.Pf("%s = %s(int64(%s>>30)-1<<33, int64(%s)).UTC()", it.lv.alone(), e.std("time", "Unix"), known, nsec)
		e.Pf("} else if %s, p, err = r.time(p, %s, %q); err != nil { return p, err }", it.lv, known, e.where(it.path))
	}
}

func (e *emitter) getPointee(it item) {
	x, place := it.lv.String(), it.lv.alone()
	if it.elem.inline() { // as in ifSet
		x = e.local("x")
		e.P(x, " := ", place)
		place = x
	}
	e.P("if ", x, " == nil {")
	e.chargeOne(it, it.typ.Elem, it.elem.least+it.fixed, it.elem.leastBits)
	if e.opts.Arena {
		e.P("if r.slab != nil {")
		e.Pf("%s = &%s[0]", place, e.take(it.typ.Elem, "1"))
		e.P("} else {")
	}
	if pool := e.pools[it.path]; pool.name != "" {
		e.P("if len(", pool.name, ") == 0 {")
		e.reader("share")
		size, _ := shape.Size(it.typ.Elem)
		e.Pf("%s = make([]%s, r.share(1, uint64(%s), %d))", pool.name, e.goType(it.typ.Elem), pool.room, size)
		e.P("}")
		e.Pf("%s, %s = &%s[0], %s[1:]", place, pool.name, pool.name, pool.name)
	} else {
		e.P(place, " = ", e.newPointee(it))
	}
	if e.opts.Arena {
		e.P("}")
	}
	if it.elem.inline() {
		e.P(it.lv.alone(), " = ", x)
	}
	e.P("}")
	e.getElem(it.elem, pointee(x), it.path)
}
