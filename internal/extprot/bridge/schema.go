// Package bridge carries Go types in extprot: it makes a schema for a type, and
// the conversion between the type and the structs that package extprot/gen
// generates from the schema. It is the codec.Format extprot, too.
package bridge

import (
	"cmp"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/extprot/gen"
	"github.com/assay-go/assay/extprot/schema"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/internal/shape"
	"github.com/assay-go/assay/typemodel"
)

// form is how a type is carried.
type form int

const (
	plain   form = iota // by a type that Go converts to and from
	number              // by an int64, whose range is checked on the way back
	blob                // bytes by a string
	list                // a slice or array by a list
	instant             // a time by a tuple of seconds and nanoseconds
	option              // a pointer by a sum of None and Some
	record              // a struct by a record
	carried             // a type with state of its own by what stands in its place
	union               // a union by a sum
	empty               // a struct without fields by a sum of one constant
)

// carrier says what carries a Go type.
type carrier struct {
	form   form
	typ    *typemodel.Type
	schema string   // the type in the schema
	wire   string   // the generated type: predeclared, or declared in package wire for the last five forms; not of list
	elem   *carrier // of list and option, and what carries the type, of carried
	fields []field  // of record and union

	carry *carry.StandIn // of carried
	name  string         // of its functions, after the prefix
}

// field is a field of a record or an alternative of a union.
type field struct {
	goName string // empty for the carried type itself
	wire   string // of the generated struct
	schema string // in the schema
	*carrier
}

// declaration is what a declared type is found by: whether its integers are of extprot's
// type long is part of it.
type declaration struct {
	node *shape.Node
	long bool
}

// Message is the schema for one Go type.
type Message struct {
	// Workarounds say how something is carried that extprot has no form for.
	Workarounds []string

	root     *carrier
	declared []*carrier // those with funcs of their own, dependencies first

	named  bool
	names  map[string]bool
	lines  strings.Builder
	byType map[declaration]*carrier

	carriers map[*carry.StandIn]string // the names of those that are used
}

// NewMessage makes the schema for t, which goes by its fields throughout: a struct is a message,
// a union of structs a message sum, all else the only field of a message. Named keeps the names of
// types and fields, for people to read; they are not on the wire.
func NewMessage(t *typemodel.Type, named bool) (*Message, error) {
	byFields := carry.Preference{Stays: func(*typemodel.Type) bool { return true }} // who asks has seen to what else there is
	s, refusals := shape.Of([]*typemodel.Type{t}, shape.Rules{Lift: true, Read: member, Preference: byFields})
	if len(refusals) > 0 {
		return nil, shape.Error("extprot", t, refusals)
	}
	return newMessage(s, named), nil
}

// Wire returns the file of a package called wire, which reads and writes the message.
func (m *Message) Wire() ([]byte, error) {
	checked, err := schema.Check("wire.proto", []byte(m.Source()), nil)
	if err != nil {
		return nil, err
	}
	return gen.Generate(checked, gen.Options{Package: "wire", Source: "the subject's type"})
}

// newMessage makes the schema for the root of a shape.
func newMessage(s *shape.Shape, named bool) *Message {
	n := s.Roots[0]
	m := &Message{named: named, names: map[string]bool{}, byType: map[declaration]*carrier{}, carriers: map[*carry.StandIn]string{}}
	name, wire := "m", "M"
	if named {
		var beside []string
		if isUnionOfRecords(n) {
			for _, alternative := range n.Members {
				beside = append(beside, m.constructor(alternative.Field(), ""))
			}
			beside = append(beside, kinds(beside)...)
		}
		name, wire = m.typeName(n.Type, "message", beside)
	}
	m.root = &carrier{form: record, typ: n.Type, schema: name, wire: wire}
	switch {
	case isUnionOfRecords(n):
		m.root.form = union
		var variants []string
		for i, alternative := range n.Members {
			name := m.constructor(alternative.Field(), fmt.Sprintf("V%d", i+1))
			c := &carrier{form: record, typ: alternative.Node.Elem.Type, wire: wire + name}
			c.fields = m.fields(alternative.Node.Elem)
			m.declared = append(m.declared, c)
			m.root.fields = append(m.root.fields, field{alternative.Field().Name, name, name, c})
			variants = append(variants, name+" "+body(c.fields))
		}
		m.lines.WriteString("message " + name + " = " + strings.Join(variants, " | ") + "\n")
	default:
		if isRecord(n) {
			m.root.fields = m.fields(n)
		} else {
			m.root.fields = []field{{"", "F1", "f1", m.carry(n, false)}}
		}
		m.lines.WriteString("message " + name + " = " + body(m.root.fields) + "\n")
	}
	m.declared = append(m.declared, m.root)
	return m
}

// kinds are the ends of the names that package gen declares beside a sum.
func kinds(alternatives []string) []string {
	ends := []string{"Kind"}
	for _, name := range alternatives {
		ends = append(ends, "Kind"+name)
	}
	return ends
}

// typeName returns a new name for a type in the schema, and what package gen
// makes of it. Beside it there are names with other ends.
func (m *Message) typeName(t *typemodel.Type, fallback string, beside []string) (name, wire string) {
	name = fallback
	for u := t; u != nil; u = u.Elem {
		if !u.Name.IsZero() {
			name = SchemaName(u.Name.Name)
			if u != t {
				name = fallback + "_" + name
			}
			break
		}
	}
	ends := append(beside, "")
	declares := func(name string, taken func(string) bool) bool {
		return slices.ContainsFunc(ends, func(end string) bool { return taken(gen.GoName(name) + end) })
	}
	reserved := gen.Reserved()
	if schema.Reserved(name) || declares(name, func(name string) bool { return slices.Contains(reserved, name) }) {
		name += "_type"
	}
	name = goprint.Numbered(name, func(name string) bool { return declares(name, func(name string) bool { return m.names[name] }) })
	wire = gen.GoName(name)
	for _, end := range ends {
		m.names[wire+end] = true
	}
	return name, wire
}

// constructor returns the name of a union's alternative.
func (m *Message) constructor(f *typemodel.Field, numbered string) string {
	if m.named {
		return gen.GoName(SchemaName(f.Name))
	}
	return numbered
}

// SchemaName returns a Go name as schemas spell it: in lower case, words set off
// by underscores, what is not ASCII by its number.
func SchemaName(name string) string {
	var b strings.Builder
	runes := []rune(name)
	for i, r := range runes {
		upper := r >= 'A' && r <= 'Z'
		after := i > 0 && runes[i-1] >= 'a' && runes[i-1] <= 'z'
		before := i > 0 && i+1 < len(runes) && runes[i+1] >= 'a' && runes[i+1] <= 'z'
		switch {
		case upper && (after || before && runes[i-1] != '_'):
			b.WriteString("_" + strings.ToLower(string(r)))
		case r < 0x80:
			b.WriteString(strings.ToLower(string(r)))
		default:
			fmt.Fprintf(&b, "u%x", r) // schemas are in ASCII
		}
	}
	return b.String()
}

// Source returns the text of the schema.
func (m *Message) Source() string { return m.lines.String() }

// isRecord reports whether the members of n are those of a record.
func isRecord(n *shape.Node) bool {
	return n.Form == shape.Struct && !n.Type.Union && len(n.Members) > 0
}

func isUnionOfRecords(n *shape.Node) bool {
	return n.Form == shape.Struct && n.Type.Union && len(n.Members) > 1 &&
		!slices.ContainsFunc(n.Members, func(m *shape.Member) bool { return m.Node.Form != shape.Pointer || !isRecord(m.Node.Elem) })
}

// fields returns the fields of the struct n.
func (m *Message) fields(n *shape.Node) []field {
	var out []field
	taken := slices.Clone(gen.ReservedFields())
	members := slices.Clone(n.Members)
	slices.SortStableFunc(members, func(a, b *shape.Member) int {
		return cmp.Compare(rank(a.Field()), rank(b.Field()))
	})
	for i, member := range members {
		f := member.Field()
		name := fmt.Sprintf("f%d", i+1)
		if m.named {
			name = SchemaName(f.Name)
			for schema.Reserved(name) || slices.Contains(taken, gen.GoName(name)) {
				name += "_field"
			}
			taken = append(taken, gen.GoName(name))
		}
		out = append(out, field{f.Name, gen.GoName(name), name, m.carry(member.Node, isLong(f))})
	}
	return out
}

// isLong reports whether the integers of a field are of extprot's type long.
func isLong(f *typemodel.Field) bool {
	return slices.Contains(strings.Split(f.Tag.Get("extprot"), ","), "long")
}

// rank is the place of a field among those of its message, which a tag can say, as in
// `extprot:"2"` and `extprot:"2,long"`: those that have none come behind.
func rank(f *typemodel.Field) int {
	for part := range strings.SplitSeq(f.Tag.Get("extprot"), ",") {
		if n, err := strconv.Atoi(part); err == nil && n > 0 {
			return n
		}
	}
	return math.MaxInt
}

// body returns the text of a record.
func body(fields []field) string {
	var parts []string
	for _, f := range fields {
		parts = append(parts, f.schema+" : "+f.carrier.schema)
	}
	return "{ " + strings.Join(parts, "; ") + " }"
}

// carry returns the carrier of n, whose integers are long if the field says so.
func (m *Message) carry(n *shape.Node, long bool) *carrier {
	t, integer := n.Type, "int"
	if long {
		integer = "long"
	}
	if n.Form == shape.Carried {
		elem := m.carry(n.Elem, long)
		return &carrier{form: carried, typ: t, schema: elem.schema, elem: elem, carry: n.StandIn, name: m.carrierName(n.StandIn)}
	}
	switch k := t.Kind; {
	case k == typemodel.Bool:
		return &carrier{form: plain, typ: t, schema: "bool", wire: "bool"}
	case k == typemodel.Uint8:
		return &carrier{form: plain, typ: t, schema: "byte", wire: "uint8"}
	case k == typemodel.String:
		return &carrier{form: plain, typ: t, schema: "string", wire: "string"}
	case k.IsFloat():
		return &carrier{form: plain, typ: t, schema: "float", wire: "float64"}
	case k == typemodel.Int64, k == typemodel.Uint64:
		return &carrier{form: plain, typ: t, schema: integer, wire: "int64"}
	case k.IsInteger():
		return &carrier{form: number, typ: t, schema: integer, wire: "int64"}
	case t.IsBytes(), t.IsByteArray():
		m.noteArray(t, "fixed arrays of bytes as strings of a checked length")
		return &carrier{form: blob, typ: t, schema: "string", wire: "string"}
	case k == typemodel.Slice, k == typemodel.Array:
		m.noteArray(t, "fixed arrays as lists of a checked length")
		elem := m.carry(n.Elem, long)
		return &carrier{form: list, typ: t, schema: "[" + elem.schema + "]", elem: elem}
	}
	key := declaration{n, long && t.Kind != typemodel.Struct && t.Kind != typemodel.Time}
	c := m.byType[key]
	if c == nil {
		c = m.declare(n, long)
		m.byType[key] = c
	}
	return c
}

// carrierName returns the name in functions of what by carries.
func (m *Message) carrierName(by *carry.StandIn) string {
	if name, ok := m.carriers[by]; ok {
		return name
	}
	name := goprint.Numbered(codec.TypeName(by.Type), func(name string) bool { return slices.Contains(slices.Collect(maps.Values(m.carriers)), name) })
	m.carriers[by] = name
	return name
}

func (m *Message) noteArray(t *typemodel.Type, how string) {
	if t.Kind == typemodel.Array && !slices.Contains(m.Workarounds, how) {
		m.Workarounds = append(m.Workarounds, how)
	}
}

// declare returns the carrier of a type that the schema declares.
func (m *Message) declare(n *shape.Node, long bool) *carrier {
	t := n.Type
	c := &carrier{typ: t}
	var text string
	switch {
	case t.Kind == typemodel.Time:
		c.form, text = instant, "(int * int)"
	case t.Kind == typemodel.Pointer:
		c.form, c.elem = option, m.carry(n.Elem, long)
		text = "None | Some " + c.elem.schema
	case len(n.Members) == 0:
		c.form, text = empty, "Empty"
	case t.Union:
		c.form = union
		var parts []string
		for i, member := range n.Members {
			f := member.Field()
			name := m.constructor(f, fmt.Sprintf("C%d", i+1))
			part := m.carry(member.Node.Elem, isLong(f))
			c.fields = append(c.fields, field{f.Name, name, name, part})
			if part.form != empty {
				name += " " + part.schema
			}
			parts = append(parts, name)
		}
		text = strings.Join(parts, " | ")
	default:
		c.form, c.fields = record, m.fields(n)
		text = body(c.fields)
	}
	if m.named {
		fallback := map[form]string{instant: "time", option: "optional", empty: "empty", union: "union", record: "record"}[c.form]
		var beside []string
		switch c.form {
		case option:
			beside = kinds([]string{"None", "Some"})
		case union:
			for _, f := range c.fields {
				beside = append(beside, f.wire)
			}
			beside = kinds(beside)
		}
		c.schema, c.wire = m.typeName(t, fallback, beside)
		m.finish(c, text)
		return c
	}
	letter := map[form]string{instant: "t", option: "o", empty: "e", union: "u", record: "s"}[c.form]
	c.schema = fmt.Sprintf("%s%d", letter, len(m.byType)+1)
	c.wire = strings.ToUpper(c.schema)
	m.finish(c, text)
	return c
}

// finish declares c in the schema.
func (m *Message) finish(c *carrier, text string) {
	fmt.Fprintf(&m.lines, "type %s = %s\n", c.schema, text)
	if c.form == record || c.form == union {
		m.declared = append(m.declared, c)
	}
}

// endless says that t contains itself.
func endless(t *typemodel.Type) string {
	return "type " + t.String() + " contains itself, and extprot has no recursive types"
}

// NotRecursive gives the reason why extprot cannot carry a type that contains
// itself. An empty one means that t does not.
func NotRecursive(_ string, t *typemodel.Type) (reason, fix string) {
	if !t.Name.IsZero() && typemodel.Recursive(t) {
		return endless(t), "use a list with indices"
	}
	return "", ""
}
