package check_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/check/standard"
)

// What maintainers are told is of a row, short, and of nothing but the library.
func TestReports(t *testing.T) {
	list, err := standard.Reports()
	if err != nil || len(list) < 5 {
		t.Fatalf("%d reports, %v", len(list), err)
	}
	for _, r := range list {
		fset := token.NewFileSet()
		f, err := parser.ParseFile(fset, r.Row, r.Source, 0)
		if err != nil {
			t.Errorf("%s: %v", r.Row, err)
			continue
		}
		imported := false
		for _, i := range f.Imports {
			path := strings.Trim(i.Path.Value, `"`)
			imported = imported || strings.HasPrefix(path, r.Module)
			if strings.Contains(path, "assay") || strings.Contains(path, ".") && !strings.HasPrefix(path, r.Module) {
				t.Errorf("%s imports %s", r.Row, path)
			}
		}
		if !imported || version(r) == "" {
			t.Errorf("%s: no row is of the module %s", r.Row, r.Module)
		}
		for _, d := range f.Decls {
			if main, ok := d.(*ast.FuncDecl); ok && main.Name.Name == "main" {
				if lines := fset.Position(main.Body.Rbrace).Line - fset.Position(main.Body.Lbrace).Line - 1; lines > 10 {
					t.Errorf("%s: %d lines", r.Row, lines)
				}
			}
		}
	}
	var page bytes.Buffer
	if err := (&check.Matrix{}).Print(&page, "html"); err != nil || !strings.Contains(page.String(), list[0].What) {
		t.Errorf("the page does not say %q: %v", list[0].What, err)
	}
}

// version is the one that the report's row is built with; empty where there is no row.
func version(r standard.Report) string {
	for _, d := range drivers.All {
		for _, v := range d.Variants {
			if d.RowName(v) != r.Row && d.Name != r.Row {
				continue
			}
			if i := slices.IndexFunc(d.Facts.Modules, func(m driver.Module) bool { return m.Path == r.Module }); i >= 0 {
				return d.Facts.Modules[i].Version
			}
		}
	}
	return ""
}
