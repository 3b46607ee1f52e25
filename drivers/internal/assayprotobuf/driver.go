// Package assayprotobuf is the driver of the Protocol Buffers code that assay gen makes.
package assayprotobuf

import (
	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/protobuf"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/assay"
)

// Driver is the format protobuf of assay gen.
var Driver = assay.Keyed(driver.Driver{
	Name: "assay.protobuf",
	Doc: "Protocol Buffers by the code that assay gen --format=protobuf makes for the type itself, by the numbers of its tags, or, " +
		"as the other rows of the format number them, in the order of its fields where no field has one: " +
		"Marshal, Append and Unmarshal of the generated code; " +
		"with unsafestr code of --unsafe, whose strings and bytes alias the input.",
	Calls: "the funcs that `assay gen --format=protobuf` writes, as those of assay. Fields without numbers are numbered in their order, as those of the other rows of the format. With unsafestr those of `--unsafe`.",
	Facts: driver.Facts{
		Format:   "protobuf",
		Identity: driver.ByNumber("protobuf"),
	},
	Variants: []driver.Variant{
		{Features: []driver.Feature{driver.Raw}},
		{Features: []driver.Feature{driver.Varint}},
		{Features: []driver.Feature{driver.Raw, driver.UnsafeStr}},
	},
}, format)

// format returns the format of a variant: as with the other rows, integers of 32 and 64
// bits are fixed unless it says varint.
func format(v driver.Variant) codec.Format {
	return &protobuf.Format{Ordered: true, Fixed: !v.Has(driver.Varint)}
}
