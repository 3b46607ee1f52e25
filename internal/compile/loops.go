package compile

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"slices"
	"strings"
	"sync"

	"github.com/assay-go/assay"
)

// A row is timed by loops that are printed with its adapter. Called by way of variables, a
// func of 10 ns takes 1 to 2 ns longer than in a program, where the compiler knows what is
// called and puts it into the loop. All loops stand once, in LoopsOf of package adapter:
// its statements are printed with the adapter's own funcs in them.

// loopSuffix ends the names of the funcs that return codecs with loops: NewLooped does
// what New does.
const loopSuffix = "Looped"

// loopFuncs are the variables of LoopsOf that hold a codec's funcs, with types for those
// that a codec does not have.
var loopFuncs = []loopFunc{
	{"marshal", "Marshal", "func(*V) ([]byte, error)"},
	{"appendTo", "Append", "func([]byte, *V) ([]byte, error)"},
	{"fill", "Fill", "func([]byte, *V) ([]byte, error)"},
	{"unmarshal", "Unmarshal", "func([]byte, *V) error"},
	{"construct", "Construct", "func([]byte) (*V, error)"},
	{"renew", "UnmarshalReuse", "func([]byte, *V) error"},
	{"access", "Access", "func([]byte) (uint64, error)"},
	{"open", "Open", "func([]byte) (uint64, error)"},
	{"field", "Field", "func([]byte) (uint64, error)"},
	{"update", "Update", "func([]byte, uint64) error"},
	{"write", "Write", "func(*Sink, *V) error"},
	{"read", "Read", "func(*Source, *V) error"},
}

type loopFunc struct{ name, field, signature string }

// has is the variable that says whether the codec has the func.
func (f loopFunc) has() string { return "has" + strings.ToUpper(f.name[:1]) + f.name[1:] }

// withLoops returns the source of an adapter with one func more for New and for NewWire,
// and the names of those that have one: a func that does not return a literal has none,
// and its loops call by way of variables.
func withLoops(src []byte) (looped []byte, names []string, err error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, adapterFile, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, nil, err
	}
	text := func(from, to token.Pos) string {
		return string(src[fset.Position(from).Offset:fset.Position(to).Offset])
	}
	taken := map[string]bool{}
	ast.Inspect(file, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			taken[id.Name] = true
		}
		return true
	})
	b := bytes.NewBuffer(slices.Clip(src))
	for _, decl := range file.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || fn.Name.Name != "New" && fn.Name.Name != "NewWire" {
			continue
		}
		literal := codecLiteral(fn)
		if literal == nil {
			continue
		}
		l := loopPrinter{given: map[string]string{}, taken: taken}
		for _, e := range literal.Elts {
			kv := e.(*ast.KeyValueExpr)
			l.given[kv.Key.(*ast.Ident).Name] = text(kv.Value.Pos(), kv.Value.End())
		}
		codec := literal.Type.(*ast.IndexExpr)
		l.contract, l.typ = text(codec.X.Pos(), codec.X.(*ast.SelectorExpr).Sel.Pos()), text(codec.Index.Pos(), codec.Index.End())
		loops, err := l.statements()
		if err != nil {
			return nil, nil, err
		}
		name, last := fn.Name.Name, fn.Body.List[len(fn.Body.List)-1]
		fmt.Fprintf(b, "\n// %s%s is %s, with loops.\nfunc %s%s%s", name, loopSuffix, name, name, loopSuffix, text(fn.Name.End(), last.Pos()))
		fmt.Fprintf(b, "%s\n%s{\nLoops: %s,", loops, text(last.Pos(), literal.Lbrace), l.own["loops"])
		b.WriteString(text(literal.Lbrace+1, fn.End()))
		names = append(names, name)
	}
	// Not formatted, which would take longer than all of this.
	return b.Bytes(), names, nil
}

// codecLiteral returns the literal of a Codec that fn returns, nil if it ends otherwise.
func codecLiteral(fn *ast.FuncDecl) *ast.CompositeLit {
	last, ok := fn.Body.List[len(fn.Body.List)-1].(*ast.ReturnStmt)
	if !ok || len(last.Results) != 1 {
		return nil
	}
	literal, ok := last.Results[0].(*ast.CompositeLit)
	if !ok {
		return nil
	}
	typ, ok := literal.Type.(*ast.IndexExpr)
	if !ok {
		return nil
	}
	if _, ok := typ.X.(*ast.SelectorExpr); !ok {
		return nil
	}
	return literal
}

// loopPrinter prints the loops of one codec.
type loopPrinter struct {
	contract, typ string            // the qualifier of package adapter, and the codec's type
	given         map[string]string // the codec's funcs by their fields
	taken         map[string]bool   // names that these may use
	own           map[string]string // what the names in LoopsOf become
}

// loopSource is a file that was read, with some statements in it.
type loopSource struct {
	src  []byte
	fset *token.FileSet
	body []ast.Stmt
}

// loopsOf returns the statements of LoopsOf without the variables and the return.
var loopsOf = sync.OnceValues(func() (*loopSource, error) {
	const name = "worker/adapter/loops.go"
	src, err := fs.ReadFile(assay.Sources(), name)
	if err != nil {
		return nil, err
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	for _, d := range file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Name.Name == "LoopsOf" {
			return &loopSource{src, fset, fn.Body.List[2 : len(fn.Body.List)-1]}, nil
		}
	}
	return nil, fmt.Errorf("%s has no func LoopsOf", name)
})

// statements returns those of LoopsOf, in which each loop begins with the funcs that it
// calls: those of its own func the compiler puts into it.
func (l *loopPrinter) statements() (string, error) {
	printed, err := loopsOf()
	if err != nil {
		return "", err
	}
	src, body := printed.src, printed.body

	l.own = map[string]string{"V": l.typ, "State": l.contract + "State", "Failed": l.contract + "Failed", "ErrChanged": l.contract + "ErrChanged"}
	l.free("loops")
	l.free("state")
	l.free("times")
	var b strings.Builder
	fmt.Fprintf(&b, "var %s %sLoops[%s]\n", l.own["loops"], l.contract, l.typ)
	for _, f := range loopFuncs {
		l.free(f.name)
		l.free(f.has())
		fmt.Fprintf(&b, "const %s = %t\n", l.own[f.has()], l.given[f.field] != "")
	}
	offset := func(p token.Pos) int { return printed.fset.Position(p).Offset }
	at := offset(body[0].Pos())
	upTo := func(p token.Pos) {
		b.Write(src[at:offset(p)])
		at = offset(p)
	}
	loops := map[*ast.BlockStmt]bool{}
	for _, stmt := range body {
		ast.Inspect(stmt, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncLit:
				loops[n.Body] = true
			case *ast.BlockStmt:
				if loops[n] {
					upTo(n.Lbrace + 1)
					b.WriteString(l.called(n))
				}
			case *ast.Ident:
				if name, ok := l.own[n.Name]; ok {
					upTo(n.Pos())
					b.WriteString(name)
					at = offset(n.End())
				}
			}
			return true
		})
	}
	upTo(body[len(body)-1].End())
	return b.String(), nil
}

// free gives a name in LoopsOf another one if it is taken.
func (l *loopPrinter) free(name string) {
	l.own[name] = name
	for l.taken[l.own[name]] {
		l.own[name] += "_"
	}
}

// called declares the funcs that a loop names. What the codec has none of is not called.
func (l *loopPrinter) called(loop *ast.BlockStmt) string {
	named := map[string]bool{}
	ast.Inspect(loop, func(n ast.Node) bool {
		if id, ok := n.(*ast.Ident); ok {
			named[id.Name] = true
		}
		return true
	})
	var b strings.Builder
	for _, f := range loopFuncs {
		if !named[f.name] {
			continue
		}
		if given := l.given[f.field]; given != "" {
			fmt.Fprintf(&b, "\n%s := %s", l.own[f.name], given)
		} else {
			named := strings.NewReplacer("V", l.typ, "Sink", l.contract+"Sink", "Source", l.contract+"Source")
			fmt.Fprintf(&b, "\nvar %s %s", l.own[f.name], named.Replace(f.signature))
		}
	}
	return b.String()
}
