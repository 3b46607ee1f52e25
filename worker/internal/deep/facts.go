package deep

import (
	"reflect"
	"sync"
	"time"
)

var timeType = reflect.TypeFor[time.Time]()

// facts are what the walks ask of a struct type at every value of it, and what
// reflection takes long to say.
type facts struct {
	fields []field

	// See the funcs of these names.
	isTime, plain, opaque, hides, encodes, equalMethod bool
}

// field is a field of a struct type.
type field struct {
	name                       string
	exported, reachable, state bool
}

var known sync.Map // of reflect.Type to *facts

// factsOf returns the facts of t, a struct.
func factsOf(t reflect.Type) *facts {
	if f, ok := known.Load(t); ok {
		return f.(*facts)
	}
	f := &facts{
		isTime:      t == timeType || t.ConvertibleTo(timeType),
		equalMethod: hasEqual(t),
	}
	f.plain = !f.isTime
	shows := false
	for i := range t.NumField() {
		sf := t.Field(i)
		is := field{sf.Name, sf.IsExported(), reachable(sf), isState(t, sf)}
		f.fields = append(f.fields, is)
		f.plain = f.plain && plain(sf.Type)
		f.hides = f.hides || !is.reachable && is.state
		shows = shows || is.reachable
	}
	p := reflect.PointerTo(t)
	binary, text := p.Implements(binaryMarshaler), p.Implements(textMarshaler)
	f.encodes = binary || text || p.Implements(jsonMarshaler)
	f.opaque = !f.isTime && len(f.fields) > 0 && !shows && (f.equalMethod || binary || text)
	known.Store(t, f)
	return f
}

// isTime reports whether t is time.Time or a type made from it.
func isTime(t reflect.Type) bool { return t.Kind() == reflect.Struct && factsOf(t).isTime }

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
		return factsOf(t).plain
	}
	return t.Kind() >= reflect.Bool && t.Kind() <= reflect.Complex128
}

// opaque reports whether t is a struct that shows nothing of itself but
// methods, such as big.Int, and can be compared through one of them.
func opaque(t reflect.Type) bool { return t.Kind() == reflect.Struct && factsOf(t).opaque }

// hides reports whether t, a struct, has state that other packages do not reach.
func hides(t reflect.Type) bool { return factsOf(t).hides }

// encodes reports whether t, a struct, has a method that encodes all of it.
func encodes(t reflect.Type) bool { return factsOf(t).encodes }

// equalMethod reports whether t has a method Equal(t) bool.
func equalMethod(t reflect.Type) bool {
	if t.Kind() == reflect.Struct {
		return factsOf(t).equalMethod
	}
	return hasEqual(t)
}

// isState reports whether f, a field of t that other packages do not reach, is
// part of a value: not what is left out explicitly, nor a field _struct for the options in its
// tag, nor a lock, nor what protobuf's generator adds to the fields of a message.
func isState(t reflect.Type, f reflect.StructField) bool {
	switch {
	case f.Name == "_", f.Type.Size() == 0, f.Tag.Get("assay") == "-", f.Name == "_struct" && f.Tag != "":
		return false
	case f.Type.PkgPath() == "sync" && (f.Type.Name() == "Mutex" || f.Type.Name() == "RWMutex"):
		return false
	}
	if first := t.Field(0).Type; first.PkgPath() == "google.golang.org/protobuf/internal/impl" && first.Name() == "MessageState" {
		return f.Type != first && f.Name != "sizeCache" && f.Name != "unknownFields"
	}
	return true
}

func hasEqual(t reflect.Type) bool {
	m, ok := t.MethodByName("Equal")
	return ok && m.Type.NumIn() == 2 && m.Type.In(1) == t && m.Type.NumOut() == 1 && m.Type.Out(0).Kind() == reflect.Bool
}
