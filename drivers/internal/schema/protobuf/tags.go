package protobuf

import (
	"slices"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"

	"github.com/assay-go/assay/typemodel"
)

// tag is what the tags of a field say, such as protobuf:"varint,3,opt,name=id,proto3"
// with protobuf_key and protobuf_val for maps. A number of 0 and a word that is empty
// leave it open.
type tag struct {
	number     int
	word       string // how scalars and elements are coded: "varint", "zigzag64", "fixed32"
	packed     bool
	key, value string // the words of a map's
}

func tagOf(f *typemodel.Field) tag {
	parts := strings.Split(f.Tag.Get("protobuf"), ",")
	if len(parts) < 2 {
		return tag{}
	}
	number, err := strconv.Atoi(parts[1])
	if err != nil || number < 1 || number > 1<<29-1 || number >= 19000 && number < 20000 { // the language's own
		return tag{}
	}
	t := tag{number: number, word: parts[0], packed: slices.Contains(parts[2:], "packed")}
	t.key, _, _ = strings.Cut(f.Tag.Get("protobuf_key"), ",")
	t.value, _, _ = strings.Cut(f.Tag.Get("protobuf_val"), ",")
	return t
}

// number gives numbers to fields that have none: those behind all that there are, by
// their order. Where a number is there twice all are by order.
func number(fields []field) {
	most, used := 0, map[int]bool{}
	for _, f := range fields {
		if n := f.tag.number; n != 0 && used[n] {
			for i := range fields {
				fields[i].tag.number = 0
			}
			most = 0
			break
		}
		used[f.tag.number] = true
		most = max(most, f.tag.number)
	}
	for i := range fields {
		if fields[i].tag.number == 0 {
			most++
			fields[i].tag.number = most
		}
	}
}

// tagged returns the scalar type by which the word of a tag codes values of a kind, if
// it suits them.
func tagged(k typemodel.Kind, word string) (typ descriptorpb.FieldDescriptorProto_Type, ok bool) {
	wide := k.IsInteger() && k.Bits() > 32
	by := func(narrow, long descriptorpb.FieldDescriptorProto_Type) (descriptorpb.FieldDescriptorProto_Type, bool) {
		if wide {
			return long, true
		}
		return narrow, true
	}
	switch {
	case word == "varint" && k.IsSigned():
		return by(descriptorpb.FieldDescriptorProto_TYPE_INT32, descriptorpb.FieldDescriptorProto_TYPE_INT64)
	case word == "varint" && k.IsInteger():
		return by(descriptorpb.FieldDescriptorProto_TYPE_UINT32, descriptorpb.FieldDescriptorProto_TYPE_UINT64)
	case (word == "zigzag32" || word == "zigzag64") && k.IsSigned():
		return by(descriptorpb.FieldDescriptorProto_TYPE_SINT32, descriptorpb.FieldDescriptorProto_TYPE_SINT64)
	case (word == "fixed32" && !wide || word == "fixed64" && wide) && k.IsSigned():
		return by(descriptorpb.FieldDescriptorProto_TYPE_SFIXED32, descriptorpb.FieldDescriptorProto_TYPE_SFIXED64)
	case (word == "fixed32" && !wide || word == "fixed64" && wide) && k.IsInteger():
		return by(descriptorpb.FieldDescriptorProto_TYPE_FIXED32, descriptorpb.FieldDescriptorProto_TYPE_FIXED64)
	}
	return 0, false
}

// packable reports whether elements of the type can stand together in one field.
func packable(typ descriptorpb.FieldDescriptorProto_Type) bool {
	switch typ {
	case descriptorpb.FieldDescriptorProto_TYPE_STRING, descriptorpb.FieldDescriptorProto_TYPE_BYTES, descriptorpb.FieldDescriptorProto_TYPE_MESSAGE:
		return false
	}
	return true
}

// expanded are the options of a list whose elements have a field each.
func (s *Schema) expanded() *descriptorpb.FieldOptions {
	if s.options.Opaque {
		return &descriptorpb.FieldOptions{Features: &descriptorpb.FeatureSet{RepeatedFieldEncoding: descriptorpb.FeatureSet_EXPANDED.Enum()}}
	}
	return &descriptorpb.FieldOptions{Packed: proto.Bool(false)}
}
