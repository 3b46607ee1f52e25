package shape

import (
	"slices"

	"github.com/assay-go/assay/typemodel"
)

// Size returns how many bytes a value of t takes in memory on a 64-bit machine,
// what it leads to aside, and how it is aligned.
func Size(t *typemodel.Type) (size, align int) {
	switch t.Kind {
	case typemodel.String, typemodel.Interface:
		return 16, 8
	case typemodel.Slice, typemodel.Time:
		return 24, 8
	case typemodel.Complex64:
		return 8, 4
	case typemodel.Complex128:
		return 16, 8
	case typemodel.Array:
		size, align = Size(t.Elem)
		return t.Len * size, align
	case typemodel.Struct:
		align = 1
		for i := range t.Fields {
			s, a := Size(t.Fields[i].Type)
			size = (size+a-1)/a*a + s
			align = max(align, a)
			if i == len(t.Fields)-1 && s == 0 && size > 0 {
				size++ // so that its address is within the struct
			}
		}
		return (size + align - 1) / align * align, align
	}
	if bits := t.Kind.Bits(); bits > 0 {
		return bits / 8, bits / 8
	}
	return 8, 8
}

// TellsZero reports whether values of t, or pointers to them, say by a method IsZero that
// they are zero.
func TellsZero(t *typemodel.Type) bool {
	return t.Kind == typemodel.Time || t.Calls.Has(typemodel.IsZeroByPointer)
}

// Comparable reports whether Go compares values of t by ==, and always without a
// panic.
func Comparable(t *typemodel.Type) bool {
	return equates(t, false, func(*typemodel.Type) bool { return false }, map[*typemodel.Type]bool{})
}

// ComparableToZero reports whether Go compares values of t with the zero one, always
// without a panic: an interface may hold anything then. A struct whose fields are not
// known counts as if they could not be compared.
func ComparableToZero(t *typemodel.Type) bool {
	return equates(t, true, func(*typemodel.Type) bool { return true }, map[*typemodel.Type]bool{})
}

// Hashable reports whether Go takes every value of t as the key of a map without a panic,
// where interfaces hold what impls returns for them.
func Hashable(t *typemodel.Type, impls func(*typemodel.Type) []*typemodel.Type) bool {
	seen := map[*typemodel.Type]bool{}
	var holds func(*typemodel.Type) bool
	holds = func(t *typemodel.Type) bool {
		return !slices.ContainsFunc(impls(t), func(impl *typemodel.Type) bool { return !equates(impl, false, holds, seen) })
	}
	return equates(t, false, holds, seen)
}

// equates reports whether values of t are compared: with the zero one only, if zero is set,
// and those of interfaces if holds says so.
func equates(t *typemodel.Type, zero bool, holds func(*typemodel.Type) bool, seen map[*typemodel.Type]bool) bool {
	if seen[t] {
		return true
	}
	seen[t] = true
	switch t.Kind {
	case typemodel.Slice, typemodel.Map, typemodel.Func, typemodel.Invalid:
		return false
	case typemodel.Interface:
		return holds(t)
	case typemodel.Array:
		return equates(t.Elem, zero, holds, seen)
	case typemodel.Struct:
		return !(zero && len(t.Fields) == 0 && t.Methods != 0) &&
			!slices.ContainsFunc(t.Fields, func(f typemodel.Field) bool { return !equates(f.Type, zero, holds, seen) })
	}
	return true
}

// Locks reports whether values of t must not be copied: they hold a lock, or
// something that go vet takes for one.
func Locks(t *typemodel.Type) bool { return locks(t, map[*typemodel.Type]bool{}) }

func locks(t *typemodel.Type, seen map[*typemodel.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Name.PkgPath {
	case "sync", "sync/atomic": // whose fields are not known
		return t.Kind == typemodel.Struct
	}
	if t.Locker {
		return true
	}
	switch t.Kind {
	case typemodel.Array:
		return locks(t.Elem, seen) // of any length
	case typemodel.Struct:
		return slices.ContainsFunc(t.Fields, func(f typemodel.Field) bool { return locks(f.Type, seen) })
	}
	return false
}
