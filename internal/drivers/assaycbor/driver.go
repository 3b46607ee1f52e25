// Package assaycbor is the driver of the CBOR code that assay gen makes.
package assaycbor

import (
	"maps"
	"path"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/cbor"
	"github.com/assay-go/assay/codec/generate"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is the format cbor of assay gen.
var Driver = driver.Driver{
	Name: "assay.cbor",
	Doc: "CBOR by the code that assay gen --format=cbor makes for the type itself, which writes what fxamacker/cbor writes with times as text: " +
		"Marshal, Append and Unmarshal of the generated code; " +
		"with unsafestr code of --unsafe, whose strings and bytes alias the input.",
	Calls: "the funcs that `assay gen --format=cbor` writes, as those of assay. With unsafestr those of `--unsafe`.",
	Facts: driver.Facts{
		Format:         "cbor",
		Licence:        "Apache-2.0",
		URL:            "https://github.com/assay-go/assay",
		Own:            true,
		SelfDescribing: true,
		Identity:       driver.ByName("cbor", "json"),
	},
	Variants: []driver.Variant{
		{Features: features(), Nondeterministic: true, Reuse: true},
		{Features: features(driver.UnsafeStr), Nondeterministic: true, Reuse: true, Aliases: true},
	},
	CarriesState: true, // as assay gen writes it, or refused
	Check:        check,
	Emit:         emit,
}

func check(t *typemodel.Type, _ driver.Variant) []typemodel.Diagnostic {
	return codec.Refusals(new(cbor.Format), path.Join(t.Name.PkgPath, "adapter"), t) // a package of its own, beside that of t
}

func features(more ...driver.Feature) []driver.Feature {
	return append([]driver.Feature{driver.Codegen, driver.Binary, driver.Int}, more...)
}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	name := func(verb string) string { return codec.FuncName(verb, t, "cbor") }
	a.ReserveTypes(t)
	a.EmitNew(t, driver.Funcs{
		Marshal:        "return " + name("Marshal") + "(v)",
		Append:         "return " + name("Append") + "(buf, v)",
		Unmarshal:      "return " + name("Unmarshal") + "(data, v)",
		UnmarshalReuse: "return " + name("Unmarshal") + "(data, v)",
	})
	// The codec stands in a file of its own, as assay gen writes it; what it looks
	// like is for the tests of package cbor.
	files, err := generate.Code(a.PkgPath(), a.PkgName(), new(cbor.Format), codec.Options{Unsafe: v.Has(driver.UnsafeStr)}, t)
	maps.Copy(a.Files, files)
	return err
}
