package judge

import (
	"math/big"
	"testing"
	"time"

	fxamackerlib "github.com/fxamacker/cbor/v2"
	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	ugorjilib "github.com/ugorji/go/codec"

	"github.com/assay-go/assay/codec/cbor/testdata/dialects/fxamacker"
	"github.com/assay-go/assay/codec/cbor/testdata/dialects/ugorji"
	"github.com/assay-go/assay/internal/keyed/keyedtest"
)

// forms are what other writers may have for a value.
var forms = []keyedtest.Form{
	{"null", "\xf6"}, {"undefined", "\xf7"}, {"true", "\xf5"}, {"simple value 99", "\xf8\x63"},
	{"1", "\x01"}, {"1 in two bytes", "\x18\x01"}, {"-1", "\x20"}, {"300", "\x19\x01\x2c"}, {"2^64-1", "\x1b\xff\xff\xff\xff\xff\xff\xff\xff"}, {"-2^64", "\x3b\xff\xff\xff\xff\xff\xff\xff\xff"},
	{"1.0, 2 bytes", "\xf9\x3c\x00"}, {"1.5, 4 bytes", "\xfa\x3f\xc0\x00\x00"}, {"0.1, 8 bytes", "\xfb\x3f\xb9\x99\x99\x99\x99\x99\x9a"}, {"1e300", "\xfb\x7e\x37\xe4\x3c\x88\x00\x75\x9c"}, {"NaN", "\xf9\x7e\x00"},
	{"bignum 7", "\xc2\x41\x07"}, {"bignum -8", "\xc3\x41\x07"}, {"bignum 2^64", "\xc2\x49\x01\x00\x00\x00\x00\x00\x00\x00\x00"},
	{"text", "\x61a"}, {"text in parts", "\x7f\x61a\x61b\xff"}, {"text of a time", "\x741970-01-01T00:00:01Z"}, {"bytes, 2", "\x42ab"}, {"bytes, 3", "\x43abc"}, {"bytes in parts", "\x5f\x41a\x41b\xff"},
	{"list, empty", "\x80"}, {"list, 2", "\x82\x01\x02"}, {"list, 3", "\x83\x01\x02\x03"}, {"list without a length", "\x9f\x01\x02\xff"}, {"list with null", "\x82\x01\xf6"},
	{"map", "\xa1\x61A\x01"}, {"map without a length", "\xbf\x61A\x01\xff"}, {"map of a null", "\xa1\x61A\xf6"}, {"map, a key of bytes", "\xa1\x41A\x01"}, {"map, a tag before the key", "\xa1\xd8\x63\x61A\x01"}, {"map, a key of a number", "\xa1\x01\x01"},
	{"tag 0 before text", "\xc0\x741970-01-01T00:00:01Z"}, {"tag 0 before 1", "\xc0\x01"}, {"tag 1 before 1", "\xc1\x01"}, {"tag 1 before 1.5", "\xc1\xfa\x3f\xc0\x00\x00"}, {"tag 1 before text", "\xc1\x61a"}, {"tag 55799 before 1", "\xd9\xd9\xf7\x01"}, {"tag 99 before text", "\xd8\x63\x61a"},
}

// same takes NaNs, and times of one instant, for one value.
var same = cmp.Options{
	cmpopts.EquateNaNs(),
	cmp.Comparer(func(x, y time.Time) bool { return x.Equal(y) }),
	cmp.Comparer(func(x, y big.Int) bool { return x.Cmp(&y) == 0 }),
}

func member(name, wire string) []byte {
	return append(append([]byte{0xa1, 0x60 + byte(len(name))}, name...), wire...)
}

// TestAcceptance writes the tables of docs/formats/cbor.md.
func TestAcceptance(t *testing.T) {
	keyedtest.Acceptance(t, "fxamacker", fxamackerlib.Unmarshal, fxamacker.UnmarshalKindsCbor, same, member, forms)
	keyedtest.Acceptance(t, "ugorji", func(b []byte, v any) error { return ugorjilib.NewDecoderBytes(b, new(ugorjilib.CborHandle)).Decode(v) }, ugorji.UnmarshalFewerCbor, same, member, forms)
}
