// Package gencode is the driver of github.com/andyleap/gencode.
package gencode

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

const module = "github.com/andyleap/gencode"

// Driver is github.com/andyleap/gencode.
var Driver = driver.Driver{
	Name: "gencode",
	Doc: "Code generated from a schema that is made from the type: Marshal, into a nil buffer or the caller's, and Unmarshal, as " +
		"the README has them. Plain integers, varints, and the flag -unsafe. The generator is run as a program, since its licence is the GPL.",
	Calls: "`Marshal(nil)`, or with the caller's buffer, and `Unmarshal`. README and alecthomas' suite, which keeps one struct. Variants: varint, and the flag `-unsafe`.",
	Facts: driver.Facts{
		Licence:     "GPL-2.0", // of the generator; what it makes imports the standard library only
		URL:         "https://github.com/andyleap/gencode",
		Separate:    "gencode",
		Schema:      true,
		Identity:    driver.ByOrder(),
		SlowToBuild: true,
	},
	Variants: []driver.Variant{
		variant(driver.Raw), variant(driver.Raw, driver.Varint), variant(driver.NotUnsafe),
	},
	Check: driver.Limits{
		Kinds: append([]typemodel.Kind{typemodel.Uintptr}, driver.Complexes...),
		Rules: []driver.Rule{driver.IsNameable, alternatives},
	}.Check,
	Emit: emit,
}

func variant(own ...driver.Feature) driver.Variant {
	return driver.Variant{
		Features:         append([]driver.Feature{driver.Codegen, driver.Binary}, own...),
		InternalUnsafe:   true, // floats, in all variants
		Nondeterministic: true, // maps
		Reuse:            true,
		Transform:        true,
	}
}

// alternatives refuses interfaces whose types the emitted code could not tell
// apart.
func alternatives(_ string, t *typemodel.Type) (reason, fix string) {
	for _, impl := range t.Impls {
		if impl.Kind == typemodel.Interface {
			return "interfaces within an interface are not supported", "name their types instead"
		}
	}
	return "", ""
}

// tool is the generator as it is run on a schema.
func tool(v driver.Variant, pkgName string, schema []byte) driver.Tool {
	args := []string{"go", "-schema", "schema", "-package", pkgName, "-out", "generated.go"}
	if v.Has(driver.NotUnsafe) {
		args = append(args, "-unsafe")
	}
	return driver.Tool{
		Modules: []driver.Module{
			{Path: module, Version: "v0.0.0-20171124163308-e1423834d4b4"},
			{Path: "github.com/andyleap/parser", Version: "v0.0.0-20160126201130-db5a13a7cd46"}, // later ones do not suit it
			{Path: "github.com/kr/pretty", Version: "v0.3.1"},
			{Path: "github.com/kr/text", Version: "v0.2.0"},
			{Path: "github.com/rogpeppe/go-internal", Version: "v1.9.0"},
		},
		Package: module,
		Args:    args,
		Files:   map[string][]byte{"schema": schema},
		Take: func(_ []byte, files map[string][]byte) (map[string][]byte, error) {
			src, err := repair(files["generated.go"])
			if err != nil {
				return nil, err
			}
			return map[string][]byte{pkgName + "/generated.go": src}, nil
		},
	}
}
