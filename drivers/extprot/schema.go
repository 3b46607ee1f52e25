package extprot

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/driver"
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
	union               // a union by a sum
	empty               // a struct without fields by a sum of one constant
)

// carrier says what carries a Go type.
type carrier struct {
	form   form
	typ    *typemodel.Type
	schema string   // the type in the schema
	wire   string   // the generated type: predeclared, or declared in package wire for the last five forms
	elem   *carrier // of list and option
	fields []field  // of record and union
}

// field is a field of a record or an alternative of a union.
type field struct {
	goName string // empty for the carried type itself
	wire   string // of the generated struct
	*carrier
}

// message is the schema for one type.
type message struct {
	root     *carrier
	declared []*carrier // those with funcs of their own, dependencies first

	a      *driver.Adapter
	lines  strings.Builder
	byType map[string]*carrier
}

// newMessage makes the message m for t: a struct is a message, a union of
// structs a message sum, all else the only field of a message.
func newMessage(a *driver.Adapter, t *typemodel.Type) *message {
	m := &message{a: a, byType: map[string]*carrier{}}
	m.root = &carrier{form: record, typ: t, wire: "M"}
	switch {
	case isUnionOfRecords(t):
		m.root.form = union
		var variants []string
		for i, f := range exported(t) {
			name := fmt.Sprintf("V%d", i+1)
			c := &carrier{form: record, typ: f.Type.Elem, wire: "M" + name}
			c.fields = m.fields(f.Type.Elem)
			m.declared = append(m.declared, c)
			m.root.fields = append(m.root.fields, field{f.Name, name, c})
			variants = append(variants, name+" "+body(c.fields))
		}
		m.lines.WriteString("message m = " + strings.Join(variants, " | ") + "\n")
	default:
		if isRecord(t) {
			m.root.fields = m.fields(t)
		} else {
			m.root.fields = []field{{"", "F1", m.carry(t, false)}}
		}
		m.lines.WriteString("message m = " + body(m.root.fields) + "\n")
	}
	m.declared = append(m.declared, m.root)
	return m
}

// source returns the text of the schema.
func (m *message) source() string { return m.lines.String() }

func exported(t *typemodel.Type) []*typemodel.Field {
	var out []*typemodel.Field
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Exported() {
			out = append(out, f)
		}
	}
	return out
}

func isRecord(t *typemodel.Type) bool {
	return t.Kind == typemodel.Struct && !t.Union && len(exported(t)) > 0
}

func isEmpty(t *typemodel.Type) bool {
	return t.Kind == typemodel.Struct && len(exported(t)) == 0
}

func isUnionOfRecords(t *typemodel.Type) bool {
	alternatives := exported(t)
	return t.Union && len(alternatives) > 1 && !slices.ContainsFunc(alternatives, func(f *typemodel.Field) bool { return !isRecord(f.Type.Elem) })
}

// fields returns the fields of the struct t.
func (m *message) fields(t *typemodel.Type) []field {
	var out []field
	for i, f := range exported(t) {
		out = append(out, field{f.Name, fmt.Sprintf("F%d", i+1), m.carry(f.Type, isLong(f))})
	}
	return out
}

// isLong reports whether the integers of a field are of extprot's type long.
func isLong(f *typemodel.Field) bool { return f.Tag.Get("extprot") == "long" }

// body returns the text of a record.
func body(fields []field) string {
	var parts []string
	for _, f := range fields {
		parts = append(parts, strings.ToLower(f.wire)+" : "+f.schema)
	}
	return "{ " + strings.Join(parts, "; ") + " }"
}

// carry returns the carrier of t, whose integers are long if the field says so.
func (m *message) carry(t *typemodel.Type, long bool) *carrier {
	integer := "int"
	if long {
		integer = "long"
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
		elem := m.carry(t.Elem, long)
		return &carrier{form: list, typ: t, schema: "[" + elem.schema + "]", wire: "[]" + elem.wire, elem: elem}
	}
	key := m.a.Type(t) + " " + integer
	if t.Kind == typemodel.Struct || t.Kind == typemodel.Time {
		key = m.a.Type(t)
	}
	if c := m.byType[key]; c != nil {
		return c
	}
	c := m.declare(t, long)
	m.byType[key] = c
	return c
}

func (m *message) noteArray(t *typemodel.Type, how string) {
	if t.Kind == typemodel.Array && !slices.Contains(m.a.Workarounds, how) {
		m.a.Workarounds = append(m.a.Workarounds, how)
	}
}

// declare returns the carrier of a type that the schema declares.
func (m *message) declare(t *typemodel.Type, long bool) *carrier {
	c := &carrier{typ: t}
	var text string
	switch {
	case t.Kind == typemodel.Time:
		c.form, text = instant, "(int * int)"
	case t.Kind == typemodel.Pointer:
		c.form, c.elem = option, m.carry(t.Elem, long)
		text = "None | Some " + c.elem.schema
	case isEmpty(t):
		c.form, text = empty, "Empty"
	case t.Union:
		c.form = union
		var parts []string
		for i, f := range exported(t) {
			name := fmt.Sprintf("C%d", i+1)
			part := m.carry(f.Type.Elem, isLong(f))
			c.fields = append(c.fields, field{f.Name, name, part})
			if part.form != empty {
				name += " " + part.schema
			}
			parts = append(parts, name)
		}
		text = strings.Join(parts, " | ")
	default:
		c.form, c.fields = record, m.fields(t)
		text = body(c.fields)
	}
	letter := map[form]string{instant: "t", option: "o", empty: "e", union: "u", record: "s"}[c.form]
	c.schema = fmt.Sprintf("%s%d", letter, len(m.byType)+1)
	c.wire = strings.ToUpper(c.schema)
	fmt.Fprintf(&m.lines, "type %s = %s\n", c.schema, text)
	if c.form == record || c.form == union {
		m.declared = append(m.declared, c)
	}
	return c
}
