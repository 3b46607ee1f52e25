// Package goccyyaml is the driver of github.com/goccy/go-yaml.
package goccyyaml

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/goccy/go-yaml.
var Driver = driver.Driver{
	Name:  "goccy-yaml",
	Doc:   "A YAML written anew for Go, by Marshal and Unmarshal, as its documentation shows; reuse encodes to the caller's buffer by an Encoder for each value. Reading streams is left out: a document ends where the stream does.",
	Calls: "`yaml.Marshal`, `Unmarshal`. README; with reuse `yaml.NewEncoder` over the caller's buffer, closed after the value. Not used: its parser and printer of trees.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "github.com/goccy/go-yaml", Version: "v1.19.2"}},
		Format:         "yaml",
		Licence:        "MIT",
		URL:            "https://github.com/goccy/go-yaml",
		SelfDescribing: true,
		Identity:       driver.Identity{By: driver.Name, Tags: tags, Lower: true},
	},
	Variants: []driver.Variant{{
		Features: []driver.Feature{driver.Reflect, driver.Text, driver.Int},
		Reuse:    true,
	}},
	Check: driver.Limits{
		Tags:    tags,
		Methods: typemodel.TextMarshaler,
		Kinds:   driver.Complexes,
		Open:    true,
		Impls:   []string{"bool", "int", "float64", "string", "[]any", "map[string]any"},
		Rules:   []driver.Rule{driver.NoHiddenPointers},
	}.Check,
	Keeps: driver.KeepsMethods(typemodel.TextMarshaler),
	Reads: driver.Call(`"github.com/goccy/go-yaml"`, "yaml.Unmarshal"),
	Emit:  emit,
}

var tags = []string{"yaml"}

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	f := driver.Funcs{
		Imports: []string{"bytes", "yaml github.com/goccy/go-yaml"},
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
	if driver.Overwritten(t, tags, nil) {
		f.UnmarshalReuse = f.Unmarshal
	}
	a.EmitNew(t, f)
	return nil
}
