// Package protobuf carries Go types in Protocol Buffers: it makes the
// messages of a type model, has a generator run on them in process, and prints
// the code that converts between the user's structs and the generated ones. It
// is what the drivers of the protobuf family share.
//
// A struct with the tags of the language ("varint,3,opt") has their numbers and codings,
// others have numbers by the order of their fields.
//
// What the language lacks is carried as its users do: narrow integers are
// widened, arrays are lists or bytes of a checked length, lists of lists have a
// message in between, maps with other keys are lists of pairs, and times are
// seconds and nanoseconds.
package protobuf

import (
	"fmt"
	"slices"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/gofeaturespb"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/typemodel"
)

// Limits are what no message can carry.
var Limits = driver.Limits{
	Kinds: append([]typemodel.Kind{typemodel.Interface, typemodel.Uintptr}, driver.Complexes...),
	Rules: []driver.Rule{driver.IsNameable},
}

// Schema is the file of messages for one type.
type Schema struct {
	File        *descriptorpb.FileDescriptorProto
	Workarounds []string // in words, each once

	options  Options
	messages []*message
	byType   map[string]*message // by the Go type that the message carries
}

// message is one message and the Go type that it carries.
type message struct {
	name   string
	typ    *typemodel.Type
	fields []field
	desc   *descriptorpb.DescriptorProto
}

// field is one field of a message. A wrapper, whose message carries a type that
// is no struct, has one field without a Go name.
type field struct {
	goName string
	typ    *typemodel.Type
	tag    tag
}

type descField = descriptorpb.FieldDescriptorProto

// Options are choices among the forms that the language has for a type.
type Options struct {
	Varint     bool // integers of variable length instead of fixed ones
	NoOptional bool // messages of one field instead of optional fields, which proto3 had not from the start
	Opaque     bool // generated structs that hide their fields behind accessors, as edition 2023 has them
}

// New returns the schema of t, whose generated code is package pkgName at
// importPath. The root message is M0.
func New(t *typemodel.Type, importPath, pkgName string, options Options) *Schema {
	s := &Schema{options: options, byType: map[string]*message{}, File: NewFile(importPath, pkgName)}
	if options.Opaque {
		s.opaque()
	}
	s.messageOf(t)
	for i := 0; i < len(s.messages); i++ { // messageOf may add to the list
		s.describe(s.messages[i])
	}
	return s
}

// NewFile returns a file of proto3 without messages, whose generated code is package pkgName at
// importPath.
func NewFile(importPath, pkgName string) *descriptorpb.FileDescriptorProto {
	// Names are unique in a process: all adapters may be linked together.
	unique := strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9' {
			return r
		}
		return '_'
	}, importPath)
	return &descriptorpb.FileDescriptorProto{
		Name:    proto.String(unique + ".proto"),
		Package: proto.String("p_" + unique),
		Syntax:  proto.String("proto3"),
		Options: &descriptorpb.FileOptions{GoPackage: proto.String(importPath + ";" + pkgName)},
	}
}

// NewField returns a field that is no list, without a type.
func NewField(name string, number int) *descriptorpb.FieldDescriptorProto {
	return &descriptorpb.FieldDescriptorProto{
		Name: proto.String(name), JsonName: proto.String(name), Number: proto.Int32(int32(number)),
		Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(),
	}
}

// opaque moves the file to the first edition, which knows the opaque API, with
// the presence of fields as in proto3.
func (s *Schema) opaque() {
	s.File.Syntax, s.File.Edition = proto.String("editions"), descriptorpb.Edition_EDITION_2023.Enum()
	s.File.Options.Features = &descriptorpb.FeatureSet{FieldPresence: descriptorpb.FeatureSet_IMPLICIT.Enum()}
	proto.SetExtension(s.File.Options.Features, gofeaturespb.E_Go, &gofeaturespb.GoFeatures{
		ApiLevel: gofeaturespb.GoFeatures_API_OPAQUE.Enum(),
	})
}

func (s *Schema) workaround(text string) {
	if !slices.Contains(s.Workarounds, text) {
		s.Workarounds = append(s.Workarounds, text)
	}
}

// key names a type for interning: unnamed types are equal when they are spelled
// alike.
func key(t *typemodel.Type) string {
	if t.Name.IsZero() {
		switch t.Kind {
		case typemodel.Slice, typemodel.Pointer:
			return t.Kind.String() + " " + key(t.Elem)
		case typemodel.Array:
			return fmt.Sprintf("[%d] %s", t.Len, key(t.Elem))
		case typemodel.Map:
			return "map " + key(t.Key) + " " + key(t.Elem)
		case typemodel.Struct:
			return fmt.Sprintf("struct %p", t)
		}
		return t.Kind.String()
	}
	return fmt.Sprintf("%s.%s", t.Name.PkgPath, t.Name)
}

// messageOf returns the message that carries t: a struct's own, a time's, or a
// wrapper.
func (s *Schema) messageOf(t *typemodel.Type) *message {
	k := key(t)
	if m, ok := s.byType[k]; ok {
		return m
	}
	m := &message{name: fmt.Sprintf("M%d", len(s.messages)), typ: t}
	s.byType[k] = m
	s.messages = append(s.messages, m)
	m.desc = &descriptorpb.DescriptorProto{Name: proto.String(m.name)}
	s.File.MessageType = append(s.File.MessageType, m.desc)
	return m
}

func (s *Schema) describe(m *message) {
	switch m.typ.Kind {
	case typemodel.Time:
		s.workaround("times as a message of seconds and nanoseconds")
		s.scalarField(m, 1, descriptorpb.FieldDescriptorProto_TYPE_INT64)
		s.scalarField(m, 2, descriptorpb.FieldDescriptorProto_TYPE_INT32)
		return
	case typemodel.Struct:
		for i := range m.typ.Fields {
			if f := &m.typ.Fields[i]; f.Exported() {
				m.fields = append(m.fields, field{f.Name, f.Type, tagOf(f)})
			}
		}
	default:
		m.fields = []field{{"", m.typ, tag{}}}
	}
	number(m.fields)
	for i, f := range m.fields {
		s.addField(m, i+1, f)
	}
}

func (s *Schema) scalarField(m *message, number int, typ descriptorpb.FieldDescriptorProto_Type) *descField {
	f := NewField(fmt.Sprintf("f%d", number), number)
	f.Type = typ.Enum()
	m.desc.Field = append(m.desc.Field, f)
	return f
}

// addField adds a field, which is called by its place, in one of the shapes of carry.
func (s *Schema) addField(m *message, place int, of field) {
	t := of.typ
	f := s.scalarField(m, place, descriptorpb.FieldDescriptorProto_TYPE_MESSAGE)
	f.Number = proto.Int32(int32(of.tag.number))
	switch shape, elem := s.carry(t); shape {
	case asScalar:
		*f.Type = s.scalar(t, of.tag.word)
	case asMessage:
		f.TypeName = s.typeName(t)
	case asOptional:
		*f.Type = s.scalar(elem, of.tag.word)
		if s.options.Opaque {
			f.Options = &descriptorpb.FieldOptions{Features: &descriptorpb.FeatureSet{FieldPresence: descriptorpb.FeatureSet_EXPLICIT.Enum()}}
			break
		}
		f.Proto3Optional = proto.Bool(true)
		f.OneofIndex = proto.Int32(int32(len(m.desc.OneofDecl)))
		m.desc.OneofDecl = append(m.desc.OneofDecl, &descriptorpb.OneofDescriptorProto{Name: proto.String("_" + f.GetName())})
	case asPointer:
		f.TypeName = s.typeName(elem)
	case asList:
		f.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
		s.setElem(f, elem, of.tag.word)
		if of.tag.word != "" && !of.tag.packed && packable(*f.Type) {
			f.Options = s.expanded()
		}
	case asMap:
		f.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
		entry := &message{desc: &descriptorpb.DescriptorProto{
			Name:    proto.String(fmt.Sprintf("F%dEntry", place)),
			Options: &descriptorpb.MessageOptions{MapEntry: proto.Bool(true)},
		}}
		k, v := s.scalarField(entry, 1, s.scalar(t.Key, of.tag.key)), s.scalarField(entry, 2, descriptorpb.FieldDescriptorProto_TYPE_MESSAGE)
		k.Name, k.JsonName, v.Name, v.JsonName = proto.String("key"), proto.String("key"), proto.String("value"), proto.String("value")
		s.setElem(v, elem, of.tag.value)
		m.desc.NestedType = append(m.desc.NestedType, entry.desc)
		f.TypeName = proto.String(fmt.Sprintf(".%s.%s.%s", s.File.GetPackage(), m.name, entry.desc.GetName()))
	}
}

// setElem makes f hold an element: a scalar, coded by the word of a tag where there is
// one, or the message that carries it.
func (s *Schema) setElem(f *descField, t *typemodel.Type, word string) {
	if shape, _ := s.carry(t); shape == asScalar {
		*f.Type = s.scalar(t, word)
		return
	}
	*f.Type = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE
	f.TypeName = s.typeName(s.carried(t))
}

// carried returns the type that the message of an element carries: what a
// pointer to a struct points to, as elements are not nil in the language, or
// else the element itself.
func (s *Schema) carried(t *typemodel.Type) *typemodel.Type {
	if t.Kind == typemodel.Pointer {
		if shape, _ := s.carry(t.Elem); shape == asMessage {
			return t.Elem
		}
	}
	return t
}

func (s *Schema) typeName(t *typemodel.Type) *string {
	return proto.String(fmt.Sprintf(".%s.%s", s.File.GetPackage(), s.messageOf(t).name))
}

// shape is how a field carries a type.
type shape int

const (
	asScalar   shape = iota
	asMessage        // the type's own message, always present
	asOptional       // a scalar that may be absent: a pointer to it
	asPointer        // a message that may be absent: a pointer to what it carries
	asList           // repeated elements
	asMap            // a map
)

// carry returns how a field carries t, and the type of its elements, or what it
// points to.
func (s *Schema) carry(t *typemodel.Type) (shape, *typemodel.Type) {
	switch t.Kind {
	case typemodel.Pointer:
		if t.Elem.Kind != typemodel.Pointer {
			if inner, _ := s.carry(t.Elem); inner == asScalar {
				if s.options.NoOptional {
					s.workaround("pointers to scalars as messages of one field")
					return asPointer, t.Elem
				}
				return asOptional, t.Elem
			}
		}
		return asPointer, t.Elem
	case typemodel.Struct, typemodel.Time:
		return asMessage, nil
	case typemodel.Array:
		if t.IsByteArray() {
			s.workaround("byte arrays as bytes of a checked length")
			return asScalar, nil
		}
		s.workaround("arrays as lists of a checked length")
		return asList, t.Elem
	case typemodel.Slice:
		if t.IsBytes() {
			return asScalar, nil
		}
		s.wrap(t.Elem)
		return asList, t.Elem
	case typemodel.Map:
		s.wrap(t.Elem)
		if k := t.Key.Kind; k == typemodel.String || k == typemodel.Bool || k.IsInteger() {
			return asMap, t.Elem
		}
		s.workaround("maps with other keys as lists of pairs")
		return asList, s.pair(t)
	}
	if t.Kind.IsInteger() && t.Kind.Bits() < 32 {
		s.workaround("8 and 16 bit integers widened")
	}
	return asScalar, nil
}

// wrap notes that elements of type t have a message in between where they are
// neither scalars nor messages of their own.
func (s *Schema) wrap(t *typemodel.Type) {
	switch t.Kind {
	case typemodel.Slice, typemodel.Array:
		if t.IsBytes() || t.IsByteArray() {
			return
		}
	case typemodel.Pointer:
		if t.Elem.Kind == typemodel.Struct || t.Elem.Kind == typemodel.Time {
			return
		}
	case typemodel.Map:
	default:
		return
	}
	s.workaround("lists within lists, maps and pointers by a message in between")
}

// pair returns the struct of a key and a value of a map.
func (s *Schema) pair(t *typemodel.Type) *typemodel.Type {
	k := "pair " + key(t)
	if m, ok := s.byType[k]; ok {
		return m.typ
	}
	p := &typemodel.Type{Kind: typemodel.Struct, Fields: []typemodel.Field{{Name: "Key", Type: t.Key}, {Name: "Value", Type: t.Elem}}}
	s.byType[k] = &message{typ: p}
	return p
}

// scalar returns the scalar type that carries t: that of the word of a tag, where it
// suits, or what the options say.
func (s *Schema) scalar(t *typemodel.Type, word string) descriptorpb.FieldDescriptorProto_Type {
	if typ, ok := tagged(t.Kind, word); ok {
		return typ
	}
	return Scalar(t.Kind, s.options.Varint)
}

// Scalar returns the scalar type that carries values of kind k: integers as varints or fixed
// ones, and as bytes what is none.
func Scalar(k typemodel.Kind, varint bool) descriptorpb.FieldDescriptorProto_Type {
	fixed := func(fixed, variable descriptorpb.FieldDescriptorProto_Type) descriptorpb.FieldDescriptorProto_Type {
		if varint {
			return variable
		}
		return fixed
	}
	switch {
	case k == typemodel.Bool:
		return descriptorpb.FieldDescriptorProto_TYPE_BOOL
	case k == typemodel.String:
		return descriptorpb.FieldDescriptorProto_TYPE_STRING
	case k == typemodel.Float32:
		return descriptorpb.FieldDescriptorProto_TYPE_FLOAT
	case k == typemodel.Float64:
		return descriptorpb.FieldDescriptorProto_TYPE_DOUBLE
	case k.IsSigned() && k.Bits() <= 32:
		return fixed(descriptorpb.FieldDescriptorProto_TYPE_SFIXED32, descriptorpb.FieldDescriptorProto_TYPE_SINT32)
	case k.IsSigned():
		return fixed(descriptorpb.FieldDescriptorProto_TYPE_SFIXED64, descriptorpb.FieldDescriptorProto_TYPE_SINT64)
	case k == typemodel.Uint8:
		return descriptorpb.FieldDescriptorProto_TYPE_UINT32
	case k.IsInteger() && k.Bits() <= 32:
		return fixed(descriptorpb.FieldDescriptorProto_TYPE_FIXED32, descriptorpb.FieldDescriptorProto_TYPE_UINT32)
	case k.IsInteger():
		return fixed(descriptorpb.FieldDescriptorProto_TYPE_FIXED64, descriptorpb.FieldDescriptorProto_TYPE_UINT64)
	}
	return descriptorpb.FieldDescriptorProto_TYPE_BYTES
}
