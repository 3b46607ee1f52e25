package json

import (
	"embed"
	"go/build/constraint"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/internal/routines"
)

//go:embed jsonrt jsonstd
var sources embed.FS

// modulePath is where the packages of routines are.
const modulePath = "github.com/assay-go/assay/codec/json"

// packages returns the packages that generated code calls, whole, for a folder with the given
// import path: what is built everywhere in one file each, and what is for some machines in
// files of their own.
func packages(home string) (files []codec.File, err error) {
	for _, pkg := range []string{"jsonrt", "jsonstd"} {
		entries, err := sources.ReadDir(pkg)
		if err != nil {
			return nil, err
		}
		imports := map[string]bool{}
		doc, bodies := "", ""
		for _, entry := range entries {
			name := path.Join(pkg, entry.Name())
			if strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := sources.ReadFile(name)
			if err != nil {
				return nil, err
			}
			if first, _, _ := strings.Cut(string(text), "\n"); constraint.IsGoBuild(first) {
				files = append(files, codec.File{Name: name, Source: text})
				continue
			}
			syntax, err := parser.ParseFile(token.NewFileSet(), "", text, parser.ImportsOnly|parser.ParseComments)
			if err != nil {
				return nil, err
			}
			body := syntax.Name.End() - 1
			for _, s := range syntax.Imports {
				p, _ := strconv.Unquote(s.Path.Value)
				imports[strings.Replace(p, modulePath, home, 1)] = true
			}
			for _, d := range syntax.Decls {
				body = d.End() - 1
			}
			if syntax.Doc != nil {
				doc = string(text[syntax.Doc.Pos()-1 : syntax.Package-1])
			}
			bodies += "\n" + strings.TrimSpace(string(text[body:])) + "\n"
		}
		head := doc + "package " + pkg + "\n\nimport (\n"
		for _, p := range slices.Sorted(maps.Keys(imports)) {
			head += "\t" + strconv.Quote(p) + "\n"
		}
		files = append(files, codec.File{Name: path.Join(pkg, pkg+".go"), Source: []byte(head + ")\n" + bodies)})
	}
	return files, nil
}

var sets = map[string]func() *routines.Set{
	"jsonrt": routines.Embedded(sources, "jsonrt"), "jsonstd": routines.Embedded(sources, "jsonstd"),
}

// copyRoutines prints what is built everywhere of the packages, with names of the file's own.
func (e *emitter) copyRoutines() {
	for _, pkg := range []string{"jsonrt", "jsonstd"} {
		if pkg == "jsonstd" && e.NoFallback {
			continue
		}
		set := sets[pkg]()
		all := set.Pick()
		for _, name := range set.Names() {
			all.Add(name)
		}
		spelled := routines.Copy{
			Own: func(name string) string {
				if name == "init" {
					return ""
				}
				return e.routine(pkg, name)
			},
			Import: func(p, name string) string {
				if path.Dir(p) == modulePath {
					return e.routine(path.Base(p), name)
				}
				return e.Ident(p, name)
			},
		}
		for _, text := range all.Sources(spelled) {
			e.P()
			e.P(text)
		}
	}
}
