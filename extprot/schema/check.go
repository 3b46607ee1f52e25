package schema

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// maxTypes bounds the ground types of a schema: polymorphic types could
// otherwise expand exponentially.
const maxTypes = 1 << 16

// maxCost caps Type.DefaultCost, above what a reader would ever make.
const maxCost = 1 << 30

// Load reads and checks the schema files at names and those that they include, whose
// paths are relative to the including file. A file that comes twice is taken once, and
// several are one schema. Faults of the schema come as Errors.
func Load(names ...string) (*Schema, error) {
	c := newChecker(strings.Join(names, ", "), func(p string) ([]byte, error) { return os.ReadFile(filepath.FromSlash(p)) })
	for _, name := range names {
		name = path.Clean(filepath.ToSlash(name))
		if c.seen[name] {
			continue
		}
		src, err := c.read(name)
		if err != nil {
			return nil, fmt.Errorf("reading a schema: %w", err)
		}
		c.file(name, src, nil)
	}
	return c.checked()
}

// Check checks the schema src. read gives the content of an included file; its
// path is that of the including file with the written one appended. A nil read
// finds no file. The error is of type Errors.
func Check(name string, src []byte, read func(path string) ([]byte, error)) (*Schema, error) {
	if read == nil {
		read = func(string) ([]byte, error) { return nil, fs.ErrNotExist }
	}
	c := newChecker(name, read)
	c.file(name, src, nil)
	return c.checked()
}

func newChecker(name string, read func(path string) ([]byte, error)) *checker {
	return &checker{
		read:   read,
		schema: &Schema{Name: name, GoTypes: map[string]GoType{}},
		seen:   map[string]bool{},
		names:  map[string]*binding{},
		ground: map[string]*Type{},
		ids:    map[*Type]int{},
	}
}

func (c *checker) checked() (*Schema, error) {
	if len(c.errs) > 0 {
		return nil, c.errs[:min(len(c.errs), mostErrors)]
	}
	return c.schema, nil
}

type checker struct {
	read   func(string) ([]byte, error)
	schema *Schema
	names  map[string]*binding
	ground map[string]*Type // interned types, by a key of kinds, names and identities
	ids    map[*Type]int
	later  map[string]bool // names that the current file declares, for hints
	errs   Errors
	seen   map[string]bool // files, by their paths
	full   bool            // maxTypes has been reported
	decl   *Decl
	inner  bool // the current file is an included one
}

// binding is a declared name.
type binding struct {
	decl  *Decl
	typ   *Type // of a monomorphic declaration
	bad   bool  // reported already: users of it stay silent
	using bool  // its body is being read: a use now is a recursion
	made  map[string]*Type
}

func (c *checker) fail(p Pos, text, msg, hint string) {
	c.errs = append(c.errs, Diagnostic{Pos: p, Text: text, Message: msg, Hint: hint})
}

func (c *checker) file(name string, src []byte, including []string) {
	c.seen[name] = true
	f, err := Parse(name, src)
	var errs Errors
	if errors.As(err, &errs) {
		c.errs = append(c.errs, errs...)
		return
	}
	later := map[string]bool{}
	for _, d := range f.Decls {
		later[d.Name] = true
	}
	for _, d := range f.Decls {
		if d.Kind == DeclInclude {
			c.include(d, name, append(including, name))
			continue
		}
		c.decl, c.later, c.inner = d, later, len(including) > 0
		c.declare(d)
	}
	c.schema.Files = append(c.schema.Files, f)
}

func (c *checker) include(d *Decl, from string, including []string) {
	p := path.Join(path.Dir(from), d.Name)
	if slices.Contains(including, p) {
		c.fail(d.Pos, d.Name, "this file includes itself: "+strings.Join(append(including, p), " → "), "move the shared declarations to a file of their own")
		return
	}
	if c.seen[p] {
		return // what it declares is there
	}
	src, err := c.read(p)
	if err != nil {
		c.fail(d.Pos, d.Name, "the included file cannot be read: "+err.Error(), "paths are relative to the including file")
		return
	}
	c.file(p, src, including)
}

func (c *checker) declare(d *Decl) {
	if old := c.names[d.Name]; old != nil {
		c.fail(d.Pos, d.Name, fmt.Sprintf("this name is declared already at %v", old.decl.Pos), "rename one of them")
		return
	}
	b := &binding{decl: d, using: true, made: map[string]*Type{}}
	c.names[d.Name] = b
	c.names[module(d.Pos.File)+"."+d.Name] = b
	before := len(c.errs)
	c.options(d)
	vars := map[string]*Type{}
	for i, v := range d.Params {
		if vars[v] != nil {
			c.fail(d.Pos, "'"+v, "this type variable is bound twice", "rename one of them")
		}
		// Any type will do to check the body; the use decides which.
		vars[v] = c.intern(&Type{Kind: Bool, Name: fmt.Sprintf("'%d", i)})
	}
	var t *Type
	if d.Kind == DeclMessage {
		t = c.message(d)
	} else {
		t = c.typeDecl(d, vars, nil)
	}
	b.using = false
	b.bad = len(c.errs) > before || t == nil
	if len(d.Params) == 0 {
		b.typ = t
	}
	if d.Kind == DeclMessage && !b.bad {
		m := Message{Name: d.Name, Pos: d.Pos, Type: t, Autolazy: d.Autolazy, Included: c.inner}
		if d.Body.Kind == BodyExpr && c.names[d.Body.Expr.Name].decl.Kind == DeclMessage {
			m.Alias = c.names[d.Body.Expr.Name].decl.Name
		}
		c.schema.Messages = append(c.schema.Messages, m)
	}
}

// module is what the original calls the declarations of a file: Orders those of orders.proto.
func module(file string) string {
	name := strings.TrimSuffix(path.Base(file), path.Ext(file))
	return strings.ToUpper(name[:min(len(name), 1)]) + name[min(len(name), 1):]
}

func (c *checker) options(d *Decl) {
	for _, o := range d.Options {
		switch o.Key {
		case "default", "ocaml.type_equals", "ocaml.pp":
		case "go.type":
			var parts []string
			for part := range strings.SplitSeq(o.Value, ";") {
				parts = append(parts, strings.TrimSpace(part))
			}
			if len(parts) != 3 || slices.Contains(parts, "") || d.Kind != DeclType {
				c.fail(o.Pos, o.Value, "this is no value for go.type", `give a type "type; from; to": the Go type, a func from the generated type to it and an error, and one back, as in "time.Time; toTime; fromTime"`)
				continue
			}
			c.schema.GoTypes[d.Name] = GoType{parts[0], parts[1], parts[2]}
		case "ocaml.type":
			// The parts stand between commas or between semicolons. They are OCaml, in
			// which both are written too, so that their number is all that can be looked at.
			parts := []int{strings.Count(o.Value, ",") + 1, strings.Count(o.Value, ";") + 1}
			if !slices.Contains(parts, 3) && !slices.Contains(parts, 4) {
				c.fail(o.Pos, o.Value, "this is no value for ocaml.type", `write "type; from; to" or "type; from; to; default", with commas or semicolons`)
			}
		default:
			c.fail(o.Pos, o.Key, "this option is unknown", "the options are default, go.type, ocaml.type, ocaml.type_equals and ocaml.pp")
		}
	}
}

// typeDecl expands the body of a type declaration for the given arguments.
func (c *checker) typeDecl(d *Decl, vars map[string]*Type, args []*Type) *Type {
	switch d.Body.Kind {
	case BodyRecord:
		fields := c.fields(d.Body.Fields, vars)
		if fields == nil {
			return nil
		}
		return c.intern(&Type{Kind: Record, Name: d.Name, Args: args, Variants: []Variant{{Fields: fields}}})
	case BodySum:
		return c.sum(d, vars, args)
	}
	t := c.expr(d.Body.Expr, vars)
	if t == nil {
		return nil
	}
	named := *t
	switch t.Kind {
	case Sum, Record:
		return t
	case Tuple, List, Array:
		if t.Name == "" {
			named.Name, named.Args = d.Name, args
		}
		return c.intern(&named)
	}
	if t.Name == "" {
		named.Name = d.Name
	}
	if i := slices.IndexFunc(d.Options, func(o Option) bool { return o.Key == "default" }); i >= 0 && t.Default == nil {
		o := d.Options[i]
		lit, err := parseLiteral(t.Kind, o.Value)
		if err != nil {
			if !strings.HasPrefix(t.Name, "'") {
				c.fail(o.Pos, o.Value, err.Error(), "")
			}
			return t
		}
		named.Default = lit
	}
	return c.intern(&named)
}

func (c *checker) sum(d *Decl, vars map[string]*Type, args []*Type) *Type {
	t := &Type{Kind: Sum, Name: d.Name, Args: args}
	seen := map[string]bool{}
	ok := true
	for _, k := range d.Body.Cases {
		if seen[k.Name] {
			c.fail(k.Pos, k.Name, "this constructor appears twice in "+d.Name, "rename one of them")
			ok = false
		}
		seen[k.Name] = true
		if len(k.Args) == 0 {
			t.Constants = append(t.Constants, k.Name)
			continue
		}
		con := Case{Name: k.Name}
		for _, a := range k.Args {
			at := c.expr(a, vars)
			ok = ok && at != nil
			con.Args = append(con.Args, at)
		}
		t.Constructors = append(t.Constructors, con)
	}
	if !ok {
		return nil
	}
	return c.intern(t)
}

func (c *checker) fields(fs []*FieldDecl, vars map[string]*Type) []Field {
	var out []Field
	ok := true
	for i, f := range fs {
		for _, g := range out {
			if g.Name == f.Name {
				c.fail(f.Pos, f.Name, "this field appears twice in "+c.decl.Name, "rename one of them")
				ok = false
			}
		}
		t := c.expr(f.Expr, vars)
		ok = ok && t != nil
		out = append(out, Field{Name: f.Name, Type: t, Index: i, Mutable: f.Mutable, Loading: f.Loading})
	}
	if !ok {
		return nil
	}
	return out
}

func (c *checker) message(d *Decl) *Type {
	b := d.Body
	t := &Type{Kind: Record, Name: d.Name}
	switch b.Kind {
	case BodySubset:
		return c.subset(d)
	case BodyRecord:
		fields := c.fields(b.Fields, nil)
		if fields == nil {
			return nil
		}
		t.Variants = []Variant{{Fields: fields}}
	case BodyExpr:
		src := c.expr(b.Expr, nil)
		if src == nil {
			return nil
		}
		if src.Kind != Record {
			c.fail(b.Expr.Pos, b.Expr.Name, fmt.Sprintf("a message cannot be a %v", src.Kind), "name a record type or a message, or wrap it in a record: { v : "+b.Expr.Name+" }")
			return nil
		}
		if c.names[b.Expr.Name].decl.Kind == DeclMessage {
			return src
		}
		t.Variants, t.MessageSum, t.Subset = src.Variants, src.MessageSum, src.Subset
	case BodySum:
		t.MessageSum = true
		for _, v := range b.Cases {
			for _, w := range t.Variants {
				if w.Name == v.Name {
					c.fail(v.Pos, v.Name, "this variant appears twice in "+d.Name, "rename one of them")
					return nil
				}
			}
			fields := c.variant(v)
			if fields == nil {
				return nil
			}
			t.Variants = append(t.Variants, Variant{Name: v.Name, Fields: fields})
		}
	}
	for _, v := range t.Variants {
		for _, f := range v.Fields {
			if f.Type.projecting && t.Subset == "" {
				c.fail(d.Pos, f.Name, fmt.Sprintf("this field of %s holds a subset, which can only be read", d.Name), "use the subset inside another subset, or the whole message here")
				return nil
			}
		}
	}
	return c.intern(t)
}

func (c *checker) variant(v *CaseDecl) []Field {
	if v.Record == nil {
		return c.fields(v.Fields, nil)
	}
	t := c.expr(v.Record, nil)
	if t == nil {
		return nil
	}
	if t.Kind != Record || t.MessageSum || t.Subset != "" {
		c.fail(v.Record.Pos, v.Record.Name, "a variant's content must be a record type or a record message", fmt.Sprintf("write %s { v : %s }", v.Name, v.Record.Name))
		return nil
	}
	return t.Variants[0].Fields
}

func (c *checker) subset(d *Decl) *Type {
	b := d.Body
	src := c.named(&Expr{Pos: b.srcPos, Kind: ExprName, Name: b.Source}, nil)
	if src == nil {
		return nil
	}
	if src.Kind != Record || src.MessageSum || src.Subset != "" {
		c.fail(b.srcPos, b.Source, "a subset's source must be a message or a type that is a single record", "a sum or another subset cannot be projected")
		return nil
	}
	source := src.Variants[0].Fields
	listed := map[string]*FieldDecl{}
	ok := true
	for _, f := range b.Fields {
		if !slices.ContainsFunc(source, func(s Field) bool { return s.Name == f.Name }) {
			c.fail(f.Pos, f.Name, fmt.Sprintf("%s has no such field", b.Source), "its fields are "+fieldNames(source))
			ok = false
		}
		if old := listed[f.Name]; old != nil {
			if f.Expr != nil || old.Expr != nil {
				c.fail(f.Pos, f.Name, "this field is listed twice", "keep one type for it")
				ok = false
			}
			continue
		}
		listed[f.Name] = f
	}
	t := &Type{Kind: Record, Name: d.Name, Subset: b.Source}
	var fields []Field
	for _, s := range source {
		f := listed[s.Name]
		if (f != nil) == b.Not {
			continue
		}
		if f != nil {
			if f.Loading != LoadDefault {
				s.Loading = f.Loading
			}
			if f.Expr != nil {
				s.Type, s.Retyped = c.expr(f.Expr, nil), true
				ok = ok && s.Type != nil
			}
		}
		fields = append(fields, s)
	}
	if len(fields) == 0 && ok {
		c.fail(d.Pos, d.Name, "this subset keeps no field", "keep at least one")
		ok = false
	}
	if !ok {
		return nil
	}
	t.Variants = []Variant{{Fields: fields}}
	return c.intern(t)
}

func fieldNames(fs []Field) string {
	names := make([]string, len(fs))
	for i, f := range fs {
		names[i] = f.Name
	}
	if len(names) > 8 {
		names = append(names[:8], "…")
	}
	return strings.Join(names, ", ")
}

// expr gives the ground type of e, or nil after reporting a fault.
func (c *checker) expr(e *Expr, vars map[string]*Type) *Type {
	switch e.Kind {
	case ExprPrimitive:
		return c.primitive(e)
	case ExprVar:
		t := vars[e.Name]
		if t == nil {
			c.fail(e.Pos, "'"+e.Name, "this type variable is not bound", "list it after the type's name: type "+c.decl.Name+" '"+e.Name+" = …")
		}
		return t
	case ExprExternal:
		if c.names[e.Name] == nil {
			c.fail(e.Pos, e.Name, "no module that is included declares this name", "include the file that declares it: that of Orders.order is orders.proto")
			return nil
		}
		return c.named(e, vars)
	case ExprName:
		return c.named(e, vars)
	}
	if e.Kind == ExprTuple && len(e.Args) == 1 {
		c.fail(e.Pos, "(", "a tuple has at least two elements", "remove the parentheses")
		return nil
	}
	t := &Type{Kind: map[ExprKind]Kind{ExprList: List, ExprArray: Array, ExprTuple: Tuple}[e.Kind]}
	ok := true
	for _, a := range e.Args {
		at := c.expr(a, vars)
		ok = ok && at != nil
		t.Elems = append(t.Elems, at)
	}
	if !ok {
		return nil
	}
	return c.intern(t)
}

func (c *checker) primitive(e *Expr) *Type {
	t := &Type{Kind: primitiveKinds[e.Name]}
	for _, a := range e.Annotations {
		if a.Key != "default" {
			c.fail(a.Pos, a.Key, "this annotation is unknown", "a primitive takes [@default value]")
			return nil
		}
		lit, err := parseLiteral(t.Kind, a.Value)
		if err != nil {
			c.fail(a.Pos, a.Value, err.Error(), "")
			return nil
		}
		if t.Default == nil {
			t.Default = lit
		}
	}
	return c.intern(t)
}

func (c *checker) named(e *Expr, vars map[string]*Type) *Type {
	var args []*Type
	for _, a := range e.Args {
		t := c.expr(a, vars)
		if t == nil {
			return nil
		}
		args = append(args, t)
	}
	b := c.names[e.Name]
	switch {
	case b == nil && c.later[e.Name]:
		c.fail(e.Pos, e.Name, "this name is used before it is declared", "move its declaration above "+c.decl.Name)
		return nil
	case b == nil:
		c.fail(e.Pos, e.Name, "no type or message of this name is declared", c.didYouMean(e.Name))
		return nil
	case b.using:
		c.fail(e.Pos, e.Name, "a type cannot contain itself", "extprot has no recursive types; use a list in an outer message, with indices")
		return nil
	case b.bad:
		return nil
	case len(args) != len(b.decl.Params):
		c.fail(e.Pos, e.Name, fmt.Sprintf("this type takes %d arguments and is given %d", len(b.decl.Params), len(args)), "")
		return nil
	case len(args) == 0:
		return b.typ
	}
	key := c.key("", args)
	if t, ok := b.made[key]; ok {
		return t
	}
	if c.full {
		return nil
	}
	inner := map[string]*Type{}
	for i, p := range b.decl.Params {
		inner[p] = args[i]
	}
	t := c.typeDecl(b.decl, inner, args)
	b.made[key] = t
	return t
}

func (c *checker) didYouMean(name string) string {
	best, at := "", 3
	for n := range c.names {
		if d := distance(n, name); d < at || d == at && n < best {
			best, at = n, d
		}
	}
	if best == "" {
		return "declare it first"
	}
	return "did you mean " + best + "?"
}

// distance is the edit distance of two names.
func distance(a, b string) int {
	row := make([]int, len(b)+1)
	for j := range row {
		row[j] = j
	}
	for i := 0; i < len(a); i++ {
		diag := row[0]
		row[0] = i + 1
		for j := 0; j < len(b); j++ {
			cost := diag
			if a[i] != b[j] {
				cost++
			}
			diag = row[j+1]
			row[j+1] = min(cost, row[j]+1, diag+1)
		}
	}
	return row[len(b)]
}
