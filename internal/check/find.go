package check

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Met is a type that meets a serializer somewhere in a module.
type Met struct {
	Name    string   `json:"name"`             // with its package's path: "example.com/shop/orders.Order"
	Drivers []string `json:"drivers"`          // of the serializers
	File    string   `json:"file"`             // where it first does
	Line    int      `json:"line"`             //
	Reason  string   `json:"reason,omitempty"` // why it cannot be checked
}

// Find finds the types of packages that are given to a serializer or read by one: in a
// call of one of its funcs, of a func or a method that hands what it is given on to one, or
// by methods that its generator wrote. What a variable of an interface type holds is not
// known, unless a literal says so where it is given. Tests are left out. Packages that do
// not compile are not read: their paths are the second result, unless it is all of them.
func Find(ctx context.Context, drivers []*driver.Driver, dir string, patterns ...string) (list []*Met, unread []string, err error) {
	pkgs, err := packages.Load(&packages.Config{
		Context: ctx, Dir: dir,
		Mode: packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo,
	}, patterns...)
	if err != nil {
		return nil, nil, err
	}
	f := &finder{pkgs: pkgs, serializers: map[string]string{}, sinks: map[string]sink{}, met: map[string]*Met{}}
	var failed, missing error
	f.pkgs = slices.DeleteFunc(f.pkgs, func(p *packages.Package) bool {
		if len(p.Errors) > 0 {
			failed = cmp.Or(failed, error(p.Errors[0]))
			if e := p.Errors[0]; e.Kind == packages.ListError && len(p.GoFiles) == 0 {
				missing = cmp.Or(missing, fmt.Errorf("%s: %s", p.PkgPath, strings.TrimPrefix(strings.TrimPrefix(e.Msg, "pattern "+p.PkgPath+": "), "stat ")))
			}
			unread = append(unread, p.PkgPath)
		}
		return len(p.Errors) > 0
	})
	switch {
	case missing != nil:
		return nil, nil, missing
	case len(f.pkgs) == 0 && failed != nil:
		return nil, nil, &Untold{failed}
	case len(f.pkgs) == 0:
		return nil, nil, fmt.Errorf("%s: there are no packages", strings.Join(patterns, " "))
	}
	f.fset = f.pkgs[0].Fset
	for _, d := range drivers {
		if m := d.Facts.Modules; len(m) > 0 && f.serializers[m[0].Path] == "" {
			f.serializers[m[0].Path] = d.Name
		}
	}
	for pkg, name := range map[string]string{"encoding/json": "json", "encoding/json/v2": "jsonv2", "encoding/gob": "gob", "encoding/xml": "xml"} {
		f.serializers[pkg] = name
	}
	f.interfaces()
	for again := true; again; { // until no func more is known to hand on what it is given
		again = false
		for _, p := range f.pkgs {
			for _, file := range p.Syntax {
				again = f.file(p, file) || again
			}
		}
	}
	for _, p := range f.pkgs {
		f.generated(p)
	}
	for _, m := range f.met {
		slices.Sort(m.Drivers)
		list = append(list, m)
	}
	slices.SortFunc(list, func(a, b *Met) int { return strings.Compare(a.Name, b.Name) })
	return list, unread, nil
}

// finder looks for types.
type finder struct {
	pkgs        []*packages.Package
	fset        *token.FileSet
	serializers map[string]string // drivers, by the paths of their packages and modules
	sinks       map[string]sink   // funcs, methods and generic types that hand on what they are given, by their full names
	abstract    []*types.TypeName // interfaces
	met         map[string]*Met
}

// sink says to which drivers a func hands what it gets: by the indexes of its parameters,
// and of its type parameters, negative from -1 on.
type sink map[int][]string

// Calls of a serializer that take a value, or make one.
var calls = regexp.MustCompile(`^(Must)?(Marshal|Unmarshal|Encode|Decode|Register|Append|Serialize|Deserialize|Pack|Unpack)`)

// serializer returns the driver of a package; empty where it is of none. A copy of
// encoding/json under another path is json.
func (f *finder) serializer(pkg *types.Package) string {
	for p := pkg.Path(); p != "." && p != "/" && p != ""; p = path.Dir(p) {
		if name := f.serializers[p]; name != "" && (p == pkg.Path() || strings.Contains(p, ".")) {
			return name
		}
	}
	if pkg.Name() == "json" && declares(pkg, "Marshal", "func(v any) ([]byte, error)") && declares(pkg, "Unmarshal", "func(data []byte, v any) error") && pkg.Scope().Lookup("Decoder") != nil {
		return "json"
	}
	return ""
}

// declares reports whether a package has a func with these parameters, whatever they are called.
func declares(pkg *types.Package, name, signature string) bool {
	fn, ok := pkg.Scope().Lookup(name).(*types.Func)
	if !ok {
		return false
	}
	want, err := types.Eval(token.NewFileSet(), nil, token.NoPos, signature)
	return err == nil && types.Identical(fn.Type(), want.Type)
}

func (f *finder) interfaces() {
	for _, p := range f.pkgs {
		scope := p.Types.Scope()
		for _, name := range scope.Names() {
			if t, ok := scope.Lookup(name).(*types.TypeName); ok && types.IsInterface(t.Type()) {
				f.abstract = append(f.abstract, t)
			}
		}
	}
}

// file looks at the calls of a file. It reports whether a func more is known to be a sink.
func (f *finder) file(p *packages.Package, file *ast.File) (more bool) {
	for _, decl := range file.Decls {
		outer, _ := decl.(*ast.FuncDecl)
		ast.Inspect(decl, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				more = f.call(p, outer, n) || more
			case *ast.Ident:
				more = f.instance(p, outer, n) || more
			}
			return true
		})
	}
	return more
}

// call looks at what is given to a sink.
func (f *finder) call(p *packages.Package, outer *ast.FuncDecl, call *ast.CallExpr) (more bool) {
	callee, ok := typeutil.Callee(p.TypesInfo, call).(*types.Func)
	if !ok || callee.Pkg() == nil {
		return false
	}
	callee = callee.Origin()
	signature := callee.Signature()
	into := f.sinks[callee.FullName()]
	own := f.serializer(callee.Pkg())
	args := call.Args
	if of, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok && p.TypesInfo.Selections[of] != nil && p.TypesInfo.Selections[of].Kind() == types.MethodExpr {
		args = args[1:] // behind the receiver
	}
	for i, arg := range args {
		at := min(i, signature.Params().Len()-1)
		if at < 0 {
			continue
		}
		to := into[at]
		if own != "" && calls.MatchString(callee.Name()) && f.taken(signature.Params().At(at), signature.Variadic() && at == signature.Params().Len()-1, own) {
			to = append(slices.Clip(to), own)
		}
		for _, name := range to {
			more = f.given(p, outer, arg, name) || more
		}
	}
	return more
}

// taken reports whether a parameter of a serializer's func is for values of any type: an
// empty interface, a type parameter, or an interface of the serializer's.
func (f *finder) taken(v *types.Var, variadic bool, own string) bool {
	t := v.Type()
	if s, ok := t.(*types.Slice); ok && variadic {
		t = s.Elem()
	}
	if ptr, ok := t.(*types.Pointer); ok {
		t = ptr.Elem()
	}
	if _, ok := t.(*types.TypeParam); ok {
		return true
	}
	i, ok := t.Underlying().(*types.Interface)
	if !ok {
		return false
	}
	named, ok := types.Unalias(t).(*types.Named)
	return i.Empty() || ok && named.Obj().Pkg() != nil && (f.serializer(named.Obj().Pkg()) == own || strings.Contains(named.Obj().Pkg().Path(), "protobuf"))
}

// given notes the type of an expression that a driver gets, or that the func around it
// hands it on.
func (f *finder) given(p *packages.Package, outer *ast.FuncDecl, arg ast.Expr, name string) (more bool) {
	arg = unaddressed(arg)
	t := p.TypesInfo.TypeOf(arg)
	if t == nil {
		return false
	}
	if lit, ok := arg.(*ast.CompositeLit); ok {
		more = f.held(p, outer, lit, name)
	}
	if id, ok := arg.(*ast.Ident); ok && outer != nil && types.IsInterface(t) {
		if fn, ok := p.TypesInfo.Defs[outer.Name].(*types.Func); ok {
			for i := range fn.Signature().Params().Len() {
				if fn.Signature().Params().At(i) == p.TypesInfo.ObjectOf(id) {
					return f.hand(fn, i, name)
				}
			}
		}
	}
	return f.note(p, outer, t, arg.Pos(), name) || more
}

func unaddressed(e ast.Expr) ast.Expr {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = ast.Unparen(u.X)
	}
	return e
}

// held notes what the interfaces in a literal hold, such as those of an answer's envelope.
func (f *finder) held(p *packages.Package, outer *ast.FuncDecl, lit *ast.CompositeLit, name string) (more bool) {
	of := p.TypesInfo.TypeOf(lit)
	if ptr, ok := of.Underlying().(*types.Pointer); ok {
		of = ptr.Elem()
	}
	for i, e := range lit.Elts {
		var as types.Type
		pair, keyed := e.(*ast.KeyValueExpr)
		if keyed {
			e = pair.Value
		}
		switch u := of.Underlying().(type) {
		case interface{ Elem() types.Type }:
			as = u.Elem()
		case *types.Struct:
			if as = u.Field(i).Type(); keyed {
				as = p.TypesInfo.TypeOf(pair.Key)
			}
		}
		if as != nil && types.IsInterface(as) {
			more = f.given(p, outer, e, name) || more
		} else if inner, ok := unaddressed(e).(*ast.CompositeLit); ok {
			more = f.held(p, outer, inner, name) || more
		}
	}
	return more
}

// hand notes that a func hands a parameter on, and so do the interfaces that it is a method
// of.
func (f *finder) hand(fn *types.Func, i int, name string) (more bool) {
	more = f.add(fn.FullName(), i, name)
	recv := fn.Signature().Recv()
	if recv == nil {
		return more
	}
	pointer := recv.Type() // which has the methods of both kinds of receivers
	if _, ok := pointer.(*types.Pointer); !ok {
		pointer = types.NewPointer(pointer)
	}
	for _, t := range f.abstract {
		of := t.Type().Underlying().(*types.Interface)
		if !types.Implements(pointer, of) {
			continue
		}
		for m := range of.Methods() {
			if m.Name() == fn.Name() {
				more = f.add(m.FullName(), i, name) || more
			}
		}
	}
	return more
}

func (f *finder) add(to string, i int, name string) bool {
	if f.sinks[to] == nil {
		f.sinks[to] = sink{}
	}
	if slices.Contains(f.sinks[to][i], name) {
		return false
	}
	f.sinks[to][i] = append(f.sinks[to][i], name)
	return true
}

// instance looks at what a generic func or type is made for that hands on values of its
// type parameters.
func (f *finder) instance(p *packages.Package, outer *ast.FuncDecl, id *ast.Ident) (more bool) {
	made, ok := p.TypesInfo.Instances[id]
	if !ok {
		return false
	}
	into := f.sinks[fullName(p.TypesInfo.ObjectOf(id))]
	for i := range made.TypeArgs.Len() {
		for _, name := range into[-1-i] {
			more = f.note(p, outer, made.TypeArgs.At(i), id.Pos(), name) || more
		}
	}
	return more
}

func fullName(o types.Object) string {
	switch o := o.(type) {
	case *types.Func:
		return o.Origin().FullName()
	case *types.TypeName:
		return o.Pkg().Path() + "." + o.Name()
	}
	return ""
}

// note notes the types that a type is made of by pointers, lists and maps.
func (f *finder) note(p *packages.Package, outer *ast.FuncDecl, t types.Type, pos token.Pos, name string) bool {
	switch t := types.Unalias(t).(type) {
	case *types.Pointer:
		return f.note(p, outer, t.Elem(), pos, name)
	case *types.Slice:
		return f.note(p, outer, t.Elem(), pos, name)
	case *types.Array:
		return f.note(p, outer, t.Elem(), pos, name)
	case *types.Map:
		return f.note(p, outer, t.Elem(), pos, name)
	case *types.TypeParam:
		return f.parameter(p, outer, t, name)
	case *types.Struct:
		if t.NumFields() > 0 {
			f.meet("a struct without a name at "+f.place(pos), "it has no name: declare a type", pos, name)
		}
	case *types.Named:
		f.named(t, pos, name)
	}
	return false
}

// parameter notes that values of a type parameter are handed on.
func (f *finder) parameter(p *packages.Package, outer *ast.FuncDecl, t *types.TypeParam, name string) bool {
	if outer == nil { // it is of the type in whose declaration it stands
		scope := p.Types.Scope()
		for _, n := range scope.Names() {
			if of, ok := scope.Lookup(n).Type().(*types.Named); ok && t.Index() < of.TypeParams().Len() && of.TypeParams().At(t.Index()) == t {
				return f.add(fullName(of.Obj()), -1-t.Index(), name)
			}
		}
		return false
	}
	fn, ok := p.TypesInfo.Defs[outer.Name].(*types.Func)
	if !ok {
		return false
	}
	to := fn.FullName()
	if recv := fn.Signature().Recv(); recv != nil {
		of := recv.Type()
		if ptr, ok := of.(*types.Pointer); ok {
			of = ptr.Elem()
		}
		to = fullName(of.(*types.Named).Obj())
	}
	return f.add(to, -1-t.Index(), name)
}

func (f *finder) named(t *types.Named, pos token.Pos, name string) {
	o := t.Obj()
	if o.Pkg() == nil || types.IsInterface(t) || f.serializer(o.Pkg()) != "" {
		return
	}
	if typemodel.InStandardLibrary(o.Pkg().Path()) && !slices.ContainsFunc(f.pkgs, func(p *packages.Package) bool { return p.PkgPath == o.Pkg().Path() }) {
		return // of the standard library
	}
	if _, ok := t.Underlying().(*types.Basic); ok {
		return
	}
	what, reason := types.TypeString(t, nil), ""
	switch {
	case t.TypeArgs().Len() > 0:
		reason = "it is generic: declare a type that is one of it"
	case o.Parent() != o.Pkg().Scope():
		what += " at " + f.place(o.Pos()) // another may have its name
		reason = "it is declared in a func"
	case o.Pkg().Name() == "main":
		reason = "it is of package main, which nothing can import"
	case !o.Exported():
		reason = "it is not exported"
	case !slices.ContainsFunc(f.pkgs, func(p *packages.Package) bool { return typemodel.Importable(o.Pkg().Path(), p.PkgPath) }):
		reason = "it is of a package that is internal to another module"
	}
	f.meet(what, reason, pos, name)
}

// place is a file with a line, without its folder.
func (f *finder) place(pos token.Pos) string {
	at := f.fset.Position(pos)
	return fmt.Sprintf("%s:%d", path.Base(at.Filename), at.Line)
}

func (f *finder) meet(what, reason string, pos token.Pos, name string) {
	at := f.fset.Position(pos)
	m := f.met[what]
	if m == nil {
		m = &Met{Name: what, Reason: reason, File: at.Filename, Line: at.Line}
		f.met[what] = m
	}
	if !slices.Contains(m.Drivers, name) {
		m.Drivers = append(m.Drivers, name)
	}
}

// methods are those that generators write for a type.
var methods = map[string]string{"MarshalMsg": "msgp", "MarshalVT": "vtprotobuf", "MarshalEasyJSON": "easyjson", "CodecEncodeSelf": "codecgen", "ProtoReflect": "protobuf"}

// generated notes the types that a generator wrote methods for.
func (f *finder) generated(p *packages.Package) {
	scope := p.Types.Scope()
	for _, name := range scope.Names() {
		o, ok := scope.Lookup(name).(*types.TypeName)
		if !ok || o.IsAlias() {
			continue
		}
		t, ok := o.Type().(*types.Named)
		if !ok || types.IsInterface(t) {
			continue
		}
		for m := range t.Methods() {
			if d := methods[m.Name()]; d != "" {
				f.named(t, o.Pos(), d)
			}
		}
	}
}
