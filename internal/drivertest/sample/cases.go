package sample

import (
	"embed"
	"reflect"
)

// Sources are the files of the types and of their values, which import the
// standard library only.
//
//go:embed sample.go values.go
var Sources embed.FS

// Case is one of the package's types with its values.
type Case struct {
	Name   string // of the type
	Type   reflect.Type
	Values string // name of the func that returns the values
}

// Cases are the types of the package, from plain to odd.
var Cases = []Case{
	of[Flat](),
	of[Kinds](),
	of[Ints](),
	of[Complex](),
	of[Nested](),
	of[Grid](),
	of[Maps](),
	of[OddKeys](),
	of[Pointers](),
	of[Arrays](),
	of[Tree](),
	of[List](),
	of[Embedded](),
	of[EmbeddedLast](),
	of[Times](),
	of[Named](),
	of[Sum](),
	of[Shapes](),
	of[Numbers](),
	of[Drawing](),
	of[Hidden](),
	of[Generic](),
	of[Clashes](),
	of[Celsius](),
	of[Words](),
}

func of[T any]() Case {
	t := reflect.TypeFor[T]()
	return Case{Name: t.Name(), Type: t, Values: t.Name() + "Values"}
}
