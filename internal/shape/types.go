package shape

import (
	"reflect"

	"github.com/assay-go/assay/typemodel"
)

// Types are those that were met. The zero Types has met none.
type Types struct {
	named map[string][]*typemodel.Type        // those that equal none before, by their spelling
	first map[*typemodel.Type]*typemodel.Type // of all
}

// First returns the first type that was met and equals t, and else t: types that are
// loaded one by one have models of their own of what they share.
func (met *Types) First(t *typemodel.Type) *typemodel.Type {
	if other, ok := met.first[t]; ok {
		return other
	}
	if met.first == nil {
		met.named, met.first = map[string][]*typemodel.Type{}, map[*typemodel.Type]*typemodel.Type{}
	}
	name := t.Name.PkgPath + " " + t.String()
	for _, other := range met.named[name] {
		if reflect.DeepEqual(other, t) {
			met.first[t] = other
			return other
		}
	}
	met.named[name] = append(met.named[name], t)
	met.first[t] = t
	return t
}
