// Package names emits the codecs of formats whose values tell their parts by names and
// begin with the number of them: MessagePack and CBOR. A [Wire] is a page of facts about
// one of them; the emitter asks for no format by name.
package names

import (
	"github.com/assay-go/assay/codec/internal/keyed"
	"github.com/assay-go/assay/codec/internal/keyed/keyedrt"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// Wire is what one format looks like.
type Wire struct {
	keyed.Format

	Nil   NilStyle
	Empty EmptyStyle
	Order Order

	// ZeroTimeNull says that the zero time is null.
	ZeroTimeNull bool

	// Lengths are those of lists and bytes that are read into an array.
	Lengths Lengths

	// Array is the option of a field _ by which a struct is a list of its members.
	Array string

	Arrays bool // all structs are lists, in the order of their members
	Strict bool // members that the type does not have are refused when they are read

	// Null is the encoding of a pointer that is nil, one byte.
	Null byte

	// Scalars say how values without parts are written. A form without an entry is
	// refused.
	Scalars map[shape.Form]Scalar

	// Widths are those of numbers whose form depends on their width, by their kind.
	Widths map[typemodel.Kind]Scalar

	// List and Map are the heads of what has elements, Struct and Tuple the constant
	// ones of a struct with so many members; of structs whose members may be left out
	// Map writes the head.
	List, Map     Head
	Struct, Tuple func(members int) []byte

	// BytesHead is the constant head of an array of so many bytes.
	BytesHead func(n int) []byte

	// MemberKey returns the bytes that stand before a member's value.
	MemberKey func(m *shape.Member) []byte

	// IntKey is the option of a member whose name is a number on the wire, and empty
	// where there is none.
	IntKey string

	// Compare are the routines by which the keys of a map are in order, by their form:
	// func(a, b Type) int. A form without one is in the order of Go.
	Compare map[shape.Form]string

	UTF8 bool // no other text is read

	// Heads tell what values begin with: the variable Heads of Routines. A routine that reads
	// and is none of the wire's own takes its address behind what is said here.
	Heads keyedrt.HeadTable

	// Text is the routine that reads a key of the wire as a string of bytes:
	// func(b []byte, i int) ([]byte, int), and Skip one that passes over a value:
	// func(b []byte, i int) int.
	Text, Skip string

	// Definite is the routine that writes the value at the front of b, in which something
	// has no length, with lengths: func(b []byte) ([]byte, int), with the length of what
	// was read. It returns nil where everything has one, or where there is no value. Empty
	// means that there are no such values.
	Definite string

	// IsNull is the routine that tells a null: func(b []byte, i int) bool.
	IsNull string

	// Scan is the routine that finds the end of a value that is there in parts:
	// func(b []byte, i int, open []uint64) ([]uint64, int), as [face.Face.Stream] has it. Without
	// one, messages of streams have their length before them.
	Scan string

	// IsValue is the routine that tells whether b is one value and nothing else:
	// func(b []byte) bool. Methods may have written anything.
	IsValue string

	// Twice is what becomes of a member that comes twice.
	Twice Twice

	// Any has the routines for interfaces of which nothing is known; without them, they are
	// refused.
	Any *AnyValues

	// Whole tells of a type whose values are taken as a whole, and nil of others. It may be
	// nil.
	Whole func(t *typemodel.Type) *Whole
}

// NilStyle is what becomes of slices and maps that are nil.
type NilStyle uint8

// The styles. A member with the option allownil is written as Null in both.
const (
	NilEmpty NilStyle = iota // they are written as empty ones
	NilNull                  // they are written as Null
)

// Lengths are those of lists and bytes that are read into an array, where what is missing is zero.
type Lengths uint8

// What there is.
const (
	LengthsExact Lengths = iota
	LengthsUpTo          // that of the array
	LengthsAny           // what is more is passed over
)

// EmptyStyle is what the option omitempty leaves out of slices and maps.
type EmptyStyle uint8

// The styles.
const (
	EmptyNil  EmptyStyle = iota // nil
	EmptyLen                    // those without elements
	EmptyCall                   // the same, and what has a method IsZero by that
)

// Twice is what becomes of a member of a struct that comes twice, and of an entry of a map.
type Twice uint8

// What there is. Entries of maps that are not refused count by the last.
const (
	TwiceLast Twice = iota
	TwiceFirst
	TwiceRefused
)

// Order is the order of members on the wire.
type Order uint8

// The orders.
const (
	OrderDeclared Order = iota
	OrderBytes          // of their keys, as bytes
)

// Scalar is how values of one form are written and read.
type Scalar struct {
	// Type is the Go type that the routines take and return; empty means that of
	// the value.
	Type string

	// Put writes a value for which there is room. A value of a fixed width is
	// written by func(p *[Width]byte, x Type), any other by
	// func(b []byte, n int, x Type) int, which returns the position after it.
	// A Code stands before it, where it is not 0.
	Put   string
	Width int
	Code  byte

	// Most is how many bytes the value takes at most; the length of a text comes to
	// it. The fewest are one.
	Most int
	Text bool

	// Check is the routine that tells whether a value can be written:
	// func(x Type) error. Empty means that all can.
	Check string

	// Changes says what comes back as something else, as [typemodel.Changed] has it.
	Changes string

	// Loses says that some of a value is lost on the wire.
	Loses bool

	// Get reads a value: func(b []byte, i int) (Type, int). It returns -1 for what
	// is none, and the position after the value else. Of texts and bytes it returns
	// a slice of b.
	Get  string
	Want string // what an error says is missing, such as "integer"
}

// Head is the head of a list or map: its number of elements.
type Head struct {
	Put  string // func(b []byte, n, count int) int
	Most int    // bytes
	Get  string // func(b []byte, i, least int) (int, int): least are the fewest bytes of an element, for which there must be room
	Want string
}
