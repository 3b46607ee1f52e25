package schema

import (
	"fmt"
	"strings"
)

// key identifies a type among the interned ones by its kind, names and the
// identities of the types in it.
func (c *checker) key(head string, ts []*Type) string {
	var b strings.Builder
	b.WriteString(head)
	for _, t := range ts {
		fmt.Fprintf(&b, " %d", c.ids[t])
	}
	return b.String()
}

// intern returns the type equal to t that the schema has already, or t.
func (c *checker) intern(t *Type) *Type {
	head := fmt.Sprintf("%d %q %t %q", t.Kind, t.Name, t.MessageSum, t.Subset)
	if t.Default != nil {
		head += fmt.Sprintf(" default %t %d %x %q", t.Default.Bool, t.Default.Int, t.Default.Float, t.Default.Str)
	}
	if len(t.Args) > 0 {
		head = c.key(head+" args", t.Args) + " /"
	}
	parts := t.Elems
	for _, k := range t.Constants {
		head += " " + k
	}
	for _, k := range t.Constructors {
		head = c.key(head+" "+k.Name+"(", k.Args) + ")"
	}
	for _, v := range t.Variants {
		head += " " + v.Name + "{"
		for _, f := range v.Fields {
			head += fmt.Sprintf(" %d %s %t %d %t %d", f.Index, f.Name, f.Mutable, f.Loading, f.Retyped, c.ids[f.Type])
		}
	}
	key := c.key(head, parts)
	if old := c.ground[key]; old != nil {
		return old
	}
	if len(c.ids) >= maxTypes && !c.full {
		c.full = true
		c.fail(c.decl.Pos, c.decl.Name, fmt.Sprintf("the schema expands to more than %d types", maxTypes), "nest fewer polymorphic types")
	}
	derive(t)
	c.ground[key] = t
	c.ids[t] = len(c.ids) + 1
	return t
}

// derive computes what follows from a type's parts.
func derive(t *Type) {
	part := func(p *Type) { t.projecting = t.projecting || p.projecting }
	t.cost = 1
	charge := func(p *Type) { t.cost = min(t.cost+p.cost, maxCost) }
	switch t.Kind {
	case Bool:
		t.defaults = true
	case List, Array:
		t.defaults = true
		part(t.Elem())
	case Tuple:
		t.defaults = true
		for _, e := range t.Elems {
			t.defaults = t.defaults && e.defaults
			part(e)
			charge(e)
		}
	case Sum:
		t.defaults = len(t.Constants) > 0
		for _, k := range t.Constructors {
			for _, a := range k.Args {
				part(a)
			}
		}
	case Record:
		t.defaults = true
		t.projecting = t.Subset != ""
		for i, v := range t.Variants {
			for _, f := range v.Fields {
				part(f.Type)
				if i == 0 {
					charge(f.Type)
				}
			}
		}
	default:
		t.defaults = t.Default != nil
	}
}
