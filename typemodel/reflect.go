package typemodel

import (
	"reflect"
	"strings"
	"time"
)

// FromReflect returns the model of t, and what [Refusals] says of it. It is
// the model that package load takes from source, without what only source
// tells: positions and directives. A type argument of a generic type that no
// field leads to is known by its name only, its Kind is Invalid.
func FromReflect(t reflect.Type) (*Type, []Diagnostic) {
	r := reflection{named: map[reflect.Type]*Type{}, links: map[string]*Type{}}
	m := r.model(t)
	for rt, t := range r.named {
		if _, args, ok := strings.Cut(rt.Name(), "["); ok {
			t.Name.Args = r.args(args)
		}
	}
	return m, Refusals(m)
}

// reflection is a model being taken by reflection.
type reflection struct {
	named map[reflect.Type]*Type
	links map[string]*Type // by path and name, as they stand in other names' type arguments
}

func (r *reflection) model(rt reflect.Type) *Type {
	if t, ok := r.named[rt]; ok {
		return t
	}
	t := &Type{Kind: reflectKinds[rt.Kind()]}
	t.Methods, t.Promoted, t.Lone = methodsOf(rt)
	t.Calls, t.Locker = callsOf(rt)
	if rt.PkgPath() != "" && t.Kind != UnsafePointer || t.Kind == Interface && rt.Name() != "" {
		r.named[rt] = t
		r.links[linkPath(rt.PkgPath())+rt.Name()] = t
		t.Name.PkgPath = rt.PkgPath()
		t.Name.Name, _, _ = strings.Cut(rt.Name(), "[")
		if t.Name.PkgPath != "" {
			t.Name.PkgName, _, _ = strings.Cut(rt.String(), ".")
		}
	}
	if rt == timeType {
		t.Kind = Time
		return t
	}
	switch t.Kind {
	case Array:
		t.Len = rt.Len()
		t.Elem = r.model(rt.Elem())
	case Slice, Pointer:
		t.Elem = r.model(rt.Elem())
	case Map:
		t.Key = r.model(rt.Key())
		t.Elem = r.model(rt.Elem())
	case Interface:
		t.NumMethod = rt.NumMethod()
	case Struct:
		if Skeleton(t.Name) {
			break
		}
		for i := range rt.NumField() {
			sf := rt.Field(i)
			f := Field{Name: sf.Name, Type: r.model(sf.Type), Tag: sf.Tag, Embedded: sf.Anonymous, PkgPath: sf.PkgPath}
			if LeftOut(f) {
				f.Omit, f.Embedded = true, false
			}
			t.Fields = append(t.Fields, f)
		}
	}
	return t
}

// linkPath returns the qualifier that link names have for a package.
func linkPath(pkgPath string) string {
	if pkgPath == "" {
		return ""
	}
	slash := strings.LastIndexByte(pkgPath, '/') + 1
	return pkgPath[:slash] + strings.ReplaceAll(pkgPath[slash:], ".", "%2e") + "."
}

// args reads the type arguments of a generic type from its name, whose opening
// bracket was cut.
func (r *reflection) args(list string) []*Type {
	generic, err := parseExpr("_["+list, func(link string) *Type { return r.links[link] })
	if err != nil { // a type local to a func
		return []*Type{{Name: Name{Name: strings.TrimSuffix(list, "]")}}}
	}
	return generic.Name.Args
}

var timeType = reflect.TypeFor[time.Time]()

var reflectKinds = map[reflect.Kind]Kind{
	reflect.Bool: Bool, reflect.Int: Int, reflect.Int8: Int8, reflect.Int16: Int16, reflect.Int32: Int32, reflect.Int64: Int64,
	reflect.Uint: Uint, reflect.Uint8: Uint8, reflect.Uint16: Uint16, reflect.Uint32: Uint32, reflect.Uint64: Uint64,
	reflect.Uintptr: Uintptr, reflect.Float32: Float32, reflect.Float64: Float64, reflect.Complex64: Complex64,
	reflect.Complex128: Complex128, reflect.String: String, reflect.Array: Array, reflect.Slice: Slice, reflect.Map: Map,
	reflect.Pointer: Pointer, reflect.Struct: Struct, reflect.Interface: Interface, reflect.Chan: Chan, reflect.Func: Func,
	reflect.UnsafePointer: UnsafePointer,
}
