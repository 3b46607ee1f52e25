package flatsigned

import (
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/workloads/signedblock"
)

// T is the type that this adapter encodes and decodes.
type T = signedblock.SignedBlock

// New returns a codec with state of its own.
func New() adapter.Codec[T] {
	return adapter.Codec[T]{
		Marshal: func(v *T) ([]byte, error) {
			return MarshalSignedBlockFlat(v)
		},
		Append: func(buf []byte, v *T) ([]byte, error) {
			return AppendSignedBlockFlat(buf, v)
		},
		Unmarshal: func(data []byte, v *T) error {
			return UnmarshalSignedBlockFlat(data, v)
		},
		UnmarshalReuse: func(data []byte, v *T) error {
			return UnmarshalSignedBlockFlat(data, v)
		},
		Size: func(v *T) int {
			return SizeSignedBlockFlat(v)
		},
	}
}
