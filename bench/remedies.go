package bench

import (
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// withRemedies returns the refusal of a part of t, which is measured in the module of
// the given path, with the remedies that a run has, written so that they can be typed:
// naming what an interface holds, a conversion, or leaving the field out. A refusal that
// has another one, such as a wider integer, is returned as it is.
func withRemedies(t *typemodel.Type, modulePath string, r typemodel.Diagnostic) typemodel.Diagnostic {
	if r.Remedies&(typemodel.RemedyImpl|typemodel.RemedyLeaveOut) == 0 {
		return r
	}
	r.Remedies |= typemodel.RemedyImpl | typemodel.RemedyConvert
	return typemodel.Advise(t, func(pkgPath string) bool {
		return pkgPath == modulePath || strings.HasPrefix(pkgPath, modulePath+"/")
	}, r)
}

// allWithRemedies is withRemedies for each of the refusals.
func allWithRemedies(t *typemodel.Type, modulePath string, list []typemodel.Diagnostic) []typemodel.Diagnostic {
	out := make([]typemodel.Diagnostic, len(list))
	for i, r := range list {
		out[i] = withRemedies(t, modulePath, r)
	}
	return out
}
