// Package assaycbor is the driver of the CBOR code that assay gen makes.
package assaycbor

import (
	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/cbor"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/assay"
)

// Driver is the format cbor of assay gen.
var Driver = assay.Keyed(driver.Driver{
	Name: "assay.cbor",
	Doc: "CBOR by the code that assay gen --format=cbor makes for the type itself, which writes what fxamacker/cbor writes with times as text: " +
		"Marshal, Append and Unmarshal of the generated code; " +
		"with unsafestr code of --unsafe, whose strings and bytes alias the input.",
	Calls: "the funcs that `assay gen --format=cbor` writes, as those of assay. With unsafestr those of `--unsafe`.",
	Facts: driver.Facts{
		Format:         "cbor",
		SelfDescribing: true,
		Identity:       driver.ByName("cbor", "json"),
	},
	Variants: []driver.Variant{
		{},
		{Features: []driver.Feature{driver.UnsafeStr}},
	},
}, func(driver.Variant) codec.Format { return new(cbor.Format) })
