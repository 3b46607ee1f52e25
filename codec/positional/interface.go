package positional

import (
	"encoding/binary"
	"fmt"
	"maps"
)

// tag returns what stands before the i-th concrete type of an interface, or
// before nil for -1.
func tag(i int) []byte { return binary.AppendUvarint(nil, uint64(i+1)) }

// byType prints a switch over the type that is in the interface it. clause
// prints what is done with the i-th one at the place lv; where used says that
// none does anything with it, lv has no name.
func (e *emitter) byType(it item, used bool, clause func(i int, lv lvalue)) {
	x := e.local("x")
	if used {
		e.Pf("switch %s := %s.(type) {", x, it.lv)
	} else {
		e.Pf("switch %s.(type) {", it.lv)
	}
	e.P("case nil:")
	clause(-1, lvalue{})
	for i, impl := range it.impls {
		e.P("case ", impl.typ, ":")
		clause(i, variable(x))
	}
}

// implItems returns the items of the i-th concrete type of the interface it.
func (e *emitter) implItems(it item, i int, lv lvalue) []item {
	return e.plan.elemItems(it.impls[i], lv, implPath(it, it.impls[i].typ))
}

// unknownType is said of a value in the interface n that the format has no number
// for.
func unknownType(n *node) string {
	if n.dynamic() {
		return "the interface holds a value of none of the basic types: name its type with an //assay:impl directive"
	}
	return "the interface holds a value of a type that is not named in its //assay:impl directive"
}

// writesImpls reports whether anything of what the interface holds is written,
// beside its tag.
func (e *emitter) writesImpls(it item) bool {
	for i := range it.impls {
		if e.writes(e.implItems(it, i, variable("x"))) {
			return true
		}
	}
	return false
}

// writes reports whether anything of items is written.
func (e *emitter) writes(items []item) bool {
	for _, it := range items {
		if it.op != opFramed && (it.fixed > 0 || it.tail) {
			return true
		}
		for _, f := range it.fields {
			if e.writes(e.plan.fieldItems(f, it.lv, it.path)) {
				return true
			}
		}
	}
	return false
}

// appendInterface prints the appending of a tag and of what the interface holds.
func (e *emitter) appendInterface(it item) {
	e.byType(it, e.writesImpls(it), func(i int, lv lvalue) {
		if len(tag(i)) == 1 {
			e.Pf("b = append(b, %d)", tag(i)[0])
		} else {
			e.Pf("b = append(b, %q...)", tag(i))
		}
		if i >= 0 {
			e.block(func() { e.appendPieces(e.pieces(e.implItems(it, i, lv))) })
		}
	})
	e.P("default:")
	e.P(e.failMarshal(it.path, unknownType(it.node)))
	e.P("}")
}

// getInterface prints the reading of a tag, and of a value of its type. A value
// of that type which is there already gives its storage.
func (e *emitter) getInterface(it item) {
	start := e.local("q")
	e.P(start, " := p")
	u := e.getUvarint(it.path, 64, false)
	e.P("switch ", u, " {")
	e.P("case 0:")
	e.P(it.lv.alone(), " = nil")
	for i, impl := range it.impls {
		e.Pf("case %d:", i+1)
		e.chargeOne(it, impl.typ, impl.least+len(tag(i)), impl.leastBits+8*len(tag(i)))
		x := e.local("x")
		if impl.ownsStorage() && !e.aliases(item{node: impl}) {
			e.P(x, ", _ := ", it.lv, ".(", impl.typ, ")")
		} else {
			e.P("var ", x, " ", impl.typ)
		}
		outer := maps.Clone(e.pools) // two types may be spelled alike in paths
		e.get(e.pieces(e.implItems(it, i, variable(x))))
		e.pools = outer
		e.P(it.lv.alone(), " = ", x)
	}
	e.P("default:")
	e.Pf("return p, r.fail(%s, %q, %q)", start, e.where(it.path), fmt.Sprintf("a number of a type beyond the %d that the interface may hold", len(it.impls)))
	e.P("}")
}
