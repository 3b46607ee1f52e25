package positional

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// chunkBytes is how much memory a chunk of the decoder takes, about.
const chunkBytes = 8192

// take returns the expression for n elements of type t from a chunk.
func (e *emitter) take(t *typemodel.Type, n string) string {
	size, _ := shape.Size(t)
	return fmt.Sprintf("%s(&r.slab.%s, %s, %d)", e.support("Take"), e.slab(t), n, min(max(8, chunkBytes/max(1, size)), 512))
}

// slab returns the decoder's field that holds chunks of elements of type t.
func (e *emitter) slab(t *typemodel.Type) string {
	return e.fieldOf(&e.slabs, "chunk", t)
}

// fieldOf returns the name of the field among list that is for values of type t, which it
// adds to them.
func (e *emitter) fieldOf(list *[]slab, prefix string, t *typemodel.Type) string {
	for _, s := range *list {
		if e.goType(s.elem) == e.goType(t) {
			return s.name
		}
	}
	stem := codec.LowerFirst(strings.Map(func(r rune) rune {
		if r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return -1
	}, t.String()))
	name := goprint.Numbered(prefix+codec.UpperFirst(stem), func(name string) bool {
		return slices.ContainsFunc(*list, func(s slab) bool { return s.name == name })
	})
	*list = append(*list, slab{name, t})
	return name
}

// length returns the variable of the length of it, which it prints the reading
// of unless known, the variable of the fixed part, has it.
func (e *emitter) length(it item, known string) string {
	if known != "" {
		return known
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
	e.P(e.failShort(it.path))
	e.P("}")
	e.checkMost(it, count)
}

// checkMost prints the check of maxlen.
func (e *emitter) checkMost(it item, count string) {
	if it.maxLen > 0 {
		e.Pf("if %s > %d { %s }", count, it.maxLen, e.failDecode(it.path, "more than "+strconv.Itoa(it.maxLen)+" elements"))
	}
}

// charges reports whether the elements of the list it are charged to the call: those that take
// more than twice the least of the input that each of them needs.
func (e *emitter) charges(it item) bool {
	return it.op == opList && it.typ.Kind == typemodel.Slice && e.amplified(2, it.typ.Elem, it.elem.least, it.elem.leastBits)
}

// amplified reports whether a value of type t takes more than so many bytes of memory for each that the
// input has for it, which are least at least, or leastBits bits.
func (e *emitter) amplified(by int, t *typemodel.Type, least, leastBits int) bool {
	least = 8 * max(1, least)
	if e.format.bits() {
		least = max(1, leastBits)
	}
	size, _ := shape.Size(t)
	return 8*size > by*least
}

// chargeOne prints the charging of a value of type t that is read at once, so that the input has it:
// up to the 16 bytes for each of those that lists and maps leave of the 64.
func (e *emitter) chargeOne(it item, t *typemodel.Type, least, leastBits int) {
	if !e.amplified(16, t, least, leastBits) {
		return
	}
	size, _ := shape.Size(t)
	e.charge(it, "1", size)
}

// charge prints the charging of n values of the given size for which there is memory at once.
func (e *emitter) charge(it item, n string, size int) {
	e.reader("charge")
	e.reader("steps")
	e.Pf("if r.charge(%s, %d) && r.steps(%s, %d) > %s {", n, size, n, size, n)
	e.failCharge(it)
}

// room prints the charging of the n elements of the list it, and returns the variable of how
// many of them there is memory for at first: n where they are not charged.
func (e *emitter) room(it item, n string) string {
	size, _ := shape.Size(it.typ.Elem)
	if !e.charges(it) {
		return n
	}
	if !e.grows(it) {
		e.charge(it, n, size)
		return n
	}
	e.reader("charge")
	e.reader("steps")
	room := e.local("room")
	e.P(room, " := ", n)
	e.Pf("if r.charge(%s, %d) {", n, size)
	e.Pf("if %s = r.steps(%s, %d); %s > %s {", room, n, size, room, n)
	e.failCharge(it)
	e.P("}")
	return room
}

// grows reports whether elements of the list it may be read before there is memory for all.
func (e *emitter) grows(it item) bool {
	_, bulk := e.bulk("Get", it)
	return e.charges(it) && !bulk && !e.image(it.elem) && !e.empty(it.elem) && e.pools[it.path].name == ""
}

// roomMap is room for the entries of a map.
func (e *emitter) roomMap(it item, n string) string {
	e.reader("chargeMap")
	place, apart, widest := 0, 0, 1
	for _, t := range []*typemodel.Type{it.typ.Key, it.typ.Elem} {
		size, align := shape.Size(t)
		if size > 128 { // which maps keep apart, and a pointer in their place
			apart += size
			size, align = 8, 8
		}
		place, widest = place+size, max(widest, align)
	}
	place = (place + widest - 1) / widest * widest
	room := e.local("room")
	e.Pf("%s := r.chargeMap(%s, %d, %d)", room, n, place, apart)
	e.Pf("if %s > %s {", room, n)
	e.failCharge(it)
	return room
}

// failCharge prints what becomes of a value that the budget is not enough for.
func (e *emitter) failCharge(it item) {
	e.reader("costly")
	if e.rest != "" {
		e.P("return ", e.rest)
	} else {
		e.Pf("return %sr.costly(%s, %q)", e.failed, e.front, e.where(it.path))
	}
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
	e.Pf("if %s > uint64(len(p)) { %s }", rest, e.failShort(it.path))
	e.Pf("p = p[%s:]", rest)
}
