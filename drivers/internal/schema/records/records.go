// Package records arranges a type into the records that carry it in a format
// whose records have fields at fixed places and are read where they lie, as the
// tables of FlatBuffers and the structs of Cap'n Proto: one for each struct, one
// of a single field for each type that is carried in a record of its own, and
// one of a key and a value for each map. A driver prints funcs for each record.
//
// The package knows the expressions of the fields and no format.
package records

import (
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Record is a record and the type that it carries.
type Record struct {
	Number int
	Type   *typemodel.Type
	Pair   bool // of a key and a value of the map Type
	Fields []Field
}

// Field is a field of a Record. Expr is its expression, addressable, where v
// points to the value; in pairs k points to the key and v to the map's value.
type Field struct {
	Expr string
	Type *typemodel.Type
}

// Set is the set of records for a type. Its methods add to it.
type Set struct {
	List []*Record

	a     *driver.Adapter
	id    driver.Identity
	byKey map[string]*Record
	types []*typemodel.Type // those that FuncOf was asked for
	keys  []string          // of types
}

// New returns an empty set for the adapter a, in whose records fields stand by id.
func New(a *driver.Adapter, id driver.Identity) *Set {
	return &Set{a: a, id: id, byKey: map[string]*Record{}}
}

// Of returns the record that carries t: the exported fields of a struct, or t
// itself as the only field.
func (s *Set) Of(t *typemodel.Type) *Record {
	r, added := s.add(s.a.Key(t), t)
	switch {
	case !added:
	case t.Kind == typemodel.Struct:
		for _, f := range s.id.InOrder(t) {
			r.Fields = append(r.Fields, Field{"v." + f.Name, f.Type})
		}
	default:
		r.Fields = []Field{{"(*v)", t}}
	}
	return r
}

// PairOf returns the record of a key and a value of the map type t.
func (s *Set) PairOf(t *typemodel.Type) *Record {
	r, added := s.add("pair "+s.a.Key(t), t)
	if added {
		r.Pair = true
		r.Fields = []Field{{"(*k)", t.Key}, {"(*v)", t.Elem}}
	}
	return r
}

func (s *Set) add(key string, t *typemodel.Type) (r *Record, added bool) {
	if r, ok := s.byKey[key]; ok {
		return r, false
	}
	r = &Record{Number: len(s.List), Type: t}
	s.byKey[key] = r
	s.List = append(s.List, r)
	return r, true
}

// Name returns the name of the record's func that does what verb says.
func (s *Set) Name(verb string, r *Record) string {
	return s.a.Local(verb + strconv.Itoa(r.Number))
}

// Params returns the parameters of a func for values of the record.
func (s *Set) Params(r *Record) string {
	if r.Pair {
		return "k *" + s.a.Type(r.Type.Key) + ", v *" + s.a.Type(r.Type.Elem)
	}
	return "v *" + s.a.Type(r.Type)
}

// Held is a type that stands in the place of a record: as an element of a list
// of records, or as an alternative of a union. Ref says that it is a pointer to
// what the record carries, which may not be nil there; Box that the record is of
// a single field, because the type is neither a struct nor a pointer to one.
type Held struct {
	Type   *typemodel.Type
	Record *Record
	Ref    bool
	Box    bool
}

// Hold returns the record that stands for t.
func (s *Set) Hold(t *typemodel.Type) Held {
	switch {
	case t.Kind == typemodel.Struct:
		return Held{Type: t, Record: s.Of(t)}
	case t.Kind == typemodel.Pointer && t.Elem.Kind == typemodel.Struct:
		return Held{Type: t, Record: s.Of(t.Elem), Ref: true}
	}
	return Held{Type: t, Record: s.Of(t), Box: true}
}

// Alternatives returns what stands for each type that the interface t may hold.
func (s *Set) Alternatives(t *typemodel.Type) []Held {
	var list []Held
	for _, impl := range t.Impls {
		list = append(list, s.Hold(impl))
	}
	return list
}

// FuncOf returns the name of the func for values of type t, which are no
// records, that does what verb says.
func (s *Set) FuncOf(verb string, t *typemodel.Type) string {
	key := s.a.Key(t)
	n := slices.Index(s.keys, key)
	if n < 0 {
		n = len(s.keys)
		s.keys = append(s.keys, key)
		s.types = append(s.types, t)
	}
	return s.a.Local(verb + strconv.Itoa(n))
}

// Each calls record for every record, beginning with that of t, and other for
// every type that FuncOf was asked for, those that the calls add included. It
// returns the record of t.
func (s *Set) Each(t *typemodel.Type, record func(*Record), other func(*typemodel.Type)) *Record {
	root := s.Of(t)
	for i, j := 0, 0; i < len(s.List) || j < len(s.types); {
		if i < len(s.List) {
			record(s.List[i])
			i++
		} else {
			other(s.types[j])
			j++
		}
	}
	return root
}

// Bare drops the parentheses around a whole expression. Expressions of values are text
// here, of two forms that this package makes itself and no emitted code is read for: a
// name or selector, and (*x) of one.
func Bare(x string) string {
	if strings.HasPrefix(x, "(*") && strings.IndexByte(x, ')') == len(x)-1 {
		return x[1 : len(x)-1]
	}
	return x
}

// Addr returns the address of x.
func Addr(x string) string {
	if v, ok := strings.CutPrefix(Bare(x), "*"); ok {
		return v
	}
	return "&" + x
}

// Convert returns the conversion of x to a predeclared type, unless the type t
// of x is that.
func Convert(x string, t *typemodel.Type, to string) string {
	if isOwn(t, to) {
		return Bare(x)
	}
	return to + "(" + Bare(x) + ")"
}

// isOwn reports whether t is the predeclared type, or time.Time.
func isOwn(t *typemodel.Type, name string) bool {
	if t.Kind == typemodel.Time {
		return t.Name.IsZero() || t.Name.PkgPath == "time"
	}
	return t.Name.PkgPath == "" && t.Kind.String() == name
}
