// Package golden holds the code that package gen makes of the reference
// schemas, one package a schema, and tests it against the reference data and
// the dynamic codec. Only tests use it.
package golden

// Codec is a value of a generated type.
type Codec interface {
	// Decode reads into the value; used ones are reused.
	Decode(b []byte) (int, error)
	// Append writes the value; ok is false if the type can only be read.
	Append(b []byte) (out []byte, ok bool)
	Size() int
}

type codec[T, L any] struct{ value T }

func (c *codec[T, L]) Decode(b []byte) (int, error) {
	var limits L
	return any(&c.value).(interface {
		DecodeBinary([]byte, L) (int, error)
	}).DecodeBinary(b, limits)
}

type writer interface {
	AppendBinary([]byte) ([]byte, error)
	SizeBinary() int
}

func (c *codec[T, L]) Append(b []byte) ([]byte, bool) {
	w, ok := any(&c.value).(writer)
	if !ok {
		return b, false
	}
	out, err := w.AppendBinary(b)
	return out, err == nil
}

func (c *codec[T, L]) Size() int { return any(&c.value).(writer).SizeBinary() }

// New returns a fresh value of a message, named "schema.message", or nil.
func New(name string) Codec {
	if f := messages[name]; f != nil {
		return f()
	}
	return nil
}
