// Package gencode is gencode with plain integers.
package gencode

import "github.com/assay-go/assay/codec/positional"

// Format is gencode with plain integers.
var Format = positional.Format{
	ID:    "gencode",
	Title: "gencode",
	About: "The format of github.com/andyleap/gencode with plain integers: little-endian in their width, lengths as varints, a " +
		"byte before what a pointer leads to, times as the 15 bytes of Time.MarshalBinary. Zones whose offset has seconds are errors.",
	Original: "github.com/andyleap/gencode",
	Differences: "No maps. A time whose zone is no whole number of minutes is refused when written, which the original " +
		"corrupts, and an invalid one when read. A pointer's flag beyond 1 is refused.",
	Numbers:  positional.FixedWidths(positional.SizedIntegers(), positional.Floats()),
	NoMaps:   true,
	Pointers: positional.PointerByte,
	Time:     positional.TimeGo,
	Tag:      "gencode",
}
