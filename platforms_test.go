//go:build long

package assay_test

import (
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/checker"
	"golang.org/x/tools/go/analysis/passes/asmdecl"
	"golang.org/x/tools/go/analysis/passes/shift"
	"golang.org/x/tools/go/packages"
)

// TestPlatforms: every package and its tests compile for machine words of 32 bits, with no
// shift wider than they are, and for the systems that tests of every change do not run on.
// Types are checked from source, without the bodies of funcs of other modules: to have go
// vet say the same compiles all of it for each. Arguments are further packages, such as those
// that tests write and git ignores.
func TestPlatforms(t *testing.T) {
	for _, platform := range []string{"linux/386", "windows/amd64", "darwin/arm64"} {
		t.Run(platform, func(t *testing.T) { compiles(t, platform) })
	}
}

// compiles checks all packages for a platform.
func compiles(t *testing.T, platform string) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	system, processor, _ := strings.Cut(platform, "/")
	list, err := packages.Load(&packages.Config{
		Mode:  packages.LoadAllSyntax | packages.NeedModule,
		Env:   append(os.Environ(), "GOOS="+system, "GOARCH="+processor, "CGO_ENABLED=0"),
		Tests: true,
		ParseFile: func(fset *token.FileSet, name string, source []byte) (*ast.File, error) {
			if strings.HasPrefix(name, here+string(filepath.Separator)) {
				return parser.ParseFile(fset, name, source, parser.AllErrors|parser.ParseComments|parser.SkipObjectResolution)
			}
			f, err := parser.ParseFile(fset, name, source, parser.SkipObjectResolution)
			if f != nil {
				for _, decl := range f.Decls {
					if fn, ok := decl.(*ast.FuncDecl); ok {
						fn.Body = nil
					}
				}
			}
			return f, err
		},
	}, append([]string{"./..."}, flag.Args()...)...)
	if err != nil {
		t.Fatal(err)
	}
	if len(list) < 100 {
		t.Errorf("only %d packages were found", len(list))
	}
	said := map[string]bool{}
	for _, p := range list {
		for _, e := range p.Errors {
			if line := e.Error(); !strings.HasSuffix(p.ID, ".test") && !said[line] {
				said[line] = true
				t.Error(line)
			}
		}
	}
	graph, err := checker.Analyze([]*analysis.Analyzer{shift.Analyzer, asmdecl.Analyzer}, list, nil)
	if err != nil {
		t.Fatal(err)
	}
	for action := range graph.All() {
		for _, d := range action.Diagnostics {
			t.Errorf("%s: %s", action.Package.Fset.Position(d.Pos), d.Message)
		}
	}
}
