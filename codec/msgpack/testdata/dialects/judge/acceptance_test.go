package judge

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assay-go/assay/codec/msgpack/testdata/dialects/shamaton"
	"github.com/assay-go/assay/codec/msgpack/testdata/dialects/ugorji"
	"github.com/assay-go/assay/codec/msgpack/testdata/dialects/vmihailenco"
	"github.com/assay-go/assay/internal/keyed/keyedtest"
)

// forms are what other writers may have for a value.
var forms = []keyedtest.Form{
	{"nil", "\xc0"}, {"true", "\xc3"},
	{"1", "\x01"}, {"1, uint8", "\xcc\x01"}, {"1, uint64", "\xcf\x00\x00\x00\x00\x00\x00\x00\x01"}, {"1, int16", "\xd1\x00\x01"}, {"-1", "\xff"}, {"-1, int64", "\xd3\xff\xff\xff\xff\xff\xff\xff\xff"}, {"300", "\xcd\x01\x2c"}, {"2^64-1", "\xcf\xff\xff\xff\xff\xff\xff\xff\xff"},
	{"1.5, float32", "\xca\x3f\xc0\x00\x00"}, {"0.1, float64", "\xcb\x3f\xb9\x99\x99\x99\x99\x99\x9a"}, {"1e300", "\xcb\x7e\x37\xe4\x3c\x88\x00\x75\x9c"}, {"NaN", "\xcb\x7f\xf8\x00\x00\x00\x00\x00\x01"},
	{"string", "\xa1a"}, {"string, str8", "\xd9\x01a"}, {"string, str32", "\xdb\x00\x00\x00\x01a"}, {"bin, 2", "\xc4\x02ab"}, {"bin, 3", "\xc4\x03abc"}, {"string, 2", "\xa2ab"},
	{"list, empty", "\x90"}, {"list, 2", "\x92\x01\x02"}, {"list, array32", "\xdd\x00\x00\x00\x02\x01\x02"}, {"list, 3", "\x93\x01\x02\x03"}, {"list with nil", "\x92\x01\xc0"},
	{"map", "\x81\xa1A\x01"}, {"map, map32", "\xdf\x00\x00\x00\x01\xa1A\x01"}, {"map of nil", "\x81\xa1A\xc0"}, {"map, a key of bin", "\x81\xc4\x01A\x01"}, {"map, a key of a number", "\x81\x01\x01"},
	{"timestamp, 4 bytes", "\xd6\xff\x00\x00\x00\x01"}, {"timestamp, 12 bytes", "\xc7\x0c\xff\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01"}, {"extension 5", "\xc7\x0c\x05\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00"}, {"extension 7", "\xd4\x07\x00"},
}

// same takes NaNs, and times of one instant, for one value.
var same = cmp.Options{cmpopts.EquateNaNs(), cmp.Comparer(func(x, y time.Time) bool { return x.Equal(y) })}

func member(name, wire string) []byte {
	return append(append([]byte{0x81, 0xa0 + byte(len(name))}, name...), wire...)
}

// TestAcceptance writes the tables of docs/formats/msgpack.md.
func TestAcceptance(t *testing.T) {
	keyedtest.Acceptance(t, "vmihailenco", dialects[0].Unmarshal, vmihailenco.UnmarshalKindsMsgpack, same, member, forms)
	keyedtest.Acceptance(t, "ugorji", dialects[1].Unmarshal, ugorji.UnmarshalKindsMsgpack, same, member, forms)
	keyedtest.Acceptance(t, "shamaton", dialects[2].Unmarshal, shamaton.UnmarshalKindsMsgpack, same, member, forms)
}
