package flatbuffers

import (
	"strconv"

	"github.com/assay-go/assay/drivers/internal/schema/records"
	"github.com/assay-go/assay/typemodel"
)

// form is how a type is carried in the place of a field or an element.
type form int

const (
	scalar form = iota // inline, absent where it is zero
	moment             // a struct of seconds and nanoseconds, inline
	offset             // an offset to a string, vector or table
	union              // a byte that tells the alternatives apart, and the offset of one
)

func formOf(t *typemodel.Type) form {
	switch k := t.Kind; {
	case k == typemodel.Bool, k.IsInteger(), k.IsFloat():
		return scalar
	case k == typemodel.Time:
		return moment
	case k == typemodel.Interface:
		return union
	}
	return offset
}

// optional returns the type whose absence a nil pointer is: the one pointed to.
// It has a table, boxed, if it is a struct, or may be nil by itself.
func (e *emitter) optional(t *typemodel.Type) (elem *typemodel.Type, boxed *records.Record) {
	switch t.Elem.Kind {
	case typemodel.Slice, typemodel.Map, typemodel.Pointer, typemodel.Interface:
		e.Workaround("pointers to slices, maps, pointers and interfaces by a table in between")
		return t.Elem, e.Of(t.Elem)
	case typemodel.Struct:
		return t.Elem, e.Of(t.Elem)
	}
	return t.Elem, nil
}

// field is a field of a table, or the first of two that hold a union.
type field struct {
	records.Field
	slot int
}

// fields returns the fields of a table and how many slots they take.
func fields(t *records.Record) (list []field, slots int) {
	for _, f := range t.Fields {
		list = append(list, field{f, slots})
		slots++
		if formOf(f.Type) == union {
			slots++
		}
	}
	return list, slots
}

// place returns the place of the field in the vtable, as source.
func (f field) place() string { return strconv.Itoa(4 + 2*f.slot) }

// element returns the table of the elements of a vector that are neither scalars
// nor strings. There are no vectors of vectors.
func (e *emitter) element(t *typemodel.Type) records.Held {
	h := e.Hold(t)
	if h.Box {
		e.Workaround("elements of other kinds than scalars, strings and structs by a table of one field")
	}
	return h
}

// alternatives returns the tables of a union, whose numbers begin at 1.
func (e *emitter) alternatives(t *typemodel.Type) []records.Held {
	list := e.Alternatives(t)
	for _, h := range list {
		if h.Box {
			e.Workaround("alternatives that are no structs by a table of one field")
		}
	}
	return list
}

// number is how the library calls a scalar type.
type number struct {
	name string // as in GetInt32
	typ  string // Go type
	size int
}

func numberOf(t *typemodel.Type) number {
	switch k := t.Kind; k {
	case typemodel.Bool:
		return number{"Bool", "bool", 1}
	case typemodel.Int:
		return number{"Int64", "int64", 8}
	case typemodel.Uint:
		return number{"Uint64", "uint64", 8}
	default:
		name := k.String()
		return number{string(name[0]-'a'+'A') + name[1:], name, k.Bits() / 8}
	}
}

// zero returns the default of the type.
func (n number) zero() string {
	if n.typ == "bool" {
		return "false"
	}
	return "0"
}

// to returns x of type t as the library takes it.
func (n number) to(x string, t *typemodel.Type) string { return records.Convert(x, t, n.typ) }

// from returns what the library gives as a t.
func (e *emitter) from(n number, x string, t *typemodel.Type) string {
	return e.ConvertTo(t, x, n.typ)
}
