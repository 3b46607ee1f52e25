// Package hand carries the workload data with ten libraries as their own authors
// would write it for this one type: no emitter, no type model, no rule that a
// type may hold anything else. Each func is what a library's README, its
// generator's output or its author's benchmark shows.
package hand

import (
	"bytes"
	"errors"
	"slices"
	"time"

	"github.com/VictoriaMetrics/easyproto"
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/workloads/data"
	bstd "github.com/deneonet/benc/std"
	"github.com/fxamacker/cbor/v2"
	flatbuffers "github.com/google/flatbuffers/go"
	ext "github.com/mus-format/ext-protobuf-go"
	"github.com/mus-format/mus-go/ord"
	"github.com/mus-format/mus-go/raw"
	musunsafe "github.com/mus-format/mus-go/unsafe"
	"github.com/mus-format/mus-go/varint"
	"github.com/niubaoshu/gotiny"
	"github.com/tinylib/msgp/msgp"

	"peers.test/emitted/bebop200sc/gen"
	"peers.test/emitted/vtprotobuf/pb"
)

// D is the value; C is what can be done with it.
type (
	D = data.Data
	C = adapter.Codec[D]
)

// Codecs are the codecs by the names of the folders of emitted.
var Codecs = map[string]func() C{
	"benc": benc, "bebop200sc": bebop, "cbor": cborCodec, "easyproto": easyprotoCodec, "flatbuffers": flat,
	"gotiny": tiny, "msgp": messagePack, "mus": mus, "protobufmus": protobufMus, "vtprotobuf": vt,
}

// benc follows projects/benc of go-serialization-benchmarks.
func benc() C {
	return C{
		Marshal: func(v *D) ([]byte, error) {
			b := make([]byte, SizeBenc(v))
			PutBenc(b, v)
			return b, nil
		},
		Fill:           func(b []byte, v *D) ([]byte, error) { return b[:PutBenc(b, v)], nil },
		Unmarshal:      GetBenc,
		UnmarshalReuse: GetBenc,
	}
}

func SizeBenc(v *D) int {
	return bstd.SizeString(v.Str) + bstd.SizeBool() + bstd.SizeInt32() + bstd.SizeFloat64() + bstd.SizeInt64()
}

func PutBenc(b []byte, v *D) int {
	n := bstd.MarshalString(0, b, v.Str)
	n = bstd.MarshalBool(n, b, v.Bool)
	n = bstd.MarshalInt32(n, b, v.Int32)
	n = bstd.MarshalFloat64(n, b, v.Float64)
	return bstd.MarshalInt64(n, b, v.Time.UnixNano())
}

func GetBenc(b []byte, v *D) (err error) {
	n := 0
	if n, v.Str, err = bstd.UnmarshalString(n, b); err != nil {
		return err
	}
	if n, v.Bool, err = bstd.UnmarshalBool(n, b); err != nil {
		return err
	}
	if n, v.Int32, err = bstd.UnmarshalInt32(n, b); err != nil {
		return err
	}
	if n, v.Float64, err = bstd.UnmarshalFloat64(n, b); err != nil {
		return err
	}
	_, ns, err := bstd.UnmarshalInt64(n, b)
	v.Time = time.Unix(0, ns).UTC()
	return err
}

// mus follows projects/mus of go-serialization-benchmarks, without unsafe
// strings.
func mus() C {
	return C{
		Marshal: func(v *D) ([]byte, error) {
			b := make([]byte, SizeMus(v))
			PutMus(b, v)
			return b, nil
		},
		Fill:           func(b []byte, v *D) ([]byte, error) { return b[:PutMus(b, v)], nil },
		Unmarshal:      GetMus,
		UnmarshalReuse: GetMus,
	}
}

func SizeMus(v *D) (n int) {
	n += ord.String.Size(v.Str)
	n += musunsafe.Bool.Size(v.Bool)
	n += musunsafe.Int32.Size(v.Int32)
	n += musunsafe.Float64.Size(v.Float64)
	return n + musunsafe.TimeUnixNanoUTC.Size(v.Time)
}

func PutMus(b []byte, v *D) int {
	n := ord.String.Marshal(v.Str, b)
	n += musunsafe.Bool.Marshal(v.Bool, b[n:])
	n += musunsafe.Int32.Marshal(v.Int32, b[n:])
	n += musunsafe.Float64.Marshal(v.Float64, b[n:])
	return n + musunsafe.TimeUnixNanoUTC.Marshal(v.Time, b[n:])
}

func GetMus(b []byte, v *D) (err error) {
	var n, used int
	if v.Str, n, err = ord.String.Unmarshal(b); err != nil {
		return err
	}
	v.Bool, used, err = musunsafe.Bool.Unmarshal(b[n:])
	n += used
	if err != nil {
		return err
	}
	v.Int32, used, err = musunsafe.Int32.Unmarshal(b[n:])
	n += used
	if err != nil {
		return err
	}
	v.Float64, used, err = musunsafe.Float64.Unmarshal(b[n:])
	n += used
	if err != nil {
		return err
	}
	v.Time, _, err = musunsafe.TimeUnixNanoUTC.Unmarshal(b[n:])
	return err
}

// bebop follows the suite of alecthomas: one generated struct beside the buffer.
// Bebop's date is 100 ns wide, so the time is an int64.
func bebop() C {
	var s gen.S0
	carry := func(v *D) {
		s.F1, s.F2, s.F3, s.F4, s.F5 = v.Str, v.Bool, v.Int32, v.Float64, v.Time.UnixNano()
	}
	c := C{
		Marshal: func(v *D) ([]byte, error) {
			carry(v)
			return s.MarshalBebop(), nil
		},
		Fill: func(b []byte, v *D) ([]byte, error) {
			carry(v)
			return b[:s.MarshalBebopTo(b)], nil
		},
		Unmarshal: func(b []byte, v *D) error {
			if err := s.UnmarshalBebop(b); err != nil {
				return err
			}
			v.Str, v.Bool, v.Int32, v.Float64, v.Time = s.F1, s.F2, s.F3, s.F4, time.Unix(0, s.F5).UTC()
			return nil
		},
	}
	c.UnmarshalReuse = c.Unmarshal
	return c
}

// vt follows projects/vtprotobuf of go-serialization-benchmarks, with the copy
// that its rows leave out.
func vt() C {
	out := pb.M0{F5: new(pb.M1)}
	carry := func(v *D) {
		out.F1, out.F2, out.F3, out.F4 = v.Str, v.Bool, v.Int32, v.Float64
		out.F5.F1, out.F5.F2 = v.Time.Unix(), int32(v.Time.Nanosecond())
	}
	c := C{
		Marshal: func(v *D) ([]byte, error) {
			carry(v)
			return out.MarshalVT()
		},
		Fill: func(b []byte, v *D) ([]byte, error) {
			carry(v)
			n, err := out.MarshalToSizedBufferVT(b)
			return b[len(b)-n:], err
		},
		Unmarshal: func(b []byte, v *D) error {
			var in pb.M0
			if err := in.UnmarshalVT(b); err != nil {
				return err
			}
			v.Str, v.Bool, v.Int32, v.Float64 = in.F1, in.F2, in.F3, in.F4
			v.Time = time.Unix(in.GetF5().GetF1(), int64(in.GetF5().GetF2())).UTC()
			return nil
		},
	}
	c.UnmarshalReuse = c.Unmarshal
	return c
}

// messagePack writes what msgp's generator makes of the struct.
func messagePack() C {
	appendTo := func(b []byte, v *D) []byte {
		b = append(b, 0x85, 0xa3, 0x53, 0x74, 0x72) // a map of five, "Str"
		b = msgp.AppendString(b, v.Str)
		b = append(b, 0xa4, 0x42, 0x6f, 0x6f, 0x6c) // "Bool"
		b = msgp.AppendBool(b, v.Bool)
		b = append(b, 0xa5, 0x49, 0x6e, 0x74, 0x33, 0x32) // "Int32"
		b = msgp.AppendInt32(b, v.Int32)
		b = append(b, 0xa7, 0x46, 0x6c, 0x6f, 0x61, 0x74, 0x36, 0x34) // "Float64"
		b = msgp.AppendFloat64(b, v.Float64)
		b = append(b, 0xa4, 0x54, 0x69, 0x6d, 0x65) // "Time"
		return msgp.AppendTime(b, v.Time)
	}
	size := func(v *D) int {
		return 1 + 4 + msgp.StringPrefixSize + len(v.Str) + 5 + msgp.BoolSize + 6 + msgp.Int32Size + 8 + msgp.Float64Size + 5 + msgp.TimeSize
	}
	c := C{
		Marshal: func(v *D) ([]byte, error) { return appendTo(make([]byte, 0, size(v)), v), nil },
		Append:  func(b []byte, v *D) ([]byte, error) { return appendTo(msgp.Require(b, size(v)), v), nil },
		Unmarshal: func(b []byte, v *D) (err error) {
			n, b, err := msgp.ReadMapHeaderBytes(b)
			for ; n > 0 && err == nil; n-- {
				var key []byte
				if key, b, err = msgp.ReadMapKeyZC(b); err != nil {
					return err
				}
				switch msgp.UnsafeString(key) {
				case "Str":
					v.Str, b, err = msgp.ReadStringBytes(b)
				case "Bool":
					v.Bool, b, err = msgp.ReadBoolBytes(b)
				case "Int32":
					v.Int32, b, err = msgp.ReadInt32Bytes(b)
				case "Float64":
					v.Float64, b, err = msgp.ReadFloat64Bytes(b)
				case "Time":
					v.Time, b, err = msgp.ReadTimeBytes(b)
				default:
					b, err = msgp.Skip(b)
				}
			}
			return err
		},
	}
	c.UnmarshalReuse = c.Unmarshal
	return c
}

// tiny follows gotiny's README: an encoder and a decoder are kept.
func tiny() C {
	enc, dec := gotiny.NewEncoderWithPtr((*D)(nil)), gotiny.NewDecoderWithPtr((*D)(nil))
	c := C{
		Marshal: func(v *D) ([]byte, error) { return gotiny.Marshal(v), nil },
		Append: func(b []byte, v *D) ([]byte, error) {
			enc.AppendTo(b)
			return enc.Encode(v), nil
		},
		Unmarshal: func(b []byte, v *D) error {
			dec.Decode(b, v)
			return nil
		},
	}
	c.UnmarshalReuse = c.Unmarshal
	return c
}

// protobufMus follows projects/protobuf_mus of go-serialization-benchmarks, whose
// rows leave out the conversion of the time.
func protobufMus() C {
	return C{
		Marshal: func(v *D) ([]byte, error) {
			b := make([]byte, SizeProtobufMus(v))
			PutProtobufMus(b, v)
			return b, nil
		},
		Fill:      func(b []byte, v *D) ([]byte, error) { return b[:PutProtobufMus(b, v)], nil },
		Unmarshal: GetProtobufMus,
		UnmarshalReuse: func(b []byte, v *D) error {
			*v = D{}
			return GetProtobufMus(b, v)
		},
	}
}

func stamp(t time.Time) ext.Timestamp {
	return ext.Timestamp{Seconds: t.Unix(), Nanos: int32(t.Nanosecond())}
}

func SizeProtobufMus(v *D) int {
	n := 1 + ext.TimestampProtobuf.Size(stamp(v.Time))
	if v.Str != "" {
		n += 1 + ext.String.Size(v.Str)
	}
	if v.Bool {
		n += 1 + ord.Bool.Size(v.Bool)
	}
	if v.Int32 != 0 {
		n += 1 + raw.Int32.Size(v.Int32)
	}
	if v.Float64 != 0 {
		n += 1 + raw.Float64.Size(v.Float64)
	}
	return n
}

func PutProtobufMus(b []byte, v *D) (n int) {
	if v.Str != "" {
		n += varint.Uint64.Marshal(10, b[n:])
		n += ext.String.Marshal(v.Str, b[n:])
	}
	if v.Bool {
		n += varint.Uint64.Marshal(16, b[n:])
		n += ord.Bool.Marshal(v.Bool, b[n:])
	}
	if v.Int32 != 0 {
		n += varint.Uint64.Marshal(29, b[n:])
		n += raw.Int32.Marshal(v.Int32, b[n:])
	}
	if v.Float64 != 0 {
		n += varint.Uint64.Marshal(33, b[n:])
		n += raw.Float64.Marshal(v.Float64, b[n:])
	}
	n += varint.Uint64.Marshal(42, b[n:])
	return n + ext.TimestampProtobuf.Marshal(stamp(v.Time), b[n:])
}

func GetProtobufMus(b []byte, v *D) error {
	for n := 0; n < len(b); {
		tag, used, err := varint.Uint64.Unmarshal(b[n:])
		n += used
		if err != nil {
			return err
		}
		switch tag {
		case 10:
			v.Str, used, err = ext.String.Unmarshal(b[n:])
		case 16:
			v.Bool, used, err = ord.Bool.Unmarshal(b[n:])
		case 29:
			v.Int32, used, err = raw.Int32.Unmarshal(b[n:])
		case 33:
			v.Float64, used, err = raw.Float64.Unmarshal(b[n:])
		case 42:
			var at ext.Timestamp
			at, used, err = ext.TimestampProtobuf.Unmarshal(b[n:])
			v.Time = time.Unix(at.Seconds, int64(at.Nanos)).UTC()
		default:
			return errTag
		}
		n += used
		if err != nil {
			return err
		}
	}
	return nil
}

var errTag = errors.New("unexpected tag")

// easyprotoCodec follows easyproto's README.
func easyprotoCodec() C {
	var pool easyproto.MarshalerPool
	appendTo := func(b []byte, v *D) []byte {
		m := pool.Get()
		mm := m.MessageMarshaler()
		mm.AppendString(1, v.Str)
		if v.Bool { // as proto3 leaves out what is zero
			mm.AppendBool(2, v.Bool)
		}
		mm.AppendSfixed32(3, v.Int32)
		mm.AppendDouble(4, v.Float64)
		at := mm.AppendMessage(5)
		at.AppendInt64(1, v.Time.Unix())
		at.AppendInt32(2, int32(v.Time.Nanosecond()))
		b = m.Marshal(b)
		pool.Put(m)
		return b
	}
	c := C{
		Marshal: func(v *D) ([]byte, error) { return appendTo(nil, v), nil },
		Append:  func(b []byte, v *D) ([]byte, error) { return appendTo(b, v), nil },
		Unmarshal: func(b []byte, v *D) (err error) {
			*v = D{}
			var fc easyproto.FieldContext
			for len(b) > 0 {
				if b, err = fc.NextField(b); err != nil {
					return err
				}
				ok := true
				switch fc.FieldNum {
				case 1:
					var s string
					s, ok = fc.String()
					v.Str = string([]byte(s))
				case 2:
					v.Bool, ok = fc.Bool()
				case 3:
					v.Int32, ok = fc.Sfixed32()
				case 4:
					v.Float64, ok = fc.Double()
				case 5:
					var body []byte
					if body, ok = fc.MessageData(); ok {
						v.Time, err = stampOf(body)
					}
				}
				if !ok || err != nil {
					return errors.Join(err, errTag)
				}
			}
			return nil
		},
	}
	c.UnmarshalReuse = c.Unmarshal
	return c
}

func stampOf(b []byte) (t time.Time, err error) {
	var seconds int64
	var nanos int32
	var fc easyproto.FieldContext
	for len(b) > 0 {
		if b, err = fc.NextField(b); err != nil {
			return t, err
		}
		ok := true
		switch fc.FieldNum {
		case 1:
			seconds, ok = fc.Int64()
		case 2:
			nanos, ok = fc.Int32()
		}
		if !ok {
			return t, errTag
		}
	}
	return time.Unix(seconds, int64(nanos)).UTC(), nil
}

// flat follows the suite of alecthomas in keeping one Builder. That gives its
// memory away in fresh calls and grows it anew, which takes three times as long as
// the copy.
func flat() C {
	kept := flatbuffers.NewBuilder(1024)
	pack := func(b *flatbuffers.Builder, v *D) []byte {
		b.Reset()
		str := b.CreateString(v.Str)
		b.StartObject(5)
		b.PrependUOffsetTSlot(0, str, 0)
		b.PrependBoolSlot(1, v.Bool, false)
		b.PrependInt32Slot(2, v.Int32, 0)
		b.PrependFloat64Slot(3, v.Float64, 0)
		b.Prep(8, 16)
		b.Pad(4)
		b.PrependInt32(int32(v.Time.Nanosecond()))
		b.PrependInt64(v.Time.Unix())
		b.PrependStructSlot(4, b.Offset(), 0)
		b.Finish(b.EndObject())
		return b.FinishedBytes()
	}
	c := C{
		Marshal: func(v *D) ([]byte, error) { return slices.Clone(pack(kept, v)), nil },
		Append:  func(b []byte, v *D) ([]byte, error) { return append(b, pack(kept, v)...), nil },
		Unmarshal: func(b []byte, v *D) error {
			t := flatbuffers.Table{Bytes: b, Pos: flatbuffers.GetUOffsetT(b)}
			if o := t.Offset(4); o != 0 {
				v.Str = string(t.ByteVector(flatbuffers.UOffsetT(o) + t.Pos))
			}
			v.Bool = t.GetBoolSlot(6, false)
			v.Int32 = t.GetInt32Slot(8, 0)
			v.Float64 = t.GetFloat64Slot(10, 0)
			if o := t.Offset(12); o != 0 {
				at := flatbuffers.UOffsetT(o) + t.Pos
				v.Time = time.Unix(t.GetInt64(at), int64(t.GetInt32(at+8))).UTC()
			}
			return nil
		},
	}
	c.UnmarshalReuse = c.Unmarshal
	return c
}

// cborCodec follows the README of fxamacker/cbor: modes are made once.
func cborCodec() C {
	enc, err := cbor.EncOptions{Time: cbor.TimeRFC3339Nano}.UserBufferEncMode()
	if err != nil {
		panic(err)
	}
	var out bytes.Buffer
	return C{
		Marshal: func(v *D) ([]byte, error) { return enc.Marshal(v) },
		Append: func(b []byte, v *D) ([]byte, error) {
			out = *bytes.NewBuffer(b)
			err := enc.MarshalToBuffer(v, &out)
			return out.Bytes(), err
		},
		Unmarshal:      func(b []byte, v *D) error { return cbor.Unmarshal(b, v) },
		UnmarshalReuse: func(b []byte, v *D) error { return cbor.Unmarshal(b, v) },
	}
}
