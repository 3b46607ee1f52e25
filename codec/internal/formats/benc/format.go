// Package benc is the plain form of benc.
package benc

import (
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/typemodel"
)

// Format is the plain form of benc.
var Format = positional.Format{
	ID:    "benc",
	Title: "benc",
	About: "The plain form of github.com/deneonet/benc (package std): little-endian numbers in their width, int and uint and " +
		"lengths as varints, four bytes of 1 after the elements of a slice or map, which are checked. Arrays are written as " +
		"slices, a time.Time as Unix nanoseconds: the library has neither.",
	Original: "github.com/deneonet/benc/std",
	Differences: "The four bytes after a list are checked. Arrays are written as slices, times as Unix nanoseconds, so that " +
		"those beyond the years 1678 to 2262, the zero time too, are errors. int8 and pointers are refused.",
	Numbers: positional.Varints(positional.FixedWidths([]typemodel.Kind{
		typemodel.Int16, typemodel.Int32, typemodel.Int64, typemodel.Uint8, typemodel.Uint16, typemodel.Uint32, typemodel.Uint64,
	}, positional.Floats()), []typemodel.Kind{typemodel.Int, typemodel.Uint}),
	Nil:     positional.NilEmpty,
	Arrays:  positional.ArrayCounted,
	ListEnd: "\x01\x01\x01\x01",
	Time:    positional.TimeNano,
	Tag:     "benc",
}
