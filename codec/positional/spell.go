package positional

import (
	"go/token"
	"slices"
	"strings"

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
		if spelled {
			for _, name := range n.spelling() {
				if name.PkgPath != "" && name.PkgPath != p.pkg && !token.IsExported(name.Name) {
					p.refuse = append(p.refuse, typemodel.Refusal{
						Path: path, Reason: "the type " + name.String() + " is not exported by its package",
						Fix: "write the code into that package by --out", Ways: typemodel.WayLeaveOut,
					})
					return
				}
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

// spelling returns the names in the spelling of the node's type. Those of what is behind
// a pointer, or in a list or map, are its own.
func (n *node) spelling() []typemodel.Name {
	if n.elem != nil && n.op != opCarried && n.typ.Name.IsZero() {
		return nil
	}
	return typeNames(n.typ)
}

// typeNames returns the names that the spelling of t has.
func typeNames(t *typemodel.Type) []typemodel.Name {
	if !t.Name.IsZero() {
		return append([]typemodel.Name{t.Name}, argNames(t)...)
	}
	var list []typemodel.Name
	for _, part := range []*typemodel.Type{t.Key, t.Elem} {
		if part != nil {
			list = append(list, typeNames(part)...)
		}
	}
	for i := range t.Fields {
		list = append(list, typeNames(t.Fields[i].Type)...)
	}
	return list
}

// argNames returns the names of t's type arguments, and of theirs.
func argNames(t *typemodel.Type) []typemodel.Name {
	var list []typemodel.Name
	for _, a := range t.Name.Args {
		list = append(append(list, a.Name), argNames(a)...)
	}
	return list
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
	can := t.Name.PkgPath == e.PkgPath() && !slices.ContainsFunc(t.Fields, func(f typemodel.Field) bool { return f.Omit })
	typemodel.Walk(t, func(_ string, part *typemodel.Type) bool {
		name := part.Name
		switch {
		case !name.IsZero():
			can = can && (name.PkgPath == "" || name.PkgPath == e.PkgPath() || token.IsExported(name.Name))
			for _, a := range argNames(part) {
				can = can && (a.PkgPath == "" || a.PkgPath == e.PkgPath() || token.IsExported(a.Name))
			}
			return part == t
		case part.Kind == typemodel.Chan || part.Kind == typemodel.Func || part.Kind == typemodel.Invalid,
			part.Kind == typemodel.Interface && part.NumMethod > 0:
			can = false
		}
		return can
	})
	return can
}
