package load

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
	"golang.org/x/tools/go/types/typeutil"

	"github.com/assay-go/assay/typemodel"
)

// model is the model being made.
type model struct {
	named      typeutil.Map              // of types.Type to *typemodel.Type
	instances  map[*types.TypeName][]int // of generic types, being modelled: how long their arguments are spelled
	endless    map[*types.TypeName]bool  // generic types whose instances lead to ever larger ones
	directives directives
	err        error // the first mistake in a directive
}

// typeOf returns the model of t.
func (l *loader) typeOf(t types.Type) *typemodel.Type {
	if alias, ok := t.(*types.Alias); ok {
		m := l.typeOf(types.Unalias(t))
		return l.fieldImpls(m, l.directiveAt(alias.Obj()), alias.Obj())
	}
	named, _ := t.(*types.Named)
	if named != nil {
		if m, ok := l.named.At(t).(*typemodel.Type); ok {
			return m
		}
	}
	m := &typemodel.Type{Kind: kindOf(t)}
	if m.Kind == typemodel.Invalid && l.onlyC() {
		m.Name = typemodel.C
		return m
	}
	if named != nil && named.TypeArgs().Len() > 0 {
		l.enter(named)
		defer func() {
			l.leave(named)
			if l.endless[named.Origin().Obj()] {
				*m = typemodel.Type{Kind: typemodel.Invalid, Endless: true, Name: m.Name, Pos: m.Pos}
			}
		}()
		if l.endless[named.Origin().Obj()] {
			m.Name = typemodel.Name{Name: named.Obj().Name()} // its arguments may be large
			return m
		}
	}
	m.Methods, m.Promoted, m.Lone = methodsOf(t)
	m.Calls, m.Locker = callsOf(t)
	if named != nil {
		l.named.Set(t, m)
		m.Name, m.Pos = l.nameOf(named), l.position(named.Obj().Pos())
	}
	switch u := t.Underlying().(type) {
	case *types.Array:
		m.Len = int(u.Len())
		m.Elem = l.typeOf(u.Elem())
	case *types.Slice:
		m.Elem = l.typeOf(u.Elem())
	case *types.Pointer:
		m.Elem = l.typeOf(u.Elem())
	case *types.Map:
		m.Key = l.typeOf(u.Key())
		m.Elem = l.typeOf(u.Elem())
	case *types.Interface:
		m.NumMethod = u.NumMethods()
	case *types.Struct:
		if m.Kind == typemodel.Time || typemodel.Skeleton(m.Name) {
			break
		}
		for i := range u.NumFields() {
			m.Fields = append(m.Fields, l.field(u.Field(i), u.Tag(i)))
		}
		m.Hides = hides(t, u, nil)
	}
	if named != nil {
		l.direct(m, named)
	}
	return m
}

// hides returns the names of fields in unexported structs that u embeds, where the selector of one
// in a value of t finds something else than a field. They are added to list.
func hides(t types.Type, u *types.Struct, list []string) []string {
	for f := range u.Fields() {
		if !f.Embedded() || f.Exported() {
			continue
		}
		inner, ok := f.Type().Underlying().(*types.Struct) // by a pointer, no other package sets it
		if !ok {
			continue
		}
		for promoted := range inner.Fields() {
			found, _, _ := types.LookupFieldOrMethod(t, true, promoted.Pkg(), promoted.Name())
			if _, is := found.(*types.Var); promoted.Exported() && !is {
				list = append(list, promoted.Name())
			}
		}
		list = hides(t, inner, list)
	}
	return list
}

// onlyC reports whether what is unknown in the packages is C's, which cgo makes Go of.
func (l *loader) onlyC() bool {
	for _, p := range l.roots {
		if slices.ContainsFunc(p.Errors, func(e packages.Error) bool { return !strings.Contains(e.Msg, "could not import C") }) {
			return false
		}
	}
	return slices.ContainsFunc(l.roots, importsC)
}

// importsC reports whether a file of the package imports C.
func importsC(p *packages.Package) bool {
	return slices.ContainsFunc(p.Syntax, func(f *ast.File) bool {
		return slices.ContainsFunc(f.Imports, func(spec *ast.ImportSpec) bool { return spec.Path.Value == `"C"` })
	})
}

// manyInstances is how many instances of a generic type may be inside one another,
// each larger than the one that leads to it, before it is taken that there is no
// end.
const manyInstances = 8

// enter notes that the instance of a generic type is being modelled. One that
// leads to a larger one, and so on, as with
//
//	type G[T any] struct{ Next *G[[]T] }
//
// has no model, though its values may be small.
func (l *loader) enter(t *types.Named) {
	if l.instances == nil {
		l.instances, l.endless = map[*types.TypeName][]int{}, map[*types.TypeName]bool{}
	}
	generic := t.Origin().Obj()
	open := l.instances[generic]
	size := 0
	if !l.endless[generic] {
		size = len(types.TypeString(t, nil))
	}
	if len(open) >= manyInstances && slices.IsSorted(open) && open[len(open)-1] < size {
		l.endless[generic] = true
	}
	l.instances[generic] = append(open, size)
}

// leave takes back what enter has noted.
func (l *loader) leave(t *types.Named) {
	open := l.instances[t.Origin().Obj()]
	l.instances[t.Origin().Obj()] = open[:len(open)-1]
}

// direct applies what is told of a named type, or can be seen of it.
func (l *loader) direct(m *typemodel.Type, named *types.Named) {
	name := types.TypeString(named, nil)
	l.typeDirective(m, l.directiveAt(named.Obj()), named.Obj())
	l.reserved(m, named.Obj())
	if d := l.converted[name]; d != nil {
		d.met = true
		l.conversion(m, d, named, d.here)
	}
	if m.Kind != typemodel.Interface {
		return
	}
	if d := l.implemented[name]; d != nil {
		d.met = true
		m.Impls = l.impls(d, named, d.here)
	}
	if m.Impls == nil {
		m.Impls = l.sealed(named)
		m.Sealed = m.Impls != nil
	}
	if m.Impls == nil {
		m.Known = l.implementing(named, knownImpls)
	}
}

// knownImpls is how many types are named that an interface may hold by nobody's word.
const knownImpls = 4

// sealed returns the types that an interface with an unexported method may hold:
// those of its own package which implement it. A type whose pointers implement
// it, and whose values do not, is held by pointer.
func (l *loader) sealed(named *types.Named) []*typemodel.Type {
	iface := named.Underlying().(*types.Interface)
	pkg := named.Obj().Pkg()
	seals := func(m *types.Func) bool { return !m.Exported() && m.Pkg() == pkg }
	if !slices.ContainsFunc(slices.Collect(iface.Methods()), seals) {
		return nil
	}
	whole := slices.ContainsFunc(l.roots, func(p *packages.Package) bool { return p.Types == pkg || p.Imports[pkg.Path()] != nil })
	if path := pkg.Path(); !whole && !slices.Contains(l.patterns, path) && !slices.Contains(l.partial, path) {
		l.partial = append(l.partial, path)
	}
	return l.implementing(named, len(pkg.Scope().Names()))
}

// implementing returns the types of the interface's own package which implement it, at
// most so many, none of an interface without methods.
func (l *loader) implementing(named *types.Named, most int) []*typemodel.Type {
	iface, ok := named.Underlying().(*types.Interface)
	pkg := named.Obj().Pkg()
	if !ok || pkg == nil || iface.NumMethods() == 0 || typeParams(named).Len() > 0 {
		return nil
	}
	fromSource := slices.ContainsFunc(l.roots[:l.asked], func(p *packages.Package) bool { return p.Types == pkg })
	var list []*typemodel.Type
	for _, name := range pkg.Scope().Names() {
		if len(list) == most {
			break
		}
		tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
		if !ok || tn.IsAlias() || !tn.Exported() && !fromSource || types.IsInterface(tn.Type()) || typeParams(tn.Type()).Len() > 0 {
			continue
		}
		switch {
		case types.Implements(tn.Type(), iface):
			list = append(list, l.typeOf(tn.Type()))
		case types.Implements(types.NewPointer(tn.Type()), iface):
			list = append(list, l.typeOf(types.NewPointer(tn.Type())))
		}
	}
	return list
}

func (l *loader) field(v *types.Var, tag string) typemodel.Field {
	f := typemodel.Field{
		Name:     v.Name(),
		Type:     l.fieldImpls(l.typeOf(v.Type()), l.directiveAt(v), v),
		Tag:      reflect.StructTag(tag),
		Embedded: v.Embedded(),
		Written:  written(v),
		Pos:      l.position(v.Pos()),
	}
	if !v.Exported() {
		f.PkgPath = v.Pkg().Path()
	}
	if typemodel.LeftOut(f) {
		f.Omit, f.Embedded = true, false
	}
	return f
}

// tag is that of a field of a struct without a name, as go/types prints it.
var tag = regexp.MustCompile(` "(?:[^"\\]|\\.)*"`)

// untagged returns the source of a type without tags, but for those within brackets: with other tags
// in an argument, an instance of a generic type is another type.
func untagged(source string) string {
	var b strings.Builder
	depth, from := 0, 0
	for _, at := range append(tag.FindAllStringIndex(source, -1), []int{len(source), len(source)}) {
		plain := source[from:at[0]]
		b.WriteString(plain)
		if depth += strings.Count(plain, "[") - strings.Count(plain, "]"); depth > 0 {
			b.WriteString(source[at[0]:at[1]])
		}
		from = at[1]
	}
	return b.String()
}

// written returns the declaration of a field: see [typemodel.Field].
func written(v *types.Var) string {
	text := types.TypeString(v.Type(), func(p *types.Package) string { return typemodel.Quoted(p.Path(), p.Name()) })
	text = untagged(text)
	if strings.Contains(text, "invalid type") {
		return ""
	}
	if !v.Embedded() {
		text = v.Name() + " " + text
	}
	private(v.Type(), func(p *types.Package) { text = typemodel.Quoted(p.Path(), "") + text })
	return text
}

// private calls yield for the packages whose own names stand in the literals of structs and
// interfaces that t is written with.
func private(t types.Type, yield func(*types.Package)) {
	of := func(obj types.Object) {
		if !obj.Exported() {
			yield(obj.Pkg())
		}
	}
	switch t := t.(type) {
	case interface{ TypeArgs() *types.TypeList }: // it has a name
		for arg := range t.TypeArgs().Types() {
			private(arg, yield)
		}
	case *types.Struct:
		for v := range t.Fields() {
			of(v)
			private(v.Type(), yield)
		}
	case *types.Interface:
		for m := range t.ExplicitMethods() {
			of(m)
			private(m.Type(), yield)
		}
	case *types.Signature:
		for _, tuple := range []*types.Tuple{t.Params(), t.Results()} {
			for v := range tuple.Variables() {
				private(v.Type(), yield)
			}
		}
	case *types.Map:
		private(t.Key(), yield)
		private(t.Elem(), yield)
	case interface{ Elem() types.Type }:
		private(t.Elem(), yield)
	}
}

func (l *loader) nameOf(named *types.Named) typemodel.Name {
	name := typemodel.Name{Name: named.Obj().Name()}
	if p := named.Obj().Pkg(); p != nil {
		name.PkgPath, name.PkgName = p.Path(), p.Name()
	}
	for a := range named.TypeArgs().Types() {
		name.Args = append(name.Args, l.typeOf(a))
	}
	return name
}

// typeDirective applies the directive on a type declaration.
func (l *loader) typeDirective(m *typemodel.Type, d *directive, obj types.Object) {
	if d == nil {
		return
	}
	if d.verb == "impl" {
		if m.Kind != typemodel.Interface {
			l.mistake(d, "%s is not an interface", obj.Name())
			return
		}
		m.Impls = l.impls(d, obj.Type(), obj.Pkg())
		return
	}
	if d.verb == "as" {
		l.conversion(m, d, obj.Type(), obj.Pkg())
		return
	}
	if m.Kind != typemodel.Struct || len(m.Fields) == 0 {
		l.mistake(d, "%s is not a struct of pointers", obj.Name())
		return
	}
	for i := range m.Fields {
		if f := &m.Fields[i]; f.Type.Kind != typemodel.Pointer {
			l.mistake(d, "field %s of %s is not a pointer", f.Name, obj.Name())
			return
		}
	}
	m.Union = true
}

// fieldImpls applies the directive on a field, or on an alias: it returns m
// with the implementations of the interface in it. Since another field may
// tell others, the interface is a copy, and so are the unnamed types around it.
func (l *loader) fieldImpls(m *typemodel.Type, d *directive, obj types.Object) *typemodel.Type {
	if d == nil {
		return m
	}
	if d.verb != "impl" {
		l.mistake(d, "it stands at the declaration of a type")
		return m
	}
	var set func(m *typemodel.Type, t types.Type) *typemodel.Type
	set = func(m *typemodel.Type, t types.Type) *typemodel.Type {
		part := *m
		switch u := t.Underlying().(type) {
		case *types.Interface:
			part.Impls = l.impls(d, t, obj.Pkg())
			return &part
		case *types.Pointer, *types.Slice, *types.Array, *types.Map:
			if m.Name.IsZero() {
				part.Elem = set(m.Elem, u.(interface{ Elem() types.Type }).Elem())
				return &part
			}
		}
		l.mistake(d, "there is no interface in the type of %s", obj.Name())
		return m
	}
	return set(m, types.Unalias(obj.Type()))
}

// impls returns the types that d names, all of which implement iface.
func (l *loader) impls(d *directive, iface types.Type, here *types.Package) []*typemodel.Type {
	var list []*typemodel.Type
	for _, arg := range d.args {
		expr, err := typemodel.ParseExpr(arg)
		if err != nil {
			l.mistake(d, "%v", err)
			continue
		}
		t, err := l.resolve(expr, here, d.imports)
		switch {
		case err != nil:
			l.mistake(d, "%v", err)
		case t == nil:
			l.asks = d
		case !implements(t, iface):
			hint := ""
			if implements(types.NewPointer(t), iface) {
				hint = fmt.Sprintf(", *%s does", arg)
			}
			l.mistake(d, "%s does not implement %s%s", arg, typeString(iface), hint)
		default:
			if err := uninstantiated(t, here.Name()); err != nil {
				l.mistake(d, "%v", err)
				continue
			}
			list = append(list, l.typeOf(t))
		}
	}
	if len(d.args) == 0 {
		l.mistake(d, "it names no types")
	}
	return list
}

// implements reports whether t has the methods of iface. Unlike types.Implements
// it holds types for the same that are spelled so: one package may have been
// loaded from source, and be known to another by its export data.
func implements(t, iface types.Type) bool {
	for m := range iface.Underlying().(*types.Interface).Methods() {
		obj, _, _ := types.LookupFieldOrMethod(t, false, m.Pkg(), m.Name())
		fn, ok := obj.(*types.Func)
		if !ok || signature(fn) != signature(m) {
			return false
		}
	}
	return true
}

// signature spells the type of a method without the names of its parameters.
func signature(fn *types.Func) string {
	sig := fn.Signature()
	unnamed := func(tuple *types.Tuple) *types.Tuple {
		var vars []*types.Var
		for v := range tuple.Variables() {
			vars = append(vars, types.NewParam(token.NoPos, nil, "", v.Type()))
		}
		return types.NewTuple(vars...)
	}
	return types.TypeString(types.NewSignatureType(nil, nil, nil, unnamed(sig.Params()), unnamed(sig.Results()), sig.Variadic()), nil)
}

// kindOf returns the kind of t.
func kindOf(t types.Type) typemodel.Kind {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return basicKinds[u.Kind()]
	case *types.Array:
		return typemodel.Array
	case *types.Slice:
		return typemodel.Slice
	case *types.Map:
		return typemodel.Map
	case *types.Pointer:
		return typemodel.Pointer
	case *types.Struct:
		if types.TypeString(t, nil) == "time.Time" {
			return typemodel.Time
		}
		return typemodel.Struct
	case *types.Interface:
		return typemodel.Interface
	case *types.Chan:
		return typemodel.Chan
	case *types.Signature:
		return typemodel.Func
	}
	return typemodel.Invalid
}

var basicKinds = map[types.BasicKind]typemodel.Kind{
	types.Bool: typemodel.Bool, types.Int: typemodel.Int, types.Int8: typemodel.Int8, types.Int16: typemodel.Int16,
	types.Int32: typemodel.Int32, types.Int64: typemodel.Int64, types.Uint: typemodel.Uint, types.Uint8: typemodel.Uint8,
	types.Uint16: typemodel.Uint16, types.Uint32: typemodel.Uint32, types.Uint64: typemodel.Uint64,
	types.Uintptr: typemodel.Uintptr, types.Float32: typemodel.Float32, types.Float64: typemodel.Float64,
	types.Complex64: typemodel.Complex64, types.Complex128: typemodel.Complex128, types.String: typemodel.String,
	types.UnsafePointer: typemodel.UnsafePointer,
}

// methodsOf is [typemodel.MethodsOf] of t. An interface type has none: there is nothing
// that unmarshalling into its nil value could call.
func methodsOf(t types.Type) (set, promoted typemodel.Methods, lone []string) {
	switch t.Underlying().(type) {
	case *types.Interface, *types.Pointer:
		return 0, 0, nil
	}
	ptr := types.NewPointer(t)
	return typemodel.MethodsOf(func(name string) (string, bool) {
		obj, index, _ := types.LookupFieldOrMethod(ptr, true, nil, name)
		fn, ok := obj.(*types.Func)
		if !ok {
			return "", false
		}
		return signatureOf(fn.Signature()), len(index) > 1
	})
}

// callsOf returns the methods that encoding/json calls on values of t, and whether it
// is a lock.
func callsOf(t types.Type) (calls typemodel.Calls, locker bool) {
	if _, ok := t.Underlying().(*types.Pointer); ok {
		return 0, false
	}
	method := func(t types.Type) func(string) string {
		set := types.NewMethodSet(t)
		return func(name string) string {
			if selection := set.Lookup(nil, name); selection != nil {
				return signatureOf(selection.Obj().(*types.Func).Signature())
			}
			return ""
		}
	}
	value, pointer := method(t), method(types.NewPointer(t))
	_, isStruct := t.Underlying().(*types.Struct)
	return typemodel.CallsOf(value, pointer), isStruct && typemodel.IsLocker(value, pointer)
}

// signatureOf spells the parameters and results of s by their types alone.
func signatureOf(s *types.Signature) string {
	var b strings.Builder
	for i, tuple := range []*types.Tuple{s.Params(), s.Results()} {
		if i == 1 {
			b.WriteString(" ->")
		}
		for v := range tuple.Variables() {
			b.WriteString(" " + strings.ReplaceAll(types.TypeString(types.Unalias(v.Type()), nil), "uint8", "byte"))
		}
	}
	if s.Variadic() {
		b.WriteString("...")
	}
	return b.String()
}
