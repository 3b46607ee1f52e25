package assay_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/assay-go/assay"
)

// TestSignatures: what programs outside can name is made of what they can name. A
// signature, field or embedded type of a package that is not below internal names none
// that is.
func TestSignatures(t *testing.T) {
	// Types by way of export data would have a second go command compile the module while the
	// first one does.
	list, err := packages.Load(&packages.Config{
		Mode:      packages.NeedName | packages.NeedImports | packages.NeedDeps | packages.NeedSyntax | packages.NeedTypes | packages.NeedTypesInfo,
		Env:       append(os.Environ(), "CGO_ENABLED=0"),
		ParseFile: declarations,
	}, "./...")
	if err != nil {
		t.Fatal(err)
	}
	found := false
	for _, p := range list {
		if p.Name == "main" || internal(p.PkgPath) {
			continue
		}
		scope := p.Types.Scope()
		for _, name := range scope.Names() {
			if obj := scope.Lookup(name); obj.Exported() {
				if p.PkgPath+"."+name == loaded {
					found = true
					continue
				}
				for _, hidden := range hidden(obj) {
					t.Errorf("%s.%s names %s", strings.TrimPrefix(p.PkgPath, assay.ModulePath+"/"), name, hidden)
				}
			}
		}
	}
	if !found {
		t.Errorf("%s is no exception any more: take it out", loaded)
	}
}

// declarations parses a file without what its funcs do.
func declarations(fset *token.FileSet, name string, src []byte) (*ast.File, error) {
	file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok {
			f.Body = nil
		}
	}
	return file, nil
}

// loaded is what the command alone has of bench, to go where only it can see it.
const loaded = assay.ModulePath + "/bench.Loaded"

func internal(path string) bool {
	return strings.Contains(path+"/", "/internal/") && strings.HasPrefix(path, assay.ModulePath)
}

// hidden returns the types below internal that the declaration of an exported object
// names: those of its parts that others can use.
func hidden(obj types.Object) (list []string) {
	seen := map[types.Type]bool{}
	var visit func(t types.Type, at string)
	named := func(o *types.TypeName, at string) bool {
		if o.Pkg() == nil || !internal(o.Pkg().Path()) {
			return false
		}
		if s := fmt.Sprintf("%s.%s%s", strings.TrimPrefix(o.Pkg().Path(), assay.ModulePath+"/"), o.Name(), at); !slices.Contains(list, s) {
			list = append(list, s)
		}
		return true
	}
	visit = func(t types.Type, at string) {
		if seen[t] {
			return
		}
		seen[t] = true
		switch t := t.(type) {
		case *types.Alias:
			if !named(t.Obj(), at) {
				visit(types.Unalias(t), at)
			}
		case *types.Named:
			for arg := range t.TypeArgs().Types() {
				visit(arg, at)
			}
			named(t.Obj(), at) // what it is made of is its own package's
		case *types.Pointer:
			visit(t.Elem(), at)
		case *types.Slice:
			visit(t.Elem(), at)
		case *types.Array:
			visit(t.Elem(), at)
		case *types.Chan:
			visit(t.Elem(), at)
		case *types.Map:
			visit(t.Key(), at)
			visit(t.Elem(), at)
		case *types.Signature:
			for v := range t.Params().Variables() {
				visit(v.Type(), at)
			}
			for v := range t.Results().Variables() {
				visit(v.Type(), at)
			}
		case *types.Struct:
			for f := range t.Fields() {
				if f.Exported() {
					visit(f.Type(), at+" in "+f.Name())
				}
			}
		case *types.Interface:
			for m := range t.Methods() {
				if m.Exported() {
					visit(m.Type(), at+" in "+m.Name())
				}
			}
		}
	}
	tn, ok := obj.(*types.TypeName)
	if !ok {
		visit(obj.Type(), "")
		return list
	}
	if tn.IsAlias() {
		visit(obj.Type(), "")
		return list
	}
	visit(obj.Type().Underlying(), "")
	for m := range obj.Type().(*types.Named).Methods() {
		if m.Exported() {
			visit(m.Type(), " in "+m.Name())
		}
	}
	return list
}
