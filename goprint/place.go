package goprint

import "github.com/assay-go/assay/typemodel"

// Place is an expression of emitted code that stands for a variable. It knows
// whether the expression is a pointer to the variable, so that nobody looks at its
// text to find out.
type Place struct {
	expr    string
	pointer bool // expr is a pointer to the variable
}

// Variable is the place that an expression names.
func Variable(expr string) Place { return Place{expr: expr} }

// Pointee is the place that a pointer leads to.
func Pointee(pointer string) Place { return Place{expr: pointer, pointer: true} }

// String returns p as it is written where nothing is selected from it: v.Name, *v.
func (p Place) String() string {
	if p.pointer {
		return "*" + p.expr
	}
	return p.expr
}

// Operand returns p as an operand of any expression: v.Name, (*v).
func (p Place) Operand() string {
	if p.pointer {
		return "(*" + p.expr + ")"
	}
	return p.expr
}

// Addr returns a pointer to p: &v.Name, v.
func (p Place) Addr() string {
	if p.pointer {
		return p.expr
	}
	return "&" + p.expr
}

// Field returns the field of the struct at p.
func (p Place) Field(name string) Place { return Place{expr: p.expr + "." + name} }

// Fields returns the field of the struct at p that a path of fields leads to.
func (p Place) Fields(path []*typemodel.Field) Place {
	for _, f := range path {
		p = p.Field(f.Name)
	}
	return p
}

// Index returns the element of the list at p.
func (p Place) Index(i string) Place { return Place{expr: p.Operand() + "[" + i + "]"} }

// Slice returns the whole of the array at p as a slice.
func (p Place) Slice() string { return p.Operand() + "[:]" }

// Pointee returns what the pointer at p leads to.
func (p Place) Pointee() Place { return Place{expr: p.Operand(), pointer: true} }
