// Package musvarint is MUS with integers of variable length.
package musvarint

import (
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/typemodel"
)

// Format is MUS with integers of variable length.
var Format = positional.Format{
	ID:    "musvarint",
	Title: "MUS (varint)",
	About: "The MUS format of github.com/mus-format/mus-go with integers as varints, signed ones after zigzag, and raw floats " +
		"and times. The rest is as in mus.",
	Original:    "the same, varint integers",
	Differences: "As `mus`. An int8 or uint8 beyond 8 bits is refused, which the original cuts.",
	Numbers:     positional.Varints(positional.FixedWidths(positional.Floats()), []typemodel.Kind{typemodel.Int, typemodel.Uint}, positional.SizedIntegers()),
	Nil:         positional.NilEmpty,
	Arrays:      positional.ArrayCounted,
	Pointers:    positional.PointerNilOne,
	Time:        positional.TimeNano,
	Tag:         "mus",
}
