package subjects

import "reflect"

// Subject is a type with the functions that are generated for it.
type Subject struct {
	Name      string
	Type      reflect.Type
	New       func() any // a pointer to a zero value
	Append    func(b []byte, v any) ([]byte, error)
	Marshal   func(v any) ([]byte, error)
	Unmarshal func(data []byte, v any) error
	Decoder   func() func(data []byte, v any) error
}

// Of returns the subject T.
func Of[T any](
	name string,
	appendTo func([]byte, *T) ([]byte, error),
	marshal func(*T) ([]byte, error),
	unmarshal func([]byte, *T) error,
	decoder func() func([]byte, *T) error,
) Subject {
	return Subject{
		Name: name, Type: reflect.TypeFor[T](), New: func() any { return new(T) },
		Append:    func(b []byte, v any) ([]byte, error) { return appendTo(b, v.(*T)) },
		Marshal:   func(v any) ([]byte, error) { return marshal(v.(*T)) },
		Unmarshal: func(data []byte, v any) error { return unmarshal(data, v.(*T)) },
		Decoder: func() func(data []byte, v any) error {
			d := decoder()
			return func(data []byte, v any) error { return d(data, v.(*T)) }
		},
	}
}
