// Package judge has each library judge the code for its dialect.
package judge

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"testing"

	fxamackerlib "github.com/fxamacker/cbor/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	ugorjilib "github.com/ugorji/go/codec"

	"github.com/assay-go/assay/codec/cbor/testdata/dialects/coredet"
	"github.com/assay-go/assay/codec/cbor/testdata/dialects/ctap2"
	"github.com/assay-go/assay/codec/cbor/testdata/dialects/fxamacker"
	"github.com/assay-go/assay/codec/cbor/testdata/dialects/ugorji"
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
	entries   int // of a map, at most: most libraries write them in no order
	codecs    []keyedtest.Codec
	marshal   func(v any) ([]byte, error)
	unmarshal func(b []byte, v any) error
}

var dialects = []dialect{
	{
		"fxamacker", 1,
		[]keyedtest.Codec{
			keyedtest.Of(fxamacker.AppendAllCbor, fxamacker.MarshalAllCbor, fxamacker.SizeAllCbor, fxamacker.UnmarshalAllCbor, fxamacker.DecodeAllCbor),
			keyedtest.Of(fxamacker.AppendSparseCbor, fxamacker.MarshalSparseCbor, fxamacker.SizeSparseCbor, fxamacker.UnmarshalSparseCbor, fxamacker.DecodeSparseCbor),
			keyedtest.Of(fxamacker.AppendPairCbor, fxamacker.MarshalPairCbor, fxamacker.SizePairCbor, fxamacker.UnmarshalPairCbor, fxamacker.DecodePairCbor),
		},
		mode(fxamackerlib.EncOptions{}),
		strict.Unmarshal,
	},
	{
		"coredet", 6,
		[]keyedtest.Codec{
			keyedtest.Of(coredet.AppendAllCbor, coredet.MarshalAllCbor, coredet.SizeAllCbor, coredet.UnmarshalAllCbor, coredet.DecodeAllCbor),
			keyedtest.Of(coredet.AppendSparseCbor, coredet.MarshalSparseCbor, coredet.SizeSparseCbor, coredet.UnmarshalSparseCbor, coredet.DecodeSparseCbor),
			keyedtest.Of(coredet.AppendPairCbor, coredet.MarshalPairCbor, coredet.SizePairCbor, coredet.UnmarshalPairCbor, coredet.DecodePairCbor),
		},
		mode(fxamackerlib.CoreDetEncOptions()),
		strict.Unmarshal,
	},
	{
		"ctap2", 6,
		[]keyedtest.Codec{
			keyedtest.Of(ctap2.AppendAllCbor, ctap2.MarshalAllCbor, ctap2.SizeAllCbor, ctap2.UnmarshalAllCbor, ctap2.DecodeAllCbor),
			keyedtest.Of(ctap2.AppendSparseCbor, ctap2.MarshalSparseCbor, ctap2.SizeSparseCbor, ctap2.UnmarshalSparseCbor, ctap2.DecodeSparseCbor),
			keyedtest.Of(ctap2.AppendPairCbor, ctap2.MarshalPairCbor, ctap2.SizePairCbor, ctap2.UnmarshalPairCbor, ctap2.DecodePairCbor),
		},
		mode(fxamackerlib.CTAP2EncOptions()),
		strict.Unmarshal,
	},
	{
		"ugorji", 1,
		[]keyedtest.Codec{
			keyedtest.Of(ugorji.AppendAllCbor, ugorji.MarshalAllCbor, ugorji.SizeAllCbor, ugorji.UnmarshalAllCbor, ugorji.DecodeAllCbor),
			keyedtest.Of(ugorji.AppendSparseCbor, ugorji.MarshalSparseCbor, ugorji.SizeSparseCbor, ugorji.UnmarshalSparseCbor, ugorji.DecodeSparseCbor),
			keyedtest.Of(ugorji.AppendPairCbor, ugorji.MarshalPairCbor, ugorji.SizePairCbor, ugorji.UnmarshalPairCbor, ugorji.DecodePairCbor),
		},
		func(v any) (b []byte, err error) {
			err = ugorjilib.NewEncoderBytes(&b, new(ugorjilib.CborHandle)).Encode(v)
			return b, err
		},
		func(b []byte, v any) error { return ugorjilib.NewDecoderBytes(b, new(ugorjilib.CborHandle)).Decode(v) },
	},
}

// mode returns the writer of fxamacker with options, and times with nanoseconds.
func mode(o fxamackerlib.EncOptions) func(v any) ([]byte, error) {
	o.Time = fxamackerlib.TimeRFC3339Nano
	m, err := o.EncMode()
	if err != nil {
		panic(err)
	}
	return m.Marshal
}

// strict is fxamacker's reader, which takes the first of two members of one name, and names
// in any case, if it is not told otherwise.
var strict = func() fxamackerlib.DecMode {
	m, err := fxamackerlib.DecOptions{DupMapKey: fxamackerlib.DupMapKeyEnforcedAPF, FieldNameMatching: fxamackerlib.FieldNameMatchingCaseSensitive}.DecMode()
	if err != nil {
		panic(err)
	}
	return m
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
		v := c.Value(*seed<<32+k, d.entries)
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
		loose := c.New()
		if err := c.Unmarshal(indefinite(got), loose); err != nil {
			t.Fatalf("%d: %x: %v", k, indefinite(got), err)
		}
		if again, err := c.Marshal(loose); err != nil || !bytes.Equal(again, got) {
			t.Fatalf("%d: we read something else without lengths: %x, %v\n%x", k, again, err, got)
		}
		for range *mutants {
			b := damaged(r, got)
			one, other := c.New(), c.New()
			if c.Unmarshal(b, one) != nil {
				continue // libraries may take any memory for what announces much
			}
			if d.name == "ugorji" && numbered(b) {
				continue
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

// numbered reports whether b is a map with a key that is no text: ugorji takes a number in
// the place of a text for the length of one.
func numbered(b []byte) bool {
	var m map[any]fxamackerlib.RawMessage
	if strict.Unmarshal(b, &m) != nil {
		return true
	}
	for key := range m {
		if _, ok := key.(string); !ok {
			return true
		}
	}
	return false
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
		b[r.IntN(len(b))] = []byte{0, 1, 0x7f, 0x9f, 0xbf, 0xc1, 0xf6, 0xff, byte(r.Uint32())}[r.IntN(9)]
	}
	return b
}

// indefinite returns b with nothing of a definite length but the parts of texts.
func indefinite(b []byte) []byte {
	out, _ := loosened(nil, b)
	return out
}

func loosened(out, b []byte) (loose, rest []byte) {
	major, width := b[0]>>5, int(b[0]&31)
	head, x := 1, uint64(width)
	if width >= 24 {
		head, x = 1+1<<(width-24), 0
		for _, c := range b[1:head] {
			x = x<<8 | uint64(c)
		}
	}
	switch major {
	case 2, 3:
		text := b[head : head+int(x)]
		out = append(out, major<<5|31)
		for len(text) > 0 {
			n := min(len(text), 3) // the texts of the subjects have runes of three bytes together
			out = append(append(out, major<<5|byte(n)), text[:n]...)
			text = text[n:]
		}
		return append(out, 0xff), b[head+int(x):]
	case 4, 5:
		out = append(out, major<<5|31)
		b = b[head:]
		for range x * uint64(major-3) {
			out, b = loosened(out, b)
		}
		return append(out, 0xff), b
	case 6:
		return loosened(append(out, b[:head]...), b[head:])
	}
	return append(out, b[:head]...), b[head:]
}
