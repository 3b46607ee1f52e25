package bebop200sc

import (
	"io"
	"time"

	"github.com/assay-go/assay/worker/adapter"
	data2 "github.com/assay-go/assay/workloads/data"
	"peers.test/emitted/bebop200sc/gen"
)

// T is the type that this adapter encodes and decodes.
type T = data2.Data

// Wire is the generated struct that T is carried in.
type Wire = gen.S0

// ToWire copies from into to, which is zero or was made so before: then what
// belongs to it alone is used again. What is of one type on both sides is shared.
func ToWire(from *T, to *Wire) error {
	toS0(from, to)
	return nil
}

// FromWire copies from into to, which is zero, and shares likewise.
func FromWire(from *Wire, to *T) error {
	fromS0(from, to)
	return nil
}

func toS0(from *data2.Data, to *gen.S0) {
	to.F1 = from.Str
	to.F2 = from.Bool
	to.F3 = from.Int32
	to.F4 = from.Float64
	to.F5 = from.Time.UnixNano()
}

func fromS0(from *gen.S0, to *data2.Data) {
	to.Str = from.F1
	to.Bool = from.F2
	to.Int32 = from.F3
	to.Float64 = from.F4
	if n := from.F5; n != zeroNanos {
		to.Time = time.Unix(0, n).UTC()
	}
}

// zeroNanos is what UnixNano makes of the zero time, whose nanoseconds overflow:
// they stand for a moment of 1754 as well, which comes back as the zero time.
const zeroNanos = -6795364578871345152

// NewWire returns a codec with state of its own.
func NewWire() adapter.Codec[Wire] {
	return adapter.Codec[Wire]{
		Marshal: func(v *Wire) ([]byte, error) {
			return v.MarshalBebop(), nil
		},
		Fill: func(buf []byte, v *Wire) ([]byte, error) {
			return buf[:v.MarshalBebopTo(buf)], nil
		},
		Unmarshal: func(data []byte, v *Wire) error {
			return v.UnmarshalBebop(data)
		},
		UnmarshalReuse: func(data []byte, v *Wire) error {
			return v.UnmarshalBebop(data)
		},
		Size: func(v *Wire) int {
			return v.Size()
		},
		Write: func(w io.Writer, v *Wire) error {
			return v.EncodeBebop(w)
		},
		Read: func(r io.Reader, v *Wire) error {
			return v.DecodeBebop(r)
		},
	}
}

// New returns a codec that carries each T in a Wire.
func New() adapter.Codec[T] {
	var v Wire
	in := new(Wire)
	return adapter.Codec[T]{
		Marshal: func(from *T) ([]byte, error) {
			if err := ToWire(from, &v); err != nil {
				return nil, err
			}
			return v.MarshalBebop(), nil
		},
		Fill: func(buf []byte, from *T) ([]byte, error) {
			if err := ToWire(from, &v); err != nil {
				return nil, err
			}
			return buf[:v.MarshalBebopTo(buf)], nil
		},
		Unmarshal: func(data []byte, to *T) error {

			v := in
			*v = *new(Wire)
			if err := func() error {
				return v.UnmarshalBebop(data)
			}(); err != nil {
				return err
			}
			return FromWire(v, to)
		},
		UnmarshalReuse: func(data []byte, to *T) error {
			*to = *new(T)
			v := in
			*v = *new(Wire)
			if err := func() error {
				return v.UnmarshalBebop(data)
			}(); err != nil {
				return err
			}
			return FromWire(v, to)
		},
		Size: func(from *T) int {
			if err := ToWire(from, &v); err != nil {
				return 0
			}
			return v.Size()
		},
		Write: func(w io.Writer, from *T) error {
			if err := ToWire(from, &v); err != nil {
				return err
			}
			return v.EncodeBebop(w)
		},
		Read: func(r io.Reader, to *T) error {

			v := in
			*v = *new(Wire)
			if err := func() error {
				return v.DecodeBebop(r)
			}(); err != nil {
				return err
			}
			return FromWire(v, to)
		},
	}
}
