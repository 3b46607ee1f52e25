package draw

// Picture is a scatter of points on logarithmic axes, under a line.
type Picture struct {
	Format        string  // svg or png
	Width, Height float64 // points
	Title         string
	X, Y          Axis
	LineName      string
	Line          []Point
	Classes       []Class
	Labels        []Label
}

// Axis is a logarithmic axis.
type Axis struct {
	Label    string
	Min, Max float64
	Ticks    []Tick
}

// Tick is a mark on an axis.
type Tick struct {
	Value float64
	Label string
}

// Point is a place on the axes.
type Point struct{ X, Y float64 }

// Class is a set of points that look alike.
type Class struct {
	Name   string
	Color  [3]uint8 // red, green, blue
	Shape  Shape
	Points []Point
}

// Shape is that of a point's mark.
type Shape string

// The shapes.
const (
	Circle   Shape = "circle"
	Triangle Shape = "triangle"
	Diamond  Shape = "diamond"
)

// Label is a text to the right of a point.
type Label struct {
	At   Point
	Text string
}
