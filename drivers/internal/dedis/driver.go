// Package dedis is the driver of go.dedis.ch/protobuf.
package dedis

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is go.dedis.ch/protobuf.
var Driver = driver.Driver{
	Name:  "dedis",
	Doc:   "Protocol Buffers from Go structs without a schema: fields are numbered in their order. By Encode and Decode, as its README shows. Signed integers are zigzag varints; times are nanoseconds since 1970.",
	Calls: "`protobuf.Encode`, `Decode`. README. It has no call into a buffer.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: "go.dedis.ch/protobuf", Version: "v1.0.11"}},
		Format:   "protobuf",
		Licence:  "GPL-2.0-only",
		URL:      "https://github.com/dedis/protobuf",
		Separate: "dedis",
		Identity: driver.ByNumber(),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary},
		Aliases:          true,
		AliasesOnly:      (*typemodel.Type).IsBytes,
		Nondeterministic: true, // maps
	}},
	Check: driver.Limits{
		Tags:    []string{"protobuf"},
		Methods: typemodel.BinaryMarshaler,
		Kinds: append([]typemodel.Kind{
			typemodel.Uint, typemodel.Uintptr, typemodel.Int8, typemodel.Int16, typemodel.Uint16, typemodel.Interface,
		}, driver.Complexes...),
		Rules: []driver.Rule{driver.IsMessage, gaps, driver.NoHiddenPointers},
	}.Check,
	Keeps: driver.KeepsMethods(typemodel.BinaryMarshaler),
	Emit: driver.Funcs{
		Imports:   []string{"go.dedis.ch/protobuf"},
		Marshal:   `return protobuf.Encode(v)`,
		Unmarshal: `return protobuf.Decode(data, v)`,
	}.Emit,
}

func gaps(_ string, t *typemodel.Type) (reason, fix string) {
	switch {
	case t.Kind == typemodel.Slice && t.Elem.Kind == typemodel.Time:
		return "slices of time.Time are written and cannot be read", "wrap the time in a struct"
	case t.Kind == typemodel.Map && t.Elem.Kind == typemodel.Struct:
		return "maps of structs are not supported", "use a map of pointers"
	}
	return "", ""
}
