package generate

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	pathpkg "path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/internal/option"
)

// checkMethods returns an error when source declares a method that a type has
// already, by a file of the package that is not one of the output. With the option Replace
// it notes that file without the method instead; but for String, which is for people, and of
// which programs may know how it looks: it returns the source without ours.
func (j *job) checkMethods(source []byte) ([]byte, error) {
	files, err := filepath.Glob(filepath.Join(j.Package.Dir, "*.go"))
	if err != nil {
		return nil, err
	}
	ours, written := methods(j.Source.Out, source), j.output(j.Source.Out)
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") || slices.Contains(written, name) {
			continue
		}
		text := j.Source.replaced[name]
		if text == nil {
			if text, err = os.ReadFile(name); err != nil {
				return nil, err
			}
		}
		twice, stay := methods(name, text), map[string]bool{}
		maps.DeleteFunc(twice, func(method string, _ bool) bool { return !ours[method] })
		if j.Replace {
			maps.DeleteFunc(twice, func(method string, _ bool) bool {
				stay[method] = strings.HasSuffix(method, ".String")
				return stay[method]
			})
		}
		if source, err = without(j.Source.Out, source, stay); err != nil {
			return nil, err
		}
		switch {
		case len(twice) == 0:
		case j.Replace:
			if text, err = without(name, text, twice); err != nil {
				return nil, err
			}
			if j.Result.replaced == nil {
				j.Result.replaced = map[string][]byte{}
			}
			j.Result.replaced[name] = text
		default:
			flag := "--methods"
			if !j.Methods {
				flag = "the flag that asks for it"
			}
			return nil, fmt.Errorf("%s is declared in %s already: leave %s out, or remove it there, as --replace does", slices.Min(slices.Collect(maps.Keys(twice))), option.Relative(name), flag)
		}
	}
	return source, nil
}

// methods returns the methods that a Go file declares, as Type.Method.
func methods(name string, source []byte) map[string]bool {
	f, err := parser.ParseFile(token.NewFileSet(), name, source, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	set := map[string]bool{}
	for _, d := range f.Decls {
		if m := method(d); m != "" {
			set[m] = true
		}
	}
	return set
}

// method returns the method that d declares, as Type.Method, or nothing.
func method(d ast.Decl) string {
	f, ok := d.(*ast.FuncDecl)
	if !ok || f.Recv == nil || len(f.Recv.List) != 1 {
		return ""
	}
	at := f.Recv.List[0].Type
	if star, ok := at.(*ast.StarExpr); ok {
		at = star.X
	}
	if id, ok := at.(*ast.Ident); ok {
		return id.Name + "." + f.Name.Name
	}
	return ""
}

// without returns the text of a Go file without some methods, and without the imports that
// they alone use.
func without(name string, text []byte, gone map[string]bool) ([]byte, error) {
	fset := token.NewFileSet()
	if !slices.Contains(slices.Collect(maps.Values(gone)), true) {
		return text, nil
	}
	file, err := parser.ParseFile(fset, name, text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	used := map[string]int{} // packages, by the names by which they are called
	count := func(n ast.Node, by int) {
		ast.Inspect(n, func(n ast.Node) bool {
			if s, ok := n.(*ast.SelectorExpr); ok {
				if id, ok := s.X.(*ast.Ident); ok {
					used[id.Name] += by
				}
			}
			return true
		})
	}
	var cuts [][2]token.Pos
	for _, d := range file.Decls {
		if f, ok := d.(*ast.FuncDecl); ok && gone[method(d)] {
			from := f.Pos()
			if f.Doc != nil {
				from = f.Doc.Pos()
			}
			cuts = append(cuts, [2]token.Pos{from, f.End()})
			count(f, 0)
		} else {
			count(d, 1)
		}
	}
	for _, d := range file.Decls {
		imports, ok := d.(*ast.GenDecl)
		if !ok || imports.Tok != token.IMPORT {
			continue
		}
		for _, spec := range imports.Specs {
			spec := spec.(*ast.ImportSpec)
			path, _ := strconv.Unquote(spec.Path.Value)
			name := pathpkg.Base(path)
			if spec.Name != nil {
				name = spec.Name.Name
			}
			if n, ok := used[name]; !ok || n > 0 {
				continue
			}
			if imports.Lparen.IsValid() {
				cuts = append(cuts, [2]token.Pos{spec.Pos(), spec.End()})
			} else {
				cuts = append(cuts, [2]token.Pos{imports.Pos(), imports.End()})
			}
		}
	}
	slices.SortFunc(cuts, func(a, b [2]token.Pos) int { return int(b[0] - a[0]) })
	at := func(p token.Pos) int { return fset.PositionFor(p, false).Offset }
	for _, c := range cuts {
		text = slices.Concat(text[:at(c[0])], bytes.TrimLeft(text[at(c[1]):], " \t\n"))
	}
	return format.Source(text)
}
