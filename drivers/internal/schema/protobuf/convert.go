package protobuf

import (
	"strconv"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/transform"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// EmitConversions prints the types T and Wire and the funcs ToWire and FromWire
// of the adapter contract, with a pair of funcs for each message. Slices and
// maps that both sides spell alike are shared.
func (s *Schema) EmitConversions(a *driver.Adapter, importPath string) {
	c := &converter{Schema: s, a: a, pb: importPath}
	if s.options.Opaque {
		a.Reserve(s.variables()...)
	}
	a.Use("errors")
	a.ReserveTypes(s.messages[0].typ)
	a.EmitT(s.messages[0].typ)
	a.P("// Wire is the generated struct that T is carried in.")
	a.P("type Wire = ", c.goMessage(s.messages[0]))
	a.P()
	c.emitErrors()
	a.P("// ToWire copies from into to, which is zero or was made so before: then messages")
	a.P("// within it are used again. Strings, byte slices and lists of equal form are")
	a.P("// shared.")
	a.P("func ToWire(from *T, to *Wire) error {")
	if s.options.Opaque {
		a.P("to.Reset()")
	}
	a.P("to0(from, to)")
	a.End("return nil")
	a.P("// FromWire copies from into to, which is zero, and shares likewise.")
	a.P("func FromWire(from *Wire, to *T) error { return from0(from, to) }")
	a.P()
	for i, m := range s.messages {
		c.emitTo(i, m)
		c.emitFrom(i, m)
	}
	if driver.Reaches(s.messages[0].typ, c.ownBytes) {
		c.emitBytes()
	}
}

func (c *converter) emitErrors() {
	c.a.P("var (")
	c.a.P(`errRange = errors.New("a number is out of the range of its field")`)
	c.a.P(`errLength = errors.New("a list is not as long as its array")`)
	c.a.P(")")
	c.a.P()
}

type converter struct {
	*Schema
	a         *driver.Adapter
	pb        string
	reflected bool // messages are read by reflection, and not from the generated structs
}

func (c *converter) goMessage(m *message) string { return c.a.Ident(c.pb, m.name) }

// number returns the number of the funcs of the message that carries t.
func (c *converter) number(t *typemodel.Type) int {
	n, _ := strconv.Atoi(c.messageOf(t).name[1:])
	return n
}

func (c *converter) emitTo(i int, m *message) {
	a := c.a
	a.P("func to", i, "(from *", m.typ, ", to *", c.goMessage(m), ") {")
	if m.typ.Kind == typemodel.Time {
		c.toTime()
	}
	for n, f := range m.fields {
		c.to(n+1, source(f), f.typ)
	}
	a.End()
}

func (c *converter) emitFrom(i int, m *message) {
	a := c.a
	if c.reflected {
		a.P("func read", i, "(from ", goprint.Ident{Path: protoreflect, Name: "Message"}, ", to *", m.typ, ") error {")
		if m.typ.Kind == typemodel.Time || len(m.fields) > 0 {
			a.P("fields := from.Descriptor().Fields()")
		}
	} else {
		a.P("func from", i, "(from *", c.goMessage(m), ", to *", m.typ, ") error {")
	}
	if m.typ.Kind == typemodel.Time {
		seconds, nanos := c.get(1), "int64("+c.get(2)+")"
		if c.reflected {
			seconds, nanos = c.get(1)+".Int()", c.get(2)+".Int()"
		}
		a.P("*to = ", a.Ident("time", "Unix"), "(", seconds, ", ", nanos, ").UTC()")
	}
	for n, f := range m.fields {
		dst := "to." + f.goName
		if f.goName == "" {
			dst = "(*to)"
		}
		c.from(dst, n+1, f.typ)
	}
	a.End("return nil")
}

func source(f field) string {
	if f.goName == "" {
		return "(*from)"
	}
	return "from." + f.goName
}

// same reports whether the wire form of an element is spelled as the user's.
func (c *converter) same(t *typemodel.Type) bool {
	shape, _ := c.carry(t)
	return shape == asScalar && c.wireScalar(t) == c.a.Type(t)
}

// wireScalar returns the generated Go type of a scalar.
func (c *converter) wireScalar(t *typemodel.Type) string {
	if f := scalarModel(t); f.Kind != typemodel.Slice {
		return f.Kind.String()
	}
	return "[]byte"
}

// ownBytes reports whether t is a slice or array of a byte type with a name,
// which Go does not convert to bytes as a whole.
func (c *converter) ownBytes(t *typemodel.Type) bool {
	return (t.IsBytes() || t.IsByteArray()) && t.Elem.Name.PkgPath != ""
}

// emitBytes prints the funcs for those.
func (c *converter) emitBytes() {
	c.a.P(transform.BytesFuncs)
	c.a.P()
}

// toScalar converts the expression src of type t to its wire form.
func (c *converter) toScalar(src string, t *typemodel.Type) string {
	if t.Kind == typemodel.Array {
		src += "[:]"
	}
	if c.ownBytes(t) {
		return "toBytes(" + src + ")"
	}
	if t.Kind == typemodel.Array || c.same(t) {
		return src
	}
	return c.wireScalar(t) + "(" + src + ")"
}

// to prints the statements that carry src, an addressable expression, in field n,
// which may hold what it was filled with before.
func (c *converter) to(n int, src string, t *typemodel.Type) {
	a := c.a
	shape, elem := c.carry(t)
	whole := shape == asScalar || shape == asMessage || shape == asList && c.same(elem) || shape == asMap && c.same(t.Key) && c.same(elem)
	switch {
	case whole || c.options.Opaque:
	case shape == asPointer:
		a.P("if ", src, " == nil { ", c.target(n), " = nil }")
	default:
		c.put(n, "nil")
	}
	switch shape {
	case asScalar:
		c.put(n, c.toScalar(src, t))
	case asMessage:
		dst := c.beginMessage(n, c.goMessage(c.messageOf(t)))
		a.P("to", c.number(t), "(&", src, ", ", dst, ")")
		c.end(n)
	case asOptional:
		a.P("if ", src, " != nil {")
		c.toOptional(n, c.toScalar("(*"+src+")", elem), elem)
		a.P("}")
	case asPointer:
		a.P("if ", src, " != nil {")
		dst := c.beginMessage(n, c.goMessage(c.messageOf(elem)))
		a.P("to", c.number(elem), "(", src, ", ", dst, ")")
		c.end(n)
		a.P("}")
	case asList:
		c.toList(n, src, t, elem)
	case asMap:
		c.toMap(n, src, t, elem)
	}
}

// toOptional prints the setting of field n, which is absent where it is nil.
func (c *converter) toOptional(n int, value string, t *typemodel.Type) {
	if c.options.Opaque {
		c.put(n, value)
		return
	}
	c.a.P("x := ", value)
	if t.Kind == typemodel.Array || t.IsBytes() {
		c.a.P("if x == nil { x = []byte{} }")
		c.put(n, "x")
	} else {
		c.put(n, "&x")
	}
}

func (c *converter) toList(n int, src string, t, elem *typemodel.Type) {
	a := c.a
	if c.same(elem) {
		if t.Kind == typemodel.Array {
			src += "[:]"
		}
		c.put(n, src)
		return
	}
	a.P("if n := len(", src, "); n > 0 {")
	defer func() {
		c.end(n)
		a.P("}")
	}()
	if shape, _ := c.carry(elem); shape == asScalar {
		dst := c.begin(n, "make([]"+c.wireScalar(elem)+", n)")
		a.P("for i := range ", src, " { ", dst, "[i] = ", c.toScalar(src+"[i]", elem), " }")
		return
	}
	m := c.goMessage(c.messageOf(c.carried(elem)))
	a.P("list := make([]", m, ", n)")
	dst := c.begin(n, "make([]*"+m+", n)")
	if t.Kind == typemodel.Map { // as pairs
		a.P("i := 0")
		a.P("for k, v := range ", src, " {")
		a.P("pair := ", elem, "{k, v}")
		a.P("to", c.number(elem), "(&pair, &list[i])")
		a.P(dst, "[i] = &list[i]")
		a.P("i++")
	} else {
		a.P("for i := range ", src, " {")
		c.toElem("&list[i]", src+"[i]", elem)
		a.P(dst, "[i] = &list[i]")
	}
	a.P("}")
}

// toElem prints the call that fills the message dst with the element src.
func (c *converter) toElem(dst, src string, elem *typemodel.Type) {
	if inner := c.carried(elem); inner != elem {
		c.a.P("if ", src, " != nil { to", c.number(inner), "(", src, ", ", dst, ") }")
		return
	}
	c.a.P("to", c.number(elem), "(&", src, ", ", dst, ")")
}

func (c *converter) toMap(n int, src string, t, elem *typemodel.Type) {
	a := c.a
	if c.same(t.Key) && c.same(elem) {
		c.put(n, src)
		return
	}
	shape, _ := c.carry(elem)
	value := ""
	if shape == asScalar {
		value = c.wireScalar(elem)
	} else {
		value = c.goMessage(c.messageOf(c.carried(elem)))
	}
	a.P("if n := len(", src, "); n > 0 {")
	dst := c.begin(n, "make(map["+c.wireScalar(t.Key)+"]"+strings.Repeat("*", min(1, int(shape)))+value+", n)")
	a.P("for k, v := range ", src, " {")
	if shape == asScalar {
		a.P(dst, "[", c.toScalar("k", t.Key), "] = ", c.toScalar("v", elem))
	} else {
		a.P("m := new(", value, ")")
		c.toElem("m", "v", elem)
		a.P(dst, "[", c.toScalar("k", t.Key), "] = m")
	}
	a.P("}")
	c.end(n)
	a.P("}")
}

// from prints the statements that take dst, an addressable expression, out of
// field n.
func (c *converter) from(dst string, n int, t *typemodel.Type) {
	a := c.a
	shape, elem := c.carry(t)
	if shape == asOptional {
		a.P("if ", c.has(n), " {")
		a.P(dst, " = new(", elem, ")")
		src := c.source(n, elem)
		if !c.options.Opaque && !c.reflected && elem.Kind != typemodel.Array && !elem.IsBytes() {
			src = "*" + src
		}
		c.fromScalar("(*"+dst+")", src, elem)
		a.P("}")
		return
	}
	src := c.source(n, t)
	there := src + " != nil"
	if c.reflected {
		there = c.has(n)
	}
	switch shape {
	case asScalar:
		c.fromScalar(dst, src, t)
	case asMessage:
		a.P("if ", there, " {")
		c.fromMessage("&"+dst, src, t)
		a.P("}")
	case asPointer:
		a.P("if ", there, " {")
		a.P(dst, " = new(", elem, ")")
		c.fromMessage(dst, src, elem)
		a.P("}")
	case asList:
		c.fromList(dst, src, t, elem)
	case asMap:
		c.fromMap(dst, src, t, elem)
	}
}

// fromMessage prints the call that fills what dst points to from the message src.
func (c *converter) fromMessage(dst, src string, t *typemodel.Type) {
	verb := "from"
	if c.reflected {
		verb = "read"
	}
	c.a.P("if err := ", verb, c.number(t), "(", src, ", ", dst, "); err != nil { return err }")
}

// fromScalar prints the assignment of a scalar, with the checks that the wire
// form does not make.
func (c *converter) fromScalar(dst, src string, t *typemodel.Type) {
	a := c.a
	switch {
	case t.Kind == typemodel.Array:
		a.P("if len(", src, ") != len(", dst, ") { return errLength }")
		if c.ownBytes(t) {
			a.P("fromBytes(", src, ", ", dst, "[:])")
		} else {
			a.P("copy(", dst, "[:], ", src, ")")
		}
	case c.ownBytes(t):
		a.P("if ", src, " != nil { ", dst, " = make(", t, ", len(", src, ")); fromBytes(", src, ", ", dst, ") }")
	case t.Kind.IsInteger() && t.Kind.Bits() < 32:
		a.P(dst, " = ", t, "(", src, ")")
		a.P("if ", c.wireScalar(t), "(", dst, ") != ", src, " { return errRange }")
	case c.same(t):
		a.P(dst, " = ", src)
	default:
		a.P(dst, " = ", t, "(", src, ")")
	}
}

func (c *converter) fromList(dst, src string, t, elem *typemodel.Type) {
	a := c.a
	length, over, at := "len("+src+")", src, src+"[i]"
	if c.reflected {
		length, over, at = src+".Len()", "n", src+".Get(i)"
	}
	switch {
	case t.Kind == typemodel.Array:
		a.P("if ", length, " != len(", dst, ") { return errLength }")
		if c.reflected {
			over = length
		}
	case t.Kind == typemodel.Slice && c.same(elem) && !c.reflected:
		a.P(dst, " = ", src)
		return
	default:
		a.P("if n := ", length, "; n > 0 {")
		a.P(dst, " = make(", t, ", n)")
		defer a.P("}")
	}
	a.P("for i := range ", over, " {")
	if t.Kind == typemodel.Map { // as pairs
		a.P("var pair ", elem)
		c.fromMessage("&pair", c.messageAt(at), elem)
		a.P(dst, "[pair.Key] = pair.Value")
	} else {
		c.fromElem(dst+"[i]", at, elem)
	}
	a.P("}")
}

// messageAt returns the message that is an element of a list or map.
func (c *converter) messageAt(elem string) string {
	if c.reflected {
		return elem + ".Message()"
	}
	return elem
}

// fromElem prints the assignment of an element of a list or map, or of a key.
func (c *converter) fromElem(dst, src string, elem *typemodel.Type) {
	shape, _ := c.carry(elem)
	switch inner := c.carried(elem); {
	case shape == asScalar:
		if c.reflected {
			src = c.value(src, elem)
		}
		if c.reflected && !c.once(elem) {
			c.a.P("x := ", src)
			src = "x"
		}
		c.fromScalar(dst, src, elem)
	case inner != elem:
		c.a.P(dst, " = new(", inner, ")")
		c.fromMessage(dst, c.messageAt(src), inner)
	default:
		c.fromMessage("&"+dst, c.messageAt(src), elem)
	}
}

func (c *converter) fromMap(dst, src string, t, elem *typemodel.Type) {
	a := c.a
	length, over := "len("+src+")", src
	switch {
	case c.reflected:
		length, over = src+".Len()", src+".Range"
	case c.same(t.Key) && c.same(elem):
		a.P(dst, " = ", src)
		return
	}
	a.P("if n := ", length, "; n > 0 {")
	a.P(dst, " = make(", t, ", n)")
	a.P("for k, m := range ", over, " {")
	a.P("var key ", t.Key)
	c.fromElem("key", "k", t.Key)
	a.P("var v ", elem)
	if shape, _ := c.carry(elem); shape != asScalar && !c.reflected {
		// Some readers leave the message of an entry away that is empty.
		a.P("if m == nil { m = new(", c.goMessage(c.messageOf(c.carried(elem))), ") }")
	}
	c.fromElem("v", "m", elem)
	a.P(dst, "[key] = v")
	a.P("}")
	a.P("}")
}
