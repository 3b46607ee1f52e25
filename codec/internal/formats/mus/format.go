// Package mus is MUS with integers of fixed width.
package mus

import (
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/typemodel"
)

// Format is MUS with integers of fixed width.
var Format = positional.Format{
	ID:    "mus",
	Title: "MUS (raw)",
	About: "The MUS format of github.com/mus-format/mus-go with raw numbers: little-endian in their width, lengths as varints, " +
		"arrays with their count, a byte before what a pointer leads to. A time.Time is Unix nanoseconds as int64.",
	Original: "github.com/mus-format/mus-go, raw numbers",
	Differences: "An array must have just its elements; the original reads fewer from beyond the slice. Times beyond the " +
		"years 1678 to 2262, the zero time too, are errors, where the original's TimeUnixNano writes others in their place.",
	Numbers:  positional.FixedWidths([]typemodel.Kind{typemodel.Int, typemodel.Uint}, positional.SizedIntegers(), positional.Floats()),
	Nil:      positional.NilEmpty,
	Arrays:   positional.ArrayCounted,
	Pointers: positional.PointerNilOne,
	Time:     positional.TimeNano,
	Tag:      "mus",
}
