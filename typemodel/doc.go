// Package typemodel is one picture of a Go type: its kind, its name, its
// fields with their tags, its elements. Everything downstream (drivers, codec
// formats, data generation) reads this picture and nothing else, so that a
// type loaded from source and the same type taken by reflection travel the
// same way.
//
// A model is immutable after it was built. Named types are interned within one
// model: a recursive type is a pointer back to the Type it recurses to, and two
// mentions of one named type are the same pointer.
//
// The package knows no serializer and no wire format. It has no Type kinds of
// its own beyond those of Go except [Time], because every format treats
// time.Time as a primitive and none as the struct it is.
//
// A type of reflection enters, or of source by internal/load; a Type leaves.
//
// Unstable: names may change in a minor version.
package typemodel
