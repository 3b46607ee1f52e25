package goprint

import (
	"fmt"
	"go/ast"
	"go/doc"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/assay-go/assay/typemodel"
)

// A package may declare names that Go declares for all, such as min, cap or any. Within
// it they are the package's own, and the files that are printed for it say otherwise
// what they need: by another spelling of the same type, or by a function of the file
// that does the same. What has neither, such as len and string, stays as it is:
// whoever places the file has to look for it.

// ownMark is put before the name of a type of the package that is called like
// something predeclared, until the file is whole. It is a letter.
const ownMark = "ǃ"

// ownName returns the name of a type of the file's package as the body has it.
func ownName(name string) string {
	if doc.IsPredeclared(name) {
		return ownMark + name
	}
	return name
}

// otherwise has other spellings of predeclared types, the first that is not taken as well.
var otherwise = map[string][]string{
	"any": {"interface{}"}, "byte": {"uint8"}, "uint8": {"byte"}, "rune": {"int32"}, "int32": {"rune"},
}

// calculated has what does in place of a uint where no value of that type is meant: an
// unsigned number of its size or more.
var calculated = map[string][]string{"uint": {"uintptr", "uint64"}}

// Means notes that the file has values of t. If that is predeclared, no other type stands for it.
func (f *File) Means(t *typemodel.Type) {
	if t.Name.IsZero() {
		f.mean(t.Kind.String())
	}
}

// mean notes the predeclared types in a part of the source of a type.
func (f *File) mean(source string) {
	for _, word := range strings.FieldsFunc(source, func(r rune) bool { return r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		if doc.IsPredeclared(word) {
			f.meant[word] = true
		}
	}
}

// stand prints a function that does what a predeclared one does, under a name of the file.
var stand = map[string]func(f *File, name string){
	"cap": func(f *File, name string) {
		f.P("func ", name, "[E any](list []E) int { return ", Ident{"reflect", "ValueOf"}, "(list).Cap() }")
	},
	"clear": func(f *File, name string) {
		f.P("func ", name, "(x any) { ", Ident{"reflect", "ValueOf"}, "(x).Clear() }")
	},
	"copy": func(f *File, name string) {
		value := f.Ident("reflect", "ValueOf")
		f.P("func ", name, "(to, from any) int { return ", Ident{"reflect", "Copy"}, "(", value, "(to), ", value, "(from)) }")
	},
	"make": func(f *File, name string) {
		f.P("func ", name, "[T any](sizes ...int) (made T) {")
		f.P("v := ", Ident{"reflect", "ValueOf"}, "(&made).Elem()")
		f.P("if v.Kind() == ", Ident{"reflect", "Map"}, "{")
		f.P("v.Set(", Ident{"reflect", "MakeMap"}, "(v.Type()))")
		f.P("} else { v.Set(", Ident{"reflect", "MakeSlice"}, "(v.Type(), sizes[0], sizes[len(sizes)-1])) }")
		f.P("return made")
		f.P("}")
	},
	"max": func(f *File, name string) {
		f.P("func ", name, "[E ", Ident{"cmp", "Ordered"}, "](list ...E) E { return ", Ident{"slices", "Max"}, "(list) }")
	},
	"min": func(f *File, name string) {
		f.P("func ", name, "[E ", Ident{"cmp", "Ordered"}, "](list ...E) E { return ", Ident{"slices", "Min"}, "(list) }")
	},
	"new": func(f *File, name string) {
		f.P("func ", name, "[T any]() *T {")
		f.P("var made T")
		f.P("return &made")
		f.P("}")
	},
}

// unshadow returns the source of the file, whose package declares predeclared names,
// with other words for those that have some.
func (f *File) unshadow(source []byte) ([]byte, error) {
	for {
		set := token.NewFileSet()
		syntax, err := parser.ParseFile(set, "", source, 0)
		if err != nil {
			return nil, err
		}
		e := &edits{file: f, base: set.File(syntax.FileStart).Base(), shadowed: map[*ast.Ident]bool{}}
		for _, id := range syntax.Unresolved {
			e.shadowed[id] = doc.IsPredeclared(id.Name) && f.others[id.Name]
		}
		ast.Inspect(syntax, e.look)
		if len(e.missing) == 0 {
			f.shadowed = e.left
			return e.apply(source), nil
		}
		for _, name := range e.missing {
			to := f.Local(name + "For" + firstName(syntax))
			f.stands[name] = to
			f.P()
			f.P("// ", to, " is the predeclared ", name, ", which the package has another of.")
			stand[name](f, to)
		}
		if source, err = f.print(); err != nil {
			return nil, err
		}
	}
}

// firstName returns the first name that the file declares, with a capital: no other file
// of the package has it.
func firstName(syntax *ast.File) string {
	capital := func(name string) string {
		_, n := utf8.DecodeRuneInString(name)
		return strings.ToUpper(name[:n]) + name[n:]
	}
	for _, d := range syntax.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.Name != "init" {
				return capital(d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if t, ok := spec.(*ast.TypeSpec); ok {
					return capital(t.Name.Name)
				}
			}
		}
	}
	return ""
}

// Shadowed returns predeclared names that the source of the file needs and that other
// files of the package declare as something else, after Source: the file would not mean
// what it says.
func (f *File) Shadowed() []string { return f.shadowed }

// edits are replacements of parts of a source, in no order.
type edits struct {
	file     *File
	base     int
	shadowed map[*ast.Ident]bool
	list     []edit
	missing  []string // predeclared functions that the file has no other for, yet
	left     []string // predeclared names for which there are no other words
}

type edit struct {
	from, to int
	text     string
}

// put replaces what stands between two places.
func (e *edits) put(from, to token.Pos, text string) {
	e.list = append(e.list, edit{int(from) - e.base, int(to) - e.base, text})
}

// look notes what is to be done about a node.
func (e *edits) look(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.CallExpr:
		if id, ok := n.Fun.(*ast.Ident); ok && e.shadowed[id] && e.call(id, n) {
			e.shadowed[id] = false // seen to
		}
	case *ast.BinaryExpr:
		// A constraint does without a type that the package cannot name.
		if term, ok := n.Y.(*ast.UnaryExpr); ok && n.Op == token.OR && term.Op == token.TILDE {
			if id, ok := term.X.(*ast.Ident); ok && e.shadowed[id] && !e.file.meant[id.Name] {
				e.shadowed[id] = false
				e.put(n.X.End(), n.Y.End(), "")
			}
		}
	case *ast.Ident:
		name, own := strings.CutPrefix(n.Name, ownMark)
		if own && doc.IsPredeclared(name) {
			e.put(n.Pos(), n.End(), name)
		} else if e.shadowed[n] {
			words := otherwise[n.Name]
			if !e.file.meant[n.Name] {
				words = append(words, calculated[n.Name]...)
			}
			if i := slices.IndexFunc(words, func(word string) bool { return !e.file.others[word] }); i >= 0 {
				e.put(n.Pos(), n.End(), words[i])
			} else {
				e.left = append(e.left, n.Name)
			}
		}
	}
	return true
}

// call calls another function instead of id, and reports whether there is one.
func (e *edits) call(id *ast.Ident, call *ast.CallExpr) bool {
	if stand[id.Name] == nil {
		return false
	}
	to := e.file.stands[id.Name]
	if to == "" {
		if !slices.Contains(e.missing, id.Name) {
			e.missing = append(e.missing, id.Name)
		}
		return true
	}
	e.put(id.Pos(), id.End(), to)
	if id.Name != "make" && id.Name != "new" {
		return true
	}
	// The type becomes an argument in brackets, and sizes of other types an int.
	e.put(call.Lparen, call.Lparen+1, "[")
	after := "]("
	if len(call.Args) == 1 {
		e.put(call.Rparen, call.Rparen, after)
		return true
	}
	e.put(call.Args[0].End(), call.Args[1].Pos(), after)
	for _, size := range call.Args[1:] {
		e.put(size.Pos(), size.Pos(), "int(")
		e.put(size.End(), size.End(), ")")
	}
	return true
}

// apply returns source with all replacements.
func (e *edits) apply(source []byte) []byte {
	slices.SortStableFunc(e.list, func(a, b edit) int { return a.from - b.from })
	var out strings.Builder
	at := 0
	for _, x := range e.list {
		fmt.Fprintf(&out, "%s%s", source[at:x.from], x.text)
		at = x.to
	}
	out.Write(source[at:])
	return []byte(out.String())
}
