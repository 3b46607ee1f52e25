// Package assayjson is the driver of the JSON code that assay gen makes.
package assayjson

import (
	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/json"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/assay"
	"github.com/assay-go/assay/typemodel"
)

// Driver is the format json of assay gen.
var Driver = driver.Driver{
	Name: "assay.json",
	Doc: "JSON by the code that assay gen --format=json makes for the type itself, which writes and reads as encoding/json does: " +
		"Marshal, Append and Unmarshal of the generated code; the option --in-place, which saves a look at the input before used values are overwritten, that no other serializer takes; with arena the Unmarshal of its decoder; with unsafestr code of --unsafe, whose strings alias the input.",
	Calls: "the funcs that `assay gen --format=json` writes, as those of assay.",
	Facts: driver.Facts{
		Format:         "json",
		Licence:        "Apache-2.0",
		URL:            "https://github.com/assay-go/assay",
		Own:            true,
		SelfDescribing: true,
		Identity:       driver.ByName("json"),
	},
	Variants: []driver.Variant{
		{Features: features(), InternalUnsafe: true, Reuse: true}, // by the assembly of the vector instructions
		{Features: features(driver.Arena), InternalUnsafe: true},
		{Features: features(driver.UnsafeStr), Aliases: true, Reuse: true},
	},
	Check: check,
	Keeps: driver.KeepsJSON,
	Emit:  emit,
}

func features(more ...driver.Feature) []driver.Feature {
	return append([]driver.Feature{driver.Codegen, driver.Text, driver.Int}, more...)
}

var tags = []string{"json"}

func check(t *typemodel.Type, v driver.Variant) []typemodel.Diagnostic {
	if refused := driver.JSONLimits().Check(t, v); len(refused) > 0 {
		return refused
	}
	return codec.Refusals(new(json.Format), "", t)
}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	unmarshal := "return " + json.FuncName("Unmarshal", t) + "(data, v)"
	f := driver.Funcs{
		Marshal:   "return " + json.FuncName("Marshal", t) + "(v)",
		Append:    "return " + json.FuncName("Append", t) + "(buf, v)",
		Unmarshal: unmarshal,
	}
	if driver.Overwritten(t, tags, nil) {
		f.UnmarshalReuse = unmarshal
	}
	if v.Has(driver.Arena) {
		f.State = "d := new(" + json.FuncName("", t) + "Decoder)"
		f.Unmarshal, f.UnmarshalReuse = "return d.Unmarshal(data, v)", ""
	}
	format := &json.Format{InPlace: true} // as all others, which do not look at the input before they overwrite values
	return assay.Emit(a, t, format, codec.Options{Unsafe: v.Has(driver.UnsafeStr), Arena: v.Has(driver.Arena)}, f)
}
