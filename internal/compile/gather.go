package compile

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
)

// A package takes the go command and the compiler as long as some hundred lines of code do,
// and an adapter that only verifies has few. So those of a row stand in one package together,
// each in files of its own, and under names of its own, where there are many types; and what a
// program of one package could be is one of all.

// gather gives the adapters one program, and those of a row for several types one home.
func (u *unit) gather() {
	u.sit()
	type row struct{ host, name string }
	rows := map[row][]*adapterPackage{}
	for _, p := range u.pkgs {
		r := row{u.seatOf(p.subject).PkgPath, p.row}
		rows[r] = append(rows[r], p)
	}
	names := names{}
	for _, p := range u.pkgs {
		r := row{u.seatOf(p.subject).PkgPath, p.row}
		if len(rows[r]) < 2 {
			continue
		}
		folder := path.Join(r.host, workerDir, "gathered")
		suffix := "_" + names.mangle(r.host, p.subject.Name)
		home := names.mangle(folder, p.row)
		if p.homely = p.suffixed(home, suffix); p.homely != nil {
			p.home, p.suffix = path.Join(folder, home), suffix
			u.gathered = true
		}
	}
}

// sit gives the packages of the types one program, which lies below the first that it need not:
// what is internal stays where others cannot import it. A program knows types by their names.
func (u *unit) sit() {
	var seat *Host
	names := map[string]bool{}
	several := false
	for _, s := range u.subjects {
		if names[s.Name] {
			return
		}
		names[s.Name] = true
		if seat == nil && s.Host.open() {
			seat = s.Host
		}
		several = several || s.Host.open() && s.Host.PkgPath != seat.PkgPath
	}
	u.seat, u.gathered = seat, several
}

// seatOf is the host below which the program lies that a subject is in.
func (u *unit) seatOf(s *Subject) *Host {
	if u.seat != nil && s.Host.open() {
		return u.seat
	}
	return s.Host
}

// open reports whether any package of the module can import what lies below the host.
func (h *Host) open() bool { return !slices.Contains(strings.Split(h.PkgPath, "/"), "internal") }

// part gives every adapter a package of its own again, and every package of types a program, so
// that what is wrong with one is no matter of the others: two may register one name.
func (u *unit) part() {
	u.seat = nil
	for _, p := range u.pkgs {
		p.home, p.suffix, p.homely = p.path, "", nil
	}
	u.gathered = false
}

// homes lists the packages of the living adapters.
func (j *job) homes() (list []string) {
	seen := map[string]bool{}
	for _, p := range j.alive() {
		if !seen[p.home] {
			seen[p.home] = true
			list = append(list, p.home)
		}
	}
	return list
}

// bound are words to the go command that hold of a file as it is.
var bound = regexp.MustCompile(`(?m)^//(go:(linkname|embed|cgo)|go:build (.*[^\w.\n].*|[^g].*)$)`)

// suffixed returns the files of the adapter's own package, as those of a package of another
// name, with a suffix behind the names that they declare; nil where the package is to stay as
// it is, as when a library that goes by the names of types sees the names of those that it declares.
func (p *adapterPackage) suffixed(pkg, suffix string) map[string][]byte {
	fset := token.NewFileSet()
	parsed := map[string]*ast.File{}
	declared, structs := map[string]bool{}, map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		if strings.Contains(name, "/") { // a package of its own
			continue
		}
		file, err := parser.ParseFile(fset, name, p.files[name], 0)
		if err != nil || path.Ext(name) != ".go" || bound.Match(p.files[name]) {
			return nil
		}
		parsed[name] = file
		for name, object := range file.Scope.Objects {
			spec, isType := object.Decl.(*ast.TypeSpec)
			if isType && !spec.Assign.IsValid() && p.named {
				return nil
			}
			declared[name] = true
			if isType {
				_, structs[name] = spec.Type.(*ast.StructType)
			}
		}
	}
	files := map[string][]byte{}
	for name, file := range parsed {
		var at []int // ends of names
		add := func(id *ast.Ident) { at = append(at, fset.Position(id.End()).Offset) }
		fields := false               // that are called as what is declared
		keys := map[*ast.Ident]bool{} // of literals
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CompositeLit:
				_, foreign := generic(n.Type).(*ast.SelectorExpr)
				of, local := generic(n.Type).(*ast.Ident)
				for _, e := range n.Elts {
					if kv, ok := e.(*ast.KeyValueExpr); ok {
						if id, ok := kv.Key.(*ast.Ident); ok && declared[id.Name] {
							keys[id] = true
							fields = fields || n.Type == nil || local && !structs[of.Name]                      // or names: the syntax does not say
							if !foreign && !local && (id.Obj == nil || id.Obj == file.Scope.Objects[id.Name]) { // of a map or an array
								add(id)
							}
						}
					}
				}
			case *ast.StructType:
				for _, f := range n.Fields.List {
					fields = fields || len(f.Names) == 0 && declared[embedded(f.Type)]
				}
			case *ast.Ident:
				if n.Obj != nil && file.Scope.Objects[n.Name] == n.Obj && !keys[n] {
					add(n)
				}
			}
			return true
		})
		for _, id := range file.Unresolved { // declared in another file
			if declared[id.Name] && !keys[id] {
				add(id)
			}
		}
		if fields {
			return nil
		}
		slices.Sort(at)
		var b bytes.Buffer
		b.WriteString("package " + pkg)
		from := fset.Position(file.Name.End()).Offset
		for _, end := range at {
			b.Write(p.files[name][from:end])
			b.WriteString(suffix)
			from = end
		}
		b.Write(p.files[name][from:])
		files[strings.TrimPrefix(suffix, "_")+"_"+name] = b.Bytes()
	}
	return files
}

// generic is a type without its arguments.
func generic(x ast.Expr) ast.Expr {
	switch x := x.(type) {
	case *ast.IndexExpr:
		return x.X
	case *ast.IndexListExpr:
		return x.X
	}
	return x
}

// embedded is the name of a type that is embedded, of those of the file's own package.
func embedded(x ast.Expr) string {
	if star, ok := x.(*ast.StarExpr); ok {
		x = star.X
	}
	if id, ok := x.(*ast.Ident); ok {
		return id.Name
	}
	return ""
}
