// Package usercodec makes rows of codecs that are nobody's but the user's: plain
// funcs of a package of theirs, called by their names from an adapter like any
// library's. So they are verified, linked in several layouts and measured in the
// same rounds as everything that they are compared with, and nothing in the
// user's package knows of assay.
//
// A codec is two or more exported funcs for one type T:
//
//	func MarshalX(v *T) ([]byte, error)            // or AppendX
//	func AppendX(buf []byte, v *T) ([]byte, error)
//	func UnmarshalX(data []byte, v *T) error       // v is the zero value
//	func UnmarshalReuseX(data []byte, v *T) error  // v holds an earlier value; optional
//	func EqualX(want, got *T) bool                 // what a compared round trip is timed with; optional
//	const FeaturesX = "manual, raw"                // what it is called and found by; optional
//
// which are the signatures of what assay gen writes. X is anything, or nothing. T may be
// passed by value too, as MarshalX(T), UnmarshalX([]byte) (T, error) and EqualX(T, T); in place
// of EqualX a method EqualTo of T does, which returns a bool or an error. Several codecs of a package with features are variants of one serializer, as the rows of a library are.
//
// A codec of a struct of its own says with two more funcs how values come to be that:
//
//	func ToX(from *T, to *Own) error
//	func FromX(from *Own, to *T) error
package usercodec

import (
	"context"
	"errors"
	"fmt"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"
	"unicode"

	"golang.org/x/tools/go/packages"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// Codec is one codec. The funcs are named; those that there are not are empty.
type Codec struct {
	Name     string   // of its rows
	Type     string   // import path and name of T, after a dot
	Features []string // words of assay's or of your own; they are part of its rows' names as those of others are
	Aliases  bool     // decoded values share memory with the input

	Marshal, Append, Unmarshal, UnmarshalReuse, Equal Func

	To, From Func   // between T and a struct of the codec's own, which the others then take
	Own      string // that struct, as Type
}

// Func names an exported func of a package, or a method by its expression,
// (*T).MarshalBinary.
type Func struct {
	PkgPath string
	PkgName string // the package's own name; its path's last element by default
	Expr    string // without the package: "MarshalOrder", "(*Order).MarshalBinary"
	Value   bool   // it takes or returns T itself, not a pointer to it
	Error   bool   // of EqualTo: it returns an error, which is nil for equal values
}

// Drivers returns the drivers of the codecs. Those of one name and type are variants of
// one driver. Each refuses every type but its own.
func Drivers(list ...Codec) ([]*driver.Driver, error) {
	var out []*driver.Driver
	rows := map[string]bool{}
	byName := map[string][]Codec{}
	var names []string
	for _, c := range list {
		if byName[c.Name] == nil {
			names = append(names, c.Name)
		} else if byName[c.Name][0].Type != c.Type {
			return nil, fmt.Errorf("two codecs are called %s, for %s and for %s: give one of them another name", c.Name, byName[c.Name][0].Type, c.Type)
		}
		byName[c.Name] = append(byName[c.Name], c)
	}
	for _, name := range names {
		d := newDriver(byName[name])
		for _, r := range d.Rows() {
			if rows[r.Name] {
				return nil, fmt.Errorf("two codecs are called %s: give one of them another name, or another feature", r.Name)
			}
			rows[r.Name] = true
		}
		out = append(out, d)
	}
	return out, nil
}

// variant is how the codec is driven, by the words of its features.
func (c Codec) variant() driver.Variant {
	v := driver.Variant{
		// What is reached of package unsafe is found when it is built; what it
		// encodes to when it is verified. Nothing is promised of either.
		InternalUnsafe: true, Nondeterministic: true,
		Aliases: c.Aliases, Reuse: c.Append.Expr != "" || c.UnmarshalReuse.Expr != "", Transform: c.To.Expr != "",
	}
	for _, word := range c.Features {
		switch f := driver.Feature(word); f {
		case driver.Reuse, driver.NoTransform: // which every codec has as rows of their own, where it can
		case driver.Unsafe, driver.UnsafeStr, driver.UnsafeUnm:
			v.Aliases = true
			fallthrough
		default:
			v.Features = append(v.Features, f)
		}
	}
	if !slices.Contains(v.Features, driver.Text) && !slices.Contains(v.Features, driver.Binary) {
		v.Features = append(v.Features, driver.Binary)
	}
	return v
}

func newDriver(list []Codec) *driver.Driver {
	first := list[0]
	d := &driver.Driver{
		Name:  first.Name,
		Doc:   "A codec of your own, for " + first.Type + ".",
		Facts: driver.Facts{Licence: "your own", Identity: driver.ByOrder(), Format: first.Name},
		Check: func(t *typemodel.Type, _ driver.Variant) []typemodel.Diagnostic {
			if got := t.Name.PkgPath + "." + t.Name.Name; got != first.Type {
				return []typemodel.Diagnostic{{Text: "this codec is for " + first.Type}}
			}
			return nil
		},
	}
	for _, c := range list {
		d.Variants = append(d.Variants, c.variant())
	}
	d.Emit = func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
		i := slices.IndexFunc(d.Variants, func(o driver.Variant) bool { return slices.Equal(o.Features, v.Features) })
		list[i].emit(a, t)
		return nil
	}
	return d
}

// emit prints the adapter, whose funcs call those of the codec.
func (c Codec) emit(a *driver.Adapter, t *typemodel.Type) {
	names := map[string]string{}
	var f driver.Funcs
	call := func(fn Func, args ...string) string {
		name, ok := names[fn.PkgPath]
		if !ok {
			name = fmt.Sprintf("own%d", len(names)+1)
			names[fn.PkgPath] = name
			f.Imports = append(f.Imports, name+" "+fn.PkgPath)
		}
		expr := name + "." + fn.Expr
		if typ, method, ok := strings.Cut(strings.TrimPrefix(fn.Expr, "(*"), ")."); ok {
			expr = fmt.Sprintf("(*%s.%s).%s", name, typ, method)
			if len(args) == 2 && args[1] == "v" { // a method's receiver comes first
				args[0], args[1] = args[1], args[0]
			}
		}
		return expr + "(" + strings.Join(args, ", ") + ")"
	}
	value := func(fn Func) string {
		if fn.Value {
			return "*v"
		}
		return "v"
	}
	if c.Marshal.Expr != "" {
		f.Marshal = "return " + call(c.Marshal, value(c.Marshal))
	}
	if c.Append.Expr != "" {
		f.Append = "return " + call(c.Append, "buf", value(c.Append))
	}
	if f.Unmarshal = "return " + call(c.Unmarshal, "data", "v"); c.Unmarshal.Value {
		f.Unmarshal = "x, err := " + call(c.Unmarshal, "data") + "\nif err != nil {\nreturn err\n}\n*v = x\nreturn nil"
	}
	if c.UnmarshalReuse.Expr != "" {
		f.UnmarshalReuse = "return " + call(c.UnmarshalReuse, "data", "v")
	}
	if c.Equal.Expr != "" {
		if c.Equal.Value {
			f.Equal = "return " + call(c.Equal, "*want", "*got")
		} else {
			f.Equal = "return " + call(c.Equal, "want", "got")
		}
		if c.Equal.Error {
			f.Equal += " == nil"
		}
	}
	if c.To.Expr == "" {
		a.EmitNew(t, f)
		return
	}
	a.Use(f.Imports...)
	at := strings.LastIndexByte(c.Own, '.')
	a.P("type T = ", t)
	a.P()
	a.P("type Wire = ", goprint.Ident{Path: c.Own[:at], Name: c.Own[at+1:]})
	a.P()
	a.P("func ToWire(from *T, to *Wire) error { return ", goprint.Ident{Path: c.To.PkgPath, Name: c.To.Expr}, "(from, to) }")
	a.P()
	a.P("func FromWire(from *Wire, to *T) error { return ", goprint.Ident{Path: c.From.PkgPath, Name: c.From.Expr}, "(from, to) }")
	a.P()
	a.EmitNewWire(f)
}

// Check says why the codec cannot be measured.
func (c Codec) Check() error {
	switch {
	case c.Unmarshal.Expr == "":
		return fmt.Errorf("codec %s: there is no func to unmarshal with", c.Name)
	case c.Marshal.Expr == "" && c.Append.Expr == "":
		return fmt.Errorf("codec %s: there is no func to marshal with", c.Name)
	}
	if (c.To.Expr == "") != (c.From.Expr == "") {
		return fmt.Errorf("codec %s: of the two funcs between %s and a struct of its own one is missing: it needs ToX and FromX", c.Name, c.Type)
	}
	for _, f := range []Func{c.Marshal, c.Append, c.Unmarshal, c.UnmarshalReuse, c.Equal, c.To, c.From} {
		if f.Expr == "" {
			continue
		}
		last := f.Expr[strings.LastIndexByte(f.Expr, '.')+1:]
		if !token.IsExported(last) || !token.IsExported(strings.TrimPrefix(f.Expr, "(*")) {
			return fmt.Errorf("codec %s: %s.%s is not exported, so that no other package can call it", c.Name, f.PkgPath, f.Expr)
		}
	}
	return nil
}

// Find returns the codecs of a package, which is named by a path such as
// ./mycodec, as seen from dir in the environment env, which is the process's own where it
// is nil. taken are names that rows have already.
func Find(ctx context.Context, dir string, env []string, pattern string, taken []string) ([]Codec, error) {
	cfg := &packages.Config{
		Context: ctx, Dir: dir, Env: env,
		Mode: packages.NeedName | packages.NeedTypes | packages.NeedImports | packages.NeedTypesInfo | packages.NeedSyntax,
	}
	list, err := packages.Load(cfg, pattern)
	broken := func(p *packages.Package) bool { return len(p.Errors) > 0 || p.IllTyped }
	if ctx.Err() == nil && (err != nil || slices.ContainsFunc(list, broken)) {
		// The export data of what is imported is quick, and what a newer go command
		// writes cannot be read; the sources say as well what is wrong where.
		cfg.Mode |= packages.NeedDeps
		list, err = packages.Load(cfg, pattern)
	}
	if err != nil {
		return nil, fmt.Errorf("looking for codecs in %s: %w", pattern, err)
	}
	var found []Codec
	for _, p := range list {
		if err := firstError(p); err != nil {
			return nil, fmt.Errorf("looking for codecs in %s: %w", pattern, err)
		}
		if p.Name == "main" {
			return nil, fmt.Errorf("looking for codecs in %s: it is a main package, which nothing can import", pattern)
		}
		found = append(found, codecs(p, taken)...)
	}
	if len(found) == 0 {
		return nil, fmt.Errorf("there is no codec in %s: it needs exported funcs MarshalX(*T) ([]byte, error) or AppendX([]byte, *T) ([]byte, error), and UnmarshalX([]byte, *T) error", pattern)
	}
	return found, nil
}

// firstError returns what is wrong with a package, or with one that it imports: go.mod may
// lack a module of theirs.
func firstError(p *packages.Package) error {
	if len(p.Errors) > 0 {
		if e := p.Errors[0]; e.Pos == "" || e.Pos == "-" { // there is no such package
			return errors.New(strings.TrimPrefix(e.Msg, "stat "))
		}
		return p.Errors[0]
	}
	if !p.IllTyped {
		return nil
	}
	var found error
	packages.Visit([]*packages.Package{p}, func(p *packages.Package) bool {
		if found == nil && len(p.Errors) > 0 {
			found = fmt.Errorf("%w (go mod tidy brings modules that are missing)", p.Errors[0])
		}
		return found == nil
	}, nil)
	return found
}

// codecs groups the package's funcs by type and by what follows the verb.
func codecs(p *packages.Package, taken []string) []Codec {
	byKey := map[string]*Codec{}
	var keys []string
	type conversion struct {
		t        string
		to, from Func
	}
	conversions := map[string]conversion{} // by the struct of the codec's own
	features := map[string][]string{}      // by what follows the verb
	scope := p.Types.Scope()
	for _, name := range scope.Names() {
		if c, ok := scope.Lookup(name).(*types.Const); ok && c.Val().Kind() == constant.String {
			if rest, ok := strings.CutPrefix(name, "Features"); ok {
				words := strings.FieldsFunc(constant.StringVal(c.Val()), func(r rune) bool { return r == ',' || r == '+' || unicode.IsSpace(r) })
				features[rest] = words
			}
			continue
		}
		fn, ok := scope.Lookup(name).(*types.Func)
		if !ok {
			continue
		}
		f := Func{PkgPath: p.PkgPath, PkgName: p.Name, Expr: name}
		verb, t, other := shape(fn)
		switch verb {
		case "":
			continue
		case "To":
			c := conversions[other]
			c.t, c.to = t, f
			conversions[other] = c
			continue
		case "From":
			c := conversions[t]
			c.from = f
			conversions[t] = c
			continue
		}
		t, f.Value = strings.CutPrefix(t, "value ")
		rest := strings.TrimPrefix(name, verb)
		key := t + " " + rest
		c := byKey[key]
		if c == nil {
			c = &Codec{Name: rowName(p.Name, t, rest), Type: t, Equal: equalTo(fn, t)}
			byKey[key] = c
			keys = append(keys, key)
		}
		switch verb {
		case "Marshal":
			c.Marshal = f
		case "Append":
			c.Append = f
		case "Unmarshal":
			c.Unmarshal = f
		case "UnmarshalReuse":
			c.UnmarshalReuse = f
		case "Equal":
			c.Equal = f
		}
	}
	slices.Sort(keys)
	var list []Codec
	for _, key := range keys {
		c := byKey[key]
		if conv, ok := conversions[c.Type]; ok && conv.to.Expr != "" && conv.from.Expr != "" {
			c.Own, c.Type, c.To, c.From = c.Type, conv.t, conv.to, conv.from
		}
		if c.Check() != nil {
			continue // helpers, such as a func that only appends
		}
		_, rest, _ := strings.Cut(key, " ")
		if words, ok := features[rest]; ok {
			c.Name, c.Features = p.Name, words
		}
		if slices.Contains(taken, c.Name) {
			c.Name = "own." + c.Name
		}
		list = append(list, *c)
	}
	return list
}

// equalTo returns the method EqualTo of the type named t, which is a parameter or a result of
// fn, where it takes another value as its receiver is, by pointer or by value.
func equalTo(fn *types.Func, t string) (f Func) {
	sig := fn.Type().(*types.Signature)
	for _, list := range []*types.Tuple{sig.Params(), sig.Results()} {
		for v := range list.Variables() {
			typ := types.Unalias(v.Type())
			if p, ok := typ.(*types.Pointer); ok {
				typ = types.Unalias(p.Elem())
			}
			n, ok := typ.(*types.Named)
			if !ok || n.Obj().Pkg() == nil || n.Obj().Pkg().Path()+"."+n.Obj().Name() != t {
				continue
			}
			for m := range n.Methods() {
				of := m.Signature()
				if m.Name() != "EqualTo" || of.Params().Len() != 1 || of.Results().Len() != 1 ||
					!types.Identical(of.Params().At(0).Type(), of.Recv().Type()) {
					continue
				}
				result := of.Results().At(0).Type()
				failing := types.Identical(result, types.Universe.Lookup("error").Type())
				if !failing && !types.Identical(result, types.Typ[types.Bool]) {
					continue
				}
				f = Func{PkgPath: n.Obj().Pkg().Path(), PkgName: n.Obj().Pkg().Name(), Expr: "(*" + n.Obj().Name() + ").EqualTo", Error: failing}
				if types.Identical(of.Recv().Type(), n) {
					f.Expr, f.Value = n.Obj().Name()+".EqualTo", true
				}
			}
		}
	}
	return f
}

// rowName is the package's name, and what tells several codecs of it apart.
func rowName(pkg, t, rest string) string {
	if i := strings.LastIndexByte(t, '.'); i >= 0 {
		rest = strings.TrimPrefix(rest, t[i+1:])
	}
	if rest == "" {
		return pkg
	}
	return pkg + "." + strings.ToLower(rest)
}

// shape returns the verb that a func's name begins with and the type that it is
// for, when its signature is that of the verb; empty strings otherwise. Of a func between
// two types it returns both.
func shape(fn *types.Func) (verb, t, other string) {
	sig := fn.Type().(*types.Signature)
	if sig.TypeParams() != nil || sig.Variadic() {
		return "", "", ""
	}
	var named []string
	spelled := func(list *types.Tuple) string {
		var words []string
		for v := range list.Variables() {
			word, name := kind(v.Type())
			words = append(words, word)
			if name != "" {
				named = append(named, name)
			}
		}
		return strings.Join(words, " ")
	}
	in, out := spelled(sig.Params()), spelled(sig.Results())
	for _, s := range []struct{ verb, in, out string }{
		{"UnmarshalReuse", "bytes *T", "error"},
		{"Unmarshal", "bytes *T", "error"},
		{"Unmarshal", "bytes", "T error"},
		{"Append", "bytes *T", "bytes error"},
		{"Append", "bytes T", "bytes error"},
		{"Marshal", "*T", "bytes error"},
		{"Marshal", "T", "bytes error"},
		{"Equal", "*T *T", "bool"},
		{"Equal", "T T", "bool"},
		{"To", "*T *T", "error"},
		{"From", "*T *T", "error"},
	} {
		if !strings.HasPrefix(fn.Name(), s.verb) || in != s.in || out != s.out {
			continue
		}
		if s.verb == "To" || s.verb == "From" {
			return s.verb, named[0], named[1]
		}
		if s.verb == "Equal" && named[0] != named[1] {
			continue
		}
		if s.in == "T" || s.in == "T T" || s.in == "bytes T" || s.out == "T error" {
			return s.verb, "value " + named[0], ""
		}
		return s.verb, named[0], ""
	}
	return "", "", ""
}

// kind is how a parameter's or a result's type stands in a signature, where T is any declared
// type, whose name comes with it.
func kind(t types.Type) (word, name string) {
	declared := func(t types.Type) string {
		n, ok := types.Unalias(t).(*types.Named)
		if !ok || n.Obj().Pkg() == nil {
			return ""
		}
		return n.Obj().Pkg().Path() + "." + n.Obj().Name()
	}
	switch t := types.Unalias(t).(type) {
	case *types.Basic:
		return t.Name(), ""
	case *types.Slice:
		if b, ok := types.Unalias(t.Elem()).(*types.Basic); ok && b.Kind() == types.Byte {
			return "bytes", ""
		}
	case *types.Named:
		if name := declared(t); name != "" {
			return "T", name
		}
		return t.Obj().Name(), "" // error
	case *types.Pointer:
		if name := declared(t.Elem()); name != "" {
			return "*T", name
		}
	}
	return "?", ""
}
