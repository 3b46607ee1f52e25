package positionalrt

import (
	"fmt"
	"io"
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
	rest    int    // how many bytes of the input are behind what was read as another type's
	cut     int    // how much of the input is behind the evolvable struct being read
	charged uint64 // bytes of memory that the input's length does not justify
	owed    int64  // how much of what is left is for elements that were announced
	bits    byte   // what is left of the byte that bools share, above a 1 that ends it
}

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

// short returns the error of an input that ends too early.
//
//go:noinline
func (r *Reader) short(p []byte, field string) error {
	return fmt.Errorf("positional: unmarshalling %s at byte %d: %w", field, r.offset(p), io.ErrUnexpectedEOF)
}

// method returns an error of the type's own code.
//
//go:noinline
func (r *Reader) method(p []byte, field string, err error) error {
	return fmt.Errorf("positional: unmarshalling %s at byte %d: %w", field, r.offset(p), err)
}

// charge reports whether n values of the given size are within the budget: a
// fixed sum, and 48 bytes for each of the input.
func (r *Reader) charge(n uint64, size int) bool {
	most := uint64(maxAlloc) + 48*uint64(len(r.data))
	if n > (most-r.charged)/uint64(size) {
		return false
	}
	r.charged += n * uint64(size)
	return true
}

// chargeMap is charge for a map of n entries, each of which takes place bytes in the
// map, and apart bytes elsewhere: there are places for eight at least, and for up to
// 16/7 times as many as there are entries.
func (r *Reader) chargeMap(n uint64, place, apart int) bool {
	if n > 8 {
		return r.charge(n, 2*place+place/4+2+apart)
	}
	return n == 0 || r.charge(1, 56+8*place+int(n)*apart)
}
