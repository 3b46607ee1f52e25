// Package judge has each library judge the code for its dialect.
package judge

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	shamatonlib "github.com/shamaton/msgpack/v3"
	ugorjilib "github.com/ugorji/go/codec"
	vmihailencolib "github.com/vmihailenco/msgpack/v5"

	"github.com/assay-go/assay/codec/msgpack/testdata/dialects/shamaton"
	"github.com/assay-go/assay/codec/msgpack/testdata/dialects/ugorji"
	"github.com/assay-go/assay/codec/msgpack/testdata/dialects/vmihailenco"
	"github.com/assay-go/assay/internal/keyed/keyedtest"
)

var (
	values  = flag.Int("values", 1000, "how many random values to write of each type")
	mutants = flag.Int("mutants", 20, "how many damaged inputs to read of each value")
	seed    = flag.Uint64("seed", 1, "of both")
)

// dialect is the code of one, and its library.
type dialect struct {
	name      string
	codecs    []keyedtest.Codec
	marshal   func(v any) ([]byte, error)
	unmarshal func(b []byte, v any) error
}

var dialects = []dialect{
	{
		"vmihailenco",
		[]keyedtest.Codec{
			keyedtest.Of(vmihailenco.AppendAllMsgpack, vmihailenco.MarshalAllMsgpack, vmihailenco.SizeAllMsgpack, vmihailenco.UnmarshalAllMsgpack, vmihailenco.DecodeAllMsgpack),
			keyedtest.Of(vmihailenco.AppendSparseMsgpack, vmihailenco.MarshalSparseMsgpack, vmihailenco.SizeSparseMsgpack, vmihailenco.UnmarshalSparseMsgpack, vmihailenco.DecodeSparseMsgpack),
			keyedtest.Of(vmihailenco.AppendPairMsgpack, vmihailenco.MarshalPairMsgpack, vmihailenco.SizePairMsgpack, vmihailenco.UnmarshalPairMsgpack, vmihailenco.DecodePairMsgpack),
		},
		vmihailencolib.Marshal,
		func(b []byte, v any) error { return vmihailencolib.Unmarshal(b, v) },
	},
	{
		"ugorji",
		[]keyedtest.Codec{
			keyedtest.Of(ugorji.AppendAllMsgpack, ugorji.MarshalAllMsgpack, ugorji.SizeAllMsgpack, ugorji.UnmarshalAllMsgpack, ugorji.DecodeAllMsgpack),
			keyedtest.Of(ugorji.AppendSparseMsgpack, ugorji.MarshalSparseMsgpack, ugorji.SizeSparseMsgpack, ugorji.UnmarshalSparseMsgpack, ugorji.DecodeSparseMsgpack),
			keyedtest.Of(ugorji.AppendPairMsgpack, ugorji.MarshalPairMsgpack, ugorji.SizePairMsgpack, ugorji.UnmarshalPairMsgpack, ugorji.DecodePairMsgpack),
		},
		func(v any) (b []byte, err error) {
			err = ugorjilib.NewEncoderBytes(&b, handle).Encode(v)
			return b, err
		},
		func(b []byte, v any) error { return ugorjilib.NewDecoderBytes(b, handle).Decode(v) },
	},
	{
		"shamaton",
		[]keyedtest.Codec{
			keyedtest.Of(shamaton.AppendAllMsgpack, shamaton.MarshalAllMsgpack, shamaton.SizeAllMsgpack, shamaton.UnmarshalAllMsgpack, shamaton.DecodeAllMsgpack),
			keyedtest.Of(shamaton.AppendSparseMsgpack, shamaton.MarshalSparseMsgpack, shamaton.SizeSparseMsgpack, shamaton.UnmarshalSparseMsgpack, shamaton.DecodeSparseMsgpack),
			keyedtest.Of(shamaton.AppendPairMsgpack, shamaton.MarshalPairMsgpack, shamaton.SizePairMsgpack, shamaton.UnmarshalPairMsgpack, shamaton.DecodePairMsgpack),
		},
		shamatonlib.Marshal,
		func(b []byte, v any) error { return shamatonlib.Unmarshal(b, v) },
	},
}

// handle is ugorji's of the current specification, which has bytes and extensions.
var handle = func() *ugorjilib.MsgpackHandle {
	h := new(ugorjilib.MsgpackHandle)
	h.WriteExt = true
	return h
}()

// TestDialects writes what the library writes, byte for byte, has it read that, and reads
// what is damaged: where both read it, they read the same.
func TestDialects(t *testing.T) {
	for _, d := range dialects {
		for _, c := range d.codecs {
			t.Run(d.name+"/"+c.Name, func(t *testing.T) { judge(t, d, c) })
		}
	}
}

func judge(t *testing.T, d dialect, c keyedtest.Codec) {
	r := rand.New(rand.NewPCG(*seed, 7))
	both, ours := 0, 0
	for k := range uint64(*values) {
		v := c.Value(*seed<<32+k, 1) // maps have no order
		got, err := c.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		want, err := d.marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(got, want) {
			t.Fatalf("%d: %+v\n%s's %x\nours %x", k, v, d.name, want, got)
		}
		read := c.New()
		if err := d.unmarshal(got, read); err != nil {
			t.Fatalf("%d: %s does not read %x: %v", k, d.name, got, err)
		}
		back := c.New()
		if err := c.Unmarshal(got, back); err != nil {
			t.Fatal(err)
		}
		if again, err := c.Marshal(read); err != nil || !bytes.Equal(again, got) {
			t.Fatalf("%d: %s reads something else: %x, %v\n%x", k, d.name, again, err, got)
		}
		if again, err := c.Marshal(back); err != nil || !bytes.Equal(again, got) {
			t.Fatalf("%d: we read something else: %x, %v\n%x", k, again, err, got)
		}
		for range *mutants {
			b := damaged(r, got)
			one, other := c.New(), c.New()
			if c.Unmarshal(b, one) != nil {
				continue // libraries may take any memory for what announces much
			}
			if safely(d, b, other) != nil {
				ours++
				continue
			}
			both++
			if !keyedtest.Equal(one, other) && !cmp.Equal(one, other, keyedtest.Unexported, cmpopts.EquateNaNs()) {
				t.Fatalf("%x: (-%s +ours)\n%s", b, d.name, cmp.Diff(other, one, keyedtest.Unexported))
			}
		}
	}
	t.Logf("%d values; of %d mutants both read %d, we alone %d", *values, *values**mutants, both, ours)
}

// safely reads b by the library, which may panic.
func safely(d dialect, b []byte, v any) (err error) {
	defer func() {
		if p := recover(); p != nil {
			err = p.(error)
		}
	}()
	return d.unmarshal(b, v)
}

// damaged returns b with some of its bytes changed.
func damaged(r *rand.Rand, b []byte) []byte {
	b = bytes.Clone(b)
	for range 1 + r.IntN(2) {
		b[r.IntN(len(b))] = []byte{0, 1, 0x7f, 0x80, 0xc0, 0xcc, 0xd1, 0xff, byte(r.Uint32())}[r.IntN(9)]
	}
	return b
}
