// Package load takes a type's model from Go source. It lets the go command find and
// compile what the type's package imports, type-checks the package itself, and turns the
// type into a [typemodel.Type].
//
// Only four comments mean something to it. On an interface's type declaration,
// or on a struct field in whose type an interface stands,
//
//	//assay:impl Circle *Square geo.Point
//
// tells which types the interface may hold: those of the declaring package by
// their names, others qualified by an import of the file or by an import path.
// An interface with an unexported method needs none, since its types are those
// of its own package. On a type declaration
//
//	//assay:as ToText FromText
//
// names the two functions by which the type travels as another, such as
// func(Amount) string and func(string) (Amount, error); a pointer in the place of
// an argument, or of the result, will do. And on the declaration of a struct of
// pointers
//
//	//assay:union
//
// says that exactly one of them is set. On the declaration of a struct
//
//	//assay:reserved 3,7
//
// lists the numbers of fields that there are no more, in formats that have numbers.
//
// What is about a type of another package stands anywhere in a file of the
// package that is loaded, or of that in the working directory, and begins with
// the type:
//
//	//assay:impl geo.Shape = Circle *Square
//	//assay:as money.Amount = ToText FromText
//
// The package judges no type: what a serializer cannot carry is the drivers'
// affair.
package load

import (
	"context"
	"fmt"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"

	"github.com/assay-go/assay/typemodel"
)

// Config says where and how packages are loaded.
type Config struct {
	Dir        string            // relative packages, and the module, are those seen from here; empty means the working directory
	Env        []string          // of the go command; nil means the process's own
	BuildFlags []string          // of the go command
	Overlay    map[string][]byte // contents of files by absolute name, in place of those on disk

	Packages Packages // in place of [packages.Load], unless it is nil

	// Impls and As are directives from the command line, such as
	// "geo.Shape=Circle,*Square" and "money.Amount=ToText,FromText", in which
	// packages are import paths. They go before those in files.
	Impls, As []string

	// Incomplete overlooks what does not type-check in the named packages, as
	// where they call functions that are yet to be generated. What is unknown
	// in the type itself is a refusal.
	Incomplete bool
}

// Packages loads packages as [packages.Load] does, for programs that have them in
// memory. Their positions are in a file set of their own.
type Packages func(cfg *packages.Config, patterns ...string) ([]*packages.Package, error)

// Result is a type loaded from source.
type Result struct {
	Type    *typemodel.Type
	Package Package

	// Refusals say what keeps the type from being used by another package: its
	// name is not exported, its package is a main package. Then they say what
	// [typemodel.Refusals] says. Code generated into the type's own package is
	// concerned with the latter only.
	Refusals []typemodel.Diagnostic

	// Unused are the flags of [Config] that are about types which Type does not lead
	// to, such as "--as=money.Amount=ToText,FromText", sorted.
	Unused []string
}

// Package is the package in which the type was looked up.
type Package struct {
	Path string // import path
	Name string
	Dir  string // absolute

	// Names are the identifiers that the package declares, sorted. Generated
	// code keeps clear of them.
	Names []string

	Module *Module // nil for the standard library
}

// Module is the module of a package.
type Module struct {
	Path      string
	Version   string // empty for the main module
	Dir       string // absolute
	GoMod     string // file name
	GoVersion string // of the go directive
	Main      bool
}

// mode is what the go command and go/packages are asked for: the named
// packages from source, for the sake of unexported names and of errors with
// positions, and what they import from export data. A small package takes 0.06
// s so, net/http 0.17 s; with the imports from source (NeedDeps) it is 0.4 s
// and 0.9 s, while taking the package itself from export data too saves
// nothing but for the largest.
const mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedTypes |
	packages.NeedSyntax | packages.NeedTypesInfo | packages.NeedModule

// flags are those of the go command. With -trimpath positions in export data name no files,
// and so the directives there would not be found.
func (cfg Config) flags() []string { return append([]string{"-trimpath=false"}, cfg.BuildFlags...) }

func (cfg Config) packages(c *packages.Config, patterns ...string) ([]*packages.Package, error) {
	if cfg.Packages != nil {
		return cfg.Packages(c, patterns...)
	}
	return loadSources(packages.Load, nil, c, patterns...)
}

// Load loads the type that ref names: a package and a type, such as
// "./orders.Order", "example.com/shop/orders.Order" or just "Order" in the
// package of cfg.Dir. An instance of a generic type has its type arguments in
// brackets, as in "./orders.Pair[int,./money.Amount]"; those without a package
// are predeclared or of the generic type's own package.
//
// An error is one line, and says where the mistake is when it is in the
// source.
func Load(ctx context.Context, cfg Config, ref string) (*Result, error) {
	r, err := load(ctx, cfg, ref)
	if err != nil {
		return nil, fmt.Errorf("load %s: %w", ref, err)
	}
	return r, nil
}

func load(ctx context.Context, cfg Config, ref string) (*Result, error) {
	expr, err := typemodel.ParseExpr(ref)
	if err != nil {
		return nil, err
	}
	if expr.Kind != typemodel.Invalid {
		return nil, fmt.Errorf("not the name of a declared type: write a package, a dot and a type, such as ./orders.Order (a list or a pointer needs a type that is declared so: type Orders []Order)")
	}
	if cfg.Dir == "" {
		cfg.Dir = "."
	}
	if cfg.Dir, err = filepath.Abs(cfg.Dir); err != nil {
		return nil, err
	}
	if expr.Name.PkgPath == "" {
		expr.Name.PkgPath = "."
	}
	if _, err := os.Stat(cfg.Dir); err != nil {
		return nil, fmt.Errorf("no directory %s", cfg.Dir)
	}
	patterns := packagesOf(expr)
	if l := (&loader{cfg: cfg}); l.hasDirectives(cfg.Dir) && !slices.Contains(patterns, ".") {
		patterns = append(patterns, ".")
	}
	asked := len(patterns)
	var asks *directive // for which there is another load
	var before *Result  // what is known where the packages of sealed interfaces cannot be loaded
	for {
		l := &loader{cfg: cfg, fset: token.NewFileSet(), patterns: patterns, asked: asked}
		if err := l.load(ctx); err != nil {
			if before != nil && ctx.Err() == nil {
				return before, nil
			}
			if asks != nil {
				l.mistake(asks, "%w", err)
				err = l.err
			}
			return nil, err
		}
		l.describe(cfg)
		r, err := l.result(expr)
		if err == nil {
			err = l.err
		}
		// A directive may name types of packages that the first load did not
		// see, or saw only in part.
		if len(l.missing) == 0 && (len(l.partial) == 0 || err != nil) {
			if err == nil && r != nil && unknown(r.Type) {
				// Export data does not say what is wrong in what it was made of.
				err = l.loadPackages(ctx, mode|packages.NeedDeps)
			}
			if err != nil {
				return nil, err
			}
			return r, nil
		}
		if len(l.missing) == 0 {
			before = r
		}
		patterns, asks = slices.Concat(patterns, l.missing, l.partial), l.asks
	}
}

// unknown reports whether t holds a type of which nothing is known, since a package does
// not compile.
func unknown(t *typemodel.Type) (found bool) {
	typemodel.Walk(t, func(_ string, t *typemodel.Type) bool {
		found = found || t.Kind == typemodel.Invalid && !t.Endless
		return !found
	})
	return found
}

// packagesOf returns the packages that a type expression mentions, each once.
func packagesOf(expr *typemodel.Type) []string {
	var list []string
	var add func(t *typemodel.Type)
	add = func(t *typemodel.Type) {
		if t == nil {
			return
		}
		if p := t.Name.PkgPath; p != "" && !slices.Contains(list, p) {
			list = append(list, p)
		}
		add(t.Key)
		add(t.Elem)
		for _, a := range t.Name.Args {
			add(a)
		}
	}
	add(expr)
	return list
}

// loader is one call of packages.Load and the model that is made from it.
type loader struct {
	cfg      Config
	fset     *token.FileSet
	patterns []string            // of the packages loaded from source
	asked    int                 // how many of them, the first, load was asked for; others are for what they declare
	roots    []*packages.Package // one for each pattern
	all      map[string]*types.Package

	model
	implemented, converted map[string]*directive // by the type that they are about

	missing []string   // packages to load from source in a next attempt
	asks    *directive // the one that needs them

	// partial are packages of sealed interfaces that are known only by what export data of
	// others has of them: types that implement the interface may be missing there.
	partial []string
}

// load loads the packages, with what they import from export data. A go command that
// is newer than the Go that this program was built with may write what it cannot read:
// then all comes from source, of which the standard library's may have what the type
// checker does not know.
func (l *loader) load(ctx context.Context) error {
	err := l.loadPackages(ctx, mode)
	if err == nil || ctx.Err() != nil || !l.newerGo() {
		return err
	}
	l.roots = nil
	if l.loadPackages(ctx, mode|packages.NeedDeps) == nil {
		return nil
	}
	return err
}

func (l *loader) loadPackages(ctx context.Context, mode packages.LoadMode) error {
	if l.cfg.Incomplete { // what functions do may be wrong
		mode &^= packages.NeedTypesInfo
	}
	pkgs, err := l.cfg.packages(&packages.Config{
		Context:    ctx,
		Mode:       mode,
		Dir:        l.cfg.Dir,
		Env:        l.cfg.Env,
		BuildFlags: l.cfg.flags(),
		Overlay:    l.cfg.Overlay,
		Fset:       l.fset,
	}, l.patterns...)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil {
		return loadError(err)
	}
	if len(pkgs) > 0 {
		l.fset = pkgs[0].Fset
	}
	l.all = map[string]*types.Package{}
	for _, pattern := range l.patterns {
		p, err := l.match(pkgs, pattern, mode)
		if err != nil {
			return err
		}
		l.roots = append(l.roots, p)
	}
	for _, p := range l.roots {
		l.register(p.Types)
	}
	return nil
}

// match returns the package that pattern stands for.
func (l *loader) match(pkgs []*packages.Package, pattern string, mode packages.LoadMode) (*packages.Package, error) {
	i := 0
	if len(pkgs) != 1 || strings.Contains(pattern, "...") {
		i = slices.IndexFunc(pkgs, func(p *packages.Package) bool { return isCalled(p, l.cfg.Dir, pattern) })
	}
	if i < 0 {
		return nil, l.noPackage(pattern)
	}
	return pkgs[i], l.packageError(pkgs[i], mode)
}

// register makes p and what it imports known by path, in the most complete
// form there is.
func (l *loader) register(p *types.Package) {
	if have := l.all[p.Path()]; have == p || have != nil && have.Complete() {
		return
	}
	l.all[p.Path()] = p
	for _, imp := range p.Imports() {
		l.register(imp)
	}
}

// result looks the type up and models it.
func (l *loader) result(expr *typemodel.Type) (*Result, error) {
	root := l.roots[0]
	expr.Name.PkgPath = root.PkgPath
	typ, err := l.resolve(expr, root.Types, nil)
	if err != nil || typ == nil {
		return nil, err
	}
	if err := uninstantiated(typ, l.patterns[0]); err != nil {
		return nil, err
	}
	r := &Result{
		Type: l.typeOf(typ),
		Package: Package{
			Path:  root.PkgPath,
			Name:  root.Name,
			Dir:   root.Dir,
			Names: root.Types.Scope().Names(),
		},
	}
	if alias, ok := typ.(*types.Alias); ok && r.Type.Name.IsZero() {
		named := *r.Type
		named.Alias = typemodel.Name{PkgPath: root.PkgPath, PkgName: root.Name, Name: alias.Obj().Name()}
		for arg := range alias.TypeArgs().Types() {
			named.Alias.Args = append(named.Alias.Args, l.typeOf(arg))
		}
		r.Type = &named
	}
	if m := root.Module; m != nil {
		if m.Replace != nil {
			m.Dir, m.GoMod, m.GoVersion = m.Replace.Dir, m.Replace.GoMod, m.Replace.GoVersion
		}
		r.Package.Module = &Module{Path: m.Path, Version: m.Version, Dir: m.Dir, GoMod: m.GoMod, GoVersion: m.GoVersion, Main: m.Main}
	}
	if root.Name == "main" {
		r.Refusals = append(r.Refusals, typemodel.Diagnostic{
			Text: "package main cannot be imported",
			Fix:  "move the type to a package of its own",
		})
	}
	if !token.IsExported(expr.Name.Name) {
		r.Refusals = append(r.Refusals, typemodel.Diagnostic{
			Text: fmt.Sprintf("%s is not exported", expr.Name.Name),
			Fix:  "export it, or a type that has it",
		})
	}
	r.Refusals = append(r.Refusals, typemodel.Refusals(r.Type)...)
	r.Unused = l.unmet()
	return r, nil
}
