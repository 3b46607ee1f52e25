package main

import (
	"fmt"
	"reflect"
	"strconv"
	"strings"

	"google.golang.org/protobuf/proto"
	"google.golang.org/protobuf/reflect/protodesc"
	"google.golang.org/protobuf/reflect/protoreflect"
	"google.golang.org/protobuf/reflect/protoregistry"
	"google.golang.org/protobuf/types/descriptorpb"
	"google.golang.org/protobuf/types/dynamicpb"
)

// Protocol Buffers by a descriptor whose numbers are those of the tags, or of the places
// where there are none, and the library's own dynamic messages: integers as varints, signed
// ones as sint64, and of fixed width. As int64, both cells of Sign and one of BoolInt are the
// same: the zigzag makes another number of these.
func init() {
	for row, fixed := range map[string]bool{"protobuf+raw+varint": false, "protobuf+raw": true} {
		codecs[row] = codec{func(v any) ([]byte, error) {
			m, err := empty(v, fixed)
			if err != nil {
				return nil, err
			}
			fill(m, reflect.ValueOf(v).Elem())
			return proto.Marshal(m.Interface())
		}, func(data []byte, v any) error {
			m, err := empty(v, fixed)
			if err != nil {
				return err
			}
			if err := proto.Unmarshal(data, m.Interface()); err != nil {
				return err
			}
			return drain(m, reflect.ValueOf(v).Elem())
		}}
	}
}

func empty(v any, fixed bool) (protoreflect.Message, error) {
	file := &descriptorpb.FileDescriptorProto{Name: proto.String("t.proto"), Syntax: proto.String("proto3")}
	name, err := declare(file, reflect.TypeOf(v).Elem(), fixed)
	if err != nil {
		return nil, err
	}
	d, err := protodesc.NewFile(file, new(protoregistry.Files))
	if err != nil {
		return nil, err
	}
	return dynamicpb.NewMessage(d.Messages().ByName(protoreflect.Name(name))), nil
}

// declare adds a message for a struct, with one for each that it has.
func declare(file *descriptorpb.FileDescriptorProto, t reflect.Type, fixed bool) (string, error) {
	m := &descriptorpb.DescriptorProto{Name: proto.String(t.Name())}
	for i := range t.NumField() {
		f := t.Field(i)
		number := i + 1
		if parts := strings.Split(f.Tag.Get("protobuf"), ","); len(parts) > 1 {
			number, _ = strconv.Atoi(parts[1])
		}
		d := &descriptorpb.FieldDescriptorProto{Name: proto.String("f" + strconv.Itoa(number)), Number: proto.Int32(int32(number)), Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum()}
		elem := f.Type
		switch {
		case elem.Kind() == reflect.Pointer:
			elem = elem.Elem()
			d.Proto3Optional = proto.Bool(true)
			d.OneofIndex = proto.Int32(int32(len(m.OneofDecl)))
			m.OneofDecl = append(m.OneofDecl, &descriptorpb.OneofDescriptorProto{Name: proto.String("_" + d.GetName())})
		case elem.Kind() == reflect.Slice || elem.Kind() == reflect.Array:
			elem = elem.Elem()
			d.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
		case elem.Kind() == reflect.Map:
			entry := &descriptorpb.DescriptorProto{Name: proto.String(fmt.Sprintf("F%dEntry", number)), Options: &descriptorpb.MessageOptions{MapEntry: proto.Bool(true)}}
			for i, t := range []reflect.Type{elem.Key(), elem.Elem()} {
				typ, ok := scalar(t, fixed)
				if !ok {
					return "", fmt.Errorf("no message of %v", elem)
				}
				entry.Field = append(entry.Field, &descriptorpb.FieldDescriptorProto{Name: proto.String([]string{"key", "value"}[i]), Number: proto.Int32(int32(i + 1)), Label: descriptorpb.FieldDescriptorProto_LABEL_OPTIONAL.Enum(), Type: typ.Enum()})
			}
			m.NestedType = append(m.NestedType, entry)
			d.Label = descriptorpb.FieldDescriptorProto_LABEL_REPEATED.Enum()
			d.Type = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum()
			d.TypeName = proto.String("." + t.Name() + "." + entry.GetName())
			m.Field = append(m.Field, d)
			continue
		}
		if typ, ok := scalar(elem, fixed); ok {
			d.Type = typ.Enum()
		} else if elem.Kind() == reflect.Struct {
			name, err := declare(file, elem, fixed)
			if err != nil {
				return "", err
			}
			d.Type, d.TypeName = descriptorpb.FieldDescriptorProto_TYPE_MESSAGE.Enum(), proto.String("."+name)
		} else {
			return "", fmt.Errorf("no message of %v", elem)
		}
		m.Field = append(m.Field, d)
	}
	file.MessageType = append(file.MessageType, m)
	return t.Name(), nil
}

func scalar(t reflect.Type, fixed bool) (descriptorpb.FieldDescriptorProto_Type, bool) {
	kinds := map[reflect.Kind][2]descriptorpb.FieldDescriptorProto_Type{
		reflect.Bool:    {descriptorpb.FieldDescriptorProto_TYPE_BOOL, descriptorpb.FieldDescriptorProto_TYPE_BOOL},
		reflect.Int32:   {descriptorpb.FieldDescriptorProto_TYPE_SINT32, descriptorpb.FieldDescriptorProto_TYPE_SFIXED32},
		reflect.Int64:   {descriptorpb.FieldDescriptorProto_TYPE_SINT64, descriptorpb.FieldDescriptorProto_TYPE_SFIXED64},
		reflect.Uint64:  {descriptorpb.FieldDescriptorProto_TYPE_UINT64, descriptorpb.FieldDescriptorProto_TYPE_FIXED64},
		reflect.Float32: {descriptorpb.FieldDescriptorProto_TYPE_FLOAT, descriptorpb.FieldDescriptorProto_TYPE_FLOAT},
		reflect.Float64: {descriptorpb.FieldDescriptorProto_TYPE_DOUBLE, descriptorpb.FieldDescriptorProto_TYPE_DOUBLE},
		reflect.String:  {descriptorpb.FieldDescriptorProto_TYPE_STRING, descriptorpb.FieldDescriptorProto_TYPE_STRING},
	}
	pair, ok := kinds[t.Kind()]
	if fixed {
		return pair[1], ok
	}
	return pair[0], ok
}

// fields calls do for each field of the struct and its descriptor: they stand in one order.
func fields(m protoreflect.Message, v reflect.Value, do func(protoreflect.FieldDescriptor, reflect.Value) error) error {
	for i := range v.NumField() {
		if err := do(m.Descriptor().Fields().Get(i), v.Field(i)); err != nil {
			return err
		}
	}
	return nil
}

func fill(m protoreflect.Message, v reflect.Value) {
	one := func(v reflect.Value, made func() protoreflect.Value) protoreflect.Value {
		if v.Kind() == reflect.Struct {
			x := made()
			fill(x.Message(), v)
			return x
		}
		return protoreflect.ValueOf(v.Convert(plain(v.Type())).Interface())
	}
	fields(m, v, func(d protoreflect.FieldDescriptor, f reflect.Value) error {
		switch f.Kind() {
		case reflect.Pointer:
			if !f.IsNil() {
				m.Set(d, one(f.Elem(), func() protoreflect.Value { return m.NewField(d) }))
			}
		case reflect.Slice, reflect.Array:
			l := m.Mutable(d).List()
			for i := range f.Len() {
				l.Append(one(f.Index(i), l.NewElement))
			}
		case reflect.Map:
			for _, k := range f.MapKeys() {
				m.Mutable(d).Map().Set(one(k, nil).MapKey(), one(f.MapIndex(k), nil))
			}
		default:
			m.Set(d, one(f, func() protoreflect.Value { return m.NewField(d) }))
		}
		return nil
	})
}

// plain is the predeclared type of a kind.
func plain(t reflect.Type) reflect.Type {
	for _, x := range []any{false, int32(0), int64(0), uint64(0), float32(0), float64(0), ""} {
		if reflect.TypeOf(x).Kind() == t.Kind() {
			return reflect.TypeOf(x)
		}
	}
	return t
}

func drain(m protoreflect.Message, v reflect.Value) error {
	one := func(x protoreflect.Value, to reflect.Value) error {
		if to.Kind() == reflect.Struct {
			return drain(x.Message(), to)
		}
		to.Set(reflect.ValueOf(x.Interface()).Convert(to.Type()))
		return nil
	}
	return fields(m, v, func(d protoreflect.FieldDescriptor, f reflect.Value) error {
		switch f.Kind() {
		case reflect.Pointer:
			if !m.Has(d) {
				return nil
			}
			f.Set(reflect.New(f.Type().Elem()))
			return one(m.Get(d), f.Elem())
		case reflect.Slice, reflect.Array:
			l := m.Get(d).List()
			if f.Kind() == reflect.Slice {
				f.Set(reflect.MakeSlice(f.Type(), l.Len(), l.Len()))
			} else if l.Len() != f.Len() {
				return fmt.Errorf("%d elements for %v", l.Len(), f.Type())
			}
			for i := range l.Len() {
				if err := one(l.Get(i), f.Index(i)); err != nil {
					return err
				}
			}
		case reflect.Map:
			f.Set(reflect.MakeMap(f.Type()))
			var failed error
			m.Get(d).Map().Range(func(k protoreflect.MapKey, x protoreflect.Value) bool {
				key, value := reflect.New(f.Type().Key()).Elem(), reflect.New(f.Type().Elem()).Elem()
				one(k.Value(), key)
				failed = one(x, value)
				f.SetMapIndex(key, value)
				return failed == nil
			})
			return failed
		default:
			return one(m.Get(d), f)
		}
		return nil
	})
}
