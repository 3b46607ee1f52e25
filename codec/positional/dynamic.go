package positional

import (
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// anything is the type of what describes itself: an interface without methods
// that may hold the basic types of Go, and by them what JSON has. The numbers of
// the types are written, as docs/formats/flat.md has them: new ones go to the end.
var anything = func() *typemodel.Type {
	any := &typemodel.Type{Kind: typemodel.Interface}
	add := func(t typemodel.Type) { any.Impls = append(any.Impls, &t) }
	for _, k := range []typemodel.Kind{
		typemodel.Bool,
		typemodel.Int, typemodel.Int8, typemodel.Int16, typemodel.Int32, typemodel.Int64,
		typemodel.Uint, typemodel.Uint8, typemodel.Uint16, typemodel.Uint32, typemodel.Uint64, typemodel.Uintptr,
		typemodel.Float32, typemodel.Float64,
		typemodel.String,
	} {
		add(typemodel.Type{Kind: k})
	}
	add(typemodel.Type{Kind: typemodel.Slice, Elem: &typemodel.Type{Kind: typemodel.Uint8}})
	add(typemodel.Type{Kind: typemodel.Time, Name: typemodel.Name{PkgPath: "time", PkgName: "time", Name: "Time"}})
	add(typemodel.Type{Kind: typemodel.Slice, Elem: any})
	add(typemodel.Type{Kind: typemodel.Map, Key: &typemodel.Type{Kind: typemodel.String}, Elem: any})
	return any
}()

// dynamic is the shape of anything.
var dynamic = func() *shape.Node {
	s, _ := shape.Of([]*typemodel.Type{anything}, shape.Rules{})
	return s.Roots[0]
}()

// Impls returns the types that the interface t may hold in the format: those that
// the user names, or the basic ones if any value fits. None means that they are
// not known.
func (f *Format) Impls(t *typemodel.Type) []*typemodel.Type {
	if t.Kind == typemodel.Interface && len(t.Impls) == 0 && t.NumMethod == 0 && f.Dynamic {
		return anything.Impls
	}
	return t.Impls
}

// dynamic reports whether the interface n holds the basic types.
func (n *node) dynamic() bool {
	return n.op == opInterface && (n.typ == anything || len(n.typ.Impls) == 0)
}
