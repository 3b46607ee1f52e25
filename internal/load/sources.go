package load

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// loadSources loads packages as load does, without having the go command compile them: to
// ask it for what packages import as export data compiles them as well, which for a
// package with much generated code takes ten times as long as to check its types. So it
// is asked for the files, and then for the imports alone. Where one of these
// imports a package in turn that is checked here, there would be two of it, and load
// does it all. Where no [packages.NeedTypesInfo] is asked for, what functions do is
// checked in the files of the overlay alone. Also are the paths of further packages, which
// files that are added later may import.
func loadSources(load Packages, also []string, c *packages.Config, patterns ...string) ([]*packages.Package, error) {
	if c.Mode&packages.NeedTypes == 0 || c.Mode&packages.NeedDeps != 0 {
		return load(c, patterns...)
	}
	known := *c
	if known.Fset == nil {
		known.Fset = token.NewFileSet()
	}
	known.Mode = c.Mode&^(packages.NeedTypes|packages.NeedTypesInfo) | packages.NeedTypesSizes
	known.ParseFile = parseFile
	if c.Mode&packages.NeedTypesInfo == 0 {
		known.ParseFile = func(fset *token.FileSet, name string, source []byte) (*ast.File, error) {
			if c.Overlay[name] != nil {
				return parseFile(fset, name, source)
			}
			return parseDeclarations(fset, name, source)
		}
	}
	roots, err := load(&known, patterns...)
	if err != nil { // some is in the packages, where they are compiled
		return load(c, patterns...)
	}
	all := map[string]*packages.Package{"unsafe": {ID: "unsafe", Name: "unsafe", PkgPath: "unsafe", Types: types.Unsafe}} // by ID
	for _, p := range roots {
		all[p.ID] = p
	}
	roots = slices.DeleteFunc(roots, func(p *packages.Package) bool { // the main functions of tests, which the go command writes
		tested, ok := strings.CutSuffix(p.ID, ".test")
		return ok && c.Tests && p.Name == "main" && all[tested] != nil
	})
	paths := slices.DeleteFunc(slices.Clone(also), func(path string) bool { return all[path] != nil })
	for _, p := range roots {
		for _, imported := range p.Imports {
			switch {
			case all[imported.ID] != nil:
			case imported.ID != imported.PkgPath: // compiled anew for a test, as it imports the package under test
				return load(c, patterns...)
			default:
				paths = append(paths, imported.PkgPath)
			}
		}
	}
	if slices.Sort(paths); len(paths) > 0 {
		known.Mode, known.Tests, known.ParseFile = packages.NeedName|packages.NeedTypes, false, parseFile
		if within(c.Overlay, roots) { // there is nothing of the imports in it, whose export data go/packages would not trust
			known.Overlay = nil
		}
		list, err := load(&known, slices.Compact(paths)...)
		if err != nil {
			return nil, err
		}
		for _, p := range list {
			for _, root := range roots {
				if p.Types != nil && imports(p.Types, root.PkgPath, map[*types.Package]bool{}) {
					return load(c, patterns...)
				}
			}
			all[p.ID] = p
		}
	}
	for _, p := range roots {
		for _, path := range also {
			if q := all[path]; q != nil && q != p && p.Imports[path] == nil {
				if p.Imports == nil {
					p.Imports = map[string]*packages.Package{}
				}
				p.Imports[path] = q
			}
		}
		p.Fset = known.Fset
		if c.Mode&packages.NeedTypesInfo != 0 {
			p.TypesInfo = new(types.Info)
		}
		checkAmong(p, all)
	}
	return roots, nil
}

// within reports whether all files are in the folders of the packages.
func within(files map[string][]byte, list []*packages.Package) bool {
	for name := range files {
		if !slices.ContainsFunc(list, func(p *packages.Package) bool { return p.Dir == filepath.Dir(name) }) {
			return false
		}
	}
	return true
}

func parseFile(fset *token.FileSet, name string, source []byte) (*ast.File, error) {
	return parser.ParseFile(fset, name, source, parser.AllErrors|parser.ParseComments|parser.SkipObjectResolution)
}

// parseDeclarations parses a file without what its functions do: to check the types of
// that takes most of the time, above all in generated code.
func parseDeclarations(fset *token.FileSet, name string, source []byte) (*ast.File, error) {
	file, err := parseFile(fset, name, source)
	if file == nil {
		return nil, err
	}
	for _, d := range file.Decls {
		switch f, ok := d.(*ast.FuncDecl); {
		case !ok || f.Body == nil:
		case f.Recv == nil && (f.Name.Name == "init" || f.Name.Name == "main"): // must have a body
			f.Body.List = nil
		case f.Type.TypeParams == nil: // so must generic ones
			f.Body = nil
		}
	}
	return file, err
}

// checkAmong checks the types of a package, unless they are known, and before that of
// those that it imports. all has these by ID.
func checkAmong(p *packages.Package, all map[string]*packages.Package) {
	if p.Types != nil {
		return
	}
	p.Types = types.NewPackage(p.PkgPath, p.Name) // also for those that import each other
	for path, stub := range p.Imports {
		if q := all[stub.ID]; q != nil {
			checkAmong(q, all)
			if len(stub.Errors) > 0 { // which say where it is imported
				q.Errors = stub.Errors
			}
			p.Imports[path] = q
		}
	}
	check(p)
}

// check checks the types of p, and adds what is wrong to its errors.
func check(p *packages.Package) {
	p.Types = types.NewPackage(p.PkgPath, p.Name)
	if p.TypesInfo != nil {
		p.TypesInfo = &types.Info{
			Types: map[ast.Expr]types.TypeAndValue{}, Defs: map[*ast.Ident]types.Object{}, Uses: map[*ast.Ident]types.Object{},
			Implicits: map[ast.Node]types.Object{}, Instances: map[*ast.Ident]types.Instance{}, Scopes: map[ast.Node]*types.Scope{},
			Selections: map[*ast.SelectorExpr]*types.Selection{}, FileVersions: map[*ast.File]string{},
		}
	}
	c := &types.Config{
		Importer: importer(func(path string) (*types.Package, error) {
			if path == "unsafe" {
				return types.Unsafe, nil
			}
			q := p.Imports[path]
			if q == nil {
				return nil, fmt.Errorf("the package %s was not found", path)
			}
			if q.Types != nil && q.Types.Complete() {
				return q.Types, nil
			}
			return nil, fmt.Errorf("the package %s has mistakes", path)
		}),
		FakeImportC: true, // what C has is unknown, and no mistake
		Sizes:       p.TypesSizes,
		Error: func(err error) {
			e := packages.Error{Pos: "-", Msg: err.Error(), Kind: packages.TypeError}
			if err, ok := err.(types.Error); ok {
				e.Pos, e.Msg = err.Fset.Position(err.Pos).String(), err.Msg
			}
			if strings.Contains(e.Msg, types.Typ[types.Invalid].String()) && importsC(p) { // what comes of it
				return
			}
			p.Errors = append(p.Errors, e)
		},
	}
	// Without what functions do, imports look unused.
	c.DisableUnusedImportCheck = slices.ContainsFunc(p.Syntax, func(file *ast.File) bool {
		return slices.ContainsFunc(file.Decls, func(d ast.Decl) bool {
			f, ok := d.(*ast.FuncDecl)
			return ok && f.Body == nil
		})
	})
	if p.Module != nil && p.Module.GoVersion != "" {
		c.GoVersion = "go" + p.Module.GoVersion
	}
	_ = types.NewChecker(c, p.Fset, p.Types, p.TypesInfo).Files(p.Syntax)
	p.IllTyped = len(p.Errors) > 0
}

// importer is a func that is a types.Importer.
type importer func(path string) (*types.Package, error)

func (f importer) Import(path string) (*types.Package, error) { return f(path) }
