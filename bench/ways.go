package bench

import (
	"fmt"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// withWays returns the refusal of a part of t, which is measured in the module of
// the given path, with the ways out that a run has,
// written so that they can be typed: naming what an interface holds, or a
// conversion, or leaving the field out. A refusal that has another remedy, such
// as a wider integer, is returned as it is.
func withWays(t *typemodel.Type, modulePath string, r typemodel.Refusal) typemodel.Refusal {
	if !strings.Contains(r.Fix, "assay:") {
		return r
	}
	of := partAt(t, r.Path)
	var ways []string
	switch {
	case of == nil:
	case of.Kind == typemodel.Interface && len(of.Impls) == 0 && !of.Name.IsZero() && of.Name.PkgPath != "":
		name := of.Name.PkgPath + "." + of.Name.Name
		ways = append(ways, fmt.Sprintf("name them by --impl='%[1]s=TYPE,TYPE', or in a file of your package by //assay:impl %[1]s = TYPE TYPE", name))
	case of.Kind == typemodel.Interface && len(of.Impls) == 0 && ofModule(owner(t, fieldOf(r.Path)), modulePath):
		ways = append(ways, "name them by //assay:impl TYPE TYPE at the field")
	case len(of.Hidden()) > 0 && of.Name.PkgPath != "" && of.As == nil:
		name := of.Name.PkgPath + "." + of.Name.Name
		ways = append(ways, fmt.Sprintf("name a conversion by --as='%[1]s=FUNC,FUNC', or in a file of your package by //assay:as %[1]s = FUNC FUNC", name))
	}
	if path := fieldOf(r.Path); path != "" {
		if _, err := typemodel.Omit(t, path); err == nil {
			ways = append(ways, fmt.Sprintf("leave the field out by --omit='%s' or the tag assay:\"-\"", path))
		}
	}
	if len(ways) > 0 {
		r.Fix = strings.Join(ways, "; or ")
	}
	return r
}

// owner returns the struct that has the field at path.
func owner(t *typemodel.Type, path string) *typemodel.Type {
	var found *typemodel.Type
	typemodel.Walk(t, func(at string, t *typemodel.Type) bool {
		for i := range t.Fields {
			if strings.TrimPrefix(at+"."+t.Fields[i].Name, ".") == path && found == nil {
				found = t
			}
		}
		return found == nil
	})
	return found
}

// ofModule reports whether the declaration of t is the user's, who can write
// beside its fields.
func ofModule(t *typemodel.Type, modulePath string) bool {
	return t != nil && (t.Name.PkgPath == modulePath || strings.HasPrefix(t.Name.PkgPath, modulePath+"/"))
}

// partAt returns the part of t that a refusal's path leads to: of a pointer what
// it points to, which is at the same path.
func partAt(t *typemodel.Type, path string) *typemodel.Type {
	var found *typemodel.Type
	typemodel.Walk(t, func(at string, t *typemodel.Type) bool {
		if at == path && (found == nil || found.Kind == typemodel.Pointer) {
			found = t
		}
		return true
	})
	return found
}

// fieldOf cuts from a path what comes behind its last field.
func fieldOf(path string) string {
	for {
		switch {
		case strings.HasSuffix(path, "[]"):
			path = strings.TrimSuffix(path, "[]")
		case strings.HasSuffix(path, "[key]"):
			path = strings.TrimSuffix(path, "[key]")
		case strings.HasSuffix(path, "[value]"):
			path = strings.TrimSuffix(path, "[value]")
		case strings.HasSuffix(path, ")"):
			path = path[:strings.LastIndex(path, ".(")]
		default:
			return path
		}
	}
}

// allWithWays is withWays for each of the refusals.
func allWithWays(t *typemodel.Type, modulePath string, list []typemodel.Refusal) []typemodel.Refusal {
	out := make([]typemodel.Refusal, len(list))
	for i, r := range list {
		out[i] = withWays(t, modulePath, r)
	}
	return out
}
