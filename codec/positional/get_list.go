package positional

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

func (e *emitter) getString(it item, known string) {
	if known == "" && e.byCall(it) {
		e.getText(it)
		return
	}
	n := e.length(it, known)
	e.checkCount(it, n, 1, 8)
	var text string
	switch {
	case e.opts.Unsafe:
		text = fmt.Sprintf("%s(p[:%s])", e.support("AliasString"), n)
	case e.plan.strings > 1 && !e.gathers():
		e.reader("string")
		text = fmt.Sprintf("r.string(p, int(%s))", n)
	case !e.opts.Arena && (e.opts.Constructor || e.plan.strings > 1):
		e.reader("partString")
		text = fmt.Sprintf("r.partString(p, int(%s))", n)
	case !e.opts.Arena:
		text = "p[:" + n + "]"
		e.P(it.lv.alone(), " = ", e.convert(it.typ, text))
		e.skipPadded(it, n)
		return
	default:
		e.support("Decoder.string")
		copied := "p[:" + n + "]"
		if e.opts.Constructor {
			e.reader("partString")
			copied = fmt.Sprintf("r.partString(p, int(%s))", n)
		}
		e.P("if r.slab == nil {")
		e.P(it.lv.alone(), " = ", e.convert(it.typ, copied))
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

// gathers reports whether strings share copies of what they stand in alone: a copy of all would have what
// they are beside.
func (e *emitter) gathers() bool {
	return e.plan.apart && e.plan.strings > 1 && e.format.Length == (Number{}) && e.format.Pad == 0 && !e.opts.Arena && !e.opts.Unsafe && !e.format.BatchStrings
}

// together returns how many strings list begins with, which share a copy.
func (e *emitter) together(list []piece) (n int) {
	for e.gathers() && n < len(list) && list[n].run == nil && list[n].tail.op == opString {
		n++
	}
	return n
}

// gather prints the copying of the strings of n elements, in each of which they stand behind few fixed parts.
func (e *emitter) gather(n string, elements []piece) {
	fixed := 0
	if len(elements) > 0 && elements[0].run != nil {
		fixed, elements = runLength(elements[0].run), elements[1:]
	}
	texts := e.together(elements)
	if texts == 0 || texts < len(elements) || fixed > nearBytes {
		return
	}
	e.reader("gather")
	e.Pf("r.gather(p, %s, %d, %d)", n, fixed, texts)
}

// byCall reports whether the string or list it is read by a call, its count too.
func (e *emitter) byCall(it item) bool {
	if !e.calls || e.format.Length != (Number{}) || it.maxLen > 0 || e.opts.Unsafe {
		return false
	}
	if it.op == opString {
		return e.format.Pad == 0 && e.plan.strings > 1 && !e.gathers()
	}
	return it.op == opList && it.typ.Kind == typemodel.Slice && e.format.Nil == NilPlusOne && !e.opts.Arena &&
		!it.circular && !e.isParts(it) && e.pools[it.path].name == "" &&
		!e.empty(it.elem) && it.elem.op != opNumber && it.elem.op != opBool // which are read at once, beside which the call counts
}

// getText prints the call that reads a string after its length.
func (e *emitter) getText(it item) {
	e.reader("nextString")
	s := it.lv.alone()
	if !it.typ.Name.IsZero() {
		s = e.local("s")
		e.P("var ", s, " string")
	}
	e.Pf("if %s, p, err = r.nextString(p, %q); err != nil { return p, err }", s, e.where(it.path))
	if !it.typ.Name.IsZero() {
		e.P(it.lv.alone(), " = ", e.convert(it.typ, s))
	}
}

// texts returns the strings that list begins with and that are read by one call: where there is much
// code, for in little a call for each takes less time.
func (e *emitter) texts(list []piece, counts map[lvalue]string) (texts []item) {
	if !e.plan.large {
		return nil
	}
	for _, p := range list {
		if p.run != nil || p.tail.op != opString || counts[p.tail.lv] != "" || !e.byCall(*p.tail) || strings.Contains(p.tail.path, ", ") {
			break
		}
		texts = append(texts, *p.tail)
	}
	return texts
}

// getTexts prints the call that reads several strings after their lengths.
func (e *emitter) getTexts(texts []item) {
	e.reader("strings")
	var names, places []string
	for _, it := range texts {
		place := it.lv.Addr()
		if !it.typ.Name.IsZero() {
			place = "(*string)(" + place + ")"
		}
		names, places = append(names, it.path), append(places, place)
	}
	e.Pf("if p, err = r.strings(p, %q, %q, %s); err != nil { return p, err }", e.owner, strings.Join(names, ", "), strings.Join(places, ", "))
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
func (e *emitter) getCalled(it item, known string) bool {
	if known != "" || it.op != opList || !e.byCall(it) {
		return false
	}
	e.reader("uvarint")
	n, size := "_", 0
	if e.charges(it) {
		n = e.local("n")
		e.P("var ", n, " uint64")
		size, _ = shape.Size(it.typ.Elem)
	}
	e.Pf("if %s, %s, p, err = %s(r, p, %s, %d, %d, %q); err != nil { return p, err }", it.lv, n, e.support("List"), it.lv, max(1, it.elem.least), size, e.where(it.path))
	e.getElements(it, n)
	return true
}

// getTextMap prints the call that reads a map of strings by strings, and reports whether it did.
func (e *emitter) getTextMap(it item, known string) bool {
	if !e.plan.large || known != "" || it.op != opMap || it.circular || it.maxLen > 0 || e.format.Nil != NilPlusOne || it.merges {
		return false
	}
	for _, part := range []*node{it.key, it.elem} {
		if part.op != opString || !e.byCall(item{node: part}) {
			return false
		}
	}
	e.reader("uvarint")
	e.Pf("if %s, p, err = %s(r, p, %s, %q); err != nil { return p, err }", it.lv, e.support("TextMap"), it.lv, e.where(it.path))
	return true
}

func (e *emitter) getCounted(it item, known string) {
	if e.getCalled(it, known) || e.getTextMap(it, known) {
		return
	}
	f := e.format
	array := it.typ.Kind == typemodel.Array
	nilable := f.Nil == NilBit && !array
	if nilable {
		e.P("if ", e.getBit(it.path), " {")
	}
	n := e.length(it, known)
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
		e.nilIfNone(it, n)
		e.skipPadded(it, n)
	case it.op == opBytes:
		e.checkCount(it, n, 1, 8)
		e.getBytes(it, n)
		e.skipPadded(it, n)
	default:
		e.getList(it, n)
	}
	if f.ListEnd != "" && it.op != opBytes {
		e.Pf("if len(p) < %d || string(p[:%d]) != %q { %v }", len(f.ListEnd), len(f.ListEnd), f.ListEnd, e.failDecode(it.path, "the end of the list is missing"))
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

// getBytes prints the reading of a slice of n bytes: into the old one where it has
// room, and else as a copy, which it shares with those beside it. Of slices that stand apart
// a copy would have what is between them: a manifest of an image took 1.1 times as long.
func (e *emitter) getBytes(it item, n string) {
	if !it.typ.Elem.Name.IsZero() {
		e.orPart(it, n, 1, func() {
			e.allocate(it, n)
			e.Pf("%s(%s, p)", e.copyIn(it), it.lv)
		})
		return
	}
	e.openStorage(it, n)
	e.Pf("copy(%s, p)", it.lv)
	if e.opts.Arena {
		e.P("} else if r.slab != nil {")
		e.Pf("%s = %s", it.lv.alone(), e.take(it.typ.Elem, "int("+n+")"))
		e.Pf("copy(%s, p)", it.lv)
	}
	e.P("} else {")
	switch {
	case it.near:
		e.reader("bytes")
		e.Pf("%s = r.bytes(p, int(%s))", it.lv.alone(), n)
	case e.hasParts():
		e.reader("partBytes")
		e.Pf("%s = r.partBytes(p, int(%s))", it.lv.alone(), n)
	default:
		e.Pf("%s = %s(p[:%s])", it.lv.alone(), e.support("CopyBytes"), n)
	}
	e.P("}")
}

// openStorage opens the case in which the old slice has room for n elements.
func (e *emitter) openStorage(it item, n string) {
	room := fmt.Sprintf("%s <= uint64(cap(%s))", n, it.lv)
	if e.format.Nil != NilMerged {
		room = it.lv.String() + " != nil && " + room
	}
	e.Pf("if %s {", room)
	e.Pf("%s = %s[:%s]", it.lv.alone(), it.lv, n)
}

// allocate prints the making of a slice with n elements at it, out of the old
// slice where it has room. What is made is charged, and may have fewer.
func (e *emitter) allocate(it item, n string) {
	e.openStorage(it, n)
	if e.grows(it) && !e.opts.Arena {
		size, _ := shape.Size(it.typ.Elem)
		e.Pf("} else if %s = %s[%s](r, %s, %d); %s == nil {", it.lv.alone(), e.support("Make"), e.goType(it.typ), n, size, it.lv)
		e.failCharge(it)
		return
	}
	e.P("} else {")
	room := e.room(it, n)
	pool := e.pools[it.path]
	chain := ""
	if e.opts.Arena {
		e.P("if r.slab != nil {")
		e.Pf("%s = %s", it.lv.alone(), e.take(it.typ.Elem, "int("+room+")"))
		chain = "} else "
	}
	if pool.name != "" {
		e.Pf("%sif %s == nil {", chain, pool.name)
		e.reader("share")
		size, _ := shape.Size(it.typ.Elem)
		e.Pf("%s = make([]%s, r.share(%s, min(%s*uint64(%s), uint64(len(p))/%d), %d))", pool.name, e.goType(it.typ.Elem), n, n, pool.room, max(1, it.elem.least), size)
		e.Pf("%s, %s = %s[:%s:%s], %s[%s:]", it.lv, pool.name, pool.name, n, n, pool.name, n)
		e.Pf("} else if %s <= uint64(len(%s)) {", n, pool.name)
		e.Pf("%s, %s = %s[:%s:%s], %s[%s:]", it.lv, pool.name, pool.name, n, n, pool.name, n)
		chain = "} else "
	}
	if chain != "" {
		e.P("} else {")
	}
	e.Pf("%s = make(%s, %s)", it.lv.alone(), e.goType(it.typ), room)
	if chain != "" {
		e.P("}")
	}
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

// copyIn returns what copies bytes into a slice like it.
func (e *emitter) copyIn(it item) string {
	if it.typ.Elem.Name.IsZero() {
		return "copy"
	}
	return e.support("CopyIn")
}

// checkArray prints the check that a count is the length of the array.
func (e *emitter) checkArray(it item, n string) {
	e.Pf("if %s != %d { %s }", n, it.typ.Len, e.failDecode(it.path, "not the "+strconv.Itoa(it.typ.Len)+" elements of the array"))
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
		if e.image(it.elem) {
			e.getImages(it, n)
			return
		}
		if size, ok := e.parts(it); ok {
			e.orPart(it, n, size, func() {
				e.allocate(it, n)
				e.getElements(it, n)
			})
			return
		}
		e.allocate(it, n)
	}
	e.getElements(it, n)
}

// getElements prints the reading of the n elements of a list, which has fewer where they are
// to be read before there is memory for the others.
func (e *emitter) getElements(it item, n string) {
	if name, ok := e.bulk("Get", it); ok {
		lv := it.slice()
		if it.isArray() {
			e.Pf("if len(p) < %d { %s }", it.typ.Len*it.elem.fixed, e.failShort(it.path))
		}
		if it.elem.op == opBool {
			e.Pf("if !%s(%s, p) { %s }", name, lv, e.failDecode(it.path, "a bool that is neither 0 nor 1"))
			e.Pf("p = p[len(%s):]", it.lv)
			return
		}
		if e.oftenShort(it) {
			e.Pf("if len(%s) < %d {", it.lv, inBulk)
			e.getFew(it)
			e.P("} else {")
			defer e.P("}")
		}
		if machineWord(it.elem.typ.Kind) {
			fit := "Uints"
			if it.elem.typ.Kind.IsSigned() {
				fit = "Ints"
			}
			e.Pf("if !%s(p[:8*len(%s)]) {", e.support(fit+"Fit"), it.lv)
			e.P(e.failDecode(it.path+"[]", "a number beyond the "+it.elem.typ.Kind.String()+" of this machine"))
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
		e.reserve(n, e.leastUnits(it.elem))
	}
	if e.timeWords(it) {
		e.eachPart(it, n, func(list string) { e.getWords(it, list) })
		return
	}
	e.readInto(it, n, func(lv lvalue) {
		if circular {
			e.release(e.leastUnits(it.elem))
		}
		index, list := e.loopIndex, e.loopList
		for path, pool := range e.pools {
			if pool.room == "" {
				pool.room = "len(" + list + ")-" + index
				e.pools[path] = pool
			}
		}
		e.gather("len("+list+")-"+index, e.pieces(e.plan.flatten(it.elem, lv, "")))
		// The count of elements of one length has been checked against what is left.
		e.lengthChecked = it.typ.Kind == typemodel.Slice && !it.elem.tail && it.elem.least == it.elem.fixed && !e.format.bits()
		e.getElem(it.elem, lv, it.path+"[]")
		e.lengthChecked = false
	})
}

// getFew prints the reading of few numbers, which are known to be there.
func (e *emitter) getFew(it item) {
	o := e.local("o")
	e.P(o, " := uint(0)")
	e.loop(it, func(lv lvalue) {
		h := e.local("h")
		e.Pf("%s := (*[%d]byte)(p[%s : %s+%d])", h, it.elem.fixed, o, o, it.elem.fixed)
		e.getNumber(h, 0, item{it.elem, lv, it.path + "[]"})
		e.Pf("%s += %d", o, it.elem.fixed)
	})
	e.Pf("p = p[%s:]", o)
}

// readInto is [emitter.loop] over a list that grows to n elements, if it does.
func (e *emitter) readInto(it item, n string, body func(lv lvalue)) {
	if !e.grows(it) {
		e.loop(it, body)
		return
	}
	e.eachPart(it, n, func(list string) { e.loopOver(it, list, body) })
}

// eachPart prints a loop over the parts of a list that grows to n elements, with body for the name of one.
func (e *emitter) eachPart(it item, n string, body func(list string)) {
	list, s := it.lv, e.local("s")
	e.Pf("for %s := %s; len(%s) > 0; %s = %s(%s, %s) {", s, list.alone(), s, s, e.support("More"), list.Addr(), n)
	body(s)
	e.P("}")
}

// getWords prints the reading of a list of times.
func (e *emitter) getWords(it item, list string) {
	e.reader("times")
	e.reader("time")
	o := e.local("o")
	e.P(o, " := uint(0)")
	e.loopOver(it, list, func(lv lvalue) {
		t, word := e.local("t"), fmt.Sprintf("%s.Uint64(p[%s:%s+8])", e.order(), o, o)
		e.Pf("if uint(len(p)) < %s+8 || %s&(1<<30-1) >= 1e9 {", o, word)
		e.Pf("if p, err = r.times(%s[%s:], p[%s:], %q); err != nil { return p, err }", list, e.loopIndex, o, e.where(it.path+"[]"))
		e.P(o, " = 0")
		e.P("break")
		e.P("}")
		e.Pf("%s := %s", t, word)
		e.Pf("%s = %s(int64(%s>>30)-1<<33, int64(%s&(1<<30-1))).UTC()", lv.alone(), e.std("time", "Unix"), t, t)
		e.P(o, " += 8")
	})
	e.Pf("p = p[%s:]", o)
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
		e.reserve(n, e.leastUnits(it.key, it.elem))
	} else {
		e.checkCount(it, n, it.key.least+it.elem.least, it.key.leastBits+it.elem.leastBits)
	}
	room := e.roomMap(it, n)
	keySize, _ := shape.Size(it.typ.Key)
	elemSize, _ := shape.Size(it.typ.Elem)
	// Few values that own storage give it to new ones, in the same map: to those of the same keys, if these
	// are integers, which are found in no time, or to any where the values are small, so that they can be put
	// aside. Large ones give it to those of the same texts, unless these lie in the last input: that may have been
	// overwritten by this one, so that they are not found any more. Keys that may be NaN are never looked for to be
	// deleted. Many values give their storage to those of the same keys in a new map.
	old, seen, spare := "", "", ""
	if it.elem.ownsStorage() && !e.aliases(item{node: it.elem}) {
		old = e.local("old")
		e.P(old, " := ", it.lv)
		fill := fmt.Sprintf("if %[1]s == nil || len(%[1]s) > 0 {", it.lv)
		again := func(name string, of *typemodel.Type) string {
			name = e.local(name)
			e.Pf("var %s []%s", name, e.goType(of))
			e.Pf("if %[1]s != nil && len(%[1]s) <= %[3]d && %[2]s <= %[3]d {", old, n, fewKeys)
			e.Pf("%s = make([]%s, 0, %d)", name, e.goType(of), fewKeys)
			fill = "} else " + fill
			return name
		}
		switch small := fewKeys*elemSize <= onStack; {
		case it.key.op == opNumber && it.typ.Key.Kind.IsInteger(), it.key.op == opString && !small && !e.opts.Unsafe:
			seen = again("seen", it.typ.Key)
		case small:
			spare = again("spare", it.typ.Elem)
			x := e.local("x")
			e.Pf("for _, %s := range %s {", x, old)
			e.Pf("%[1]s = append(%[1]s, %[2]s)", spare, x)
			e.P("}")
			e.Pf("clear(%s)", old)
			e.P(old, " = nil")
		}
		e.P(fill)
	} else {
		e.P("if ", it.lv, " != nil {")
		e.P("clear(", it.lv, ")")
		e.P("} else {")
	}
	if e.format.Nil == NilMerged && !e.format.EmptyMaps {
		e.Pf("if %s = nil; %s > 0 { %s = make(%s, %s) }", it.lv, n, it.lv.alone(), e.goType(it.typ), room)
	} else {
		e.Pf("%s = make(%s, %s)", it.lv.alone(), e.goType(it.typ), room)
	}
	e.P("}")
	k, x, i := e.local("k"), e.local("x"), e.local("i")
	// In a recursive function, a variable of the loop would move to the heap.
	hoisted := it.elem.recursive || it.key.recursive
	// A large one lives on the heap: in values that nest, they would add up.
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
	e.Pf("if %s == %s {", i, room)
	more := e.local("more") // a generic routine would need comparable, which a package may declare
	e.Pf("%s = min(4*%s, %s)", room, room, n)
	e.Pf("%s := make(%s, %s)", more, e.goType(it.typ), room)
	e.Pf("%s(%s, %s)", e.std("maps", "Copy"), more, it.lv)
	e.P(it.lv.alone(), " = ", more)
	e.P("}")
	if it.circular {
		e.release(e.leastUnits(it.key, it.elem))
	}
	if !hoisted {
		declare()
	}
	calls := e.calls
	e.calls = true
	defer func() { e.calls = calls }()
	if it.key.op == opString && it.elem.op == opString {
		e.gather(fmt.Sprintf("int(%s-%s)", n, i), e.pieces([]item{{node: it.key}, {node: it.elem}}))
	}
	key := e.plan.elemItems(it.key, variable(k), it.path+"[key]")
	value := e.plan.elemItems(it.elem, variable(x), it.path+"[value]")
	switch {
	case old != "":
		e.get(e.pieces(key))
		if e.Pf("%s = %s[%s]", x, old, k); spare != "" {
			e.Pf("if %s < uint64(len(%s)) { %s = %s[%s] }", i, spare, x, spare, i)
		}
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
	twice := fmt.Sprintf("uint64(len(%s)) != %s+1", it.lv, i)
	if seen != "" {
		e.Pf("if %s != nil { %s = append(%s, %s) }", seen, seen, seen, k)
		twice = fmt.Sprintf("%s(%s) || %s == nil && %s", e.support("Twice"), seen, seen, twice)
	}
	e.Pf("if %s { %s }", twice, e.failDecode(it.path, "a key that occurs twice"))
	e.P("}")
	if seen != "" {
		e.Pf("if uint64(len(%s)) > %s { %s(%s, %s) }", it.lv, n, e.support("KeepKeys"), it.lv, seen)
	}
}

// fewKeys is how many keys a map has at most that is used again with its values, before as well:
// memory for more is not kept.
const fewKeys = 8
