// Package transform prints the code that copies between a user's types and the
// structs that a serializer generates from a schema. A driver says by a tree of
// carriers what stands for each Go type in the schema's language; the package
// keeps the structs that come of it and prints the funcs ToWire and FromWire of
// the adapter contract.
//
// What is of one type on both sides is shared, as the contract allows. The
// package knows no schema language.
package transform

import (
	"strconv"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Form is how a type is carried.
type Form int

// The forms. S is the Struct of a carrier, E its Elem.
const (
	Plain     Form = iota // by a type that Go converts to and from
	Checked               // as Plain, by a wider integer, whose range is checked on the way back
	BoolInt               // a bool by an integer
	Bits                  // a float by an unsigned integer, at least as wide, of its bits
	Nanos                 // a time by an int64 or uint64 of Unix nanoseconds, the zero time by the lowest int64
	Bytes                 // a slice or array of bytes by []byte, whose length is checked for arrays
	List                  // a slice or array by a slice of E, whose length is checked for arrays
	Array                 // an array by an array of E
	Map                   // a map by a map of Key and E
	Pairs                 // a map by a slice of S, which has the fields of a pair
	Inline                // a value by an S
	Boxed                 // a value by a pointer to an S, which is always set
	Optional              // a pointer by a pointer to E
	OptBoxed              // a pointer by a pointer to an S, which carries what it points to
	AtMostOne             // a pointer by a slice of no or one E
	Addressed             // a value by an S, which carries a pointer to it
	Union                 // an interface by an empty interface, which holds the S of one of Alternatives
)

// Time stands for time.Time in the Go type of a Carrier: the package is imported
// where the adapter spells the type.
const Time = "time.Time"

// Carrier says what carries a type.
type Carrier struct {
	Form   Form
	Go     string // the Go type, as the adapter spells it, with Time for time.Time
	Schema string // the type in the schema's language; for the driver's own use

	Elem, Key    *Carrier
	Struct       *Struct
	Alternatives []*Struct // in the order of the interface's Impls
	Refs         bool      // of List and Pairs: the slice is of pointers to the structs
}

// As returns the carrier of a type that Go converts to and from goType.
func As(goType, schema string) *Carrier { return &Carrier{Go: goType, Schema: schema} }

// InStruct reports whether t is carried by a struct of its own in languages where what is
// recursive is so by the names of structs.
func InStruct(t *typemodel.Type) bool {
	return t.Kind == typemodel.Struct || !t.Name.IsZero() && typemodel.Recursive(t)
}

// Struct is a struct of the schema and the Go type that it carries.
type Struct struct {
	Name   string
	Type   *typemodel.Type
	Pair   bool // of a key and a value of the map Type
	Fields []Field
}

// Field is a field of a Struct: of the Go struct, or without a GoName the
// carried type itself. In the generated struct it is called F and its number,
// from 1.
type Field struct {
	GoName string
	Type   *typemodel.Type
	*Carrier
}

// Structs are the structs that carry a type and its parts.
type Structs struct {
	List []*Struct // the first one carries the type itself

	a     *driver.Adapter
	byKey map[string]*Struct
}

// New returns no structs yet, of those that are generated in the package gen below the adapter's.
func New(a *driver.Adapter) *Structs { return &Structs{a: a, byKey: map[string]*Struct{}} }

// Carry makes the structs for t. carry returns the carrier of a type in the place of a
// field. It may call Of, Pair and Ref for the structs that it needs. bare is true of a
// type that is no struct and has one to itself, whose only field it is.
func (s *Structs) Carry(t *typemodel.Type, carry func(t *typemodel.Type, bare bool) *Carrier) {
	s.Of(t)
	for i := 0; i < len(s.List); i++ { // Of and Pair add to the list
		st := s.List[i]
		for j := range st.Fields {
			f := &st.Fields[j]
			f.Carrier = carry(f.Type, f.GoName == "")
		}
	}
}

// Of returns the struct that carries t: with its exported fields, or with t
// itself as the only one.
func (s *Structs) Of(t *typemodel.Type) *Struct {
	st, added := s.add(s.a.Key(t), t)
	switch {
	case !added:
	case t.Kind == typemodel.Struct:
		for i := range t.Fields {
			if f := &t.Fields[i]; f.Exported() {
				st.Fields = append(st.Fields, Field{GoName: f.Name, Type: f.Type})
			}
		}
	default:
		st.Fields = []Field{{Type: t}}
	}
	return st
}

// Pair returns the struct of a key and a value of the map type t.
func (s *Structs) Pair(t *typemodel.Type) *Struct {
	st, added := s.add("pair "+s.a.Key(t), t)
	if added {
		st.Pair = true
		st.Fields = []Field{{GoName: "Key", Type: t.Key}, {GoName: "Value", Type: t.Elem}}
	}
	return st
}

func (s *Structs) add(key string, t *typemodel.Type) (st *Struct, added bool) {
	if st, ok := s.byKey[key]; ok {
		return st, false
	}
	st = &Struct{Name: "S" + strconv.Itoa(len(s.List)), Type: t}
	s.byKey[key] = st
	s.List = append(s.List, st)
	return st, true
}

// Ref returns the generated Go type of a struct.
func (s *Structs) Ref(st *Struct) string { return s.a.Ident(s.a.PkgPath()+"/gen", st.Name) }

// fallible reports whether the way back may fail.
func (s *Structs) fallible() bool {
	var of func(t *typemodel.Type, c *Carrier) bool
	of = func(t *typemodel.Type, c *Carrier) bool {
		switch {
		case c == nil || t == nil:
			return false
		case c.Form == Checked, (c.Form == Bytes || c.Form == List) && t.Kind == typemodel.Array:
			return true
		}
		return of(t.Elem, c.Elem) || of(t.Key, c.Key)
	}
	for _, st := range s.List {
		for _, f := range st.Fields {
			if of(f.Type, f.Carrier) {
				return true
			}
		}
	}
	return false
}
