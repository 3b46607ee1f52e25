// Package positional is the family of wire formats that write the fields of a
// struct one after another, in an order that both sides know, and nothing that
// tells what they are. A format of the family is a page of facts: a [Format]
// value. The emitter is one for all.
//
// # Layout of the generated code
//
// Every field has a fixed part, which is always there and always of the same
// length (a number, the length of a string, the flag of a pointer), and may have
// a tail (the bytes of the string, what the pointer points to). Consecutive
// fixed parts form a run, which costs one bounds check. Each struct with a name
// has functions of its own, but for small ones of fixed length, which are
// written out where they stand. Where fixed parts come first, a struct that is a
// field has one function for its fixed part and one for its tails.
//
// Marshalling appends in one pass: it makes the buffer longer by as much as an
// expression can tell, a run with lists of numbers for instance, and writes into
// that window. Structs with a few strings are written into one window while these
// are short; what is rare is left to a function of its own. Marshal sums up the
// size first where that walks no map, and else encodes into a buffer that is used
// again and copies the result.
//
// Unmarshalling checks each count against what is left of the input before it
// allocates: a count of elements that take at least k bytes each is refused
// when fewer than count*k bytes are left.
//
// # Routines
//
// What generated functions share is the package internal/positionalrt, compiled and
// tested as what it is. The types of one call share one copy of what they need of
// it, which stands in their file, under names that begin with the first type's.
//
// A file of a package for all calls, as the format json has, was rejected: the copy
// is no fixed text. The reader has the fields that the types of the call need, and
// order of bytes, limits and what an arena does are written into it, so that a
// second call would have to change what the first one wrote, and with it the speed
// of code that nobody generated anew. Files that were generated at different times
// compile together, and each is found current by --check whatever stands beside it.
//
// # Where to change what
//
// Each file is one phase: plan.go (what is written, and nothing printed), size.go,
// append.go and put.go, get.go, api.go and stream.go (what users call), memory.go
// (decoders with chunks), routines.go. A format is a folder of package
// formats.
//
// Unstable: names may change in a minor version.
package positional

import (
	"slices"

	"github.com/assay-go/assay/typemodel"
)

// Format is the page of facts of one wire format. It implements codec.Format.
type Format struct {
	ID    string // the name on the command line
	Title string // as the documentation of generated code spells it: "Skycoin"
	About string // what the format is, its source, and deviations from the original

	// Original is the library whose format it is, in Markdown; empty for those of
	// assay. Differences are what our code does otherwise than the library, what it
	// makes of Go types that this has no form for, and what to do about it. Both are
	// for docs/formats/README.md.
	Original, Differences string

	// ArenaRow says that values of the format are often decoded many at a time, so
	// that assay run has a row for the memory of a decoder too.
	ArenaRow bool

	// NewRow says that assay run has a row for the constructor too.
	NewRow bool

	BigEndian bool

	// Numbers are the codings of integers and floats. A kind that is missing is
	// refused.
	Numbers map[typemodel.Kind]Number

	// Bool is the coding of bools. Other bytes than 0 and 1 are refused.
	Bool Bool

	// Length is the coding of lengths and counts: of 4 or 8 bytes, or a varint. One that
	// is narrower would be cut short, and is an error.
	Length Number

	// Pad is the multiple that strings, byte slices and byte arrays are padded
	// to with zero bytes. 0 means none.
	Pad int

	// Nil says how slices and maps tell nil from empty.
	Nil Nil

	// EmptyMaps gives an empty map for nil where NilMerged gives a nil slice.
	EmptyMaps bool

	// Arrays says how arrays are written.
	Arrays Array

	// ListEnd is written after the elements of a list that is no byte slice.
	// It is checked when read.
	ListEnd string

	// NoMaps refuses maps.
	NoMaps bool

	// Pointers says how a pointer tells nil from a value.
	Pointers Pointer

	// Interfaces says how a value of interface type tells what it holds.
	Interfaces Interface

	// Dynamic takes interfaces without methods whose concrete types are not
	// known: they hold basic types, and slices and maps of themselves.
	Dynamic bool

	// Time is the coding of time.Time.
	Time Time

	// FixedFirst puts the fixed parts of all fields of a struct before the
	// tails.
	FixedFirst bool

	// Evolvable knows structs that are written with their length, so that fields
	// may be added at the end: those with a field _ struct{} tagged
	// assay:"evolvable". It knows times with their zone too, tagged
	// assay:",zone".
	Evolvable bool

	// NoFingerprint is the user's choice to leave out the fingerprint of the type that
	// encodings of an Evolvable format begin with, by which those of another type are
	// an error.
	NoFingerprint bool `name:"no-fingerprint" help:"Save the five bytes of the fingerprint that encodings begin with, by which those of another type are an error. Example: --no-fingerprint"`

	// Described is the user's choice to have encodings of an Evolvable format begin with a
	// description of their type, so that those of older and newer versions are read.
	Described bool `name:"evolvable" help:"Have encodings begin with a description of the type, so that older and newer versions of it are read: fields in any order, more or fewer of them, other kinds where nothing is lost. Example: --evolvable"`

	// Tag is the struct tag that the original reads. Under it, and under
	// "assay", the options "-", omitempty and maxlen=N are understood; under
	// "assay" also list, for bytes that are written as numbers, and fixed, for a
	// number that is no varint.
	Tag string

	// OmitEmpty permits the option omitempty, on the last field of the outermost
	// struct: an empty slice, map or string is left out.
	OmitEmpty bool

	// Unexported says that the original writes unexported fields too: types
	// that have any are refused, for generated code may not reach them.
	Unexported bool

	// Marshalers writes types with MarshalBinary and UnmarshalBinary as their
	// result with its length.
	Marshalers bool

	Pieces
}

// Pieces are the user's choices of how values share memory, in every format.
type Pieces struct {
	// BatchStrings lets strings of a value share copies of up to 16 kB of its encoding, and
	// slices of bytes that stand side by side others: what is kept of either keeps its copy.
	// Without it copies have up to 4 kB, and those for slices of bytes no more than they need.
	BatchStrings bool `name:"batch-strings" help:"Copy strings of a value into fewer and larger pieces of memory, each of which lives as long as one of its strings: of up to 512 bytes in json, and 16 kB in place of 4 in the others. Example: --batch-strings"`
}

// Number is the coding of a number or count.
type Number struct {
	// Bytes is the width in bytes of a fixed-width coding; 0 is a varint: 7
	// bits a byte, low group first, the high bit set on all bytes but the last.
	Bytes int

	// ZigZag maps signed numbers to unsigned ones before a varint: 0, -1, 1, -2
	// to 0, 1, 2, 3.
	ZigZag bool

	// Nine is the varint of 64 bits whose ninth byte, if there is one, holds 8
	// bits.
	Nine bool

	// Short limits a length to a varint of 32 bits.
	Short bool

	// Reversed swaps the bytes of a float's IEEE 754 bits before a varint.
	Reversed bool
}

// Bool is a coding of bools.
type Bool int

// The codings of bools. BoolBit shares bytes with the bools around it: the
// first bool of a message appends a byte and takes its lowest bit, the next
// seven take the other bits, wherever they stand.
const (
	BoolByte Bool = iota
	BoolUint32
	BoolBit
)

// Nil is how slices and maps tell nil from empty.
type Nil int

// The ways to tell nil from empty. With NilMerged, a count of 0 gives nil in a
// fresh value and an empty slice in one that is reused; with NilEmpty it always
// gives an empty one. NilPlusOne writes 0 for nil and the count plus one for
// the rest. NilBit writes a bool, as BoolBit, before the count. Strings have a
// plain length in any case.
const (
	NilMerged Nil = iota
	NilEmpty
	NilPlusOne
	NilBit
)

// Array is how arrays are written.
type Array int

// The forms of arrays. ArrayCounted is a list whose count must match. A format
// without arrays of its own has ArrayCounted too.
const (
	ArrayPlain Array = iota
	ArrayCounted
)

// Pointer is how a pointer tells nil from a value.
type Pointer int

// The forms of pointers. PointerValue writes the value without a flag, so that
// nil is an error.
const (
	PointerNone   Pointer = iota // pointers are refused
	PointerByte                  // one byte: 1 and the value, or 0
	PointerNilOne                // one byte: 0 and the value, or 1
	PointerBit                   // a bool, as BoolBit, and the value if it is set
	PointerValue
)

// Interface is how a value of interface type tells what it holds.
type Interface int

// The forms of interfaces. InterfaceTagged is for those whose concrete types are
// known: a varint, 0 for nil or the number of the type in their order from 1,
// and then the value as an element of that type.
const (
	InterfaceNone Interface = iota // interfaces are refused
	InterfaceTagged
)

// Time is a coding of time.Time. All but TimeGo and TimeRFC3339 drop the zone
// and give times in UTC, TimeLocalNano in the local zone.
type Time int

// The codings of time.Time.
const (
	TimeNone      Time = iota // refused
	TimeNano                  // Unix nanoseconds as int64 of 8 bytes; times beyond the years 1678 to 2262 are errors
	TimeLocalNano             // Unix nanoseconds as the varint of uint64; likewise
	TimeTicks                 // Unix time in units of 100 ns as int64 of 8 bytes, the zero time as 0; other times that would be 0 are errors, and those beyond TimeNano
	TimeRFC3339               // a string in the layout time.RFC3339Nano
	TimeGo                    // the 15 bytes of version 1 of Time.MarshalBinary
	TimeWord                  // 8 bytes, and 12 more where they do not do: see docs/formats
)

// limited reports whether there are times that the coding has no form for, which
// a comparison tells.
func (t Time) limited() bool { return t == TimeNano || t == TimeLocalNano || t == TimeTicks }

// bits reports whether bools share bytes.
func (f *Format) bits() bool { return f.Bool == BoolBit }

// lengthBits is the width of lengths that are varints.
func (f *Format) lengthBits() int {
	if f.Length.Short {
		return 32
	}
	return 64
}

// Name implements codec.Format.
func (f *Format) Name() string { return f.ID }

// Doc implements codec.Format.
func (f *Format) Doc() string { return f.About }

// FixedWidths are little- or big-endian numbers in the width of their kind.
func FixedWidths(kinds ...[]typemodel.Kind) map[typemodel.Kind]Number {
	m := map[typemodel.Kind]Number{}
	for _, k := range slices.Concat(kinds...) {
		m[k] = Number{Bytes: k.Bits() / 8}
	}
	return m
}

// Varints adds to m, and returns, zigzag varints for the signed and plain varints
// for the unsigned ones of kinds.
func Varints(m map[typemodel.Kind]Number, kinds ...[]typemodel.Kind) map[typemodel.Kind]Number {
	for _, k := range slices.Concat(kinds...) {
		m[k] = Number{ZigZag: k.IsSigned()}
	}
	return m
}

// SizedIntegers are the integers that are of one width on all machines.
func SizedIntegers() []typemodel.Kind {
	return []typemodel.Kind{
		typemodel.Int8, typemodel.Int16, typemodel.Int32, typemodel.Int64,
		typemodel.Uint8, typemodel.Uint16, typemodel.Uint32, typemodel.Uint64,
	}
}

// Floats are the floating-point numbers.
func Floats() []typemodel.Kind { return []typemodel.Kind{typemodel.Float32, typemodel.Float64} }
