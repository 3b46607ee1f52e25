package driver

import (
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// Part returns the field that is read and written in place where a library can: the last of a
// struct's own that is a plain number, behind everything that a reader has to pass. It is nil
// where there is none, and where one of its tags says more than a name, which may be that it is
// left out.
func Part(t *typemodel.Type) *typemodel.Field {
	for i := len(t.Fields) - 1; i >= 0; i-- {
		f := &t.Fields[i]
		switch k := f.Type.Kind; {
		case f.Embedded || !f.Exported() || f.Type.Methods != 0 || strings.Contains(string(f.Tag), ",") || strings.Contains(string(f.Tag), `"-"`):
		case k >= typemodel.Int && k <= typemodel.Uint64, k == typemodel.Float32, k == typemodel.Float64:
			return f
		}
	}
	return nil
}

// Bits returns the expression of a number x of kind k as the contract's Field gives it.
func (a *Adapter) Bits(k typemodel.Kind, x string) string {
	switch {
	case k.IsFloat():
		return a.Ident("math", "Float64bits") + "(float64(" + x + "))"
	case k.IsSigned():
		return "uint64(int64(" + x + "))"
	}
	return "uint64(" + x + ")"
}

// OfBits returns the expression of the number of kind k that x, as Field gives it, stands for.
func (a *Adapter) OfBits(k typemodel.Kind, x string) string {
	if k.IsFloat() {
		x = a.Ident("math", "Float64frombits") + "(" + x + ")"
		if k == typemodel.Float64 {
			return x
		}
	}
	return k.String() + "(" + x + ")"
}
