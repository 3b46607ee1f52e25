// Package goavro is the driver of github.com/linkedin/goavro.
package goavro

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/avro"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/linkedin/goavro.
var Driver = driver.Driver{
	Name:  "goavro",
	Doc:   "Avro with a schema made from the type and one Codec made of it. The library takes maps and slices of any, so there are rows with and without the copy to those. BinaryFromNative appends; times have microseconds.",
	Calls: "one `Codec`, `BinaryFromNative`, which appends, and `NativeFromBinary`. README. Not used: JSON forms.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: "github.com/linkedin/goavro/v2", Version: "v2.15.0"}},
		Format:   "avro",
		Licence:  "Apache-2.0",
		URL:      "https://github.com/linkedin/goavro",
		Schema:   true,
		Identity: driver.ByWriterSchema("avro"),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		Aliases:          true,
		AliasesOnly:      (*typemodel.Type).IsBytes,
		Nondeterministic: true, // maps
		Reuse:            true,
		Transform:        true,
	}},
	Check: driver.Limits{
		Tags:  []string{"avro"},
		Kinds: append([]typemodel.Kind{typemodel.Uint, typemodel.Uintptr, typemodel.Interface}, driver.Complexes...),
		Keys:  driver.StringKeys,
		Rules: []driver.Rule{avro.Gaps, driver.IsNameable, namedBytes},
	}.Check,
	Emit: emit,
}

// namedBytes refuses arrays that are no slices of []byte.
func namedBytes(_ string, t *typemodel.Type) (reason, fix string) {
	if t.IsByteArray() && !t.Elem.Name.IsZero() {
		return "arrays of " + t.Elem.String() + " are not supported", "use an array of byte"
	}
	return "", ""
}
