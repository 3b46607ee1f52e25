package gencode

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
)

// repair drops the variables of generated code that are declared and not used,
// which Go does not compile: the keys of loops over elements of a fixed size, and
// the values of switches over such alternatives.
func repair(src []byte) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "generated.go", src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, fmt.Errorf("what gencode made does not parse: %w", err)
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.RangeStmt:
			if key, ok := n.Key.(*ast.Ident); ok && n.Value == nil && !uses(n.Body, key.Name) {
				n.Key, n.Tok = nil, token.ILLEGAL
			}
		case *ast.TypeSwitchStmt:
			if assign, ok := n.Assign.(*ast.AssignStmt); ok && !uses(n.Body, assign.Lhs[0].(*ast.Ident).Name) {
				n.Assign = &ast.ExprStmt{X: assign.Rhs[0]}
			}
		}
		return true
	})
	var out bytes.Buffer
	if err := format.Node(&out, fset, file); err != nil {
		return nil, fmt.Errorf("printing what gencode made: %w", err)
	}
	return out.Bytes(), nil
}

// uses reports whether name stands anywhere in body.
func uses(body ast.Node, name string) bool {
	found := false
	ast.Inspect(body, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}
