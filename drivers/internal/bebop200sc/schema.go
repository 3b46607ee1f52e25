package bebop200sc

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/transform"
	"github.com/assay-go/assay/typemodel"
)

// carrier says what carries each type in bebop's schemas.
type carrier struct {
	*driver.Adapter
	*transform.Structs
}

// isMessage reports whether st is a message, of which fields may be absent: those
// that carry a pointer. They are also what recursion is allowed through.
func isMessage(st *transform.Struct) bool { return st.Type.Kind == typemodel.Pointer }

func (c *carrier) messages() bool { return slices.ContainsFunc(c.List, isMessage) }

// schema returns the structs in bebop's language.
func (c *carrier) schema() []byte {
	var b strings.Builder
	for _, st := range c.List {
		if isMessage(st) {
			fmt.Fprintf(&b, "message %s {\n\t1 -> %s F1;\n}\n\n", st.Name, st.Fields[0].Schema)
			continue
		}
		fmt.Fprintf(&b, "struct %s {\n", st.Name)
		for i, f := range st.Fields {
			fmt.Fprintf(&b, "\t%s F%d;\n", f.Schema, i+1)
		}
		b.WriteString("}\n\n")
	}
	return []byte(b.String())
}

func (c *carrier) inStructOf(form transform.Form, t *typemodel.Type) *transform.Carrier {
	st := c.Of(t)
	return &transform.Carrier{Form: form, Go: c.Ref(st), Schema: st.Name, Struct: st}
}

// carry returns the carrier of a field of type t.
func (c *carrier) carry(t *typemodel.Type, bare bool) *transform.Carrier {
	if !bare && transform.InStruct(t) {
		return c.inStructOf(transform.Inline, t)
	}
	switch t.Kind {
	case typemodel.Time:
		// The language's dates have 100 ns, and 1970 for the zero time.
		c.Workaround("times as int64 nanoseconds")
		return &transform.Carrier{Form: transform.Nanos, Go: "int64", Schema: "int64"}
	case typemodel.Pointer:
		if bare {
			return c.optional(t.Elem)
		}
		c.Workaround("pointers as messages of one field")
		return c.inStructOf(transform.Inline, t)
	case typemodel.Slice, typemodel.Array:
		if t.IsBytes() || t.IsByteArray() {
			if t.Kind == typemodel.Array {
				c.Workaround("byte arrays as byte[] of a checked length")
			}
			return &transform.Carrier{Form: transform.Bytes, Go: "[]byte", Schema: "byte[]"}
		}
		if t.Kind == typemodel.Array {
			c.Workaround("arrays as lists of a checked length")
		}
		elem := c.element(t.Elem)
		return &transform.Carrier{Form: transform.List, Go: "[]" + elem.Go, Schema: elem.Schema + "[]", Elem: elem}
	case typemodel.Map:
		if k := t.Key.Kind; k == typemodel.String || k == typemodel.Bool || k.IsInteger() {
			key, elem := c.carry(t.Key, false), c.element(t.Elem)
			return &transform.Carrier{
				Form: transform.Map, Go: "map[" + key.Go + "]" + elem.Go,
				Schema: "map[" + key.Schema + ", " + elem.Schema + "]", Key: key, Elem: elem,
			}
		}
		c.Workaround("maps with other keys as lists of pairs")
		st := c.Pair(t)
		return &transform.Carrier{Form: transform.Pairs, Go: "[]" + c.Ref(st), Schema: st.Name + "[]", Struct: st}
	case typemodel.Int8:
		c.Workaround("int8 as int16")
		return &transform.Carrier{Form: transform.Checked, Go: "int16", Schema: "int16"}
	case typemodel.Int, typemodel.Uint:
		c.Workaround("int and uint as 64 bits")
		return transform.As(t.Kind.String()+"64", t.Kind.String()+"64")
	}
	return transform.As(t.Kind.String(), t.Kind.String())
}

// element carries the elements of lists and maps: a struct that leads back to
// itself by them is a message, since the language has no recursive structs.
func (c *carrier) element(t *typemodel.Type) *transform.Carrier {
	if transform.InStruct(t) && typemodel.Recursive(t) {
		c.Workaround("elements of recursive types as messages of one field")
		return c.inStructOf(transform.Addressed, &typemodel.Type{Kind: typemodel.Pointer, Elem: t})
	}
	return c.carry(t, false)
}

// optional carries what a message may hold of type t. The compiler's code for
// lists within a message does not compile, so they have a struct in between.
func (c *carrier) optional(t *typemodel.Type) *transform.Carrier {
	list := (t.Kind == typemodel.Slice || t.Kind == typemodel.Array) && !t.IsBytes() && !t.IsByteArray()
	if transform.InStruct(t) || list || t.Kind == typemodel.Map || t.Kind == typemodel.Pointer {
		boxed := c.inStructOf(transform.OptBoxed, t)
		boxed.Go = "*" + boxed.Go
		return boxed
	}
	elem := c.carry(t, false)
	return &transform.Carrier{Form: transform.Optional, Go: "*" + elem.Go, Schema: elem.Schema, Elem: elem}
}
