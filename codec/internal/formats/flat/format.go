// Package flat is assay's own format.
package flat

import (
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/typemodel"
)

// Format is assay's own format.
var Format = positional.Format{
	ID:    "flat",
	Title: "flat",
	About: "assay's own format: little-endian numbers in their width, those of a struct first, then strings and slices. nil and " +
		"empty are told apart, interfaces hold the types that //assay:impl names, or basic ones, and every time.Time is kept to the nanosecond. docs/formats/flat.md describes it byte by byte.",
	Differences: "Interfaces are carried where `//assay:impl` names their concrete types, and `any` with the basic types that " +
		"JSON and Go have.",
	Numbers:    positional.FixedWidths([]typemodel.Kind{typemodel.Int, typemodel.Uint, typemodel.Uintptr}, positional.SizedIntegers(), positional.Floats()),
	Nil:        positional.NilPlusOne,
	Pointers:   positional.PointerByte,
	Interfaces: positional.InterfaceTagged,
	Dynamic:    true,
	Time:       positional.TimeWord,
	FixedFirst: true,
	Evolvable:  true,
	Marshalers: true,
	ArenaRow:   true,
	NewRow:     true,
}
