package reach

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strconv"
	"strings"
)

// Summarize reads the files of a package, contents by name. nameOf returns the
// name of an imported package, which may differ from the end of its path. fields
// are names that are those of fields wherever they are selected and not called,
// as in code that was emitted for a struct with a field String; it may be nil.
func Summarize(path string, files map[string][]byte, nameOf func(importPath string) string, fields map[string]bool) (*Summary, error) {
	p := &reader{path: path, fields: fields, own: map[string]bool{}, linked: map[string]bool{}, pointers: map[string]bool{}}
	fset := token.NewFileSet()
	var list []*ast.File
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := parser.ParseFile(fset, name, files[name], parser.ParseComments)
		if err != nil {
			return nil, fmt.Errorf("looking for package unsafe in %s: %w", path, err)
		}
		list = append(list, f)
		p.index(f)
	}
	for _, f := range list {
		p.read(f, nameOf)
	}
	return &Summary{Path: path, Decls: p.decls}, nil
}

// reader collects the declarations of a package.
type reader struct {
	path     string
	fields   map[string]bool // names that are no methods' unless they are called
	own      map[string]bool // names declared at package level
	linked   map[string]bool // functions of //go:linkname directives
	pointers map[string]bool // types that are unsafe.Pointer by another name
	decls    []Decl

	// Of the file being read.
	imports map[string]string // path by local name
	dots    []string          // paths imported without a name
}

// index notes the names that a file declares.
func (p *reader) index(f *ast.File) {
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil {
				p.own[d.Name.Name] = true
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					p.own[spec.Name.Name] = true
					if sel, ok := spec.Type.(*ast.SelectorExpr); ok && sel.Sel.Name == "Pointer" {
						if x, ok := sel.X.(*ast.Ident); ok && x.Name == "unsafe" {
							p.pointers[spec.Name.Name] = true
						}
					}
				case *ast.ValueSpec:
					for _, n := range spec.Names {
						p.own[n.Name] = true
					}
				}
			}
		}
	}
	for _, group := range f.Comments {
		for _, c := range group.List {
			if words := strings.Fields(c.Text); len(words) > 1 && words[0] == "//go:linkname" {
				p.linked[words[1]] = true
			}
		}
	}
}

// read adds the declarations of a file.
func (p *reader) read(f *ast.File, nameOf func(string) string) {
	p.imports, p.dots = map[string]string{}, nil
	var effects []string
	for _, spec := range f.Imports {
		path, err := strconv.Unquote(spec.Path.Value)
		if err != nil {
			continue
		}
		switch {
		case spec.Name == nil:
			p.imports[nameOf(path)] = path
		case spec.Name.Name == ".":
			p.dots = append(p.dots, path)
		case spec.Name.Name == "_":
			effects = append(effects, path+".")
		default:
			p.imports[spec.Name.Name] = path
		}
	}
	if len(effects) > 0 {
		p.decls = append(p.decls, Decl{Name: "_", Refs: effects})
	}
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			p.readFunc(f, d)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					refs, _ := p.refs(f, spec.TypeParams, spec.Type)
					p.decls = append(p.decls, Decl{Name: spec.Name.Name, Type: true, Refs: refs})
				case *ast.ValueSpec:
					if d.Tok == token.VAR {
						p.readVar(f, spec)
					}
				}
			}
		}
	}
}

func (p *reader) readFunc(f *ast.File, d *ast.FuncDecl) {
	decl := Decl{Name: d.Name.Name}
	if d.Recv != nil {
		decl.Recv = receiver(d.Recv.List[0].Type)
		decl.Params = d.Type.Params.NumFields()
	}
	decl.Refs, decl.Unsafe = p.refs(f, d.Recv, d.Type, d.Body)
	if d.Body == nil || d.Recv == nil && p.linked[decl.Name] {
		decl.Unsafe = true
	}
	p.decls = append(p.decls, decl)
}

func (p *reader) readVar(f *ast.File, spec *ast.ValueSpec) {
	for i, name := range spec.Names {
		parts := []ast.Node{spec.Type}
		if len(spec.Values) == len(spec.Names) {
			parts = append(parts, spec.Values[i])
		} else {
			for _, v := range spec.Values {
				parts = append(parts, v)
			}
		}
		decl := Decl{Name: name.Name, Var: true}
		decl.Refs, decl.Unsafe = p.refs(f, parts...)
		decl.Unsafe = decl.Unsafe || p.linked[name.Name]
		p.decls = append(p.decls, decl)
	}
}

// receiver returns the name of the type of a method.
func receiver(t ast.Expr) string {
	for {
		switch x := t.(type) {
		case *ast.StarExpr:
			t = x.X
		case *ast.ParenExpr:
			t = x.X
		case *ast.IndexExpr:
			t = x.X
		case *ast.IndexListExpr:
			t = x.X
		case *ast.Ident:
			return x.Name
		default:
			return ""
		}
	}
}

// harmless are the functions of package unsafe that touch no memory.
var harmless = []string{"Sizeof", "Alignof", "Offsetof"}

// refs returns what the parts of a declaration refer to, and whether they use
// package unsafe.
func (p *reader) refs(f *ast.File, parts ...ast.Node) (refs []string, unsafe bool) {
	seen := map[string]bool{}
	add := func(ref string) {
		if !seen[ref] {
			seen[ref] = true
			refs = append(refs, ref)
		}
	}
	// local says that an identifier is declared in a scope within the file. The
	// parser's own resolution knows; names of other files it leaves open.
	local := func(id *ast.Ident) bool { return id.Obj != nil && f.Scope.Objects[id.Name] != id.Obj }
	called := map[ast.Expr]bool{}
	var visit func(n ast.Node) bool
	visit = func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.CallExpr:
			called[n.Fun] = true
		case *ast.Field:
			ast.Inspect(n.Type, visit) // the names are the field's own
			return false
		case *ast.CompositeLit:
			if n.Type != nil {
				ast.Inspect(n.Type, visit)
			}
			for _, e := range n.Elts {
				if kv, ok := e.(*ast.KeyValueExpr); ok {
					if _, name := kv.Key.(*ast.Ident); !name || !structLike(n.Type) {
						ast.Inspect(kv.Key, visit)
					}
					e = kv.Value
				}
				ast.Inspect(e, visit)
			}
			return false
		case *ast.SelectorExpr:
			if x, ok := n.X.(*ast.Ident); ok && !local(x) && !p.own[x.Name] {
				if path, ok := p.imports[x.Name]; ok {
					switch path {
					case "unsafe":
						unsafe = unsafe || !slices.Contains(harmless, n.Sel.Name)
					case "C":
						unsafe = true
					default:
						add(path + "." + n.Sel.Name)
						for _, m := range calledBack[path] {
							add("." + m + "/" + strconv.Itoa(parameters[m]))
						}
					}
					return false
				}
			}
			if called[n] || !p.fields[n.Sel.Name] {
				add("." + n.Sel.Name)
			}
			ast.Inspect(n.X, visit)
			return false
		case *ast.Ident:
			switch {
			case local(n), n.Name == "_":
			case p.own[n.Name]:
				add(p.path + "." + n.Name)
				unsafe = unsafe || p.pointers[n.Name]
			default:
				for _, path := range p.dots {
					if path == "unsafe" {
						unsafe = unsafe || n.Name == "Pointer"
					}
					add(path + "." + n.Name)
				}
			}
		}
		return true
	}
	for _, part := range parts {
		if !isNil(part) {
			ast.Inspect(part, visit)
		}
	}
	return refs, unsafe
}

// structLike reports whether the keys of a literal may be names of fields.
func structLike(t ast.Expr) bool {
	switch t.(type) {
	case *ast.MapType, *ast.ArrayType:
		return false
	}
	return true
}

// isNil reports whether a part is missing: a nil of one of the types that
// declarations are made of.
func isNil(n ast.Node) bool {
	switch n := n.(type) {
	case nil:
		return true
	case *ast.FieldList:
		return n == nil
	case *ast.BlockStmt:
		return n == nil
	}
	return false
}

// calledBack are the methods that packages of the standard library call on the
// values that they are given.
var calledBack = map[string][]string{
	"bufio":           {"Read", "Write", "ReadFrom", "WriteTo"},
	"bytes":           {"Read", "Write"},
	"compress/flate":  {"Read", "ReadByte", "Write"},
	"compress/gzip":   {"Read", "ReadByte", "Write"},
	"compress/zlib":   {"Read", "ReadByte", "Write"},
	"container/heap":  {"Len", "Less", "Swap", "Push", "Pop"},
	"encoding/binary": {"Read", "Write", "ReadByte"},
	"encoding/gob":    {"GobEncode", "GobDecode", "MarshalBinary", "UnmarshalBinary", "MarshalText", "UnmarshalText", "Read", "ReadByte", "Write"},
	"encoding/json":   {"MarshalJSON", "UnmarshalJSON", "MarshalText", "UnmarshalText", "IsZero", "Read", "Write"},
	"encoding/xml":    {"MarshalXML", "UnmarshalXML", "MarshalXMLAttr", "UnmarshalXMLAttr", "MarshalText", "UnmarshalText", "Read", "ReadByte", "Write"},
	"errors":          {"Error", "Is", "As", "Unwrap"},
	"fmt":             {"Error", "String", "GoString", "Format", "Scan", "Write", "Read"},
	"hash":            {"Write", "Sum"},
	"io":              {"Read", "Write", "ReadFrom", "WriteTo", "WriteString", "ReadByte", "Close", "ReadAt", "Seek"},
	"sort":            {"Len", "Less", "Swap"},
	"strings":         {"Read", "Write"},
	"sync":            {"Lock", "Unlock"},
}

// parameters are how many parameters those methods have: a method of that name
// with another number, as the String of a flatbuffers.Table, which takes an
// offset, is not called.
var parameters = map[string]int{
	"As":               1,
	"Close":            0,
	"Error":            0,
	"Format":           2,
	"GoString":         0,
	"GobDecode":        1,
	"GobEncode":        0,
	"Is":               1,
	"IsZero":           0,
	"Len":              0,
	"Less":             2,
	"Lock":             0,
	"MarshalBinary":    0,
	"MarshalJSON":      0,
	"MarshalText":      0,
	"MarshalXML":       2,
	"MarshalXMLAttr":   1,
	"Pop":              0,
	"Push":             1,
	"Read":             1,
	"ReadAt":           2,
	"ReadByte":         0,
	"ReadFrom":         1,
	"Scan":             2,
	"Seek":             2,
	"String":           0,
	"Sum":              1,
	"Swap":             2,
	"Unlock":           0,
	"UnmarshalBinary":  1,
	"UnmarshalJSON":    1,
	"UnmarshalText":    1,
	"UnmarshalXML":     2,
	"UnmarshalXMLAttr": 1,
	"Unwrap":           0,
	"Write":            1,
	"WriteString":      1,
	"WriteTo":          1,
}
