// Package jsonv2 is the driver of github.com/go-json-experiment/json.
package jsonv2

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/go-json-experiment/json.
var Driver = driver.Driver{
	Name:  "jsonv2",
	Doc:   "The JSON that the standard library has as encoding/json/v2 behind GOEXPERIMENT=jsonv2, from its own module. Marshal and Unmarshal; reuse resets one jsontext.Encoder to the caller's buffer, which it appends to without a copy and ends with a newline.",
	Calls: "`json.Marshal`, `Unmarshal`; one `jsontext.Encoder` reset to the caller's buffer with reuse. Its documentation.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "github.com/go-json-experiment/json", Version: "v0.0.0-20260820222146-c27c302e5fc3"}},
		Format:         "json",
		Licence:        "BSD-3-Clause",
		URL:            "https://github.com/go-json-experiment/json",
		SelfDescribing: true,
		Identity:       driver.ByName("json"),
		SlowToBuild:    true,
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Reflect, driver.Text, driver.Int},
		Nondeterministic: true, // maps, unless asked for
		Reuse:            true,
	}},
	Check: check,
	Keeps: driver.KeepsMethods(typemodel.JSONMarshaler | typemodel.TextMarshaler | typemodel.JSONMarshalerTo),
	Reads: driver.Call(`"github.com/go-json-experiment/json"`, "json.Unmarshal"),
	Emit:  emit,
}

func check(t *typemodel.Type, v driver.Variant) []typemodel.Diagnostic {
	l := driver.JSONLimits()
	l.Keys = append([]typemodel.Kind{typemodel.Float32, typemodel.Float64}, driver.TextKeys...)
	return l.Check(t, v)
}

func isDuration(t *typemodel.Type) bool { return t.Name.PkgPath == "time" && t.Name.Name == "Duration" }

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	f := driver.Funcs{
		Imports: []string{"bytes", "github.com/go-json-experiment/json", "github.com/go-json-experiment/json/jsontext"},
		State: `var out bytes.Buffer
			enc := jsontext.NewEncoder(&out)`,
	}
	options := ""
	if driver.Reaches(t, isDuration) {
		// Version 2 has no form for durations yet, and refuses them.
		a.Workarounds = append(a.Workarounds, "durations in nanoseconds, as in version 1")
		f.Imports = append(f.Imports, "jsonv1 github.com/go-json-experiment/json/v1")
		f.Decls = `var durations = jsonv1.FormatDurationAsNano(true)`
		options = ", durations"
	}
	f.Marshal = `return json.Marshal(v` + options + `)`
	f.Append = driver.Buffered("enc.Reset(&out)\nerr := json.MarshalEncode(enc, v" + options + ")")
	f.Unmarshal = `return json.Unmarshal(data, v` + options + `)`
	f.Write = `return json.MarshalWrite(w, v` + options + `)`
	f.Read = `return json.UnmarshalRead(r, v` + options + `)`
	f.Overwrite(t, []string{"json"}, nil)
	a.EmitNew(t, f)
	return nil
}
