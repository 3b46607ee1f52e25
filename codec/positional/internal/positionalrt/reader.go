package positionalrt

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
)

// Reader is the state of one call of unmarshal. What is left of the input
// travels beside it, so that its length tells the offset.
type Reader struct {
	data    []byte
	slab    *Decoder // gives out memory, unless it is nil
	text    string   // a copy of data[base:], of which strings are parts
	base    int
	copied  []byte // a copy of data[from:], of which slices of bytes are parts
	from    int
	piece   []byte // the memory of text, where it belongs to a new value
	pieces  Pieces // which small things share
	rest    int    // how many bytes of the input are behind what was read as another type's
	cut     int    // how much of the input is behind the evolvable struct being read
	charged uint64 // bytes of memory that the input's length does not justify
	owed    int64  // how much of what is left is for elements that were announced
	bits    byte   // what is left of the byte that bools share, above a 1 that ends it
}

// Pieces are pieces of memory that small things of a message share to which pointers lead. Those
// of a generated file have a list for each of their types.
type Pieces struct{}

// offset returns where p, which is what is left, begins in the input.
func (r *Reader) offset(p []byte) int { return len(r.data) - len(p) }

// offsetFramed returns where p, which ends with the evolvable struct being read,
// begins in the input.
func (r *Reader) offsetFramed(p []byte) int { return len(r.data) - r.cut - len(p) }

// fail returns an error of what p begins with.
//
//go:noinline
func (r *Reader) fail(p []byte, field, reason string) error {
	return fmt.Errorf("positional: unmarshalling %s at byte %d: %s", field, r.offset(p), reason)
}

// fieldOf returns the name of the field number i of owner among names, which have ", " between them.
func fieldOf(owner, names string, i int) string {
	name := strings.Split(names, ", ")[i]
	if strings.HasPrefix(name, "[") { // an element of the owner itself
		return owner + name
	}
	return owner + "." + name
}

// flags returns the error of the first of some flags that is neither 0 nor 1, in what p begins
// with: those of pointers have names with a star, those of bools without.
//
//go:noinline
func (r *Reader) flags(p, flags []byte, owner, names string) error {
	i := slices.IndexFunc(flags, func(flag byte) bool { return flag > 1 })
	name, pointer := strings.CutPrefix(strings.Split(names, ", ")[i], "*")
	if pointer {
		return r.fail(p, fieldOf(owner, name, 0), "a pointer's flag that is neither 0 nor 1")
	}
	return r.fail(p, fieldOf(owner, name, 0), "a bool that is neither 0 nor 1")
}

// short returns the error of an input that ends too early.
//
//go:noinline
func (r *Reader) short(p []byte, field string) error {
	return fmt.Errorf("positional: unmarshalling %s at byte %d: %w", field, r.offset(p), io.ErrUnexpectedEOF)
}

// costly returns the error of a value that memory is refused for.
//
//go:noinline
func (r *Reader) costly(p []byte, field string) error {
	return fmt.Errorf("positional: unmarshalling %s at byte %d: more memory than the %d bytes that the input's length does not justify (--max-alloc)", field, r.offset(p), maxAlloc)
}

// method returns an error of the type's own code.
//
//go:noinline
func (r *Reader) method(p []byte, field string, err error) error {
	return fmt.Errorf("positional: unmarshalling %s at byte %d: %w", field, r.offset(p), err)
}

// charge charges n values of the given size, of which the input has a bit at least each, to
// the call, and reports whether that was charged more than a fixed sum and 14 bytes for each
// of the input: then [Reader.steps] says for how many of them there is memory.
func (r *Reader) charge(n uint64, size int) bool {
	r.charged += n * uint64(size)
	return r.charged > uint64(maxAlloc)+14*uint64(len(r.data))
}

// steps returns for how many of n values, which are charged, memory is made before one is read:
// for those that charge grants, for four, or for a quarter of all, a sixteenth and so on, so that
// what is read stands for a quarter of what [More] makes then. Beyond 48 bytes for each
// of the input it is more than n: they are refused.
//
//go:noinline
func (r *Reader) steps(n uint64, size int) uint64 {
	beyond := r.charged - uint64(maxAlloc) - 14*uint64(len(r.data))
	if beyond > 34*uint64(len(r.data)) {
		return math.MaxUint64
	}
	all := n * uint64(size)
	k := n
	for k > 4 && k*uint64(size) > all-min(all, beyond) {
		k = (k + 3) / 4
	}
	return k
}

// share returns for how many values of the given size memory is made that later ones share:
// for most of them if charge would grant those, and else for n, which there are.
func (r *Reader) share(n, most uint64, size int) uint64 {
	most = max(n, most)
	if charged := r.charged; r.charge(most, size) {
		r.charged = charged
		return n
	}
	return most
}

// chargeMap charges a map of n entries, each of which takes place bytes in the
// map, and apart bytes elsewhere, and returns what steps does: there are places for eight at
// least, and for up to 16/7 times as many as there are entries, in pieces of memory that are
// up to a quarter larger.
func (r *Reader) chargeMap(n uint64, place, apart int) uint64 {
	each := 20*(place+1)/7 + apart
	switch {
	case n > 8 && r.charge(n, each):
		return r.steps(n, each)
	case n > 0 && n <= 8 && r.charge(1, 56+8*place+int(n)*apart) && r.steps(1, 0) > 1:
		return math.MaxUint64
	}
	return n
}
