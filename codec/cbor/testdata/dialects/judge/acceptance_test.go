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
	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
)

// forms are what other writers may have for a value.
var forms = []keyedtest.Form{
	{"null", "\xf6"}, {"undefined", "\xf7"}, {"true", "\xf5"}, {"false", "\xf4"}, {"simple value 7", "\xe7"}, {"simple value 99", "\xf8\x63"}, {"simple value 200", "\xf8\xc8"},
	{"1", "\x01"}, {"1 in two bytes", "\x18\x01"}, {"-1", "\x20"}, {"300", "\x19\x01\x2c"}, {"2^53+1", "\x1b\x00\x20\x00\x00\x00\x00\x00\x01"}, {"2^64-1", "\x1b\xff\xff\xff\xff\xff\xff\xff\xff"}, {"-2^64", "\x3b\xff\xff\xff\xff\xff\xff\xff\xff"},
	{"1.0, 2 bytes", "\xf9\x3c\x00"}, {"1.5, 4 bytes", "\xfa\x3f\xc0\x00\x00"}, {"0.1, 8 bytes", "\xfb\x3f\xb9\x99\x99\x99\x99\x99\x9a"}, {"1e300", "\xfb\x7e\x37\xe4\x3c\x88\x00\x75\x9c"}, {"NaN", "\xf9\x7e\x00"},
	{"bignum 7", "\xc2\x41\x07"}, {"bignum -8", "\xc3\x41\x07"}, {"bignum of no bytes", "\xc2\x40"}, {"bignum with zeros in front", "\xc2\x4b\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x05"}, {"bignum in parts", "\xc2\x5f\x41\x07\xff"}, {"tag 2 before 1", "\xc2\x01"}, {"bignum 2^64", "\xc2\x49\x01\x00\x00\x00\x00\x00\x00\x00\x00"},
	{"text", "\x61a"}, {"text in parts", "\x7f\x61a\x61b\xff"}, {"text of a time", "\x741970-01-01T00:00:01Z"}, {"bytes, 2", "\x42ab"}, {"bytes, 3", "\x43abc"}, {"bytes in parts", "\x5f\x41a\x41b\xff"},
	{"list, empty", "\x80"}, {"list, 2", "\x82\x01\x02"}, {"list, 3", "\x83\x01\x02\x03"}, {"list without a length", "\x9f\x01\x02\xff"}, {"list with null", "\x82\x01\xf6"}, {"list, 1", "\x81\x01"}, {"list of 300", "\x81\x19\x01\x2c"}, {"list of -1", "\x81\x20"}, {"list of bignums", "\x82\xc2\x41\x07\xc2\x41\x08"}, {"list of simple values", "\x82\xf8\x63\xe7"}, {"list of floats", "\x82\xf9\x3c\x00\xf9\x3c\x00"}, {"list of tags", "\x82\xd8\x63\x01\xd8\x63\x02"}, {"list of text", "\x82\x61a\x61b"}, {"list of bytes", "\x82\x41a\x41b"}, {"list of lists", "\x81\x81\x01"}, {"list of maps", "\x81\xa1\x61A\x01"}, {"list, 1 and text", "\x82\x01\x61a"}, {"list behind a tag", "\xd8\x63\x82\x01\x02"},
	{"map", "\xa1\x61A\x01"}, {"map without a length", "\xbf\x61A\x01\xff"}, {"map of a null", "\xa1\x61A\xf6"}, {"map, a key of bytes", "\xa1\x41A\x01"}, {"map, a tag before the key", "\xa1\xd8\x63\x61A\x01"}, {"map, a key of a number", "\xa1\x01\x01"}, {"map, a key of null", "\xa1\xf6\x01"}, {"map, keys of bytes and text", "\xa2\x41A\x01\x61A\x02"}, {"map, a key in parts", "\xa1\x7f\x61A\xff\x01"}, {"map, a key of a list", "\xa1\x81\x01\x01"}, {"map, empty", "\xa0"}, {"map behind a tag", "\xd8\x63\xa1\x61A\x01"}, {"map of text", "\xa1\x01\x61a"}, {"map of bytes", "\xa1\x61A\x42ab"},
	{"tag 0 before text", "\xc0\x741970-01-01T00:00:01Z"}, {"tag 0 before 1", "\xc0\x01"}, {"tag 1 before 1", "\xc1\x01"}, {"tag 1 before 1.5", "\xc1\xfa\x3f\xc0\x00\x00"}, {"tag 1 before text", "\xc1\x61a"}, {"tag 55799 before 1", "\xd9\xd9\xf7\x01"}, {"tag 99 before text", "\xd8\x63\x61a"}, {"tag 99 before null", "\xd8\x63\xf6"}, {"tag 55799 before null", "\xd9\xd9\xf7\xf6"}, {"tag 55799 before text", "\xd9\xd9\xf7\x61a"}, {"tag 99 before bytes", "\xd8\x63\x42ab"}, {"two tags before 1", "\xd8\x63\xd8\x64\x01"}, {"tag 99 before a time", "\xd8\x63\xc0\x741970-01-01T00:00:01Z"}, {"tag 1 before NaN", "\xc1\xf9\x7e\x00"}, {"infinity", "\xf9\x7c\x00"}, {"-0.0", "\xf9\x80\x00"}, {"65536.0, 4 bytes", "\xfa\x47\x80\x00\x00"},
	{"2^63", "\x1b\x80\x00\x00\x00\x00\x00\x00\x00"}, {"-2^63", "\x3b\x7f\xff\xff\xff\xff\xff\xff\xff"}, {"-2^63-1", "\x3b\x80\x00\x00\x00\x00\x00\x00\x00"}, {"2^-24, 2 bytes", "\xf9\x00\x01"}, {"-infinity", "\xfb\xff\xf0\x00\x00\x00\x00\x00\x00"}, {"text, no UTF-8", "\x61\xff"}, {"text of 1 in 9 bytes", "\x7b\x00\x00\x00\x00\x00\x00\x00\x01a"}, {"text, empty", "\x60"}, {"bytes, empty", "\x40"},
	{"tag 100 before 1", "\xd8\x64\x01"}, {"tag 1004 before text", "\xd9\x03\xec\x6a1970-01-02"}, {"tag 258 before a list", "\xd9\x01\x02\x82\x01\x02"}, {"tag 64 before bytes", "\xd8\x40\x42ab"}, {"tag 4 before a list", "\xc4\x82\x20\x01"}, {"tag 1 before -1", "\xc1\x20"}, {"tag 1 before infinity", "\xc1\xf9\x7c\x00"}, {"tag 0 before a date", "\xc0\x6a1970-01-02"}, {"map of a map", "\xa1\x61A\xa1\x61A\x01"}, {"map, a key of true", "\xa1\xf5\x01"}, {"map, a key of -1", "\xa1\x20\x01"}, {"map, a key that comes twice", "\xa2\x61A\x01\x61A\x02"}, {"a break alone", "\xff"}, {"a head that is reserved", "\x1c"},
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

// ofFxamacker are why the code reads other forms than fxamacker.
var ofFxamacker = []keyedtest.Reason{
	{Side: keyedtest.Both, Kinds: `interface \{\}`, Why: "fxamacker has types of its own for what Go has none for: `Tag`, `SimpleValue` and `ByteString`. The code has no library: it reads what stands behind a tag, the number of a simple value, and a key of bytes as a string."},
	{Side: keyedtest.Library, Forms: `map, keys of bytes and text`, Kinds: `interface \{\}`, Why: "Both keys would be one string, and one of the entries lost."},
	{Side: keyedtest.Both, Forms: `tag \d+ before null`, Why: "Null behind a tag is an empty list or map, or a pointer to zero, and not nil: the code looks for null before it looks for tags."},
	{Side: keyedtest.Library, Forms: `tag \d+ before null`, Kinds: `Tuple`, Why: "For the same reason it is no struct that stands as a list."},
	{Side: keyedtest.Library, Kinds: `(map\[string\])?Code`, Why: "Of a type with MarshalBinary the code reads null and bytes, which is what is written of it. fxamacker reads numbers into one that is a number, past its method."},
	{Side: keyedtest.Library, Forms: `map.*`, Kinds: `\*?big.Int`, Why: "fxamacker takes big.Int for a struct without members, and forgets what the map has."},
}

// ofUgorji are why the code reads other forms than ugorji.
var ofUgorji = []keyedtest.Reason{
	{Side: keyedtest.Code, Why: "All dialects read what fxamacker writes and reads: times as text and as numbers without a tag, bignums, simple values as numbers, any tags, null behind tags, lists and bytes of any length for arrays, members whose names are no text, which are passed over, and the greatest integers as floats."},
	{Side: keyedtest.Both, Forms: `.*bignums?( .*)?`, Why: "ugorji takes the length of a bignum for a part of it."},
	{Side: keyedtest.Both, Forms: `2\^63`, Why: "ugorji reads 2^63 as a number below zero into floats."},
	{Side: keyedtest.Library, Forms: `bignum .*|-2\^64|2\^63|-2\^63-1`, Why: "ugorji takes numbers that no integer has room for, and makes others of them."},
	{Side: keyedtest.Both, Forms: `tag .*`, Why: "ugorji reads text behind tag 0 as empty, and a time that is no number as one far away."},
	{Side: keyedtest.Library, Forms: `1\.0, 2 bytes|65536\.0, 4 bytes|list of floats`, Kinds: `.*int.*|time.Duration`, Why: "An integer is not read of a float, as fxamacker does not."},
	{Side: keyedtest.Library, Forms: `list.*`, Kinds: `(\[\])?Member`, Why: "ugorji reads a list as any struct. The code reads one as a struct that stands as a list."},
	{Side: keyedtest.Library, Forms: `map.*`, Kinds: `\[.*`, Why: "ugorji reads a map as a list of its keys and values."},
	{Side: keyedtest.Library, Forms: `map, (a key|keys) of .*`, Kinds: `map.*|Member`, Why: "A key of bytes, of null or of a list is none of a map of strings, and no name of a member, as with fxamacker."},
	{Side: keyedtest.Library, Kinds: `\*?string|Name|\[.*`, Why: "Text and bytes are two kinds in CBOR, and of other kinds neither is read: ugorji takes the bytes that follow the head of a number, a list, a map or a tag."},
}

// TestAcceptance writes the tables of docs/formats/cbor.md.
func TestAcceptance(t *testing.T) {
	keyedtest.Acceptance(t, "fxamacker", fxamackerlib.Unmarshal, fxamacker.UnmarshalKindsCbor, same, member, forms, ofFxamacker)
	keyedtest.Acceptance(t, "ugorji", func(b []byte, v any) error { return ugorjilib.NewDecoderBytes(b, new(ugorjilib.CborHandle)).Decode(v) }, ugorji.UnmarshalCommonCbor, same, member, forms, ofUgorji)
}
