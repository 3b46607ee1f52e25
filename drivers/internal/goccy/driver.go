// Package goccy is the driver of github.com/goccy/go-json.
package goccy

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/goccy/go-json.
var Driver = driver.Driver{
	Name:  "goccy",
	Doc:   "JSON as encoding/json, by an interpreter of instructions made once a type. Marshal and Unmarshal of pointers, as its README recommends; reuse keeps one Encoder over the caller's buffer, which ends every value with a newline. The option DecodeNoCopyString lets strings refer to the input.",
	Calls: "`json.Marshal` of pointers, one `Encoder` with reuse. README. Not used: `MarshalNoEscape`, which differs only for values on the stack, and ours are on the heap (178 against 187; `UnmarshalNoEscape` 263 against 261); `UnorderedMap`, which changes the output.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "github.com/goccy/go-json", Version: "v0.12.0"}},
		Format:         "json",
		Licence:        "MIT",
		URL:            "https://github.com/goccy/go-json",
		SelfDescribing: true,
		Identity:       driver.ByName("json"),
		SlowToBuild:    true,
	},
	Variants: []driver.Variant{variant(false), variant(true, driver.UnsafeStr)},
	Check:    driver.JSONLimits().Check,
	Keeps:    driver.KeepsJSON,
	Reads:    driver.Call(`json "github.com/goccy/go-json"`, "json.Unmarshal"),
	Emit:     emit,
}

func variant(aliases bool, features ...driver.Feature) driver.Variant {
	return driver.Variant{
		Features:       append([]driver.Feature{driver.Reflect, driver.Text, driver.Int}, features...),
		InternalUnsafe: true,
		Aliases:        aliases,
		Reuse:          true,
	}
}

var tags = []string{"json"}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	f := driver.Funcs{
		Imports: []string{"bytes", "github.com/goccy/go-json"},
		State: `var out bytes.Buffer
			enc := json.NewEncoder(&out)`,
		Marshal:   `return json.Marshal(v)`,
		Append:    driver.Buffered("err := enc.Encode(v)"),
		Unmarshal: `return json.Unmarshal(data, v)`,
		Write:     `return json.NewEncoder(w).Encode(v)`,
		Read:      `return json.NewDecoder(r).Decode(v)`,
	}
	if v.Aliases {
		f.Unmarshal = `return json.UnmarshalWithOption(data, v, json.DecodeNoCopyString())`
	}
	// A null does not replace bytes.
	f.Overwrite(t, tags, (*typemodel.Type).IsBytes)
	a.EmitNew(t, f)
	return nil
}
