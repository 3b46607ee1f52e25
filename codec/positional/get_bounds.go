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
	for _, s := range e.slabs {
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
	name := goprint.Numbered("chunk"+codec.UpperFirst(stem), func(name string) bool {
		return slices.ContainsFunc(e.slabs, func(s slab) bool { return s.name == name })
	})
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

// amplified is how many bytes of memory a byte of input may take without being
// charged to the budget of the call, which is three times as much for each byte.
const amplified = 16

// charge prints the charging of n values of type t to the budget, where they take
// many times what the least of input does that each of them needs, in bytes and in
// bits.
func (e *emitter) charge(it item, n string, t *typemodel.Type, least, leastBits int) {
	least = 8 * max(1, least)
	if e.format.bits() {
		least = max(1, leastBits)
	}
	if size, _ := shape.Size(t); 8*size > amplified*least {
		e.reader("charge")
		e.Pf("if !r.charge(%s, %d) {", n, size)
		e.failCharge(it)
	}
}

// chargeMap is charge for the entries of a map.
func (e *emitter) chargeMap(it item, n string) {
	key, _ := shape.Size(it.typ.Key)
	elem, _ := shape.Size(it.typ.Elem)
	e.reader("chargeMap")
	place, apart := 0, 0
	for _, size := range []int{key, elem} {
		if size > 128 { // which maps keep apart, and a pointer in their place
			apart += size
			size = 8
		}
		place += size
	}
	e.Pf("if !r.chargeMap(%s, %d, %d) {", n, place, apart)
	e.failCharge(it)
}

// failCharge prints what becomes of a value that the budget is not enough for.
func (e *emitter) failCharge(it item) {
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
