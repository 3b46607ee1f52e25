package typemodel

import "reflect"

// Calls is the set of methods that encoding/json calls on values of a type,
// told apart by who has them: [Methods] says only that there is a pair.
type Calls uint16

// The methods of json.Marshaler, json.Unmarshaler, encoding.TextMarshaler and
// encoding.TextUnmarshaler, and IsZero() bool; MarshalJSONTo and UnmarshalJSONFrom,
// which only the encoding/json that is backed by encoding/json/v2 calls. Those that
// a value has, a pointer to it has too.
const (
	MarshalJSONByValue Calls = 1 << iota
	MarshalJSONByPointer
	MarshalTextByValue
	MarshalTextByPointer
	UnmarshalJSONByPointer
	UnmarshalTextByPointer
	IsZeroByValue
	IsZeroByPointer
	MarshalJSONToByValue
	MarshalJSONToByPointer
	UnmarshalJSONFromByPointer
)

// Has reports whether all of c are in the set.
func (s Calls) Has(c Calls) bool { return s&c == c }

// CallsOf returns the calls of a type whose values and pointers have methods of
// the given signatures, empty when there is none.
func CallsOf(value, pointer func(name string) (signature string)) (set Calls) {
	for _, m := range []struct {
		name, signature    string
		byValue, byPointer Calls
	}{
		{"MarshalJSON", " -> []byte error", MarshalJSONByValue, MarshalJSONByPointer},
		{"MarshalText", " -> []byte error", MarshalTextByValue, MarshalTextByPointer},
		{"UnmarshalJSON", " []byte -> error", 0, UnmarshalJSONByPointer},
		{"UnmarshalText", " []byte -> error", 0, UnmarshalTextByPointer},
		{"IsZero", " -> bool", IsZeroByValue, IsZeroByPointer},
		{"MarshalJSONTo", " *encoding/json/jsontext.Encoder -> error", MarshalJSONToByValue, MarshalJSONToByPointer},
		{"UnmarshalJSONFrom", " *encoding/json/jsontext.Decoder -> error", 0, UnmarshalJSONFromByPointer},
	} {
		if value(m.name) == m.signature {
			set |= m.byValue
		}
		if pointer(m.name) == m.signature {
			set |= m.byPointer
		}
	}
	return set
}

// IsLocker reports whether go vet takes a type whose values and pointers have
// methods of the given signatures for a lock: pointers are a sync.Locker, and
// values are not.
func IsLocker(value, pointer func(name string) (signature string)) bool {
	has := func(method func(string) string) bool { return method("Lock") == " ->" && method("Unlock") == " ->" }
	return has(pointer) && !has(value)
}

// callsOf returns the calls of rt, and whether it is a lock; an interface type has
// the calls of its method set, by value.
func callsOf(rt reflect.Type) (calls Calls, locker bool) {
	if rt.Kind() == reflect.Pointer {
		return 0, false
	}
	method := func(rt reflect.Type) func(string) string {
		return func(name string) string {
			m, ok := rt.MethodByName(name)
			switch {
			case !ok:
				return ""
			case rt.Kind() == reflect.Interface:
				return signatureFrom(m.Type, 0)
			}
			return signatureOf(m.Type)
		}
	}
	value, pointer := method(rt), method(reflect.PointerTo(rt))
	return CallsOf(value, pointer), rt.Kind() == reflect.Struct && IsLocker(value, pointer)
}
