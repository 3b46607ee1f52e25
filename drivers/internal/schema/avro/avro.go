// Package avro makes Avro schemas of Go types, for the drivers whose
// libraries want one. Types that Avro lacks are carried by others: uint64 as
// eight fixed bytes, times as microseconds, pointers as unions with null,
// embedded structs as fields of the outer record.
//
// The package knows no library; which Go values stand for a schema is for the
// driver.
package avro

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// Schema is the schema of a type. Each record and fixed type is defined where it
// is first met and named from then on.
type Schema struct {
	JSON string

	resolved bool // for readers that resolve other versions of the schema

	names map[*typemodel.Type]string
	taken map[string]bool
}

// Of returns the schema of t, of which [Gaps] must refuse nothing.
func Of(t *typemodel.Type) (*Schema, error) { return of(t, false) }

func of(t *typemodel.Type, resolved bool) (*Schema, error) {
	s := &Schema{resolved: resolved, names: map[*typemodel.Type]string{}, taken: map[string]bool{}}
	out, err := json.MarshalIndent(s.schema(t), "", "\t")
	if err != nil {
		return nil, fmt.Errorf("schema of %s: %w", t, err)
	}
	s.JSON = string(out)
	return s, nil
}

// Field is a field of a record.
type Field struct {
	Name string // in the schema: the tag "avro", or the Go name
	Path string // Go selector within the struct, such as "Inner.ID" of an embedded one
	Type *typemodel.Type
}

// Fields returns those of a struct, with those of embedded structs in their
// place.
func Fields(t *typemodel.Type) []Field {
	var list []Field
	for i := range t.Fields {
		f := &t.Fields[i]
		name, _, _ := strings.Cut(f.Tag.Get("avro"), ",")
		switch {
		case name == "-":
		case f.Embedded && f.Type.Kind == typemodel.Struct:
			for _, inner := range Fields(f.Type) {
				inner.Path = f.Name + "." + inner.Path
				list = append(list, inner)
			}
		case !f.Exported():
		case name != "":
			list = append(list, Field{name, f.Name, f.Type})
		default:
			list = append(list, Field{f.Name, f.Name, f.Type})
		}
	}
	return list
}

// Branch returns the name of t's branch in a union.
func (s *Schema) Branch(t *typemodel.Type) string {
	switch schema := s.schema(t).(type) {
	case string:
		return schema
	case list:
		return schema.Type
	case dict:
		return schema.Type
	case logical:
		return schema.Type + "." + schema.Logical
	}
	return ""
}

// Parts of a schema, as JSON has them.
type (
	record struct {
		Type   string  `json:"type"`
		Name   string  `json:"name"`
		Fields []field `json:"fields"`
	}
	field struct {
		Name string `json:"name"`
		Type any    `json:"type"`

		Default json.RawMessage `json:"default,omitempty"`
	}
	fixed struct {
		Type string `json:"type"`
		Name string `json:"name"`
		Size int    `json:"size"`
	}
	list struct {
		Type  string `json:"type"`
		Items any    `json:"items"`
	}
	dict struct {
		Type   string `json:"type"`
		Values any    `json:"values"`
	}
	logical struct {
		Type    string `json:"type"`
		Logical string `json:"logicalType"`
	}
)

func (s *Schema) schema(t *typemodel.Type) any {
	switch t.Kind {
	case typemodel.Bool:
		return "boolean"
	case typemodel.Int8, typemodel.Int16, typemodel.Int32, typemodel.Uint8, typemodel.Uint16:
		return "int"
	case typemodel.Int, typemodel.Int64, typemodel.Uint32:
		return "long"
	case typemodel.Uint64:
		return s.fixed("uint64", 8)
	case typemodel.Float32:
		return "float"
	case typemodel.Float64:
		return "double"
	case typemodel.String:
		return "string"
	case typemodel.Time:
		return logical{"long", "timestamp-micros"}
	case typemodel.Array:
		return s.fixed("bytes"+strconv.Itoa(t.Len), t.Len)
	case typemodel.Slice:
		if t.IsBytes() {
			return "bytes"
		}
		return list{"array", s.schema(t.Elem)}
	case typemodel.Map:
		return dict{"map", s.schema(t.Elem)}
	case typemodel.Pointer:
		return []any{"null", s.schema(t.Elem)}
	}
	return s.record(t)
}

// fixed returns the definition of the fixed type when it is met first, and then
// its name.
func (s *Schema) fixed(name string, size int) any {
	if s.taken[name] {
		return name
	}
	s.taken[name] = true
	return fixed{"fixed", name, size}
}

// notInNames are characters that Avro allows in no name.
var notInNames = regexp.MustCompile(`[^A-Za-z0-9_]+`)

func (s *Schema) record(t *typemodel.Type) any {
	if name, ok := s.names[t]; ok {
		return name
	}
	base := strings.Trim(notInNames.ReplaceAllString(t.Name.String(), "_"), "_")
	switch {
	case t.Name.IsZero():
		base = "struct"
	case s.resolved:
		base = notInNames.ReplaceAllString(t.Name.Name, "_")
	}
	name := base
	for i := 2; s.taken[name]; i++ {
		name = base + "_" + strconv.Itoa(i)
	}
	s.taken[name] = true
	s.names[t] = name
	fields := []field{}
	for _, f := range Fields(t) {
		made := field{Name: f.Name, Type: s.schema(f.Type)}
		if s.resolved {
			made.Default = zero(f.Type)
		}
		fields = append(fields, made)
	}
	return record{"record", name, fields}
}

// zero is the default of a field that the writer has not, as JSON: of a time that of Unix.
func zero(t *typemodel.Type) json.RawMessage {
	switch {
	case t.Kind == typemodel.Struct:
		return zeroRecord(t)
	case t.Kind == typemodel.Uint64:
		return zeroBytes(8)
	case t.Kind == typemodel.Array:
		return zeroBytes(t.Len)
	case t.Kind == typemodel.Bool:
		return json.RawMessage("false")
	case t.Kind == typemodel.String, t.IsBytes():
		return json.RawMessage(`""`)
	case t.Kind == typemodel.Slice:
		return json.RawMessage("[]")
	case t.Kind == typemodel.Map:
		return json.RawMessage("{}")
	case t.Kind == typemodel.Pointer:
		return json.RawMessage("null")
	}
	return json.RawMessage("0")
}

// zeroBytes is the default of a fixed type: a string with a character a byte.
func zeroBytes(n int) json.RawMessage {
	return json.RawMessage(`"` + strings.Repeat(`\u0000`, n) + `"`)
}

// zeroRecord has the default of each field. It ends, since a struct that has itself has it
// behind a pointer, a slice or a map.
func zeroRecord(t *typemodel.Type) json.RawMessage {
	out := []byte("{")
	for i, f := range Fields(t) {
		if i > 0 {
			out = append(out, ',')
		}
		out = append(strconv.AppendQuote(out, f.Name), ':')
		out = append(out, zero(f.Type)...)
	}
	return append(out, '}')
}

// avroName is what Avro allows as a name.
var avroName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// Gaps is a rule, as package driver has them, against what has no schema.
// Complex numbers, uint and interfaces are refused by kind.
func Gaps(path string, t *typemodel.Type) (reason, fix string) {
	switch {
	case path == "" && t.Kind != typemodel.Struct:
		return "the value at the top must be a struct", "wrap it in a struct"
	case t.Kind == typemodel.Array && (!t.IsByteArray() || t.Len == 0):
		return "arrays of anything but bytes are not supported", "use a slice"
	case t.Kind == typemodel.Pointer && t.Elem.Kind == typemodel.Pointer:
		return "pointers to pointers are not supported", ""
	}
	for i := range t.Fields {
		f := &t.Fields[i]
		switch {
		case f.Exported() && !avroName.MatchString(f.Name):
			return "field name " + f.Name + " is not one of Avro", "add a tag avro:\"name\""
		case f.Embedded && f.Type.Kind == typemodel.Pointer:
			return "the embedded pointer " + f.Name + " cannot be nil, because its fields are promoted", "embed the struct itself"
		}
	}
	return "", ""
}

// EmbeddedTimes is a rule against them for libraries that match fields of structs by
// reflection: those look in a time for exported fields, and find none.
func EmbeddedTimes(_ string, t *typemodel.Type) (reason, fix string) {
	for i := range t.Fields {
		if f := &t.Fields[i]; f.Embedded && f.Type.Kind == typemodel.Time {
			return "the embedded time " + f.Name + " is not carried, as the library takes it for a struct of no fields", "give it a field name"
		}
	}
	return "", ""
}
