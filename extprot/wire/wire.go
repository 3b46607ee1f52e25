// Package wire knows extprot's wire format without schemas: prefixes, variable
// length integers, wire types, and how to skip a value.
//
// Every value is a prefix, the vint of tag<<4 | wire type, and data. An odd wire
// type says that a vint with the length of the data follows, so any value can
// be skipped without knowing its type. Source: the extprot repository's
// documentation of its encoding and the behaviour of its 2022 implementation.
//
// The package reads and writes single pieces; what a message means is decided
// by packages value (with a schema) and inspect (without).
//
// Unstable: names may change in a minor version.
package wire

import (
	"encoding/binary"
	"math/bits"
)

// Type is a wire type, the low four bits of a prefix.
type Type uint8

// The wire types. Bits32 and Assoc are reserved: readable, never written.
const (
	Vint        Type = 0
	Tuple       Type = 1
	Bits8       Type = 2
	Bytes       Type = 3
	Bits32      Type = 4
	Htuple      Type = 5
	Bits64Long  Type = 6
	Assoc       Type = 7
	Bits64Float Type = 8
	Enum        Type = 10
)

var typeNames = [16]string{0: "Vint", 1: "Tuple", 2: "Bits8", 3: "Bytes", 4: "Bits32", 5: "Htuple", 6: "Bits64_long", 7: "Assoc", 8: "Bits64_float", 10: "Enum"}

// Valid reports whether the format defines t.
func (t Type) Valid() bool { return t < 16 && typeNames[t] != "" }

// String gives the name that the original's documentation uses.
func (t Type) String() string {
	if !t.Valid() {
		return "Invalid"
	}
	return typeNames[t]
}

// AppendVint appends n in base 128, low group first.
func AppendVint(b []byte, n uint64) []byte { return binary.AppendUvarint(b, n) }

// SizeVint is the number of bytes of n's vint, 1 to 10.
func SizeVint(n uint64) int { return (bits.Len64(n|1) + 6) / 7 }

// AppendPrefix appends the prefix of a value.
func AppendPrefix(b []byte, tag int, t Type) []byte { return AppendVint(b, uint64(tag)<<4|uint64(t)) }

// SizePrefix is the number of bytes of a prefix with this tag.
func SizePrefix(tag int) int { return SizeVint(uint64(tag) << 4) }

// Zigzag maps a signed number to an unsigned one, small magnitudes to small numbers.
func Zigzag(n int64) uint64 { return uint64(n<<1) ^ uint64(n>>63) }

// Unzigzag is the inverse of Zigzag.
func Unzigzag(u uint64) int64 { return int64(u>>1) ^ -int64(u&1) }
