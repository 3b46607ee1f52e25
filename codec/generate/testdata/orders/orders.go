// Package orders has the type of the example.
package orders

// Order is what people buy.
type Order struct {
	ID    uint64
	Lines []Line
}

// Line is one of its lines.
type Line struct {
	Name  string
	Count uint16
}
