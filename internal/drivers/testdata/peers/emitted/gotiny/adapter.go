package gotiny

import (
	"bytes"
	"errors"

	"github.com/assay-go/assay/worker/adapter"
	data2 "github.com/assay-go/assay/workloads/data"
	"github.com/niubaoshu/gotiny"
)

// T is the type that this adapter encodes and decodes.
type T = data2.Data

var errLength = errors.New("gotiny: the value does not take the whole input")

// New returns a codec with state of its own.
func New() adapter.Codec[T] {
	own, enc := gotiny.NewEncoderWithPtr((*T)(nil)), gotiny.NewEncoderWithPtr((*T)(nil))
	dec := gotiny.NewDecoderWithPtr((*T)(nil))
	return adapter.Codec[T]{
		Marshal: func(v *T) ([]byte, error) {
			return bytes.Clone(own.Encode(v)), nil
		},
		Append: func(buf []byte, v *T) ([]byte, error) {
			enc.AppendTo(buf)
			return enc.Encode(v), nil
		},
		Unmarshal: func(data []byte, v *T) error {
			if n := dec.Decode(data, v); n != len(data) {
				return errLength
			}
			return nil
		},
		UnmarshalReuse: func(data []byte, v *T) error {
			if n := dec.Decode(data, v); n != len(data) {
				return errLength
			}
			return nil
		},
	}
}
