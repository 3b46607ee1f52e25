package routines

import (
	"bytes"
	"go/ast"
	"go/token"
	"maps"
	"slices"
	"strings"
)

// Fold returns the set as it is where the named fields, such as State.strict, have their
// zero values for good, and with constants of the package that are false: conditions that
// this settles are gone, and with them what only they led to. What is left is the text as it
// was written.
//
// Nothing is done about a field that is mentioned by a variable whose type parsing does
// not tell.
func (s *Set) Fold(zero ...string) (*Set, error) {
	for {
		changed := false
		sources := map[string][]byte{}
		for _, f := range s.files {
			fold := &folder{set: s, file: f, zero: zero}
			ast.Inspect(f.syntax, fold.visit)
			sources[f.name] = fold.apply()
			changed = changed || len(fold.edits) > 0
		}
		if !changed {
			return s, nil
		}
		var err error
		if s, err = parse(sources, s.files); err != nil {
			return nil, err
		}
	}
}

// Options returns the fields of a struct that [Set.Fold] can settle, as it takes them.
func (s *Set) Options(typ string) (list []string) {
	t, ok := s.types[typ].(*ast.StructType)
	if !ok {
		return nil
	}
	for _, field := range t.Fields.List {
		switch kind := field.Type.(type) {
		case *ast.Ident:
			if !slices.Contains([]string{"bool", "int", "string"}, kind.Name) {
				continue
			}
		case *ast.StarExpr, *ast.FuncType:
		default:
			continue
		}
		for _, id := range field.Names {
			list = append(list, typ+"."+id.Name)
		}
	}
	return list
}

// Writes returns the names of the fields that code may change: by assignments, in
// literals, and where their addresses are taken.
func Writes(code ast.Node) []string {
	set := map[string]bool{}
	written := func(list ...ast.Expr) {
		for _, e := range list {
			for e != nil {
				switch x := e.(type) {
				case *ast.SelectorExpr:
					set[x.Sel.Name] = true
					e = x.X
				case *ast.IndexExpr:
					e = x.X
				case *ast.ParenExpr:
					e = x.X
				default:
					e = nil
				}
			}
		}
	}
	ast.Inspect(code, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.AssignStmt:
			written(n.Lhs...)
		case *ast.IncDecStmt:
			written(n.X)
		case *ast.RangeStmt:
			written(n.Key, n.Value)
		case *ast.UnaryExpr:
			if n.Op == token.AND {
				written(n.X)
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok {
				set[key.Name] = true
			}
		}
		return true
	})
	return slices.Sorted(maps.Keys(set))
}

// Writes returns the names of the fields that what the choice holds may change.
func (p *Pick) Writes() []string {
	set := map[string]bool{}
	for _, f := range p.set.files {
		for _, d := range f.syntax.Decls {
			fn, ok := d.(*ast.FuncDecl)
			if !ok {
				continue
			}
			name := fn.Name.Name
			if fn.Recv != nil {
				name = typeName(fn.Recv.List[0].Type) + "." + name
			}
			if p.has[name] {
				for _, w := range Writes(fn) {
					set[w] = true
				}
			}
		}
	}
	return slices.Sorted(maps.Keys(set))
}

// folder finds what is settled in a file: parts of the text that others stand for, none
// of which is within another.
type folder struct {
	set   *Set
	file  *file
	zero  []string
	edits []edit
}

type edit struct {
	from, to int
	text     string
}

// visit looks at a node, and reports whether to look into it as well.
func (f *folder) visit(n ast.Node) bool {
	if u, ok := n.(*ast.UnaryExpr); ok && u.Op == token.AND {
		return false // which is no value either
	}
	switch n := n.(type) {
	case *ast.ValueSpec: // of which the names are no values
		for _, e := range n.Values {
			ast.Inspect(e, f.visit)
		}
		return false
	case *ast.BlockStmt:
		return f.list(n.List)
	case *ast.CaseClause:
		return f.list(n.Body)
	case *ast.IfStmt:
		if other, ok := n.Else.(*ast.IfStmt); ok && other.Init == nil {
			is, known := f.settled(other.Cond)
			switch {
			case known && is:
				f.replace(other, f.text(other.Body))
			case known && other.Else != nil:
				f.replace(other, f.text(other.Else))
			case known:
				f.edits = append(f.edits, edit{f.file.offset(n.Body.End()), f.file.offset(other.End()), ""})
			default:
				return true
			}
			return false
		}
	case *ast.SwitchStmt:
		return n.Tag != nil || f.cases(n.Body.List)
	case *ast.AssignStmt: // of which the left side is no value
		for _, e := range n.Rhs {
			ast.Inspect(e, f.visit)
		}
		return false
	case *ast.IncDecStmt:
		return false
	case *ast.KeyValueExpr:
		ast.Inspect(n.Value, f.visit)
		return false
	case ast.Expr:
		if is, known := f.settled(n); known {
			if id, ok := n.(*ast.Ident); !ok || id.Name != "true" && id.Name != "false" {
				f.replace(n, map[bool]string{true: "true", false: "false"}[is])
			}
			return false
		}
		if both, ok := n.(*ast.BinaryExpr); ok && (both.Op == token.LAND || both.Op == token.LOR) {
			if _, known := f.settled(both.X); known {
				f.replace(both, f.text(both.Y))
				return false
			}
			if is, known := f.settled(both.Y); known && is == (both.Op == token.LAND) {
				f.replace(both, f.text(both.X))
				return false
			}
		}
	}
	return true
}

// list folds statements that follow each other. It reports whether none of them was
// settled as a whole.
func (f *folder) list(list []ast.Stmt) bool {
	before := len(f.edits)
	for k, stmt := range list {
		if _, ends := stmt.(*ast.ReturnStmt); ends && k < len(list)-1 && !slices.ContainsFunc(list[k+1:], labeled) {
			f.remove(list[k+1].Pos(), list[len(list)-1].End())
			break
		}
		n, ok := stmt.(*ast.IfStmt)
		if !ok || n.Init != nil {
			continue
		}
		is, known := f.settled(n.Cond)
		switch {
		case known && is:
			f.replace(n, f.inner(n.Body))
		case known && n.Else == nil:
			f.remove(n.Pos(), n.End())
		case known:
			if block, ok := n.Else.(*ast.BlockStmt); ok {
				f.replace(n, f.inner(block))
			} else {
				f.replace(n, f.text(n.Else))
			}
		}
	}
	return len(f.edits) == before
}

func labeled(s ast.Stmt) bool { _, is := s.(*ast.LabeledStmt); return is }

// cases is list for the cases of a switch without a value.
func (f *folder) cases(list []ast.Stmt) bool {
	before := len(f.edits)
	for k, stmt := range list {
		n := stmt.(*ast.CaseClause)
		if len(n.Body) > 0 {
			if b, ok := n.Body[len(n.Body)-1].(*ast.BranchStmt); ok && b.Tok == token.FALLTHROUGH {
				return true
			}
		}
		if len(n.List) != 1 {
			continue
		}
		is, known := f.settled(n.List[0])
		if known && !is {
			f.remove(n.Pos(), n.End())
		} else if known {
			f.edits = append(f.edits, edit{f.file.offset(n.Case), f.file.offset(n.Colon), "default"})
			if k < len(list)-1 {
				f.remove(list[k+1].Pos(), list[len(list)-1].End())
			}
			break
		}
	}
	return len(f.edits) == before
}

// settled returns what a condition is, if that is known.
func (f *folder) settled(e ast.Expr) (is, known bool) {
	switch e := e.(type) {
	case *ast.Ident:
		if f.set.off[e.Name] && (e.Obj == nil || e.Obj == f.file.syntax.Scope.Objects[e.Name]) {
			return false, true
		}
		return e.Name == "true", e.Obj == nil && (e.Name == "true" || e.Name == "false")
	case *ast.ParenExpr:
		return f.settled(e.X)
	case *ast.SelectorExpr:
		return false, f.isZero(e) && f.typeOfField(e) == "bool"
	case *ast.UnaryExpr:
		if e.Op == token.NOT {
			is, known = f.settled(e.X)
			return !is, known
		}
	case *ast.CallExpr:
		if slices.ContainsFunc(e.Args, func(arg ast.Expr) bool { return !pure(arg) }) {
			return false, false
		}
		if sel, ok := e.Fun.(*ast.SelectorExpr); ok && pure(sel.X) {
			return f.set.answer(typeName(f.set.typeOf(f.file, sel.X)) + "." + sel.Sel.Name)
		}
	case *ast.BinaryExpr:
		switch e.Op {
		case token.LAND, token.LOR:
			x, known := f.settled(e.X)
			y, also := f.settled(e.Y)
			ends := e.Op == token.LOR // what settles both
			switch {
			case known && also:
				return e.Op == token.LAND && x && y || e.Op == token.LOR && (x || y), true
			case known && x == ends, also && y == ends && pure(e.X):
				return ends, true
			}
		case token.EQL, token.NEQ, token.GTR:
			if f.isZero(e.X) && isZeroLiteral(e.Y) {
				return e.Op == token.EQL, true
			}
		}
	}
	return false, false
}

// answer returns what a method always returns, if it does nothing but that.
func (s *Set) answer(name string) (is, known bool) {
	d := s.decls[name]
	if d == nil {
		return false, false
	}
	for _, decl := range d.file.syntax.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || d.file.offset(fn.Pos()) != d.doc || len(fn.Body.List) != 1 {
			continue
		}
		if ret, ok := fn.Body.List[0].(*ast.ReturnStmt); ok && len(ret.Results) == 1 {
			id, ok := ret.Results[0].(*ast.Ident)
			return ok && id.Name == "true", ok && (id.Name == "true" || id.Name == "false")
		}
	}
	return false, false
}

// isZero reports whether e is a field that is zero for good.
func (f *folder) isZero(e ast.Expr) bool {
	sel, ok := e.(*ast.SelectorExpr)
	return ok && slices.Contains(f.zero, typeName(f.set.typeOf(f.file, sel.X))+"."+sel.Sel.Name)
}

func (f *folder) typeOfField(e *ast.SelectorExpr) string {
	t, ok := f.set.types[typeName(f.set.typeOf(f.file, e.X))].(*ast.StructType)
	if !ok {
		return ""
	}
	for _, field := range t.Fields.List {
		if slices.ContainsFunc(field.Names, func(id *ast.Ident) bool { return id.Name == e.Sel.Name }) {
			return typeName(field.Type)
		}
	}
	return ""
}

func isZeroLiteral(e ast.Expr) bool {
	switch e := e.(type) {
	case *ast.BasicLit:
		return e.Value == "0" || e.Value == `""`
	case *ast.Ident:
		return e.Name == "nil" && e.Obj == nil
	}
	return false
}

// pure reports whether to leave e out changes nothing: it calls nothing.
func pure(e ast.Expr) bool {
	calls := false
	ast.Inspect(e, func(n ast.Node) bool {
		_, is := n.(*ast.CallExpr)
		calls = calls || is
		return !calls
	})
	return !calls
}

func (f *folder) text(n ast.Node) string {
	return string(f.file.source[f.file.offset(n.Pos()):f.file.offset(n.End())])
}

// inner returns the statements of a block: with its braces if they declare something.
func (f *folder) inner(b *ast.BlockStmt) string {
	for _, stmt := range b.List {
		switch stmt := stmt.(type) {
		case *ast.DeclStmt:
			return f.text(b)
		case *ast.AssignStmt:
			if stmt.Tok == token.DEFINE {
				return f.text(b)
			}
		}
	}
	text := f.text(b)
	return strings.TrimSpace(text[1 : len(text)-1])
}

func (f *folder) replace(n ast.Node, text string) {
	f.edits = append(f.edits, edit{f.file.offset(n.Pos()), f.file.offset(n.End()), text})
}

// remove takes out lines, with a comment that stands above them and one at their end.
func (f *folder) remove(first, last token.Pos) {
	from, to := f.file.offset(first), f.file.offset(last)
	for _, c := range f.file.syntax.Comments {
		above := bytes.TrimLeft(f.file.source[f.file.offset(c.End()):max(from, f.file.offset(c.End()))], " \t")
		if c.End() < first && string(bytes.TrimSpace(above)) == "" && bytes.Count(above, []byte("\n")) == 1 && f.begins(c.Pos()) {
			from = f.file.offset(c.Pos())
		}
		if c.Pos() >= last && bytes.IndexByte(f.file.source[to:f.file.offset(c.Pos())], '\n') < 0 {
			to = f.file.offset(c.End())
			break
		}
	}
	start, end := bytes.LastIndexByte(f.file.source[:from], '\n')+1, to+bytes.IndexByte(f.file.source[to:], '\n')+1
	if len(bytes.TrimSpace(f.file.source[start:from])) == 0 && end > to && len(bytes.TrimSpace(f.file.source[to:end])) == 0 {
		from, to = start, end
	}
	f.edits = append(f.edits, edit{from, to, ""})
}

// begins reports whether a line begins at a place, but for white space.
func (f *folder) begins(p token.Pos) bool {
	line := f.file.source[:f.file.offset(p)]
	return len(bytes.TrimSpace(line[bytes.LastIndexByte(line, '\n')+1:])) == 0
}

// apply returns the source with the edits.
func (f *folder) apply() []byte {
	slices.SortFunc(f.edits, func(a, b edit) int { return a.from - b.from })
	var out bytes.Buffer
	done := 0
	for _, e := range f.edits {
		out.Write(f.file.source[done:e.from])
		out.WriteString(e.text)
		done = e.to
	}
	out.Write(f.file.source[done:])
	return out.Bytes()
}
