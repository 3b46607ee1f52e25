package positional

import "github.com/assay-go/assay/goprint"

// lvalue is a place that is printed as an operand of any expression.
type lvalue struct{ goprint.Place }

// variable is the place that an expression names.
func variable(expr string) lvalue { return lvalue{goprint.Variable(expr)} }

// pointee is the place that a pointer leads to.
func pointee(pointer string) lvalue { return lvalue{goprint.Pointee(pointer)} }

// String returns p as an operand.
func (p lvalue) String() string { return p.Operand() }

// alone returns p as it is written where nothing is selected from it.
func (p lvalue) alone() string { return p.Place.String() }

// field returns the field of the struct at p.
func (p lvalue) field(name string) lvalue { return lvalue{p.Place.Field(name)} }

// index returns the element of the list at p.
func (p lvalue) index(i string) lvalue { return lvalue{p.Place.Index(i)} }

// slice returns the whole of the array or slice of it, as a slice.
func (it item) slice() string {
	if it.isArray() {
		return it.lv.Slice()
	}
	return it.lv.alone()
}
