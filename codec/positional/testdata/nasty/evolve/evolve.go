// Package evolve has structs that may grow.
package evolve

import "time"

type Fixed struct {
	_ struct{} `assay:"evolvable"`
	A int32
	B bool
}
type Grows struct {
	_ struct{} `assay:"evolvable"`
	A int32
	S string
	T time.Time `assay:",zone"`
	M map[string]string
}
type Empty struct {
	_ struct{} `assay:"evolvable"`
}
type Nested struct {
	_ struct{} `assay:"evolvable"`
	F Fixed
	L []Fixed
	G *Grows
}
type Large struct {
	_ struct{} `assay:"evolvable"`
	A [40]uint64
}
type ListOfFixed struct{ L []Fixed }
type ArrayOfFixed struct{ A [3]Fixed }
type MapOfFixed struct{ M map[string]Fixed }
type KeyFixed struct{ M map[Fixed]Fixed }
type PointerToFixed struct {
	P *Fixed
	L []*Fixed
}
type ListOfGrows struct {
	L []Grows
	A [2]Grows
	M map[string]Grows
}
type ListOfEmpty struct{ L []Empty }
type ArrayOfArrays struct{ A [2][2]Fixed }
type Recursive struct {
	_ struct{} `assay:"evolvable"`
	L []Recursive
	M map[string]Recursive
	A [3]uint64
}
type ListOfLarge struct{ L []Large }
type PointersToLarge struct{ L []*Large }
type MapOfLarge struct{ M map[int32]Large }
type Mixed struct {
	A int32
	F Fixed
	S string
	G Grows
	B bool
}

type Cases struct {
	Fixed
	Grows
	Empty
	Nested
	Large
	ListOfFixed
	ArrayOfFixed
	MapOfFixed
	KeyFixed
	PointerToFixed
	ListOfGrows
	ListOfEmpty
	ArrayOfArrays
	Recursive
	ListOfLarge
	PointersToLarge
	MapOfLarge
	Mixed
}
