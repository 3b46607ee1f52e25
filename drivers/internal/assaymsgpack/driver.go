// Package assaymsgpack is the driver of the MessagePack code that assay gen makes.
package assaymsgpack

import (
	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/msgpack"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/assay"
)

// Driver is the format msgpack of assay gen.
var Driver = assay.Keyed(driver.Driver{
	Name: "assay.msgpack",
	Doc: "MessagePack by the code that assay gen --format=msgpack makes for the type itself, which writes what msgp writes: " +
		"Marshal, Append and Unmarshal of the generated code; " +
		"with unsafestr code of --unsafe, whose strings and bytes alias the input.",
	Calls: "the funcs that `assay gen --format=msgpack` writes, as those of assay. With unsafestr those of `--unsafe`.",
	Facts: driver.Facts{
		Format:         "msgpack",
		SelfDescribing: true,
		Identity:       driver.ByName("msg", "msgpack"),
	},
	Variants: []driver.Variant{
		{},
		{Features: []driver.Feature{driver.UnsafeStr}},
	},
}, func(driver.Variant) codec.Format { return new(msgpack.Format) })
