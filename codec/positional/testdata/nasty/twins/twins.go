// Package twins has types of one name from two packages.
package twins

import (
	"nasty/twins/a"
	b2 "nasty/twins/b"
)

type Same struct {
	A   a.Same
	B   b2.Same
	As  []a.Same
	Bs  []b2.Same
	Ins map[string]a.In
	In2 []b2.In
	L   []b2.Level
}

type Other struct {
	A []a.In2
	M map[string]b2.In
}

type Unexported struct{ U a.Unexported }
type UnexportedIn struct{ L []a.Unexported }

type Cases struct {
	Same
	A a.Same
	B b2.Same
	Other
	Unexported
	UnexportedIn
	Again Same
}
