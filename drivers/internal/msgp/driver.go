// Package msgp is the driver of github.com/tinylib/msgp.
package msgp

import (
	_ "embed"
	"reflect"
	"strconv"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/mirror"
	"github.com/assay-go/assay/typemodel"
)

const (
	module  = "github.com/tinylib/msgp"
	version = "v1.6.5"
)

// Driver is github.com/tinylib/msgp.
var Driver = driver.Driver{
	Name: "msgp",
	Doc: "MessagePack by generated methods. The generator runs on declarations with the layout of the user's " +
		"types, so that the methods see the user's structs as they are; MarshalMsg and UnmarshalMsg, as the README recommends for speed.",
	Calls: "`MarshalMsg(nil)` or with the caller's buffer, and `UnmarshalMsg`, as its README recommends. The generated code runs on the user's struct. Not used: tuples, which need a directive at the user's type; `-unexported`.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: module, Version: version}},
		Format:         "msgpack",
		Licence:        "MIT",
		URL:            "https://github.com/tinylib/msgp",
		SelfDescribing: true,
		Identity:       identity,
		SlowToBuild:    true,
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Codegen, driver.Binary, driver.Int},
		InternalUnsafe:   true,
		Nondeterministic: true,
		Reuse:            true,
	}},
	Check: mirror.Check(limits, func(t *typemodel.Type, _ driver.Variant) (*typemodel.Type, mirror.Config) { return t, config(t, "") }),
	Emit:  emit,
}

var limits = driver.Limits{
	Tags:  []string{"msg"},
	Kinds: []typemodel.Kind{typemodel.Uintptr},
	Keys:  driver.StringKeys, // the generator drops fields with other maps without a word
	Open:  true,
	Impls: []string{"bool", "float64", "string", "int64", "[]any", "map[string]any"},
	Rules: []driver.Rule{func(path string, t *typemodel.Type) (reason, fix string) {
		switch {
		case path == "" && t.Name.IsZero():
			return "the generator is for types with a name", "declare a type, or wrap it in a struct"
		case t.Kind == typemodel.Interface && !t.Name.IsZero():
			return "interfaces with a name are not supported", "use any, or a concrete type"
		case t.Kind == typemodel.Pointer && t.Elem.Kind == typemodel.Array && !t.Elem.IsByteArray():
			return "what the generator makes of pointers to arrays does not compile", "use the array, or a slice"
		}
		return "", ""
	}},
}

// config has strings with a name that are keys of maps without it: the generator
// makes nothing of a map with such keys, and says so nowhere.
func config(t *typemodel.Type, pkgPath string) mirror.Config {
	keys := map[string]bool{}
	typemodel.Walk(t, func(_ string, t *typemodel.Type) bool {
		if t.Kind == typemodel.Map {
			keys[t.Key.String()] = true
		}
		return true
	})
	return mirror.Config{
		PkgPath: pkgPath, Reserved: []string{"New", "T"}, Tag: tag, OmitTag: `msg:"-"`,
		Unnamed: func(t *typemodel.Type) bool { return t.Kind == typemodel.String && keys[t.String()] },
	}
}

// tag keeps the generator away from unexported fields, which it would write and
// read as others.
func tag(_ *typemodel.Type, f *typemodel.Field) reflect.StructTag {
	if !f.Exported() && !f.Embedded {
		return `msg:"-"`
	}
	return f.Tag
}

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	m, _ := mirror.New(t, config(t, a.PkgPath()))
	src, err := m.Source(a.PkgPath(), a.PkgName())
	if err != nil {
		return err
	}
	a.Files["types.go"] = src
	a.Tools = []driver.Tool{tool(src)}
	a.Reserve(m.Names()...) // before the library is imported
	f := driver.Funcs{
		Marshal:        `return mirror(v).MarshalMsg(nil)`,
		Append:         `return mirror(v).MarshalMsg(buf)`,
		Unmarshal:      unmarshal,
		UnmarshalReuse: unmarshal,
		Write:          `return ` + a.Import(module+"/msgp") + `.Encode(w, mirror(v))`,
		Read:           `return ` + a.Import(module+"/msgp") + `.Decode(r, mirror(v))`,
	}
	if p := driver.Part(t); p != nil {
		part(a, p, &f)
	}
	m.EmitNew(a, t, f)
	return nil
}

var identity = driver.ByName("msg")

// part adds the calls for one field, which the library finds by its name. A number takes as many
// bytes as it needs, so that another one may have no room.
func part(a *driver.Adapter, p *typemodel.Field, f *driver.Funcs) {
	name, _ := identity.Of(p)
	kind := p.Type.Kind
	read, write := "Uint64", "Uint64"
	switch {
	case kind == typemodel.Float32:
		read, write = "Float64", "Float32"
	case kind.IsFloat():
		read, write = "Float64", "Float64"
	case kind.IsSigned():
		read, write = "Int64", "Int64"
	}
	typ := strings.ToLower(write)
	lib := a.Import(module + "/msgp")
	f.Part = p.Name
	f.State = "var scratch []byte"
	f.Field = `n, _, err := ` + lib + `.Read` + read + `Bytes(` + lib + `.Locate(` + strconv.Quote(name) + `, data))
		return ` + a.Bits(kind, "n") + `, err`
	f.Update = `scratch = ` + lib + `.Append` + write + `(scratch[:0], ` + typ + `(` + a.OfBits(kind, "x") + `))
		at := ` + lib + `.Locate(` + strconv.Quote(name) + `, data)
		if len(at) != len(scratch) {
			return ` + a.Ident("errors", "New") + `("the number takes another length")
		}
		copy(at, scratch)
		return nil`
}

const unmarshal = `_, err := mirror(v).UnmarshalMsg(data)
	return err`

//go:embed generate.go
var generator string

// tool is the generator as it is run on the declarations.
func tool(types []byte) driver.Tool {
	return driver.Tool{
		Modules: []driver.Module{
			{Path: module, Version: version},
			{Path: "github.com/philhofer/fwd", Version: "v1.2.0"},
			{Path: "golang.org/x/mod", Version: "v0.42.0"},
			{Path: "golang.org/x/sync", Version: "v0.24.0"},
			{Path: "golang.org/x/tools", Version: "v0.52.0"},
		},
		Sources: map[string][]byte{"main.go": []byte(strings.TrimPrefix(generator, "//go:build ignore\n\n"))},
		Stdin:   types,
		Take: func(stdout []byte, _ map[string][]byte) (map[string][]byte, error) {
			return map[string][]byte{"methods.go": stdout}, nil
		},
	}
}
