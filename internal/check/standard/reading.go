package standard

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"google.golang.org/protobuf/encoding/protowire"

	"github.com/assay-go/assay/internal/check/standard/suites"
)

// Reading puts a case into a program with the words of [driver.Reading]. It is empty where
// there is no program, or none of its kind reads the case.
func (s *Suite) Reading(program string, c Case) string {
	typ, wrapper, input := s.declared(c)
	if strings.Contains(program, "WRAPPER") && wrapper == "" {
		return ""
	}
	if !strings.Contains(program, "WRAPPER") {
		input = c.Input
	}
	return strings.NewReplacer("INPUT", "[]byte("+strconv.Quote(string(input))+")", "TYPE", typ, "WRAPPER", wrapper).Replace(program)
}

// declared is the type that a program reads a case as, and of Protocol Buffers the wrapper
// with such a field, which has the number 1, so that the message is another.
func (s *Suite) declared(c Case) (typ, wrapper string, input []byte) {
	switch s.Type {
	case "Any":
		return "struct{ V any }", "", c.Input
	case "Document":
		return "map[string]any", "", c.Input
	}
	of := reflect.TypeFor[suites.Message]()
	field, input := of.Field(0), c.Input // where no field is the matter, that of the number 1
	number, wire, length := protowire.ConsumeTag(c.Input)
	for f := range of.Fields() {
		if length > 0 && strings.Split(f.Tag.Get("protobuf"), ",")[1] == strconv.Itoa(int(number)) {
			field, input = f, append(protowire.AppendTag(nil, 1, wire), c.Input[length:]...)
		}
	}
	if field.Tag.Get("protobuf_key") == "" {
		wrapper = map[string]string{
			"bool": "BoolValue", "int32": "Int32Value", "int64": "Int64Value", "uint32": "UInt32Value", "uint64": "UInt64Value",
			"float32": "FloatValue", "float64": "DoubleValue", "string": "StringValue", "[]string": "StringValue", "[]uint8": "BytesValue",
		}[field.Type.String()]
	}
	return fmt.Sprintf("struct{ F %s }", declaration(field)), wrapper, input
}

// declaration is a field's type and tag as a program writes them, messages within it by
// their first field alone.
func declaration(f reflect.StructField) string {
	typ := strings.NewReplacer("suites.Enum", "int32", "suites.Nested", nested, "suites.Bool", "struct{ Value bool `protobuf:\"varint,1,opt\"` }").Replace(f.Type.String())
	return typ + " `" + string(f.Tag) + "`"
}

const nested = "struct{ A int32 `protobuf:\"varint,1,opt\"` }"
