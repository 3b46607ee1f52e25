package protobuf

import (
	"fmt"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Messages are the messages that carry a type and its parts, for drivers that
// write the wire format field by field on the user's own types. Their funcs are
// printed one message after the other: printing may add messages.
type Messages struct {
	Times bool // a time was asked for

	a    *driver.Adapter
	made driver.Declared[string, *Message]
}

// Message carries a struct, the entries of a map, or in one field a type that
// cannot be an element.
type Message struct {
	Type   *typemodel.Type
	Entry  string // the name of the struct of a key and a value, for the entries of the map Type
	Fields []ManualField

	a      *driver.Adapter
	number int
}

// ManualField is a field of a message.
type ManualField struct {
	Expr   string // of the variable v, which points to what the message carries
	Type   *typemodel.Type
	Number int
}

// NewMessages returns no messages yet, for the adapter a.
func NewMessages(a *driver.Adapter) *Messages {
	return &Messages{a: a}
}

// Of returns the message that carries t.
func (ms *Messages) Of(t *typemodel.Type) *Message {
	return ms.made.Of(ms.a.Type(t), func(n int) *Message {
		m := &Message{Type: t, a: ms.a, number: n}
		if t.Kind != typemodel.Struct {
			m.Fields = []ManualField{{Expr: "(*v)", Type: t, Number: 1}}
			return m
		}
		for i, n := range driver.ByNumber("protobuf").Numbers(t) {
			if f := &t.Fields[i]; n > 0 {
				m.Fields = append(m.Fields, ManualField{"v." + f.Name, f.Type, n})
			}
		}
		return m
	})
}

// EntryOf returns the message of the entries of a map type.
func (ms *Messages) EntryOf(t *typemodel.Type) *Message {
	return ms.made.Of("entry "+ms.a.Type(t), func(n int) *Message {
		m := &Message{Type: t, a: ms.a, number: n}
		m.Entry = m.Func("entry")
		m.Fields = []ManualField{{Expr: "v.key", Type: t.Key, Number: 1}, {Expr: "v.value", Type: t.Elem, Number: 2}}
		return m
	})
}

// Element returns the message that carries an element of type t, which is not
// direct, and whether the element is a pointer to what that carries.
func (ms *Messages) Element(t *typemodel.Type) (m *Message, pointer bool) {
	if t.Kind == typemodel.Pointer && t.Elem.Kind == typemodel.Struct {
		return ms.Of(t.Elem), true
	}
	return ms.Of(t), false
}

// Emit prints what print does for every message, after the struct of its entries
// where there is one.
func (ms *Messages) Emit(print func(*Message)) {
	ms.made.Each(func(m *Message) {
		if m.Entry != "" {
			ms.a.P("type ", m.Entry, " struct {")
			ms.a.P("key ", m.Type.Key)
			ms.a.P("value ", m.Type.Elem)
			ms.a.End()
		}
		print(m)
	})
}

// Time returns x, of a type that may have a name, as a time.Time.
func (ms *Messages) Time(x string, t *typemodel.Type) string {
	ms.Times = true
	if t.Name.IsZero() || t.Name.PkgPath == "time" {
		return x
	}
	return ms.a.Ident("time", "Time") + "(" + x + ")"
}

// Assign prints the assignment of the bytes called body to dst, which is plain where their type is
// Go's own. An array of another length is the error called wrong.
func (ms *Messages) Assign(dst string, t *typemodel.Type, plain, wrong string) {
	named := t.Elem.Name.PkgPath != ""
	switch {
	case t.Kind == typemodel.Array:
		ms.a.P("if len(body) != len(", dst, ") { return ", wrong, " }")
	case named:
		ms.a.P(dst, " = make(", t, ", len(body))")
	default:
		ms.a.P(dst, " = ", plain)
		return
	}
	if named {
		ms.a.P("for i, b := range body { ", dst, "[i] = ", t.Elem, "(b) }")
	} else {
		ms.a.P("copy(", dst, "[:], body)")
	}
}

// Sent returns the condition on which a field x of a direct type is written; float is x as a
// float of its kind.
func (ms *Messages) Sent(x string, t *typemodel.Type, float string) string {
	switch k := t.Kind; {
	case k == typemodel.Bool:
		return x
	case k.IsFloat():
		return ms.a.Ident("math", strings.Replace(k.String(), "f", "F", 1)+"bits") + "(" + float + ") != 0"
	case k == typemodel.String:
		return x + ` != ""`
	case Bytes(t):
		return "len(" + x + ") > 0"
	case k == typemodel.Time:
		return "!" + ms.Time(x, t) + ".IsZero()"
	}
	return x + " != 0"
}

// Func returns the name of the func that does what the verb says.
func (m *Message) Func(verb string) string {
	return m.a.Local(fmt.Sprintf("%s%d", verb, m.number))
}

// GoType returns the type that the message's funcs take a pointer to.
func (m *Message) GoType() string {
	if m.Entry != "" {
		return m.Entry
	}
	return m.a.Type(m.Type)
}

// Counted reports whether the field is an array whose elements come one by one.
func (f ManualField) Counted() bool {
	return f.Type.Kind == typemodel.Array && !f.Type.IsByteArray() && !Packed(f.Type.Elem)
}

// Packed reports whether elements of type t stand one after the other in one
// field.
func Packed(t *typemodel.Type) bool {
	return t.Kind == typemodel.Bool || t.Kind.IsInteger() || t.Kind.IsFloat()
}

// Bytes reports whether t is a slice or an array of bytes.
func Bytes(t *typemodel.Type) bool { return t.IsBytes() || t.IsByteArray() }

// Direct reports whether a value of type t needs no message of this package's.
func Direct(t *typemodel.Type) bool {
	return Packed(t) || Bytes(t) || t.Kind == typemodel.String || t.Kind == typemodel.Time
}
