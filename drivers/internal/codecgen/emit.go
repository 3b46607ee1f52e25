package codecgen

import (
	"bytes"
	"errors"
	"slices"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/gocodec"
	"github.com/assay-go/assay/drivers/internal/mirror"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

func config(pkgPath string, v driver.Variant) mirror.Config {
	return mirror.Config{
		PkgPath:     pkgPath,
		Keep:        func(t *typemodel.Type) bool { return stays(t, v) != 0 },
		NameStructs: true,
		Unnamed:     (*typemodel.Type).IsBytes, // the methods of those with names cannot read nil
		Reserved: []string{
			"New", "T", "handle", "Types",
			"codec1978", "runtime", "errors", "strconv", "sort", "time", // imports of the generated file
			"x", "e", "d", "h", "z", "r", "l", "v", "p", "i", "j", "k", "b", "file", "ver", // and what it declares
		},
	}
}

// Document is codecgen as the benchmarks of go-codec's author call it: see
// [gocodec.Document].
var Document = gocodec.OfDocument(Driver, func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	f := gocodec.DocumentFuncs(v, "mirror(v)")
	return emitMirrored(a, t, v, f)
})

func emit(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
	return emitMirrored(a, t, v, gocodec.Funcs(t, v, "mirror(v)"))
}

// emitMirrored emits an adapter whose funcs pass on mirror(v), which has the
// generated methods.
func emitMirrored(a *driver.Adapter, t *typemodel.Type, v driver.Variant, f driver.Funcs) error {
	m, _ := mirror.New(t, config(a.PkgPath(), v))
	types, err := m.Source(m.Type.Name.PkgPath, a.PkgName())
	if err != nil {
		return err
	}
	tool, err := generator(a.PkgName(), m, declared(m, t))
	if err != nil {
		return err
	}
	a.Files["types.go"] = types
	a.Tools = []driver.Tool{tool}
	a.OwnUnsafe = m.Names()
	m.EmitNew(a, t, f)
	return nil
}

// declared returns the names of the mirrored types that get methods: all that
// the command generates them for but structs without fields, whose methods do
// not compile, as by the flag -nr.
func declared(m *mirror.Mirror, t *typemodel.Type) []string {
	names := []string{m.Type.Name.Name}
	typemodel.Walk(t, func(_ string, t *typemodel.Type) bool {
		mirrored := m.Of(t)
		if mirrored == t {
			return t.Kind != typemodel.Interface && (t.Name.IsZero() || t.Name.PkgPath == "")
		}
		if t.Kind != typemodel.Interface && t.Kind != typemodel.Pointer && (t.Kind != typemodel.Struct || hasFields(t)) &&
			!slices.Contains(names, mirrored.Name.Name) {
			names = append(names, mirrored.Name.Name)
		}
		return t.Kind != typemodel.Interface
	})
	return names
}

// generator is the generator of methods for the named types of the mirror. The
// program is what the command writes and runs. It is the same for all formats,
// so its package of types is not called like the adapter's.
func generator(pkgName string, m *mirror.Mirror, names []string) (driver.Tool, error) {
	const mirrored = "mirrored"
	types, err := m.Source(m.Type.Name.PkgPath, mirrored)
	if err != nil {
		return driver.Tool{}, err
	}
	tool, err := driver.ToolFor(types, mirrored, "list.go", func(f *goprint.File) {
		f.Reserve(names...)
		f.P("// Types are those that get methods.")
		f.P("var Types = []", goprint.Ident{Path: "reflect", Name: "Type"}, "{")
		for _, name := range names {
			f.P(goprint.Ident{Path: "reflect", Name: "TypeFor"}, "[", name, "](),")
		}
		f.P("}")
	}, func(f *goprint.File, path string) {
		f.P("var out ", goprint.Ident{Path: "bytes", Name: "Buffer"})
		f.P("// No tags, an identifier that stays the same, and no extensions; the rest is")
		f.P("// as the fields' tags have it.")
		codec := f.Import(module)
		f.Pf("warnings := %s.Gen(&out, \"\", %q, \"1\", true, nil, nil, nil, %s.NewTypeInfos([]string{%q, %q}), %s.Types...)",
			codec, mirrored, codec, tags[0], tags[1], f.Import(path))
		f.P("src, err := ", goprint.Ident{Path: "go/format", Name: "Source"}, "(out.Bytes())")
		f.P("if err != nil || len(warnings) > 0 { ", goprint.Ident{Path: "log", Name: "Fatal"}, "(warnings, err) }")
		f.P(goprint.Ident{Path: "os", Name: "Stdout"}, ".Write(src)")
	})
	tool.Modules = []driver.Module{{Path: module, Version: version}}
	tool.Tags = []string{"codecgen.exec", "codec.safe"} // those of the command
	tool.Take = func(stdout []byte, _ map[string][]byte) (map[string][]byte, error) {
		before, after, ok := bytes.Cut(stdout, []byte("package "+mirrored+"\n"))
		if !ok {
			return nil, errors.New("it wrote no file of the package")
		}
		return map[string][]byte{"generated.go": slices.Concat(before, []byte("package "+pkgName+"\n"), after)}, nil
	}
	return tool, err
}
