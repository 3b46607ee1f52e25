package protobuf

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

const protoreflect = "google.golang.org/protobuf/reflect/protoreflect"

// EmitReflection prints the type T and three funcs for each message, for
// libraries whose messages are read by reflection. Those of the root message
// are
//
//	func to0(from *T, to *pb.M0)                           // to the generated struct
//	func read0(from protoreflect.Message, to *T) error     // of a message of any library
//	func sum0(h uint64, from protoreflect.Message) uint64  // h, and all fields
//
// Strings and bytes that are read share memory with the message. A sum takes the
// length of those, and the whole of numbers and arrays of bytes.
func (s *Schema) EmitReflection(a *driver.Adapter, importPath string) {
	c := &converter{Schema: s, a: a, pb: importPath, reflected: true}
	a.Reserve(s.variables()...)
	a.Reserve("fields", "from", "h", "i", "k", "key", "list", "m", "pair", "to", "x", "mix", "mixBool", "mixBytes")
	a.Use("errors")
	a.ReserveTypes(s.messages[0].typ)
	a.EmitT(s.messages[0].typ)
	c.emitErrors()
	for i, m := range s.messages {
		c.emitTo(i, m)
		c.emitFrom(i, m)
		c.emitSum(i, m)
	}
	if driver.Reaches(s.messages[0].typ, c.ownBytes) {
		c.emitBytes()
	}
	a.P(mixers)
	a.P()
}

// Part returns the expression that reads the part of a message of the root's type; it is
// empty where the message has it in another form than a number.
func (s *Schema) Part(a *driver.Adapter, p *typemodel.Field, message string) string {
	c := &converter{Schema: s, a: a}
	for n, f := range s.messages[0].fields {
		if shape, _ := c.carry(f.typ); f.goName == p.Name && shape == asScalar {
			return a.Bits(p.Type.Kind, c.value(fmt.Sprintf("%s.Get(%[1]s.Descriptor().Fields().Get(%d))", message, n), f.typ))
		}
	}
	return ""
}

const mixers = `func mix(h, x uint64) uint64 { return (h ^ x) * 0x100000001b3 }

func mixBool(h uint64, b bool) uint64 {
	if b {
		return mix(h, 1)
	}
	return mix(h, 0)
}

func mixBytes(h uint64, b []byte) uint64 {
	for _, x := range b {
		h = mix(h, uint64(x))
	}
	return h
}`

// value returns the value of a scalar as the generated Go type has it: get is
// an expression with methods for each kind, as protoreflect.Value.
func (c *converter) value(get string, t *typemodel.Type) string {
	switch wire := c.wireScalar(t); wire {
	case "bool", "string":
		return get + "." + strings.ToUpper(wire[:1]) + wire[1:] + "()"
	case "float64":
		return get + ".Float()"
	case "float32":
		return "float32(" + get + ".Float())"
	case "int64":
		return get + ".Int()"
	case "uint64":
		return get + ".Uint()"
	case "int32":
		return "int32(" + get + ".Int())"
	case "uint32":
		return "uint32(" + get + ".Uint())"
	}
	return get + ".Bytes()"
}

// fieldOf returns the descriptor of field n.
func fieldOf(n int) string { return fmt.Sprintf("fields.Get(%d)", n-1) }

func (c *converter) emitSum(i int, m *message) {
	a := c.a
	a.P("func sum", i, "(h uint64, from ", goprint.Ident{Path: protoreflect, Name: "Message"}, ") uint64 {")
	fields := m.fields
	if m.typ.Kind == typemodel.Time {
		number := field{typ: &typemodel.Type{Kind: typemodel.Int64}}
		fields = []field{number, number}
	}
	if len(fields) > 0 {
		a.P("fields := from.Descriptor().Fields()")
	}
	for n, f := range fields {
		c.sum(n+1, f.typ)
	}
	a.End("return h")
}

// sum prints the addition of field n to h.
func (c *converter) sum(n int, t *typemodel.Type) {
	a := c.a
	get := c.get(n)
	shape, elem := c.carry(t)
	switch shape {
	case asScalar:
		a.P("h = ", c.mixed("h", get, t))
	case asMessage:
		a.P("h = sum", c.number(t), "(h, ", get, ".Message())")
	case asOptional, asPointer:
		a.P("if ", c.has(n), " {")
		a.P("h = mix(h, 1)")
		if shape == asOptional {
			a.P("h = ", c.mixed("h", get, elem))
		} else {
			a.P("h = sum", c.number(elem), "(h, ", get, ".Message())")
		}
		a.P("} else { h = mix(h, 0) }")
	case asList:
		a.P(variable(n), " := ", get, ".List()")
		a.P("h = mix(h, uint64(", variable(n), ".Len()))")
		a.P("for i := range ", variable(n), ".Len() {")
		c.sumElem(variable(n)+".Get(i)", elem)
		a.P("}")
	case asMap:
		a.P(variable(n), " := ", get, ".Map()")
		a.P("h = mix(h, uint64(", variable(n), ".Len()))")
		entries := "entries" + strconv.Itoa(n)
		a.P(entries, " := uint64(0)") // their order is not known
		a.P("for k, m := range ", variable(n), ".Range {")
		a.P("h := ", c.mixed("0", "k", t.Key))
		c.sumElem("m", elem)
		a.P(entries, " += h")
		a.P("}")
		a.P("h = mix(h, ", entries, ")")
	}
}

// mixed returns the sum h with a scalar added.
func (c *converter) mixed(h, get string, t *typemodel.Type) string {
	switch wire := c.wireScalar(t); {
	case wire == "bool":
		return "mixBool(" + h + ", " + get + ".Bool())"
	case t.Kind == typemodel.Array: // whose length says nothing
		return "mixBytes(" + h + ", " + get + ".Bytes())"
	case wire == "string", wire == "[]byte":
		return "mix(" + h + ", uint64(len(" + c.value(get, t) + ")))"
	case t.Kind.IsFloat():
		return "mix(" + h + ", " + c.a.Ident("math", "Float64bits") + "(" + get + ".Float()))"
	case t.Kind.IsSigned():
		return "mix(" + h + ", uint64(" + get + ".Int()))"
	}
	return "mix(" + h + ", " + get + ".Uint())"
}

func (c *converter) sumElem(get string, elem *typemodel.Type) {
	if shape, _ := c.carry(elem); shape == asScalar {
		c.a.P("h = ", c.mixed("h", get, elem))
		return
	}
	c.a.P("h = sum", c.number(c.carried(elem)), "(h, ", get, ".Message())")
}
