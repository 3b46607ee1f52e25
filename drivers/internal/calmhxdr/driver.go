// Package calmhxdr is the driver of github.com/calmh/xdr.
package calmhxdr

import (
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/mirror"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

const (
	module  = "github.com/calmh/xdr"
	version = "v1.1.0"
)

// Driver is github.com/calmh/xdr.
var Driver = driver.Driver{
	Name: "calmh-xdr",
	Doc: "XDR by methods that genxdr generates: MarshalXDR, UnmarshalXDR, and MarshalXDRInto for reuse, as in its benchmarks. genxdr " +
		"is run as a program on declarations with the layout of the user's types. What it leaves out has a type with methods of the " +
		"same names, by which the generated code carries it in the form that RFC 4506 gives it.",
	Calls: "`MarshalXDR`, `UnmarshalXDR`, and for reuse `XDRSize` and `MarshalXDRInto`, as in the benchmarks that genxdr writes. Not used: fill, as the Marshaller does not say how far it came.",
	Facts: driver.Facts{
		Modules:     []driver.Module{{Path: module, Version: version}},
		Format:      "xdr",
		Licence:     "MIT",
		URL:         "https://" + module,
		Identity:    driver.ByOrder(),
		SlowToBuild: true,
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Codegen, driver.Binary, driver.Int},
		Aliases:          true,
		AliasesOnly:      (*typemodel.Type).IsBytes,
		Nondeterministic: true, // maps
		Reuse:            true,
	}},
	Check: mirror.Check(limits, func(t *typemodel.Type, _ driver.Variant) (*typemodel.Type, mirror.Config) {
		return carry(t, true).root, config("")
	}),
	Emit: emit,
}

var limits = driver.Limits{
	Kinds: append([]typemodel.Kind{typemodel.Uintptr, typemodel.Pointer, typemodel.Interface}, driver.Complexes...),
	Rules: []driver.Rule{gaps},
}

func gaps(path string, t *typemodel.Type) (reason, fix string) {
	if path == "" && (t.Kind != typemodel.Struct || t.Name.IsZero()) {
		return "the generator is for structs with a name", "wrap it in a struct"
	}
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Embedded && !f.Exported() {
			return "the embedded " + f.Name + " is not exported and would be left out", "export its type"
		}
	}
	if path == "" {
		return driver.IsNameable(path, t)
	}
	return "", ""
}

func config(pkgPath string) mirror.Config {
	return mirror.Config{PkgPath: pkgPath, NameStructs: true, Reserved: []string{"New", "T"}}
}

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	c := carry(t, true)
	m, _ := mirror.New(c.root, config(a.PkgPath()))
	types := goprint.New(a.PkgPath(), a.PkgName())
	m.EmitTypes(types)
	c.emitMethods(types, m)
	a.Workarounds = c.workarounds

	// The generator takes unexported fields for others.
	visible, _ := mirror.New(carry(t, false).root, config(a.PkgPath()))
	inputSrc, err := visible.Source(a.PkgPath(), a.PkgName())
	if err != nil {
		return err
	}
	typesSrc, err := types.Source()
	if err != nil {
		return err
	}
	a.Files["types.go"] = typesSrc
	a.Tools = []driver.Tool{tool(inputSrc)}
	a.OwnUnsafe = m.Names()
	m.EmitNew(a, t, driver.Funcs{
		Imports: []string{"slices", module},
		Marshal: `return mirror(v).MarshalXDR()`,
		Append: `m := mirror(v)
			n, size := len(buf), m.XDRSize()
			buf = slices.Grow(buf, size)[:n+size]
			return buf, m.MarshalXDRInto(&xdr.Marshaller{Data: buf[n:]})`,
		// Every field is assigned, and slices are used again.
		Unmarshal:      `return mirror(v).UnmarshalXDR(data)`,
		UnmarshalReuse: `return mirror(v).UnmarshalXDR(data)`,
		Size:           `return mirror(v).XDRSize()`,
	})
	return nil
}

// tool is the generator as it is run on the declarations.
func tool(types []byte) driver.Tool {
	const out = "generated.go"
	return driver.Tool{
		Modules: []driver.Module{{Path: module, Version: version}},
		Package: module + "/cmd/genxdr",
		Args:    []string{"-o", out, "types.go"},
		Files:   map[string][]byte{"types.go": types},
		Take:    driver.TakeFile(out, out),
	}
}
