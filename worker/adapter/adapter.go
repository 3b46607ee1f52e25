// Package adapter is the contract between an emitted adapter and the worker
// that verifies and measures it. An adapter package speaks for one subject type
// T, one serializer and one variant of it. It exports
//
//	func New() adapter.Codec[T]
//
// and, for a serializer that encodes structs W of its own,
//
//	type Wire = W
//	func NewWire() adapter.Codec[Wire]
//	func ToWire(from *T, to *Wire) error    // to is zero, or made by ToWire before
//	func FromWire(from *Wire, to *T) error  // to is zero
//
// from which the worker makes two cases: one by New, with the transformation
// between T and W inside the timed part, and one without it. ToWire and FromWire
// may share what T and W refer to, but T may not refer to the W itself: New keeps
// one to encode from, and one to decode into that it clears before each use. In a
// caller's own func they would be variables on the stack, or fields beside the
// buffer, as in the suite of alecthomas, and not an allocation a call.
//
// Each call of New or NewWire returns a codec with state (encoders, scratch
// buffers) of its own.
//
// The package knows no serializer, takes no time and compares nothing.
//
// Stable: names stay as they are within a major version.
package adapter

import "io"

// ByNewStructs returns a codec of T that makes a W for each value that it encodes,
// with all that this refers to: what it costs callers who convert by a func that
// returns what it makes. What they decode into is a variable of theirs, whose parts
// are new each time. open, to and from are an adapter's NewWire, ToWire and FromWire.
func ByNewStructs[T, W any](open func() Codec[W], to func(*T, *W) error, from func(*W, *T) error) Codec[T] {
	wire, w := open(), new(W)
	c := Codec[T]{
		Unmarshal: func(data []byte, v *T) error {
			*w = *new(W)
			if err := wire.Unmarshal(data, w); err != nil {
				return err
			}
			return from(w, v)
		},
	}
	if wire.Marshal != nil {
		c.Marshal = func(v *T) ([]byte, error) {
			w := new(W)
			if err := to(v, w); err != nil {
				return nil, err
			}
			return wire.Marshal(w)
		}
	}
	if wire.Append != nil {
		c.Append = func(buf []byte, v *T) ([]byte, error) {
			w := new(W)
			if err := to(v, w); err != nil {
				return buf, err
			}
			return wire.Append(buf, w)
		}
	}
	return c
}

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

	// Construct decodes the whole of data into a value that it makes. Where it is
	// there, fresh values are decoded by it, and by Unmarshal only what it cannot be
	// used for.
	Construct func(data []byte) (*T, error)

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

	// Open does what comes before the first field can be read in place, and
	// returns where the root of the value stands in data, so that it cannot be
	// dropped. It says nothing of what reading costs.
	Open func(data []byte) (uint64, error)

	// Part names a field of T that is a number, as the struct itself has it. Field returns it
	// out of an encoded value, without reading more than leads to it: integers of sign as
	// uint64(int64(x)), floats as math.Float64bits(float64(x)). Update writes such a number over
	// that of data, which keeps its length; it is an error where data has no room for it. Field
	// needs Part beside it, and Update both.
	Part   string
	Field  func(data []byte) (uint64, error)
	Update func(data []byte, x uint64) error

	// Equal reports whether what came back equals what was encoded. The compared round
	// trip is timed with it, after it was shown to see each change of a value; when nil,
	// with a comparison of the worker's own. It keeps nothing.
	Equal func(want, got *T) bool

	// Loops call the funcs above many times over, as they are timed. Who emits an adapter
	// leaves them out: they are printed with it when a worker is built. Where they are
	// missing, [LoopsOf] stands in.
	Loops Loops[T]
}
