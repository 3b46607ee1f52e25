// Package gencodevarint is gencode with integers of variable length.
package gencodevarint

import "github.com/assay-go/assay/codec/positional"

// Format is gencode with integers of variable length.
var Format = positional.Format{
	ID:    "gencodevarint",
	Title: "gencode (varint)",
	About: "The format of github.com/andyleap/gencode with vint and vuint integers: varints, signed ones after zigzag. The rest is " +
		"as in gencode.",
	Original: "the same, vint and vuint",
	Differences: "As `gencode`. A `byte` of the schema is a field tagged `assay:\",fixed\"`, a `[]vuint8` one tagged " +
		"`assay:\",list\"`.",
	Numbers:  positional.Varints(positional.FixedWidths(positional.Floats()), positional.SizedIntegers()),
	NoMaps:   true,
	Pointers: positional.PointerByte,
	Time:     positional.TimeGo,
	Tag:      "gencode",
}
