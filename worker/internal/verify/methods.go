package verify

import (
	"encoding"
	"encoding/gob"
	"encoding/json"
	"encoding/xml"
	"reflect"
	"slices"

	"github.com/assay-go/assay/worker/internal/deep"
)

// How often a method is called to see whether it writes the same bytes. Of a map of
// two elements one order is seven times as likely as the other.
const variesCalls = 128

// varies reports whether one of the named methods, of value or of a part of it,
// writes other bytes for the same when it is called again.
func varies(value any, methods []string) bool {
	if len(methods) == 0 {
		return false
	}
	w := variation{seen: map[reflect.Value]bool{}}
	for name, write := range writers {
		if slices.Contains(methods, name) {
			w.writers = append(w.writers, write)
		}
	}
	return w.in(reflect.ValueOf(deep.Clone(value)).Elem())
}

// variation is a search through a value for methods that write other bytes each
// time.
type variation struct {
	writers []func(v any) ([]byte, error)
	seen    map[reflect.Value]bool // pointers
}

// in looks into v, which is addressable.
func (w *variation) in(v reflect.Value) bool {
	if v.CanInterface() && slices.ContainsFunc(w.writers, func(write func(any) ([]byte, error)) bool {
		return variesBy(write, v.Addr().Interface())
	}) {
		return true
	}
	switch v.Kind() {
	case reflect.Pointer:
		if v.IsNil() || w.seen[v] {
			return false
		}
		w.seen[v] = true
		return w.in(v.Elem())
	case reflect.Interface:
		return !v.IsNil() && v.CanInterface() && w.in(addressable(v.Elem()))
	case reflect.Slice, reflect.Array:
		if v.Type().Elem().Kind() == reflect.Uint8 {
			return false
		}
		for i := range v.Len() {
			if w.in(v.Index(i)) {
				return true
			}
		}
	case reflect.Map:
		if !v.CanInterface() {
			return false
		}
		for key, elem := range v.Seq2() {
			if w.in(addressable(key)) || w.in(addressable(elem)) {
				return true
			}
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if w.in(v.Field(i)) {
				return true
			}
		}
	}
	return false
}

func addressable(v reflect.Value) reflect.Value {
	p := reflect.New(v.Type()).Elem()
	p.Set(v)
	return p
}

// variesBy reports whether a method writes two outputs for what v points to.
func variesBy(write func(v any) ([]byte, error), v any) (varies bool) {
	defer func() { _ = recover() }() // what its methods make of a value is the type's own affair
	var first []byte
	for n := range variesCalls {
		b, err := write(v)
		switch {
		case err != nil:
			return false
		case n == 0:
			first = slices.Clone(b)
		case firstChange(first, b) >= 0:
			return true
		}
	}
	return false
}

// writers call the encoding methods, by name. What does not have the method writes
// nothing.
var writers = map[string]func(v any) ([]byte, error){
	"MarshalBinary": by(encoding.BinaryMarshaler.MarshalBinary),
	"MarshalText":   by(encoding.TextMarshaler.MarshalText),
	"MarshalJSON":   by(json.Marshaler.MarshalJSON),
	"MarshalXML":    by(func(v xml.Marshaler) ([]byte, error) { return xml.Marshal(v) }),
	"GobEncode":     by(gob.GobEncoder.GobEncode),
	"AppendBinary":  by(func(v encoding.BinaryAppender) ([]byte, error) { return v.AppendBinary(nil) }),
	"AppendText":    by(func(v encoding.TextAppender) ([]byte, error) { return v.AppendText(nil) }),
	"MarshalVT":     by(func(v interface{ MarshalVT() ([]byte, error) }) ([]byte, error) { return v.MarshalVT() }),
	"Marshal":       by(func(v interface{ Marshal() ([]byte, error) }) ([]byte, error) { return v.Marshal() }),
	"MarshalMsg":    by(func(v interface{ MarshalMsg([]byte) ([]byte, error) }) ([]byte, error) { return v.MarshalMsg(nil) }),
	"ProtoReflect":  marshalProto,
}

func by[M any](write func(M) ([]byte, error)) func(v any) ([]byte, error) {
	return func(v any) ([]byte, error) {
		if m, ok := v.(M); ok {
			return write(m)
		}
		return nil, nil
	}
}

// marshalProto does what proto.Marshal does of a generated message, without knowing
// that module: message.ProtoReflect().ProtoMethods().Marshal(input{Message: message}).
func marshalProto(v any) ([]byte, error) {
	reflects := reflect.ValueOf(v).MethodByName("ProtoReflect")
	if !reflects.IsValid() {
		return nil, nil
	}
	message := reflects.Call(nil)[0]
	marshal := message.MethodByName("ProtoMethods").Call(nil)[0].Elem().FieldByName("Marshal")
	input := reflect.New(marshal.Type().In(0)).Elem()
	input.FieldByName("Message").Set(message)
	out := marshal.Call([]reflect.Value{input})
	err, _ := out[1].Interface().(error)
	return out[0].FieldByName("Buf").Bytes(), err
}
