// Package deep copies, compares, changes and locates Go values of any type. It
// is what verification and the round trip's check stand on, so it is stricter
// than reflect.DeepEqual where a serializer may lose something (time zones, nil
// against empty, NaN) and laxer where nothing is lost (monotonic clock readings,
// fields that no serializer can reach).
//
// The package knows no serializer and no protocol.
package deep

import (
	"reflect"
	"time"
)

var timeType = reflect.TypeFor[time.Time]()

// isTime reports whether t is time.Time or a type made from it.
func isTime(t reflect.Type) bool {
	return t == timeType || t.Kind() == reflect.Struct && t.ConvertibleTo(timeType)
}

// reachable reports whether f can be set from outside its package: it is
// exported, or an embedded struct whose exported fields are promoted.
func reachable(f reflect.StructField) bool {
	return f.IsExported() || f.Anonymous && f.Type.Kind() == reflect.Struct
}

// plain reports whether values of t hold no references and no times, so that
// they can be copied by assignment.
func plain(t reflect.Type) bool {
	switch t.Kind() {
	case reflect.Array:
		return plain(t.Elem())
	case reflect.Struct:
		if isTime(t) {
			return false
		}
		for i := range t.NumField() {
			if !plain(t.Field(i).Type) {
				return false
			}
		}
		return true
	}
	return t.Kind() >= reflect.Bool && t.Kind() <= reflect.Complex128
}

// opaque reports whether t is a struct that shows nothing of itself but
// methods, such as big.Int, and can be compared through one of them.
func opaque(t reflect.Type) bool {
	if t.Kind() != reflect.Struct || isTime(t) || t.NumField() == 0 {
		return false
	}
	for i := range t.NumField() {
		if reachable(t.Field(i)) {
			return false
		}
	}
	return equalMethod(t) || reflect.PointerTo(t).Implements(binaryMarshaler) || reflect.PointerTo(t).Implements(textMarshaler)
}

// hides reports whether t has state that other packages do not reach.
func hides(t reflect.Type) bool {
	for i := range t.NumField() {
		if f := t.Field(i); !reachable(f) && isState(t, f) {
			return true
		}
	}
	return false
}

// encodes reports whether t has a method that encodes all of it.
func encodes(t reflect.Type) bool {
	p := reflect.PointerTo(t)
	return p.Implements(binaryMarshaler) || p.Implements(textMarshaler) || p.Implements(jsonMarshaler)
}

// isState reports whether f, a field of t that other packages do not reach, is
// part of a value: not what is left out explicitly, nor a lock, nor what
// protobuf's generator adds to the fields of a message.
func isState(t reflect.Type, f reflect.StructField) bool {
	switch {
	case f.Name == "_", f.Type.Size() == 0, f.Tag.Get("assay") == "-":
		return false
	case f.Type.PkgPath() == "sync" && (f.Type.Name() == "Mutex" || f.Type.Name() == "RWMutex"):
		return false
	}
	if first := t.Field(0).Type; first.PkgPath() == "google.golang.org/protobuf/internal/impl" && first.Name() == "MessageState" {
		return f.Type != first && f.Name != "sizeCache" && f.Name != "unknownFields"
	}
	return true
}

// equalMethod reports whether t has a method Equal(t) bool.
func equalMethod(t reflect.Type) bool {
	m, ok := t.MethodByName("Equal")
	return ok && m.Type.NumIn() == 2 && m.Type.In(1) == t && m.Type.NumOut() == 1 && m.Type.Out(0).Kind() == reflect.Bool
}
