// Package skycoin is the format of Skycoin's encoder.
package skycoin

import "github.com/assay-go/assay/codec/positional"

// Format is the format of Skycoin's encoder.
var Format = positional.Format{
	ID:    "skycoin",
	Title: "Skycoin",
	About: "The format of Skycoin's encoder (github.com/skycoin/skycoin/src/cipher/encoder): little-endian numbers in their " +
		"width, strings, slices and maps after a count of 4 bytes, nil and empty alike. A time.Time is Unix nanoseconds as " +
		"int64, where the original writes nothing at all. Two equal keys of a map, and a count cut short in an omitempty " +
		"field, are errors.",
	Original: "github.com/skycoin/skycoin/src/cipher/encoder",
	Differences: "`time.Time` is Unix nanoseconds, where the original writes nothing: times beyond the years 1678 to 2262, " +
		"the zero time too, are errors. `maxlen` in the tag `enc` limits writing too, as with " +
		"skyencoder. omitempty is for the last field of the outermost struct; a count cut short in it is an error.",
	Numbers: positional.FixedWidths(positional.SizedIntegers(), positional.Floats()),
	Length:  positional.Number{Bytes: 4},
	Time:    positional.TimeNano,
	Tag:     "enc",

	OmitEmpty: true,
	ArenaRow:  true,
	NewRow:    true,
}
