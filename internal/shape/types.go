package shape

import (
	"reflect"

	"github.com/assay-go/assay/typemodel"
)

// Types are those that were met, by their spelling.
type Types map[string][]*typemodel.Type

// First returns the first type that was met and equals t, and else t: types that are
// loaded one by one have models of their own of what they share.
func (met Types) First(t *typemodel.Type) *typemodel.Type {
	name := t.Name.PkgPath + " " + t.String()
	for _, other := range met[name] {
		if other == t || reflect.DeepEqual(other, t) {
			return other
		}
	}
	met[name] = append(met[name], t)
	return t
}
