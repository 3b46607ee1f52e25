package shape

import (
	"fmt"
	"go/token"

	"github.com/assay-go/assay/typemodel"
)

// NotExported is the refusal of t, at path, whose name code of another package cannot write.
func NotExported(path string, t *typemodel.Type) typemodel.Diagnostic {
	if t.Name.IsC() {
		return Unknown(path, t)
	}
	if t.Kind == typemodel.Interface && t.Name.IsZero() {
		return typemodel.Diagnostic{
			Path: path, Text: "an unnamed interface type with methods cannot be spelled",
			Fix: "give the interface a type declaration",
		}
	}
	reason := "is not exported by its package"
	if part := Unspelled(t, ""); part != nil && part != t {
		return typemodel.Diagnostic{
			Path: path, Text: "the type " + t.String() + " cannot be spelled, since an argument has no name",
			Fix: "give the argument a type declaration", Remedies: typemodel.RemedyLeaveOut,
		}
	}
	if token.IsExported(t.Name.Name) {
		reason = "is of an internal package of others"
	}
	return typemodel.Diagnostic{
		Path: path, Text: "the type " + t.String() + " " + reason,
		Fix: "write the code into that package by --out", Remedies: typemodel.RemedyLeaveOut,
	}
}

// Unknown is the refusal of t, which stands at path and of which nothing is known.
func Unknown(path string, t *typemodel.Type) typemodel.Diagnostic {
	if t.Name.IsC() {
		return typemodel.Diagnostic{Path: path, Text: typemodel.ReasonC, Fix: "give it a type of Go", Remedies: typemodel.RemedyLeaveOut}
	}
	return typemodel.Diagnostic{Path: path, Text: "its type is unknown, since its package does not compile so far", Remedies: typemodel.RemedyLeaveOut}
}

// LockedEntries is the refusal of a map, at path, whose values hold locks: Go reaches an
// entry by a copy alone.
func LockedEntries(path string) typemodel.Diagnostic {
	return typemodel.Diagnostic{Path: path, Text: "values of the map hold a lock, and must not be copied", Fix: "use pointers to them"}
}

// Error returns the refusals of t in a format as one error.
func Error(format string, t *typemodel.Type, list []typemodel.Diagnostic) error {
	return fmt.Errorf("%s: %s: %s", format, t, typemodel.JoinRefusals(list))
}
