// Package geometry has another name than its folder.
package geometry

// Point is named from another package.
type Point struct {
	X, Y   float64
	hidden *Point
}

// Area makes Point a shape.
func (p Point) Area() float64 { return p.X * p.Y }

// Box is generic.
type Box[T any] struct{ Value T }

// Base is embedded elsewhere.
type Base struct{ ID uint64 }

// Any is told its types here.
//
//assay:impl Point *Box[int] string
type Any any
