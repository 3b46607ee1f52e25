// Package ffjson is the driver of github.com/pquerna/ffjson.
package ffjson

import (
	"slices"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/easyjson"
	"github.com/assay-go/assay/drivers/internal/mirror"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

const module = "github.com/pquerna/ffjson"

var modules = []driver.Module{{Path: module, Version: "v0.0.0-20190930134022-aa0246cd15f7"}}

// Driver is github.com/pquerna/ffjson.
var Driver = driver.Driver{
	Name: "ffjson",
	Doc: "JSON by generated methods. The generator is run as a program on declarations with the layout of the user's types, as the " +
		"command ffjson does: ffjson.Marshal and Unmarshal; reuse is one Encoder over the caller's buffer, and one Decoder.",
	Calls: "`ffjson.Marshal`, `Unmarshal`; reuse is one `Encoder` and one `Decoder`, which its README has for that. Not used: `Pool`, which gives the output away, and a buffer of the caller's, which it would give to a pool where it is too small.",
	Facts: driver.Facts{
		Modules:        modules,
		Format:         "json",
		Licence:        "Apache-2.0",
		URL:            "https://" + module,
		SelfDescribing: true,
		Identity:       driver.ByName("json"),
		SlowToBuild:    true,
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Codegen, driver.Text, driver.Int},
		Nondeterministic: true, // maps
		Reuse:            true,
	}},
	Check: mirror.Check(limits, func(t *typemodel.Type, _ driver.Variant) (*typemodel.Type, mirror.Config) {
		return t, easyjson.Config("")
	}),
	Keeps: func(t *typemodel.Type, _ driver.Variant) typemodel.Methods {
		switch {
		case !easyjson.Stays(t):
			return 0
		case t.Kind == typemodel.Struct: // which it leaves to encoding/json
			return t.Methods & (typemodel.JSONMarshaler | typemodel.TextMarshaler)
		}
		return t.Methods & typemodel.JSONMarshaler
	},
	Emit: emit,
}

var limits = func() driver.Limits {
	l := easyjson.Limits
	l.Rules = append(slices.Clip(l.Rules), func(path string, t *typemodel.Type) (reason, fix string) {
		if path == "" && t.Kind != typemodel.Struct {
			return "the generator is for structs", "wrap it in a struct"
		}
		return "", ""
	})
	return l
}()

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	m, _ := mirror.New(t, easyjson.Config(a.PkgPath()))
	src, err := m.Source(a.PkgPath(), a.PkgName())
	if err != nil {
		return err
	}
	tool, err := generator(a.PkgName(), src, easyjson.WithMethods(m, t))
	if err != nil {
		return err
	}
	a.Files["types.go"] = src
	a.Tools = []driver.Tool{tool}
	a.OwnUnsafe = m.Names()
	f := driver.Funcs{
		Imports: []string{"bytes", module + "/ffjson"},
		State: `var out bytes.Buffer
			enc := ffjson.NewEncoder(&out)`,
		Marshal:   `return ffjson.Marshal(mirror(v))`,
		Append:    driver.Buffered("err := enc.Encode(mirror(v))"),
		Unmarshal: `return ffjson.Unmarshal(data, mirror(v))`,
		Write:     `return ffjson.NewEncoder(w).Encode(mirror(v))`,
		Read:      `return ffjson.NewDecoder().DecodeReader(r, mirror(v))`,
	}
	if driver.Overwritten(t, []string{"json"}, nil) {
		f.State += "\ndec := ffjson.NewDecoder()"
		f.UnmarshalReuse = `return dec.Decode(data, mirror(v))`
	}
	m.EmitNew(a, t, f)
	return nil
}

// generator is the generator on the declarations, in a package of that name. The program is
// what the command writes and runs: it lists the structs that are to have methods.
func generator(pkgName string, types []byte, names []string) (driver.Tool, error) {
	tool, err := driver.ToolFor(types, pkgName, "listed.go", func(f *goprint.File) {
		f.Reserve(names...)
		f.P("var Listed = []", goprint.Ident{Path: module + "/shared", Name: "InceptionType"}, "{")
		for _, name := range names {
			f.P("{Obj: ", name, "{}},")
		}
		f.P("}")
	}, func(f *goprint.File, path string) {
		f.P("i := ", f.ImportAs(module+"/inception", "ffjsoninception"), ".NewInception(", `"types.go", "`, pkgName, `", "generated.go", false)`)
		f.P("i.AddMany(", f.ImportAs(path, "mirrored"), ".Listed)")
		f.P("i.Execute()")
	})
	tool.Modules = modules
	tool.Files = map[string][]byte{"types.go": types}
	tool.Take = driver.TakeFile("generated.go", "generated.go")
	return tool, err
}
