package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/gcexportdata"
	"golang.org/x/tools/go/packages"
)

// goSettings are variables by which a module may be another.
var goSettings = []string{"GOARCH", "GOOS", "GOFLAGS", "GOEXPERIMENT", "GOWORK"}

// modules loads packages of modules that need no other but what is beside them, as the go command would,
// which is started but once for the export data of each package of the standard library.
// It passes to the go command what it does not know, and what has a mistake. Each call of
// the command by a script would else start it three or four times.
type modules struct {
	goroot string

	mu      sync.Mutex
	exports map[string]string // files with export data of the standard library, by import path
}

// errAsk says that the go command is to be asked.
var errAsk = errors.New("ask the go command")

// load stands for [packages.Load], of which it is asked for packages without their types,
// or for the types alone.
func (m *modules) load(cfg *packages.Config, patterns ...string) ([]*packages.Package, error) {
	list, err := m.try(cfg, patterns)
	if err != nil {
		return packages.Load(cfg, patterns...)
	}
	return list, nil
}

func (m *modules) try(cfg *packages.Config, patterns []string) ([]*packages.Package, error) {
	if cfg.Mode&(packages.NeedDeps|packages.NeedTypesInfo) != 0 || len(cfg.Env) > 0 ||
		slices.ContainsFunc(goSettings, func(name string) bool { return os.Getenv(name) != "" }) {
		return nil, errAsk
	}
	mod, err := moduleOf(cfg.Dir)
	if err != nil {
		return nil, err
	}
	s := &sources{modules: m, cfg: cfg, main: mod, known: map[string]*types.Package{}}
	var list []*packages.Package
	for _, pattern := range patterns {
		dir, standard := s.dirOf(pattern)
		if standard && cfg.Mode&packages.NeedSyntax != 0 || !standard && dir == "" {
			return nil, errAsk
		}
		p := &packages.Package{ID: pattern, PkgPath: pattern}
		var tests []*packages.Package
		if !standard {
			if p, tests, err = s.files(dir); err != nil {
				return nil, err
			}
		}
		if cfg.Mode&packages.NeedTypes != 0 {
			if p.Types, err = s.Import(p.PkgPath); err != nil {
				return nil, err
			}
			p.Name = p.Types.Name()
		}
		if !slices.ContainsFunc(list, func(q *packages.Package) bool { return q.ID == p.ID }) {
			list = append(list, p)
			if cfg.Tests {
				list = append(list, tests...)
			}
		}
	}
	return list, nil
}

// module is one whose dependencies are folders.
type module struct {
	*packages.Module
	replaced map[string]string // folders of other modules, by their paths
}

// moduleOf finds the module of a folder.
func moduleOf(dir string) (*module, error) {
	dir, err := filepath.Abs(dir)
	if err != nil {
		return nil, err
	}
	for ; ; dir = filepath.Dir(dir) {
		name := filepath.Join(dir, "go.mod")
		if text, err := os.ReadFile(name); err == nil {
			f, err := modfile.Parse(name, text, nil)
			if err != nil || f.Module == nil || f.Go == nil || len(f.Godebug) > 0 || f.Toolchain != nil {
				return nil, errAsk
			}
			m := &module{&packages.Module{Path: f.Module.Mod.Path, Main: true, Dir: dir, GoMod: name, GoVersion: f.Go.Version}, map[string]string{}}
			for _, r := range f.Replace {
				if r.New.Version == "" {
					m.replaced[r.Old.Path] = filepath.Join(dir, r.New.Path)
				}
			}
			if slices.ContainsFunc(f.Require, func(r *modfile.Require) bool { return m.replaced[r.Mod.Path] == "" }) {
				return nil, errAsk
			}
			return m, nil
		}
		if dir == filepath.Dir(dir) {
			return nil, errAsk
		}
	}
}

// sources are those of one call.
type sources struct {
	*modules
	cfg   *packages.Config
	main  *module
	known map[string]*types.Package // by import path
}

// dirOf returns the folder of a package of the module, or that it is one of the standard
// library.
func (s *sources) dirOf(pattern string) (dir string, standard bool) {
	switch {
	case strings.Contains(pattern, "..."):
		return "", false
	case filepath.IsAbs(pattern):
		return pattern, false
	case build.IsLocalImport(pattern):
		dir, err := filepath.Abs(filepath.Join(s.cfg.Dir, pattern))
		if err != nil {
			return "", false
		}
		return dir, false
	case within(pattern, s.main.Path):
		return filepath.Join(s.main.Dir, strings.TrimPrefix(pattern, s.main.Path)), false
	}
	for of, dir := range s.main.replaced {
		if within(pattern, of) {
			return filepath.Join(dir, strings.TrimPrefix(pattern, of)), false
		}
	}
	first, _, _ := strings.Cut(pattern, "/")
	info, err := os.Stat(filepath.Join(s.goroot, "src", pattern))
	return "", !strings.Contains(first, ".") && err == nil && info.IsDir()
}

// within reports whether a path is that of a package of a module.
func within(path, module string) bool { return path == module || strings.HasPrefix(path, module+"/") }

// files finds the package of a folder, and those that the go command makes to test it.
func (s *sources) files(dir string) (*packages.Package, []*packages.Package, error) {
	of, err := moduleOf(dir)
	if err != nil || of.Dir != s.main.Dir && !slices.Contains(slices.Collect(maps.Values(s.main.replaced)), of.Dir) {
		return nil, nil, errAsk
	}
	below, err := filepath.Rel(of.Dir, dir)
	if err != nil {
		return nil, nil, err
	}
	entries, _ := os.ReadDir(dir) // there may be nothing but the overlay
	var names []string
	for _, e := range entries {
		names = append(names, filepath.Join(dir, e.Name()))
	}
	for name := range s.cfg.Overlay {
		if filepath.Dir(name) == dir && !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	importPath := path.Join(of.Path, filepath.ToSlash(below))
	made := func(id, importPath string) *packages.Package {
		return &packages.Package{
			ID: id, PkgPath: importPath, Dir: dir, Fset: s.fset(), Module: of.Module,
			Imports: map[string]*packages.Package{}, TypesSizes: types.SizesFor("gc", runtime.GOARCH),
		}
	}
	p := made(importPath, importPath)
	tested := made(importPath+" ["+importPath+".test]", importPath)
	outside := made(importPath+"_test ["+importPath+".test]", importPath+"_test")
	for _, name := range names {
		switch filepath.Ext(name) {
		case ".c", ".h", ".syso": // funcs in assembly have their types in Go
			return nil, nil, errAsk
		}
		if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") && !s.cfg.Tests {
			continue
		}
		text, ok := s.cfg.Overlay[name]
		if !ok {
			if text, err = os.ReadFile(name); err != nil {
				return nil, nil, err
			}
		}
		if taken, err := matches(name, text); err != nil || !taken {
			if err != nil {
				return nil, nil, err
			}
			continue
		}
		read := s.cfg.ParseFile
		if read == nil {
			read = func(fset *token.FileSet, name string, text []byte) (*ast.File, error) {
				return parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
			}
		}
		file, err := read(s.fset(), name, text)
		if err != nil {
			return nil, nil, err
		}
		in := []*packages.Package{p, tested}
		if strings.HasSuffix(name, "_test.go") {
			if in = in[1:]; strings.HasSuffix(file.Name.Name, "_test") {
				in = []*packages.Package{outside}
			}
		}
		for _, q := range in {
			if err := s.add(q, name, file); err != nil {
				return nil, nil, err
			}
		}
	}
	if len(p.GoFiles) == 0 {
		return nil, nil, errAsk
	}
	var tests []*packages.Package
	if len(tested.GoFiles)+len(outside.GoFiles) > len(p.GoFiles) {
		tests = append(tests, tested)
	}
	if len(outside.GoFiles) > 0 {
		if outside.Imports[importPath] != nil {
			outside.Imports[importPath].ID = tested.ID
		}
		tests = append(tests, outside)
	}
	return p, tests, nil
}

// add adds a file to a package.
func (s *sources) add(p *packages.Package, name string, file *ast.File) error {
	if p.Name != "" && p.Name != file.Name.Name {
		return errAsk
	}
	p.Name = file.Name.Name
	p.GoFiles = append(p.GoFiles, name)
	p.CompiledGoFiles = append(p.CompiledGoFiles, name)
	p.Syntax = append(p.Syntax, file)
	for _, spec := range file.Imports {
		to, err := strconv.Unquote(spec.Path.Value)
		if err != nil || to == "C" {
			return errAsk
		}
		dir, standard := s.dirOf(to)
		above, _, internal := strings.Cut(to, "/internal")
		if !standard && (!s.there(dir) || internal && !within(p.PkgPath, above)) {
			return errAsk
		}
		p.Imports[to] = &packages.Package{ID: to, PkgPath: to}
	}
	return nil
}

// there reports whether a folder is there, or will be by the files of the overlay.
func (s *sources) there(dir string) bool {
	for name := range s.cfg.Overlay {
		if filepath.Dir(name) == dir {
			return true
		}
	}
	_, err := os.Stat(dir)
	return err == nil
}

// matches reports whether a file is built here.
func matches(name string, text []byte) (bool, error) {
	ctx := build.Default
	ctx.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
	return ctx.MatchFile(filepath.Split(name))
}

// Import checks the types of a package of the module from its sources, and has those of
// the standard library from export data.
func (s *sources) Import(importPath string) (*types.Package, error) {
	if importPath == "unsafe" {
		return types.Unsafe, nil
	}
	if p := s.known[importPath]; p != nil && p.Complete() {
		return p, nil
	}
	dir, standard := s.dirOf(importPath)
	if standard {
		file, err := s.export(s.ctx(), importPath)
		if err != nil {
			return nil, err
		}
		f, err := os.Open(file)
		if err != nil {
			return nil, err
		}
		defer f.Close()
		//lint:ignore SA1019 go list -export names archives until Go 1.28
		in, err := gcexportdata.NewReader(f)
		if err != nil {
			return nil, err
		}
		return gcexportdata.Read(in, s.fset(), s.known, importPath)
	}
	if s.known[importPath] != nil || dir == "" { // a cycle, or nothing of ours
		return nil, errAsk
	}
	p, _, err := s.files(dir)
	if err != nil {
		return nil, err
	}
	s.known[importPath] = types.NewPackage(importPath, p.Name)
	checked, err := (&types.Config{Importer: s, GoVersion: "go" + p.Module.GoVersion, Sizes: p.TypesSizes, IgnoreFuncBodies: true}).Check(importPath, p.Fset, p.Syntax, nil)
	if err != nil {
		return nil, err
	}
	s.known[importPath] = checked
	return checked, nil
}

func (s *sources) fset() *token.FileSet {
	if s.cfg.Fset == nil {
		s.cfg.Fset = token.NewFileSet()
	}
	return s.cfg.Fset
}

func (s *sources) ctx() context.Context {
	if s.cfg.Context == nil {
		return context.Background()
	}
	return s.cfg.Context
}

// export returns the file with the export data of a package of the standard library.
func (m *modules) export(ctx context.Context, importPath string) (string, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.exports[importPath] == "" {
		out, err := exec.CommandContext(ctx, "go", "list", "-export", "-deps", "-f", "{{.ImportPath}} {{.Export}}", importPath).Output()
		if err != nil {
			return "", err
		}
		for line := range strings.Lines(string(out)) {
			name, file, _ := strings.Cut(strings.TrimSpace(line), " ")
			m.exports[name] = file
		}
	}
	if m.exports[importPath] == "" {
		return "", fmt.Errorf("there is no export data of %s", importPath)
	}
	return m.exports[importPath], nil
}
