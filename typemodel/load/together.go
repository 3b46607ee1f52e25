package load

import (
	"go/ast"
	"go/parser"
	"go/types"
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
	Load Packages // in place of [packages.Load], unless it is nil

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
			return loadSources(packages.Load, cfg, patterns...)
		}
		return loadSources(t.Load, cfg, patterns...)
	}
	if t.over || cfg.Tests {
		return load(cfg, patterns...)
	}
	if t.of == nil {
		t.add(patterns)
		all := *cfg
		all.Overlay = nil
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
	if cfg.Mode != t.of.Mode || cfg.Dir != t.of.Dir || !slices.Equal(cfg.Env, t.of.Env) || !slices.Equal(cfg.BuildFlags, t.of.BuildFlags) {
		return nil, false
	}
	var list []*packages.Package
	for _, pattern := range patterns {
		i := slices.IndexFunc(t.roots, func(p *packages.Package) bool { return isCalled(p, cfg.Dir, pattern) })
		if i < 0 || strings.Contains(pattern, "...") || t.roots[i].Types == nil {
			return nil, false
		}
		if !slices.Contains(list, t.roots[i]) {
			list = append(list, t.roots[i])
		}
	}
	changed := map[string]bool{} // directories
	for name := range cfg.Overlay {
		changed[filepath.Dir(name)] = true
	}
	for i, p := range list {
		if !changed[p.Dir] {
			continue
		}
		for _, q := range list {
			if q != p && imports(q.Types, p.PkgPath, map[*types.Package]bool{}) {
				return nil, false
			}
		}
		again, ok := recheck(p, cfg.Overlay)
		if !ok {
			return nil, false
		}
		list[i] = again
		delete(changed, p.Dir)
	}
	return list, len(changed) == 0
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
// or with errors that are not those of types, or a new file or import.
func recheck(p *packages.Package, overlay map[string][]byte) (*packages.Package, bool) {
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
	for name, text := range overlay {
		if filepath.Dir(name) != p.Dir {
			continue
		}
		f, err := parser.ParseFile(p.Fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
		i := slices.IndexFunc(again.Syntax, func(f *ast.File) bool { return p.Fset.File(f.FileStart).Name() == name })
		switch {
		case err != nil:
			return nil, false
		case i >= 0:
			again.Syntax[i] = f
		case len(f.Decls) > 0: // otherwise it adds nothing, such as a test that is emptied
			return nil, false
		}
	}
	check(&again)
	return &again, !slices.ContainsFunc(again.Errors, func(e packages.Error) bool { return strings.HasPrefix(e.Msg, "could not import") })
}

// isCalled reports whether the pattern of one package, seen from dir, stands for p.
func isCalled(p *packages.Package, dir, pattern string) bool {
	return p.PkgPath == pattern || p.Dir != "" && p.Dir == filepath.Join(dir, pattern) || p.Dir != "" && p.Dir == pattern
}
