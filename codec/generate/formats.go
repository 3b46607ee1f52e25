package generate

import (
	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/cbor"
	"github.com/assay-go/assay/codec/internal/formats"
	"github.com/assay-go/assay/codec/json"
	"github.com/assay-go/assay/codec/msgpack"
	"github.com/assay-go/assay/codec/protobuf"
	"github.com/assay-go/assay/internal/extprot/bridge"
)

// Formats returns the wire formats that there are, each with its options at their
// defaults. They are the caller's to change.
func Formats() []codec.Format {
	var list []codec.Format
	for _, f := range formats.All {
		own := *f
		list = append(list, &own)
	}
	return append(list, new(json.Format), new(msgpack.Format), new(cbor.Format), new(protobuf.Format), new(bridge.Format))
}

// Lookup returns the format with the given name as [Formats] does, or nil.
func Lookup(name string) codec.Format {
	for _, f := range Formats() {
		if f.Name() == name {
			return f
		}
	}
	return nil
}

// Names returns the names of the formats.
func Names() []string {
	var names []string
	for _, f := range Formats() {
		names = append(names, f.Name())
	}
	return names
}
