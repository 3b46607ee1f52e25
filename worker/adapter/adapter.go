// Package adapter is the contract between an emitted adapter and the worker
// that verifies and measures it. An adapter package speaks for one subject type
// T, one serializer and one variant of it. It exports
//
//	func New() adapter.Codec[T]
//
// or, for a serializer that encodes structs W of its own,
//
//	type Wire = W
//	func NewWire() adapter.Codec[Wire]
//	func ToWire(from *T, to *Wire) error    // to is zero, or made by ToWire before
//	func FromWire(from *Wire, to *T) error  // to is zero
//
// from which the worker makes two cases: one with the transformation between T
// and W inside the timed part, and one without it. ToWire and FromWire may
// share what T and W refer to, but T may not refer to the W itself, which is
// used again. Each call of New or NewWire returns a codec
// with state (encoders, scratch buffers) of its own.
//
// The package knows no serializer, takes no time and compares nothing.
package adapter

import "io"

// Codec is what a serializer can do with a value of type T. A nil func means
// "cannot"; Unmarshal and one of Marshal and Append are mandatory.
//
// All funcs are called from one goroutine at a time.
type Codec[T any] struct {
	// Marshal returns the encoding of *v in a buffer that belongs to the
	// caller from then on: the codec neither keeps nor reuses it. When nil,
	// Append with a nil buffer stands in.
	Marshal func(v *T) ([]byte, error)

	// Append appends the encoding of *v to buf, which belongs to the caller,
	// and returns the extended buffer. A library that can only fill a buffer of
	// its own leaves it nil and gets no row with reuse.
	Append func(buf []byte, v *T) ([]byte, error)

	// Fill writes the encoding of *v into buf, which belongs to the caller and
	// holds at least Size(v) bytes, and returns the part of buf that it lies in:
	// the front, or the back for libraries that write backwards. It is for those
	// whose call is "size, then marshal into this buffer": a caller who keeps a
	// buffer that is large enough for all values makes the second half alone.
	// Fill needs Size and Marshal beside it; rows with reuse prefer it to Append,
	// so an emitter sets the one that serves its library best.
	Fill func(buf []byte, v *T) ([]byte, error)

	// Unmarshal decodes the whole of data into *v, which is the zero value.
	// data belongs to the caller, who overwrites it after the call unless the
	// variant is declared to alias its input.
	Unmarshal func(data []byte, v *T) error

	// UnmarshalReuse decodes the whole of data into *v, which holds an earlier
	// decoded value whose storage may be reused. Afterwards *v equals the
	// encoded value, whatever it held before. When nil, the rows with reuse
	// decode into fresh values.
	UnmarshalReuse func(data []byte, v *T) error

	// Size returns the exact length in bytes of the encoding of *v.
	Size func(v *T) int

	// Write encodes *v to w, and Read decodes one value from r into the zero
	// value *v. The worker makes one writer and one reader for each call.
	Write func(w io.Writer, v *T) error
	Read  func(r io.Reader, v *T) error

	// Access reads every field of the encoded value without building a *T,
	// for libraries that can. The result depends on every field, so that no
	// read can be dropped.
	Access func(data []byte) (uint64, error)
}

// Transform returns the codec of T that encodes and decodes by way of W, with
// the transformation as part of every call.
//
// One W is kept for all calls that encode, and another for those that decode: in
// a caller's own func it would be a variable on the stack, or a field beside the
// buffer, as in the suite of alecthomas, and not an allocation a call. What the
// second refers to comes to belong to T, so it is cleared before each use, and
// UnmarshalReuse gives the value new storage.
func Transform[T, W any](wire Codec[W], to func(*T, *W) error, from func(*W, *T) error) Codec[T] {
	out, in := new(W), new(W)
	var c Codec[T]
	if wire.Marshal != nil {
		c.Marshal = func(v *T) ([]byte, error) {
			if err := to(v, out); err != nil {
				return nil, err
			}
			return wire.Marshal(out)
		}
	}
	if wire.Append != nil {
		c.Append = func(buf []byte, v *T) ([]byte, error) {
			if err := to(v, out); err != nil {
				return buf, err
			}
			return wire.Append(buf, out)
		}
	}
	if wire.Fill != nil {
		c.Fill = func(buf []byte, v *T) ([]byte, error) {
			if err := to(v, out); err != nil {
				return nil, err
			}
			return wire.Fill(buf, out)
		}
	}
	if wire.Size != nil {
		c.Size = func(v *T) int {
			if err := to(v, out); err != nil {
				return 0 // Marshal and Fill say why
			}
			return wire.Size(out)
		}
	}
	c.Unmarshal = func(data []byte, v *T) error {
		*in = *new(W)
		if err := wire.Unmarshal(data, in); err != nil {
			return err
		}
		return from(in, v)
	}
	c.UnmarshalReuse = func(data []byte, v *T) error {
		*v = *new(T)
		return c.Unmarshal(data, v)
	}
	if wire.Write != nil {
		c.Write = func(dst io.Writer, v *T) error {
			if err := to(v, out); err != nil {
				return err
			}
			return wire.Write(dst, out)
		}
	}
	if wire.Read != nil {
		c.Read = func(src io.Reader, v *T) error {
			*in = *new(W)
			if err := wire.Read(src, in); err != nil {
				return err
			}
			return from(in, v)
		}
	}
	c.Access = wire.Access
	return c
}
