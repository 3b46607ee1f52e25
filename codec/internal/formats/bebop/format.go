// Package bebop is the structs of bebop.
package bebop

import (
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/typemodel"
)

// Format is the structs of bebop.
var Format = positional.Format{
	ID:    "bebop",
	Title: "Bebop",
	About: "The structs of Bebop as github.com/200sc/bebop writes them: little-endian numbers in their width, counts of 4 bytes, " +
		"dates as int64 in units of 100 ns, the zero time as 0. Arrays are written as lists.",
	Original: "github.com/200sc/bebop, structs",
	Differences: "Arrays are written as lists, times as dates of 100 ns, the zero time as 0; those beyond the years 1678 to 2262, and 1970 to the tick, are errors, where the original writes others in their place. No messages, unions and GUIDs. " +
		"int8, int and pointers are refused.",
	Numbers: positional.FixedWidths([]typemodel.Kind{
		typemodel.Int16, typemodel.Int32, typemodel.Int64, typemodel.Uint8, typemodel.Uint16, typemodel.Uint32, typemodel.Uint64,
	}, positional.Floats()),
	Length: positional.Number{Bytes: 4},
	Nil:    positional.NilEmpty,
	Arrays: positional.ArrayCounted,
	Time:   positional.TimeTicks,
	Tag:    "bebop",
}
