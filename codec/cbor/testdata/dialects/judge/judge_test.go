// Package judge has each library judge the code for its dialect.
package judge

import (
	"math"
	"math/big"
	"slices"
	"testing"
	"unicode/utf8"

	fxamackerlib "github.com/fxamacker/cbor/v2"
	ugorjilib "github.com/ugorji/go/codec"

	"github.com/assay-go/assay/codec/cbor/testdata/dialects/coredet"
	"github.com/assay-go/assay/codec/cbor/testdata/dialects/ctap2"
	"github.com/assay-go/assay/codec/cbor/testdata/dialects/fxamacker"
	"github.com/assay-go/assay/codec/cbor/testdata/dialects/ugorji"
	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
)

var dialects = []struct {
	keyedtest.Judge
	codecs []keyedtest.Codec
}{
	{
		keyedtest.Judge{Name: "fxamacker", Entries: 1, Marshal: mode(fxamackerlib.EncOptions{}), Unmarshal: strict.Unmarshal, Alike: indefinite},
		[]keyedtest.Codec{
			keyedtest.Of(fxamacker.AppendAllCbor, fxamacker.MarshalAllCbor, fxamacker.SizeAllCbor, fxamacker.UnmarshalAllCbor, fxamacker.DecodeAllCbor),
			keyedtest.Of(fxamacker.AppendSparseCbor, fxamacker.MarshalSparseCbor, fxamacker.SizeSparseCbor, fxamacker.UnmarshalSparseCbor, fxamacker.DecodeSparseCbor),
			keyedtest.Of(fxamacker.AppendPairCbor, fxamacker.MarshalPairCbor, fxamacker.SizePairCbor, fxamacker.UnmarshalPairCbor, fxamacker.DecodePairCbor),
		},
	},
	{
		keyedtest.Judge{Name: "coredet", Entries: 6, Marshal: mode(fxamackerlib.CoreDetEncOptions()), Unmarshal: strict.Unmarshal, Alike: indefinite},
		[]keyedtest.Codec{
			keyedtest.Of(coredet.AppendAllCbor, coredet.MarshalAllCbor, coredet.SizeAllCbor, coredet.UnmarshalAllCbor, coredet.DecodeAllCbor),
			keyedtest.Of(coredet.AppendSparseCbor, coredet.MarshalSparseCbor, coredet.SizeSparseCbor, coredet.UnmarshalSparseCbor, coredet.DecodeSparseCbor),
			keyedtest.Of(coredet.AppendPairCbor, coredet.MarshalPairCbor, coredet.SizePairCbor, coredet.UnmarshalPairCbor, coredet.DecodePairCbor),
		},
	},
	{
		keyedtest.Judge{Name: "ctap2", Entries: 6, Marshal: mode(fxamackerlib.CTAP2EncOptions()), Unmarshal: strict.Unmarshal, Alike: indefinite},
		[]keyedtest.Codec{
			keyedtest.Of(ctap2.AppendAllCbor, ctap2.MarshalAllCbor, ctap2.SizeAllCbor, ctap2.UnmarshalAllCbor, ctap2.DecodeAllCbor),
			keyedtest.Of(ctap2.AppendSparseCbor, ctap2.MarshalSparseCbor, ctap2.SizeSparseCbor, ctap2.UnmarshalSparseCbor, ctap2.DecodeSparseCbor),
			keyedtest.Of(ctap2.AppendPairCbor, ctap2.MarshalPairCbor, ctap2.SizePairCbor, ctap2.UnmarshalPairCbor, ctap2.DecodePairCbor),
		},
	},
	{
		keyedtest.Judge{
			Name: "ugorji", Entries: 1, Alike: indefinite, Apart: numbered,
			Marshal: func(v any) (b []byte, err error) {
				err = ugorjilib.NewEncoderBytes(&b, new(ugorjilib.CborHandle)).Encode(v)
				return b, err
			},
			Unmarshal: func(b []byte, v any) error { return ugorjilib.NewDecoderBytes(b, new(ugorjilib.CborHandle)).Decode(v) },
		},
		[]keyedtest.Codec{
			keyedtest.Of(ugorji.AppendAllCbor, ugorji.MarshalAllCbor, ugorji.SizeAllCbor, ugorji.UnmarshalAllCbor, ugorji.DecodeAllCbor),
			keyedtest.Of(ugorji.AppendSparseCbor, ugorji.MarshalSparseCbor, ugorji.SizeSparseCbor, ugorji.UnmarshalSparseCbor, ugorji.DecodeSparseCbor),
			keyedtest.Of(ugorji.AppendPairCbor, ugorji.MarshalPairCbor, ugorji.SizePairCbor, ugorji.UnmarshalPairCbor, ugorji.DecodePairCbor),
		},
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

// TestDialects has each library judge its dialect.
func TestDialects(t *testing.T) {
	for _, d := range dialects {
		for _, c := range d.codecs {
			d.Test(t, c)
		}
	}
}

// numbered reports whether b has a map with a key that is no text, or a number that no int64 has
// room for, or is no value to fxamacker: ugorji takes a number in the place of a text for the length
// of one, and makes others of large ones.
func numbered(b []byte) bool {
	var x any
	return strict.Unmarshal(b, &x) != nil || !named(x)
}

// named reports whether all keys of maps in x are texts, and all integers have room in an int64.
func named(x any) bool {
	switch x := x.(type) {
	case uint64:
		return x <= math.MaxInt64
	case big.Int:
		return false
	case []any:
		return !slices.ContainsFunc(x, func(e any) bool { return !named(e) })
	case map[any]any:
		for key, e := range x {
			if _, text := key.(string); !text || !named(e) {
				return false
			}
		}
	}
	return true
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
			n := min(len(text), 3)
			for major == 3 && n < len(text) && !utf8.RuneStart(text[n]) { // of which each part is text
				n++
			}
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
