package compat

import (
	"fmt"

	"github.com/assay-go/assay/extprot/schema"
)

// width orders the numbers: a reader takes every narrower one.
var width = map[schema.Kind]int{schema.Bool: 1, schema.Byte: 1, schema.Int: 2, schema.Long: 3, schema.Float: 4}

func (c *comparer) primitives(o, n *schema.Type, dir direction, path string) Verdict {
	if o.Kind == n.Kind {
		if !sameDefault(o.Default, n.Default) {
			c.note(path, "default changed", dir, Yes, "it matters only to data in which the value is missing")
		}
		return Yes
	}
	r, w := sides(o, n, dir)
	what := fmt.Sprintf("%v became %v", o.Kind, n.Kind)
	v, why := widens(r.Kind, w.Kind)
	return c.note(path, what, dir, v, "%s", why)
}

func sameDefault(a, b *schema.Literal) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b || a.Float != a.Float && b.Float != b.Float
}

// widens judges a primitive reader against data of another primitive.
func widens(r, w schema.Kind) (Verdict, string) {
	switch {
	case r == w:
		return Yes, "the same type"
	case r == schema.Bool && w == schema.Byte:
		return Yes, "every byte but 0 reads as true"
	case r == schema.Byte && w == schema.Bool:
		return Yes, "false and true read as 0 and 1"
	case width[w] > 0 && width[r] > width[w] && width[r] > 1:
		if r == schema.Float && width[w] > 1 {
			return Yes, fmt.Sprintf("a float reader takes %vs; they are rounded beyond 53 bits", w)
		}
		return Yes, fmt.Sprintf("a reader of %v takes the narrower %v", r, w)
	case width[w] > 0 && width[r] > 0:
		return No, fmt.Sprintf("a reader of %v does not take the wider %v: Bad_wire_type", r, w)
	}
	return No, fmt.Sprintf("%v and %v have different encodings: Bad_wire_type", r, w)
}

// sameWire reports whether two primitives have the same wire type, which is
// what promotion asks for.
func sameWire(a, b schema.Kind) bool {
	return a == b || width[a] == 1 && width[b] == 1
}

// promotion judges the reader of a tuple, record or sum against data in which a
// primitive stands in its place.
func (c *comparer) promotion(r, w *schema.Type, dir direction, path, what string) Verdict {
	rs := sequences(r)
	switch {
	case r.Subset != "":
		return c.note(path, what, dir, No, "a subset's reader takes no bare primitive: Bad_wire_type")
	case len(rs) == 0:
		return c.note(path, what, dir, No, "%v has constants only: Bad_wire_type", r)
	}
	first := rs[0].fields[0].Type
	target := "the first field"
	if r.Kind == schema.Sum {
		target = "the first argument of " + rs[0].name
	}
	switch {
	case !first.Kind.Primitive():
		return c.note(path, what, dir, No, "%s is %v, not a primitive: two promotions at once are refused with Bad_wire_type", target, first)
	case !sameWire(first.Kind, w.Kind):
		return c.note(path, what, dir, No, "%s is %v: a promoted value must be %v exactly: Bad_wire_type", target, first, w)
	}
	for _, f := range rs[0].fields[1:] {
		if lacking := withoutDefault(f.Type, map[*schema.Type]bool{}); lacking != "" {
			return c.note(path, what, dir, No, "the rest of the value cannot be made up: %s", lacking)
		}
	}
	return c.note(path, what, dir, Yes, "the %v is promoted to %s, the rest takes defaults", w.Kind, target)
}

// demotion judges the reader of a primitive against data of a tuple, record or
// sum that starts with it.
func (c *comparer) demotion(r, w *schema.Type, dir direction, path, what string) Verdict {
	var t tally
	why := "a reader of " + r.Kind.String() + " takes the first value of a Tuple"
	fault := ""
	for i, name := range w.Constants {
		t.count(No)
		fault = fmt.Sprintf("Bad_wire_type when %s is met", name)
		if i > 0 {
			fault = fmt.Sprintf("Bad_wire_type or Unknown_tag when %s is met", name)
		}
	}
	for tag, s := range sequences(w) {
		first := s.fields[0].Type
		v, reason := No, ""
		switch {
		case tag > 0:
			reason = fmt.Sprintf("Unknown_tag %d when %s is met", tag, s.name)
		case !first.Kind.Primitive():
			reason = fmt.Sprintf("its first value is %v: Bad_wire_type", first)
		default:
			v, reason = widens(r.Kind, first.Kind)
		}
		t.count(v)
		if v == No {
			fault = reason
		}
	}
	if fault != "" && t.verdict() == Sometimes {
		return c.note(path, what, dir, Sometimes, "%s; %s", why, fault)
	}
	if fault != "" {
		return c.note(path, what, dir, No, "%s", fault)
	}
	return c.note(path, what, dir, Yes, "%s", why)
}
