package protobuf

import (
	"fmt"
	"strings"

	"github.com/assay-go/assay/typemodel"
)

// Model returns the model of the root message's generated struct, in the package
// with import path pb, for drivers that work on Google's structs with code of
// their own. plain holds the types of the fields whose integers are varints as
// they are, whatever the options say.
func (s *Schema) Model(pb string) (root *typemodel.Type, plain map[*typemodel.Type]bool) {
	m := modeler{s, pb, map[*message]*typemodel.Type{}, map[*typemodel.Type]bool{}}
	return m.message(s.messages[0]), m.plain
}

type modeler struct {
	*Schema
	pb    string
	types map[*message]*typemodel.Type
	plain map[*typemodel.Type]bool
}

func (m modeler) message(msg *message) *typemodel.Type {
	if t, ok := m.types[msg]; ok {
		return t
	}
	t := &typemodel.Type{Kind: typemodel.Struct, Name: typemodel.Name{PkgPath: m.pb, PkgName: m.pb[strings.LastIndexByte(m.pb, '/')+1:], Name: msg.name}}
	m.types[msg] = t
	field := func(f *typemodel.Type) {
		t.Fields = append(t.Fields, typemodel.Field{Name: fmt.Sprintf("F%d", len(t.Fields)+1), Type: f})
	}
	if msg.typ.Kind == typemodel.Time {
		for _, k := range []typemodel.Kind{typemodel.Int64, typemodel.Int32} {
			f := &typemodel.Type{Kind: k}
			m.plain[f] = true
			field(f)
		}
	}
	for _, f := range msg.fields {
		field(m.field(f.typ))
	}
	return t
}

func (m modeler) field(t *typemodel.Type) *typemodel.Type {
	switch shape, elem := m.carry(t); shape {
	case asMessage:
		return pointer(m.message(m.messageOf(t)))
	case asPointer:
		return pointer(m.message(m.messageOf(elem)))
	case asOptional:
		if f := m.scalarModel(elem); f.Kind != typemodel.Slice {
			return pointer(f)
		}
		return m.scalarModel(elem)
	case asList:
		return &typemodel.Type{Kind: typemodel.Slice, Elem: m.element(elem)}
	case asMap:
		return &typemodel.Type{Kind: typemodel.Map, Key: m.scalarModel(t.Key), Elem: m.element(elem)}
	}
	return m.scalarModel(t)
}

func (m modeler) element(t *typemodel.Type) *typemodel.Type {
	if shape, _ := m.carry(t); shape == asScalar {
		return m.scalarModel(t)
	}
	return pointer(m.message(m.messageOf(m.carried(t))))
}

// scalarModel returns the generated Go type of a scalar.
func (m modeler) scalarModel(t *typemodel.Type) *typemodel.Type {
	f := scalarModel(t)
	if t.Kind == typemodel.Uint8 {
		m.plain[f] = true
	}
	return f
}

func scalarModel(t *typemodel.Type) *typemodel.Type {
	switch k := t.Kind; {
	case k == typemodel.Bool, k == typemodel.String, k.IsFloat():
		return &typemodel.Type{Kind: k}
	case k.IsSigned() && k.Bits() <= 32:
		return &typemodel.Type{Kind: typemodel.Int32}
	case k.IsSigned():
		return &typemodel.Type{Kind: typemodel.Int64}
	case k.IsInteger() && k.Bits() <= 32:
		return &typemodel.Type{Kind: typemodel.Uint32}
	case k.IsInteger():
		return &typemodel.Type{Kind: typemodel.Uint64}
	}
	return &typemodel.Type{Kind: typemodel.Slice, Elem: &typemodel.Type{Kind: typemodel.Uint8}}
}

func pointer(t *typemodel.Type) *typemodel.Type {
	return &typemodel.Type{Kind: typemodel.Pointer, Elem: t}
}
