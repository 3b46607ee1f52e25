package colfer

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/transform"
	"github.com/assay-go/assay/typemodel"
)

// carrier says what carries each type in Colfer's schemas.
type carrier struct {
	*driver.Adapter
	*transform.Structs
}

// schema returns the structs in Colfer's language.
func (c *carrier) schema() []byte {
	var b strings.Builder
	b.WriteString("package gen\n")
	for _, st := range c.List {
		fmt.Fprintf(&b, "\ntype %s struct {\n", st.Name)
		for _, i := range inOrder(st) {
			fmt.Fprintf(&b, "\tF%d %s\n", i+1, st.Fields[i].Schema)
		}
		if len(st.Fields) == 0 { // the generated code would not compile
			c.Workaround("empty structs with a field that is never set")
			b.WriteString("\tNone bool\n")
		}
		b.WriteString("}\n")
	}
	return []byte(b.String())
}

// inOrder returns the indexes of the fields, by the numbers of their tags.
func inOrder(st *transform.Struct) []int {
	list := make([]int, len(st.Fields))
	for i := range list {
		list[i] = i
	}
	slices.SortStableFunc(list, func(a, b int) int { return cmp.Compare(rank(st, a), rank(st, b)) })
	return list
}

func rank(st *transform.Struct, i int) int {
	name := st.Fields[i].GoName
	at := slices.IndexFunc(st.Type.Fields, func(f typemodel.Field) bool { return f.Name == name })
	if st.Pair || at < 0 {
		return i
	}
	return identity.Rank(&st.Type.Fields[at])
}

// boxed carries a value by the struct for t, and form says whether it may be
// absent.
func (c *carrier) boxed(form transform.Form, t *typemodel.Type) *transform.Carrier {
	st := c.Of(t)
	return &transform.Carrier{Form: form, Go: "*" + c.Ref(st), Schema: st.Name, Struct: st}
}

// carry returns the carrier of a field of type t.
func (c *carrier) carry(t *typemodel.Type, bare bool) *transform.Carrier {
	if !bare && transform.InStruct(t) {
		return c.boxed(transform.Boxed, t)
	}
	switch t.Kind {
	case typemodel.Time:
		return transform.As(transform.Time, "timestamp")
	case typemodel.String:
		return transform.As("string", "text")
	case typemodel.Pointer:
		if !transform.InStruct(t.Elem) {
			c.Workaround("pointers to what is no struct as structs of one field")
		}
		return c.boxed(transform.OptBoxed, t.Elem)
	case typemodel.Slice, typemodel.Array:
		if t.IsBytes() || t.IsByteArray() {
			if t.Kind == typemodel.Array {
				c.Workaround("byte arrays as binaries of a checked length")
			}
			return &transform.Carrier{Form: transform.Bytes, Go: "[]byte", Schema: "binary"}
		}
		return c.list(t)
	case typemodel.Map:
		c.Workaround("maps as lists of pairs")
		st := c.Pair(t)
		return &transform.Carrier{Form: transform.Pairs, Go: "[]*" + c.Ref(st), Schema: "[]" + st.Name, Struct: st, Refs: true}
	case typemodel.Int8, typemodel.Int16:
		c.Workaround("int8 and int16 as int32")
		return &transform.Carrier{Form: transform.Checked, Go: "int32", Schema: "int32"}
	case typemodel.Int, typemodel.Uint:
		c.Workaround("int and uint as 64 bits")
		return transform.As(t.Kind.String()+"64", t.Kind.String()+"64")
	}
	return transform.As(t.Kind.String(), t.Kind.String())
}

// list carries a slice or array. Lists of bools and unsigned integers are not
// in the language, nor of lists and times.
func (c *carrier) list(t *typemodel.Type) *transform.Carrier {
	if t.Kind == typemodel.Array {
		c.Workaround("arrays as lists of a checked length")
	}
	l := &transform.Carrier{Form: transform.List}
	elem := t.Elem
	switch k := elem.Kind; {
	case transform.InStruct(elem):
		l.Elem, l.Refs = c.boxed(transform.Boxed, elem), true
	case k == typemodel.Pointer && transform.InStruct(elem.Elem):
		l.Elem, l.Refs = c.boxed(transform.OptBoxed, elem.Elem), true
	case k == typemodel.Bool:
		c.Workaround("lists of bools and unsigned integers as lists of signed ones")
		l.Elem = &transform.Carrier{Form: transform.BoolInt, Go: "int32", Schema: "int32"}
	case k == typemodel.Uint16:
		c.Workaround("lists of bools and unsigned integers as lists of signed ones")
		l.Elem = &transform.Carrier{Form: transform.Checked, Go: "int32", Schema: "int32"}
	case k == typemodel.Uint32:
		c.Workaround("lists of bools and unsigned integers as lists of signed ones")
		l.Elem = &transform.Carrier{Form: transform.Checked, Go: "int64", Schema: "int64"}
	case k == typemodel.Uint64, k == typemodel.Uint:
		c.Workaround("lists of bools and unsigned integers as lists of signed ones")
		l.Elem = &transform.Carrier{Go: "int64", Schema: "int64"} // bit for bit
	case k == typemodel.String, k.IsInteger(), k.IsFloat(), elem.IsBytes(), elem.IsByteArray():
		l.Elem = c.carry(elem, false)
	default:
		c.Workaround("lists of lists, maps, times and pointers with structs of one field in between")
		l.Elem, l.Refs = c.boxed(transform.Boxed, elem), true
	}
	l.Go, l.Schema = "[]"+l.Elem.Go, "[]"+l.Elem.Schema
	return l
}
