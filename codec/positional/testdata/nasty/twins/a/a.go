// Package a has types that package b has too.
package a

type Same struct {
	S []string
	N int32
	I In
}
type In struct{ A []string }
type In2 struct{ A []string }
type min struct{ A string }
type Unexported struct{ M []min }
