package json

import (
	"bytes"
	"embed"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/routines"
)

//go:embed jsonrt/*.go jsonstd/*.go
var sources embed.FS

// copied returns the name that a declaration of a package of routines has in a
// copy.
func copied(pkg, name string) string { return pkg + codec.UpperFirst(name) }

// RoutinesFile and StdFile are the files of a package that have copies of the
// routines: those of jsonrt, and those that call encoding/json. They have what all
// code of the package uses.
const (
	RoutinesFile = "jsonrt.go"
	StdFile      = "jsonstd.go"
)

// below returns the folder of the packages of routines below the package with the given
// import path. They are there if the names of the package are in their way.
func below(pkgPath string) string { return path.Join(pkgPath, "internal") }

// lean are the types of package jsonrt with many methods and options, few of which are
// used, and state has them by what their values are called in generated code.
var (
	lean  = []string{"Decoder", "Encoder"}
	state = map[string]string{"d": "Decoder", "e": "Encoder"}
)

// inTheWay reports whether a copy of the routines would not compile in the package of
// the file, because that declares what they mean otherwise: a name of the copy, of an
// import, or a predeclared one.
func inTheWay(file *goprint.File) bool {
	for _, pkg := range []string{"jsonrt", "jsonstd"} {
		set := routinesOf(pkg)
		for _, name := range set.Names() {
			if file.Declares(copied(pkg, name)) {
				return true
			}
		}
		for _, p := range set.Imports() {
			if file.Declares(path.Base(p)) {
				return true
			}
		}
		if slices.ContainsFunc(set.Predeclared(), file.Declares) {
			return true
		}
	}
	return false
}

// routinesOf returns a package of routines.
func routinesOf(pkg string) *routines.Set { return sets[pkg]() }

var sets = map[string]func() *routines.Set{
	"jsonrt": routines.Embedded(sources, "jsonrt"), "jsonstd": routines.Embedded(sources, "jsonstd"),
}

// needs is what sources of a package use of the routines: of the copies in it, or of
// those that are packages in the folder home.
type needs struct {
	home  string
	names map[string][]string // by the package of the routines
	asked []string            // methods and fields, such as Decoder.Skip or of whatever
	taken map[string]bool     // names that the package declares, and that are none of the copies
	std   bool                // encoding/json is imported, too
}

func (n *needs) used() bool { return len(n.names) > 0 }

// read adds what a source uses.
func (n *needs) read(source []byte) error {
	if !bytes.Contains(source, []byte("jsonrt")) {
		return nil
	}
	f, err := parser.ParseFile(token.NewFileSet(), "", source, 0)
	if err != nil {
		return err
	}
	local := map[string]string{} // of the packages in home
	std := false
	for _, s := range f.Imports {
		p, _ := strconv.Unquote(s.Path.Value)
		std = std || p == "encoding/json"
		if pkg := path.Base(p); n.home != "" && p == path.Join(n.home, pkg) {
			name := pkg
			if s.Name != nil {
				name = s.Name.Name
			}
			local[name] = pkg
		}
	}
	names := map[string][]string{}
	var asked []string
	ast.Inspect(f, func(node ast.Node) bool {
		switch node := node.(type) {
		case *ast.KeyValueExpr:
			if key, ok := node.Key.(*ast.Ident); ok {
				asked = append(asked, key.Name)
			}
		case *ast.SelectorExpr:
			x, ok := node.X.(*ast.Ident)
			if ok && state[x.Name] != "" {
				asked = append(asked, state[x.Name]+"."+node.Sel.Name)
			}
			if ok && local[x.Name] != "" {
				names[local[x.Name]] = append(names[local[x.Name]], node.Sel.Name)
			}
		}
		return true
	})
	for _, id := range f.Unresolved {
		for _, pkg := range []string{"jsonrt", "jsonstd"} {
			if rest, ok := strings.CutPrefix(id.Name, pkg); ok && rest != "" && n.home == "" && !n.taken[id.Name] {
				names[pkg] = append(names[pkg], rest)
			}
		}
	}
	if len(names) == 0 {
		return nil
	}
	for pkg, list := range names {
		n.names[pkg] = append(n.names[pkg], list...)
	}
	n.asked, n.std = append(n.asked, asked...), n.std || std
	return nil
}

// support returns the routines, unless they are imported: see [codec.Plan].
func (f *Format) support(pkgPath, pkgName string, list [][]byte) (files []codec.File, err error) {
	if f.Imported {
		return nil, nil
	}
	home := below(pkgPath)
	apart, taken, err := around(home, list)
	if err != nil {
		return nil, err
	}
	homes := []string{""}
	if apart {
		homes = append(homes, home)
	}
	for _, home := range homes {
		n := &needs{home: home, taken: taken, names: map[string][]string{}, std: len(list) == 0 && !f.NoFallback && !f.V2}
		for _, source := range list {
			if err := n.read(source); err != nil {
				return nil, err
			}
		}
		for _, pkg := range []string{"jsonstd", "jsonrt"} { // one of which uses the other
			name, own := pkg+".go", pkgName
			if home != "" {
				name, own = path.Join("internal", pkg, pkg+".go"), pkg
			}
			if len(list) > 0 && !n.used() || pkg == "jsonstd" && !n.std {
				if home == "" && len(list) > 0 {
					files = append(files, codec.File{Name: name})
				}
				continue
			}
			source, err := support(own, pkg, n, len(list) == 0)
			if err == nil {
				err = n.read(source)
			}
			if err != nil {
				return nil, err
			}
			files = append(files, codec.File{Name: name, Source: source})
		}
	}
	return files, nil
}

// allRoutines returns all routines, in the packages jsonrt and jsonstd of a folder.
func allRoutines(folder string) (files []codec.File, err error) {
	for _, pkg := range []string{"jsonrt", "jsonstd"} {
		source, err := support(pkg, pkg, &needs{home: folder}, true)
		if err != nil {
			return nil, err
		}
		files = append(files, codec.File{Name: path.Join(pkg, pkg+".go"), Source: source})
	}
	return files, nil
}

// around returns what the sources say of the routines: whether packages in the folder
// home have them, and names like those of copies that the sources declare themselves.
func around(home string, list [][]byte) (apart bool, taken map[string]bool, err error) {
	taken = map[string]bool{}
	for _, source := range list {
		if !bytes.Contains(source, []byte("jsonrt")) && !bytes.Contains(source, []byte("jsonstd")) {
			continue
		}
		f, err := parser.ParseFile(token.NewFileSet(), "", source, 0)
		if err != nil {
			return false, nil, err
		}
		for name := range f.Scope.Objects {
			taken[name] = true
		}
		for _, s := range f.Imports {
			p, _ := strconv.Unquote(s.Path.Value)
			apart = apart || p == path.Join(home, "jsonrt")
		}
	}
	return apart, taken, nil
}

// add has a choice of a package's routines hold what is needed.
func (n *needs) add(pick *routines.Pick, set *routines.Set, pkg string) {
	declared := set.Names()
	if slices.Contains(declared, "init") {
		pick.Add("init")
	}
	for _, name := range n.names[pkg] {
		for _, d := range declared { // whose first letter a copy makes a capital
			if d == name || copied("", d) == name {
				pick.Add(d)
			}
		}
	}
	for _, member := range n.asked {
		pick.Ask(member)
	}
}

// support returns what is needed, or all, of a package of routines in one file: with
// its declarations renamed, or as a package of its own.
func support(pkgName, pkg string, n *needs, all bool) ([]byte, error) {
	set := routinesOf(pkg)
	var pick *routines.Pick
	if all {
		pick = set.PickLoosely()
		for _, name := range set.Names() {
			if ast.IsExported(name) || name == "init" { // which lead to the others
				pick.Add(name)
			}
		}
	} else {
		pick = set.PickLoosely(lean...)
		n.add(pick, set, pkg)
	}
	spelled := routines.Copy{Brief: true}
	if n.home == "" {
		spelled.Own = func(name string) string { return copied(pkg, name) }
		spelled.Import = func(p, name string) string {
			if path.Dir(p) == modulePath {
				return copied(path.Base(p), name)
			}
			return ""
		}
	}
	texts := pick.Sources(spelled)
	var out strings.Builder
	fmt.Fprintf(&out, "// Code generated by assay gen; DO NOT EDIT.\n\n")
	head := "Routines of generated JSON code, copied from package " + pkg + " of " + modulePath + "."
	if n.home == "" {
		fmt.Fprintf(&out, "// %s\n\npackage %s\n\nimport (\n", head, pkgName)
	} else {
		fmt.Fprintf(&out, "// Package %s has routines of generated JSON code, copied from\n// %s.\npackage %s\n\nimport (\n", pkgName, modulePath+"/"+pkg, pkgName)
	}
	for _, p := range pick.Imports() {
		switch {
		case path.Dir(p) != modulePath:
			fmt.Fprintf(&out, "%q\n", p)
		case n.home != "":
			fmt.Fprintf(&out, "%q\n", path.Join(n.home, path.Base(p)))
		}
	}
	out.WriteString(")\n\n" + strings.Join(texts, "\n\n") + "\n")
	return format.Source([]byte(out.String()))
}
