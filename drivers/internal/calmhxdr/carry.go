package calmhxdr

import (
	"slices"
	"unicode"
	"unicode/utf8"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// carrier has a type of the subject's layout in which the generator knows every
// field: bools, integers, strings, bytes, structs, slices of those, and types
// with methods of their own for all else.
type carrier struct {
	root        *typemodel.Type
	own         []*typemodel.Type // those with methods of their own
	workarounds []string

	hidden   bool
	done     map[string]*typemodel.Type // structs and those with methods, by the spelling of the type that they are for
	spelling *goprint.File
}

// position is where a type stands: what may do without methods of its own.
type position int

const (
	field  position = iota // of a struct: slices too
	elem                   // of a slice that is a field: what has a name in Go, as the generator looks for one
	within                 // one of our types: bytes too
)

// carry returns the carrier of t. Without hidden, unexported fields are left
// out.
func carry(t *typemodel.Type, hidden bool) *carrier {
	c := &carrier{hidden: hidden, done: map[string]*typemodel.Type{}, spelling: goprint.New("", "")}
	c.root = c.typeOf(t, field)
	c.root.Name = t.Name
	return c
}

// native are the basic kinds that the generator knows, with the bytes that they
// take.
var native = map[typemodel.Kind]int{
	typemodel.Bool: 4, typemodel.Int8: 4, typemodel.Uint8: 4, typemodel.Int16: 4, typemodel.Uint16: 4, typemodel.Int32: 4, typemodel.Uint32: 4,
	typemodel.Int: 8, typemodel.Int64: 8, typemodel.Uint64: 8,
}

func (c *carrier) typeOf(t *typemodel.Type, pos position) *typemodel.Type {
	switch k := t.Kind; {
	case native[k] > 0 || k == typemodel.String, t.IsBytes() && pos != elem:
		plain := &typemodel.Type{Kind: k}
		if k == typemodel.Slice {
			plain.Elem = &typemodel.Type{Kind: typemodel.Uint8}
		}
		return plain
	case k == typemodel.Struct:
		key := c.spelling.Type(t)
		if s, ok := c.done[key]; ok {
			return s
		}
		s := &typemodel.Type{Kind: k}
		c.done[key] = s
		if !t.Name.IsZero() {
			s.Name = named(t.Name.Name)
			s.Name.PkgName = t.Name.PkgName
		}
		for _, f := range t.Fields {
			if f.Exported() {
				f.Type = c.typeOf(f.Type, field)
			} else if !c.hidden {
				continue
			}
			f.Embedded, f.Tag = false, ""
			s.Fields = append(s.Fields, f)
		}
		return s
	case k == typemodel.Slice && pos == field:
		return &typemodel.Type{Kind: k, Elem: c.typeOf(t.Elem, elem)}
	}
	return c.ownType(t)
}

// ownType returns a type for t that has methods of its own.
func (c *carrier) ownType(t *typemodel.Type) *typemodel.Type {
	key := c.spelling.Type(t)
	if t.Kind.IsPrimitive() {
		key = t.Kind.String() // whatever its name
	}
	if own, ok := c.done[key]; ok {
		return own
	}
	own := &typemodel.Type{Kind: t.Kind, Len: t.Len, Name: named(title[t.Kind])}
	c.done[key] = own
	c.own = append(c.own, own)
	if t.Elem != nil {
		own.Elem = c.typeOf(t.Elem, within)
	}
	if t.Key != nil {
		own.Key = c.typeOf(t.Key, within)
	}
	if text := workaround(t); !slices.Contains(c.workarounds, text) {
		c.workarounds = append(c.workarounds, text)
	}
	return own
}

// title are names for types with methods of their own.
var title = map[typemodel.Kind]string{
	typemodel.Uint: "Uint", typemodel.Float32: "Float32", typemodel.Float64: "Float64", typemodel.Time: "Time",
	typemodel.Array: "Array", typemodel.Slice: "List", typemodel.Map: "Map",
}

func workaround(t *typemodel.Type) string {
	switch t.Kind {
	case typemodel.Uint:
		return "uint as 64 bits"
	case typemodel.Float32, typemodel.Float64:
		return "floats by their bits"
	case typemodel.Time:
		return "times as seconds and nanoseconds"
	case typemodel.Array:
		return "arrays by methods written for them"
	case typemodel.Map:
		return "maps as lists of pairs"
	}
	return "lists within others by methods written for them"
}

// named returns a name of the adapter's package, which begins in upper case: the
// generated code's own names do not.
func named(name string) typemodel.Name {
	first, size := utf8.DecodeRuneInString(name)
	if upper := unicode.ToUpper(first); unicode.IsUpper(upper) {
		return typemodel.Name{Name: string(upper) + name[size:]}
	}
	return typemodel.Name{Name: "Struct" + name}
}
