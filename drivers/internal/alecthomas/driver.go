// Package alecthomas is the driver of github.com/alecthomas/binary.
package alecthomas

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/alecthomas/binary.
var Driver = driver.Driver{
	Name:  "alecthomas",
	Doc:   "encoding/binary with strings, slices and maps, by Marshal and Unmarshal, as its README shows; reuse encodes to the caller's buffer by a fresh Encoder. Reading streams is left out: the Decoder takes a short read for a whole one.",
	Calls: "`binary.Marshal`, `Unmarshal`; reuse is a new `Encoder` over the caller's buffer, as it cannot be reset. README of alecthomas/binary. Not used: its Decoder for streams, which takes a short read for a whole one.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: "github.com/alecthomas/binary", Version: "v0.0.0-20231202071617-9b43cc962409"}},
		Licence:  "MIT",
		URL:      "https://github.com/alecthomas/binary",
		Identity: driver.ByOrder(),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		Nondeterministic: true, // maps
		Reuse:            true,
	}},
	Check: driver.Limits{
		Methods: typemodel.BinaryMarshaler,
		Kinds:   []typemodel.Kind{typemodel.Array, typemodel.Pointer, typemodel.Interface, typemodel.Uintptr},
	}.Check,
	Keeps: driver.KeepsMethods(typemodel.BinaryMarshaler),
	Emit: driver.Funcs{
		Imports:   []string{"bytes", "github.com/alecthomas/binary"},
		State:     `var out bytes.Buffer`,
		Marshal:   `return binary.Marshal(v)`,
		Append:    driver.Buffered("err := binary.NewEncoder(&out).Encode(v)"),
		Unmarshal: `return binary.Unmarshal(data, v)`,
		Write:     `return binary.NewEncoder(w).Encode(v)`,
	}.Emit,
}
