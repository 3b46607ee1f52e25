package deep

import "reflect"

// EqualOf is Equal for a type that is known by reflection only: the comparison
// takes pointers.
func EqualOf(t reflect.Type) func(a, b any) bool {
	eq := builder{}.of(t)
	return func(a, b any) bool { return eq(reflect.ValueOf(a).UnsafePointer(), reflect.ValueOf(b).UnsafePointer()) }
}
