package judge

import (
	"bytes"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	msgplib "github.com/tinylib/msgp/msgp"
	vmihailencolib "github.com/vmihailenco/msgpack/v5"

	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
	"github.com/assay-go/assay/codec/msgpack/testdata/dialects/msgp"
	"github.com/assay-go/assay/codec/msgpack/testdata/dialects/types"
	"github.com/assay-go/assay/codec/msgpack/testdata/dialects/vmihailenco"
)

// TestLoose has msgp and vmihailenco judge what interfaces hold, and methods.
func TestLoose(t *testing.T) {
	loose := keyedtest.Of(msgp.AppendLooseMsgpack, msgp.MarshalLooseMsgpack, msgp.SizeLooseMsgpack, msgp.UnmarshalLooseMsgpack, msgp.DecodeLooseMsgpack)
	loose.Make = func(r *rand.Rand, _ int) any { return looseValue(r) }
	keyedtest.Judge{
		Name:      "msgp",
		Marshal:   func(v any) ([]byte, error) { return marshalMsg(v.(*types.Loose)) },
		Unmarshal: func(b []byte, v any) error { return unmarshalMsg(b, v.(*types.Loose)) },
	}.Test(t, loose)
	untyped := keyedtest.Of(vmihailenco.AppendUntypedMsgpack, vmihailenco.MarshalUntypedMsgpack, vmihailenco.SizeUntypedMsgpack, vmihailenco.UnmarshalUntypedMsgpack, vmihailenco.DecodeUntypedMsgpack)
	untyped.Make = func(r *rand.Rand, _ int) any { return untypedValue(r) }
	keyedtest.Judge{
		Name: "vmihailenco", Marshal: vmihailencolib.Marshal,
		Unmarshal: func(b []byte, v any) error { return vmihailencolib.Unmarshal(b, v) },
	}.Test(t, untyped)
}

func looseValue(r *rand.Rand) *types.Loose {
	v := &types.Loose{A: anyValue(r, 3), N: anyValue(r, 1)}
	if r.IntN(3) > 0 {
		v.M = map[string]any{"key": anyValue(r, 2)}
		v.L = []any{anyValue(r, 2), anyValue(r, 1)}
		v.Raw = []msgplib.Raw{{0x01}, {0x92, 0x01, 0xa1, 'a'}, {0xc0}, {0x80}}[r.IntN(4)]
		v.PT = new(types.Temperature)
		v.PT.Set(int8(r.Uint32()))
	}
	v.T.Set(int8(r.Uint32()))
	v.X.Set(bytes.Repeat([]byte{7}, []int{0, 1, 2, 3, 4, 8, 16, 17, 300, 70_000}[r.IntN(10)]))
	if r.IntN(2) == 0 {
		v.PX = new(types.Extended)
		v.PX.Set(bytes.Repeat([]byte{8}, r.IntN(20)))
	}
	v.At = types.Moment(time.Unix(r.Int64N(1<<33), 0))
	return v
}

func untypedValue(r *rand.Rand) *types.Untyped {
	v := &types.Untyped{A: anyValue(r, 3), N: anyValue(r, 1), Raw: vmihailencolib.RawMessage{0x92, 0x01, 0xa1, 'a'}}
	if r.IntN(3) > 0 {
		v.M = map[string]any{"key": anyValue(r, 2)}
		v.L = []any{anyValue(r, 2), anyValue(r, 1)}
		v.PT = new(types.Temperature)
		v.PT.Set(int8(r.Uint32()))
	}
	v.T.Set(int8(r.Uint32()))
	v.D.Set(uint16(r.Uint32()))
	return v
}

// marshalMsg writes what msgp's generator has for the type.
func marshalMsg(v *types.Loose) (b []byte, err error) {
	n := uint32(10)
	if v.N == nil {
		n--
	}
	b = msgplib.AppendMapHeader(nil, n)
	write := func(name string, value func([]byte) ([]byte, error)) {
		if err == nil {
			b, err = value(msgplib.AppendString(b, name))
		}
	}
	write("A", func(b []byte) ([]byte, error) { return msgplib.AppendIntf(b, v.A) })
	write("M", func(b []byte) ([]byte, error) { return msgplib.AppendMapStrIntf(b, v.M) })
	write("L", func(b []byte) ([]byte, error) { return msgplib.AppendIntf(b, v.L) })
	if v.N != nil {
		write("N", func(b []byte) ([]byte, error) { return msgplib.AppendIntf(b, v.N) })
	}
	write("Raw", v.Raw.MarshalMsg)
	write("T", v.T.MarshalMsg)
	write("PT", func(b []byte) ([]byte, error) {
		if v.PT == nil {
			return msgplib.AppendNil(b), nil
		}
		return v.PT.MarshalMsg(b)
	})
	write("X", func(b []byte) ([]byte, error) { return msgplib.AppendExtension(b, &v.X) })
	write("PX", func(b []byte) ([]byte, error) {
		if v.PX == nil {
			return msgplib.AppendNil(b), nil
		}
		return msgplib.AppendExtension(b, v.PX)
	})
	write("At", func(b []byte) ([]byte, error) { return msgplib.AppendExtension(b, &v.At) })
	return b, err
}

// unmarshalMsg reads it.
func unmarshalMsg(b []byte, v *types.Loose) error {
	n, b, err := msgplib.ReadMapHeaderBytes(b)
	for ; n > 0 && err == nil; n-- {
		var key string
		if key, b, err = msgplib.ReadStringBytes(b); err != nil {
			return err
		}
		var x any
		switch key {
		case "A":
			v.A, b, err = msgplib.ReadIntfBytes(b)
		case "M":
			v.M, b, err = msgplib.ReadMapStrIntfBytes(b, nil)
		case "L":
			if x, b, err = msgplib.ReadIntfBytes(b); err == nil {
				v.L = x.([]any)
			}
		case "N":
			v.N, b, err = msgplib.ReadIntfBytes(b)
		case "Raw":
			b, err = v.Raw.UnmarshalMsg(b)
		case "T":
			b, err = v.T.UnmarshalMsg(b)
		case "PT":
			if v.PT = nil; msgplib.IsNil(b) {
				b, err = msgplib.ReadNilBytes(b)
			} else {
				v.PT = new(types.Temperature)
				b, err = v.PT.UnmarshalMsg(b)
			}
		case "X":
			b, err = msgplib.ReadExtensionBytes(b, &v.X)
		case "PX":
			if v.PX = nil; msgplib.IsNil(b) {
				b, err = msgplib.ReadNilBytes(b)
			} else {
				v.PX = new(types.Extended)
				b, err = msgplib.ReadExtensionBytes(b, v.PX)
			}
		case "At":
			b, err = msgplib.ReadExtensionBytes(b, &v.At)
		default:
			b, err = msgplib.Skip(b)
		}
	}
	return err
}

func anyValue(r *rand.Rand, depth int) any {
	n := 20
	if depth == 0 {
		n = 17
	}
	switch r.IntN(n) {
	case 0:
		return nil
	case 1:
		return r.IntN(2) == 0
	case 2:
		return int(r.Int64()) >> r.IntN(64)
	case 3:
		return int8(r.Uint32())
	case 4:
		return int16(r.Uint32())
	case 5:
		return int32(r.Uint32())
	case 6:
		return int64(r.Uint64()) >> r.IntN(64)
	case 7:
		return uint(r.Uint64()) >> r.IntN(64)
	case 8:
		return uint8(r.Uint32())
	case 9:
		return uint16(r.Uint32())
	case 10:
		return r.Uint32()
	case 11:
		return r.Uint64() >> r.IntN(64)
	case 12:
		return float32(r.IntN(9)) / 4
	case 13:
		return r.NormFloat64()
	case 14:
		return strings.Repeat("é", r.IntN(200))
	case 15:
		return bytes.Repeat([]byte{7}, r.IntN(400))
	case 16:
		return time.Unix(r.Int64N(1<<33), r.Int64N(1e9))
	case 17:
		list := []any{}
		for range r.IntN(20) {
			list = append(list, anyValue(r, depth-1))
		}
		return list
	case 18:
		return []string{"a", "b"}[:r.IntN(3)]
	}
	if r.IntN(2) == 0 {
		return map[string]string{"k": "v"}
	}
	return map[string]any{strings.Repeat("k", r.IntN(40)): anyValue(r, depth-1)}
}

// TestMethodsInInterfaces has what interfaces hold go by msgp's methods, which comes back as
// something else.
func TestMethodsInInterfaces(t *testing.T) {
	for _, x := range []any{new(types.Temperature), new(types.Extended), new(types.Moment)} {
		want, err := msgplib.AppendIntf(nil, []any{x, 1})
		if err != nil {
			t.Fatal(err)
		}
		v := types.Loose{Raw: msgplib.Raw{0xc0}, A: []any{x, 1}}
		if got, err := msgp.MarshalLooseMsgpack(&v); err != nil || !bytes.Contains(got, want) {
			t.Errorf("%T: %x, %v; want %x in it", x, got, err, want)
		}
	}
}

// TestExtensionErrors has what an extension's own methods say come through.
func TestExtensionErrors(t *testing.T) {
	var v types.Loose
	err := msgp.UnmarshalLooseMsgpack([]byte("\x81\xa2At\xd6\x00abcd"), &v)
	if want := "msgpack: Loose.At, at byte 4: a moment has eight bytes"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	err = msgp.UnmarshalLooseMsgpack([]byte("\x81\xa2At\xd7\x01abcdefgh"), &v)
	if want := "msgpack: Loose.At: no types.Moment at byte 4"; err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}
