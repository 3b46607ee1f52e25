package easyjson

import (
	"bytes"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/mirror"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// Config keeps types of the standard library with encodings of their own.
func Config(pkgPath string) mirror.Config {
	return mirror.Config{
		PkgPath:  pkgPath,
		Reserved: []string{"New", "T", "stubs"},
		Keep: func(t *typemodel.Type) bool {
			return Stays(t) && t.Methods&(typemodel.JSONMarshaler|typemodel.TextMarshaler) != 0
		},
	}
}

func emit(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
	m, _ := mirror.New(t, Config(a.PkgPath()))
	src, err := m.Source(a.PkgPath(), a.PkgName())
	if err != nil {
		return err
	}
	tool, err := generator(a.PkgName(), src, WithMethods(m, t))
	if err != nil {
		return err
	}
	a.Files["types.go"] = src
	a.Tools = []driver.Tool{tool}
	a.OwnUnsafe = m.Names()
	f := driver.Funcs{
		Imports: []string{module, module + "/buffer", module + "/jwriter"},
		State:   `var out jwriter.Writer`,
		Marshal: `return easyjson.Marshal(mirror(v))`,
		Append: `out = jwriter.Writer{Buffer: buffer.Buffer{Buf: buf}}
			mirror(v).MarshalEasyJSON(&out)
			if out.Error != nil || out.Size() == len(out.Buffer.Buf) {
				return out.Buffer.Buf, out.Error
			}
			// There was too little room: the rest is in chunks.
			data, err := easyjson.Marshal(mirror(v))
			return append(buf, data...), err`,
		Unmarshal: `return easyjson.Unmarshal(data, mirror(v))`,
		Write: `_, err := easyjson.MarshalToWriter(mirror(v), w)
			return err`,
		Read: `return easyjson.UnmarshalFromReader(r, mirror(v))`,
	}
	f.Overwrite(t, tags, nil)
	m.EmitNew(a, t, f)
	return nil
}

// WithMethods returns the names of the mirrored types that get methods: the
// subject, and all structs, as by the flag -all.
func WithMethods(m *mirror.Mirror, t *typemodel.Type) []string {
	names := []string{m.Type.Name.Name}
	for _, s := range typemodel.Structs(t) {
		if mirrored := m.Of(s); mirrored != s && mirrored != m.Type {
			names = append(names, mirrored.Name.Name)
		}
	}
	return names
}

// generator is the generator on the declarations, in a package of that name.
// The program is what the command writes and runs: it compiles the types with
// empty methods, by which the generator knows those that are to have them.
func generator(pkgName string, types []byte, names []string) (driver.Tool, error) {
	tool, err := driver.ToolFor(types, pkgName, "stubs.go", func(f *goprint.File) {
		f.Reserve(names...)
		for _, name := range names {
			f.P("func (", name, ") MarshalJSON() ([]byte, error) { return nil, nil }")
			f.P("func (*", name, ") UnmarshalJSON([]byte) error { return nil }")
			f.P("func (", name, ") MarshalEasyJSON(*", goprint.Ident{Path: module + "/jwriter", Name: "Writer"}, ") {}")
			f.P("func (*", name, ") UnmarshalEasyJSON(*", goprint.Ident{Path: module + "/jlexer", Name: "Lexer"}, ") {}")
			f.P("type Exporter", name, " *", name)
			f.P()
		}
	}, func(f *goprint.File, path string) {
		f.P("g := ", goprint.Ident{Path: module + "/gen", Name: "NewGenerator"}, `("generated.go")`)
		f.Pf("g.SetPkg(%q, %q)", pkgName, path)
		for _, name := range names {
			f.P("g.Add(", f.ImportAs(path, "mirrored"), ".Exporter", name, "(nil))")
		}
		f.P("if err := g.Run(", goprint.Ident{Path: "os", Name: "Stdout"}, "); err != nil { ", goprint.Ident{Path: "log", Name: "Fatal"}, "(err) }")
	})
	tool.Modules = []driver.Module{{Path: module, Version: version}, {Path: "github.com/josharian/intern", Version: "v1.0.0"}}
	tool.Take = func(stdout []byte, _ map[string][]byte) (map[string][]byte, error) {
		// Its funcs have the import path in their names.
		inPath := "AssayToolOf" + strings.TrimPrefix(tool.Main, "assay.tool/of")
		return map[string][]byte{"generated.go": bytes.ReplaceAll(stdout, []byte(inPath), []byte("AssayTool"))}, nil
	}
	return tool, err
}
