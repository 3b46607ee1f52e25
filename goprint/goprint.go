// Package goprint prints Go source. It is the one printer of everything that
// assay emits: adapters, worker programs, codecs.
//
// An emitter reads like the code that it emits: P prints a line, and
// identifiers of other packages are values that import themselves. The result
// is formatted; source that does not parse is an error with numbered lines and
// never reaches a file. The idea is that of google.golang.org/protobuf's
// protogen.
//
// The package knows types only as [typemodel.Type] values to be spelled; it
// does not check that what it prints compiles.
package goprint

import (
	"bytes"
	"fmt"
	"go/format"

	"go/scanner"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

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
	imports map[string]string // import path to local name
	names   map[string]bool   // local names taken by imports or reserved
	body    bytes.Buffer
}

// New starts a file of the package with the given import path and name.
// Identifiers of that package are printed without a qualifier.
func New(pkgPath, pkgName string) *File {
	return &File{path: pkgPath, name: pkgName, imports: map[string]string{}, names: map[string]bool{}}
}

// PkgPath returns the import path of the package that the file belongs to.
func (f *File) PkgPath() string { return f.path }

// PkgName returns the name of the package that the file belongs to.
func (f *File) PkgName() string { return f.name }

// Header prints comment lines above the package clause, each given without its
// slashes.
func (f *File) Header(lines ...string) { f.header = append(f.header, lines...) }

// Reserve keeps the given names from being used as local names of imports. Call
// it before the first import with the names that the body declares.
func (f *File) Reserve(names ...string) {
	for _, n := range names {
		f.names[n] = true
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

// Ident imports pkgPath and returns name qualified by the local name of the
// package.
func (f *File) Ident(pkgPath, name string) string {
	if pkgPath == f.path || pkgPath == "" {
		return name
	}
	return f.Import(pkgPath) + "." + name
}

// Import imports pkgPath and returns its local name: the last element of the
// path without a version, numbered when it is taken.
func (f *File) Import(pkgPath string) string {
	return f.ImportAs(pkgPath, localName(pkgPath))
}

// ImportAs is Import for a package whose name its path does not tell.
func (f *File) ImportAs(pkgPath, base string) string {
	if name, ok := f.imports[pkgPath]; ok {
		return name
	}
	name := base
	for i := 2; f.names[name] || token.IsKeyword(name); i++ {
		name = base + strconv.Itoa(i)
	}
	f.names[name] = true
	f.imports[pkgPath] = name
	return name
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
		switch {
		case r == '-' || r == '.':
			return -1
		case r == '_' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z':
			return r
		}
		return -1
	}, base)
	if clean == "" || '0' <= clean[0] && clean[0] <= '9' {
		clean = "pkg" + clean
	}
	return clean
}

// Type returns t as Go source of this file spells it and imports what it
// needs.
func (f *File) Type(t *typemodel.Type) string {
	if !t.Name.IsZero() {
		s := f.Ident(t.Name.PkgPath, t.Name.Name)
		for i, a := range t.Name.Args {
			s += []string{"[", ", "}[min(i, 1)] + f.Type(a)
		}
		if len(t.Name.Args) > 0 {
			s += "]"
		}
		return s
	}
	return f.Underlying(t)
}

// Underlying returns the type literal of t, as if t had no name.
func (f *File) Underlying(t *typemodel.Type) string {
	switch t.Kind {
	case typemodel.Time:
		return f.Ident("time", "Time")
	case typemodel.Slice:
		return "[]" + f.Type(t.Elem)
	case typemodel.Array:
		return "[" + strconv.Itoa(t.Len) + "]" + f.Type(t.Elem)
	case typemodel.Map:
		return "map[" + f.Type(t.Key) + "]" + f.Type(t.Elem)
	case typemodel.Pointer:
		return "*" + f.Type(t.Elem)
	case typemodel.Interface:
		return "any"
	case typemodel.Struct:
		var b strings.Builder
		b.WriteString("struct{")
		for i := range t.Fields {
			fd := &t.Fields[i]
			if !fd.Embedded {
				b.WriteString(fd.Name + " ")
			}
			b.WriteString(f.Type(fd.Type))
			if fd.Tag != "" {
				b.WriteString(" " + strconv.Quote(string(fd.Tag)))
			}
			b.WriteString("; ")
		}
		return strings.TrimSuffix(b.String(), "; ") + "}"
	}
	return t.Kind.String()
}

// Source returns the formatted file. Its error shows the numbered source
// around the first mistake.
func (f *File) Source() ([]byte, error) {
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
			if name := f.imports[p]; name == path.Base(p) {
				fmt.Fprintf(&out, "\t%q\n", p)
			} else {
				fmt.Fprintf(&out, "\t%s %q\n", name, p)
			}
		}
		out.WriteString(")\n\n")
	}
	out.Write(f.body.Bytes())
	src, err := format.Source(out.Bytes())
	if err != nil {
		return nil, fmt.Errorf("emitted source of package %s does not parse: %w\n%s", f.path, err, numbered(out.Bytes(), err))
	}
	return src, nil
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
