// Package segmentiojson is the driver of github.com/segmentio/encoding/json.
package segmentiojson

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/segmentio/encoding/json.
var Driver = driver.Driver{
	Name:  "segmentio-json",
	Doc:   "JSON as encoding/json, by Marshal and Unmarshal; reuse is Append, with the flags of Marshal. The flag ZeroCopy of Parse lets strings and numbers refer to the input.",
	Calls: "`json.Marshal`, `Append` for reuse with the flags of `Marshal`, `Unmarshal`, which is `Parse` with a look at what follows; appending to nil costs more than `Marshal` (263 against 210); `Parse` with `ZeroCopy` has rows of its own. Its documentation.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "github.com/segmentio/encoding", Version: "v0.5.4"}},
		Format:         "json",
		Licence:        "MIT",
		URL:            "https://github.com/segmentio/encoding",
		SelfDescribing: true,
		Identity:       driver.ByName("json"),
	},
	Variants: []driver.Variant{variant(false), variant(true, driver.UnsafeStr)},
	Check:    driver.JSONLimits().Check,
	Keeps:    driver.KeepsJSON,
	Reads:    driver.Call(`"github.com/segmentio/encoding/json"`, "json.Unmarshal"),
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

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	f := driver.Funcs{
		Imports:   []string{"github.com/segmentio/encoding/json"},
		Marshal:   `return json.Marshal(v)`,
		Append:    `return json.Append(buf, v, json.EscapeHTML|json.SortMapKeys)`,
		Unmarshal: `return json.Unmarshal(data, v)`,
		Write:     `return json.NewEncoder(w).Encode(v)`,
		Read:      `return json.NewDecoder(r).Decode(v)`,
	}
	if v.Aliases {
		f.Imports = append(f.Imports, "errors")
		f.Decls = `var errTrailing = errors.New("json: data after the value")`
		f.Unmarshal = `rest, err := json.Parse(data, v, json.ZeroCopy)
			if err == nil && len(rest) > 0 {
				err = errTrailing
			}
			return err`
	}
	f.Overwrite(t, []string{"json"}, nil)
	a.EmitNew(t, f)
	return nil
}
