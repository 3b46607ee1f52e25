package mus

import (
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/workloads/data"
	"github.com/mus-format/mus-go/ord"
	"github.com/mus-format/mus-go/unsafe"
)

// T is the type that this adapter encodes and decodes.
type T = data.Data

type ser0 struct{}

func (ser0) marshal(v *data.Data, bs []byte) (n int) {
	n += ord.String.Marshal(v.Str, bs[n:])
	n += unsafe.Bool.Marshal(v.Bool, bs[n:])
	n += unsafe.Int32.Marshal(v.Int32, bs[n:])
	n += unsafe.Float64.Marshal(v.Float64, bs[n:])
	n += unsafe.TimeUnixNanoUTC.Marshal(v.Time, bs[n:])
	return n
}

func (ser0) unmarshal(bs []byte, v *data.Data) (n int, err error) {
	var used int
	v.Str, used, err = ord.String.Unmarshal(bs[n:])
	n += used
	if err != nil {
		return n, err
	}
	v.Bool, used, err = unsafe.Bool.Unmarshal(bs[n:])
	n += used
	if err != nil {
		return n, err
	}
	v.Int32, used, err = unsafe.Int32.Unmarshal(bs[n:])
	n += used
	if err != nil {
		return n, err
	}
	v.Float64, used, err = unsafe.Float64.Unmarshal(bs[n:])
	n += used
	if err != nil {
		return n, err
	}
	v.Time, used, err = unsafe.TimeUnixNanoUTC.Unmarshal(bs[n:])
	n += used
	if err != nil {
		return n, err
	}
	return n, nil
}

func (ser0) size(v *data.Data) (size int) {
	size += ord.String.Size(v.Str)
	size += unsafe.Bool.Size(v.Bool)
	size += unsafe.Int32.Size(v.Int32)
	size += unsafe.Float64.Size(v.Float64)
	size += unsafe.TimeUnixNanoUTC.Size(v.Time)
	return size
}

func (s ser0) Marshal(v data.Data, bs []byte) int { return s.marshal(&v, bs) }

func (s ser0) Unmarshal(bs []byte) (v data.Data, n int, err error) {
	n, err = s.unmarshal(bs, &v)
	return v, n, err
}

func (s ser0) Size(v data.Data) int { return s.size(&v) }

func (ser0) Skip(bs []byte) (n int, err error) {
	var used int
	used, err = ord.String.Skip(bs[n:])
	n += used
	if err != nil {
		return n, err
	}
	used, err = unsafe.Bool.Skip(bs[n:])
	n += used
	if err != nil {
		return n, err
	}
	used, err = unsafe.Int32.Skip(bs[n:])
	n += used
	if err != nil {
		return n, err
	}
	used, err = unsafe.Float64.Skip(bs[n:])
	n += used
	if err != nil {
		return n, err
	}
	used, err = unsafe.TimeUnixNanoUTC.Skip(bs[n:])
	n += used
	if err != nil {
		return n, err
	}
	return n, nil
}

// New returns a codec with state of its own.
func New() adapter.Codec[T] {
	return adapter.Codec[T]{
		Marshal: func(v *T) ([]byte, error) {
			bs := make([]byte, ser0{}.size(v))
			ser0{}.marshal(v, bs)
			return bs, nil
		},
		Fill: func(buf []byte, v *T) ([]byte, error) { return buf[:ser0{}.marshal(v, buf)], nil },
		Unmarshal: func(data []byte, v *T) (err error) {
			_, err = ser0{}.unmarshal(data, v)
			return err
		},
		UnmarshalReuse: func(data []byte, v *T) (err error) {
			_, err = ser0{}.unmarshal(data, v)
			return err
		},
		Size: func(v *T) int { return ser0{}.size(v) },
	}
}
