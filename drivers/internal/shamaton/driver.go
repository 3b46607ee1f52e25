// Package shamaton is the driver of github.com/shamaton/msgpack with structs as
// maps.
package shamaton

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/shamaton/msgpack with structs as maps.
var Driver = New("shamaton", "map", driver.ByName("msgpack"))

// New returns the driver with structs as the given MessagePack type, map or
// array.
func New(name, structs string, identity driver.Identity) driver.Driver {
	as := map[string]string{"map": "AsMap", "array": "AsArray"}[structs]
	return driver.Driver{
		Name:  name,
		Doc:   "MessagePack with structs as " + structs + "s, by Marshal" + as + " and Unmarshal" + as + ", as its README shows. Streams are left out: the decoder takes a short read for a whole one.",
		Calls: "`msgpack.MarshalAsMap`, `UnmarshalAsMap`. README. It has no call into a buffer.",
		Facts: driver.Facts{
			Modules:        []driver.Module{{Path: "github.com/shamaton/msgpack/v3", Version: "v3.2.3"}},
			Format:         "msgpack",
			Licence:        "MIT",
			URL:            "https://github.com/shamaton/msgpack",
			SelfDescribing: structs == "map",
			Identity:       identity,
		},
		Variants: []driver.Variant{{
			Features:         []driver.Feature{driver.Reflect, driver.Binary, driver.Int},
			Aliases:          true,
			AliasesOnly:      (*typemodel.Type).IsBytes,
			Nondeterministic: true, // maps
		}},
		Check: driver.Limits{
			Tags:  []string{"msgpack"},
			Open:  structs == "map",
			Impls: []string{"bool", "float32", "float64", "string", "[]uint8", "[]any", "map[any]any"},
			Rules: []driver.Rule{driver.NoHiddenPointers},
		}.Check,
		Reads: driver.Call(`"github.com/shamaton/msgpack/v3"`, "msgpack.Unmarshal"+as),
		Emit: func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
			a.EmitNew(t, driver.Funcs{
				Imports:   []string{"github.com/shamaton/msgpack/v3"},
				Marshal:   `return msgpack.Marshal` + as + `(v)`,
				Unmarshal: `return msgpack.Unmarshal` + as + `(data, v)`,
			})
			return nil
		},
	}
}
