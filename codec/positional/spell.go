package positional

import (
	"slices"

	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// tripwire prints a line for each struct that stops compiling when its fields are
// no longer those that the code was generated for.
func (e *emitter) tripwire(p *plan) {
	for _, n := range p.reachable(p.root) {
		t := n.typ
		if n.op != opStruct || t.Name.IsZero() || t.Kind != typemodel.Struct || len(t.Fields) == 0 || e.wired[t] || !e.spells(t) {
			continue
		}
		e.wired[t] = true
		plain := *t
		plain.Fields = slices.Clone(t.Fields)
		for i := range plain.Fields {
			plain.Fields[i].Tag = ""
		}
		e.P()
		e.Pf("var _ = %s(%s{}) // the fields that the code is for", e.Underlying(&plain), e.goType(t))
	}
}

// spells reports whether the fields of t can be written down in the file's
// package.
func (e *emitter) spells(t *typemodel.Type) bool {
	return t.Name.PkgPath == e.PkgPath() && !slices.ContainsFunc(t.Fields, func(f typemodel.Field) bool {
		return f.Omit || !shape.Spells(f.Type, e.PkgPath())
	})
}
