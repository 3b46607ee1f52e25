package positional

import (
	"slices"

	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// What the tests see of a plan that know the formats, which import this package.
var (
	Half = half
	Hash = hash
	Tag  = tag
)

// Fingerprint returns the fingerprint of t in f.
func Fingerprint(f *Format, t *typemodel.Type) uint32 { return newPlan(f, "", t).fingerprint() }

// Growth returns what is checked of the fields that were added to t's structs.
func Growth(f *Format, t *typemodel.Type) []byte { return newPlan(f, "", t).growth() }

// Circles returns which of the types that have a function are taken for recursive,
// and whether a function stands in each circle.
func Circles(f *Format, root *typemodel.Type) (recursive map[*typemodel.Type]bool, ends bool) {
	p := newPlan(f, "", root)
	recursive = map[*typemodel.Type]bool{}
	for typ, n := range p.nodes {
		if n.function {
			recursive[typ] = n.recursive
		}
	}
	all := p.reachable(p.root)
	circles := shape.Circles(all, (*node).parts)
	return recursive, slices.ContainsFunc(all, func(n *node) bool { return n.function && circles[n] })
}
