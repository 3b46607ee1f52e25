// Package burntsushitoml is the driver of github.com/BurntSushi/toml.
package burntsushitoml

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/BurntSushi/toml.
var Driver = driver.Driver{
	Name:  "burntsushi-toml",
	Doc:   "TOML by Marshal and Unmarshal, as its documentation shows; reuse encodes to the caller's buffer by an Encoder for each value. Reading streams is left out: a document ends where the stream does. The format has no null: what is nil is left out.",
	Calls: "`toml.Marshal`, `Unmarshal`. README; with reuse `toml.NewEncoder` over the caller's buffer. An Encoder that is kept puts an empty line before the next value.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "github.com/BurntSushi/toml", Version: "v1.6.0"}},
		Format:         "toml",
		Licence:        "MIT",
		URL:            "https://github.com/BurntSushi/toml",
		SelfDescribing: true,
		Identity:       driver.ByName("toml"),
	},
	Variants: []driver.Variant{{
		Features: []driver.Feature{driver.Reflect, driver.Text, driver.Int},
		Reuse:    true,
	}},
	Check: driver.Limits{
		Tags:    tags,
		Methods: typemodel.TextMarshaler,
		Kinds:   append([]typemodel.Kind{typemodel.Uintptr}, driver.Complexes...),
		Keys:    driver.StringKeys,
		Open:    true,
		Impls:   Impls,
		Rules:   []driver.Rule{IsTable, driver.NoHiddenPointers},
	}.Check,
	Keeps: driver.KeepsMethods(typemodel.TextMarshaler),
	Reads: driver.Call(`"github.com/BurntSushi/toml"`, "toml.Unmarshal"),
	Emit:  Emitter("github.com/BurntSushi/toml"),
}

var tags = []string{"toml"}

// Impls are the types that TOML gives back behind an interface.
var Impls = []string{"bool", "int64", "float64", "string", "[]any", "map[string]any"}

// IsTable is a rule against types whose values are no document of TOML.
func IsTable(path string, t *typemodel.Type) (reason, fix string) {
	if path == "" && t.Kind != typemodel.Struct && t.Kind != typemodel.Map {
		return "the top level of TOML must be a table", "wrap it in a struct"
	}
	return "", ""
}

// Emitter returns what emits the calls, which are the same of other libraries of TOML, of the
// one that is imported so.
func Emitter(imported string) func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	return func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error { return emit(imported, a, t) }
}

func emit(imported string, a *driver.Adapter, t *typemodel.Type) error {
	a.EmitNew(t, driver.Funcs{
		Imports:   []string{"bytes", imported},
		State:     `var out bytes.Buffer`,
		Marshal:   `return toml.Marshal(v)`,
		Append:    driver.Buffered("err := toml.NewEncoder(&out).Encode(v)"),
		Unmarshal: `return toml.Unmarshal(data, v)`,
		Write:     `return toml.NewEncoder(w).Encode(v)`,
	})
	return nil
}
