package driver

import (
	"slices"

	"github.com/assay-go/assay/typemodel"
)

// Key returns a string that tells types apart as Go does, and interfaces also by
// what they may hold, which differs from field to field. It spells types, and so
// imports what they need.
func (a *Adapter) Key(t *typemodel.Type) string { return a.key(t, nil) }

// key is Key within the types in whose keys t is.
func (a *Adapter) key(t *typemodel.Type, within []*typemodel.Type) string {
	key := a.Type(t)
	if slices.Contains(within, t) || t.Kind != typemodel.Interface && !t.Name.IsZero() {
		return key
	}
	within = append(within, t)
	for _, part := range slices.Concat([]*typemodel.Type{t.Key, t.Elem}, t.Impls) {
		if part != nil {
			key += " (" + a.key(part, within) + ")"
		}
	}
	for i := range t.Fields {
		key += " (" + a.key(t.Fields[i].Type, within) + ")"
	}
	return key
}
