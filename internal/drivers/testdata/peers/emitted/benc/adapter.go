package benc

import (
	"time"

	"github.com/assay-go/assay/worker/adapter"
	data2 "github.com/assay-go/assay/workloads/data"
	bstd "github.com/deneonet/benc/std"
)

// T is the type that this adapter encodes and decodes.
type T = data2.Data

func size0(v *data2.Data) (n int) {
	n += bstd.SizeString(v.Str)
	n += bstd.SizeBool()
	n += bstd.SizeInt32()
	n += bstd.SizeFloat64()
	n += bstd.SizeInt64()
	return n
}

func marshal0(n int, b []byte, v *data2.Data) int {
	n = bstd.MarshalString(n, b, v.Str)
	n = bstd.MarshalBool(n, b, v.Bool)
	n = bstd.MarshalInt32(n, b, v.Int32)
	n = bstd.MarshalFloat64(n, b, v.Float64)
	n = bstd.MarshalInt64(n, b, v.Time.UnixNano())
	return n
}

func unmarshal0(n int, b []byte, v *data2.Data) (_ int, err error) {
	if n, v.Str, err = bstd.UnmarshalString(n, b); err != nil {
		return n, err
	}
	if n, v.Bool, err = bstd.UnmarshalBool(n, b); err != nil {
		return n, err
	}
	if n, v.Int32, err = bstd.UnmarshalInt32(n, b); err != nil {
		return n, err
	}
	if n, v.Float64, err = bstd.UnmarshalFloat64(n, b); err != nil {
		return n, err
	}
	{
		var x int64
		if n, x, err = bstd.UnmarshalInt64(n, b); err != nil {
			return n, err
		}
		v.Time = time.Unix(0, x).UTC()
	}
	return n, nil
}

// New returns a codec with state of its own.
func New() adapter.Codec[T] {
	return adapter.Codec[T]{
		Marshal: func(v *T) ([]byte, error) {
			b := make([]byte, size0(v))
			marshal0(0, b, v)
			return b, nil
		},
		Fill: func(buf []byte, v *T) ([]byte, error) { return buf[:marshal0(0, buf, v)], nil },
		Unmarshal: func(data []byte, v *T) error {
			_, err := unmarshal0(0, data, v)
			return err
		},
		UnmarshalReuse: func(data []byte, v *T) error {
			_, err := unmarshal0(0, data, v)
			return err
		},
		Size: func(v *T) int { return size0(v) },
	}
}
