package flatbuffers

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

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

// optional returns the type whose absence a nil pointer is. It is the one
// pointed to, unless that may be nil by itself.
func (e *emitter) optional(t *typemodel.Type) (elem *typemodel.Type, boxed *table) {
	switch t.Elem.Kind {
	case typemodel.Slice, typemodel.Map, typemodel.Pointer, typemodel.Interface:
		e.workaround("pointers to slices, maps, pointers and interfaces by a table in between")
		return t.Elem, e.tableOf(t.Elem)
	case typemodel.Struct:
		return t.Elem, e.tableOf(t.Elem)
	}
	return t.Elem, nil
}

// isPlainBytes reports whether t is a slice of bytes that Go converts to []byte.
func isPlainBytes(t *typemodel.Type) bool { return t.IsBytes() && t.Elem.Name.PkgPath == "" }

// table is a table of the schema: of a struct, of a single value of a type that
// is no table by itself, or of a key and a value of a map.
type table struct {
	number int
	typ    *typemodel.Type
	pair   bool
	fields []field
	slots  int
}

// field is a field of a table.
type field struct {
	expr string // of the func's parameters
	typ  *typemodel.Type
	slot int
}

// vtable returns the place of the field in the vtable.
func (f field) vtable() int { return 4 + 2*f.slot }

// name returns the name of the table's func that does what verb says.
func (e *emitter) name(verb string, t *table) string {
	return e.Local(verb + strconv.Itoa(t.number))
}

// tableOf returns the table that carries t.
func (e *emitter) tableOf(t *typemodel.Type) *table {
	tab, added := e.add(e.Type(t), t)
	switch {
	case !added:
	case t.Kind == typemodel.Struct:
		for i := range t.Fields {
			if f := &t.Fields[i]; f.Exported() {
				tab.addField("v."+f.Name, f.Type)
			}
		}
	default:
		tab.addField("(*v)", t)
	}
	return tab
}

// pairOf returns the table of a key and a value of the map type t.
func (e *emitter) pairOf(t *typemodel.Type) *table {
	tab, added := e.add("pair "+e.Type(t), t)
	if added {
		tab.pair = true
		tab.addField("(*k)", t.Key)
		tab.addField("(*v)", t.Elem)
	}
	return tab
}

func (e *emitter) add(key string, t *typemodel.Type) (tab *table, added bool) {
	if tab, ok := e.byKey[key]; ok {
		return tab, false
	}
	tab = &table{number: len(e.tables), typ: t}
	e.byKey[key] = tab
	e.tables = append(e.tables, tab)
	return tab, true
}

func (t *table) addField(expr string, typ *typemodel.Type) {
	t.fields = append(t.fields, field{expr, typ, t.slots})
	t.slots++
	if formOf(typ) == union {
		t.slots++ // the alternative's number comes first
	}
}

// params returns the parameters for a value of the table's type.
func (e *emitter) params(t *table) string {
	if t.pair {
		return "k *" + e.Type(t.typ.Key) + ", v *" + e.Type(t.typ.Elem)
	}
	return "v *" + e.Type(t.typ)
}

// elementTable returns the table of the elements of a vector that are neither
// scalars nor strings; pointer says that the elements are pointers to what it
// carries. There are no vectors of vectors.
func (e *emitter) elementTable(t *typemodel.Type) (tab *table, pointer bool) {
	switch {
	case t.Kind == typemodel.Struct:
	case t.Kind == typemodel.Pointer && t.Elem.Kind == typemodel.Struct:
		return e.tableOf(t.Elem), true
	default:
		e.workaround("elements of other kinds than scalars, strings and structs by a table of one field")
	}
	return e.tableOf(t), false
}

// alternatives are the tables of the types that an interface may hold. Their
// numbers begin at 1.
func (e *emitter) alternatives(t *typemodel.Type) []alternative {
	var list []alternative
	for _, impl := range t.Impls {
		a := alternative{typ: impl}
		a.table, a.pointer = e.alternative(impl)
		list = append(list, a)
	}
	return list
}

type alternative struct {
	typ     *typemodel.Type
	table   *table
	pointer bool // to what the table carries
}

func (e *emitter) alternative(t *typemodel.Type) (tab *table, pointer bool) {
	switch {
	case t.Kind == typemodel.Struct:
	case t.Kind == typemodel.Pointer && t.Elem.Kind == typemodel.Struct:
		return e.tableOf(t.Elem), true
	default:
		e.workaround("alternatives that are no structs by a table of one field")
	}
	return e.tableOf(t), false
}

// unionName returns the name of the func of an interface type.
func (e *emitter) unionName(verb string, t *typemodel.Type) string {
	key := e.Type(t)
	for _, impl := range t.Impls { // an unnamed one may differ from field to field
		key += " " + e.Type(impl)
	}
	n := slices.IndexFunc(e.unions, func(u unionType) bool { return u.key == key })
	if n < 0 {
		n = len(e.unions)
		e.unions = append(e.unions, unionType{key, t})
	}
	return e.Local(fmt.Sprintf("%sUnion%d", verb, n))
}

type unionType struct {
	key string
	typ *typemodel.Type
}

func (e *emitter) workaround(text string) {
	if !slices.Contains(e.Workarounds, text) {
		e.Workarounds = append(e.Workarounds, text)
	}
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
func (n number) to(x string, t *typemodel.Type) string {
	if t.Name.PkgPath == "" && t.Kind.String() == n.typ {
		return unparen(x)
	}
	return n.typ + "(" + unparen(x) + ")"
}

// from returns what the library gives as a t.
func (e *emitter) from(n number, x string, t *typemodel.Type) string {
	if t.Name.PkgPath == "" && t.Kind.String() == n.typ {
		return x
	}
	return e.Type(t) + "(" + x + ")"
}

// unparen drops the parentheses around a whole expression.
func unparen(x string) string {
	if strings.HasPrefix(x, "(*") && strings.IndexByte(x, ')') == len(x)-1 {
		return x[1 : len(x)-1]
	}
	return x
}

// addr returns the address of x.
func addr(x string) string {
	if v, ok := strings.CutPrefix(unparen(x), "*"); ok {
		return v
	}
	return "&" + x
}
