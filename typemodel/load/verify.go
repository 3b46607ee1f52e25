package load

import (
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Verify type-checks Go files, given by absolute name, among their neighbours as if
// they were there, and returns an error with the first mistakes in them: also the
// import of a package that is not theirs to import. What is wrong in other files is
// passed over, and so are files that are not built here. Of cfg it asks how packages are
// loaded.
func Verify(ctx context.Context, cfg Config, files map[string][]byte) error {
	dirs := map[string]bool{}
	tests := false
	for name := range files {
		dirs[filepath.Dir(name)] = true
		tests = tests || strings.HasSuffix(name, "_test.go")
	}
	var patterns []string
	above := ""
	for dir := range dirs {
		patterns = append(patterns, dir)
		if above == "" || len(dir) < len(above) {
			above = dir
		}
	}
	slices.Sort(patterns)
	for _, err := os.Stat(above); err != nil && above != filepath.Dir(above); _, err = os.Stat(above) {
		above = filepath.Dir(above)
	}
	pkgs, err := cfg.sources(&packages.Config{Context: ctx, Mode: mode, Dir: above, Overlay: files, Tests: tests}, patterns...)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return loadError(err)
	}
	var list []string
	add := func(pos, msg string) {
		if name, ok := strings.CutPrefix(strings.TrimSpace(msg), "other declaration of "); ok { // which is in another file
			msg = name + " is declared in the package already"
		}
		if line := pos + ": " + oneLine(msg); !slices.Contains(list, line) {
			list = append(list, line)
		}
	}
	packages.Visit(pkgs, nil, func(p *packages.Package) {
		for _, e := range p.Errors {
			name, _, _ := strings.Cut(e.Pos, ":")
			if !filepath.IsAbs(name) {
				name = filepath.Join(above, name)
			}
			if files[name] != nil && !strings.HasPrefix(e.Msg, "# ") {
				add(e.Pos, e.Msg)
			}
		}
	})
	if len(list) > 3 {
		list = append(list[:3], fmt.Sprintf("and %d more", len(list)-3))
	}
	if len(list) > 0 {
		return errors.New(strings.Join(list, "\n\t"))
	}
	return nil
}

// sources loads packages as cfg does, without having the go command compile them: to ask
// it for what packages import as export data compiles them as well, which for large
// generated code takes ten times as long as to check its types. So it is asked for the
// files, and then for the imports alone.
func (cfg Config) sources(c *packages.Config, patterns ...string) ([]*packages.Package, error) {
	if c.Tests { // whose packages import the package under test
		return cfg.packages(c, patterns...)
	}
	known := *c
	known.Fset = token.NewFileSet()
	known.Mode &^= packages.NeedTypes | packages.NeedTypesInfo
	known.ParseFile = func(fset *token.FileSet, name string, source []byte) (*ast.File, error) {
		return parser.ParseFile(fset, name, source, parser.AllErrors|parser.SkipObjectResolution)
	}
	roots, err := cfg.packages(&known, patterns...)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, p := range roots {
		for _, imported := range p.Imports {
			if imported.PkgPath != "unsafe" {
				paths = append(paths, imported.PkgPath)
			}
		}
	}
	imports := map[string]*packages.Package{}
	if slices.Sort(paths); len(paths) > 0 {
		known.Mode = packages.NeedName | packages.NeedTypes
		list, err := cfg.packages(&known, slices.Compact(paths)...)
		if err != nil {
			return nil, err
		}
		for _, p := range list {
			imports[p.PkgPath] = p
		}
	}
	for _, p := range roots {
		if p.Types == nil {
			check(p, known.Fset, imports)
		}
	}
	return roots, nil
}

// check checks the types of a package's files, and adds what is wrong to its errors. The
// packages that it imports are known by their paths.
func check(p *packages.Package, fset *token.FileSet, known map[string]*packages.Package) {
	c := checker(p, func(path string) *packages.Package {
		if imported := p.Imports[path]; imported != nil {
			return known[imported.PkgPath]
		}
		return nil
	})
	p.Types, _ = c.Check(p.PkgPath, fset, p.Syntax, nil)
}

// checker checks the types of p's files, and adds what is wrong to its errors. imported
// gives the packages that they import, by the paths that stand there; nil is for one
// that there is not.
func checker(p *packages.Package, imported func(path string) *packages.Package) *types.Config {
	c := &types.Config{
		Importer: importer(func(path string) (*types.Package, error) {
			if path == "unsafe" {
				return types.Unsafe, nil
			}
			q := imported(path)
			if q == nil {
				return nil, fmt.Errorf("the package %s was not found", path)
			}
			if q.Types != nil && q.Types.Complete() {
				return q.Types, nil
			}
			return nil, fmt.Errorf("the package %s has mistakes", path)
		}),
		Sizes: types.SizesFor("gc", build.Default.GOARCH),
		Error: func(err error) {
			e := packages.Error{Pos: "-", Msg: err.Error(), Kind: packages.TypeError}
			if err, ok := err.(types.Error); ok {
				e.Pos, e.Msg = err.Fset.Position(err.Pos).String(), err.Msg
			}
			p.Errors = append(p.Errors, e)
		},
	}
	if p.Module != nil && p.Module.GoVersion != "" {
		c.GoVersion = "go" + p.Module.GoVersion
	}
	return c
}

// importer is a func that is a types.Importer.
type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }
