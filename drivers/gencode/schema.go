package gencode

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// schema is the schema of one type: a struct for each Go struct, and for what
// the language can only carry in one.
type schema struct {
	*driver.Adapter
	pkg     string // import path of the generated code
	varint  bool
	structs []*structure
	byKey   map[string]*structure
}

// structure is a struct of the schema, and the Go type that it carries.
type structure struct {
	name   string
	typ    *typemodel.Type
	fields []field
	pair   bool // of a key and a value of the map typ
}

// field is a field of a structure: of the Go struct, or without a name the
// carried type itself.
type field struct {
	goName string
	typ    *typemodel.Type
}

// source returns the schema in gencode's language.
func (s *schema) source() []byte {
	var b strings.Builder
	for _, st := range s.structs {
		fmt.Fprintf(&b, "struct %s {\n", st.name)
		for i, f := range st.fields {
			fmt.Fprintf(&b, "\tF%d %s\n", i+1, s.spell(f.typ, f.goName == "", false))
		}
		b.WriteString("}\n\n")
	}
	return []byte(b.String())
}

// structureOf returns the structure that carries t.
func (s *schema) structureOf(t *typemodel.Type, pair bool) *structure {
	key := s.Type(t)
	if pair {
		key = "pair " + key
	}
	if st, ok := s.byKey[key]; ok {
		return st
	}
	st := &structure{name: "S" + strconv.Itoa(len(s.structs)), typ: t, pair: pair}
	s.byKey[key] = st
	s.structs = append(s.structs, st)
	switch {
	case pair:
		st.fields = []field{{"Key", t.Key}, {"Value", t.Elem}}
	case t.Kind == typemodel.Struct:
		for i := range t.Fields {
			if f := &t.Fields[i]; f.Exported() {
				st.fields = append(st.fields, field{f.Name, f.Type})
			}
		}
	default:
		st.fields = []field{{"", t}}
	}
	for _, f := range st.fields {
		s.spell(f.typ, f.goName == "", false) // makes the structures of its parts
	}
	return st
}

// inStruct reports whether t travels in a structure. Recursion is by name, and
// loops over arrays, which all count by one variable, must not be nested.
func (s *schema) inStruct(t *typemodel.Type, inArray bool) bool {
	switch t.Kind {
	case typemodel.Struct:
		return true
	case typemodel.Array:
		if inArray && !isBytes(t) {
			s.workaround("arrays within arrays in structs of one field, as the generated loops could not be nested")
			return true
		}
	}
	return !t.Name.IsZero() && typemodel.Recursive(t)
}

func (s *schema) workaround(text string) {
	if !slices.Contains(s.Workarounds, text) {
		s.Workarounds = append(s.Workarounds, text)
	}
}

// isBytes reports whether t is a slice or array that is moved as bytes.
func isBytes(t *typemodel.Type) bool { return t.IsBytes() || t.IsByteArray() }

// spell returns the type that carries t, in the language of schemas. bare says
// that t is the content of its own structure.
func (s *schema) spell(t *typemodel.Type, bare, inArray bool) string {
	if !bare && s.inStruct(t, inArray) {
		return s.structureOf(t, false).name
	}
	switch t.Kind {
	case typemodel.Time:
		return "time"
	case typemodel.Bool, typemodel.String, typemodel.Float32, typemodel.Float64:
		return t.Kind.String()
	case typemodel.Pointer:
		return "*" + s.spell(t.Elem, false, inArray)
	case typemodel.Slice:
		if isBytes(t) {
			return "[]byte"
		}
		return "[]" + s.spell(t.Elem, false, inArray)
	case typemodel.Array:
		if isBytes(t) {
			return fmt.Sprintf("[%d]byte", t.Len)
		}
		return fmt.Sprintf("[%d]%s", t.Len, s.spell(t.Elem, false, true))
	case typemodel.Map:
		s.workaround("maps as lists of pairs")
		return "[]" + s.structureOf(t, true).name
	case typemodel.Interface:
		s.workaround("interfaces as unions")
		var b strings.Builder
		b.WriteString("union {\n")
		for _, impl := range t.Impls {
			// Structures, which no two alternatives share.
			fmt.Fprintf(&b, "\t\t%s\n", s.structureOf(impl, false).name)
		}
		return b.String() + "\t}"
	}
	if t.Kind == typemodel.Int || t.Kind == typemodel.Uint {
		s.workaround("int and uint as 64 bits")
	}
	if s.varint {
		return "v" + integer(t)
	}
	return integer(t)
}

// integer returns the integer type that carries t.
func integer(t *typemodel.Type) string {
	switch t.Kind {
	case typemodel.Int, typemodel.Uint:
		return t.Kind.String() + "64"
	}
	return t.Kind.String()
}

// goType returns the Go type that the generator makes of spell's.
func (s *schema) goType(t *typemodel.Type, bare, inArray bool) string {
	if !bare && s.inStruct(t, inArray) {
		return s.Ident(s.pkg, s.structureOf(t, false).name)
	}
	switch t.Kind {
	case typemodel.Time:
		return s.Ident("time", "Time")
	case typemodel.Bool, typemodel.String, typemodel.Float32, typemodel.Float64:
		return t.Kind.String()
	case typemodel.Pointer:
		return "*" + s.goType(t.Elem, false, inArray)
	case typemodel.Slice:
		if isBytes(t) {
			return "[]byte"
		}
		return "[]" + s.goType(t.Elem, false, inArray)
	case typemodel.Array:
		if isBytes(t) {
			return fmt.Sprintf("[%d]byte", t.Len)
		}
		return fmt.Sprintf("[%d]%s", t.Len, s.goType(t.Elem, false, true))
	case typemodel.Map:
		return "[]" + s.Ident(s.pkg, s.structureOf(t, true).name)
	case typemodel.Interface:
		return "any"
	}
	return integer(t)
}
