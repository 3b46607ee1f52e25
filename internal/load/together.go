package load

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/assay-go/assay/typemodel"
)

// Together loads the packages of many types by one call of the go command. Calls of
// its Packages are answered from it: where they have contents of files in place of
// those on disk, as to leave out what an earlier run generated, the packages of those
// files are type-checked again, in memory. What it cannot answer so goes to
// [packages.Load] as ever.
//
// It is for a time in which the sources do not change, and one goroutine.
type Together struct {
	Load    Packages // in place of [packages.Load], unless it is nil
	Imports []string // paths of packages that files which are added may import, besides those that are imported already

	patterns []string            // of the packages
	of       *packages.Config    // of the one call; nil before it
	roots    []*packages.Package // what it gave
	over     bool
}

// NewTogether returns a Together of the packages that the references name; see [Load].
func NewTogether(refs ...string) *Together {
	t := new(Together)
	for _, ref := range refs {
		expr, err := typemodel.ParseExpr(ref)
		if err != nil {
			continue // whoever loads it says so
		}
		if expr.Name.PkgPath == "" {
			expr.Name.PkgPath = "."
		}
		t.add(packagesOf(expr))
	}
	return t
}

func (t *Together) add(patterns []string) {
	for _, p := range patterns {
		if !slices.Contains(t.patterns, p) {
			t.patterns = append(t.patterns, p)
		}
	}
}

// Forget ends it: sources have changed.
func (t *Together) Forget() { t.over = true }

// Packages loads packages as [packages.Load] does.
func (t *Together) Packages(cfg *packages.Config, patterns ...string) ([]*packages.Package, error) {
	load := func(cfg *packages.Config, patterns ...string) ([]*packages.Package, error) {
		if t.Load == nil {
			return loadSources(packages.Load, t.Imports, cfg, patterns...)
		}
		return loadSources(t.Load, t.Imports, cfg, patterns...)
	}
	if t.over || cfg.Tests {
		return load(cfg, patterns...)
	}
	if t.of == nil {
		t.add(patterns)
		all := *cfg
		if len(t.patterns) > 1 {
			all.Overlay = nil // what is in place of one package's files, the others do not see
		}
		t.of = &all
		roots, err := load(&all, t.patterns...)
		if err != nil {
			t.Forget()
		}
		t.roots = roots
	}
	if list, ok := t.serve(cfg, patterns); ok {
		return list, nil
	}
	return load(cfg, patterns...)
}

// serve answers a call from what was loaded.
func (t *Together) serve(cfg *packages.Config, patterns []string) ([]*packages.Package, bool) {
	if cfg.Mode != t.of.Mode || !slices.Equal(cfg.Env, t.of.Env) || !slices.Equal(cfg.BuildFlags, t.of.BuildFlags) {
		return nil, false
	}
	var list []*packages.Package
	for _, pattern := range patterns {
		i := slices.IndexFunc(t.roots, func(p *packages.Package) bool { return isCalled(p, cfg.Dir, pattern) })
		if i < 0 || strings.Contains(pattern, "...") || t.roots[i].Types == nil || cfg.Dir != t.of.Dir && !filepath.IsAbs(pattern) {
			return nil, false
		}
		if !slices.Contains(list, t.roots[i]) {
			list = append(list, t.roots[i])
		}
	}
	files := changed(t.of.Overlay, cfg.Overlay)
	dirs := map[string]bool{}
	for name := range files {
		dirs[filepath.Dir(name)] = true
	}
	for i, p := range list {
		if !dirs[p.Dir] {
			continue
		}
		for _, q := range list {
			if q != p && imports(q.Types, p.PkgPath, map[*types.Package]bool{}) {
				return nil, false
			}
		}
		again, ok := recheck(p, files)
		if !ok {
			return nil, false
		}
		list[i] = again
		delete(dirs, p.Dir)
	}
	return list, len(dirs) == 0
}

// changed returns the files that are others than those that were loaded, by the contents
// that both have in place of those on disk: what they are now, or nothing if there is no
// such file.
func changed(loaded, now map[string][]byte) map[string][]byte {
	files := map[string][]byte{}
	for name, text := range now {
		if was, ok := loaded[name]; !ok || !bytes.Equal(was, text) {
			files[name] = text
		}
	}
	for name := range loaded {
		if _, ok := now[name]; !ok {
			files[name], _ = os.ReadFile(name) // what is not there is nothing
		}
	}
	return files
}

// imports reports whether p imports the package of the path, itself or by others.
func imports(p *types.Package, path string, seen map[*types.Package]bool) bool {
	if seen[p] {
		return false
	}
	seen[p] = true
	return slices.ContainsFunc(p.Imports(), func(imp *types.Package) bool { return imp.Path() == path || imports(imp, path, seen) })
}

// recheck type-checks a package with other contents of some of its files. It gives up
// where that takes more than what has been loaded: a package with other than Go files,
// or with errors that are not those of types, or an import that is not known.
func recheck(p *packages.Package, files map[string][]byte) (*packages.Package, bool) {
	if len(p.OtherFiles) > 0 || len(p.Syntax) != len(p.GoFiles) {
		return nil, false
	}
	for _, e := range p.Errors {
		if e.Kind != packages.TypeError && !strings.HasPrefix(e.Msg, "# ") { // which is the compiler's, of the same
			return nil, false
		}
	}
	again := *p
	again.Syntax, again.Errors, again.TypeErrors = slices.Clone(p.Syntax), nil, nil
	for _, name := range slices.Sorted(maps.Keys(files)) {
		if filepath.Dir(name) != p.Dir || strings.HasSuffix(name, "_test.go") {
			continue
		}
		i := slices.IndexFunc(again.Syntax, func(f *ast.File) bool { return p.Fset.File(f.FileStart).Name() == name })
		if i < 0 {
			i = len(again.Syntax)
		}
		last := min(i+1, len(again.Syntax))
		is, known := built(name, files[name])
		if !known {
			return nil, false
		}
		if !is {
			again.Syntax = slices.Delete(again.Syntax, i, last)
			continue
		}
		f, err := parseFile(p.Fset, name, files[name])
		if err != nil || f.Name.Name != p.Name {
			return nil, false
		}
		again.Syntax = slices.Replace(again.Syntax, i, last, f)
	}
	check(&again)
	return &again, !slices.ContainsFunc(again.Errors, func(e packages.Error) bool { return strings.HasPrefix(e.Msg, "could not import") })
}

// built reports whether the go command builds a file with that text here, if there is any.
// It is not known where the environment names build tags.
func built(name string, text []byte) (is, known bool) {
	if len(text) == 0 {
		return false, true
	}
	if strings.Contains(os.Getenv("GOFLAGS"), "-tags") {
		return false, false
	}
	here := build.Default
	here.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(text)), nil }
	is, err := here.MatchFile(filepath.Split(name))
	return is, err == nil
}

// isCalled reports whether the pattern of one package, seen from dir, stands for p.
func isCalled(p *packages.Package, dir, pattern string) bool {
	return p.PkgPath == pattern || p.Dir != "" && p.Dir == filepath.Join(dir, pattern) || p.Dir != "" && p.Dir == pattern
}
