// Package vmihailencov2 is the driver of gopkg.in/vmihailenco/msgpack.v2.
package vmihailencov2

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/vmihailenco"
)

// Driver is gopkg.in/vmihailenco/msgpack.v2.
var Driver = driver.Driver{
	Name:  "vmihailenco-v2",
	Doc:   "The version of vmihailenco's MessagePack that the older comparisons name, by Marshal and Unmarshal; reuse encodes to the caller's buffer by a fresh Encoder.",
	Calls: "`msgpack.Marshal`, `Unmarshal`; a new `Encoder` over the caller's buffer for reuse, as that version cannot reset one.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "gopkg.in/vmihailenco/msgpack.v2", Version: "v2.9.2"}},
		Format:         "msgpack",
		Licence:        "BSD-3-Clause",
		URL:            "https://gopkg.in/vmihailenco/msgpack.v2",
		SelfDescribing: true,
		Identity:       driver.ByName("msgpack"),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
		Nondeterministic: true, // maps, unless sorted
		Reuse:            true,
	}},
	Check: driver.Limits{
		Tags:  tags,
		Kinds: driver.Complexes,
		Open:  true,
		Impls: []string{"bool", "int64", "uint64", "float32", "float64", "string", "[]uint8", "[]any", "map[string]any"},
		Rules: []driver.Rule{driver.NoHiddenPointers},
	}.Check,
	Reads: driver.Call(`msgpack "gopkg.in/vmihailenco/msgpack.v2"`, "msgpack.Unmarshal"),
	Emit: driver.Funcs{
		Imports:   []string{"bytes", "msgpack gopkg.in/vmihailenco/msgpack.v2"},
		State:     `var out bytes.Buffer`,
		Marshal:   `return msgpack.Marshal(v)`,
		Append:    driver.Buffered("err := msgpack.NewEncoder(&out).Encode(v)"),
		Unmarshal: `return msgpack.Unmarshal(data, v)`,
		Write:     `return msgpack.NewEncoder(w).Encode(v)`,
		Read:      `return msgpack.NewDecoder(r).Decode(v)`,
	}.Overwriting(tags, vmihailenco.KeptByNil),
}

var tags = []string{"msgpack"}
