package check

import (
	"cmp"
	"context"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/module"
	"golang.org/x/tools/go/packages"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/atomic"
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
	f := &finder{pkgs: pkgs, serializers: map[string]string{}, sinks: map[types.Object][]string{}, declared: map[types.Object]types.Object{}, walked: map[types.Object][]string{}, met: map[string]*Met{}}
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
		return nil, nil, &Undecided{failed}
	case len(f.pkgs) == 0:
		return nil, nil, fmt.Errorf("%s: there are no packages", strings.Join(patterns, " "))
	}
	f.fset = f.pkgs[0].Fset
	for _, d := range drivers {
		if m := d.Facts.Modules; len(m) > 0 {
			f.known(m[0].Path, d.Name)
		}
	}
	for _, of := range [][2]string{{"encoding/json", "json"}, {"encoding/json/v2", "jsonv2"}, {"encoding/gob", "gob"}, {"encoding/xml", "xml"}, {"go.yaml.in/yaml", f.serializers["gopkg.in/yaml"]}} {
		f.known(of[0], of[1])
	}
	f.implement()
	for f.more = true; f.more; { // until no variable more is known to be handed on
		f.more = false
		for _, i := range f.implemented {
			f.link(i[0], i[1])
		}
		for _, p := range f.pkgs {
			for _, file := range p.Syntax {
				f.inspect(p, file, nil)
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

	// The drivers that get what a variable holds, be it a parameter, a field or a result, and
	// those that get values of a type parameter. Of a variable of a func type it is the
	// variables of its type's parameters.
	sinks map[types.Object][]string
	more  bool // there is a new one

	declared    map[types.Object]types.Object // the type parameters of generic types, by those of their methods
	implemented [][2]*types.Signature         // methods of interfaces, and those that stand for them
	walked      map[types.Object][]string     // types of which the fields were looked at, and for which drivers
	met         map[string]*Met
}

// known notes the path of a serializer, which its other major versions share.
func (f *finder) known(path, driver string) {
	prefix, _, _ := module.SplitPathVersion(path)
	for _, p := range []string{path, prefix} {
		if f.serializers[p] == "" {
			f.serializers[p] = driver
		}
	}
}

// Calls of a serializer that take a value, or make one.
var calls = regexp.MustCompile(`^(Must)?(Marshal|Unmarshal|Encode|Decode|Register|Append|Serialize|Deserialize|Pack|Unpack)`)

// serializer returns the driver of a package; empty where it is of none. A copy of
// encoding/json under another path is json.
func (f *finder) serializer(pkg *types.Package) string {
	for p := pkg.Path(); p != "." && p != "/" && p != ""; p = path.Dir(p) {
		prefix, _, _ := module.SplitPathVersion(p)
		if name := cmp.Or(f.serializers[p], f.serializers[prefix]); name != "" && (p == pkg.Path() || strings.Contains(p, ".")) {
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

// implement pairs the methods of interfaces with those of the types that have them.
func (f *finder) implement() {
	var abstract, concrete []*types.TypeName
	for _, p := range f.pkgs {
		scope := p.Types.Scope()
		for _, name := range scope.Names() {
			switch t, ok := scope.Lookup(name).(*types.TypeName); {
			case !ok || t.IsAlias():
			case types.IsInterface(t.Type()):
				abstract = append(abstract, t)
			default:
				concrete = append(concrete, t)
			}
		}
	}
	for _, t := range concrete {
		pointer := types.NewPointer(t.Type()) // which has the methods of both kinds of receivers
		for _, of := range abstract {
			i := of.Type().Underlying().(*types.Interface)
			if i.Empty() || !types.Implements(pointer, i) {
				continue
			}
			for m := range i.Methods() {
				if fn, _, _ := types.LookupFieldOrMethod(pointer, false, m.Pkg(), m.Name()); fn != nil {
					f.implemented = append(f.implemented, [2]*types.Signature{m.Signature(), fn.(*types.Func).Signature()})
				}
			}
		}
	}
}

// link notes that calls of one func are calls of another.
func (f *finder) link(called, made *types.Signature) {
	for i := range min(called.Params().Len(), made.Params().Len()) {
		f.add(called.Params().At(i), f.sinks[made.Params().At(i).Origin()]...)
	}
	for i := range min(called.Results().Len(), made.Results().Len()) {
		f.add(made.Results().At(i), f.sinks[called.Results().At(i).Origin()]...)
	}
}

// add notes that a variable is handed on, or values of a type parameter are.
func (f *finder) add(to types.Object, names ...string) {
	if v, ok := to.(*types.Var); ok {
		to = v.Origin()
	}
	for _, name := range names {
		if !slices.Contains(f.sinks[to], name) {
			f.sinks[to] = append(f.sinks[to], name)
			f.more = true
		}
	}
}

// inspect looks at what goes from where to where in a part of a file. of is the func that
// the part is the body of.
func (f *finder) inspect(p *packages.Package, part ast.Node, of *types.Signature) {
	ast.Inspect(part, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncDecl:
			fn, ok := p.TypesInfo.Defs[n.Name].(*types.Func)
			if !ok || n.Body == nil {
				return false
			}
			f.receiver(fn.Signature())
			f.inspect(p, n.Body, fn.Signature())
			return false
		case *ast.FuncLit:
			f.inspect(p, n.Body, p.TypesInfo.TypeOf(n).(*types.Signature))
			return false
		case *ast.Ident:
			f.used(p, n)
		case *ast.CallExpr:
			f.call(p, n)
		case *ast.CompositeLit:
			f.literal(p, n)
		case *ast.AssignStmt:
			for i, to := range n.Lhs {
				f.assign(p, variable(p, to), n.Rhs, i)
			}
		case *ast.ValueSpec:
			for i, to := range n.Names {
				f.assign(p, variable(p, to), n.Values, i)
			}
		case *ast.ReturnStmt:
			for i := range of.Results().Len() {
				f.assign(p, of.Results().At(i), n.Results, i)
			}
		case *ast.SendStmt:
			f.assign(p, variable(p, n.Chan), []ast.Expr{n.Value}, 0)
		case *ast.RangeStmt:
			for _, to := range []ast.Expr{n.Key, n.Value} {
				f.assign(p, variable(p, to), []ast.Expr{n.X}, 0)
			}
		case *ast.TypeSwitchStmt:
			if from, ok := n.Assign.(*ast.AssignStmt); ok {
				for _, clause := range n.Body.List {
					if v, ok := p.TypesInfo.Implicits[clause].(*types.Var); ok {
						f.assign(p, v, []ast.Expr{whole(from.Rhs[0])}, 0)
					}
				}
			}
		}
		return true
	})
}

// receiver notes what type parameters a method calls otherwise than its type does.
func (f *finder) receiver(method *types.Signature) {
	if method.RecvTypeParams().Len() == 0 {
		return
	}
	of := method.Recv().Type()
	if ptr, ok := of.(*types.Pointer); ok {
		of = ptr.Elem()
	}
	for i := range method.RecvTypeParams().Len() {
		f.declared[method.RecvTypeParams().At(i).Obj()] = of.(*types.Named).Origin().TypeParams().At(i).Obj()
	}
}

// used looks at a name: a serializer's func hands on what it is given, wherever it is called,
// and a generic func or type may hand on values of what it is made for.
func (f *finder) used(p *packages.Package, id *ast.Ident) {
	if fn, ok := p.TypesInfo.Uses[id].(*types.Func); ok && fn.Pkg() != nil {
		params := fn.Signature().Params()
		for i := range params.Len() {
			if own := f.taker(fn, params.At(i), fn.Signature().Variadic() && i == params.Len()-1); own != "" {
				f.add(params.At(i), own)
			}
		}
	}
	made, ok := p.TypesInfo.Instances[id]
	if !ok {
		return
	}
	var params *types.TypeParamList
	switch t := p.TypesInfo.ObjectOf(id).Type().(type) {
	case *types.Signature:
		params = p.TypesInfo.ObjectOf(id).(*types.Func).Origin().Signature().TypeParams()
	case interface{ TypeParams() *types.TypeParamList }:
		params = t.TypeParams()
	}
	for i := range params.Len() {
		for _, name := range f.sinks[params.At(i).Obj()] {
			f.note(made.TypeArgs.At(i), id.Pos(), name)
		}
	}
}

// call looks at what is given to a func's parameters.
func (f *finder) call(p *packages.Package, call *ast.CallExpr) {
	callee, ok := p.TypesInfo.TypeOf(call.Fun).Underlying().(*types.Signature)
	if !ok || p.TypesInfo.Types[call.Fun].IsType() {
		return
	}
	for i, arg := range call.Args {
		if at := min(i, callee.Params().Len()-1); at >= 0 {
			f.assign(p, callee.Params().At(at), []ast.Expr{arg}, 0)
		}
	}
}

// literal looks at what the fields of a literal are.
func (f *finder) literal(p *packages.Package, lit *ast.CompositeLit) {
	of := p.TypesInfo.TypeOf(lit).Underlying()
	if ptr, ok := of.(*types.Pointer); ok {
		of = ptr.Elem().Underlying()
	}
	fields, ok := of.(*types.Struct)
	if !ok {
		return
	}
	for i, e := range lit.Elts {
		if pair, ok := e.(*ast.KeyValueExpr); ok {
			f.assign(p, variable(p, pair.Key), []ast.Expr{pair.Value}, 0)
		} else {
			f.assign(p, fields.Field(i), []ast.Expr{e}, 0)
		}
	}
}

// variable is the one that an expression is, or is a part of.
func variable(p *packages.Package, e ast.Expr) *types.Var {
	e = whole(e)
	if of, ok := e.(*ast.SelectorExpr); ok {
		e = of.Sel
	}
	if id, ok := e.(*ast.Ident); ok {
		v, _ := p.TypesInfo.ObjectOf(id).(*types.Var)
		return v
	}
	return nil
}

// whole is what an expression is a part of, or points to.
func whole(e ast.Expr) ast.Expr {
	switch e := e.(type) {
	case *ast.ParenExpr:
		return whole(e.X)
	case *ast.IndexExpr:
		return whole(e.X)
	case *ast.SliceExpr:
		return whole(e.X)
	case *ast.StarExpr:
		return whole(e.X)
	case *ast.TypeAssertExpr:
		return whole(e.X)
	case *ast.UnaryExpr: // & and <-
		return whole(e.X)
	}
	return e
}

// assign looks at what a variable gets: the one of the expressions that has its index, or
// the result of the only one that has.
func (f *finder) assign(p *packages.Package, to *types.Var, from []ast.Expr, i int) {
	if to == nil || len(from) == 0 {
		return
	}
	result := 0
	if i >= len(from) {
		i, result = 0, i
	}
	for _, name := range f.sinks[to.Origin()] {
		f.given(p, from[i], result, name)
	}
	if called, ok := to.Type().Underlying().(*types.Signature); ok {
		if made, ok := p.TypesInfo.TypeOf(from[i]).Underlying().(*types.Signature); ok {
			f.link(called, made)
		}
	}
}

// taker returns the driver that gets what a func's parameter holds; empty where none does. A
// func that is not read and says JSON in its name, as gin's Context.JSON, is one of json.
func (f *finder) taker(fn *types.Func, v *types.Var, variadic bool) string {
	own := f.serializer(fn.Pkg())
	switch {
	case own != "" && !calls.MatchString(fn.Name()):
		return ""
	case own == "" && strings.Contains(fn.Name(), "JSON") && !f.reads(fn.Pkg()):
		own = "json"
	}
	if own == "" || !f.taken(v, variadic, own) {
		return ""
	}
	return own
}

// reads reports whether the package is one of those in which types are looked for.
func (f *finder) reads(pkg *types.Package) bool {
	return slices.ContainsFunc(f.pkgs, func(p *packages.Package) bool { return p.Types == pkg })
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

// given notes the type of an expression that a driver gets, or where what it holds comes
// from.
func (f *finder) given(p *packages.Package, e ast.Expr, result int, name string) {
	e = ast.Unparen(e)
	if u, ok := e.(*ast.UnaryExpr); ok && u.Op == token.AND {
		e = ast.Unparen(u.X)
	}
	t := p.TypesInfo.TypeOf(e)
	if many, ok := t.(*types.Tuple); ok && result < many.Len() {
		t = many.At(result).Type()
	}
	if t == nil {
		return
	}
	if !dynamic(t) {
		f.note(t, e.Pos(), name)
		return
	}
	switch e := whole(e).(type) {
	case *ast.CompositeLit:
		for _, e := range e.Elts {
			if pair, ok := e.(*ast.KeyValueExpr); ok {
				e = pair.Value
			}
			f.given(p, e, 0, name)
		}
	case *ast.CallExpr:
		fn := p.TypesInfo.Types[e.Fun]
		switch callee, ok := fn.Type.Underlying().(*types.Signature); {
		case fn.IsType() || fn.IsBuiltin(): // a conversion, or append
			for _, arg := range e.Args {
				f.given(p, arg, 0, name)
			}
		case ok && result < callee.Results().Len():
			f.add(callee.Results().At(result), name)
		}
	default:
		if v := variable(p, e); v != nil {
			f.add(v, name)
		}
	}
}

// dynamic reports whether a type does not say what its values are made of.
func dynamic(t types.Type) bool {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		return false
	case *types.Named:
		return types.IsInterface(t)
	case interface{ Elem() types.Type }:
		return dynamic(t.Elem())
	}
	return types.IsInterface(t)
}

// note notes the types that a type is made of by pointers, lists and maps.
func (f *finder) note(t types.Type, pos token.Pos, name string) {
	switch t := types.Unalias(t).(type) {
	case *types.TypeParam:
		f.add(cmp.Or(f.declared[t.Obj()], types.Object(t.Obj())), name)
	case *types.Struct:
		if t.NumFields() > 0 {
			if source, err := os.ReadFile(f.fset.Position(pos).Filename); err != nil || !atomic.Generated(source) { // in which nobody declares a type
				f.meet("a struct without a name at "+f.place(pos), "it has no name: declare a type", pos, name)
			}
			f.fields(t, name)
		}
	case *types.Named:
		f.named(t, pos, name)
	case interface{ Elem() types.Type }:
		f.note(t.Elem(), pos, name)
	}
}

// fields notes that what the fields of a message hold goes with it.
func (f *finder) fields(t types.Type, name string) {
	switch t := types.Unalias(t).(type) {
	case *types.Struct:
		for i := range t.NumFields() {
			switch v := t.Field(i); {
			case !v.Exported() && !v.Embedded() || strings.Contains(t.Tag(i), `:"-"`):
			case dynamic(v.Type()):
				f.add(v, name)
			default:
				f.fields(v.Type(), name)
			}
		}
	case *types.Named:
		of := t.Obj()
		if of.Pkg() == nil || typemodel.InStandardLibrary(of.Pkg().Path()) || slices.Contains(f.walked[of], name) {
			return
		}
		f.walked[of] = append(f.walked[of], name)
		f.fields(t.Underlying(), name)
	case interface{ Elem() types.Type }:
		f.fields(t.Elem(), name)
	}
}

func (f *finder) named(t *types.Named, pos token.Pos, name string) {
	o := t.Obj()
	if o.Pkg() == nil || types.IsInterface(t) || f.serializer(o.Pkg()) != "" {
		return
	}
	if typemodel.InStandardLibrary(o.Pkg().Path()) && !f.reads(o.Pkg()) {
		return // of the standard library
	}
	if _, ok := t.Underlying().(*types.Basic); ok {
		return
	}
	made := true // of types that are known
	for arg := range t.TypeArgs().Types() {
		if _, ok := arg.(*types.TypeParam); ok {
			f.note(arg, pos, name)
			made = false
		}
	}
	if !made {
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
	f.fields(t, name)
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
	if cmp.Or(strings.Compare(at.Filename, m.File), at.Line-m.Line) < 0 {
		m.File, m.Line = at.Filename, at.Line
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
