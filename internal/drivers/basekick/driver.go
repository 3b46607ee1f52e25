// Package basekick is the driver of github.com/Basekick-Labs/msgpack.
package basekick

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/drivers/vmihailenco"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/Basekick-Labs/msgpack, a fork of vmihailenco that goes on.
var Driver = driver.Driver{
	Name:  "basekick",
	Doc:   "MessagePack by Marshal and Unmarshal, whose encoders are pooled; reuse appends to the caller's buffer by MarshalAppend.",
	Calls: "`msgpack.Marshal` and `Unmarshal`, which pool; `MarshalAppend` for reuse. README.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "github.com/Basekick-Labs/msgpack/v6", Version: "v6.0.0"}},
		Format:         "msgpack",
		Licence:        "BSD-2-Clause",
		URL:            "https://github.com/Basekick-Labs/msgpack",
		SelfDescribing: true,
		Identity:       driver.ByName("msgpack"),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		InternalUnsafe:   true,
		Nondeterministic: true, // maps, unless sorted
		Reuse:            true,
	}},
	Check: driver.Limits{
		Tags:    tags,
		Methods: typemodel.BinaryMarshaler | typemodel.TextMarshaler,
		Kinds:   driver.Complexes,
		Open:    true,
		Impls: []string{
			"bool", "int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64",
			"float32", "float64", "string", "[]uint8", "[]any", "map[string]any",
		},
		Rules: []driver.Rule{driver.NoHiddenPointers},
	}.Check,
	Keeps: driver.KeepsMethods(typemodel.BinaryMarshaler | typemodel.TextMarshaler),
	Reads: driver.Call(`"github.com/Basekick-Labs/msgpack/v6"`, "msgpack.Unmarshal"),
	Emit: driver.Funcs{
		Imports:   []string{"github.com/Basekick-Labs/msgpack/v6"},
		Marshal:   `return msgpack.Marshal(v)`,
		Append:    `return msgpack.MarshalAppend(buf, v)`,
		Unmarshal: `return msgpack.Unmarshal(data, v)`,
		Write:     `return msgpack.NewEncoder(w).Encode(v)`,
		Read:      `return msgpack.NewDecoder(r).Decode(v)`,
	}.Overwriting(tags, vmihailenco.KeptByNil),
}

var tags = []string{"msgpack"}
