// Package xdr2 is XDR as davecgh/go-xdr maps it.
package xdr2

import (
	"github.com/assay-go/assay/codec/positional"
	"github.com/assay-go/assay/typemodel"
)

// Format is XDR as davecgh/go-xdr maps it.
var Format = positional.Format{
	ID:    "xdr2",
	Title: "XDR",
	About: "XDR (RFC 4506) as github.com/davecgh/go-xdr/xdr2 maps Go types to it: big-endian, everything a multiple of 4 bytes. " +
		"int and uint take 4 bytes, and those that need more are errors. Pointers are not optional: nil is an error. " +
		"A time.Time is a string in the layout of RFC 3339.",
	Original: "github.com/davecgh/go-xdr/xdr2 (RFC 4506)",
	Differences: "`int` and `uint` beyond 32 bits are errors, where the original loses what is above. Pointers are never nil; a type that holds " +
		"itself by pointers is refused. Years beyond 9999 are refused, which the original writes and cannot read, and zones with seconds, which it moves. The " +
		"tag `assay:\",list\"` is the original's `xdropaque:\"false\"`.",
	BigEndian: true,
	Numbers: map[typemodel.Kind]positional.Number{
		typemodel.Int8: {Bytes: 4}, typemodel.Int16: {Bytes: 4}, typemodel.Int32: {Bytes: 4}, typemodel.Int: {Bytes: 4},
		typemodel.Uint8: {Bytes: 4}, typemodel.Uint16: {Bytes: 4}, typemodel.Uint32: {Bytes: 4}, typemodel.Uint: {Bytes: 4},
		typemodel.Int64: {Bytes: 8}, typemodel.Uint64: {Bytes: 8},
		typemodel.Float32: {Bytes: 4}, typemodel.Float64: {Bytes: 8},
	},
	Bool:      positional.BoolUint32,
	Length:    positional.Number{Bytes: 4},
	EmptyMaps: true,
	Pad:       4,
	Pointers:  positional.PointerValue,
	Time:      positional.TimeRFC3339,
	Tag:       "xdr",
}
