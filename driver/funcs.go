package driver

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// Funcs are an adapter whose library takes values whole, as all that work by
// reflection do: Go statements for the body of each func of the adapter
// contract's Codec. An empty body means "cannot".
//
// The statements see the parameters by the names that the contract gives them
// (v, buf, data, w, r, want, got), the subject's type as T, the packages of Imports, and
// what State declares.
type Funcs struct {
	// Imports are import paths, each after a package name and a space where
	// the name is not the path's last element.
	Imports []string

	Decls string // declarations of the package, beside New
	State string // statements at the top of New: what one codec keeps between calls

	// ByValue says that the encoding funcs use v for nothing but calls of methods
	// that take it by value.
	ByValue bool

	Marshal        string
	Append         string
	Fill           string
	Unmarshal      string
	Construct      string
	UnmarshalReuse string
	Size           string
	Write          string
	Read           string
	Access         string
	Open           string
	Part           string // the name of the field that the two below are of: see [Part]
	Field          string
	Update         string // of x
	Equal          string // of want and got
}

// call is a func of the contract's Codec: its signature, where %s is the subject's type, what
// one that encodes returns before an error, and the statements of its body.
type call struct {
	name, signature, failed string
	body                    *string
}

func (f *Funcs) calls() []call {
	return []call{
		{"Marshal", "(v *%s) ([]byte, error)", "nil, err", &f.Marshal},
		{"Append", "(buf []byte, v *%s) ([]byte, error)", "buf, err", &f.Append},
		{"Fill", "(buf []byte, v *%s) ([]byte, error)", "nil, err", &f.Fill},
		{"Unmarshal", "(data []byte, v *%s) error", "", &f.Unmarshal},
		{"Construct", "(data []byte) (*%s, error)", "", &f.Construct},
		{"UnmarshalReuse", "(data []byte, v *%s) error", "", &f.UnmarshalReuse},
		{"Size", "(v *%s) int", "0", &f.Size},
		{"Write", "(w io.Writer, v *%s) error", "err", &f.Write},
		{"Read", "(r io.Reader, v *%s) error", "", &f.Read},
		{"Access", "(data []byte) (uint64, error)", "", &f.Access},
		{"Open", "(data []byte) (uint64, error)", "", &f.Open},
		{"Field", "(data []byte) (uint64, error)", "", &f.Field},
		{"Update", "(data []byte, x uint64) error", "", &f.Update},
		{"Equal", "(want, got *%s) bool", "", &f.Equal},
	}
}

// Use imports packages before anything else does, so that statements may spell
// their plain names: each is an import path, after a package name and a space
// where the name is not the path's last element. Packages of the subject with
// the same name give way: an emitter that prints its types before EmitNew or
// EmitNewWire calls Use first, and Use panics where it comes too late.
func (a *Adapter) Use(imports ...string) {
	a.Reserve("T", "New", "v", "buf", "data", "w", "r", "err", "n", "from", "to", "out", "in")
	for _, spec := range imports {
		var local string
		name, path, named := strings.Cut(spec, " ")
		if named {
			local = a.ImportAs(path, name)
		} else {
			path, name = spec, goprint.New("", "").Import(spec)
			local = a.Import(path)
		}
		if local != name {
			panic(fmt.Sprintf("driver: package %s got the name %s: call Use before the subject's types are printed", path, local))
		}
	}
}

// Buffered is the body of an Append whose library writes to out, a bytes.Buffer of the state: by
// statements, the last of which sets err.
func Buffered(statements string) string {
	before, last := "", statements
	if i := strings.LastIndexByte(statements, '\n'); i >= 0 {
		before, last = statements[:i+1], statements[i+1:]
	}
	return "out = *bytes.NewBuffer(buf)\n" + before + "if " + last + "; err != nil {\nreturn buf, err\n}\nreturn out.Bytes(), nil"
}

// Emit is the Emit of a [Driver] whose calls are the same for all types and variants.
func (f Funcs) Emit(a *Adapter, t *typemodel.Type, _ Variant) error {
	a.EmitNew(t, f)
	return nil
}

// Overwriting is Emit after [Funcs.Overwrite].
func (f Funcs) Overwriting(tags []string, keeps func(*typemodel.Type) bool) func(*Adapter, *typemodel.Type, Variant) error {
	return func(a *Adapter, t *typemodel.Type, v Variant) error {
		f := f
		f.Overwrite(t, tags, keeps)
		return f.Emit(a, t, v)
	}
}

// Overwrite has Unmarshal decode into used values of t too, where that leaves nothing of the
// old one: see [Overwritten].
func (f *Funcs) Overwrite(t *typemodel.Type, tags []string, keeps func(*typemodel.Type) bool) {
	if Overwritten(t, tags, keeps) {
		f.UnmarshalReuse = f.Unmarshal
	}
}

// ForImpls returns a statement for each type that the interfaces within t may
// hold, such as one that registers it: layout with its one verb %s replaced by
// the type.
func (a *Adapter) ForImpls(t *typemodel.Type, layout string) string {
	var b strings.Builder
	for _, impl := range Impls(t) {
		fmt.Fprintf(&b, layout+"\n", a.Type(impl))
	}
	return strings.TrimSpace(b.String())
}

// EmitT prints the type T of an adapter for t, which EmitNew does by itself.
func (a *Adapter) EmitT(t *typemodel.Type) {
	a.P("// T is the type that this adapter encodes and decodes.")
	a.P("type T = ", t)
	a.P()
}

// EmitNew prints the type T and the func New of an adapter for t.
func (a *Adapter) EmitNew(t *typemodel.Type, f Funcs) {
	f = f.only(a.Only)
	a.use(f)
	a.EmitT(t)
	a.emitNew("New", "T", f)
}

// EmitNewWire prints the funcs NewWire and New of an adapter whose library
// encodes structs of its own: the statements of f see the type Wire, which the
// emitter declares beside T, ToWire and FromWire, in the place of T.
//
// New has the copies to and from Wire within each call. All of that is called
// directly, as in a program: by way of funcs in variables it took up to a third
// longer.
func (a *Adapter) EmitNewWire(f Funcs) {
	f = f.only(a.Only)
	a.use(f)
	wire := f
	wire.Part, wire.Field, wire.Update = "", "", "" // they are of a field of T
	if a.Only == nil || slices.Contains(a.Only, "NewWire") {
		a.emitNew("NewWire", "Wire", wire)
		a.P()
	}
	a.emitTransformed(f)
}

// only leaves the funcs that are wanted, and the state that they mention.
func (f Funcs) only(wanted []string) Funcs {
	if wanted == nil {
		return f
	}
	left := ""
	for _, c := range f.calls() {
		standsIn := f.Marshal == "" && slices.Contains([]string{"Append", "Fill", "Size"}, c.name)
		if !slices.Contains(wanted, c.name) && !standsIn {
			*c.body = ""
		}
		left += *c.body + "\n"
	}
	if f.Field == "" {
		f.Part = ""
	}
	names := variables(f.State)
	if len(names) > 0 && !regexp.MustCompile(`\b(`+strings.Join(names, "|")+`)\b`).MatchString(left) {
		f.State = ""
	} else {
		for _, name := range names {
			f.State += "\n_ = " + name
		}
	}
	return f
}

// variables lists what statements declare, but for those within them.
func variables(statements string) (names []string) {
	file, _ := parser.ParseFile(token.NewFileSet(), "", "package p\nfunc _() {\n"+statements+"\n}", parser.SkipObjectResolution)
	if file == nil || len(file.Decls) == 0 {
		return nil
	}
	add := func(list ...ast.Expr) {
		for _, x := range list {
			if name, ok := x.(*ast.Ident); ok && name.Name != "_" {
				names = append(names, name.Name)
			}
		}
	}
	for _, s := range file.Decls[0].(*ast.FuncDecl).Body.List {
		switch s := s.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				add(s.Lhs...)
			}
		case *ast.DeclStmt:
			for _, spec := range s.Decl.(*ast.GenDecl).Specs {
				if v, ok := spec.(*ast.ValueSpec); ok {
					for _, name := range v.Names {
						add(name)
					}
				}
			}
		}
	}
	return names
}

func (a *Adapter) emitTransformed(f Funcs) {
	codec := a.Ident(AdapterPath, "Codec")
	a.P("// New returns a codec that carries each T in a Wire.")
	a.P("func New() ", codec, "[T] {")
	if f.State != "" {
		a.P(f.State)
	}
	// Methods that take the struct by value are called on a variable: what a
	// pointer refers to is copied once more before the call, by loads so wide that
	// they wait for the stores of the transformation.
	pointer := "v"
	if f.ByValue {
		a.P("var v Wire")
		a.P("in := new(Wire)")
		pointer = "&v"
	} else {
		a.P("out, in := new(Wire), new(Wire)")
	}
	a.P("return ", codec, "[T]{")
	f.Construct, f.Equal = "", ""
	f.UnmarshalReuse = f.Unmarshal // the Wire is zero
	for _, c := range f.calls() {
		if *c.body == "" {
			continue
		}
		if c.name == "Field" {
			a.P("Part: ", strconv.Quote(f.Part), ",")
		}
		body := strings.TrimSpace(*c.body)
		switch {
		case c.failed != "":
			a.P(c.name, ": func", strings.Replace(c.signature, "v *%s", "from *T", 1), " {")
			if !f.ByValue {
				a.P("v := out")
			}
			a.P("if err := ToWire(from, ", pointer, "); err != nil { return ", c.failed, " }")
			a.P(body)
		case strings.Contains(c.signature, "%s"):
			a.P(c.name, ": func", strings.Replace(c.signature, "v *%s", "to *T", 1), " {")
			if c.name == "UnmarshalReuse" {
				a.P("*to = *new(T)")
			} else {
				a.P()
			}
			a.P("v := in")
			a.P("*v = *new(Wire)")
			a.P("if err := func() error {")
			a.P(body)
			a.P("}(); err != nil { return err }")
			a.P("return FromWire(v, to)")
		default:
			a.P(c.name, ": func", c.signature, " {")
			a.P(body)
		}
		a.P("},")
	}
	a.P("}")
	a.P("}")
}

func (a *Adapter) use(f Funcs) {
	if f.Write != "" || f.Read != "" {
		a.Use("io")
	}
	a.Use(f.Imports...)
	a.Reserve(declared(f.Decls)...)
	a.Reserve(declared("func _() {\n" + f.State + "\n}")...)
	for _, c := range f.calls() {
		a.Reserve(declared("func _() {\n" + *c.body + "\n}")...)
	}
}

// declared lists the names that declarations declare, and the statements in them, so
// that a package of the subject that is called so gives way. Of what does not parse it
// lists what does: who compiles it says why.
func declared(decls string) (names []string) {
	file, _ := parser.ParseFile(token.NewFileSet(), "", "package p\n"+decls, parser.SkipObjectResolution)
	if file == nil {
		return nil
	}
	ast.Inspect(file, func(n ast.Node) bool {
		var list []ast.Expr
		switch n := n.(type) {
		case *ast.FuncDecl:
			if n.Recv == nil {
				list = []ast.Expr{n.Name}
			}
		case *ast.TypeSpec:
			list = []ast.Expr{n.Name}
		case *ast.ValueSpec:
			for _, name := range n.Names {
				names = append(names, name.Name)
			}
		case *ast.AssignStmt:
			if n.Tok == token.DEFINE {
				list = n.Lhs
			}
		case *ast.RangeStmt:
			if n.Tok == token.DEFINE {
				list = []ast.Expr{n.Key, n.Value}
			}
		}
		for _, x := range list {
			if name, ok := x.(*ast.Ident); ok && name.Name != "_" {
				names = append(names, name.Name)
			}
		}
		return true
	})
	return names
}

func (a *Adapter) emitNew(name, subject string, f Funcs) {
	codec := a.Ident(AdapterPath, "Codec")
	if f.Decls != "" {
		a.P(f.Decls)
		a.P()
	}
	a.P("// ", name, " returns a codec with state of its own.")
	a.P("func ", name, "() ", codec, "[", subject, "] {")
	if f.State != "" {
		a.P(f.State)
	}
	a.P("return ", codec, "[", subject, "]{")
	if f.Part != "" {
		a.P("Part: ", strconv.Quote(f.Part), ",")
	}
	for _, c := range f.calls() {
		if *c.body == "" {
			continue
		}
		a.P(c.name, ": func", strings.ReplaceAll(c.signature, "%s", subject), " {")
		a.P(strings.TrimSpace(*c.body))
		a.P("},")
	}
	a.P("}")
	a.P("}")
}
