package judge

import (
	"reflect"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
	"github.com/assay-go/assay/codec/msgpack/testdata/dialects/msgp"
	"github.com/assay-go/assay/codec/msgpack/testdata/dialects/shamaton"
	"github.com/assay-go/assay/codec/msgpack/testdata/dialects/ugorji"
	"github.com/assay-go/assay/codec/msgpack/testdata/dialects/vmihailenco"
)

// forms are what other writers may have for a value.
var forms = []keyedtest.Form{
	{"nil", "\xc0"}, {"true", "\xc3"}, {"false", "\xc2"},
	{"1", "\x01"}, {"1, uint8", "\xcc\x01"}, {"1, uint64", "\xcf\x00\x00\x00\x00\x00\x00\x00\x01"}, {"1, int16", "\xd1\x00\x01"}, {"-1", "\xff"}, {"-1, int64", "\xd3\xff\xff\xff\xff\xff\xff\xff\xff"}, {"300", "\xcd\x01\x2c"}, {"2^53+1", "\xcf\x00\x20\x00\x00\x00\x00\x00\x01"}, {"2^64-1", "\xcf\xff\xff\xff\xff\xff\xff\xff\xff"},
	{"1.0, float32", "\xca\x3f\x80\x00\x00"}, {"infinity", "\xcb\x7f\xf0\x00\x00\x00\x00\x00\x00"}, {"1.5, float32", "\xca\x3f\xc0\x00\x00"}, {"0.1, float64", "\xcb\x3f\xb9\x99\x99\x99\x99\x99\x9a"}, {"1e300", "\xcb\x7e\x37\xe4\x3c\x88\x00\x75\x9c"}, {"NaN", "\xcb\x7f\xf8\x00\x00\x00\x00\x00\x01"},
	{"string", "\xa1a"}, {"string, str8", "\xd9\x01a"}, {"string, str32", "\xdb\x00\x00\x00\x01a"}, {"bin, 2", "\xc4\x02ab"}, {"bin32, 2", "\xc6\x00\x00\x00\x02ab"}, {"bin, empty", "\xc4\x00"}, {"string, empty", "\xa0"}, {"string, no UTF-8", "\xa1\xff"}, {"bin, 3", "\xc4\x03abc"}, {"string, 2", "\xa2ab"},
	{"list, empty", "\x90"}, {"list, 2", "\x92\x01\x02"}, {"list, array32", "\xdd\x00\x00\x00\x02\x01\x02"}, {"list, 3", "\x93\x01\x02\x03"}, {"list with nil", "\x92\x01\xc0"}, {"list, 1", "\x91\x01"}, {"list of 300", "\x91\xcd\x01\x2c"}, {"list of -1", "\x91\xff"}, {"list of floats", "\x92\xca\x3f\x80\x00\x00\xca\x3f\x80\x00\x00"}, {"list of strings", "\x92\xa1a\xa1b"}, {"list of bin", "\x92\xc4\x01a\xc4\x01b"}, {"list of lists", "\x91\x91\x01"}, {"list of maps", "\x91\x81\xa1A\x01"}, {"list, 1 and string", "\x92\x01\xa1a"},
	{"map", "\x81\xa1A\x01"}, {"map, map32", "\xdf\x00\x00\x00\x01\xa1A\x01"}, {"map of nil", "\x81\xa1A\xc0"}, {"map, a key of bin", "\x81\xc4\x01A\x01"}, {"map, a key of a number", "\x81\x01\x01"}, {"map, a key of nil", "\x81\xc0\x01"}, {"map, a key of str8", "\x81\xd9\x01A\x01"}, {"map, a key of bin32", "\x81\xc6\x00\x00\x00\x01A\x01"}, {"map, a key of a list", "\x81\x91\x01\x01"}, {"map, empty", "\x80"}, {"map of bin", "\x81\xa1A\xc4\x02ab"}, {"map of a string", "\x81\x01\xa1a"}, {"map of lists", "\x81\xa1A\x91\x01"},
	{"timestamp, 4 bytes", "\xd6\xff\x00\x00\x00\x01"}, {"timestamp, 12 bytes", "\xc7\x0c\xff\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x01"}, {"extension 5", "\xc7\x0c\x05\x00\x00\x00\x00\x00\x00\x00\x01\x00\x00\x00\x00"}, {"extension 7", "\xd4\x07\x00"},
	{"2^63", "\xcf\x80\x00\x00\x00\x00\x00\x00\x00"}, {"-2^63", "\xd3\x80\x00\x00\x00\x00\x00\x00\x00"}, {"-0.0", "\xcb\x80\x00\x00\x00\x00\x00\x00\x00"}, {"2^-1074", "\xcb\x00\x00\x00\x00\x00\x00\x00\x01"}, {"-infinity, float32", "\xca\xff\x80\x00\x00"}, {"string, str16", "\xda\x00\x01a"}, {"bin16, 2", "\xc5\x00\x02ab"}, {"list, array16", "\xdc\x00\x02\x01\x02"}, {"map, map16", "\xde\x00\x01\xa1A\x01"}, {"map of a map", "\x81\xa1A\x81\xa1A\x01"}, {"map, a key of true", "\x81\xc3\x01"}, {"map, a key of -1", "\x81\xff\x01"}, {"map, a key that comes twice", "\x82\xa1A\x01\xa1A\x02"},
	{"timestamp, 8 bytes", "\xd7\xff\x00\x00\x00\x00\x00\x00\x00\x01"}, {"timestamp of 2^30 nanoseconds", "\xd7\xff\xff\xff\xff\xfc\x00\x00\x00\x01"}, {"timestamp, 3 bytes", "\xc7\x03\xff\x00\x00\x01"}, {"extension of no bytes", "\xc7\x00\x07"}, {"a form that there is not", "\xc1"},
}

// same takes NaNs, and times of one instant, for one value.
var same = cmp.Options{cmpopts.EquateNaNs(), cmp.Comparer(func(x, y time.Time) bool { return x.Equal(y) })}

func member(name, wire string) []byte {
	return append(append([]byte{0x81, 0xa0 + byte(len(name))}, name...), wire...)
}

// The reasons of several dialects.
const (
	byList   = "The library reads a list as any struct. The code reads one as a struct that stands as a list."
	fewer    = "The code reads more: nil as zero, strings and bin for one another, lists of numbers as bytes, which msgp writes of `[]uint8`, integers as floats, and NaN and infinity as a float32."
	extended = "All dialects read msgp's extension 5 and the timestamps of the specification."
	second   = "A timestamp has less than a second of nanoseconds, as the specification says."
	cut      = "An integer is not read of a float, as msgp and vmihailenco do not: shamaton cuts it, and ugorji takes whole ones."
)

// ofMsgp are why the code reads other forms than msgp.
var ofMsgp = []keyedtest.Reason{
	{Side: keyedtest.Code, Why: fewer},
	{Side: keyedtest.Both, Forms: `(list|map|bin), empty`, Why: "What is empty comes back nil: of msgp lists and maps come back empty, and bytes in an interface nil."},
	{Side: keyedtest.Both, Forms: `timestamp, [48] bytes`, Kinds: `interface \{\}`, Why: "A timestamp in an interface is a time: of msgp the short ones are a `RawExtension`."},
	{Side: keyedtest.Library, Forms: `extension [7o].*|timestamp of .*`, Kinds: `interface \{\}`, Why: "The code has no library, whose `RawExtension` this is: other extensions in an interface are errors."},
}

// ofVmihailenco are why the code reads other forms than vmihailenco.
var ofVmihailenco = []keyedtest.Reason{
	{Side: keyedtest.Code, Forms: `extension 5`, Why: extended},
	{Side: keyedtest.Code, Why: fewer},
	{Side: keyedtest.Library, Forms: `-1.*|300|-?2\^(53\+1|63|64-1)`, Why: "vmihailenco makes another number of one that the integer has no room for, and says nothing."},
	{Side: keyedtest.Both, Forms: `2\^(63|64-1)`, Why: "vmihailenco reads 2^63 and above as numbers below zero into floats."},
	{Side: keyedtest.Library, Forms: `timestamp of .*`, Why: second},
	{Side: keyedtest.Library, Forms: `list.*`, Kinds: `(\[\])?Member`, Why: byList},
}

// ofUgorji are why the code reads other forms than ugorji.
var ofUgorji = []keyedtest.Reason{
	{Side: keyedtest.Code, Forms: `extension 5`, Why: extended},
	{Side: keyedtest.Code, Forms: `(bin|list), 3`, Why: "ugorji passes over what a list has more than an array, but not over bytes: the code does both."},
	{Side: keyedtest.Library, Forms: `1`, Kinds: `bool`, Why: "A number is no bool here."},
	{Side: keyedtest.Library, Forms: `2\^(63|64-1)`, Why: "ugorji makes integers below zero of 2^63 and above."},
	{Side: keyedtest.Both, Forms: `2\^(63|64-1)`, Why: "And floats."},
	{Side: keyedtest.Library, Forms: `timestamp of .*`, Why: second},
	{Side: keyedtest.Library, Forms: `0\.1, float64|2\^-1074`, Kinds: `float32`, Why: "A float32 is read of a float64 that it has exactly, as of msgp, vmihailenco and shamaton."},
	{Side: keyedtest.Library, Forms: `1\.0, float32|list of floats`, Kinds: `.*int.*|time.Duration`, Why: cut},
	{Side: keyedtest.Library, Forms: `list.*`, Kinds: `(\[\])?Member`, Why: byList},
	{Side: keyedtest.Library, Forms: `map.*`, Kinds: `\[.*`, Why: "ugorji reads a map as a list of its keys and values."},
	{Side: keyedtest.Library, Forms: `map, a key of a list`, Kinds: `map.*|Member`, Why: "A list is no name."},
	{Side: keyedtest.Library, Forms: `list.*`, Kinds: `\*?string|Name|\[\]string`, Why: "A list is no string: ugorji reads the numbers of one as its bytes."},
}

// ofShamaton are why the code reads other forms than shamaton.
var ofShamaton = []keyedtest.Reason{
	{Side: keyedtest.Code, Forms: `extension 5`, Why: extended},
	{Side: keyedtest.Code, Why: fewer},
	{Side: keyedtest.Library, Forms: `.*float.*|-0\.0|2\^-1074`, Kinds: `.*int.*|time.Duration`, Why: cut},
	{Side: keyedtest.Library, Forms: `(bin|string), empty`, Kinds: `\[2\]int64`, Why: "Bytes are no list of numbers of eight bytes."},
	{Side: keyedtest.Library, Kinds: `(\[\])?time.Time`, Why: "shamaton takes time.Time for a struct without members, and forgets what the map has."},
}

// TestAcceptance writes the tables of docs/formats/msgpack.md.
func TestAcceptance(t *testing.T) {
	keyedtest.Acceptance(t, "msgp", func(b []byte, v any) error {
		_, err := readMsgp(b, reflect.ValueOf(v).Elem())
		return err
	}, msgp.UnmarshalKindsMsgpack, same, member, forms, ofMsgp)
	keyedtest.Acceptance(t, "vmihailenco", dialects[0].Unmarshal, vmihailenco.UnmarshalKindsMsgpack, same, member, forms, ofVmihailenco)
	keyedtest.Acceptance(t, "ugorji", dialects[1].Unmarshal, ugorji.UnmarshalCommonMsgpack, same, member, forms, ofUgorji)
	keyedtest.Acceptance(t, "shamaton", dialects[2].Unmarshal, shamaton.UnmarshalCommonMsgpack, same, member, forms, ofShamaton)
}
