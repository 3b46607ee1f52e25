package easyproto

import (
	"strconv"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/protobuf"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// emitter prints the funcs of each message.
type emitter struct {
	*driver.Adapter
	variant  driver.Variant
	messages *protobuf.Messages
	resets   map[*message]bool // printed
}

type (
	message = protobuf.Message
	field   = protobuf.ManualField
)

// emitShared prints what the messages share.
func (e *emitter) emitShared() {
	e.P("var ", e.Local("errField"), ` = errors.New("a field is not of its type, or out of its range")`)
	e.P()
	if !e.messages.Times {
		return
	}
	moment := goprint.Ident{Path: "time", Name: "Time"}
	e.P("func ", e.Local("marshalTime"), "(t ", moment, ", mm *easyproto.MessageMarshaler) {")
	e.P("mm.AppendInt64(1, t.Unix())")
	e.P("mm.AppendInt32(2, int32(t.Nanosecond()))")
	e.End()
	e.P("func ", e.Local("unmarshalTime"), "(src []byte) (t ", moment, ", err error) {")
	e.P("var seconds int64")
	e.P("var nanos int32")
	e.emitFields(func() {
		e.P("case 1:")
		e.read("seconds", "Int64")
		e.P("case 2:")
		e.read("nanos", "Int32")
	}, "t, err")
	e.End("return ", goprint.Ident{Path: "time", Name: "Unix"}, "(seconds, int64(nanos)).UTC(), nil")
}

// emitFields prints the loop over the fields in src.
func (e *emitter) emitFields(cases func(), failure string) {
	e.P("var fc easyproto.FieldContext")
	e.P("for ok := true; len(src) > 0; {")
	e.P("src, err = fc.NextField(src)")
	e.P("if err != nil { return ", failure, " }")
	e.P("switch fc.FieldNum {")
	cases()
	e.P("}")
	e.P("if !ok { return ", strings.Replace(failure, "err", e.Local("errField"), 1), " }")
	e.P("}")
}

func (e *emitter) emitMarshal(m *message) {
	e.P("func ", m.Func("marshal"), "(v *", m.GoType(), ", mm *easyproto.MessageMarshaler) {")
	for _, f := range m.Fields {
		if t := f.Type; protobuf.Direct(t) && m.Entry == "" {
			e.P("if ", e.messages.Sent(f.Expr, t, as(f.Expr, t, t.Kind.String())), " {")
			e.write(f.Expr, f.Number, t)
			e.P("}")
		} else {
			e.marshalField(f)
		}
	}
	e.End()
}

func (e *emitter) emitUnmarshal(m *message) {
	e.P("func ", m.Func("unmarshal"), "(src []byte, v *", m.GoType(), ") (err error) {")
	for _, f := range m.Fields {
		if f.Counted() {
			e.P("filled", f.Number, " := 0")
		}
	}
	e.emitFields(func() {
		for _, f := range m.Fields {
			e.P("case ", f.Number, ":")
			e.unmarshalField(f)
		}
	}, "err")
	for _, f := range m.Fields {
		if f.Counted() {
			e.P("if filled", f.Number, " != len(", f.Expr, ") { return ", e.Local("errField"), " }")
		}
	}
	e.End("return nil")
}

// emitReset prints the func that empties a used value, which keeps the storage
// of its lists and maps, and those of the structs within it. Elements of lists
// begin as zero, and need none.
func (e *emitter) emitReset(m *message) {
	if e.resets[m] {
		return
	}
	e.resets[m] = true
	e.P("func ", m.Func("reset"), "(v *", m.GoType(), ") {")
	for _, f := range m.Fields {
		x := f.Expr
		switch t := f.Type; {
		case t.IsBytes() && e.aliases(t):
			e.P(x, " = nil")
		case t.Kind == typemodel.Slice:
			e.P(x, " = ", x, "[:0]")
		case t.Kind == typemodel.Map:
			e.P("clear(", x, ")")
		case t.Kind == typemodel.Struct:
			e.P(e.messages.Of(t).Func("reset"), "(&", x, ")")
		case t.Kind == typemodel.Pointer:
			e.P(x, " = nil")
		case t.Kind == typemodel.Array || t.Kind == typemodel.Time:
			e.P(x, " = ", t, "{}")
		case t.Kind == typemodel.String:
			e.P(x, ` = ""`)
		case t.Kind == typemodel.Bool:
			e.P(x, " = false")
		default:
			e.P(x, " = 0")
		}
	}
	e.End()
	for _, f := range m.Fields {
		if f.Type.Kind == typemodel.Struct {
			e.emitReset(e.messages.Of(f.Type))
		}
	}
}

// aliases reports whether decoded bytes of type t are those of the input.
func (e *emitter) aliases(t *typemodel.Type) bool {
	return e.variant.Has(driver.UnsafeUnm) && t.Elem.Name.PkgPath == ""
}

// scalar is the name of a type of Protocol Buffers in the library's funcs, and
// the Go type that those take.
func (e *emitter) scalar(t *typemodel.Type) (name, goType string) {
	bits := "64"
	if t.Kind.Bits() <= 32 {
		bits = "32"
	}
	varint := e.variant.Has(driver.Varint)
	switch k := t.Kind; {
	case k == typemodel.Bool:
		return "Bool", "bool"
	case k == typemodel.String:
		return "String", "string"
	case k == typemodel.Float32:
		return "Float", "float32"
	case k == typemodel.Float64:
		return "Double", "float64"
	case k == typemodel.Uint8:
		return "Uint32", "uint32"
	case k.IsSigned() && varint:
		return "Sint" + bits, "int" + bits
	case k.IsSigned():
		return "Sfixed" + bits, "int" + bits
	case varint:
		return "Uint" + bits, "uint" + bits
	}
	return "Fixed" + bits, "uint" + bits
}

// same reports whether t is the type goType itself.
func same(t *typemodel.Type, goType string) bool {
	return t.Name.PkgPath == "" && t.Kind.String() == goType
}

// as returns x of type t as a goType.
func as(x string, t *typemodel.Type, goType string) string {
	if same(t, goType) {
		return x
	}
	return goType + "(" + strings.TrimSuffix(strings.TrimPrefix(x, "("), ")") + ")"
}

// write prints the writing of the addressable value x of a type that is direct,
// or the type of an element.
func (e *emitter) write(x string, number int, t *typemodel.Type) {
	switch {
	case protobuf.Bytes(t) && t.Elem.Name.PkgPath != "":
		e.P("b := make([]byte, len(", x, "))")
		e.P("for i, x := range ", x, " { b[i] = byte(x) }")
		e.P("mm.AppendBytes(", number, ", b)")
	case t.IsByteArray():
		e.P("mm.AppendBytes(", number, ", ", x, "[:])")
	case t.IsBytes():
		e.P("mm.AppendBytes(", number, ", ", x, ")")
	case t.Kind == typemodel.Time:
		e.P(e.Local("marshalTime"), "(", e.messages.Time(x, t), ", mm.AppendMessage(", number, "))")
	case protobuf.Direct(t):
		name, goType := e.scalar(t)
		e.P("mm.Append", name, "(", number, ", ", as(x, t, goType), ")")
	default:
		m, pointer := e.messages.Element(t)
		if !pointer {
			e.P(m.Func("marshal"), "(&", x, ", mm.AppendMessage(", number, "))")
			return
		}
		e.P("if m := mm.AppendMessage(", number, "); ", x, " != nil {") // elements are not nil in the format
		e.P(m.Func("marshal"), "(", x, ", m)")
		e.P("}")
	}
}

// marshalField prints the writing of a field whatever it holds.
func (e *emitter) marshalField(f field) {
	t, x, n := f.Type, f.Expr, f.Number
	switch {
	case protobuf.Direct(t):
		e.write(x, n, t)
	case t.Kind == typemodel.Pointer:
		e.P("if ", x, " != nil {")
		if protobuf.Direct(t.Elem) {
			e.write("(*"+x+")", n, t.Elem)
		} else {
			e.P(e.messages.Of(t.Elem).Func("marshal"), "(", x, ", mm.AppendMessage(", n, "))")
		}
		e.P("}")
	case t.Kind == typemodel.Struct:
		e.P(e.messages.Of(t).Func("marshal"), "(&", x, ", mm.AppendMessage(", n, "))")
	case t.Kind == typemodel.Map:
		m := e.messages.EntryOf(t)
		e.P("for k, x := range ", x, " {")
		e.P("entry := ", m.Entry, "{k, x}")
		e.P(m.Func("marshal"), "(&entry, mm.AppendMessage(", n, "))")
		e.P("}")
	case protobuf.Packed(t.Elem):
		e.pack(f)
	default:
		e.P("for i := range ", x, " {")
		e.write(x+"[i]", n, t.Elem)
		e.P("}")
	}
}

// pack prints the writing of a list of numbers.
func (e *emitter) pack(f field) {
	x, elem := f.Expr, f.Type.Elem
	name, goType := e.scalar(elem)
	e.P("if len(", x, ") > 0 {")
	switch {
	case !same(elem, goType):
		e.P("list := make([]", goType, ", len(", x, "))")
		e.P("for i := range ", x, " { list[i] = ", goType, "(", x, "[i]) }")
		x = "list"
	case f.Type.Kind == typemodel.Array:
		x += "[:]"
	}
	e.P("mm.Append", name, "s(", f.Number, ", ", x, ")")
	e.P("}")
}

// read prints the reading of a value by a func of the library's into dst, which
// is of the type that it returns.
func (e *emitter) read(dst, name string) { e.P(dst, ", ok = fc.", name, "()") }

// unmarshalField prints the reading of a field, which sets ok.
func (e *emitter) unmarshalField(f field) {
	t, x := f.Type, f.Expr
	switch {
	case protobuf.Direct(t):
		e.readValue(x, t)
	case t.Kind == typemodel.Pointer:
		e.P(x, " = new(", t.Elem, ")")
		if protobuf.Direct(t.Elem) {
			e.readValue("(*"+x+")", t.Elem)
		} else {
			e.readMessage(e.messages.Of(t.Elem), x)
		}
	case t.Kind == typemodel.Struct:
		e.readMessage(e.messages.Of(t), "&"+x)
	case t.Kind == typemodel.Map:
		m := e.messages.EntryOf(t)
		e.P("if ", x, " == nil { ", x, " = make(", t, ") }")
		e.P("var entry ", m.Entry)
		e.readMessage(m, "&entry")
		e.P(x, "[entry.key] = entry.value")
	case protobuf.Packed(t.Elem):
		e.unpack(x, t)
	case t.Kind == typemodel.Array:
		filled := "filled" + strconv.Itoa(f.Number)
		e.P("if ", filled, " == len(", x, ") { return ", e.Local("errField"), " }")
		e.readValue(x+"["+filled+"]", t.Elem)
		e.P(filled, "++")
	default:
		e.P("var elem ", t.Elem)
		e.P(x, " = append(", x, ", elem)")
		e.readValue(x+"[len("+x+")-1]", t.Elem)
	}
}

// readMessage prints the reading of a message into what dst points to.
func (e *emitter) readMessage(m *message, dst string) {
	e.P("body, isMessage := fc.MessageData()")
	e.P("if !isMessage { return ", e.Local("errField"), " }")
	e.P("if err := ", m.Func("unmarshal"), "(body, ", dst, "); err != nil { return err }")
}

// readValue prints the reading of a value of a type that is direct, or the type
// of an element, into dst, which is addressable.
func (e *emitter) readValue(dst string, t *typemodel.Type) {
	switch {
	case protobuf.Bytes(t):
		e.P("body, isBytes := fc.Bytes()")
		e.P("if !isBytes { return ", e.Local("errField"), " }")
		plain := "append(" + dst + "[:0], body...)"
		if e.aliases(t) {
			plain = "body[:len(body):len(body)]"
		}
		e.messages.Assign(dst, t, plain, e.Local("errField"))
	case t.Kind == typemodel.Time:
		e.messages.Times = true
		e.P("body, isMessage := fc.MessageData()")
		e.P("if !isMessage { return ", e.Local("errField"), " }")
		e.P("at, err := ", e.Local("unmarshalTime"), "(body)")
		e.P("if err != nil { return err }")
		if e.messages.Time("at", t) == "at" {
			e.P(dst, " = at")
		} else {
			e.P(dst, " = ", t, "(at)")
		}
	case t.Kind == typemodel.String:
		e.P("s, isString := fc.String()")
		e.P("if !isString { return ", e.Local("errField"), " }")
		value := "s"
		if !e.variant.Has(driver.UnsafeUnm) {
			value = e.Ident("strings", "Clone") + "(s)"
		}
		if !same(t, "string") {
			value = e.Type(t) + "(" + value + ")"
		}
		e.P(dst, " = ", value)
	case protobuf.Direct(t):
		name, goType := e.scalar(t)
		if same(t, goType) {
			e.read(dst, name)
			return
		}
		e.P("x, isNumber := fc.", name, "()")
		e.P(dst, " = ", t, "(x)")
		e.P("ok = isNumber", e.inRange(dst, "x", t, goType))
	default:
		m, pointer := e.messages.Element(t)
		if pointer {
			e.P(dst, " = new(", t.Elem, ")")
		} else {
			dst = "&" + dst
		}
		e.readMessage(m, dst)
	}
}

// inRange returns the condition, to be added to another, that a narrow integer
// holds what its wider form held.
func (e *emitter) inRange(dst, x string, t *typemodel.Type, goType string) string {
	if t.Kind.IsInteger() && t.Kind.Bits() < 32 {
		return " && " + as(dst, &typemodel.Type{}, goType) + " == " + x
	}
	return ""
}

// unpack prints the reading of a list of numbers.
func (e *emitter) unpack(x string, t *typemodel.Type) {
	name, goType := e.scalar(t.Elem)
	alike := same(t.Elem, goType)
	switch {
	case t.Kind == typemodel.Slice && alike:
		e.P(x, ", ok = fc.Unpack", name, "s(", x, ")")
		return
	case t.Kind == typemodel.Array && alike:
		e.P("list, isList := fc.Unpack", name, "s(", x, "[:0])")
		e.P("ok = isList && len(list) == len(", x, ")")
		return
	}
	e.P("list, isList := fc.Unpack", name, "s(nil)")
	if t.Kind == typemodel.Array {
		e.P("ok = isList && len(list) == len(", x, ")")
		e.P("for i := 0; ok && i < len(list); i++ {")
	} else {
		e.P("ok = isList")
		e.P("at := len(", x, ")")
		e.P(x, " = append(", x, ", make(", e.Underlying(&typemodel.Type{Kind: typemodel.Slice, Elem: t.Elem}), ", len(list))...)")
		e.P("for i := range list {")
	}
	i := "[i]"
	if t.Kind == typemodel.Slice {
		i = "[at+i]"
	}
	e.P(x, i, " = ", t.Elem, "(list[i])")
	if check := e.inRange(x+i, "list[i]", t.Elem, goType); check != "" {
		e.P("ok = ok", check)
	}
	e.P("}")
}
