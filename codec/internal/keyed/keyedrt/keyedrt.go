// Package keyedrt has what the generated code of all keyed formats shares. It is
// copied into generated files, renamed; an error's "keyed: " becomes the format's
// name there.
package keyedrt

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unsafe"
)

// Encoder is what may go wrong when a value is written.
type Encoder struct {
	err   error  // the first
	path  string // where it is; below a map or list it begins with a bracket
	depth int    // of values that lead back to themselves
}

// fail keeps the first error. What is written after it is thrown away. Like others that are
// called where something fails, it is not inlined: there are hundreds of such places, whose
// code would stand between what is run.
//
//go:noinline
func (e *Encoder) fail(path string, err error) {
	if e.err == nil {
		e.path, e.err = path, err
	}
}

// failAt is fail for a routine that has returned the complement of a position, which it returns.
func (e *Encoder) failAt(n int, path string, err error) int {
	e.fail(path, err)
	return ^n
}

// in notes where the map is in which something failed.
//
//go:noinline
func (e *Encoder) in(path string) {
	if e.path == "" || e.path[0] == '[' {
		e.path = path + e.path
	}
}

// error returns the error of a value of a type.
func (e *Encoder) error(typ string) error {
	if e.path == "" || e.path[0] == '[' {
		e.path = typ + e.path
	}
	return fmt.Errorf("keyed: %s: %w", e.path, e.err)
}

// ErrDepth is the error of values that nest too deep, or that lead back to
// themselves.
var ErrDepth = errors.New("values nest too deep, or in a circle")

// ErrEqualKeys is the error of a map of which a reader would lose an entry.
var ErrEqualKeys = errors.New("two keys are one when they are written, such as one instant in two zones")

// ErrNaNKey is the error of a map whose entries are written in the order of their keys.
var ErrNaNKey = errors.New("NaN has no place in the order of keys")

// ErrNil is the error of a list or map with an element that is nil, for which the wire
// has no form.
var ErrNil = errors.New("an element is nil: leave it out, or point to a value")

// ErrSeveral is the error of a union of which more than one field is set.
var ErrSeveral = errors.New("more than one field of a union is set")

// ErrRequired is the error of a message without a field that its tag calls required.
var ErrRequired = errors.New("a required field is missing")

// ErrTwice is the error of a member or key that comes twice, where that is refused.
var ErrTwice = errors.New("it is there twice")

// NoMember is the error of a key that the type does not have, where that is refused.
func NoMember(key any) error {
	if s, ok := key.(string); ok && len(s) > 40 {
		return fmt.Errorf("the type has no member that begins with %.40q", s)
	}
	return fmt.Errorf("the type has no member %#v", key)
}

// ErrNoValue is the error of a method that wrote something else than one value.
var ErrNoValue = errors.New("what its method has written is not one value")

// Streamed returns what a method writes that wants a stream.
func Streamed(write func(w *bytes.Buffer) error) ([]byte, error) {
	var w bytes.Buffer
	err := write(&w)
	return w.Bytes(), err
}

// ErrUnknownType is the error of an interface that holds a type which was not told when
// the code was made.
var ErrUnknownType = errors.New("the interface holds a type that is none of those that were told")

// Decoder is the state of reading one message.
type Decoder struct {
	left  int // how many bytes of memory it may still take
	paid  int // how much of that is only for what was read
	depth int // of values that lead back to themselves

	// used says that the value that is read next may have old contents, which are to go.
	used bool

	// Strings share chunks; the last one has room behind its length.
	shares bool
	chunk  []byte
	small  strings.Builder // the same, of few bytes

	known *[256]string // strings that were read before, each in the place of its hash

	// Strings up to a place in the input share copies. The last one is of what is there from another on.
	stop  int
	piece string
	from  int

	// Of the failure.
	at     int
	path   string
	want   string
	err    error    // a conversion's
	around []string // where the value is that path is in: the innermost places, and then the outermost, in turns
	levels int      // of places, which are as many as the input is deep
}

// ends is how many places an error names of either end of a path.
const ends = 12

// fail notes that there is no value of the wanted kind at an offset, and returns
// what those that read return then.
//
//go:noinline
func (d *Decoder) fail(at int, path, want string) int {
	d.at, d.path, d.want = at, path, want
	return -1
}

// failed is fail for an error.
//
//go:noinline
func (d *Decoder) failed(at int, path string, err error) int {
	d.at, d.path, d.err = at, path, err
	return -1
}

// in notes where the value is in which something failed. It takes the same memory however
// deep that is.
//
//go:noinline
func (d *Decoder) in(path string) int {
	if d.levels < 2*ends {
		d.around = append(d.around, path)
	} else {
		d.around[ends+d.levels%ends] = path
	}
	d.levels++
	return -1
}

// place returns where in a value of a type something failed.
func (d *Decoder) place(typ string) string {
	b := []byte(typ)
	for i := d.levels - 1; i >= -1; i-- {
		part := d.path
		switch {
		case d.levels > 2*ends && i == d.levels-1-ends:
			part, i = fmt.Sprintf("…%d more…", i+1-ends), ends
		case i >= ends:
			part = d.around[ends+i%ends]
		case i >= 0:
			part = d.around[i]
		}
		if part != "" && part[0] != '[' {
			b = append(b, '.')
		}
		b = append(b, part...)
	}
	return string(b)
}

// take reports whether the message may take n more bytes of memory.
func (d *Decoder) take(n int) bool {
	d.left -= n
	return d.left >= 0
}

// fits takes the memory of n values of size bytes each, and returns how many of them there may be
// before one is read: all as long as the length of the message alone allows, and else those that it
// still does, or four, but a quarter of all, a sixteenth and so on, so that what is read stands for
// a quarter of what [Reserve] makes then. It is less than 0 where the message may not have them.
func (d *Decoder) fits(n, size int) int {
	if d.left -= n * size; d.left >= d.paid {
		return n
	}
	allowed := d.left + n*size - d.paid
	if d.left -= n * size / 6; d.left < 0 { // what the steps leave behind
		return -1
	}
	for n > 4 && n*size > allowed {
		n = (n + 3) / 4
	}
	return n
}

// Reserve returns s, which is still empty or full of what was read, with room for n more elements
// of size bytes each, or for those that fit, and how many these are. That is less than 0 where the
// message may not have them.
func Reserve[S ~[]T, T any](d *Decoder, s S, n, size int) (S, int) {
	if len(s) > 0 {
		n = min(n, 3*len(s))
		return append(make(S, 0, len(s)+n), s...), n
	}
	if n = d.fits(n, size); n < 0 {
		return s, n
	}
	return make(S, 0, n), n
}

// fitsMap is fits for a map of n entries of so many bytes behind the have ones that were read: there are places for
// eight at least, and one in eight of many is free. Go makes more as they are needed.
func (d *Decoder) fitsMap(have, n, size int) int {
	if n == 0 {
		return 0
	}
	places := 8
	for places/8*7 < n {
		places *= 2
	}
	if d.left -= 64 + places*(size+2); d.left >= d.paid {
		return n
	}
	allowed := d.left + places*(size+2) - d.paid
	if d.left -= places * (size + 2); d.left < 0 { // what growing leaves behind
		return -1
	}
	return min(n, max(8, 3*have, allowed/(2*size+4)))
}

// part takes the memory of n values of which the message has something each, behind the have ones that were
// read, or of a part of them, and returns for how many: the others are for when those were read. It is less
// than 0 where the message may not have them.
func (d *Decoder) part(have, n, size int) int {
	if d.left-n*size < d.paid {
		n = min(n, max(4, 3*have, (d.left-d.paid)/max(size, 1)))
	}
	if d.left -= n * size; d.left < 0 {
		return -1
	}
	return n
}

// Extend returns s with room for n more elements of size bytes each, or for a part of them, and how
// many these are, as part has it.
func Extend[S ~[]T, T any](d *Decoder, s S, n, size int) (S, int) {
	if n = d.part(len(s), n, size); n < 0 {
		return s, n
	}
	c := len(s) + n
	if len(s) > 0 {
		c = max(c, 2*cap(s))
	}
	if d.left -= (c - n) * size; d.left < 0 {
		return s, -1
	}
	return append(make(S, 0, c), s...), n
}

// share returns the string of l bytes at j, which shares a copy of up to 512 bytes with those behind it; a long one
// begins its own.
func (d *Decoder) share(b []byte, j, l int) string {
	k := j - d.from
	if k+l > len(d.piece) {
		end := min(d.stop, j+512)
		if l > 100 || end < j+l {
			end = j + l
		}
		d.piece, d.from, k = string(b[j:end]), j, 0
	}
	return d.piece[k : k+l]
}

// keep returns b as a string, which shares a piece of up to 128 bytes with others of the message if it is short, of
// which so many bytes are left: a quarter of them at most.
func (d *Decoder) keep(b []byte, rest int) string {
	if len(b) > 64 || len(b) == 0 {
		return string(b)
	}
	n := d.small.Len()
	if d.small.Cap()-n < len(b) {
		d.small.Reset()
		d.small.Grow(max(min(128, rest/4), len(b)))
		n = 0
	}
	d.small.Write(b)
	return d.small.String()[n:]
}

// text returns b as a string, which shares a chunk of memory with others if it is short.
func (d *Decoder) text(b []byte) string {
	if !d.shares || len(b) == 0 || len(b) > 1<<10 {
		return string(b)
	}
	if len(b) > cap(d.chunk)-len(d.chunk) {
		d.chunk = make([]byte, 0, 8<<10)
	}
	n := len(d.chunk)
	d.chunk = append(d.chunk, b...)
	return unsafe.String(&d.chunk[n], len(b))
}

// intern is text, but that a short string that is known is used again.
func (d *Decoder) intern(b []byte) string {
	if d.known == nil || len(b) == 0 || len(b) > 32 {
		return d.text(b)
	}
	hash := uint32(len(b))
	for _, c := range b {
		hash = (hash ^ uint32(c)) * 0x01000193
	}
	place := &d.known[(hash^hash>>16)&0xff]
	if *place != string(b) {
		*place = d.text(b)
	}
	return *place
}

// error returns the error of a message that failed.
func (d *Decoder) error(data []byte, typ string) error {
	place := d.place(typ)
	switch {
	case d.err != nil:
		return fmt.Errorf("keyed: %s, at byte %d: %w", place, d.at, d.err)
	case d.left < 0:
		return fmt.Errorf("keyed: %s, at byte %d: the values take more memory than the length of the input justifies", place, d.at)
	case d.at >= len(data):
		return fmt.Errorf("keyed: %s: the input ends after %d bytes, where %s is wanted", place, len(data), d.want)
	}
	return fmt.Errorf("keyed: %s: no %s at byte %d", place, d.want, d.at)
}

// Trailing returns the error of input that goes on after its value.
func Trailing(at int) error {
	return fmt.Errorf("keyed: the input goes on after the value, at byte %d", at)
}

// Keys returns the keys of m, in room if it is enough.
func Keys[K comparable, V any](m map[K]V, room []K) []K {
	if len(m) > cap(room) {
		room = make([]K, 0, len(m))
	}
	for k := range m {
		room = append(room, k)
	}
	return room
}

// SortedKeys is Keys in order.
func SortedKeys[K cmp.Ordered, V any](m map[K]V, room []K) []K {
	room = Keys(m, room)
	slices.Sort(room)
	return room
}

// Grow returns b with room for need bytes at n. The length of b is its capacity.
func Grow(b []byte, n, need int) []byte {
	size := 2 * len(b)
	if size < n+need {
		size = n + need
	}
	grown := make([]byte, size)
	copy(grown, b[:n])
	return grown
}

// Scratch has buffers that were used to write messages whose length was not known.
var Scratch = sync.Pool{New: func() any { return new([]byte) }}

// Release keeps a buffer for the next message, unless it is very large.
func Release(scratch *[]byte, b []byte) {
	if cap(b) <= 1<<20 {
		*scratch = b
		Scratch.Put(scratch)
	}
}

// Raw returns a list of any type of kind uint8 as bytes that share its memory.
func Raw[S ~[]T, T ~uint8](list S) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(list))), len(list))
}

// Like returns b as a list of the type of another, which shares its memory.
func Like[S ~[]T, T ~uint8](_ S, b []byte) S {
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b))
}

// SetBytes returns p in the memory of s, or where s has no room in new memory of just its length.
func SetBytes[S ~[]T, T any](s, p S) S {
	if len(p) > cap(s) {
		s = make(S, len(p)) // with the copy right behind it, Go does not clear it first
		copy(s, p)
		return s
	}
	s = s[:len(p)]
	copy(s, p)
	return s
}

// Alias returns b as a string that shares its memory.
func Alias(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
