package peers

import (
	"errors"
	"fmt"
	"math/rand"
	"slices"
	"testing"
	"time"

	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads/data"
	bstd "github.com/deneonet/benc/std"
	"github.com/fxamacker/cbor/v2"
	"github.com/mus-format/mus-go/ord"
	musunsafe "github.com/mus-format/mus-go/unsafe"
	"github.com/niubaoshu/gotiny"
	"github.com/tinylib/msgp/msgp"

	"peers.test/emitted/bebop200sc/gen"
	"peers.test/emitted/vtprotobuf/pb"
	"peers.test/hand"
	"peers.test/values"
)

// The loops of two suites, written from their descriptions. The peers are called
// by hand in the style of the suites' own files, and assay by the code that
// assay gen writes for the struct.
//
//	go test -run=. -bench=Suite -count=10

// BenchmarkSuiteYmz is the loop of ymz-ncnk/go-serialization-benchmarks: values
// go in and come out by copy, each is marshalled, unmarshalled and compared with
// the original, and none is met twice in a row of a million. As there, bebop and
// vtprotobuf have structs of their own, into which nothing is copied, and bebop's
// dates are of 100 ns. The rows of nanos are of a struct whose time is an int64.
//
// The codecs are pointers here, where the suite has values: the method of a value
// that is called through an interface is copied into a wrapper, and the struct
// once more within it, by words so wide that they wait for those just written.
// All codecs of the common struct were 16 to 18 ns slower by it, bebop 8.
func BenchmarkSuiteYmz(b *testing.B) {
	list, err := data.Values(workload.Options{Seed: 1, Count: 1 << 20})
	if err != nil {
		b.Fatal(err)
	}
	dated, bebops, nanos := make([]hand.Dated, len(list)), make([]gen.S0, len(list)), make([]values.Nanos, len(list))
	messages := make([]*pb.M0, len(list))
	for i, v := range list {
		dated[i] = hand.Dated(v)
		dated[i].Time = v.Time.Truncate(100)
		bebops[i] = gen.S0{F1: v.Str, F2: v.Bool, F3: v.Int32, F4: v.Float64, F5: v.Time.UnixNano()}
		nanos[i] = values.Nanos{Str: v.Str, Bool: v.Bool, Int32: v.Int32, Float64: v.Float64, Time: v.Time.UnixNano()}
		messages[i] = &pb.M0{F1: v.Str, F2: v.Bool, F3: v.Int32, F4: v.Float64, F5: &pb.M1{F1: v.Time.Unix(), F2: int32(v.Time.Nanosecond())}}
	}
	settle(3)
	for _, name := range []string{"benc", "mus", "protobufmus", "assay.flat"} {
		b.Run(name, func(b *testing.B) { trips(b, ymz[name](nil), list, differs) })
		b.Run(name+"+reuse", func(b *testing.B) { trips(b, ymz[name](make([]byte, 1024)), list, differs) })
	}
	b.Run("limit+reuse", func(b *testing.B) { trips(b, &ymzLimit{buf: make([]byte, 1024)}, list, differs) })
	b.Run("bebop200sc", func(b *testing.B) { trips(b, &ymzBebop{}, dated, differsDated) })
	b.Run("bebop200sc+reuse", func(b *testing.B) { trips(b, &ymzBebop{make([]byte, 1024)}, dated, differsDated) })
	b.Run("bebop200sc.nanos", func(b *testing.B) { trips(b, &ymzBebopNanos{}, bebops, differsBebopNanos) })
	b.Run("bebop200sc.nanos+reuse", func(b *testing.B) { trips(b, &ymzBebopNanos{make([]byte, 1024)}, bebops, differsBebopNanos) })
	b.Run("assay.flat.nanos", func(b *testing.B) { trips(b, &ymzFlatNanos{}, nanos, differsNanos) })
	b.Run("assay.flat.nanos+reuse", func(b *testing.B) { trips(b, &ymzFlatNanos{make([]byte, 1024)}, nanos, differsNanos) })
	b.Run("vtprotobuf", func(b *testing.B) { trips(b, &ymzVT{}, messages, differsVT) })
	b.Run("vtprotobuf+reuse", func(b *testing.B) { trips(b, &ymzVT{make([]byte, 1024)}, messages, differsVT) })
}

func trips[V any](b *testing.B, c byValue[V], list []V, differ func(a, b V) error) {
	b.ReportAllocs()
	for i := range b.N {
		v := list[i&(len(list)-1)]
		bs, err := c.Marshal(v)
		if err != nil {
			b.Fatal(err)
		}
		got, err := c.Unmarshal(bs)
		if err != nil {
			b.Fatal(err)
		}
		if err := differ(v, got); err != nil {
			b.Fatal(err)
		}
	}
}

var errOther = errors.New("another value came back")

func differs(a, b data.Data) error {
	if a.Str != b.Str || a.Bool != b.Bool || a.Int32 != b.Int32 || a.Float64 != b.Float64 || !a.Time.Equal(b.Time) {
		return errOther
	}
	return nil
}

func differsDated(a, b hand.Dated) error {
	if a.Str != b.Str || a.Bool != b.Bool || a.Int32 != b.Int32 || a.Float64 != b.Float64 || !a.Time.Equal(b.Time) {
		return errOther
	}
	return nil
}

func differsBebopNanos(a, b gen.S0) error {
	if a != b {
		return errOther
	}
	return nil
}

func differsNanos(a, b values.Nanos) error {
	if a != b {
		return errOther
	}
	return nil
}

func differsVT(a, b *pb.M0) error {
	if a.F1 != b.F1 || a.F2 != b.F2 || a.F3 != b.F3 || a.F4 != b.F4 || a.F5.GetF1() != b.F5.GetF1() || a.F5.GetF2() != b.F5.GetF2() {
		return errOther
	}
	return nil
}

type byValue[V any] interface {
	Marshal(v V) ([]byte, error)
	Unmarshal(bs []byte) (V, error)
}

// ymz are the codecs of the common struct, into a buffer when they are given one.
var ymz = map[string]func(buf []byte) byValue[data.Data]{
	"benc":        func(buf []byte) byValue[data.Data] { return &ymzBenc{buf} },
	"mus":         func(buf []byte) byValue[data.Data] { return &ymzMus{buf} },
	"protobufmus": func(buf []byte) byValue[data.Data] { return &ymzProtobufMus{buf} },
	"assay.flat":  func(buf []byte) byValue[data.Data] { return &ymzFlat{buf} },
}

type ymzBenc struct{ buf []byte }

func (s *ymzBenc) Marshal(v data.Data) ([]byte, error) {
	b := s.buf
	if b == nil {
		b = make([]byte, hand.SizeBenc(&v))
	}
	return b[:hand.PutBenc(b, &v)], nil
}

func (*ymzBenc) Unmarshal(bs []byte) (v data.Data, err error) {
	err = hand.GetBenc(bs, &v)
	return v, err
}

type ymzMus struct{ buf []byte }

func (s *ymzMus) Marshal(v data.Data) ([]byte, error) {
	b := s.buf
	if b == nil {
		b = make([]byte, hand.SizeMus(&v))
	}
	return b[:hand.PutMus(b, &v)], nil
}

func (*ymzMus) Unmarshal(bs []byte) (v data.Data, err error) {
	err = hand.GetMus(bs, &v)
	return v, err
}

type ymzProtobufMus struct{ buf []byte }

func (s *ymzProtobufMus) Marshal(v data.Data) ([]byte, error) {
	b := s.buf
	if b == nil {
		b = make([]byte, hand.SizeProtobufMus(&v))
	}
	return b[:hand.PutProtobufMus(b, &v)], nil
}

func (*ymzProtobufMus) Unmarshal(bs []byte) (v data.Data, err error) {
	err = hand.GetProtobufMus(bs, &v)
	return v, err
}

type ymzFlat struct{ buf []byte }

func (s *ymzFlat) Marshal(v data.Data) ([]byte, error) {
	if s.buf == nil {
		return values.MarshalDataFlat((*values.Data)(&v))
	}
	return values.AppendDataFlat(s.buf[:0], (*values.Data)(&v))
}

func (*ymzFlat) Unmarshal(bs []byte) (v data.Data, err error) {
	err = values.UnmarshalDataFlat(bs, (*values.Data)(&v))
	return v, err
}

type ymzBebop struct{ buf []byte }

func (s *ymzBebop) Marshal(v hand.Dated) ([]byte, error) {
	if s.buf == nil {
		return v.MarshalBebop(), nil
	}
	return s.buf[:v.MarshalBebopTo(s.buf)], nil
}

func (*ymzBebop) Unmarshal(bs []byte) (v hand.Dated, err error) {
	err = v.UnmarshalBebop(bs)
	return v, err
}

// ymzFlatNanos is ymzFlat for a struct whose time is an int64.
type ymzFlatNanos struct{ buf []byte }

func (s *ymzFlatNanos) Marshal(v values.Nanos) ([]byte, error) {
	if s.buf == nil {
		return values.MarshalNanosFlat(&v)
	}
	return values.AppendNanosFlat(s.buf[:0], &v)
}

func (*ymzFlatNanos) Unmarshal(bs []byte) (v values.Nanos, err error) {
	err = values.UnmarshalNanosFlat(bs, &v)
	return v, err
}

// ymzBebopNanos is ymzBebop for a struct whose time is an int64.
type ymzBebopNanos struct{ buf []byte }

func (s *ymzBebopNanos) Marshal(v gen.S0) ([]byte, error) {
	if s.buf == nil {
		return v.MarshalBebop(), nil
	}
	return s.buf[:v.MarshalBebopTo(s.buf)], nil
}

func (*ymzBebopNanos) Unmarshal(bs []byte) (v gen.S0, err error) {
	err = v.UnmarshalBebop(bs)
	return v, err
}

// ymzLimit is no codec: it copies the string into the buffer and out again, and
// has kept the other fields. What it takes is the suite's, for values of this
// struct.
type ymzLimit struct {
	buf  []byte
	kept data.Data
}

func (s *ymzLimit) Marshal(v data.Data) ([]byte, error) {
	s.kept.Bool, s.kept.Int32, s.kept.Float64, s.kept.Time = v.Bool, v.Int32, v.Float64, v.Time
	return s.buf[:copy(s.buf, v.Str)], nil
}

func (s *ymzLimit) Unmarshal(bs []byte) (data.Data, error) {
	return data.Data{Str: string(bs), Bool: s.kept.Bool, Int32: s.kept.Int32, Float64: s.kept.Float64, Time: s.kept.Time}, nil
}

type ymzVT struct{ buf []byte }

func (s *ymzVT) Marshal(v *pb.M0) ([]byte, error) {
	if s.buf == nil {
		return v.MarshalVT()
	}
	n, err := v.MarshalToSizedBufferVT(s.buf)
	return s.buf[len(s.buf)-n:], err
}

func (*ymzVT) Unmarshal(bs []byte) (*pb.M0, error) {
	v := new(pb.M0)
	return v, v.UnmarshalVT(bs)
}

// BenchmarkSuiteAlecthomas is the loop of alecthomas/go_serialization_benchmarks:
// marshal, and unmarshal into one cleared value, each by itself, of a thousand
// values by chance, behind an interface of any.
func BenchmarkSuiteAlecthomas(b *testing.B) {
	list := smalls()
	for _, name := range []string{"benc", "mus", "msgp", "gotiny", "cbor", "assay.flat", "assay.flat+reuse"} {
		s := alecthomas[name]()
		b.Run(name+"/marshal", func(b *testing.B) {
			b.ReportAllocs()
			for range b.N {
				if _, err := s.Marshal(list[rand.Intn(len(list))]); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"/unmarshal", func(b *testing.B) {
			ser := make([][]byte, len(list))
			for i, v := range list {
				bs, err := s.Marshal(v)
				if err != nil {
					b.Fatal(err)
				}
				ser[i] = slices.Clone(bs)
			}
			o := &values.Small{}
			b.ReportAllocs()
			b.ResetTimer()
			for range b.N {
				n := rand.Intn(len(ser))
				*o = values.Small{}
				if err := s.Unmarshal(ser[n], o); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func smalls() (list []*values.Small) {
	r := rand.New(rand.NewSource(1))
	text := func(n int) string { return fmt.Sprintf("%0*x", n, r.Uint64())[:n] }
	for range 1000 {
		list = append(list, &values.Small{
			Name: text(16), BirthDay: time.Unix(0, r.Int63()).UTC(), Phone: text(10),
			Siblings: r.Intn(5), Spouse: r.Intn(2) == 1, Money: r.Float64(),
		})
	}
	return list
}

// TestSuitesAgree makes sure that every codec of the suites carries its values.
func TestSuitesAgree(t *testing.T) {
	for name, open := range alecthomas {
		s := open()
		for _, v := range smalls() {
			bs, err := s.Marshal(v)
			if err != nil {
				t.Fatal(name, err)
			}
			var got values.Small
			if err := s.Unmarshal(bs, &got); err != nil {
				t.Fatal(name, err)
			}
			if !got.BirthDay.Equal(v.BirthDay) {
				t.Fatalf("%s: %v came back as %v", name, v.BirthDay, got.BirthDay)
			}
			if got.BirthDay = v.BirthDay; got != *v {
				t.Fatalf("%s: %+v came back as %+v", name, *v, got)
			}
		}
	}
	list := inputs(t)
	for name, open := range ymz {
		for _, buf := range [][]byte{nil, make([]byte, 1024)} {
			c := open(buf)
			for _, v := range list {
				bs, err := c.Marshal(v)
				if err != nil {
					t.Fatal(name, err)
				}
				if got, err := c.Unmarshal(bs); err != nil || differs(v, got) != nil {
					t.Fatalf("%s: %+v came back as %+v, %v", name, v, got, err)
				}
			}
		}
	}
	for _, buf := range [][]byte{nil, make([]byte, 1024)} {
		c := &ymzBebop{buf}
		for _, v := range list {
			v.Time = v.Time.Truncate(100)
			bs, err := c.Marshal(hand.Dated(v))
			if err != nil {
				t.Fatal("bebop200sc", err)
			}
			if got, err := c.Unmarshal(bs); err != nil || differsDated(hand.Dated(v), got) != nil {
				t.Fatalf("bebop200sc: %+v came back as %+v, %v", v, got, err)
			}
		}
	}
}

type anyCodec interface {
	Marshal(o any) ([]byte, error)
	Unmarshal(bs []byte, o any) error
}

var alecthomas = map[string]func() anyCodec{
	"benc": func() anyCodec { return smallBenc{} }, "mus": func() anyCodec { return smallMus{} },
	"msgp": func() anyCodec { return smallMsgp{} }, "cbor": func() anyCodec { return smallCBOR() },
	"gotiny":           func() anyCodec { return smallGotiny{gotiny.NewDecoderWithPtr((*values.Small)(nil))} },
	"assay.flat":       func() anyCodec { return smallFlat{} },
	"assay.flat+reuse": func() anyCodec { return &smallFlat{buf: make([]byte, 0, 1024)} },
}

type smallFlat struct{ buf []byte }

func (s smallFlat) Marshal(o any) ([]byte, error) {
	if s.buf == nil {
		return values.MarshalSmallFlat(o.(*values.Small))
	}
	return values.AppendSmallFlat(s.buf[:0], o.(*values.Small))
}

func (smallFlat) Unmarshal(bs []byte, o any) error {
	return values.UnmarshalSmallFlat(bs, o.(*values.Small))
}

type smallBenc struct{}

func (smallBenc) Marshal(o any) ([]byte, error) {
	v := o.(*values.Small)
	b := make([]byte, bstd.SizeString(v.Name)+bstd.SizeInt64()+bstd.SizeString(v.Phone)+bstd.SizeInt32()+bstd.SizeBool()+bstd.SizeFloat64())
	n := bstd.MarshalString(0, b, v.Name)
	n = bstd.MarshalInt64(n, b, v.BirthDay.UnixNano())
	n = bstd.MarshalString(n, b, v.Phone)
	n = bstd.MarshalInt32(n, b, int32(v.Siblings))
	n = bstd.MarshalBool(n, b, v.Spouse)
	bstd.MarshalFloat64(n, b, v.Money)
	return b, nil
}

func (smallBenc) Unmarshal(b []byte, o any) (err error) {
	v, n := o.(*values.Small), 0
	if n, v.Name, err = bstd.UnmarshalString(n, b); err != nil {
		return err
	}
	var ns int64
	if n, ns, err = bstd.UnmarshalInt64(n, b); err != nil {
		return err
	}
	v.BirthDay = time.Unix(0, ns)
	if n, v.Phone, err = bstd.UnmarshalString(n, b); err != nil {
		return err
	}
	var siblings int32
	if n, siblings, err = bstd.UnmarshalInt32(n, b); err != nil {
		return err
	}
	v.Siblings = int(siblings)
	if n, v.Spouse, err = bstd.UnmarshalBool(n, b); err != nil {
		return err
	}
	_, v.Money, err = bstd.UnmarshalFloat64(n, b)
	return err
}

type smallMus struct{}

func (smallMus) Marshal(o any) ([]byte, error) {
	v := o.(*values.Small)
	n := ord.String.Size(v.Name)
	n += musunsafe.Int64.Size(0)
	n += ord.String.Size(v.Phone)
	n += musunsafe.Int32.Size(0)
	n += musunsafe.Bool.Size(v.Spouse)
	n += musunsafe.Float64.Size(v.Money)
	b := make([]byte, n)
	n = ord.String.Marshal(v.Name, b)
	n += musunsafe.Int64.Marshal(v.BirthDay.UnixNano(), b[n:])
	n += ord.String.Marshal(v.Phone, b[n:])
	n += musunsafe.Int32.Marshal(int32(v.Siblings), b[n:])
	n += musunsafe.Bool.Marshal(v.Spouse, b[n:])
	musunsafe.Float64.Marshal(v.Money, b[n:])
	return b, nil
}

func (smallMus) Unmarshal(b []byte, o any) (err error) {
	v := o.(*values.Small)
	var n, used int
	if v.Name, n, err = ord.String.Unmarshal(b); err != nil {
		return err
	}
	ns, used, err := musunsafe.Int64.Unmarshal(b[n:])
	n += used
	if err != nil {
		return err
	}
	v.BirthDay = time.Unix(0, ns)
	v.Phone, used, err = ord.String.Unmarshal(b[n:])
	n += used
	if err != nil {
		return err
	}
	siblings, used, err := musunsafe.Int32.Unmarshal(b[n:])
	n += used
	if err != nil {
		return err
	}
	v.Siblings = int(siblings)
	v.Spouse, used, err = musunsafe.Bool.Unmarshal(b[n:])
	n += used
	if err != nil {
		return err
	}
	v.Money, _, err = musunsafe.Float64.Unmarshal(b[n:])
	return err
}

// smallMsgp writes what msgp's generator makes of the struct.
type smallMsgp struct{}

func (smallMsgp) Marshal(o any) ([]byte, error) {
	v := o.(*values.Small)
	b := make([]byte, 0, 1+5+msgp.StringPrefixSize+len(v.Name)+9+msgp.TimeSize+6+msgp.StringPrefixSize+len(v.Phone)+9+msgp.IntSize+7+msgp.BoolSize+6+msgp.Float64Size)
	b = append(b, 0x86, 0xa4, 'N', 'a', 'm', 'e')
	b = msgp.AppendString(b, v.Name)
	b = append(b, 0xa8, 'B', 'i', 'r', 't', 'h', 'D', 'a', 'y')
	b = msgp.AppendTime(b, v.BirthDay)
	b = append(b, 0xa5, 'P', 'h', 'o', 'n', 'e')
	b = msgp.AppendString(b, v.Phone)
	b = append(b, 0xa8, 'S', 'i', 'b', 'l', 'i', 'n', 'g', 's')
	b = msgp.AppendInt(b, v.Siblings)
	b = append(b, 0xa6, 'S', 'p', 'o', 'u', 's', 'e')
	b = msgp.AppendBool(b, v.Spouse)
	b = append(b, 0xa5, 'M', 'o', 'n', 'e', 'y')
	return msgp.AppendFloat64(b, v.Money), nil
}

func (smallMsgp) Unmarshal(b []byte, o any) (err error) {
	v := o.(*values.Small)
	n, b, err := msgp.ReadMapHeaderBytes(b)
	for ; n > 0 && err == nil; n-- {
		var key []byte
		if key, b, err = msgp.ReadMapKeyZC(b); err != nil {
			return err
		}
		switch msgp.UnsafeString(key) {
		case "Name":
			v.Name, b, err = msgp.ReadStringBytes(b)
		case "BirthDay":
			v.BirthDay, b, err = msgp.ReadTimeBytes(b)
		case "Phone":
			v.Phone, b, err = msgp.ReadStringBytes(b)
		case "Siblings":
			v.Siblings, b, err = msgp.ReadIntBytes(b)
		case "Spouse":
			v.Spouse, b, err = msgp.ReadBoolBytes(b)
		case "Money":
			v.Money, b, err = msgp.ReadFloat64Bytes(b)
		default:
			b, err = msgp.Skip(b)
		}
	}
	return err
}

type smallGotiny struct{ dec *gotiny.Decoder }

func (smallGotiny) Marshal(o any) ([]byte, error) { return gotiny.Marshal(o), nil }

func (s smallGotiny) Unmarshal(b []byte, o any) error {
	if s.dec.Decode(b, o) != len(b) {
		return errRest
	}
	return nil
}

type cborMode struct{ cbor.EncMode }

func smallCBOR() cborMode {
	mode, err := cbor.EncOptions{Time: cbor.TimeRFC3339Nano}.EncMode()
	if err != nil {
		panic(err)
	}
	return cborMode{mode}
}

func (cborMode) Unmarshal(b []byte, o any) error { return cbor.Unmarshal(b, o) }

var errRest = errors.New("bytes follow the value")
