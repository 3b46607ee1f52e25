package hamba

import (
	"encoding/json"
	"fmt"
	"regexp"
	"strconv"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// schemas makes Avro schemas of types, each record and fixed defined where it
// is first met and named from then on.
type schemas struct {
	names map[*typemodel.Type]string
	taken map[string]bool
}

func newSchemas() *schemas {
	return &schemas{names: map[*typemodel.Type]string{}, taken: map[string]bool{}}
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

// of returns the schema of t as JSON.
func (s *schemas) of(t *typemodel.Type) (string, error) {
	out, err := json.MarshalIndent(s.schema(t), "", "\t")
	if err != nil {
		return "", fmt.Errorf("hamba: schema of %s: %w", t, err)
	}
	return string(out), nil
}

func (s *schemas) schema(t *typemodel.Type) any {
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
func (s *schemas) fixed(name string, size int) any {
	if s.taken[name] {
		return name
	}
	s.taken[name] = true
	return fixed{"fixed", name, size}
}

// notInNames are characters that Avro allows in no name.
var notInNames = regexp.MustCompile(`[^A-Za-z0-9_]+`)

func (s *schemas) record(t *typemodel.Type) any {
	if name, ok := s.names[t]; ok {
		return name
	}
	base := strings.Trim(notInNames.ReplaceAllString(t.Name.String(), "_"), "_")
	if t.Name.IsZero() {
		base = "struct"
	}
	name := base
	for i := 2; s.taken[name]; i++ {
		name = base + "_" + strconv.Itoa(i)
	}
	s.taken[name] = true
	s.names[t] = name
	return record{"record", name, s.fields(t)}
}

// fields returns those of t, with those of embedded structs in their place.
func (s *schemas) fields(t *typemodel.Type) []field {
	list := []field{}
	for i := range t.Fields {
		f := &t.Fields[i]
		name, _, _ := strings.Cut(f.Tag.Get("avro"), ",")
		switch embedded := f.Type; {
		case name == "-":
		case f.Embedded && embedded.Kind == typemodel.Struct:
			list = append(list, s.fields(embedded)...)
		case !f.Exported():
		case name != "":
			list = append(list, field{name, s.schema(f.Type)})
		default:
			list = append(list, field{f.Name, s.schema(f.Type)})
		}
	}
	return list
}

// avroName is what Avro allows as a name.
var avroName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)

// gaps refuses what has no schema, or one that the library does not apply.
func gaps(path string, t *typemodel.Type) (reason, fix string) {
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
