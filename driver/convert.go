package driver

import "github.com/assay-go/assay/typemodel"

// Convert returns x, of type t, as one that is predeclared, or as a time.Time.
func (a *Adapter) Convert(x string, t *typemodel.Type, to string) string {
	switch {
	case isCalled(t, to):
		return x
	case to == "time.Time":
		to = a.Ident("time", "Time")
	}
	return to + "(" + x + ")"
}

// ConvertTo returns x, of a type that is predeclared, or a time.Time, as a t.
func (a *Adapter) ConvertTo(t *typemodel.Type, x, from string) string {
	if isCalled(t, from) {
		return x
	}
	return a.Type(t) + "(" + x + ")"
}

// isCalled reports whether t is the predeclared type, or time.Time, of that name.
func isCalled(t *typemodel.Type, name string) bool {
	return t.Kind.String() == name && (t.Name.PkgPath == "" || name == "time.Time" && t.Name.PkgPath == "time")
}
