// Package segmentioproto is the driver of github.com/segmentio/encoding/proto.
package segmentioproto

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/segmentio/encoding/proto.
var Driver = driver.Driver{
	Name:  "segmentio-proto",
	Doc:   "Protocol Buffers from Go structs without a schema: fields are numbered in their order where no protobuf tag says otherwise. By Marshal and Unmarshal; reuse is MarshalTo.",
	Calls: "`proto.Marshal`, `Unmarshal`; reuse is `MarshalTo` into a sufficient buffer, where `Size` walked the value once more before.",
	Facts: driver.Facts{
		Modules:  []driver.Module{{Path: "github.com/segmentio/encoding", Version: "v0.5.4"}},
		Format:   "protobuf",
		Licence:  "MIT",
		URL:      "https://github.com/segmentio/encoding",
		Identity: driver.ByNumber("protobuf"),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		InternalUnsafe:   true,
		Nondeterministic: true, // maps
		Reuse:            true,
	}},
	Check: driver.Limits{
		Kinds: append([]typemodel.Kind{
			typemodel.Int8, typemodel.Int16, typemodel.Uint16, typemodel.Uintptr, typemodel.Interface, typemodel.Time,
		}, driver.Complexes...),
		Rules: []driver.Rule{driver.IsMessage, driver.NoHiddenPointers},
	}.Check,
	Reads: driver.Call(`"github.com/segmentio/encoding/proto"`, "proto.Unmarshal"),
	Emit: driver.Funcs{
		Imports: []string{"github.com/segmentio/encoding/proto"},
		Marshal: `return proto.Marshal(v)`,
		Fill: `n, err := proto.MarshalTo(buf, v)
			return buf[:n], err`,
		Unmarshal: `return proto.Unmarshal(data, v)`,
		Size:      `return proto.Size(v)`,
	}.Emit,
}
