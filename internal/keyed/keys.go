package keyed

import (
	"slices"

	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// merges reports whether two values of n, the key of a map, may differ in Go and be
// equal on the wire: times of one instant, NaNs, what a conversion makes, and what of
// a struct is not written.
func merges(n *shape.Node) bool { return mergesBelow(n, map[*shape.Node]bool{}) }

func mergesBelow(n *shape.Node, seen map[*shape.Node]bool) bool {
	if seen[n] {
		return false
	}
	seen[n] = true
	switch n.Form {
	case shape.Time, shape.Carried, shape.Own, shape.Float32, shape.Float64:
		return true
	case shape.Array:
		return mergesBelow(n.Elem, seen)
	case shape.Struct:
		return !whole(n.Type, n.Members, 0) || slices.ContainsFunc(n.Members, func(m *shape.Member) bool {
			return m.Omit == shape.OmitZero && shape.TellsZero(m.Node.Type) || mergesBelow(m.Node, seen)
		})
	}
	return false
}

// whole reports whether every field of t that Go compares is a member, or is made of
// members, whose paths lead to t by so many fields.
func whole(t *typemodel.Type, members []*shape.Member, depth int) bool {
	for i := range t.Fields {
		f := &t.Fields[i]
		if f.Name == "_" {
			continue
		}
		var below []*shape.Member
		for _, m := range members {
			if m.Path[depth].Name == f.Name {
				below = append(below, m)
			}
		}
		direct := slices.ContainsFunc(below, func(m *shape.Member) bool { return len(m.Path) == depth+1 })
		if !direct && (len(below) == 0 || f.Type.Kind == typemodel.Pointer || !whole(f.Type, below, depth+1)) {
			return false
		}
	}
	return true
}
