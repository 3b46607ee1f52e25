// Package routines copies declarations of a compiled and tested Go package into
// generated files, so that what generated code shares is written and tested as
// what it is, and generated code depends on nothing.
//
// Names are found by parsing alone: members of a type by the types of receivers
// and parameters, of fields and of nothing else. A package of routines is to be
// written so that this is enough, which a test of its own holds.
package routines

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"io/fs"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Set is a package of routines.
type Set struct {
	files  []*file
	decls  map[string]*decl // by name; methods as Type.name
	fields map[string]*decl // of structs, as Type.name
	types  map[string]ast.Expr
}

// file is one file of a set.
type file struct {
	name   string
	source []byte
	fset   *token.FileSet
	syntax *ast.File
	own    map[string]bool   // the package-level names of the package
	paths  map[string]string // of the imports, by local names
	refs   []ref             // in the order of their places
	body   int               // where what follows the imports begins
}

// decl is a declaration, or the field of a struct.
type decl struct {
	name     string
	file     *file
	from, to int // in the source, the doc comment included
	doc      int // where that ends
	fields   []*decl
}

// ref is a place in a file that a copy may spell otherwise.
type ref struct {
	from, to int
	kind     refKind
	path     string // of an imported package, or the name of the type of a member
	name     string
}

type refKind int

const (
	refOwn     refKind = iota // a package-level name
	refMember                 // a field or method, of the type path
	refImport                 // path.name
	refLiteral                // a string literal
	refUnknown                // a field or method of something whose type parsing does not tell
)

// Copy says how a copy spells what it mentions. A nil func, or one that returns
// nothing, leaves the spelling as it is.
type Copy struct {
	Own     func(name string) string        // a package-level name
	Import  func(path, name string) string  // an identifier of another package
	Literal func(quoted string) string      // a string literal
	Keep    func(typ, field string) bool    // whether a struct has a field
	Rename  func(typ, member string) string // a field or method

	// Brief leaves of a doc comment its first sentence: the whole stands in the package that
	// is copied.
	Brief bool
}

// Parse reads the Go files of a folder, but for tests and for those that are built for some
// platforms or tags only: a copy has what is built without them.
func Parse(fsys fs.FS, dir string) (*Set, error) {
	names, err := fs.Glob(fsys, path.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	nowhere := build.Context{GOOS: "nowhere", GOARCH: "nowhere", JoinPath: path.Join, OpenFile: func(name string) (io.ReadCloser, error) { return fsys.Open(name) }}
	sources := map[string][]byte{}
	for _, name := range names {
		general, err := nowhere.MatchFile(dir, path.Base(name))
		if err != nil {
			return nil, err
		}
		if !general || strings.HasSuffix(name, "_test.go") {
			continue
		}
		if sources[name], err = fs.ReadFile(fsys, name); err != nil {
			return nil, err
		}
	}
	if len(sources) == 0 {
		return nil, fmt.Errorf("no Go files in %s", dir)
	}
	return parse(sources)
}

// Embedded returns a func that returns the set of a folder that is part of the program, which
// is parsed when it is first asked for.
func Embedded(fsys fs.FS, dir string) func() *Set {
	return sync.OnceValue(func() *Set {
		set, err := Parse(fsys, dir)
		if err != nil {
			panic(err)
		}
		return set
	})
}

// parse reads files by their names.
func parse(sources map[string][]byte) (*Set, error) {
	s := &Set{decls: map[string]*decl{}, fields: map[string]*decl{}, types: map[string]ast.Expr{}}
	own := map[string]bool{}
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		f := &file{name: name, source: sources[name], own: own, paths: map[string]string{}}
		f.fset = token.NewFileSet()
		var err error
		if f.syntax, err = parser.ParseFile(f.fset, name, f.source, parser.ParseComments); err != nil {
			return nil, err
		}
		for name := range f.syntax.Scope.Objects {
			own[name] = true
		}
		s.files = append(s.files, f)
	}
	for _, f := range s.files {
		s.declare(f)
	}
	for _, f := range s.files {
		s.refer(f)
	}
	return s, nil
}

// Imports returns the paths that the files import, sorted.
func (s *Set) Imports() []string {
	set := map[string]bool{}
	for _, f := range s.files {
		for _, p := range f.paths {
			set[p] = true
		}
	}
	return slices.Sorted(maps.Keys(set))
}

func (f *file) offset(p token.Pos) int { return f.fset.Position(p).Offset }

// declare finds the declarations of f.
func (s *Set) declare(f *file) {
	f.body = f.offset(f.syntax.Name.End())
	for _, d := range f.syntax.Decls {
		one := &decl{file: f, from: f.offset(d.Pos()), to: f.offset(d.End())}
		one.doc = one.from
		var doc *ast.CommentGroup
		switch d := d.(type) {
		case *ast.FuncDecl:
			doc, one.name = d.Doc, d.Name.Name
			if d.Recv != nil {
				one.name = typeName(d.Recv.List[0].Type) + "." + one.name
			}
			s.decls[one.name] = one
		case *ast.GenDecl:
			doc = d.Doc
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.ImportSpec:
					p, _ := strconv.Unquote(spec.Path.Value)
					name := importName(p)
					if spec.Name != nil {
						name = spec.Name.Name
					}
					f.paths[name] = p
					f.body = max(f.body, f.offset(d.End()))
				case *ast.TypeSpec:
					one.name = spec.Name.Name
					s.decls[one.name], s.types[one.name] = one, spec.Type
					if t, ok := spec.Type.(*ast.StructType); ok {
						s.declareFields(one, t)
					}
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						one.name = id.Name
						s.decls[id.Name] = one
					}
				}
			}
		}
		if doc != nil {
			one.from = f.offset(doc.Pos())
		}
	}
}

// declareFields finds the fields of a struct, each with its comments.
func (s *Set) declareFields(of *decl, t *ast.StructType) {
	for _, field := range t.Fields.List {
		for _, id := range field.Names {
			one := &decl{name: of.name + "." + id.Name, file: of.file, from: of.file.offset(field.Pos()), to: of.file.offset(field.End())}
			if field.Doc != nil {
				one.from = of.file.offset(field.Doc.Pos())
			}
			if field.Comment != nil {
				one.to = of.file.offset(field.Comment.End())
			}
			of.fields = append(of.fields, one)
			s.fields[one.name] = one
		}
	}
}

// importName returns the name that a package of that path has.
func importName(p string) string {
	base := path.Base(p)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		return path.Base(path.Dir(p))
	}
	return base
}

// typeName returns the name of a type, of what a pointer to it leads to, or of the
// generic type that it is an instance of; or nothing.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.Ident:
		return e.Name
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	}
	return ""
}

// refer finds what f mentions.
func (s *Set) refer(f *file) {
	free := map[*ast.Ident]bool{}
	for _, id := range f.syntax.Unresolved {
		free[id] = true
	}
	add := func(from, to token.Pos, kind refKind, path, name string) {
		f.refs = append(f.refs, ref{f.offset(from), f.offset(to), kind, path, name})
	}
	members := map[*ast.Ident]bool{}
	ast.Inspect(f.syntax, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ImportSpec:
			return false
		case *ast.FuncDecl:
			if n.Recv != nil {
				members[n.Name] = true
				add(n.Name.Pos(), n.Name.End(), refMember, typeName(n.Recv.List[0].Type), n.Name.Name)
			}
		case *ast.BasicLit:
			if n.Kind == token.STRING {
				add(n.Pos(), n.End(), refLiteral, "", n.Value)
			}
		case *ast.Field:
			for _, id := range n.Names { // of fields and parameters, which are no package-level names
				members[id] = true
			}
		case *ast.SelectorExpr:
			members[n.Sel] = true
			if x, ok := n.X.(*ast.Ident); ok && free[x] && f.paths[x.Name] != "" {
				members[x] = true
				add(x.Pos(), n.Sel.End(), refImport, f.paths[x.Name], n.Sel.Name)
			} else if t := typeName(s.typeOf(f, n.X)); t != "" {
				add(n.Sel.Pos(), n.Sel.End(), refMember, t, n.Sel.Name)
			} else {
				add(n.Sel.Pos(), n.Sel.End(), refUnknown, "", n.Sel.Name)
			}
		case *ast.CompositeLit:
			t := typeName(n.Type)
			for _, elt := range n.Elts {
				if kv, ok := elt.(*ast.KeyValueExpr); ok {
					if key, ok := kv.Key.(*ast.Ident); ok && s.fields[t+"."+key.Name] != nil {
						members[key] = true
						add(key.Pos(), key.End(), refMember, t, key.Name)
					}
				}
			}
		case *ast.Ident:
			own := free[n] || n.Obj != nil && f.syntax.Scope.Lookup(n.Name) == n.Obj
			if !members[n] && own && f.own[n.Name] {
				add(n.Pos(), n.End(), refOwn, "", n.Name)
			}
		}
		return true
	})
	slices.SortFunc(f.refs, func(a, b ref) int { return a.from - b.from })
}

// typeOf returns the type of an expression that is a parameter, or leads from one
// by fields; or nil.
func (s *Set) typeOf(f *file, e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.Ident:
		if e.Obj != nil {
			if field, ok := e.Obj.Decl.(*ast.Field); ok && f.own[typeName(field.Type)] {
				return field.Type
			}
		}
	case *ast.SelectorExpr:
		t, ok := s.types[typeName(s.typeOf(f, e.X))].(*ast.StructType)
		if !ok {
			return nil
		}
		for _, field := range t.Fields.List {
			for _, id := range field.Names {
				if id.Name == e.Sel.Name && f.own[typeName(field.Type)] {
					return field.Type
				}
			}
		}
	}
	return nil
}

// All returns the whole text of the set, without package clauses and imports.
func (s *Set) All(c Copy) string {
	var out strings.Builder
	for _, f := range s.files {
		s.write(&out, f, f.body, len(f.source), c)
	}
	return out.String()
}

// write copies a part of a file.
func (s *Set) write(out *strings.Builder, f *file, from, to int, c Copy) {
	for _, r := range f.refs {
		if r.from < from || r.to > to {
			continue
		}
		spelled := ""
		switch {
		case r.kind == refOwn && c.Own != nil:
			spelled = c.Own(r.name)
		case r.kind == refMember && c.Rename != nil:
			spelled = c.Rename(r.path, r.name)
		case r.kind == refImport && c.Import != nil:
			spelled = c.Import(r.path, r.name)
		case r.kind == refLiteral && c.Literal != nil:
			spelled = c.Literal(r.name)
		}
		if spelled == "" {
			continue
		}
		out.Write(f.source[from:r.from])
		out.WriteString(spelled)
		from = r.to
	}
	out.Write(f.source[from:to])
}

// link is a reference to a declaration within a comment.
var link = regexp.MustCompile(`\[(\w+)\]`)

// Source returns the text of a declaration with its doc comment, in which the name
// of what is declared and links are spelled as the copy does.
func (s *Set) Source(name string, c Copy) string {
	d := s.mustHave(name)
	var out strings.Builder
	doc := string(d.file.source[d.from:d.doc])
	if c.Brief {
		doc = firstSentence(doc)
	}
	if typ, member, ok := strings.Cut(name, "."); ok && c.Rename != nil {
		if rest, ok := strings.CutPrefix(doc, "// "+member+" "); ok {
			doc = "// " + c.Rename(typ, member) + " " + rest
		}
	}
	if c.Own != nil {
		if rest, ok := strings.CutPrefix(doc, "// "+name+" "); ok {
			doc = "// " + c.Own(name) + " " + rest
		}
		doc = link.ReplaceAllStringFunc(doc, func(text string) string {
			if name := text[1 : len(text)-1]; d.file.own[name] {
				return c.Own(name)
			}
			return text
		})
	}
	out.WriteString(doc)
	from := d.doc
	for _, field := range d.fields {
		if c.Keep == nil || c.Keep(name, strings.TrimPrefix(field.name, name+".")) {
			continue
		}
		s.write(&out, d.file, from, field.from, c)
		from = field.to
		if bytes.HasPrefix(d.file.source[from:], []byte("\n")) {
			from++ // the line
		}
	}
	s.write(&out, d.file, from, d.to, c)
	return out.String()
}

// firstSentence returns the lines of a comment up to the end of the first sentence.
func firstSentence(doc string) string {
	var out strings.Builder
	for line := range strings.Lines(doc) {
		text := strings.TrimSuffix(line, "\n")
		if end := sentence.FindStringIndex(text); end != nil {
			out.WriteString(text[:end[0]+1] + "\n")
			break
		}
		out.WriteString(line)
	}
	return out.String()
}

// sentence is where one ends within a line.
var sentence = regexp.MustCompile(`[.:]( +[A-Z[]|$)`)

// mustHave returns a declaration, which there must be: what asks for it is a
// program's own text.
func (s *Set) mustHave(name string) *decl {
	d := s.decls[name]
	if d == nil {
		d = s.fields[name]
	}
	if d == nil {
		panic("routines: there is no " + name)
	}
	return d
}

// Pick is a choice of declarations and struct fields of a set, with all that they
// mention.
type Pick struct {
	set     *Set
	has     map[string]bool
	instead map[string]string
	partial []string
	loose   bool
	lean    []string
}

// Pick begins an empty choice. Of the structs that are named as partial it holds
// the fields that what it holds mentions, of others all.
func (s *Set) Pick(partial ...string) *Pick {
	return &Pick{set: s, has: map[string]bool{}, instead: map[string]string{}, partial: partial}
}

// Names returns the names of the declarations, methods as Type.name, sorted.
func (s *Set) Names() []string { return slices.Sorted(maps.Keys(s.decls)) }

// PickLoosely begins an empty choice for a set that parsing alone does not tell the
// types of: a member that something unknown is asked for is that of every lean type
// which has one. Types come with all their fields and methods, but for those that are named
// as lean.
func (s *Set) PickLoosely(lean ...string) *Pick {
	p := s.Pick(lean...)
	p.loose, p.lean = true, lean
	return p
}

// Ask adds a method or a field of a lean type, such as State.grow, or those of that name
// of all of them. There may be none.
func (p *Pick) Ask(member string) {
	for _, typ := range p.lean {
		name := typ + "." + member
		if strings.Contains(member, ".") {
			name = member
		}
		if p.set.decls[name] != nil || p.set.fields[name] != nil {
			p.Add(name)
		}
	}
}

// Instead has a function stand in the place, and under the name, of another, or a method
// in that of another of the same type. It must be called before either is added.
func (p *Pick) Instead(of, other string) { p.instead[of] = other }

// Offers reports whether there is a declaration of that name to choose.
func (p *Pick) Offers(name string) bool { return p.set.decls[name] != nil }

// Has reports whether the choice holds a declaration or a field.
func (p *Pick) Has(name string) bool { return p.has[p.standsFor(name)] }

func (p *Pick) standsFor(name string) string {
	if other := p.instead[name]; other != "" {
		return other
	}
	return name
}

// Add adds a declaration or a field, and what it mentions. It panics when there is
// none of that name.
func (p *Pick) Add(name string) {
	name = p.standsFor(name)
	if p.has[name] {
		return
	}
	p.has[name] = true
	d := p.set.mustHave(name)
	if typ, _, ok := strings.Cut(name, "."); ok {
		p.Add(typ)
	}
	if p.loose && p.set.types[name] != nil && !slices.Contains(p.lean, name) {
		for other := range p.set.decls {
			if strings.HasPrefix(other, name+".") {
				p.Add(other)
			}
		}
	}
	partial := slices.Contains(p.partial, name)
	for _, r := range d.file.refs {
		if r.from < d.from || r.to > d.to || partial && slices.ContainsFunc(d.fields, func(field *decl) bool { return field.from <= r.from && r.to <= field.to }) {
			continue
		}
		switch member := r.path + "." + r.name; {
		case r.kind == refOwn:
			p.Add(r.name)
		case r.kind == refMember && (p.set.decls[member] != nil || p.set.fields[member] != nil):
			p.Add(member)
		case r.kind == refUnknown && p.loose:
			p.Ask(r.name)
		}
	}
}

// Sources returns the texts of the declarations, in the order of the set's files,
// but for those that except holds: structs have the fields of the choice alone.
func (p *Pick) Sources(c Copy, except ...string) []string {
	c.Keep = func(typ, field string) bool { return p.has[typ+"."+field] || !slices.Contains(p.partial, typ) }
	c.Rename = func(typ, member string) string {
		for of, method := range p.instead {
			if method == typ+"."+member {
				return strings.TrimPrefix(of, typ+".")
			}
		}
		return member
	}
	if own := c.Own; own != nil {
		c.Own = func(name string) string {
			for of, other := range p.instead {
				if other == name {
					name = of
				}
			}
			return own(name)
		}
	}
	var chosen []*decl
	for name := range p.has {
		if d := p.set.decls[name]; d != nil && !slices.Contains(except, name) {
			chosen = append(chosen, d)
		}
	}
	slices.SortFunc(chosen, func(a, b *decl) int {
		if a.file != b.file {
			return slices.Index(p.set.files, a.file) - slices.Index(p.set.files, b.file)
		}
		return a.from - b.from
	})
	var list []string
	for _, d := range slices.Compact(chosen) {
		list = append(list, p.set.Source(d.name, c))
	}
	return list
}
