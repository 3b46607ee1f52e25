// Package ssz carries Go types in Simple Serialize, the format of
// Ethereum: structs in the vocabulary of its Go libraries, with their struct
// tags. It is what the drivers of those libraries share.
//
// SSZ has unsigned integers, bools, byte vectors and bounded lists. What it
// lacks is carried as its users do: signed integers as unsigned ones of the same
// bits, strings as bytes, pointers as lists of at most one element, and maps as
// lists of pairs.
package ssz

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/internal/schema/transform"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/typemodel"
)

// Max is the bound of every list, string and byte slice. A message is smaller,
// as its offsets have 32 bits.
const Max = 1 << 30

// Limits are what SSZ cannot carry.
var Limits = driver.Limits{
	Kinds: append([]typemodel.Kind{typemodel.Interface, typemodel.Uintptr}, driver.Complexes...),
	Rules: []driver.Rule{driver.IsNameable, finite},
}

// finite refuses what has no size that is known, or none at all.
func finite(_ string, t *typemodel.Type) (reason, fix string) {
	switch {
	case t.Kind == typemodel.Array && t.Len == 0:
		return "SSZ has no empty vectors", "leave the field out of the type"
	case typemodel.Recursive(t):
		return "SSZ has no recursive types", "flatten it into a list whose elements refer to each other by index"
	}
	return "", ""
}

// Library is what the libraries differ in.
type Library struct {
	// Numbers are the unsigned types that lists may have for elements; others
	// are widened.
	Numbers []string

	// Vectors says that slices of numbers may have a fixed length.
	Vectors bool

	// Bytes are the lengths of byte arrays that fields may have. Nil means all.
	// A slice with a fixed length stands for the others.
	Bytes []int
}

// Schema are the structs that carry a type.
type Schema struct {
	*transform.Structs
	*driver.Adapter
	library Library
}

// New returns the structs of t.
func New(a *driver.Adapter, t *typemodel.Type, library Library) *Schema {
	s := &Schema{transform.New(a), a, library}
	s.Carry(t, func(t *typemodel.Type, _ bool) *transform.Carrier { return s.field(t) })
	return s
}

// Declarations returns the source of the package of the structs.
func (s *Schema) Declarations() ([]byte, error) {
	f := goprint.New(s.PkgPath()+"/gen", "gen")
	for _, st := range s.List {
		f.P()
		f.P("type ", st.Name, " struct {")
		for i, c := range st.Fields {
			// A carrier names types of this package as adapters do: the mark of the package is data.
			goType := strings.ReplaceAll(c.Go, s.local(), "")
			if c.Schema == "" {
				f.P("F", i+1, " ", goType)
			} else {
				f.P("F", i+1, " ", goType, " `", c.Schema, "`")
			}
		}
		if len(st.Fields) == 0 { // SSZ has no empty containers
			s.Workaround("empty structs with a field that is never set")
			f.P("None bool")
		}
		f.P("}")
	}
	return f.Source()
}

// local is the qualifier of the structs in the adapter.
func (s *Schema) local() string {
	return strings.TrimSuffix(s.Ref(s.List[0]), s.List[0].Name)
}

func tagMax(n int) string  { return fmt.Sprintf(`ssz-max:"%d"`, n) }
func tagSize(n int) string { return fmt.Sprintf(`ssz-size:"%d"`, n) }

// field returns the carrier of a field of type t.
func (s *Schema) field(t *typemodel.Type) *transform.Carrier {
	switch t.Kind {
	case typemodel.Bool:
		return &transform.Carrier{Go: "bool"}
	case typemodel.String:
		s.Workaround(fmt.Sprintf("strings as lists of at most %d bytes", Max))
		return &transform.Carrier{Go: "[]byte", Schema: tagMax(Max)}
	case typemodel.Struct:
		return s.object(t)
	case typemodel.Map:
		s.Workaround("maps as lists of pairs")
		st := s.Pair(t)
		return &transform.Carrier{Form: transform.Pairs, Go: "[]*" + s.Ref(st), Schema: tagMax(Max), Struct: st, Refs: true}
	case typemodel.Pointer:
		s.Workaround("pointers as lists of at most one element")
		e := s.element(t.Elem)
		return &transform.Carrier{Form: transform.AtMostOne, Go: "[]" + e.Go, Schema: listTag(1, e), Elem: e}
	case typemodel.Slice:
		if t.IsBytes() {
			return &transform.Carrier{Form: transform.Bytes, Go: "[]byte", Schema: tagMax(Max)}
		}
		e := s.element(t.Elem)
		return &transform.Carrier{Form: transform.List, Go: "[]" + e.Go, Schema: listTag(Max, e), Elem: e, Refs: refs(e)}
	case typemodel.Array:
		return s.array(t)
	}
	return s.number(t, false)
}

func refs(e *transform.Carrier) bool { return e.Form == transform.Boxed }

// listTag returns the tag of a list of at most limit elements.
func listTag(limit int, e *transform.Carrier) string {
	if e.Go == "[]byte" {
		return fmt.Sprintf(`ssz-max:"%d,%d"`, limit, Max)
	}
	return tagMax(limit)
}

// object carries a value by the struct for t.
func (s *Schema) object(t *typemodel.Type) *transform.Carrier {
	st := s.Of(t)
	return &transform.Carrier{Form: transform.Boxed, Go: "*" + s.Ref(st), Struct: st}
}

func (s *Schema) array(t *typemodel.Type) *transform.Carrier {
	n := t.Len
	if t.IsByteArray() {
		if s.keeps(n) {
			return &transform.Carrier{Form: transform.Array, Go: fmt.Sprintf("[%d]byte", n), Elem: &transform.Carrier{Go: "byte"}}
		}
		s.Workaround("byte arrays of unusual length as slices of that length")
		return &transform.Carrier{Form: transform.Bytes, Go: "[]byte", Schema: tagSize(n)}
	}
	e := s.element(t.Elem)
	c := &transform.Carrier{Form: transform.List, Go: "[]" + e.Go, Schema: tagSize(n), Elem: e, Refs: refs(e)}
	k := t.Elem.Kind
	if number := k == typemodel.Time || (k.IsInteger() || k.IsFloat()) && k.Bits() > 8; !number || !s.library.Vectors {
		s.Workaround("arrays of anything but bytes as lists of a checked length")
		c.Schema = listTag(n, e)
	}
	return c
}

// keeps reports whether the library has arrays of so many bytes.
func (s *Schema) keeps(n int) bool {
	return s.library.Bytes == nil || slices.Contains(s.library.Bytes, n)
}

// element returns the carrier of an element of a list.
func (s *Schema) element(t *typemodel.Type) *transform.Carrier {
	switch {
	case t.Kind == typemodel.Bool:
		s.Workaround("bools in lists as bytes")
		return &transform.Carrier{Form: transform.BoolInt, Go: "byte"}
	case t.Kind == typemodel.Struct, t.Kind == typemodel.String:
		return s.field(t)
	case t.IsBytes(), t.IsByteArray():
		if c := s.field(t); t.IsBytes() || s.keeps(t.Len) {
			return c
		}
	case t.Kind != typemodel.Slice && t.Kind != typemodel.Array && t.Kind != typemodel.Map && t.Kind != typemodel.Pointer:
		return s.number(t, true)
	}
	s.Workaround("lists of lists, maps and pointers with structs of one field in between")
	return s.object(t)
}

// number carries a number or a time.
func (s *Schema) number(t *typemodel.Type, element bool) *transform.Carrier {
	width := func(bits int) (goType string, wider bool) {
		goType = "uint" + strconv.Itoa(bits)
		if !element || slices.Contains(s.library.Numbers, goType) {
			return goType, false
		}
		for ; !slices.Contains(s.library.Numbers, "uint"+strconv.Itoa(bits)); bits *= 2 {
		}
		s.Workaround("narrow integers in lists widened")
		return "uint" + strconv.Itoa(bits), true
	}
	bits := t.Kind.Bits()
	if t.Kind == typemodel.Time {
		s.Workaround("times as nanoseconds, the zero time as the lowest")
		return &transform.Carrier{Form: transform.Nanos, Go: "uint64"}
	}
	if t.Kind.IsFloat() {
		s.Workaround("floats as their bits")
		goType, _ := width(bits)
		return &transform.Carrier{Form: transform.Bits, Go: goType}
	}
	if t.Kind.IsSigned() {
		s.Workaround("signed integers as unsigned ones of the same bits")
	}
	if bits == 8 && element {
		return &transform.Carrier{Go: "byte"}
	}
	if goType, wider := width(bits); wider {
		return &transform.Carrier{Form: transform.Checked, Go: goType}
	} else {
		return &transform.Carrier{Go: goType}
	}
}
