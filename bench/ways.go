package bench

import (
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// withWays returns the refusal of a part of t, which is measured in the module of
// the given path, with the ways out that a run has,
// written so that they can be typed: naming what an interface holds, or a
// conversion, or leaving the field out. A refusal that knows of no such way, since
// it has another remedy, such as a wider integer, is returned as it is.
func withWays(t *typemodel.Type, modulePath string, r typemodel.Diagnostic) typemodel.Diagnostic {
	if r.Ways&(typemodel.WayImpl|typemodel.WayLeaveOut) == 0 {
		return r
	}
	r.Ways |= typemodel.WayImpl | typemodel.WayConvert
	return typemodel.Advise(t, func(pkgPath string) bool {
		return pkgPath == modulePath || strings.HasPrefix(pkgPath, modulePath+"/")
	}, r)
}

// allWithWays is withWays for each of the refusals.
func allWithWays(t *typemodel.Type, modulePath string, list []typemodel.Diagnostic) []typemodel.Diagnostic {
	out := make([]typemodel.Diagnostic, len(list))
	for i, r := range list {
		out[i] = withWays(t, modulePath, r)
	}
	return out
}
