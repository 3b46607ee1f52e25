package protobufmus

import (
	"math"
	"time"

	"github.com/assay-go/assay/worker/adapter"
	data2 "github.com/assay-go/assay/workloads/data"
	ext "github.com/mus-format/ext-protobuf-go"
	mus "github.com/mus-format/mus-go"
	"github.com/mus-format/mus-go/ord"
	"github.com/mus-format/mus-go/raw"
	"github.com/mus-format/mus-go/varint"
	"google.golang.org/protobuf/encoding/protowire"
)

func size0(v *data2.Data) (n int) {
	if v.Str != "" {
		n += 1 + ext.String.Size(v.Str)
	}
	if v.Bool {
		n += 1 + 1
	}
	if v.Int32 != 0 {
		n += 1 + 4
	}
	if math.Float64bits(float64(v.Float64)) != 0 {
		n += 1 + 8
	}
	if !v.Time.IsZero() {
		n += 1 + ext.TimestampProtobuf.Size(stamp0(v.Time))
	}
	return n
}

func marshal0(v *data2.Data, bs []byte) (n int) {
	if v.Str != "" {
		n += varint.Uint64.Marshal(10, bs[n:])
		n += ext.String.Marshal(v.Str, bs[n:])
	}
	if v.Bool {
		n += varint.Uint64.Marshal(16, bs[n:])
		n += ord.Bool.Marshal(v.Bool, bs[n:])
	}
	if v.Int32 != 0 {
		n += varint.Uint64.Marshal(29, bs[n:])
		n += raw.Int32.Marshal(v.Int32, bs[n:])
	}
	if math.Float64bits(float64(v.Float64)) != 0 {
		n += varint.Uint64.Marshal(33, bs[n:])
		n += raw.Float64.Marshal(v.Float64, bs[n:])
	}
	if !v.Time.IsZero() {
		n += varint.Uint64.Marshal(42, bs[n:])
		n += ext.TimestampProtobuf.Marshal(stamp0(v.Time), bs[n:])
	}
	return n
}

func unmarshal0(bs []byte, v *data2.Data) error {
	for n := 0; n < len(bs); {
		tag, used, err := varint.Uint64.Unmarshal(bs[n:])
		if err != nil {
			return err
		}
		n += used
		switch tag {
		case 10:
			v.Str, used, err = ext.String.Unmarshal(bs[n:])
		case 16:
			v.Bool, used, err = ord.Bool.Unmarshal(bs[n:])
		case 29:
			v.Int32, used, err = raw.Int32.Unmarshal(bs[n:])
		case 33:
			v.Float64, used, err = raw.Float64.Unmarshal(bs[n:])
		case 42:
			var at ext.Timestamp
			at, used, err = ext.TimestampProtobuf.Unmarshal(bs[n:])
			v.Time = time0(at)
		default:
			used, err = skip0(tag, bs[n:])
		}
		if err != nil {
			return err
		}
		n += used
	}
	return nil
}

// lenSize0 returns the size of n bytes and the length before them.
func lenSize0(n int) int { return ext.LenSer.Size(n) + n }

// body0 returns the bytes after the length that bs begins with, and the size of
// both.
func body0(bs []byte) (body []byte, n int, err error) {
	length, n, err := ext.LenSer.Unmarshal(bs)
	if err != nil {
		return nil, n, err
	}
	if length < 0 || length > len(bs)-n {
		return nil, n, mus.ErrTooSmallByteSlice
	}
	return bs[n : n+length], n + length, nil
}

// skip0 returns the size of the value of a field that is not known.
func skip0(tag uint64, bs []byte) (int, error) {
	num, typ := protowire.DecodeTag(tag)
	n := protowire.ConsumeFieldValue(num, typ, bs)
	return n, protowire.ParseError(min(n, 0))
}

func stamp0(t time.Time) ext.Timestamp {
	return ext.Timestamp{Seconds: t.Unix(), Nanos: int32(t.Nanosecond())}
}

func time0(at ext.Timestamp) time.Time {
	return time.Unix(at.Seconds, int64(at.Nanos)).UTC()
}

// T is the type that this adapter encodes and decodes.
type T = data2.Data

// New returns a codec with state of its own.
func New() adapter.Codec[T] {
	return adapter.Codec[T]{
		Marshal: func(v *T) ([]byte, error) {
			bs := make([]byte, size0(v))
			marshal0(v, bs)
			return bs, nil
		},
		Fill: func(buf []byte, v *T) ([]byte, error) {
			return buf[:marshal0(v, buf)], nil
		},
		Unmarshal: func(data []byte, v *T) error {
			return unmarshal0(data, v)
		},
		UnmarshalReuse: func(data []byte, v *T) error {
			var zero T
			*v = zero
			return unmarshal0(data, v)
		},
		Size: func(v *T) int {
			return size0(v)
		},
	}
}
