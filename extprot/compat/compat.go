// Package compat compares two versions of an extprot schema. For every change
// it says whether it is backward compatible (new readers read old data) and
// forward compatible (old readers read new data), and why.
//
// The rules are those of extprot's readers: appended fields need defaults,
// constructors may be appended, primitives may be widened or promoted to tuples
// and sums, and nothing may move. Names are not on the wire: a name that
// appears in another place is taken for a move, a name that vanishes for a
// renaming. The package judges types only; it never sees data.
//
// Unstable: names may change in a minor version.
package compat

import (
	"fmt"
	"slices"

	"github.com/assay-go/assay/extprot/schema"
)

// Verdict says whether one version reads what the other writes.
type Verdict uint8

// The verdicts, from best to worst. NotApplicable stands for what nobody
// writes: a subset, or a message that one version does not have.
const (
	NotApplicable Verdict = iota
	Yes
	Sometimes // some values are read and others are refused
	No
)

func (v Verdict) String() string {
	return [...]string{"n/a", "yes", "sometimes", "no"}[v]
}

// Judgement is a verdict with its reason.
type Judgement struct {
	Verdict Verdict
	Reason  string
}

// Change is one difference between two versions.
type Change struct {
	Path     string // message, variant, field; [] for elements of lists, a number for those of tuples
	What     string
	Backward Judgement // the new version reads old data
	Forward  Judgement // the old version reads new data
}

// Report is the comparison of two schemas.
type Report struct {
	Changes  []Change
	Backward Verdict // the worst of all changes; Yes if there is none
	Forward  Verdict
}

// Compare compares the messages of two versions, by name. A type that is used
// in several places is reported where it is met first.
func Compare(older, newer *schema.Schema) *Report {
	r := &Report{Backward: Yes, Forward: Yes}
	c := &comparer{report: r, index: map[string]int{}, known: map[pair]Verdict{}}
	for _, m := range older.Messages {
		n := newer.Message(m.Name)
		if n == nil {
			c.add(Change{Path: m.Name, What: "message removed",
				Backward: Judgement{No, "the new version has no reader for it"},
				Forward:  Judgement{NotApplicable, "the new version does not write it"}})
			continue
		}
		c.message(m.Type, n.Type)
	}
	for _, m := range newer.Messages {
		if older.Message(m.Name) == nil {
			c.add(Change{Path: m.Name, What: "message added",
				Backward: Judgement{NotApplicable, "the old version does not write it"},
				Forward:  Judgement{NotApplicable, "the old version has no reader for it, and never had"}})
		}
	}
	for _, ch := range r.Changes {
		r.Backward = max(r.Backward, ch.Backward.Verdict)
		r.Forward = max(r.Forward, ch.Forward.Verdict)
	}
	return r
}

type direction bool

const (
	backward direction = false
	forward  direction = true
)

type pair struct {
	older, newer *schema.Type
	dir          direction
}

type comparer struct {
	report *Report
	index  map[string]int // of the change at a path with a description
	known  map[pair]Verdict
}

func (c *comparer) message(o, n *schema.Type) {
	from := len(c.report.Changes)
	for _, dir := range []direction{backward, forward} {
		_, w := sides(o, n, dir)
		if !w.ReadOnly() {
			c.reads(o, n, dir, o.Name)
		}
	}
	// A change that concerns one direction only leaves the other as it was.
	for i := range c.report.Changes[from:] {
		ch := &c.report.Changes[from+i]
		for _, j := range []*Judgement{&ch.Backward, &ch.Forward} {
			if j.Reason == "" {
				*j = Judgement{Yes, "nothing changes for this reader"}
				if w := o; j == &ch.Forward && n.ReadOnly() || j == &ch.Backward && w.ReadOnly() {
					*j = Judgement{NotApplicable, "a subset is read, never written"}
				}
			}
		}
	}
}

func (c *comparer) add(ch Change) { c.report.Changes = append(c.report.Changes, ch) }

// note records a finding; both directions of one change share an entry.
func (c *comparer) note(path, what string, dir direction, v Verdict, reason string, args ...any) Verdict {
	key := path + "\x00" + what
	i, ok := c.index[key]
	if !ok {
		i = len(c.report.Changes)
		c.index[key] = i
		c.add(Change{Path: path, What: what})
	}
	j := Judgement{v, fmt.Sprintf(reason, args...)}
	ch := &c.report.Changes[i]
	side := &ch.Backward
	if dir == forward {
		side = &ch.Forward
	}
	if j.Verdict > side.Verdict {
		*side = j
	}
	return v
}

// sides gives the reader's and the writer's type.
func sides(o, n *schema.Type, dir direction) (r, w *schema.Type) {
	if dir == backward {
		return n, o
	}
	return o, n
}

// reads judges whether values that one version writes are read by the other.
func (c *comparer) reads(o, n *schema.Type, dir direction, path string) Verdict {
	key := pair{o, n, dir}
	if v, ok := c.known[key]; ok {
		return v
	}
	v := c.judge(o, n, dir, path)
	c.known[key] = v
	return v
}

func (c *comparer) judge(o, n *schema.Type, dir direction, path string) Verdict {
	r, w := sides(o, n, dir)
	what := fmt.Sprintf("%s became %s", describe(o), describe(n))
	switch {
	case o.Kind.Primitive() && n.Kind.Primitive():
		return c.primitives(o, n, dir, path)
	case isList(o) && isList(n):
		if o.Kind != n.Kind {
			c.note(path, fmt.Sprintf("%v became %v", o.Kind, n.Kind), dir, Yes, "lists and arrays have the same encoding")
		}
		return c.reads(o.Elem(), n.Elem(), dir, path+"[]")
	case isList(o) != isList(n):
		return c.note(path, what, dir, No, "only lists and arrays are written as an Htuple: Bad_wire_type")
	case w.Kind.Primitive():
		return c.promotion(r, w, dir, path, what)
	case r.Kind.Primitive():
		return c.demotion(r, w, dir, path, what)
	}
	return c.tagged(o, n, dir, path, what)
}

func isList(t *schema.Type) bool { return t.Kind == schema.List || t.Kind == schema.Array }

func describe(t *schema.Type) string {
	switch {
	case t.Subset != "":
		return "the subset " + t.Name
	case t.MessageSum:
		return "the message sum " + t.Name
	case t.Kind == schema.Record, t.Kind == schema.Sum:
		return fmt.Sprintf("the %v %v", t.Kind, t)
	}
	return t.String()
}

// sequence is what stands in a Tuple: elements, arguments or fields by position.
type sequence struct {
	name   string // the constructor or variant
	fields []schema.Field
	record bool
}

func positional(ts []*schema.Type) []schema.Field {
	out := make([]schema.Field, len(ts))
	for i, t := range ts {
		out[i] = schema.Field{Type: t, Index: i}
	}
	return out
}

// sequences lists the Tuples that a type is written as, by tag.
func sequences(t *schema.Type) []sequence {
	var out []sequence
	switch t.Kind {
	case schema.Tuple:
		out = append(out, sequence{fields: positional(t.Elems)})
	case schema.Sum:
		for _, k := range t.Constructors {
			out = append(out, sequence{name: k.Name, fields: positional(k.Args)})
		}
	case schema.Record:
		for _, v := range t.Variants {
			out = append(out, sequence{name: v.Name, fields: v.Fields, record: true})
		}
	}
	return out
}

// tally combines the verdicts of alternatives, of which a value takes one.
type tally struct{ yes, no, some int }

func (t *tally) count(v Verdict) {
	switch v {
	case No:
		t.no++
	case Sometimes:
		t.some++
	default:
		t.yes++
	}
}

func (t *tally) verdict() Verdict {
	switch {
	case t.no == 0 && t.some == 0:
		return Yes
	case t.yes == 0 && t.some == 0:
		return No
	}
	return Sometimes
}

// soften turns the refusal of one alternative into Sometimes.
func soften(alternatives int, v Verdict) Verdict {
	if alternatives > 1 && v == No {
		return Sometimes
	}
	return v
}

// tagged compares types that are written as Tuples and Enums.
func (c *comparer) tagged(o, n *schema.Type, dir direction, path, what string) Verdict {
	r, w := sides(o, n, dir)
	rs, ws := sequences(r), sequences(w)
	alternatives := len(ws) + len(w.Constants)
	if o.Kind != n.Kind || o.MessageSum != n.MessageSum || (o.Subset == "") != (n.Subset == "") {
		if r.Subset != "" {
			c.note(path, what, dir, Yes, "the subset reads the fields that it keeps and skips the others")
		} else {
			c.note(path, what, dir, Yes, "a tuple, a record and a first constructor have the same encoding")
		}
	}
	var t tally
	for i, name := range w.Constants {
		t.count(c.constant(r, w, i, name, dir, path, alternatives))
	}
	for tag, ws := range ws {
		where := path
		if ws.name != "" {
			where += "." + ws.name
		}
		switch {
		case r.Kind == schema.Tuple && tag > 0:
			t.count(c.note(where, "constructor "+ws.name+" is read as a tuple", dir, soften(alternatives, No), "a tuple's reader does not look at the tag: this constructor is taken for the first one"))
		case tag < len(rs):
			if v := c.moved(rs, tag, ws, dir, where); v != Yes {
				t.count(v)
				continue
			}
			os, ns := rs[tag], ws
			if dir == backward {
				os, ns = ws, rs[tag]
			}
			t.count(c.sequence(os, ns, dir, where, alternatives))
		case len(rs) == 0:
			t.count(c.note(where, appended(dir, ws.name), dir, soften(alternatives, No), "the reader's type has constants only: Bad_wire_type when %s is met", ws.name))
		default:
			t.count(c.note(where, appended(dir, ws.name), dir, soften(alternatives, No), "Unknown_tag %d when %s is met", tag, ws.name))
		}
	}
	for tag := len(ws); tag < len(rs); tag++ {
		if rs[tag].name != "" && w.Kind != schema.Tuple {
			c.note(path+"."+rs[tag].name, appended(!dir, rs[tag].name), dir, Yes, "the writer never uses it")
		}
	}
	if r.Kind == schema.Sum && w.Kind == schema.Sum {
		for i := len(w.Constants); i < len(r.Constants); i++ {
			c.note(path+"."+r.Constants[i], appended(!dir, r.Constants[i]), dir, Yes, "the writer never uses it")
		}
	}
	return t.verdict()
}

// appended describes a constructor that only the writer has: in the forward
// direction the writer is the new version.
func appended(dir direction, name string) string {
	if name == "" {
		name = "an alternative"
	}
	if dir == forward {
		return name + " appended"
	}
	return name + " removed"
}

func (c *comparer) constant(r, w *schema.Type, i int, name string, dir direction, path string, alternatives int) Verdict {
	where := path + "." + name
	switch {
	case r.Kind != schema.Sum || len(r.Constants) == 0:
		return c.note(where, "constant "+name, dir, soften(alternatives, No), "the reader's type has no constant constructors: Bad_wire_type when %s is met", name)
	case i >= len(r.Constants):
		return c.note(where, appended(dir, name), dir, soften(alternatives, No), "Unknown_tag %d when %s is met", i, name)
	case r.Constants[i] == name:
		return Yes
	case slices.Contains(r.Constants, name):
		return c.note(where, "constant "+name+" moved", dir, No, "constants are told apart by their order: %s is read as %s", name, r.Constants[i])
	case slices.Contains(w.Constants, r.Constants[i]):
		return c.note(where, "constant "+name+" moved", dir, No, "%s has taken the place of %s, which is elsewhere in the other version", r.Constants[i], name)
	}
	return c.note(path, renaming(dir, name, r.Constants[i]), dir, Yes, "names are not on the wire")
}

// renaming describes a new name; from is the writer's.
func renaming(dir direction, writer, reader string) string {
	if dir == forward {
		writer, reader = reader, writer
	}
	return writer + " renamed to " + reader
}

// moved judges the name of a constructor or variant against the reader's of the
// same tag.
func (c *comparer) moved(rs []sequence, tag int, w sequence, dir direction, path string) Verdict {
	r := rs[tag]
	if r.name == w.name || r.name == "" || w.name == "" {
		return Yes
	}
	if slices.ContainsFunc(rs, func(s sequence) bool { return s.name == w.name }) {
		return c.note(path, w.name+" moved", dir, No, "constructors are told apart by their order: %s is read as %s", w.name, r.name)
	}
	return c.note(path, renaming(dir, w.name, r.name), dir, Yes, "names are not on the wire")
}

// sequence compares what stands in one Tuple, position by position.
func (c *comparer) sequence(o, n sequence, dir direction, path string, alternatives int) Verdict {
	r, w := n, o
	if dir == forward {
		r, w = o, n
	}
	worst := Yes
	for _, rf := range r.fields {
		where := fieldPath(path, rf)
		if rf.Index >= len(w.fields) {
			worst = max(worst, c.absent(r, rf, dir, where, alternatives))
			continue
		}
		wf := w.fields[rf.Index]
		of, nf := wf, rf
		if dir == forward {
			of, nf = rf, wf
		}
		where = fieldPath(path, of)
		if of.Name != nf.Name && of.Name != "" && nf.Name != "" {
			elsewhere := func(fs []schema.Field, name string) bool {
				return slices.ContainsFunc(fs, func(f schema.Field) bool { return f.Name == name })
			}
			if elsewhere(r.fields, wf.Name) || elsewhere(w.fields, rf.Name) {
				worst = max(worst, c.note(where, fmt.Sprintf("%s stands where %s stood", nf.Name, of.Name), dir, soften(alternatives, No), "fields are told apart by their order: %s is read as %s", wf.Name, rf.Name))
				continue
			}
			c.note(where, of.Name+" renamed to "+nf.Name, dir, Yes, "names are not on the wire")
		}
		worst = max(worst, c.reads(of.Type, nf.Type, dir, where))
	}
	for i := range w.fields {
		if i >= len(r.fields) && len(r.fields) > 0 && r.fields[len(r.fields)-1].Index == len(r.fields)-1 {
			c.note(fieldPath(path, w.fields[i]), fieldAppended(dir), dir, Yes, "readers skip what follows the last field that they know")
		}
	}
	return worst
}

func fieldPath(path string, f schema.Field) string {
	if f.Name == "" {
		return fmt.Sprintf("%s.%d", path, f.Index)
	}
	return path + "." + f.Name
}

// fieldAppended describes a field that only the writer has.
func fieldAppended(dir direction) string {
	if dir == forward {
		return "appended"
	}
	return "removed from the end"
}

// absent judges a field that the writer does not know.
func (c *comparer) absent(r sequence, f schema.Field, dir direction, path string, alternatives int) Verdict {
	kind := "Missing_field"
	if !r.record {
		kind = fmt.Sprintf("Missing_tuple_element %d", f.Index)
	}
	what := fieldAppended(!dir)
	if lacking := withoutDefault(f.Type, map[*schema.Type]bool{}); lacking != "" {
		return c.note(path, what, dir, soften(alternatives, No), "%s: %s", kind, lacking)
	}
	return c.note(path, what, dir, Yes, "the reader puts the default in its place")
}

// withoutDefault says why no default of t can be made; "" if it can.
func withoutDefault(t *schema.Type, seen map[*schema.Type]bool) string {
	if !t.HasDefault() {
		return fmt.Sprintf("%v has no default", t)
	}
	if seen[t] {
		return ""
	}
	seen[t] = true
	for _, e := range t.Elems {
		if t.Kind != schema.Tuple {
			break
		}
		if why := withoutDefault(e, seen); why != "" {
			return why
		}
	}
	if t.Kind == schema.Record {
		for _, f := range t.Variants[0].Fields {
			if why := withoutDefault(f.Type, seen); why != "" {
				return fmt.Sprintf("in the default of %s, %s", t.Name, why)
			}
		}
	}
	return ""
}
