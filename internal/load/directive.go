package load

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// directive is one comment of the form "//assay:verb args", or "//assay:verb
// target = args" where it stands by itself, or what the command line says so.
type directive struct {
	verb    string // "impl", "as", "union" or "reserved"
	target  string // the type that it is about, unless the declaration below it tells
	args    []string
	imports map[string]string // of its file, paths by local name
	pos     token.Position
	flag    string         // as on the command line
	here    *types.Package // of a directive with a target: names without a package are this one's
	met     bool           // whether the model has the type that it is about
}

// where returns how the user finds the directive.
func (d *directive) where() string {
	if d.flag != "" {
		return "--" + d.verb + " " + d.flag
	}
	return d.pos.String() + ": " + prefix + d.verb
}

// parseDirective reads the text of a directive after its prefix.
func parseDirective(text string) *directive {
	text, _, _ = strings.Cut(text, "//")
	words := strings.Fields(text)
	if len(words) == 0 {
		return &directive{}
	}
	d := &directive{verb: words[0], args: words[1:]}
	if len(d.args) > 1 && d.args[1] == "=" {
		d.target, d.args = d.args[0], d.args[2:]
	}
	return d
}

// directives are those of the files that were read, by file name. Those with a
// target have no name in their place.
type directives map[string]map[place]*directive

// place is where a type or a field is declared. Types from export data have no
// syntax, so that the line and the name have to do.
type place struct {
	line int
	name string
}

// directiveAt returns the directive on the declaration of obj, a type or a
// field, or nil. Positions in the standard library may name no file, and there
// are no directives then.
func (l *loader) directiveAt(obj types.Object) *directive { return l.directiveNamed(obj, obj.Name()) }

// reserved reads the directive about numbers that no field of m may have.
func (l *loader) reserved(m *typemodel.Type, obj types.Object) {
	d := l.directiveNamed(obj, obj.Name()+" reserved")
	if d == nil {
		return
	}
	for _, text := range strings.FieldsFunc(strings.Join(d.args, " "), func(c rune) bool { return c == ',' || c == ' ' }) {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || m.Kind != typemodel.Struct {
			l.mistake(d, "it lists the numbers of fields that a struct must not have, such as 3,7")
			return
		}
		m.Reserved = append(m.Reserved, n)
	}
}

// directiveNamed returns the directive of that name where obj is declared.
func (l *loader) directiveNamed(obj types.Object, name string) *directive {
	if obj.Pkg() == nil || !obj.Pos().IsValid() {
		return nil
	}
	pos := l.position(obj.Pos())
	return l.directivesOf(pos.Filename)[place{pos.Line, name}]
}

// directivesOf returns the directives of a file, which is read once.
func (l *loader) directivesOf(file string) map[place]*directive {
	found, ok := l.directives[file]
	if !ok {
		found = l.readDirectives(file)
		if l.directives == nil {
			l.directives = directives{}
		}
		l.directives[file] = found
	}
	return found
}

// position returns where pos is in the file that was written, whatever its
// line directives say.
func (l *loader) position(pos token.Pos) token.Position {
	return l.fset.PositionFor(pos, false)
}

// mayDirect reports whether a file may have directives: those that other comments speak
// of, as generated code does, are none. To parse such a file takes long.
func mayDirect(src []byte) bool {
	for {
		i := bytes.Index(src, []byte(prefix))
		if i < 0 {
			return false
		}
		line := bytes.TrimSpace(src[bytes.LastIndexByte(src[:i], '\n')+1 : i])
		if !bytes.HasPrefix(line, []byte("//")) {
			return true
		}
		src = src[i+len(prefix):]
	}
}

// readDirectives returns the directives of a file. One that is not there, or
// does not parse, has none: it was compiled by the go command, so that its
// declarations come from somewhere else.
func (l *loader) readDirectives(name string) map[place]*directive {
	src, ok := l.cfg.Overlay[name]
	if !ok {
		src, _ = os.ReadFile(name)
	}
	if !mayDirect(src) {
		return nil
	}
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, src, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	imports := map[string]string{}
	for _, spec := range file.Imports {
		p, _ := strconv.Unquote(spec.Path.Value)
		local := path.Base(p)
		if spec.Name != nil {
			local = spec.Name.Name
		}
		imports[local] = p
	}
	found := map[place]*directive{}
	used := map[*ast.Comment]bool{}
	add := func(name *ast.Ident, groups ...*ast.CommentGroup) {
		for _, g := range groups {
			if g == nil {
				continue
			}
			for _, c := range g.List {
				text, ok := strings.CutPrefix(c.Text, prefix)
				if !ok {
					continue
				}
				d := parseDirective(text)
				if d.target != "" {
					continue
				}
				d.imports, d.pos = imports, fset.PositionFor(c.Pos(), false)
				at := place{fset.PositionFor(name.Pos(), false).Line, name.Name}
				if d.verb == "reserved" { // which a type may have beside another one
					at.name += " reserved"
				}
				found[at] = d
				used[c] = true
			}
		}
	}
	ast.Inspect(file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.GenDecl:
			if n.Tok == token.TYPE && len(n.Specs) == 1 {
				add(n.Specs[0].(*ast.TypeSpec).Name, n.Doc)
			}
		case *ast.TypeSpec:
			add(n.Name, n.Doc, n.Comment)
		case *ast.Field:
			for _, name := range n.Names {
				add(name, n.Doc, n.Comment)
			}
			if n.Names == nil {
				if name := embeddedName(n.Type); name != nil {
					add(name, n.Doc, n.Comment)
				}
			}
		}
		return true
	})
	for _, g := range file.Comments {
		for _, c := range g.List {
			if text, ok := strings.CutPrefix(c.Text, prefix); ok {
				d := parseDirective(text)
				d.imports, d.pos = imports, fset.PositionFor(c.Pos(), false)
				switch {
				case !slices.Contains([]string{"impl", "as", "union", "reserved"}, d.verb):
					l.mistake(d, "the directives are %[1]simpl, %[1]sas, %[1]sunion and %[1]sreserved", prefix)
				case d.target != "":
					found[place{line: d.pos.Line}] = d
				case !used[c]:
					l.mistake(d, "it belongs directly above a type declaration or a field, or at the end of the line, or names its type before a =")
				}
			}
		}
	}
	return found
}

const prefix = "//assay:"

// embeddedName returns the identifier that an embedded field is named by.
func embeddedName(e ast.Expr) *ast.Ident {
	switch e := e.(type) {
	case *ast.Ident:
		return e
	case *ast.StarExpr:
		return embeddedName(e.X)
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.IndexExpr:
		return embeddedName(e.X)
	case *ast.IndexListExpr:
		return embeddedName(e.X)
	}
	return nil
}

// mistake keeps the first error in a directive.
func (l *loader) mistake(d *directive, format string, args ...any) {
	if l.err == nil {
		l.err = fmt.Errorf("%s: %w", l.relative(d.where()), fmt.Errorf(format, args...))
	}
}
