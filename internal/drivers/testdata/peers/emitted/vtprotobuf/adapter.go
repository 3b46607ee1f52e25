package vtprotobuf

import (
	"errors"
	"time"

	"github.com/assay-go/assay/worker/adapter"
	data2 "github.com/assay-go/assay/workloads/data"
	"peers.test/emitted/vtprotobuf/pb"
)

// T is the type that this adapter encodes and decodes.
type T = data2.Data

// Wire is the generated struct that T is carried in.
type Wire = pb.M0

var (
	errRange  = errors.New("a number is out of the range of its field")
	errLength = errors.New("a list is not as long as its array")
)

// ToWire copies from into to, which is zero or was made so before: then messages
// within it are used again. Strings, byte slices and lists of equal form are
// shared.
func ToWire(from *T, to *Wire) error {
	to0(from, to)
	return nil
}

// FromWire copies from into to, which is zero, and shares likewise.
func FromWire(from *Wire, to *T) error { return from0(from, to) }

func to0(from *data2.Data, to *pb.M0) {
	to.F1 = from.Str
	to.F2 = from.Bool
	to.F3 = from.Int32
	to.F4 = from.Float64
	if to.F5 == nil {
		to.F5 = new(pb.M1)
	}
	to1(&from.Time, to.F5)
}

func from0(from *pb.M0, to *data2.Data) error {
	to.Str = from.F1
	to.Bool = from.F2
	to.Int32 = from.F3
	to.Float64 = from.F4
	if from.F5 != nil {
		if err := from1(from.F5, &to.Time); err != nil {
			return err
		}
	}
	return nil
}

func to1(from *time.Time, to *pb.M1) {
	to.F1, to.F2 = from.Unix(), int32(from.Nanosecond())
}

func from1(from *pb.M1, to *time.Time) error {
	*to = time.Unix(from.F1, int64(from.F2)).UTC()
	return nil
}

// NewWire returns a codec with state of its own.
func NewWire() adapter.Codec[Wire] {
	return adapter.Codec[Wire]{
		Marshal: func(v *Wire) ([]byte, error) {
			return v.MarshalVT()
		},
		Fill: func(buf []byte, v *Wire) ([]byte, error) {
			n, err := v.MarshalToSizedBufferVT(buf)
			return buf[len(buf)-n:], err
		},
		Unmarshal: func(data []byte, v *Wire) error {
			return v.UnmarshalVT(data)
		},
		UnmarshalReuse: func(data []byte, v *Wire) error {
			v.Reset()
			return v.UnmarshalVT(data)
		},
		Size: func(v *Wire) int {
			return v.SizeVT()
		},
	}
}

// New returns a codec that carries each T in a Wire.
func New() adapter.Codec[T] {
	out, in := new(Wire), new(Wire)
	return adapter.Codec[T]{
		Marshal: func(from *T) ([]byte, error) {
			v := out
			if err := ToWire(from, v); err != nil {
				return nil, err
			}
			return v.MarshalVT()
		},
		Fill: func(buf []byte, from *T) ([]byte, error) {
			v := out
			if err := ToWire(from, v); err != nil {
				return nil, err
			}
			n, err := v.MarshalToSizedBufferVT(buf)
			return buf[len(buf)-n:], err
		},
		Unmarshal: func(data []byte, to *T) error {

			v := in
			*v = *new(Wire)
			if err := func() error {
				return v.UnmarshalVT(data)
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
				return v.UnmarshalVT(data)
			}(); err != nil {
				return err
			}
			return FromWire(v, to)
		},
		Size: func(from *T) int {
			v := out
			if err := ToWire(from, v); err != nil {
				return 0
			}
			return v.SizeVT()
		},
	}
}
