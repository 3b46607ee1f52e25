package protobufmus

import (
	"fmt"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// emitter prints three funcs for each message.
type emitter struct {
	*driver.Adapter
	variant  driver.Variant
	messages map[string]*message // by Go type
	pending  []*message
	plain    map[*typemodel.Type]bool // types whose integers are plain varints
	times    bool                     // there are times
}

// message carries a struct, or in one field a type that cannot be an element.
type message struct {
	typ                      *typemodel.Type
	size, marshal, unmarshal string
	entry                    string // the name of the struct, for the entries of a map
	fields                   []field
}

type field struct {
	expr   string // of v
	typ    *typemodel.Type
	number int
}

// use imports what the emitted statements spell.
func (e *emitter) use() {
	e.Use("slices", "ext "+ext, "mus "+mus, mus+"/varint", protobuf+"/encoding/protowire")
}

// message returns the message that carries t.
func (e *emitter) message(t *typemodel.Type) *message {
	key := e.Type(t)
	if m, ok := e.messages[key]; ok {
		return m
	}
	m := e.add(key, t)
	if t.Kind != typemodel.Struct {
		m.fields = []field{{expr: "(*v)", typ: t, number: 1}}
		return m
	}
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Exported() {
			m.fields = append(m.fields, field{"v." + f.Name, f.Type, len(m.fields) + 1})
		}
	}
	return m
}

// entryOf returns the message of the entries of a map type.
func (e *emitter) entryOf(t *typemodel.Type) *message {
	key := "entry " + e.Type(t)
	if m, ok := e.messages[key]; ok {
		return m
	}
	m := e.add(key, t)
	m.entry = e.Local(fmt.Sprintf("entry%d", len(e.messages)-1))
	m.fields = []field{{expr: "v.key", typ: t.Key, number: 1}, {expr: "v.value", typ: t.Elem, number: 2}}
	return m
}

func (e *emitter) add(key string, t *typemodel.Type) *message {
	name := func(verb string) string { return e.Local(fmt.Sprintf("%s%d", verb, len(e.messages))) }
	m := &message{typ: t, size: name("size"), marshal: name("marshal"), unmarshal: name("unmarshal")}
	e.messages[key] = m
	e.pending = append(e.pending, m)
	return m
}

// goType returns the type that the message's funcs take a pointer to.
func (e *emitter) goType(m *message) string {
	if m.entry != "" {
		return m.entry
	}
	return e.Type(m.typ)
}

func (e *emitter) emitMessages() {
	for len(e.pending) > 0 { // printing may add to it
		m := e.pending[0]
		e.pending = e.pending[1:]
		if m.entry != "" {
			e.P("type ", m.entry, " struct {")
			e.P("key ", m.typ.Key)
			e.P("value ", m.typ.Elem)
			e.P("}")
			e.P()
		}
		e.emitSize(m)
		e.emitMarshal(m)
		e.emitUnmarshal(m)
	}
	e.P(helpers)
	e.P()
	if e.times {
		moment := goprint.Ident{Path: "time", Name: "Time"}
		e.P("func stamp0(t ", moment, ") ext.Timestamp {")
		e.P("return ext.Timestamp{Seconds: t.Unix(), Nanos: int32(t.Nanosecond())}")
		e.P("}")
		e.P()
		e.P("func time0(at ext.Timestamp) ", moment, " {")
		e.P("return ", goprint.Ident{Path: "time", Name: "Unix"}, "(at.Seconds, int64(at.Nanos)).UTC()")
		e.P("}")
		e.P()
	}
}

// helpers are the length that precedes messages and bytes. Their names are kept
// from the user's types by a number at their end.
const helpers = `// lenSize0 returns the size of n bytes and the length before them.
func lenSize0(n int) int { return ext.LenSer.Size(n) + n }

// body0 returns the bytes after the length that bs begins with, and the size of
// both.
func body0(bs []byte) (body []byte, n int, err error) {
	length, n, err := ext.LenSer.Unmarshal(bs)
	if err != nil {
		return nil, n, err
	}
	if length < 0 || length > len(bs)-n {
		return nil, n, mus.ErrTooSmallByteSlice
	}
	return bs[n : n+length], n + length, nil
}

// skip0 returns the size of the value of a field that is not known.
func skip0(tag uint64, bs []byte) (int, error) {
	num, typ := protowire.DecodeTag(tag)
	n := protowire.ConsumeFieldValue(num, typ, bs)
	return n, protowire.ParseError(min(n, 0))
}`

// tag returns the tag of a field.
func (f field) tag(wireType int) int { return f.number<<3 | wireType }

// tagSize returns the size of the tag: the same for all wire types.
func (f field) tagSize() int {
	n := 1
	for t := f.tag(7); t >= 0x80; t >>= 7 {
		n++
	}
	return n
}

func (e *emitter) emitSize(m *message) {
	e.P("func ", m.size, "(v *", e.goType(m), ") (n int) {")
	for _, f := range m.fields {
		e.sizeField(f)
	}
	e.P("return n")
	e.P("}")
	e.P()
}

func (e *emitter) emitMarshal(m *message) {
	e.P("func ", m.marshal, "(v *", e.goType(m), ", bs []byte) (n int) {")
	for _, f := range m.fields {
		e.marshalField(f)
	}
	e.P("return n")
	e.P("}")
	e.P()
}

func (e *emitter) emitUnmarshal(m *message) {
	e.P("func ", m.unmarshal, "(bs []byte, v *", e.goType(m), ") error {")
	for _, f := range m.fields {
		if f.counted() {
			e.P("filled", f.number, " := 0")
		}
	}
	e.P("for n := 0; n < len(bs); {")
	e.P("tag, used, err := varint.Uint64.Unmarshal(bs[n:])")
	e.P("if err != nil { return err }")
	e.P("n += used")
	e.P("switch tag {")
	for _, f := range m.fields {
		e.P("case ", f.tag(e.wireType(f)), ":")
		e.unmarshalField(f)
	}
	e.P("default:")
	e.P("used, err = skip0(tag, bs[n:])")
	e.P("}")
	e.P("if err != nil { return err }")
	e.P("n += used")
	e.P("}")
	for _, f := range m.fields {
		if f.counted() {
			e.P("if filled", f.number, " != len(", f.expr, ") { return mus.ErrTooSmallByteSlice }")
		}
	}
	e.P("return nil")
	e.P("}")
	e.P()
}

// counted reports whether the field is an array whose elements come one by one.
func (f field) counted() bool {
	return f.typ.Kind == typemodel.Array && !f.typ.IsByteArray() && !packed(f.typ.Elem)
}
