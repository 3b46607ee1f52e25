package drivers

import (
	"testing"

	"github.com/assay-go/assay/driver"
)

// Formats are named as drivers and suffixes are, and what is portable is
// written by somebody.
func TestFormats(t *testing.T) {
	written := map[string]bool{}
	for _, d := range All {
		for _, v := range d.Variants {
			written[d.Format(v)] = true
		}
	}
	for _, format := range []string{"json", "msgpack", "protobuf", "gob", "flat", "thrift", "binc"} {
		if !written[format] {
			t.Errorf("no driver writes %s; there are %v", format, written)
		}
	}
	for _, format := range []string{"avro", "bebop", "bson", "capnp", "cbor", "colfer", "extprot", "ion", "ssz", "xdr", "xml"} {
		if !driver.Portable(format) || !written[format] {
			t.Errorf("%s is not portable, or not written", format)
		}
	}
}
