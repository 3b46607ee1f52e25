package generate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// module is a module in a directory whose packages are parsed and type-checked in this
// process, without the go command, which takes a twentieth of the time. What they import
// from elsewhere comes from export data. What funcs hold is only looked at where files
// are about to be written.
type module struct {
	root      string // the path of the module, below which the paths of all its packages are
	path, dir string // of one package, and where it is
	fset      *token.FileSet
	elsewhere types.Importer
	parsed    map[string]parsedFile // by their names, of the directory
	routines  map[routine]*packages.Package
}

// routine is a package that imports nothing of the module, whole or without what its funcs do.
type routine struct {
	path string
	head bool
}

// parsedFile is a file and what it was parsed from.
type parsedFile struct {
	text []byte
	file *ast.File
}

// in returns another module in a directory, or the module itself with another of its
// packages, and the directory of that.
func (m *module) in(path, dir string) *module {
	other := *m
	if !strings.HasPrefix(path, m.root+"/") {
		other.root = path
	}
	other.path, other.dir, other.parsed, other.routines = path, dir, map[string]parsedFile{}, map[routine]*packages.Package{}
	return &other
}

// exports are the files with export data of packages, by import path, which the go command is
// asked for once, with those of what they import.
var exports = map[string]string{}

func newModule(path, dir string) *module {
	m := &module{root: path, path: path, dir: dir, fset: token.NewFileSet(), parsed: map[string]parsedFile{}, routines: map[routine]*packages.Package{}}
	m.elsewhere = importer.ForCompiler(m.fset, "gc", func(path string) (io.ReadCloser, error) {
		if exports[path] == "" {
			list, err := exec.CommandContext(context.Background(), "go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", path).Output()
			if err != nil {
				return nil, fmt.Errorf("no package %s", path)
			}
			for line := range strings.Lines(string(list)) {
				of, file, _ := strings.Cut(strings.TrimSpace(line), " ")
				exports[of] = file
			}
		}
		return os.Open(exports[path])
	})
	return m
}

// load loads the packages in directories of the module as packages.Load does.
func (m *module) load(cfg *packages.Config, patterns ...string) ([]*packages.Package, error) {
	c := &checking{module: m, overlay: cfg.Overlay, tests: cfg.Tests, asked: map[string]bool{}, done: map[string]*packages.Package{}}
	var asked []string
	for _, pattern := range patterns {
		importPath := pattern
		if rel, ok := strings.CutPrefix(pattern, "."); ok || filepath.IsAbs(pattern) {
			dir := pattern
			if ok {
				dir = filepath.Join(cfg.Dir, "."+rel)
			}
			below, err := filepath.Rel(m.dir, dir)
			if err != nil {
				return nil, err
			}
			importPath = path.Join(m.path, filepath.ToSlash(below))
		}
		asked, c.asked[importPath] = append(asked, importPath), true
	}
	var list []*packages.Package
	for _, importPath := range asked {
		if p := c.check(importPath); p != nil {
			list = append(list, p)
			continue
		}
		types, err := c.Import(importPath)
		if err != nil {
			return nil, err
		}
		list = append(list, &packages.Package{ID: importPath, PkgPath: importPath, Name: types.Name(), Types: types, Fset: c.fset})
	}
	return list, nil
}

// checking is one call of load.
type checking struct {
	*module
	overlay map[string][]byte
	tests   bool
	asked   map[string]bool // with what their funcs do, as go/packages has it
	done    map[string]*packages.Package
}

func (c *checking) Import(importPath string) (*types.Package, error) {
	if importPath != c.root && !strings.HasPrefix(importPath, c.root+"/") {
		return c.elsewhere.Import(importPath)
	}
	p := c.check(importPath)
	if p == nil {
		return nil, errors.New("no package " + importPath)
	}
	return p.Types, nil
}

// check returns a package of the module, nil where there is none.
func (c *checking) check(importPath string) *packages.Package {
	if p := c.done[importPath]; p != nil {
		return p
	}
	below, err := filepath.Rel(filepath.FromSlash(c.path), filepath.FromSlash(importPath))
	if err != nil {
		return nil
	}
	dir := filepath.Join(c.dir, below)
	names, _ := filepath.Glob(filepath.Join(dir, "*.go"))
	for name := range c.overlay {
		if filepath.Dir(name) == dir && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	p := &packages.Package{ID: importPath, PkgPath: importPath, Dir: dir, Fset: c.fset, Module: &packages.Module{
		Path: c.path, Dir: c.dir, GoMod: filepath.Join(c.dir, "go.mod"), GoVersion: "1.24", Main: true,
	}}
	c.done[importPath] = p
	matcher := build.Default
	matcher.OpenFile = func(name string) (io.ReadCloser, error) {
		if text, ok := c.overlay[name]; ok {
			return io.NopCloser(bytes.NewReader(text)), nil
		}
		return os.Open(name)
	}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") && !c.tests {
			continue
		}
		if built, err := matcher.MatchFile(dir, filepath.Base(name)); err == nil && !built {
			continue
		}
		text, ok := c.overlay[name]
		if !ok {
			text, _ = os.ReadFile(name)
		}
		file := c.parsed[name].file
		if file == nil || !bytes.Equal(text, c.parsed[name].text) {
			var err error
			file, err = parser.ParseFile(c.fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
			if err != nil {
				p.Errors = append(p.Errors, packages.Error{Pos: name, Msg: err.Error(), Kind: packages.ParseError})
				continue
			}
			c.parsed[name] = parsedFile{text, file}
		}
		if strings.HasSuffix(file.Name.Name, "_test") {
			continue
		}
		p.Name, p.GoFiles, p.Syntax = file.Name.Name, append(p.GoFiles, name), append(p.Syntax, file)
	}
	if len(p.Syntax) == 0 {
		return nil
	}
	of := routine{importPath, c.overlay == nil || !c.asked[importPath]}
	if known := c.routines[of]; known != nil && slices.Equal(known.Syntax, p.Syntax) {
		c.done[importPath] = known
		return known
	}
	p.TypesInfo = &types.Info{
		Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
		Instances: map[*ast.Ident]types.Instance{}, Implicits: map[ast.Node]types.Object{},
		Selections: map[*ast.SelectorExpr]*types.Selection{}, Scopes: map[ast.Node]*types.Scope{},
	}
	p.TypesSizes = types.SizesFor("gc", runtime.GOARCH)
	conf := types.Config{Importer: c, IgnoreFuncBodies: of.head, GoVersion: leastGo, Sizes: p.TypesSizes, Error: func(err error) {
		var wrong types.Error
		if errors.As(err, &wrong) {
			p.Errors = append(p.Errors, packages.Error{Pos: wrong.Fset.Position(wrong.Pos).String(), Msg: wrong.Msg, Kind: packages.TypeError})
		}
	}}
	p.Types, _ = conf.Check(importPath, c.fset, p.Syntax, p.TypesInfo)
	p.Types.SetName(p.Name)
	if len(p.Errors) == 0 && !slices.ContainsFunc(p.Types.Imports(), func(q *types.Package) bool { return c.done[q.Path()] != nil }) {
		c.routines[of] = p
	}
	return p
}
