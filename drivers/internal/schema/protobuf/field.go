package protobuf

import (
	"strconv"

	"github.com/assay-go/assay/typemodel"
)

// The fields of a generated struct are F1, F2 and so on. Those of the opaque API
// are hidden: they are set and read by methods, and stand in variables while
// they are filled or looked at more than once.

// variables returns the names of those.
func (s *Schema) variables() []string {
	var names []string
	for _, m := range s.messages {
		for len(names) < len(m.fields) {
			names = append(names, variable(len(names)+1))
		}
	}
	return names
}

func variable(n int) string { return "f" + strconv.Itoa(n) }

// put prints the setting of field n.
func (c *converter) put(n int, value string) {
	if c.options.Opaque {
		c.a.P("to.SetF", n, "(", value, ")")
	} else {
		c.a.P("to.F", n, " = ", value)
	}
}

// begin prints the start of filling field n, and returns what is to be filled.
func (c *converter) begin(n int, made string) (dst string) {
	if c.options.Opaque {
		c.a.P(variable(n), " := ", made)
		return variable(n)
	}
	c.put(n, made)
	return c.target(n)
}

// beginMessage is begin of a message, the one that is there where there is one.
func (c *converter) beginMessage(n int, message string) (dst string) {
	if c.options.Opaque {
		return c.begin(n, "new("+message+")")
	}
	c.a.P("if ", c.target(n), " == nil { ", c.target(n), " = new(", message, ") }")
	return c.target(n)
}

// target returns field n of the open API.
func (c *converter) target(n int) string { return "to.F" + strconv.Itoa(n) }

// end prints the end of filling it.
func (c *converter) end(n int) {
	if c.options.Opaque {
		c.put(n, variable(n))
	}
}

// get returns the value of field n.
func (c *converter) get(n int) string {
	switch {
	case c.reflected:
		return "from.Get(" + fieldOf(n) + ")"
	case c.options.Opaque:
		return "from.GetF" + strconv.Itoa(n) + "()"
	}
	return "from.F" + strconv.Itoa(n)
}

// has returns whether the optional field n is present.
func (c *converter) has(n int) string {
	switch {
	case c.reflected:
		return "from.Has(" + fieldOf(n) + ")"
	case c.options.Opaque:
		return "from.HasF" + strconv.Itoa(n) + "()"
	}
	return c.get(n) + " != nil"
}

// source returns the value of field n, which carries t, as an expression that
// may be repeated.
func (c *converter) source(n int, t *typemodel.Type) string {
	get := c.get(n)
	if c.reflected {
		switch shape, _ := c.carry(t); shape {
		case asScalar:
			get = c.value(get, t)
		case asList:
			get += ".List()"
		case asMap:
			get += ".Map()"
		default:
			get += ".Message()"
		}
	}
	if !c.options.Opaque && !c.reflected || c.once(t) {
		return get
	}
	c.a.P(variable(n), " := ", get)
	return variable(n)
}

// once reports whether the way back from the carrier of t mentions it once.
func (c *converter) once(t *typemodel.Type) bool {
	switch shape, elem := c.carry(t); shape {
	case asScalar:
		return t.Kind != typemodel.Array && !c.ownBytes(t) && (!t.Kind.IsInteger() || t.Kind.Bits() >= 32)
	case asMessage, asPointer:
		return c.reflected
	case asList:
		return !c.reflected && t.Kind == typemodel.Slice && c.same(elem)
	case asMap:
		return !c.reflected && c.same(t.Key) && c.same(elem)
	}
	return false
}

// toTime prints the setting of the fields of a time.
func (c *converter) toTime() {
	if c.options.Opaque {
		c.put(1, "from.Unix()")
		c.put(2, "int32(from.Nanosecond())")
	} else {
		c.a.P("to.F1, to.F2 = from.Unix(), int32(from.Nanosecond())")
	}
}
