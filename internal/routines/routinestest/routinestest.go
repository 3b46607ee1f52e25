// Package routinestest is for tests that keep emitted code in files which people
// read.
package routinestest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/routines"
)

// Above returns emitted code without the copies of routines at its end: those of
// the packages in dirs, spelled with the prefix. They are written and tested where
// they come from.
func Above(t *testing.T, source []byte, prefix string, dirs ...string) []byte {
	t.Helper()
	var names []string
	for _, dir := range dirs {
		set, err := routines.Parse(os.DirFS(filepath.Dir(dir)), filepath.Base(dir))
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, set.Names()...)
	}
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "", source, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range f.Decls {
		name, doc := declared(d)
		rest, ok := strings.CutPrefix(name, prefix)
		if !ok || !slices.Contains(names, rest) && !slices.Contains(names, strings.ToLower(rest[:1])+rest[1:]) {
			continue
		}
		from := d.Pos()
		if doc != nil {
			from = doc.Pos()
		}
		return append(source[:fset.Position(from).Offset:fset.Position(from).Offset], "// Routines follow.\n"...)
	}
	t.Fatalf("the code has no routine %s…", prefix)
	return nil
}

// declared returns the name of a function or of the only type, constant or variable
// of a declaration, and its comment.
func declared(d ast.Decl) (string, *ast.CommentGroup) {
	switch d := d.(type) {
	case *ast.FuncDecl:
		if d.Recv == nil {
			return d.Name.Name, d.Doc
		}
	case *ast.GenDecl:
		switch spec := d.Specs[0].(type) {
		case *ast.TypeSpec:
			return spec.Name.Name, d.Doc
		case *ast.ValueSpec:
			return spec.Names[0].Name, d.Doc
		}
	}
	return "", nil
}
