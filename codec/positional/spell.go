package positional

import (
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// spell refuses what code in the plan's package cannot spell: types of another package
// that are not exported. A struct or an interface that is a field needs no spelling.
func (p *plan) spell() {
	seen := map[*node]bool{}
	var visit func(n *node, path string, spelled bool)
	visit = func(n *node, path string, spelled bool) {
		if n == nil || n.op == opUnresolved {
			return
		}
		if spelled && (n.elem == nil || n.op == opCarried || !n.typ.Name.IsZero()) { // else elem is spelled by itself
			if hidden := shape.Unspelled(n.typ, p.pkg); hidden != nil && !p.refused(path) {
				p.refuse = append(p.refuse, shape.NotExported(path, hidden))
				return
			}
		}
		if seen[n] {
			return
		}
		seen[n] = true
		for _, f := range n.fields {
			inPlace := f.node.op == opStruct || f.node.op == opTime || f.node.op == opInterface
			visit(f.node, strings.TrimPrefix(path+"."+f.name, "."), !inPlace)
		}
		visit(n.key, path+"[key]", true)
		switch n.op {
		case opPointer, opValue, opCarried:
			visit(n.elem, path, true)
		case opMap:
			visit(n.elem, path+"[value]", true)
		default:
			visit(n.elem, path+"[]", true)
		}
		for _, impl := range n.impls {
			visit(impl, path+".("+impl.typ.String()+")", true)
		}
	}
	visit(p.root, "", true)
}

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
