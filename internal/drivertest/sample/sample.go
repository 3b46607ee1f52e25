// Package sample has Go types of every shape that a driver meets, and values of
// them. Every value is one that a serializer without gaps gives back equal:
// no NaN, no invalid UTF-8, no time with less than nanoseconds.
package sample

import "time"

// Flat is a struct of common scalars.
type Flat struct {
	Name  string
	OK    bool
	Count int32
	Ratio float64
	Data  []byte
}

// Kinds has a field of every basic kind that has an encoding nearly everywhere.
type Kinds struct {
	Bool    bool
	I8      int8
	I16     int16
	I32     int32
	I64     int64
	U8      uint8
	U16     uint16
	U32     uint32
	U64     uint64
	F32     float32
	F64     float64
	Str     string
	Bytes   []byte
	Strings []string
	Floats  []float64
	Smalls  []int8
}

// Ints has the integers whose width depends on the machine.
type Ints struct {
	Int  int
	Uint uint
	List []int
}

// Complex has complex numbers.
type Complex struct {
	C64  complex64
	C128 complex128
}

// Nested has structs and slices in one another.
type Nested struct {
	ID    string
	Inner Flat
	List  []Flat
	Rows  []Row
}

// Row is a struct within a slice within a struct.
type Row struct {
	Cells []int64
}

// Grid has slices of slices.
type Grid struct {
	Cells [][]int32
}

// Maps has maps by key and by value.
type Maps struct {
	Strings map[string]string
	Counts  map[string]int64
	ByInt   map[int32]string
	Structs map[string]Row
	Lists   map[string][]string
}

// OddKeys has maps whose keys are neither strings nor integers.
type OddKeys struct {
	Bools   map[bool]string
	Structs map[Point]string
	Arrays  map[[2]int8]string
}

// Point is comparable.
type Point struct{ X, Y int32 }

// Pointers has pointers that are set and pointers that are nil.
type Pointers struct {
	Int    *int64
	Str    *string
	Struct *Row
	List   []*Point
	Nil    *Row
}

// Arrays has arrays of bytes, numbers and structs.
type Arrays struct {
	Hash   [32]byte
	Coords [3]float64
	Points [2]Point
	Hashes [][4]byte
}

// Tree is recursive by slice.
type Tree struct {
	Name     string
	Children []Tree
}

// List is recursive by pointer.
type List struct {
	Value int64
	Next  *List
}

// Embedded embeds structs by value and by pointer.
type Embedded struct {
	Point
	*Row
	Own string
}

// EmbeddedLast embeds a struct that does not begin where the outer one does.
type EmbeddedLast struct {
	Own string
	Point
}

// Times has times and durations.
type Times struct {
	At    time.Time
	List  []time.Time
	Delay time.Duration
}

// Named has named types of basic kinds.
type Named struct {
	Color  Color
	Level  Level
	Score  Score
	Blob   Blob
	Colors []Color
	Key    Key
}

// The named types of [Named].
type (
	Color string
	Level uint8
	Score float64
	Blob  []byte
	Key   [4]byte
)

// Sum is a sum type: one of its pointers is set.
//
//assay:union
type Sum struct {
	Flat  *Flat
	Point *Point
	Count *int64
}

// Shapes has values behind an interface.
type Shapes struct {
	Any  any
	List []any
}

// Numbers has numbers behind an interface.
type Numbers struct {
	One  any   //assay:impl int32 string
	List []any //assay:impl int32 uint8 bool
}

// Drawing has structs behind an interface with a method.
type Drawing struct {
	Main Figure
	All  []Figure
}

// Figure is a Circle or a pointer to a Square.
//
//assay:impl Circle *Square
type Figure interface{ Area() float64 }

// Circle is a Figure.
type Circle struct{ Radius float64 }

// Area implements [Figure].
func (c Circle) Area() float64 { return 3 * c.Radius * c.Radius }

// Square is a Figure by its pointer.
type Square struct{ Side float64 }

// Area implements [Figure].
func (s *Square) Area() float64 { return s.Side * s.Side }

// Hidden has unexported fields that are zero.
type Hidden struct {
	//lint:ignore U1000 only there to be left out
	_struct struct{}
	//lint:ignore U1000 only there to be left out
	note  string
	Shown string
}

// Pair is generic.
type Pair[K comparable, V any] struct {
	Key   K
	Value V
}

// Generic has instances of a generic type.
type Generic struct {
	One Pair[string, int64]
	Two []Pair[int32, Pair[string, bool]]
}

// Clashes has fields and types named like what emitted code names its own.
type Clashes struct {
	B, N, V, Buf, Data, T, Err string
	Type                       data
	New                        int32
}

type data struct{ R, W int32 }

// Celsius is a struct of one field.
type Celsius struct{ Degrees float32 }

// Words is a type that is no struct.
type Words []string
