package positional

// lvalue is an expression of the emitted code that stands for a variable.
type lvalue struct {
	expr    string
	pointer bool // expr is a pointer to the variable
}

// variable is the place that an expression names.
func variable(expr string) lvalue { return lvalue{expr: expr} }

// pointee is the place that a pointer leads to.
func pointee(pointer string) lvalue { return lvalue{expr: pointer, pointer: true} }

// String returns p as an operand of any expression.
func (p lvalue) String() string {
	if p.pointer {
		return "(*" + p.expr + ")"
	}
	return p.expr
}

// alone returns p as it is written where nothing is selected from it.
func (p lvalue) alone() string {
	if p.pointer {
		return "*" + p.expr
	}
	return p.expr
}

// address returns a pointer to p.
func (p lvalue) address() string {
	if p.pointer {
		return p.expr
	}
	return "&" + p.expr
}

// field returns the field of the struct at p.
func (p lvalue) field(name string) lvalue { return variable(p.expr + "." + name) }

// slice returns the whole of the array or slice of it, as a slice.
func (it item) slice() string {
	if it.isArray() {
		return it.lv.String() + "[:]"
	}
	return it.lv.alone()
}

// index returns the element of the list at p.
func (p lvalue) index(i string) lvalue { return variable(p.String() + "[" + i + "]") }
