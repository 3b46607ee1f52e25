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
		key = s[:40] + "…"
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
	depth int // of values that lead back to themselves

	// used says that the value that is read next may have old contents, which are to go.
	used bool

	// Strings share chunks; the last one has room behind its length.
	shares bool
	chunk  []byte

	known *[256]string // strings that were read before, each in the place of its hash

	// Of the failure.
	at   int
	path string
	want string
	err  error // a conversion's
}

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

// in notes where the value is in which something failed.
//
//go:noinline
func (d *Decoder) in(path string) int {
	if d.path == "" || d.path[0] == '[' {
		d.path = path + d.path
	} else {
		d.path = path + "." + d.path
	}
	return -1
}

// take reports whether the message may take n more bytes of memory.
func (d *Decoder) take(n int) bool {
	d.left -= n
	return d.left >= 0
}

// takeMap is take for a map of n entries of so many bytes: it has places for eight at
// least, and one in eight of many is free.
func (d *Decoder) takeMap(n, size int) bool {
	places := 8
	for places/8*7 < n {
		places *= 2
	}
	return d.take(64 + places*(size+2))
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
	if d.path != "" && d.path[0] != '[' {
		typ += "."
	}
	switch {
	case d.err != nil:
		return fmt.Errorf("keyed: %s%s, at byte %d: %w", typ, d.path, d.at, d.err)
	case d.left < 0:
		return fmt.Errorf("keyed: %s%s, at byte %d: the values take more memory than the length of the input justifies", typ, d.path, d.at)
	case d.at >= len(data):
		return fmt.Errorf("keyed: %s%s: the input ends after %d bytes, where %s is wanted", typ, d.path, len(data), d.want)
	}
	return fmt.Errorf("keyed: %s%s: no %s at byte %d", typ, d.path, d.want, d.at)
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

// Alias returns b as a string that shares its memory.
func Alias(b []byte) string { return unsafe.String(unsafe.SliceData(b), len(b)) }
