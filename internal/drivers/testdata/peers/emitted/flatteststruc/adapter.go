package flatteststruc

import (
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/workloads/teststruc"
)

// T is the type that this adapter encodes and decodes.
type T = teststruc.TestStruc

// New returns a codec with state of its own.
func New() adapter.Codec[T] {
	return adapter.Codec[T]{
		Marshal: func(v *T) ([]byte, error) {
			return MarshalTestStrucFlat(v)
		},
		Append: func(buf []byte, v *T) ([]byte, error) {
			return AppendTestStrucFlat(buf, v)
		},
		Unmarshal: func(data []byte, v *T) error {
			return UnmarshalTestStrucFlat(data, v)
		},
		UnmarshalReuse: func(data []byte, v *T) error {
			return UnmarshalTestStrucFlat(data, v)
		},
		Size: func(v *T) int {
			return SizeTestStrucFlat(v)
		},
	}
}
