package goprint

import (
	"bytes"
	"cmp"
	"fmt"
	"go/ast"
	"go/doc"
	"go/format"
	"go/parser"
	"go/printer"
	"go/scanner"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assay-go/assay/typemodel"
)

// Ident is a package-level identifier of another package. Printed with P, it
// is qualified, and its package is imported.
type Ident struct {
	Path string // import path
	Name string
}

// File is one Go file being printed. Create it with New.
type File struct {
	path    string // import path of the package that the file belongs to
	name    string
	header  []string
	imports map[string]string // import path to local name; "_" for side effects only
	real    map[string]string // import path to the package's own name, where it was told
	names   map[string]bool   // taken by imports, locals or reserved
	others  map[string]bool   // declared by other files of the package
	locals  map[string]string // wanted name to the one given by Local
	renamed map[Ident]string  // the spelling of types that have another
	stands  map[string]string // predeclared functions to those that stand in for them
	meant   map[string]bool   // predeclared types that types in the file are made of

	shadowed []string // see Shadowed
	declared []string // see Names
	body     bytes.Buffer
}

// New starts a file of the package with the given import path and name.
// Identifiers of that package are printed without a qualifier.
func New(pkgPath, pkgName string) *File {
	return &File{
		path: pkgPath, name: pkgName,
		imports: map[string]string{}, real: map[string]string{}, names: map[string]bool{}, locals: map[string]string{},
		stands: map[string]string{}, meant: map[string]bool{},
	}
}

// PkgPath returns the import path of the package that the file belongs to.
func (f *File) PkgPath() string { return f.path }

// PkgName returns the name of the package that the file belongs to.
func (f *File) PkgName() string { return f.name }

// Header prints comment lines above the package clause, each given without its
// slashes.
func (f *File) Header(lines ...string) { f.header = append(f.header, lines...) }

// HeaderText prints a text as comment lines above the package clause, wrapped, behind an
// empty one.
func (f *File) HeaderText(text string) {
	f.Header("")
	f.Header(wrap(text, 77)...)
}

// wrap breaks a text into lines of so many runes at most.
func wrap(text string, width int) (lines []string) {
	for _, word := range strings.Fields(text) {
		last := len(lines) - 1
		if last >= 0 && utf8.RuneCountInString(lines[last])+1+utf8.RuneCountInString(word) <= width {
			lines[last] += " " + word
		} else {
			lines = append(lines, word)
		}
	}
	return lines
}

// Reserve keeps the given names from being used by imports and by [File.Local].
// Call it before the first import with the names that the body declares.
func (f *File) Reserve(names ...string) {
	for _, n := range names {
		f.names[n] = true
	}
}

// Declare reserves the names that other files of the package declare.
func (f *File) Declare(names ...string) {
	f.Reserve(names...)
	if f.others == nil {
		f.others = map[string]bool{}
	}
	for _, n := range names {
		f.others[n] = true
	}
}

// P prints its arguments as one line, without spaces between them. An [Ident]
// is printed qualified, a *[typemodel.Type] as the Go type; everything else as
// fmt.Print has it. Indentation is gofmt's business.
func (f *File) P(args ...any) {
	for _, a := range args {
		switch a := a.(type) {
		case Ident:
			f.body.WriteString(f.Ident(a.Path, a.Name))
		case *typemodel.Type:
			f.body.WriteString(f.Type(a))
		default:
			fmt.Fprint(&f.body, a)
		}
	}
	f.body.WriteByte('\n')
}

// Pf prints one line by fmt.Sprintf. Arguments of type [Ident] and
// *[typemodel.Type] are printed as P prints them: give them the verb %s.
func (f *File) Pf(layout string, args ...any) {
	args = slices.Clone(args)
	for i, a := range args {
		switch a := a.(type) {
		case Ident:
			args[i] = f.Ident(a.Path, a.Name)
		case *typemodel.Type:
			args[i] = f.Type(a)
		}
	}
	fmt.Fprintf(&f.body, layout, args...)
	f.body.WriteByte('\n')
}

// End prints the end of a function or another declaration: its last statement, if there is
// one, as [File.P] does, the closing brace, and an empty line.
func (f *File) End(last ...any) {
	if len(last) > 0 {
		f.P(last...)
	}
	f.P("}\n")
}

// Comment prints a comment, wrapped.
func (f *File) Comment(text string) {
	for _, line := range wrap(text, 77) {
		f.P("// ", line)
	}
}

// DocComment prints the comment of a declaration, behind an empty line.
func (f *File) DocComment(text string) {
	f.P()
	f.Comment(text)
}

// Ident imports pkgPath and returns name qualified by the local name of the
// package.
func (f *File) Ident(pkgPath, name string) string {
	if pkgPath == f.path || pkgPath == "" {
		return name
	}
	return f.Import(pkgPath) + "." + name
}

// ReserveTypes reserves the names of all types in t that are of the file's own
// package, since they are printed without a qualifier.
func (f *File) ReserveTypes(t *typemodel.Type) {
	seen := map[*typemodel.Type]bool{nil: true}
	var reserve func(t *typemodel.Type)
	reserve = func(t *typemodel.Type) {
		if seen[t] {
			return
		}
		seen[t] = true
		if t.Name.PkgPath == f.path {
			f.names[t.Name.Name] = true
		}
		for _, part := range slices.Concat([]*typemodel.Type{t.Key, t.Elem}, t.Name.Args, t.Impls) {
			reserve(part)
		}
		for i := range t.Fields {
			reserve(t.Fields[i].Type)
		}
	}
	reserve(t)
}

// Taken reports whether the name is reserved, or that of an import or a local.
func (f *File) Taken(name string) bool { return f.names[name] }

// Rename makes the file spell the type of that package and name as to, which
// the caller declares to be the same type. Where it is embedded it keeps its name. The
// name of an instance of a generic type is that of [typemodel.Name.String].
func (f *File) Rename(pkgPath, name, to string) {
	if f.renamed == nil {
		f.renamed = map[Ident]string{}
	}
	f.renamed[Ident{pkgPath, name}] = to
}

// Local returns a name for a variable, parameter or helper of the file: the
// wanted one, or a numbered one when that is an import or reserved, as the
// user's types are by [File.ReserveTypes]. One wanted name always gives the
// same result, and no later import takes it.
func (f *File) Local(wanted string) string {
	if name, ok := f.locals[wanted]; ok {
		return name
	}
	name := f.free(wanted)
	f.locals[wanted] = name
	return name
}

// Import imports pkgPath and returns its local name: the last element of the
// path without a version, numbered when it is taken.
func (f *File) Import(pkgPath string) string {
	return f.importAs(pkgPath, localName(pkgPath))
}

// ImportAs is Import for a package whose own name is known: pkgName, which the
// path need not tell.
func (f *File) ImportAs(pkgPath, pkgName string) string {
	f.real[pkgPath] = pkgName
	return f.importAs(pkgPath, pkgName)
}

func (f *File) importAs(pkgPath, base string) string {
	name, ok := f.imports[pkgPath]
	if !ok || name == "_" {
		name = f.free(base)
		f.imports[pkgPath] = name
	}
	return name
}

// free takes the name base, or the first numbered one that is free.
func (f *File) free(base string) string {
	name := Numbered(base, func(name string) bool { return f.names[name] || Means(name) || name == "init" || name == "main" })
	f.names[name] = true
	return name
}

// Numbered returns the name, or the first of it with a number from 2 that is not taken.
func Numbered(name string, taken func(name string) bool) string {
	numbered := name
	for i := 2; taken(numbered); i++ {
		numbered = name + strconv.Itoa(i)
	}
	return numbered
}

// Means reports whether Go itself means something by the name: it is a keyword, or
// predeclared.
func Means(name string) bool { return token.IsKeyword(name) || doc.IsPredeclared(name) }

// Move has what was imported of a module come from another one, such as another major
// version of it, under the names that it has.
func (f *File) Move(from, to string) {
	for p, name := range maps.Clone(f.imports) {
		rest, ok := strings.CutPrefix(p, from)
		if !ok || rest != "" && rest[0] != '/' {
			continue
		}
		delete(f.imports, p)
		f.imports[to+rest] = name
		f.real[to+rest] = cmp.Or(f.real[p], localName(p))
	}
}

// ImportFor imports pkgPath for its side effects only.
func (f *File) ImportFor(pkgPath string) {
	if _, ok := f.imports[pkgPath]; !ok {
		f.imports[pkgPath] = "_"
	}
}

// localName guesses a package's name from its import path.
func localName(pkgPath string) string {
	base := path.Base(pkgPath)
	if len(base) > 1 && base[0] == 'v' && strings.Trim(base[1:], "0123456789") == "" {
		base = path.Base(path.Dir(pkgPath))
	}
	base, _, _ = strings.Cut(base, ".")
	base = strings.TrimPrefix(base, "go-")
	base = strings.TrimSuffix(base, "-go")
	clean := strings.Map(func(r rune) rune {
		if r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' {
			return r
		}
		return -1
	}, base)
	if strings.Trim(clean, "_") == "" || '0' <= clean[0] && clean[0] <= '9' {
		clean = "pkg" + clean
	}
	return clean
}

// Type returns t as Go source of this file spells it and imports what it
// needs.
func (f *File) Type(t *typemodel.Type) string {
	named := t.Name
	if named.IsZero() && (t.Alias.PkgPath == f.path || token.IsExported(t.Alias.Name)) {
		named = t.Alias
	}
	if named.IsZero() {
		return f.Underlying(t)
	}
	if named.PkgName != "" && named.PkgPath != f.path {
		f.ImportAs(named.PkgPath, named.PkgName)
	}
	if to, ok := f.renamed[Ident{named.PkgPath, named.String()}]; ok && len(named.Args) > 0 {
		return to
	}
	s, ok := f.renamed[Ident{named.PkgPath, named.Name}]
	if !ok && named.PkgPath == f.path {
		s = ownName(named.Name)
	} else if !ok {
		s = f.Ident(named.PkgPath, named.Name)
	}
	for i, a := range named.Args {
		s += []string{"[", ", "}[min(i, 1)] + f.Type(a)
	}
	if len(named.Args) > 0 {
		s += "]"
	}
	return s
}

// Underlying returns the type literal of t, as if t had no name.
func (f *File) Underlying(t *typemodel.Type) string {
	switch t.Kind {
	case typemodel.Time:
		return f.Ident("time", "Time")
	case typemodel.Slice:
		return "[]" + f.elem(t)
	case typemodel.Array:
		return "[" + strconv.Itoa(t.Len) + "]" + f.elem(t)
	case typemodel.Map:
		return "map[" + f.Type(t.Key) + "]" + f.Type(t.Elem)
	case typemodel.Pointer:
		return "*" + f.Type(t.Elem)
	case typemodel.Interface:
		return "any"
	case typemodel.UnsafePointer:
		return f.Ident("unsafe", "Pointer")
	case typemodel.Struct:
		if len(t.Fields) > 0 {
			return "struct{ " + strings.Join(f.fields(t), "; ") + " }"
		}
		return "struct{}"
	}
	return t.Kind.String()
}

// elem returns the element type of a slice or array, in which a uint8 is mostly
// written as byte.
func (f *File) elem(t *typemodel.Type) string {
	if t.Elem.Kind == typemodel.Uint8 && t.Elem.Name.IsZero() {
		return "byte"
	}
	return f.Type(t.Elem)
}

// Decl prints the declaration of the named type t, the fields of a struct one a
// line. Type arguments are left out: the name declares one instance.
func (f *File) Decl(t *typemodel.Type) {
	if t.Kind != typemodel.Struct || len(t.Fields) == 0 {
		f.P("type ", t.Name.Name, " ", f.Underlying(t))
		return
	}
	f.P("type ", t.Name.Name, " struct {")
	for _, field := range f.fields(t) {
		f.P(field)
	}
	f.P("}")
}

// Written returns a declaration as [typemodel.Field] has it, as source of this file, and
// imports what it needs. It reports false where a name in it is not for this package.
func (f *File) Written(declaration string) (source string, ok bool) {
	var b strings.Builder
	field, _, _ := strings.Cut(declaration, " ")
	for {
		before, rest, found := strings.Cut(declaration, "‹")
		b.WriteString(before)
		f.mean(strings.TrimPrefix(before, field+" "))
		if !found {
			return b.String(), declaration != "" || b.Len() > 0
		}
		pkg, rest, _ := strings.Cut(rest, "›")
		pkgPath, pkgName, _ := strings.Cut(pkg, " ")
		if pkgName == "" {
			if pkgPath != f.path {
				return "", false
			}
			declaration = rest
			continue
		}
		rest = strings.TrimPrefix(rest, ".")
		end := strings.IndexFunc(rest, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if end < 0 {
			end = len(rest)
		}
		name := rest[:end]
		switch declaration = rest[end:]; {
		case pkgPath == f.path:
			b.WriteString(ownName(name))
		case !token.IsExported(name) || !typemodel.Importable(pkgPath, f.path):
			return "", false
		default:
			b.WriteString(f.ImportAs(pkgPath, pkgName) + "." + name)
		}
	}
}

// fields returns the field declarations of a struct.
func (f *File) fields(t *typemodel.Type) []string {
	var list []string
	for i := range t.Fields {
		fd := &t.Fields[i]
		s := ""
		if written, ok := f.Written(fd.Written); ok && fd.Embedded { // by an alias, maybe
			s = written
		} else if fd.Embedded { // whose name is the type's own
			renamed := f.renamed
			f.renamed = nil
			s = f.Type(fd.Type)
			f.renamed = renamed
		} else {
			s = fd.Name + " " + f.Type(fd.Type)
		}
		if tag := string(fd.Tag); strconv.CanBackquote(tag) && tag != "" {
			s += " `" + tag + "`"
		} else if tag != "" {
			s += " " + strconv.Quote(tag)
		}
		list = append(list, s)
	}
	return list
}

// Source returns the formatted file. Its error shows the numbered source
// around the first mistake. Where the package is known to declare a predeclared name,
// the file says otherwise what it needs of that, if it can be said.
func (f *File) Source() ([]byte, error) {
	source, err := f.print()
	if err != nil || !slices.ContainsFunc(slices.Collect(maps.Keys(f.others)), doc.IsPredeclared) && !bytes.Contains(source, []byte(ownMark)) {
		return source, err
	}
	if source, err = f.unshadow(source); err != nil {
		return nil, err
	}
	return format.Source(source)
}

// print returns the formatted file as it was printed.
func (f *File) print() ([]byte, error) {
	var out bytes.Buffer
	for _, l := range f.header {
		fmt.Fprintln(&out, strings.TrimRight("// "+l, " "))
	}
	if len(f.header) > 0 {
		out.WriteByte('\n')
	}
	fmt.Fprintf(&out, "package %s\n\n", f.name)
	if len(f.imports) > 0 {
		paths := make([]string, 0, len(f.imports))
		for p := range f.imports {
			paths = append(paths, p)
		}
		slices.SortFunc(paths, compareImports)
		out.WriteString("import (\n")
		for i, p := range paths {
			if i > 0 && isStd(p) != isStd(paths[i-1]) {
				out.WriteByte('\n')
			}
			if name := f.imports[p]; name == path.Base(p) && (f.real[p] == "" || f.real[p] == name) {
				fmt.Fprintf(&out, "\t%q\n", p)
			} else {
				fmt.Fprintf(&out, "\t%s %q\n", name, p)
			}
		}
		out.WriteString(")\n\n")
	}
	out.Write(f.body.Bytes())
	// As format.Source does it, but for the spelling of numbers, and the names are known.
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, "", out.Bytes(), parser.ParseComments)
	if err != nil {
		return nil, fmt.Errorf("emitted source of package %s does not parse: %w\n%s", f.path, err, numbered(out.Bytes(), err))
	}
	f.declared = declarations(file)
	f.importUsed(fset, file)
	ast.SortImports(fset, file)
	var src bytes.Buffer
	if err := (&printer.Config{Mode: printer.UseSpaces | printer.TabIndent, Tabwidth: 8}).Fprint(&src, fset, file); err != nil {
		return nil, err
	}
	return src.Bytes(), nil
}

// Names returns the package-level names that the source of the file declares, methods and
// blanks left out, in their order, after Source.
func (f *File) Names() []string { return f.declared }

func declarations(f *ast.File) (names []string) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name != "init" {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					names = append(names, spec.Name.Name)
				case *ast.ValueSpec:
					for _, id := range spec.Names {
						names = append(names, id.Name)
					}
				}
			}
		}
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == "_" })
}

// importUsed leaves out the imports that nothing in the file refers to: emitters may ask
// for an identifier before they know whether it has a place.
//
// The name of a package that was not told is a guess by its path. Where the file
// has a name that no import is known to give, all that were guessed stay, for it
// may be the real name of any of them.
func (f *File) importUsed(fset *token.FileSet, file *ast.File) {
	if len(file.Imports) == 0 {
		return
	}
	free := map[*ast.Ident]bool{}
	for _, id := range file.Unresolved {
		free[id] = true
	}
	used, known := map[string]bool{"_": true}, map[string]bool{"_": true}
	ast.Inspect(file, func(n ast.Node) bool {
		if s, ok := n.(*ast.SelectorExpr); ok {
			if x, ok := s.X.(*ast.Ident); ok && free[x] {
				used[x.Name] = true
			}
		}
		return true
	})
	for _, name := range f.imports {
		known[name] = true
	}
	unknown := slices.ContainsFunc(slices.Collect(maps.Keys(used)), func(name string) bool { return !known[name] })
	decl := file.Decls[0].(*ast.GenDecl)
	decl.Specs = slices.DeleteFunc(decl.Specs, func(spec ast.Spec) bool {
		p, _ := strconv.Unquote(spec.(*ast.ImportSpec).Path.Value)
		name := f.imports[p]
		guessed := f.real[p] == "" && !isStd(p) && name == path.Base(p) // printed without the name
		if used[name] || unknown && guessed {
			return false
		}
		at := fset.File(spec.Pos())
		at.MergeLine(at.Line(spec.Pos())) // else it would stay as an empty one
		return true
	})
	if len(decl.Specs) == 0 {
		file.Decls = file.Decls[1:]
	}
}

// compareImports puts the standard library first, then sorts by path.
func compareImports(a, b string) int {
	if isStd(a) != isStd(b) {
		if isStd(a) {
			return -1
		}
		return 1
	}
	return strings.Compare(a, b)
}

func isStd(p string) bool {
	first, _, _ := strings.Cut(p, "/")
	return !strings.Contains(first, ".")
}

// numbered returns ten lines of src on either side of err's position.
func numbered(src []byte, err error) string {
	line := 1
	if list, ok := err.(scanner.ErrorList); ok && len(list) > 0 {
		line = list[0].Pos.Line
	}
	var b strings.Builder
	for i, l := range strings.Split(string(src), "\n") {
		if n := i + 1; n >= line-10 && n <= line+10 {
			fmt.Fprintf(&b, "%5d  %s\n", n, l)
		}
	}
	return b.String()
}
