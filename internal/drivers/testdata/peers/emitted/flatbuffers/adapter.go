package flatbuffers

import (
	"math"
	"slices"
	"time"

	"github.com/assay-go/assay/worker/adapter"
	data2 "github.com/assay-go/assay/workloads/data"
	flatbuffers "github.com/google/flatbuffers/go"
)

func (p *packer) pack0(v *data2.Data) flatbuffers.UOffsetT {
	o0 := p.CreateString(v.Str)
	p.StartObject(5)
	p.PrependUOffsetTSlot(0, o0, 0)
	p.PrependBoolSlot(1, v.Bool, false)
	p.PrependInt32Slot(2, v.Int32, 0)
	p.PrependFloat64Slot(3, v.Float64, 0)
	p.PrependStructSlot(4, putTime(p, v.Time), 0)
	return p.EndObject()
}

func unpack0(t flatbuffers.Table, v *data2.Data) {
	if o := t.Offset(4); o != 0 {
		at := t.Pos + flatbuffers.UOffsetT(o)
		v.Str = string(t.ByteVector(at))
	} else {
		v.Str = ""
	}
	v.Bool = t.GetBoolSlot(6, false)
	v.Int32 = t.GetInt32Slot(8, 0)
	v.Float64 = t.GetFloat64Slot(10, 0)
	if o := t.Offset(12); o != 0 {
		at := t.Pos + flatbuffers.UOffsetT(o)
		v.Time = time.Unix(t.GetInt64(at), int64(t.GetInt32(at+8))).UTC()
	} else {
		clearValue(&v.Time)
	}
}

func access0(t flatbuffers.Table, h uint64) uint64 {
	if o := t.Offset(4); o != 0 {
		at := t.Pos + flatbuffers.UOffsetT(o)
		h = mix(h, uint64(len(t.ByteVector(at))))
	}
	h = mixBool(h, t.GetBoolSlot(6, false))
	h = mix(h, uint64(t.GetInt32Slot(8, 0)))
	h = mix(h, math.Float64bits(t.GetFloat64Slot(10, 0)))
	if o := t.Offset(12); o != 0 {
		at := t.Pos + flatbuffers.UOffsetT(o)
		h = mix(mix(h, uint64(t.GetInt64(at))), uint64(t.GetInt32(at+8)))
	}
	return h
}

// packer is a Builder and the offsets of the elements of unfinished vectors, which
// cannot be written before the elements.
type packer struct {
	*flatbuffers.Builder
	offsets []flatbuffers.UOffsetT
}

// root returns the table that the buffer is of.
func root(data []byte) flatbuffers.Table {
	return flatbuffers.Table{Bytes: data, Pos: flatbuffers.GetUOffsetT(data)}
}

func clearValue[V any](v *V) {
	var zero V
	*v = zero
}

// mix returns a number that depends on both.
func mix(h, x uint64) uint64 { return (h ^ x) * 0x9e3779b97f4a7c15 }

func mixBool(h uint64, x bool) uint64 {
	if x {
		return mix(h, 1)
	}
	return mix(h, 0)
}

// putTime writes a struct of seconds and nanoseconds.
func putTime(p *packer, x time.Time) flatbuffers.UOffsetT {
	p.Prep(8, 16)
	p.Pad(4)
	p.PrependInt32(int32(x.Nanosecond()))
	p.PrependInt64(x.Unix())
	return p.Offset()
}

// T is the type that this adapter encodes and decodes.
type T = data2.Data

// New returns a codec with state of its own.
func New() adapter.Codec[T] {
	p := packer{Builder: flatbuffers.NewBuilder(1024)}
	return adapter.Codec[T]{
		Marshal: func(v *T) ([]byte, error) {
			p.Reset()
			p.Finish(p.pack0(v))
			return slices.Clone(p.FinishedBytes()), nil
		},
		Append: func(buf []byte, v *T) ([]byte, error) {
			p.Reset()
			p.Finish(p.pack0(v))
			return append(buf, p.FinishedBytes()...), nil
		},
		Unmarshal: func(data []byte, v *T) error {
			unpack0(root(data), v)
			return nil
		},
		UnmarshalReuse: func(data []byte, v *T) error {
			unpack0(root(data), v)
			return nil
		},
		Access: func(data []byte) (uint64, error) {
			return access0(root(data), 0), nil
		},
		Open: func(data []byte) (uint64, error) {
			return uint64(root(data).Pos), nil
		},
	}
}
