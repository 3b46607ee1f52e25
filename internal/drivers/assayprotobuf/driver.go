// Package assayprotobuf is the driver of the Protocol Buffers code that assay gen makes.
package assayprotobuf

import (
	"maps"
	"path"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/generate"
	"github.com/assay-go/assay/codec/protobuf"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Driver is the format protobuf of assay gen.
var Driver = driver.Driver{
	Name: "assay.protobuf",
	Doc: "Protocol Buffers by the code that assay gen --format=protobuf makes for the type itself, by the numbers of its tags, or, " +
		"as the other rows of the format number them, in the order of its fields where no field has one: " +
		"Marshal, Append and Unmarshal of the generated code; " +
		"with unsafestr code of --unsafe, whose strings and bytes alias the input.",
	Calls: "the funcs that `assay gen --format=protobuf` writes, as those of assay. Fields without numbers are numbered in their order, as those of the other rows of the format. With unsafestr those of `--unsafe`.",
	Facts: driver.Facts{
		Format:   "protobuf",
		Licence:  "Apache-2.0",
		URL:      "https://github.com/assay-go/assay",
		Own:      true,
		Identity: driver.ByNumber("protobuf"),
	},
	Variants: []driver.Variant{
		{Features: features(driver.Raw), Nondeterministic: true, Reuse: true},
		{Features: features(driver.Varint), Nondeterministic: true, Reuse: true},
		{Features: features(driver.Raw, driver.UnsafeStr), Nondeterministic: true, Reuse: true, Aliases: true},
	},
	CarriesState: true, // as assay gen writes it, or refused
	Check:        check,
	Emit:         emit,
}

// format returns the format of a variant: as with the other rows, integers of 32 and 64
// bits are fixed unless it says varint.
func format(v driver.Variant) *protobuf.Format {
	return &protobuf.Format{Ordered: true, Fixed: !v.Has(driver.Varint)}
}

func check(t *typemodel.Type, v driver.Variant) []typemodel.Diagnostic {
	return codec.Refusals(format(v), path.Join(t.Name.PkgPath, "adapter"), t) // a package of its own, beside that of t
}

func features(more ...driver.Feature) []driver.Feature {
	return append([]driver.Feature{driver.Codegen, driver.Binary, driver.Int}, more...)
}

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	name := func(verb string) string { return codec.FuncName(verb, t, "protobuf") }
	a.ReserveTypes(t)
	a.EmitNew(t, driver.Funcs{
		Marshal:        "return " + name("Marshal") + "(v)",
		Append:         "return " + name("Append") + "(buf, v)",
		Unmarshal:      "return " + name("Unmarshal") + "(data, v)",
		UnmarshalReuse: "return " + name("Unmarshal") + "(data, v)",
	})
	// The codec stands in a file of its own, as assay gen writes it; what it looks
	// like is for the tests of package protobuf.
	files, err := generate.Code(a.PkgPath(), a.PkgName(), format(v), codec.Options{Unsafe: v.Has(driver.UnsafeStr)}, t)
	maps.Copy(a.Files, files)
	return err
}
