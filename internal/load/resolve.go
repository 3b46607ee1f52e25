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

	"github.com/assay-go/assay/typemodel"
)

// resolve turns a type expression into the type that it names, seen from
// package here: names without a package are here's. imports are local names of
// packages that go before import paths. When another load is needed first, the
// type is nil without an error and l.missing says which.
func (l *loader) resolve(expr *typemodel.Type, here *types.Package, imports map[string]string) (types.Type, error) {
	sub := func(t *typemodel.Type) (types.Type, error) { return l.resolve(t, here, imports) }
	switch k := expr.Kind; k {
	case typemodel.Pointer, typemodel.Slice, typemodel.Array, typemodel.Map:
		elem, err := sub(expr.Elem)
		if err != nil || elem == nil {
			return nil, err
		}
		switch k {
		case typemodel.Pointer:
			return types.NewPointer(elem), nil
		case typemodel.Slice:
			return types.NewSlice(elem), nil
		case typemodel.Array:
			return types.NewArray(elem, int64(expr.Len)), nil
		}
		key, err := sub(expr.Key)
		if err != nil || key == nil {
			return nil, err
		}
		if !types.Comparable(key) {
			return nil, fmt.Errorf("%s cannot be the key of a map", typeString(key))
		}
		return types.NewMap(key, elem), nil
	case typemodel.Invalid:
		return l.resolveName(expr, here, imports)
	case typemodel.Interface:
		if expr.Name.IsZero() && expr.NumMethod == 0 {
			return types.Universe.Lookup("any").Type(), nil
		}
		return types.Universe.Lookup("error").Type(), nil
	}
	for basic, k := range basicKinds {
		if k == expr.Kind {
			return types.Typ[basic], nil
		}
	}
	return nil, fmt.Errorf("a %s literal cannot be named here: declare a type", expr.Kind)
}

func (l *loader) resolveName(expr *typemodel.Type, here *types.Package, imports map[string]string) (types.Type, error) {
	name := expr.Name.Name
	pkg, err := l.packageNamed(expr.Name.PkgPath, name, here, imports)
	if pkg == nil {
		return nil, err
	}
	obj := pkg.Scope().Lookup(name)
	fromSource := slices.ContainsFunc(l.roots, func(p *packages.Package) bool { return p.Types == pkg })
	if obj == nil && !fromSource { // export data may leave out what is not exported
		l.missing = append(l.missing, pkg.Path())
		return nil, nil
	}
	if obj == nil {
		if file := l.leftOut(pkg, name); strings.HasSuffix(file, "_test.go") {
			return nil, fmt.Errorf("%s is declared in %s, which is built for tests alone: move it to a file whose name does not end in _test.go", name, file)
		} else if file != "" {
			return nil, fmt.Errorf("package %s has no type %s here: %s, which declares it, is left out of the build by its constraints, its name, or as cgo is off", pkg.Name(), name, file)
		}
		return nil, unknownType(pkg, name)
	}
	tn, ok := obj.(*types.TypeName)
	if !ok {
		return nil, fmt.Errorf("%s.%s is a %s, not a type", pkg.Name(), name, objectKind(obj))
	}
	if c, ok := tn.Type().Underlying().(*types.Interface); ok && !c.IsMethodSet() {
		return nil, fmt.Errorf("%s.%s is a constraint of type parameters, and no value has it: name a type that meets it", pkg.Name(), name)
	}
	if expr.Name.Args == nil {
		return tn.Type(), nil
	}
	params := typeParams(tn.Type())
	if params.Len() == 0 {
		return nil, fmt.Errorf("%s.%s is not generic and takes no type arguments", pkg.Name(), name)
	}
	if params.Len() != len(expr.Name.Args) {
		return nil, fmt.Errorf("%s.%s takes %d type arguments, not %d", pkg.Name(), name, params.Len(), len(expr.Name.Args))
	}
	var args []types.Type
	for _, a := range expr.Name.Args {
		arg, err := l.resolve(a, pkg, imports)
		if err != nil || arg == nil {
			return nil, err
		}
		if err := uninstantiated(arg, pkg.Name()); err != nil {
			return nil, err
		}
		args = append(args, arg)
	}
	inst, err := types.Instantiate(types.NewContext(), tn.Type(), args, true)
	if err != nil {
		return nil, fmt.Errorf("%s.%s: %w", pkg.Name(), name, err)
	}
	return inst, nil
}

// packageNamed returns the package that is called path, or nil when another
// load is needed first. The empty path is that of here. A path that no package has may be the
// name of one that was met and declares name, as messages write types.
func (l *loader) packageNamed(path, name string, here *types.Package, imports map[string]string) (*types.Package, error) {
	if path == "" {
		return here, nil
	}
	if p, ok := imports[path]; ok {
		path = p
	}
	if i := slices.Index(l.patterns, path); i >= 0 {
		return l.roots[i].Types, nil
	}
	if pkg := l.all[path]; pkg != nil {
		return pkg, nil
	}
	var called, declaring []*types.Package
	for _, pkg := range l.all {
		if pkg.Name() == path {
			called = append(called, pkg)
			if pkg.Scope().Lookup(name) != nil {
				declaring = append(declaring, pkg)
			}
		}
	}
	switch {
	case len(called) == 0:
		l.missing = append(l.missing, path)
		return nil, nil
	case len(called) == 1:
		return called[0], nil
	case len(declaring) == 1:
		return declaring[0], nil
	case len(declaring) == 0:
		return nil, fmt.Errorf("none of the packages %s has a type %s", joined(called, "", ", "), name)
	}
	return nil, fmt.Errorf("%s.%s may be %s: write the import path", path, name, joined(declaring, "."+name, " or "))
}

// joined lists the paths of packages, each with what follows it.
func joined(packages []*types.Package, suffix, by string) string {
	var list []string
	for _, pkg := range packages {
		list = append(list, pkg.Path()+suffix)
	}
	slices.Sort(list)
	return strings.Join(list, by)
}

// leftOut returns the file that declares a type of pkg, but is not built on this
// machine, or for tests alone; empty, when there is none.
func (l *loader) leftOut(pkg *types.Package, name string) string {
	for _, p := range l.roots {
		if p.Types != pkg {
			continue
		}
		tests, _ := filepath.Glob(filepath.Join(p.Dir, "*_test.go")) // the pattern is right
		for _, file := range slices.Concat(p.IgnoredFiles, tests) {
			syntax, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
			if err != nil || strings.TrimSuffix(syntax.Name.Name, "_test") != pkg.Name() {
				continue
			}
			for d := range ast.Preorder(syntax) {
				if spec, ok := d.(*ast.TypeSpec); ok && spec.Name.Name == name {
					return filepath.ToSlash(filepath.Join(filepath.Base(filepath.Dir(file)), filepath.Base(file)))
				}
			}
		}
	}
	return ""
}

// unknownType returns the error for a name that pkg does not declare, with the
// exported type whose name is most like it.
func unknownType(pkg *types.Package, name string) error {
	best, least := "", 1+len(name)/3
	var names []string
	for _, n := range pkg.Scope().Names() {
		if _, ok := pkg.Scope().Lookup(n).(*types.TypeName); !ok || !token.IsExported(n) {
			continue
		}
		names = append(names, n)
		if d := distance(strings.ToLower(n), strings.ToLower(name)); d <= least {
			best, least = n, d-1
		}
	}
	switch {
	case best != "":
		return fmt.Errorf("package %s has no type %s: did you mean %s?", pkg.Name(), name, best)
	case len(names) == 0:
		return fmt.Errorf("package %s has no exported types", pkg.Name())
	case len(names) > 8:
		names = append(names[:8], "…")
	}
	return fmt.Errorf("package %s has no type %s; it has %s", pkg.Name(), name, strings.Join(names, ", "))
}

// distance is the Levenshtein distance between a and b in bytes.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := range len(a) {
		diagonal := row[0]
		row[0] = i + 1
		for j := range len(b) {
			cost := 1
			if a[i] == b[j] {
				cost = 0
			}
			diagonal, row[j+1] = row[j+1], min(row[j+1]+1, row[j]+1, diagonal+cost)
		}
	}
	return row[len(b)]
}

func objectKind(obj types.Object) string {
	switch obj.(type) {
	case *types.Func:
		return "func"
	case *types.Var:
		return "variable"
	case *types.Const:
		return "constant"
	}
	return "name"
}

// typeParams returns the type parameters of a generic type; nil has length 0.
func typeParams(t types.Type) *types.TypeParamList {
	switch t := t.(type) {
	case *types.Named:
		if t.TypeArgs().Len() == 0 {
			return t.TypeParams()
		}
	case *types.Alias:
		if t.TypeArgs().Len() == 0 {
			return t.TypeParams()
		}
	}
	return nil
}

// uninstantiated returns an error when t is generic, as seen from a command
// that calls its package pkg.
func uninstantiated(t types.Type, pkg string) error {
	params := typeParams(t)
	if params.Len() == 0 {
		return nil
	}
	args := make([]string, params.Len())
	for i := range args {
		args[i] = "int"
		if !types.Satisfies(types.Typ[types.Int], params.At(i).Constraint().Underlying().(*types.Interface)) {
			args[i] = "…"
		}
	}
	name := t.(interface{ Obj() *types.TypeName }).Obj().Name()
	if pkg == "." {
		pkg = ""
	}
	return fmt.Errorf("%s is generic: name an instance, such as %s.%s[%s]", name, pkg, name, strings.Join(args, ","))
}

// typeString spells t with packages by name.
func typeString(t types.Type) string {
	return types.TypeString(t, (*types.Package).Name)
}
