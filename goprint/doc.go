// Package goprint prints Go source. It is the one printer of everything that
// assay emits: adapters, worker programs, codecs.
//
// An emitter reads like the code that it emits: P prints a line, and
// identifiers of other packages are values that import themselves. The result
// is formatted; source that does not parse is an error with numbered lines and
// never reaches a file. The idea is that of google.golang.org/protobuf's
// protogen.
//
// The package knows types only as [typemodel.Type] values to be spelled; it
// does not check that what it prints compiles.
//
// Lines, identifiers and types enter; a formatted file leaves.
//
// Unstable: names may change in a minor version.
package goprint
