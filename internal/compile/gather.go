package compile

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strings"
)

// A package takes the go command and the compiler as long as some hundred lines of code do,
// and an adapter that only verifies has few. So those of a row for the types of one package
// stand in one package together, each in files of its own, and under names of its own, where there are many.

// gather gives the adapters of a row for several types one home.
func (u *unit) gather() {
	type row struct{ host, name string }
	rows := map[row][]*adapterPackage{}
	for _, p := range u.pkgs {
		r := row{p.subject.Host.PkgPath, p.row}
		rows[r] = append(rows[r], p)
	}
	names := names{}
	for _, p := range u.pkgs {
		r := row{p.subject.Host.PkgPath, p.row}
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

// part gives every adapter a package of its own again, so that what is wrong with one is no
// matter of the others.
func (u *unit) part() {
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

// suffixed returns the files of the adapter's own package, as those of a package of another
// name, with a suffix behind the names that they declare; nil where the package is to stay as it is, as when it declares types, whose names some
// formats write.
func (p *adapterPackage) suffixed(pkg, suffix string) map[string][]byte {
	if len(p.tools) > 0 {
		return nil
	}
	fset := token.NewFileSet()
	parsed := map[string]*ast.File{}
	declared := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(p.files)) {
		if strings.Contains(name, "/") { // a package of its own
			continue
		}
		file, err := parser.ParseFile(fset, name, p.files[name], 0)
		if err != nil || path.Ext(name) != ".go" || bytes.Contains(p.files[name], []byte("//go:")) {
			return nil
		}
		parsed[name] = file
		for name, object := range file.Scope.Objects {
			spec, isType := object.Decl.(*ast.TypeSpec)
			if isType && !spec.Assign.IsValid() {
				return nil
			}
			declared[name] = true
		}
	}
	files := map[string][]byte{}
	for name, file := range parsed {
		var at []int // ends of names
		add := func(id *ast.Ident) { at = append(at, fset.Position(id.End()).Offset) }
		for _, id := range file.Unresolved { // declared in another file
			if declared[id.Name] {
				add(id)
			}
		}
		fields := false
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.KeyValueExpr: // a field or a name: the syntax does not say
				id, ok := n.Key.(*ast.Ident)
				fields = fields || ok && declared[id.Name]
			case *ast.Ident:
				if n.Obj != nil && file.Scope.Objects[n.Name] == n.Obj {
					add(n)
				}
			}
			return true
		})
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
