// Package cbor is the driver of github.com/fxamacker/cbor.
package cbor

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/fxamacker/cbor.
var Driver = driver.Driver{
	Name:  "cbor",
	Doc:   "CBOR (RFC 8949) by fxamacker, with modes made once, as its README asks; reuse writes to the caller's buffer by MarshalToBuffer. Times are RFC 3339 strings with nanoseconds: the default is whole seconds.",
	Calls: "fxamacker's modes made once; reuse is `MarshalToBuffer`. Its README. Times are RFC 3339 with nanoseconds, as the default loses them. Not used: `toarray` and `keyasint`, which need tags on the user's type, and are taken when these are there.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "github.com/fxamacker/cbor/v2", Version: "v2.9.6"}},
		Licence:        "MIT",
		URL:            "https://github.com/fxamacker/cbor",
		SelfDescribing: true,
		Identity:       driver.ByName("cbor", "json"),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		Nondeterministic: true, // maps, unless sorted
		Reuse:            true,
	}},
	Check: driver.Limits{
		Tags:    tags,
		Methods: typemodel.BinaryMarshaler,
		Kinds:   append([]typemodel.Kind{typemodel.Uintptr}, driver.Complexes...),
		Open:    true,
		Impls:   []string{"bool", "uint64", "float64", "string", "[]uint8", "[]any", "map[any]any"},
		Rules:   []driver.Rule{driver.NoHiddenPointers},
	}.Check,
	Keeps: driver.KeepsMethods(typemodel.BinaryMarshaler),
	Reads: driver.Call(`"github.com/fxamacker/cbor/v2"`, "cbor.Unmarshal"),
	Emit: driver.Funcs{
		Imports: []string{"bytes", "github.com/fxamacker/cbor/v2"},
		Decls: `// enc is the library's default but for times, which it would cut to seconds.
			var enc = func() cbor.UserBufferEncMode {
				mode, err := cbor.EncOptions{Time: cbor.TimeRFC3339Nano}.UserBufferEncMode()
				if err != nil {
					panic(err)
				}
				return mode
			}()`,
		State:     `var out bytes.Buffer`,
		Marshal:   `return enc.Marshal(v)`,
		Append:    driver.Buffered("err := enc.MarshalToBuffer(v, &out)"),
		Unmarshal: `return cbor.Unmarshal(data, v)`,
		Write:     `return enc.NewEncoder(w).Encode(v)`,
		Read:      `return cbor.NewDecoder(r).Decode(v)`,
	}.Overwriting(tags, nil),
}

var tags = []string{"cbor", "json"}
