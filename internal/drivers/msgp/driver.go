// Package msgp is the driver of github.com/tinylib/msgp.
package msgp

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/tinylib/msgp/gen"
	"github.com/tinylib/msgp/parse"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/goprint/mirror"
	"github.com/assay-go/assay/typemodel"
)

const module = "github.com/tinylib/msgp"

// Driver is github.com/tinylib/msgp.
var Driver = driver.Driver{
	Name: "msgp",
	Doc: "MessagePack by generated methods. The generator's own packages run on declarations with the layout of the user's " +
		"types, so that the methods see the user's structs as they are; MarshalMsg and UnmarshalMsg, as the README recommends for speed.",
	Facts: driver.Facts{
		Modules:        []driver.Module{{Path: module, Version: "v1.6.5"}},
		Format:         "msgpack",
		Licence:        "MIT",
		URL:            "https://github.com/tinylib/msgp",
		SelfDescribing: true,
		Identity:       driver.ByName("msg"),
	},
	Variants: []driver.Variant{{
		Features:         []driver.Feature{driver.Codegen, driver.Binary, driver.Int},
		InternalUnsafe:   true,
		Nondeterministic: true,
		Reuse:            true,
	}},
	Check: check,
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

func check(t *typemodel.Type, v driver.Variant) []typemodel.Refusal {
	list := limits.Check(t, v)
	if len(list) == 0 {
		_, list = mirror.New(t, config(t, ""))
	}
	return list
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
	types := goprint.New(a.PkgPath(), a.PkgName())
	m.EmitTypes(types)
	src, err := types.Source()
	if err != nil {
		return err
	}
	methods, err := generate(src)
	if err != nil {
		return err
	}
	a.Files["types.go"], a.Files["methods.go"] = src, methods

	a.Reserve(m.Names()...)
	a.EmitNew(t, driver.Funcs{
		State:          "mirrorCheck()",
		Marshal:        `return mirror(v).MarshalMsg(nil)`,
		Append:         `return mirror(v).MarshalMsg(buf)`,
		Unmarshal:      unmarshal,
		UnmarshalReuse: unmarshal,
		Write:          `return ` + a.Import(module+"/msgp") + `.Encode(w, mirror(v))`,
		Read:           `return ` + a.Import(module+"/msgp") + `.Decode(r, mirror(v))`,
	})
	m.EmitCast(a.File)
	return nil
}

const unmarshal = `_, err := mirror(v).UnmarshalMsg(data)
	return err`

// generating guards the generator, which keeps state in package variables.
var generating sync.Mutex

// generate runs the generator on a file of declarations and returns the file of
// methods. It does what the generator's package printer does but for that package's
// use of goimports, which would be a heavy thing to build the command with: the
// imports that the methods need are those of the declarations, as far as they are used.
func generate(src []byte) ([]byte, error) {
	generating.Lock()
	defer generating.Unlock()
	dir, err := os.MkdirTemp("", "assay-msgp")
	if err != nil {
		return nil, fmt.Errorf("msgp: %w", err)
	}
	defer os.RemoveAll(dir)
	in := filepath.Join(dir, "types.go")
	if err := os.WriteFile(in, src, 0o600); err != nil {
		return nil, fmt.Errorf("msgp: %w", err)
	}
	files, err := parse.File(in, true, nil)
	if err != nil {
		return nil, fmt.Errorf("msgp: reading the declarations: %w", err)
	}
	var body bytes.Buffer
	if err := files.PrintTo(gen.NewPrinter(gen.Encode|gen.Decode|gen.Marshal|gen.Unmarshal|gen.Size, &body, nil)); err != nil {
		return nil, fmt.Errorf("msgp: generating methods: %w", err)
	}
	head := "package " + files.Package + "\n"
	used, err := qualifiers(head + body.String())
	if err != nil {
		return nil, fmt.Errorf("msgp: the generated methods: %w", err)
	}
	imports := map[bool][]string{false: {strconv.Quote(module + "/msgp")}} // by whether they are of the standard library
	for _, spec := range files.Imports {
		of, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, fmt.Errorf("msgp: %w", err)
		}
		name, line := path.Base(of), spec.Path.Value
		if spec.Name != nil {
			name, line = spec.Name.Name, spec.Name.Name+" "+line
		}
		first, _, _ := strings.Cut(of, "/")
		if std := !strings.Contains(first, "."); used[name] && !slices.Contains(imports[std], line) {
			imports[std] = append(imports[std], line)
		}
	}
	out, err := format.Source([]byte("// Code generated by " + module + " DO NOT EDIT.\n\n" + head + "\nimport (\n" +
		strings.Join(imports[true], "\n") + "\n\n" + strings.Join(imports[false], "\n") + "\n)\n\n" + body.String()))
	if err != nil {
		return nil, fmt.Errorf("msgp: the generated methods: %w", err)
	}
	return out, nil
}

// qualifiers are the names before a dot in a file that no declaration of it gives.
func qualifiers(src string) (map[string]bool, error) {
	file, err := parser.ParseFile(token.NewFileSet(), "", src, 0)
	if err != nil {
		return nil, err
	}
	free, used := map[string]bool{}, map[string]bool{}
	for _, id := range file.Unresolved {
		free[id.Name] = true
	}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && free[x.Name] {
				used[x.Name] = true
			}
		}
		return true
	})
	return used, nil
}
