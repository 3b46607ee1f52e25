// Package basekick is the driver of github.com/Basekick-Labs/msgpack.
package basekick

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/vmihailenco"
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
	Check: vmihailenco.Limits.Check,
	Keeps: driver.KeepsMethods(vmihailenco.Limits.Methods),
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
