// Package jsoniter is the driver of github.com/json-iterator/go.
package jsoniter

import (
	"strconv"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is github.com/json-iterator/go.
var Driver = driver.Driver{
	Name:  "jsoniter",
	Doc:   "JSON with ConfigCompatibleWithStandardLibrary, as its README shows; ConfigFastest cuts floats to six digits. Reuse keeps one Stream over the caller's buffer.",
	Calls: "`ConfigCompatibleWithStandardLibrary`; one `Stream` with reuse. README. Not used: `ConfigFastest`, which cuts floats to six digits; an `Iterator` of one's own, which does not look at what follows the value (584 against 634).",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: "github.com/json-iterator/go", Version: "v1.1.12"}},
		Format:         "json",
		Licence:        "MIT",
		URL:            "https://github.com/json-iterator/go",
		SelfDescribing: true,
		Identity:       driver.ByName("json"),
		SlowToBuild:    true,
	},
	Variants: []driver.Variant{{
		Features:       []driver.Feature{driver.Reflect, driver.Text, driver.Int},
		InternalUnsafe: true,
		Reuse:          true,
	}},
	Check: check,
	Keeps: driver.KeepsJSON,
	Reads: driver.Call(`jsoniter "github.com/json-iterator/go"`, "jsoniter.ConfigCompatibleWithStandardLibrary.Unmarshal"),
	Emit:  emit,
}

func check(t *typemodel.Type, v driver.Variant) []typemodel.Diagnostic {
	l := driver.JSONLimits()
	l.Keys = append([]typemodel.Kind{typemodel.Bool, typemodel.Float32, typemodel.Float64}, driver.TextKeys...)
	return l.Check(t, v)
}

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	f := driver.Funcs{
		Imports: []string{"jsoniter github.com/json-iterator/go"},
		Decls:   `var json = jsoniter.ConfigCompatibleWithStandardLibrary`,
		State:   `stream := jsoniter.NewStream(json, nil, 0)`,
		Marshal: `return json.Marshal(v)`,
		Append: `stream.Error = nil
			stream.SetBuffer(buf)
			stream.WriteVal(v)
			if stream.Error != nil {
				return buf, stream.Error
			}
			return stream.Buffer(), nil`,
		Unmarshal: `return json.Unmarshal(data, v)`,
		Write:     `return json.NewEncoder(w).Encode(v)`,
		Read:      `return json.NewDecoder(r).Decode(v)`,
	}
	f.Overwrite(t, []string{"json"}, nil)
	if p := driver.Part(t); p != nil {
		name, _ := driver.ByName("json").Of(p)
		f.Part = p.Name
		read := map[bool]string{true: "ToFloat64", false: "ToInt64"}[p.Type.Kind.IsFloat()]
		if !p.Type.Kind.IsFloat() && !p.Type.Kind.IsSigned() {
			read = "ToUint64"
		}
		f.Field = `n := json.Get(data, ` + strconv.Quote(name) + `)
			return ` + a.Bits(p.Type.Kind, "n."+read+"()") + `, n.LastError()`
	}
	a.EmitNew(t, f)
	return nil
}
