package protobufmus

import (
	"github.com/assay-go/assay/driver"
	schema "github.com/assay-go/assay/drivers/internal/schema/protobuf"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// emitter prints three funcs for each message.
type emitter struct {
	*driver.Adapter
	variant  driver.Variant
	messages *schema.Messages
	plain    map[*typemodel.Type]bool // types whose integers are plain varints
}

type (
	message = schema.Message
	field   = schema.ManualField
)

// use imports what the emitted statements spell.
func (e *emitter) use(t *typemodel.Type) {
	if driver.Reaches(t, e.grows) {
		e.Use("slices")
	}
	e.Use("ext "+ext, "mus "+mus, mus+"/varint", protobuf+"/encoding/protowire")
}

// grows reports whether the elements of t are counted before they are read. The
// structs of protobuf hold arrays as slices.
func (e *emitter) grows(t *typemodel.Type) bool {
	list := t.Kind == typemodel.Slice || t.Kind == typemodel.Array && e.variant.Has(driver.Native)
	return list && !schema.Direct(t) && schema.Packed(t.Elem)
}

func (e *emitter) emitMessages() {
	e.messages.Emit(func(m *message) {
		e.emitSize(m)
		e.emitMarshal(m)
		e.emitUnmarshal(m)
	})
	e.P(helpers)
	e.P()
	if e.messages.Times {
		moment := goprint.Ident{Path: "time", Name: "Time"}
		e.P("func stamp0(t ", moment, ") ext.Timestamp {")
		e.End("return ext.Timestamp{Seconds: t.Unix(), Nanos: int32(t.Nanosecond())}")
		e.P("func time0(at ext.Timestamp) ", moment, " {")
		e.End("return ", goprint.Ident{Path: "time", Name: "Unix"}, "(at.Seconds, int64(at.Nanos)).UTC()")
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
func tag(f field, wireType int) int { return f.Number<<3 | wireType }

// tagSize returns the size of the tag: the same for all wire types.
func tagSize(f field) int {
	n := 1
	for t := tag(f, 7); t >= 0x80; t >>= 7 {
		n++
	}
	return n
}

func (e *emitter) emitSize(m *message) {
	e.P("func ", m.Func("size"), "(v *", m.GoType(), ") (n int) {")
	for _, f := range m.Fields {
		e.sizeField(f)
	}
	e.End("return n")
}

func (e *emitter) emitMarshal(m *message) {
	e.P("func ", m.Func("marshal"), "(v *", m.GoType(), ", bs []byte) (n int) {")
	for _, f := range m.Fields {
		e.marshalField(f)
	}
	e.End("return n")
}

func (e *emitter) emitUnmarshal(m *message) {
	e.P("func ", m.Func("unmarshal"), "(bs []byte, v *", m.GoType(), ") error {")
	for _, f := range m.Fields {
		if f.Counted() {
			e.P("filled", f.Number, " := 0")
		}
	}
	e.P("for n := 0; n < len(bs); {")
	e.P("tag, used, err := varint.Uint64.Unmarshal(bs[n:])")
	e.P("if err != nil { return err }")
	e.P("n += used")
	e.P("switch tag {")
	for _, f := range m.Fields {
		e.P("case ", tag(f, e.wireType(f)), ":")
		e.unmarshalField(f)
	}
	e.P("default:")
	e.P("used, err = skip0(tag, bs[n:])")
	e.P("}")
	e.P("if err != nil { return err }")
	e.P("n += used")
	e.P("}")
	for _, f := range m.Fields {
		if f.Counted() {
			e.P("if filled", f.Number, " != len(", f.Expr, ") { return mus.ErrTooSmallByteSlice }")
		}
	}
	e.End("return nil")
}
