// Package gotiny is the format of gotiny.
package gotiny

import (
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/typemodel"
)

// Format is the format of gotiny.
var Format = positional.Format{
	ID:    "gotiny",
	Title: "gotiny",
	About: "The format of github.com/niubaoshu/gotiny: varints, bools and the flags of pointers, slices and maps in bits that " +
		"share bytes, floats as varints of their reversed bytes. A time.Time is Unix nanoseconds. Types with unexported fields, " +
		"which the original writes too, are refused, and so are types that marshal themselves.",
	Original: "github.com/niubaoshu/gotiny",
	Differences: "Times beyond the years 1678 to 2262, the zero time too, are errors, where the original writes others in their place; all are read in the local " +
		"zone, as in the original. Types with unexported fields or with methods that encode are refused: the original " +
		"calls or writes them. Complex numbers and interfaces are refused.",
	Numbers: map[typemodel.Kind]positional.Number{
		typemodel.Int8: {Bytes: 1}, typemodel.Int16: {ZigZag: true}, typemodel.Int32: {ZigZag: true},
		typemodel.Int64: {ZigZag: true, Nine: true}, typemodel.Int: {ZigZag: true, Nine: true},
		typemodel.Uint8: {Bytes: 1}, typemodel.Uint16: {}, typemodel.Uint32: {},
		typemodel.Uint64: {Nine: true}, typemodel.Uint: {Nine: true}, typemodel.Uintptr: {Nine: true},
		typemodel.Float32: {Reversed: true}, typemodel.Float64: {Reversed: true, Nine: true},
	},
	Bool:       positional.BoolBit,
	Length:     positional.Number{Short: true},
	Nil:        positional.NilBit,
	Pointers:   positional.PointerBit,
	Time:       positional.TimeLocalNano,
	Tag:        "gotiny",
	Unexported: true,
}
