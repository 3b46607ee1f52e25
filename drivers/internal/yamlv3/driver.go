// Package yamlv3 is the driver of gopkg.in/yaml.v3.
package yamlv3

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is gopkg.in/yaml.v3.
var Driver = driver.Driver{
	Name:  "yaml-v3",
	Doc:   "The YAML that most of the field's programs read, by Marshal and Unmarshal, as its documentation shows; reuse encodes to the caller's buffer by an Encoder for each value. Reading streams is left out: a document ends where the stream does.",
	Calls: "`yaml.Marshal`, `Unmarshal`. Its documentation; with reuse `yaml.NewEncoder` over the caller's buffer, closed after the value, since one that is kept writes a separator before the next. Not used: nodes, which are for programs that edit documents.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "gopkg.in/yaml.v3", Version: "v3.0.1"}},
		Format:         "yaml",
		Licence:        "MIT AND Apache-2.0",
		URL:            "https://gopkg.in/yaml.v3",
		SelfDescribing: true,
		Identity:       driver.Identity{By: driver.Name, Tags: tags, Lower: true},
		Unmaintained:   "2025: its author has archived it; go.yaml.in/yaml/v3 goes on with the same code",
	},
	Variants: Variants,
	Check:    Limits.Check,
	Keeps:    driver.KeepsMethods(typemodel.TextMarshaler),
	Reads:    driver.Call(`"gopkg.in/yaml.v3"`, "yaml.Unmarshal"),
	Emit:     Emitter("gopkg.in/yaml.v3"),
}

var tags = []string{"yaml"}

// Variants, Limits and Emitter are of other libraries with this one's calls, too.
var Variants = []driver.Variant{{
	Features: []driver.Feature{driver.Reflect, driver.Text, driver.Int},
	Reuse:    true,
}}

// Limits are the types that such a library carries.
var Limits = driver.Limits{
	Tags:    tags,
	Methods: typemodel.TextMarshaler,
	Kinds:   driver.Complexes,
	Open:    true,
	Impls:   []string{"bool", "int", "float64", "string", "[]any", "map[string]any"},
	Rules:   []driver.Rule{driver.NoHiddenPointers},
}

// Emitter returns what emits calls of the library with the import path.
func Emitter(path string) func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	return func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error { return emit(path, a, t) }
}

func emit(path string, a *driver.Adapter, t *typemodel.Type) error {
	f := driver.Funcs{
		Imports: []string{"bytes", "yaml " + path},
		State:   `var out bytes.Buffer`,
		Marshal: `return yaml.Marshal(v)`,
		Append: `out = *bytes.NewBuffer(buf)
			enc := yaml.NewEncoder(&out)
			if err := enc.Encode(v); err != nil {
				return buf, err
			}
			if err := enc.Close(); err != nil {
				return buf, err
			}
			return out.Bytes(), nil`,
		Unmarshal: `return yaml.Unmarshal(data, v)`,
		Write: `enc := yaml.NewEncoder(w)
			if err := enc.Encode(v); err != nil {
				return err
			}
			return enc.Close()`,
	}
	f.Overwrite(t, tags, nil)
	a.EmitNew(t, f)
	return nil
}
