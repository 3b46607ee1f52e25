package main

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/check/standard"
)

// conformance tries the codecs of the formats on public suites.
func (c *checkCommand) conformance(ctx context.Context, cfg check.Config) (*check.Matrix, error) {
	var suites []*standard.Suite
	for _, format := range c.Conformance {
		if format == "bson" && c.Suite == "" {
			return nil, fmt.Errorf("--conformance=bson: the terms of BSON's suite allow no copy: clone github.com/mongodb/specifications, and give --suite=specifications/source/bson-corpus/tests")
		}
		suite, err := standard.SuiteOf(format, c.Suite)
		if err != nil {
			return nil, fmt.Errorf("--conformance: %w", err)
		}
		suites = append(suites, suite)
	}
	m, err := check.Conformance(ctx, cfg, suites)
	if err != nil {
		return nil, err
	}
	dir, err := check.StandardDir(cfg)
	if err != nil {
		return nil, err
	}
	types, err := os.ReadFile(filepath.Join(dir, "suites", "types.go"))
	if err != nil {
		return nil, err
	}
	for _, s := range m.Suites {
		for _, row := range s.Rows {
			if len(row.Failed) == 0 {
				continue
			}
			shown, err := bench.Show(ctx, bench.Config{Drivers: cfg.Drivers, CacheDir: cfg.CacheDir, CacheLimit: cfg.CacheLimit, Dir: dir}, bench.Source{Name: "./suites." + s.Type}, row.Name)
			if err != nil {
				return nil, err
			}
			if len(shown.Files) == 1 {
				row.Program = readingProgram(shown.Files["adapter.go"], types, s.Type)
			}
		}
	}
	return m, nil
}

// readingProgram makes a program of an adapter, which reads [check.Input] as the type and
// prints what came; empty where the adapter needs the contract of adapters. types declares
// the type.
func readingProgram(adapter, types []byte, typ string) string {
	code, ok := asFuncs(adapter, false)
	if !ok {
		return ""
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", code, 0)
	if err != nil {
		return ""
	}
	text := func(n ast.Node) string {
		return string(code[fset.Position(n.Pos()).Offset:fset.Position(n.End()).Offset])
	}
	var b strings.Builder
	b.WriteString("package main\n\nimport (\n\"fmt\"\n")
	for _, spec := range file.Imports {
		if spec.Path.Value != `"fmt"` {
			b.WriteString(text(spec) + "\n")
		}
	}
	b.WriteString(")\n")
	b.WriteString(declarationOf(types, typ))
	call := "Unmarshal" + typ + "(data, v)"
	for _, d := range file.Decls {
		f, isFunc := d.(*ast.FuncDecl)
		gen, isGen := d.(*ast.GenDecl)
		switch {
		case isGen && gen.Tok == token.IMPORT, isFunc && f.Name.Name == "Marshal"+typ:
			continue
		case isFunc && f.Name.Name == "Unmarshal"+typ && len(f.Body.List) == 1:
			if ret, ok := f.Body.List[0].(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
				call = text(ret.Results[0])
				continue
			}
		}
		b.WriteString("\n" + text(d) + "\n")
	}
	fmt.Fprintf(&b, "\nfunc main() {\ndata, v := []byte(%s), new(%s)\nerr := %s\nfmt.Println(*v, err)\n}\n", check.Input, typ, call)
	out, ok := withoutUnused([]byte(strings.ReplaceAll(b.String(), "suites."+typ, typ)))
	if !ok {
		return ""
	}
	return string(out)
}

// declarationOf returns the declarations of a type, and of those that its fields have.
func declarationOf(types []byte, name string) string {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", types, 0)
	if err != nil {
		return ""
	}
	var b strings.Builder
	for _, d := range file.Decls {
		if gen, ok := d.(*ast.GenDecl); ok && (gen.Specs[0].(*ast.TypeSpec).Name.Name == name || name == "Message" && gen.Specs[0].(*ast.TypeSpec).Name.Name == "Nested") {
			b.WriteString("\n" + string(types[fset.Position(d.Pos()).Offset:fset.Position(d.End()).Offset]) + "\n")
		}
	}
	return b.String()
}
