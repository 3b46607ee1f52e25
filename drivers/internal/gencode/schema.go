package gencode

import (
	"fmt"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/transform"
	"github.com/assay-go/assay/typemodel"
)

// carrier says what carries each type in gencode's schemas.
type carrier struct {
	*driver.Adapter
	*transform.Structs
	varint bool
}

// schema returns the structs in gencode's language.
func (c *carrier) schema() []byte {
	var b strings.Builder
	for _, st := range c.List {
		fmt.Fprintf(&b, "struct %s {\n", st.Name)
		for i, f := range st.Fields {
			fmt.Fprintf(&b, "\tF%d %s\n", i+1, f.Schema)
		}
		b.WriteString("}\n\n")
	}
	return []byte(b.String())
}

// inStruct reports whether t travels in a struct of its own. Recursion is by
// name, and loops over arrays, which all count by one variable, must not be
// nested.
func (c *carrier) inStruct(t *typemodel.Type, inArray bool) bool {
	if t.Kind == typemodel.Array && inArray && !t.IsByteArray() {
		c.Workaround("arrays within arrays in structs of one field, as the generated loops could not be nested")
		return true
	}
	return transform.InStruct(t)
}

// carry returns the carrier of t. inArray says that an array is around it, with
// no struct in between.
func (c *carrier) carry(t *typemodel.Type, bare, inArray bool) *transform.Carrier {
	if !bare && c.inStruct(t, inArray) {
		st := c.Of(t)
		return &transform.Carrier{Form: transform.Inline, Go: c.Ref(st), Schema: st.Name, Struct: st}
	}
	switch t.Kind {
	case typemodel.Time:
		return transform.As(transform.Time, "time")
	case typemodel.Bool, typemodel.String, typemodel.Float32, typemodel.Float64:
		return transform.As(t.Kind.String(), t.Kind.String())
	case typemodel.Pointer:
		elem := c.carry(t.Elem, false, inArray)
		return &transform.Carrier{Form: transform.Optional, Go: "*" + elem.Go, Schema: "*" + elem.Schema, Elem: elem}
	case typemodel.Slice:
		if t.IsBytes() {
			return &transform.Carrier{Form: transform.Bytes, Go: "[]byte", Schema: "[]byte"}
		}
		elem := c.carry(t.Elem, false, inArray)
		return &transform.Carrier{Form: transform.List, Go: "[]" + elem.Go, Schema: "[]" + elem.Schema, Elem: elem}
	case typemodel.Array:
		elem := transform.As("byte", "byte")
		if !t.IsByteArray() {
			elem = c.carry(t.Elem, false, true)
		}
		length := fmt.Sprintf("[%d]", t.Len)
		return &transform.Carrier{Form: transform.Array, Go: length + elem.Go, Schema: length + elem.Schema, Elem: elem}
	case typemodel.Map:
		c.Workaround("maps as lists of pairs")
		st := c.Pair(t)
		return &transform.Carrier{Form: transform.Pairs, Go: "[]" + c.Ref(st), Schema: "[]" + st.Name, Struct: st}
	case typemodel.Interface:
		return c.union(t)
	}
	name := t.Kind.String()
	if t.Kind == typemodel.Int || t.Kind == typemodel.Uint {
		c.Workaround("int and uint as 64 bits")
		name += "64"
	}
	if c.varint {
		return transform.As(name, "v"+name)
	}
	return transform.As(name, name)
}

// union carries an interface: the alternatives are structs, which no two of its
// types share.
func (c *carrier) union(t *typemodel.Type) *transform.Carrier {
	c.Workaround("interfaces as unions")
	u := &transform.Carrier{Form: transform.Union, Go: "any"}
	var b strings.Builder
	b.WriteString("union {\n")
	for _, impl := range t.Impls {
		st := c.Of(impl)
		u.Alternatives = append(u.Alternatives, st)
		fmt.Fprintf(&b, "\t\t%s\n", st.Name)
	}
	u.Schema = b.String() + "\t}"
	return u
}
