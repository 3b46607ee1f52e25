package json

import (
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// dropped returns the fields that are left out, see [shape.Dropped]: encoding/json passes over unexported fields
// without a word, where their type has no methods to write them, and over all that
// stands beside an embedded type whose methods write the whole.
func (f *Format) dropped(t *typemodel.Type) []string {
	const keeps = typemodel.JSONMarshaler | typemodel.TextMarshaler | typemodel.JSONMarshalerTo
	var list []string
	skipped := map[string]bool{}
	typemodel.WalkPlaces(t, func(path string, t *typemodel.Type) bool {
		switch {
		case skipped[path] || t.Kind == typemodel.Time || t.As != nil || t.By.Methods != 0:
			return false
		case t.By.Fields:
		case t.Methods&keeps != 0 || t.Calls != 0:
			if t.Methods&keeps != 0 && t.Own()&keeps == 0 {
				for i := range t.Fields {
					if field := &t.Fields[i]; !field.Embedded && !field.Omit && !skips(field) && field.Name != "_" {
						list = append(list, typemodel.FieldPath(path, field.Name))
					}
				}
			}
			return false
		}
		for i := range t.Fields {
			if field := &t.Fields[i]; field.Omit || skips(field) || !field.Exported() && !field.Embedded {
				skipped[typemodel.FieldPath(path, field.Name)] = true
			}
		}
		for _, name := range t.Hidden() {
			at := typemodel.FieldPath(path, name)
			if first, _, inner := strings.Cut(name, "."); !inner || !skipped[typemodel.FieldPath(path, first)] {
				list = append(list, at)
			}
		}
		return true
	})
	return list
}
