// Package keys has maps with keys of every shape.
package keys

type Point struct{ X, Y int32 }
type Name struct{ First, Last string }
type Floats struct {
	M map[float64]string
	N map[float32]int8
}
type Pointers struct{ M map[*int32]string }
type PointerIn struct{ M map[struct{ P *int32 }]string }
type Chans struct{ M map[chan int]string }
type Points struct{ M map[Point]string }
type Names struct{ M map[Name]Name }
type Arrays struct {
	M map[[2]int16]string
	N map[[2]string]string
}
type Bools struct{ M map[bool]string }
type Nested struct {
	M map[string]map[int32]map[Point]string
}
type NamedString string
type NamedInt int16
type NamedKeys struct {
	M map[NamedString]NamedInt
	N map[NamedInt]NamedString
}
type NamedMap map[NamedString][]NamedInt
type HoldsNamed struct {
	M NamedMap
	L []NamedMap
}
type Fixed struct {
	M map[int32]int32
	N map[uint8]Point
}

type Cases struct {
	Floats
	Pointers
	PointerIn
	Chans
	Points
	Names
	Arrays
	Bools
	Nested
	NamedKeys
	HoldsNamed
	NamedMap
	Fixed
}
