package shape

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// Members returns the members of the struct t by the rules, in the order of their
// fields and without their nodes, and what the tag of its marker says. The paths of
// refusals begin at t. carried reports the types that another stands in the place of.
func (r Rules) Members(t *typemodel.Type, carried func(*typemodel.Type) bool) (list []*Member, options []string, refused []typemodel.Diagnostic) {
	c := &collection{Rules: r, carried: carried, inside: []embedded{{typ: t}}}
	// What is embedded is looked at behind all that is less deep, each type once, and
	// counted where it stands twice in one depth.
	var count map[*typemodel.Type]int
	visited := map[*typemodel.Type]bool{}
	for len(c.inside) > 0 {
		var level []embedded
		level, c.inside = c.inside, nil
		for _, at := range level {
			if c.promotes() && visited[at.typ] {
				continue
			}
			visited[at.typ] = true
			for i := range at.typ.Fields {
				m := c.field(at, i)
				if m == nil {
					continue
				}
				c.found = append(c.found, m)
				if c.promotes() && count[at.typ] > 1 {
					c.found = append(c.found, m) // like the one of the other
				}
			}
		}
		count = map[*typemodel.Type]int{}
		for _, inner := range c.inside {
			count[inner.typ]++
		}
	}
	list = c.dominant()
	return list, c.options, c.refused
}

// promotes reports whether members of what is embedded may hide each other.
func (r Rules) promotes() bool { return r.Promote || r.Exactly }

// collection is how members are found.
type collection struct {
	Rules
	carried func(*typemodel.Type) bool
	inside  []embedded // what is to be looked at next
	found   []*Member
	options []string
	refused []typemodel.Diagnostic
}

// embedded is a struct whose members are those of another, by the fields of path, which
// have these places in their structs.
type embedded struct {
	typ   *typemodel.Type
	path  []*typemodel.Field
	index []int
}

// field returns the member that the field i of a struct is, or nil. Where its own members
// stand in its place, they are found later.
func (c *collection) field(at embedded, i int) *Member {
	f := &at.typ.Fields[i]
	if f.Name == cmp.Or(c.Marker, "_") && len(at.path) == 0 {
		if m, _ := c.read(at.typ, f); m != nil {
			c.options = append(c.options, m.Options...)
		}
		if !f.Exported() {
			return nil
		}
	}
	if f.Omit || !f.Exported() && !c.enters(f) {
		return nil
	}
	path, index := append(slices.Clone(at.path), f), append(slices.Clone(at.index), i)
	m, refused := c.read(at.typ, f)
	switch {
	case refused.Text != "":
		c.refuse(path, refused)
		return nil
	case m == nil:
		return nil
	case c.Lift && f.Embedded && !f.Exported():
		c.inside = append(c.inside, embedded{f.Type, path, index})
		return nil
	case f.PkgPath != "" && c.Package != "" && f.PkgPath != c.Package:
		c.refuse(path, typemodel.Diagnostic{
			Text: "the field is not exported by its package, " + f.PkgPath,
			Fix:  "write the code into that package by --out", Remedies: typemodel.RemedyLeaveOut,
		})
		return nil
	case c.Inline != "" && m.Has(c.Inline):
		if f.Type.Kind != typemodel.Struct || c.carried(f.Type) || slices.ContainsFunc(at.path, func(p *typemodel.Field) bool { return p.Type == f.Type }) {
			c.refuse(path, typemodel.Diagnostic{
				Text: "the option " + c.Inline + " is for structs with fields of their own",
				Fix:  "remove it from the tag",
			})
			return nil
		}
		c.inside = append(c.inside, embedded{f.Type, path, index})
		return nil
	case c.promotes() && f.Embedded && !m.Tagged:
		inner := f.Type.Indirect()
		if inner.Kind != typemodel.Struct {
			break
		}
		through := inner == f.Type || c.Through || c.Exactly
		if through && !c.carried(inner) {
			c.inside = append(c.inside, embedded{inner, path, index})
			return nil
		}
		if inner != f.Type && !c.Exactly {
			c.refuse(path, typemodel.Diagnostic{
				Text: "members of a struct that is embedded by a pointer are not carried yet",
				Fix:  "give it a name by its tag, embed the struct itself", Remedies: typemodel.RemedyLeaveOut,
			})
			return nil
		}
	}
	m.Path, m.index = path, index
	return m
}

// refuse adds a refusal.
func (c *collection) refuse(path []*typemodel.Field, r typemodel.Diagnostic) {
	r.Path = dotted(path)
	c.refused = append(c.refused, r)
}

// dotted returns the path of a field.
func dotted(path []*typemodel.Field) string {
	var names []string
	for _, f := range path {
		names = append(names, f.Name)
	}
	return strings.Join(names, ".")
}

// enters reports whether a field that is not exported has members for all that: it is
// embedded, and a struct.
func (r Rules) enters(f *typemodel.Field) bool {
	if r.Exactly {
		k := f.Type.Indirect().Kind
		return f.Embedded && (k == typemodel.Struct || k == typemodel.Time)
	}
	return f.Embedded && f.Type.Kind == typemodel.Struct && carries(f.Type)
}

// carries reports whether a struct has fields that are carried.
func carries(t *typemodel.Type) bool {
	return slices.ContainsFunc(t.Fields, func(f typemodel.Field) bool {
		return f.Exported() || !f.Omit && f.Embedded && f.Type.Kind == typemodel.Struct && carries(f.Type)
	})
}

// read returns the member that the field of a struct is, or nil for one that is left
// out.
func (r Rules) read(of *typemodel.Type, f *typemodel.Field) (m *Member, refused typemodel.Diagnostic) {
	if r.Read != nil {
		return r.Read(of, f)
	}
	return Tagged(f, r.Tags...), typemodel.Diagnostic{}
}

// Tagged returns the member that the tags of f tell of, or nil if they leave f out.
func Tagged(f *typemodel.Field, tags ...string) *Member {
	m := &Member{Name: f.Name}
	for _, key := range tags {
		tag := f.Tag.Get(key)
		if tag == "" {
			continue
		}
		parts := strings.Split(tag, ",")
		if tag == "-" {
			return nil
		}
		if parts[0] != "" {
			m.Name, m.Tagged = parts[0], true
		}
		m.Options = parts[1:]
		break
	}
	switch {
	case m.Has("omitempty"):
		m.Omit = OmitEmpty
	case m.Has("omitzero"):
		m.Omit = OmitZero
	}
	return m
}

// dominant returns the members that were found but for those that others hide, and
// refuses what has one name, or number, with another.
func (c *collection) dominant() (list []*Member) {
	inOrder := func(a, b *Member) int { return slices.Compare(a.index, b.index) }
	slices.SortStableFunc(c.found, func(a, b *Member) int {
		return cmp.Or(strings.Compare(a.Name, b.Name), c.hides(a, b), inOrder(a, b))
	})
	var kept []*Member
	for len(c.found) > 0 {
		first, n := c.found[0], 1
		for n < len(c.found) && c.found[n].Name == first.Name && c.hides(first, c.found[n]) == 0 {
			n++
		}
		if n == 1 || !c.Exactly {
			kept = append(kept, first)
			for _, m := range c.found[1:n] {
				c.refuse(m.Path, typemodel.Diagnostic{
					Text: "two members have the name " + strconv.Quote(m.Name),
					Fix:  "give one of them another name by its tag",
				})
			}
		}
		hidden := slices.IndexFunc(c.found, func(m *Member) bool { return m.Name != first.Name })
		if hidden < 0 {
			hidden = len(c.found)
		}
		for _, m := range c.found[n:hidden] {
			if c.Doubled != "" {
				c.refuse(m.Path, typemodel.Diagnostic{
					Text: c.Doubled + " writes it beside the " + strconv.Quote(m.Name) + " that hides it, under one name",
					Fix:  "give one of them another name by its tag",
				})
			}
		}
		c.found = c.found[hidden:]
	}
	slices.SortFunc(kept, inOrder)
	byNumber := map[int]*Member{}
	for _, m := range kept {
		if other := byNumber[m.Number]; m.Number != 0 && other != nil {
			c.refuse(m.Path, typemodel.Diagnostic{
				Text: fmt.Sprintf("%s has the number %d too", other.Field().Name, m.Number),
				Fix:  "give one of them another number by its tag",
			})
			continue
		}
		byNumber[m.Number] = m
		list = append(list, m)
	}
	return list
}

// hides returns less than 0 if the member a hides b, of the same name: it is less deep, or
// as deep and its tag has the name.
func (c *collection) hides(a, b *Member) int {
	depth := cmp.Compare(len(a.index), len(b.index))
	switch {
	case !c.promotes() || a.Tagged == b.Tagged && depth == 0:
		return 0
	case depth != 0:
		return depth
	case a.Tagged:
		return -1
	}
	return 1
}
