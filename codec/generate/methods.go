package generate

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-go/assay/codec/option"
)

// checkMethods returns an error when source declares a method that a type has
// already, by a file of the package that is not one of the output.
func (j *job) checkMethods(source []byte) error {
	files, err := filepath.Glob(filepath.Join(j.Package.Dir, "*.go"))
	if err != nil {
		return err
	}
	ours, written := methods(j.Source.Out, source), j.output(j.Source.Out)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || slices.Contains(written, name) {
			continue
		}
		for method := range methods(name, nil) {
			if ours[method] {
				flag := "--methods"
				if !j.Methods {
					flag = "the flag that asks for it"
				}
				return fmt.Errorf("%s is declared in %s already: leave %s out, or remove it there", method, option.Relative(name), flag)
			}
		}
	}
	return nil
}

// methods returns the methods that a Go file declares, as Type.Method. source may
// be nil, for a file that is there.
func methods(name string, source []byte) map[string]bool {
	var src any
	if source != nil {
		src = source
	}
	f, err := parser.ParseFile(token.NewFileSet(), name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	set := map[string]bool{}
	for _, d := range f.Decls {
		if d, ok := d.(*ast.FuncDecl); ok && d.Recv != nil && len(d.Recv.List) == 1 {
			at := d.Recv.List[0].Type
			if star, ok := at.(*ast.StarExpr); ok {
				at = star.X
			}
			if id, ok := at.(*ast.Ident); ok {
				set[id.Name+"."+d.Name.Name] = true
			}
		}
	}
	return set
}
