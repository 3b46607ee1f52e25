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
			for at := path; t.Methods&keeps != 0 && t.Own()&keeps == 0; {
				writer := writerOf(t)
				for i := range t.Fields {
					if field := &t.Fields[i]; field != writer && !field.Omit && !skips(field) && field.Name != "_" && !field.Type.Indirect().Locker {
						list = append(list, typemodel.FieldPath(at, field.Name))
					}
				}
				if writer == nil {
					break
				}
				at, t = typemodel.FieldPath(at, writer.Name), writer.Type.Indirect()
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

// writerOf returns the field by whose methods encoding/json writes all of t: the embedded one
// that has them nearest. It is nil where t has methods that are its own, or none.
func writerOf(t *typemodel.Type) *typemodel.Field {
	methods := typemodel.JSONMarshaler
	if t.Methods&methods == 0 {
		methods = typemodel.TextMarshaler
	}
	field, _ := nearest(t, methods)
	return field
}

// nearest returns the field that t has methods from, and how deep within it these are declared.
func nearest(t *typemodel.Type, methods typemodel.Methods) (field *typemodel.Field, depth int) {
	if t.Kind != typemodel.Struct || t.Promoted&methods == 0 {
		return nil, 0
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		if of := f.Type.Indirect(); f.Embedded && (of.Kind == typemodel.Time || of.Methods&methods != 0) {
			if _, d := nearest(of, methods); field == nil || d+1 < depth {
				field, depth = f, d+1
			}
		}
	}
	return field, depth
}
