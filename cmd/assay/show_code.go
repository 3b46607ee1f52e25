package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/driver"
)

// asFuncs returns an adapter as a person would write it: a file of funcs such as MarshalOrder
// on the user's own type, which needs the serializer and nothing of assay. There are those
// that the variant is measured by. It returns false where the adapter is no such file: one
// whose funcs need the contract, or that is not on the type itself.
func asFuncs(src []byte, reuse bool) ([]byte, bool) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments)
	if err != nil {
		return nil, false
	}
	var alias *ast.GenDecl
	var constructor *ast.FuncDecl
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			if spec, ok := d.Specs[0].(*ast.TypeSpec); ok && spec.Name.Name == "T" && spec.Assign.IsValid() {
				alias = d
			}
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name == "New" && len(d.Type.Params.List) == 0 {
				constructor = d
			}
		}
	}
	if alias == nil || constructor == nil {
		return nil, false
	}
	body := constructor.Body.List
	ret, ok := body[len(body)-1].(*ast.ReturnStmt)
	if !ok || len(ret.Results) != 1 {
		return nil, false
	}
	codec, ok := ret.Results[0].(*ast.CompositeLit)
	if !ok {
		return nil, false
	}

	at := func(p token.Pos) int { return fset.Position(p).Offset }
	target := alias.Specs[0].(*ast.TypeSpec).Type
	named := string(src[at(target.Pos()):at(target.End())])
	// The source of a node, with the user's type in place of T.
	text := func(n ast.Node) string {
		var b strings.Builder
		from := at(n.Pos())
		selected := map[*ast.Ident]bool{}
		ast.Inspect(n, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.SelectorExpr:
				selected[n.Sel] = true
			case *ast.Ident:
				if n.Name == "T" && !selected[n] {
					b.Write(src[from:at(n.Pos())])
					b.WriteString(named)
					from = at(n.End())
				}
			}
			return true
		})
		b.Write(src[from:at(n.End())])
		return b.String()
	}
	funcs := map[string]ast.Expr{}
	for _, e := range codec.Elts {
		if kv, ok := e.(*ast.KeyValueExpr); ok {
			if key, ok := kv.Key.(*ast.Ident); ok {
				funcs[key.Name] = kv.Value
			}
		}
	}
	chosen := []string{"Marshal", "Unmarshal"}
	if reuse {
		chosen = []string{"Append", "UnmarshalReuse"}
		if funcs["Append"] == nil {
			chosen = []string{"Size", "Fill", "UnmarshalReuse"}
		}
		if funcs["UnmarshalReuse"] == nil {
			chosen[len(chosen)-1] = "Unmarshal"
		}
	}
	name := named[strings.LastIndexByte(named, '.')+1:]
	if !token.IsIdentifier(name) {
		name = ""
	}
	var made strings.Builder
	var values []ast.Node
	for _, key := range chosen {
		value := funcs[key]
		if value == nil {
			return nil, false
		}
		values = append(values, value)
		called := strings.TrimSuffix(key, "Reuse") + name
		if lit, ok := value.(*ast.FuncLit); ok {
			fmt.Fprintf(&made, "\nfunc %s%s %s\n", called, strings.TrimPrefix(text(lit.Type), "func"), text(lit.Body))
		} else {
			fmt.Fprintf(&made, "\nvar %s = %s\n", called, text(value))
		}
	}
	made.WriteString(stateOf(body[:len(body)-1], values, text))

	// The file without the alias and the constructor, and the funcs in the latter's place.
	begin := func(doc *ast.CommentGroup, n ast.Node) int {
		if doc != nil {
			return at(doc.Pos())
		}
		return at(n.Pos())
	}
	cuts := []struct {
		from, to int
		by       string
	}{{begin(alias.Doc, alias), at(alias.End()), ""}, {begin(constructor.Doc, constructor), at(constructor.End()), made.String()}}
	slices.SortFunc(cuts, func(a, b struct {
		from, to int
		by       string
	}) int {
		return a.from - b.from
	})
	var out bytes.Buffer
	from := 0
	for _, c := range cuts {
		out.Write(src[from:c.from])
		out.WriteString(c.by)
		from = c.to
	}
	out.Write(src[from:])
	return withoutUnused(out.Bytes())
}

// stateOf returns what of a constructor's statements the values need, as declarations of the
// package.
func stateOf(list []ast.Stmt, values []ast.Node, text func(ast.Node) string) string {
	var vars, checks string
	for _, s := range slices.Backward(list) { // each needs what stands above it
		var declared []any // what identifiers that mean it refer to
		var decl string
		switch s := s.(type) {
		case *ast.AssignStmt:
			names, value, _ := strings.Cut(text(s), s.Tok.String())
			declared, decl = []any{s}, "var "+strings.TrimSpace(names)+" = "+strings.TrimSpace(value)+"\n"
		case *ast.DeclStmt:
			for _, spec := range s.Decl.(*ast.GenDecl).Specs {
				declared = append(declared, spec)
			}
			decl = text(s) + "\n"
		default: // a check, which is no state
			checks = "\nfunc init() { " + text(s) + " }\n" + checks
			values = append(values, s)
			continue
		}
		if refersTo(values, declared) {
			vars = decl + vars
			values = append(values, s)
		}
	}
	if vars != "" {
		vars = "\n// What the funcs keep between calls: they are for one goroutine at a time.\n" + vars
	}
	return vars + checks
}

// refersTo reports whether an identifier in one of the nodes is declared by one of those.
func refersTo(nodes []ast.Node, declared []any) (found bool) {
	for _, n := range nodes {
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && id.Obj != nil && slices.Contains(declared, id.Obj.Decl) {
				found = true
			}
			return !found
		})
	}
	return found
}

// withoutUnused returns a Go file, formatted, without the imports that nothing in it uses;
// false where it uses the contract of adapters, or T.
func withoutUnused(src []byte) ([]byte, bool) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", src, parser.ParseComments)
	if err != nil {
		return nil, false
	}
	used, selected := map[string]bool{}, map[*ast.Ident]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.SelectorExpr:
			selected[n.Sel] = true
		case *ast.Ident:
			used[n.Name] = used[n.Name] || !selected[n]
		}
		return true
	})
	if used["adapter"] || used["T"] || used["Wire"] {
		return nil, false
	}
	var cuts [][2]int
	for _, spec := range file.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			return nil, false
		}
		if name := importName(spec, path); name != "_" && !used[name] || path == driver.AdapterPath {
			from, to := fset.Position(spec.Pos()).Offset, fset.Position(spec.End()).Offset
			for to < len(src) && src[to-1] != '\n' {
				to++
			}
			cuts = append(cuts, [2]int{from, to})
		}
	}
	for _, c := range slices.Backward(cuts) {
		src = slices.Delete(src, c[0], c[1])
	}
	out, err := format.Source(src)
	return out, err == nil
}
