package flat

import (
	"github.com/assay-go/assay/worker/adapter"
	data2 "github.com/assay-go/assay/workloads/data"
)

// T is the type that this adapter encodes and decodes.
type T = data2.Data

// New returns a codec with state of its own.
func New() adapter.Codec[T] {
	return adapter.Codec[T]{
		Marshal: func(v *T) ([]byte, error) {
			return MarshalDataFlat(v)
		},
		Append: func(buf []byte, v *T) ([]byte, error) {
			return AppendDataFlat(buf, v)
		},
		Unmarshal: func(data []byte, v *T) error {
			return UnmarshalDataFlat(data, v)
		},
		UnmarshalReuse: func(data []byte, v *T) error {
			return UnmarshalDataFlat(data, v)
		},
		Size: func(v *T) int {
			return SizeDataFlat(v)
		},
	}
}
