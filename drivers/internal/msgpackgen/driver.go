// Package msgpackgen is the driver of github.com/shamaton/msgpackgen with structs
// as maps.
package msgpackgen

import (
	"bytes"
	"errors"
	"slices"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/mirror"
	"github.com/assay-go/assay/typemodel"
)

const (
	module  = "github.com/shamaton/msgpackgen"
	version = "v1.1.0"
)

// Driver is github.com/shamaton/msgpackgen with structs as maps.
var Driver = New("msgpackgen", "map")

// New returns the driver with structs as the given MessagePack type, map or
// array.
func New(name, structs string) driver.Driver {
	as := map[string]string{"map": "AsMap", "array": "AsArray"}[structs]
	return driver.Driver{
		Name: name,
		Doc: "MessagePack with structs as " + structs + "s, by generated funcs: Marshal" + as + " and Unmarshal" + as + ", as its README " +
			"shows. The generator is run as a program, with -strict, on declarations with the layout of the user's types, in which " +
			"only structs have names. Messages must have exactly the fields of the type.",
		Calls: "the generated funcs, with `-strict`. README. It has no call into a buffer.",
		Facts: driver.Facts{
			Modules:        []driver.Module{{Path: module, Version: version}},
			Format:         "msgpack",
			Licence:        "MIT",
			URL:            "https://" + module,
			SelfDescribing: structs == "map",
			Identity:       driver.ByOrder(),
			SlowToBuild:    true,
		},
		Variants: []driver.Variant{{
			Features:         []driver.Feature{driver.Codegen, driver.Binary, driver.Int},
			Nondeterministic: true, // maps
		}},
		Check: mirror.Check(limits, func(t *typemodel.Type, _ driver.Variant) (*typemodel.Type, mirror.Config) {
			return mirror.Plain(t, true), config("")
		}),
		Emit: func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
			return emit(a, t, as)
		},
	}
}

var tags = []string{"msgpack"}

var limits = driver.Limits{
	Tags:  tags,
	Kinds: []typemodel.Kind{typemodel.Uintptr, typemodel.Interface},
	Keys: append([]typemodel.Kind{
		typemodel.String, typemodel.Bool, typemodel.Float32, typemodel.Float64, typemodel.Complex64, typemodel.Complex128,
	}, driver.Integers...),
	Rules: []driver.Rule{gaps},
}

func gaps(path string, t *typemodel.Type) (reason, fix string) {
	switch {
	case path == "" && (t.Kind != typemodel.Struct || t.Name.IsZero()):
		return "the generator is for structs with a name", "wrap it in a struct"
	case mirror.Endless(t):
		return "recursive types are supported by way of structs only", "wrap " + t.String() + " in a struct"
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
	return mirror.Config{PkgPath: pkgPath, NameStructs: true, Reserved: []string{
		"New", "T", "Marshal", "MarshalAsMap", "MarshalAsArray", "Unmarshal", "UnmarshalAsMap", "UnmarshalAsArray",
		"Time", // which the generator takes for time.Time
	}}
}

func emit(a *driver.Adapter, t *typemodel.Type, as string) error {
	m, _ := mirror.New(mirror.Plain(t, true), config(a.PkgPath()))
	types, err := m.Source(a.PkgPath(), a.PkgName())
	if err != nil {
		return err
	}
	// The generator drops structs with unexported fields of types that it does
	// not support.
	visible, _ := mirror.New(mirror.Plain(t, false), config(a.PkgPath()))
	input, err := visible.Source(a.PkgPath(), toolPkg)
	if err != nil {
		return err
	}
	a.Files["types.go"] = types
	a.Tools = []driver.Tool{tool(a.PkgName(), input)}
	a.OwnUnsafe = m.Names()
	m.EmitNew(a, t, driver.Funcs{
		Marshal:   `return Marshal` + as + `(mirror(v))`,
		Unmarshal: `return Unmarshal` + as + `(data, mirror(v))`,
	})
	return nil
}

// toolPkg is the name of the package that the generator sees: it takes
// underscores out of names.
const toolPkg = "assaytool"

// tool is the generator as it is run on the declarations for a package of that
// name.
func tool(pkgName string, types []byte) driver.Tool {
	const out = "generated.go"
	return driver.Tool{
		Modules: []driver.Module{
			{Path: module, Version: version},
			{Path: "github.com/dave/jennifer", Version: "v1.7.1"},
			{Path: "github.com/shamaton/msgpack/v3", Version: "v3.2.3"},
		},
		Package: module,
		Args:    []string{"-strict", "-input-file", "types.go", "-output-file", out},
		Files:   map[string][]byte{"types.go": types, "go.mod": []byte("module assay.tool\n")},
		Take: func(_ []byte, files map[string][]byte) (map[string][]byte, error) {
			before, after, ok := bytes.Cut(files[out], []byte("package "+toolPkg+"\n"))
			if !ok {
				return nil, errors.New("it wrote no file of the package")
			}
			return map[string][]byte{out: slices.Concat(before, []byte("package "+pkgName+"\n"), after)}, nil
		},
	}
}
