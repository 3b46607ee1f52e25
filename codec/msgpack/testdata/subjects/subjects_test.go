package subjects

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
)

var all = []keyedtest.Codec{
	keyedtest.Of(AppendOrderMsgpack, MarshalOrderMsgpack, SizeOrderMsgpack, UnmarshalOrderMsgpack, DecodeOrderMsgpack),
	keyedtest.Of(AppendAllMsgpack, MarshalAllMsgpack, SizeAllMsgpack, UnmarshalAllMsgpack, DecodeAllMsgpack),
	keyedtest.Of(AppendSparseMsgpack, MarshalSparseMsgpack, SizeSparseMsgpack, UnmarshalSparseMsgpack, DecodeSparseMsgpack),
	keyedtest.Of(AppendOpaqueMsgpack, MarshalOpaqueMsgpack, SizeOpaqueMsgpack, UnmarshalOpaqueMsgpack, DecodeOpaqueMsgpack),
	keyedtest.Of(AppendVarsMsgpack, MarshalVarsMsgpack, SizeVarsMsgpack, UnmarshalVarsMsgpack, DecodeVarsMsgpack),
	keyedtest.Of(AppendPairMsgpack, MarshalPairMsgpack, SizePairMsgpack, UnmarshalPairMsgpack, DecodePairMsgpack),
	keyedtest.Of(AppendRoutinesMsgpack, MarshalRoutinesMsgpack, SizeRoutinesMsgpack, UnmarshalRoutinesMsgpack, DecodeRoutinesMsgpack),
	keyedtest.Of(AppendDataMsgpack, MarshalDataMsgpack, SizeDataMsgpack, UnmarshalDataMsgpack, DecodeDataMsgpack),
	keyedtest.Of(AppendColorGroupMsgpack, MarshalColorGroupMsgpack, SizeColorGroupMsgpack, UnmarshalColorGroupMsgpack, DecodeColorGroupMsgpack),
	keyedtest.Of(AppendSignedBlockMsgpack, MarshalSignedBlockMsgpack, SizeSignedBlockMsgpack, UnmarshalSignedBlockMsgpack, DecodeSignedBlockMsgpack),
	keyedtest.Of(AppendTestStrucMsgpack, MarshalTestStrucMsgpack, SizeTestStrucMsgpack, UnmarshalTestStrucMsgpack, DecodeTestStrucMsgpack),
}

func TestRoundTrip(t *testing.T) { keyedtest.RoundTrip(t, all) }
func TestCuts(t *testing.T)      { keyedtest.Cuts(t, all) }
func TestDamaged(t *testing.T)   { keyedtest.Damaged(t, all) }
func FuzzAll(f *testing.F)       { keyedtest.Fuzz(f, all) }

// TestTrial asks the same of a format that is no more than a page of facts and routines.
func TestTrial(t *testing.T) {
	trials := []keyedtest.Codec{
		keyedtest.Of(AppendAllTrial, MarshalAllTrial, SizeAllTrial, UnmarshalAllTrial, DecodeAllTrial),
		keyedtest.Of(AppendOrderTrial, MarshalOrderTrial, SizeOrderTrial, UnmarshalOrderTrial, DecodeOrderTrial),
	}
	keyedtest.RoundTrip(t, trials)
	keyedtest.Cuts(t, trials)
	keyedtest.Damaged(t, trials)
}

// TestLies reads inputs that announce more than there is.
func TestLies(t *testing.T) {
	keyedtest.Lies(t, append(all[:len(all):len(all)],
		keyedtest.Of(AppendCrowdsMsgpack, MarshalCrowdsMsgpack, SizeCrowdsMsgpack, UnmarshalCrowdsMsgpack, DecodeCrowdsMsgpack),
		keyedtest.Of(AppendNestsMsgpack, MarshalNestsMsgpack, SizeNestsMsgpack, UnmarshalNestsMsgpack, DecodeNestsMsgpack)), "\xdd\x00", "\xdf\x00")
}

// TestBombs reads small inputs that announce much, or nest deep.
func TestBombs(t *testing.T) {
	deep := func(head string) []byte { return bytes.Repeat([]byte(head), 1_000_000) }
	member := func(name, value string) []byte {
		return append([]byte{0x81, 0xa0 | byte(len(name))}, name+value...)
	}
	for _, c := range all {
		for _, data := range [][]byte{
			nil, {0xc1}, {0x80}, {0x90}, {0xdf, 0xff, 0xff, 0xff, 0xff}, {0xdd, 0xff, 0xff, 0xff, 0xff}, {0xdb, 0xff, 0xff, 0xff, 0xff},
			deep("\x91"), deep("\x81\xa4Tree"), deep("\x81\xa1z"), member("unknown", string(deep("\x91"))), member("L", "\xdd\x7f\xff\xff\xff"),
			member("Tree", string(deep("\x81\xa4Next"))), member("Tree", string(deep("\x81\xa8Children\x91"))), member("Its", "\xdc\xff\xff"+strings.Repeat("\x80", 65535)),
			member("items", "\xdd\x00\x01\x00\x00"+strings.Repeat("\x80", 65536)), member("LM", "\xdc\xff\xff"+strings.Repeat("\x81\xa0\x80", 65535)),
			member("MM", "\xdf\x00\x00\xff\xff"+strings.Repeat("\xa0\x81\xa0\xc0", 65535)), member("Mts", "\xde\xff\xff"+strings.Repeat("\xa0\x80", 65535)),
		} {
			c.Hostile(t, data)
		}
	}
	// What is not read may nest as deep as it is long.
	if err := UnmarshalDataMsgpack(member("unknown", string(deep("\x91"))+"\xc0"), new(Data)); err != nil {
		t.Error(err)
	}
}

// TestErrors tells where an input is wrong.
func TestErrors(t *testing.T) {
	for _, test := range []struct{ data, want string }{
		{"", "msgpack: Order: the input ends after 0 bytes, where map is wanted"},
		{"\x81\xa2id", "msgpack: Order.id: the input ends after 4 bytes, where uint64 is wanted"},
		{"\x81\xa2id\xff", "msgpack: Order.id: no uint64 at byte 4"},
		{"\x81\xa5items\x92\x80\x81\xa3sku\x01", "msgpack: Order.items[].sku: no string at byte 14"},
		{"\x81\xa8customer\x81\xa4tags\x81\x01", "msgpack: Order.customer.tags: no map at byte 16"},
		{"\x81\xa8customer\x81\xa4tags\x81\xa1a\xc3", "msgpack: Order.customer.tags[value]: no string at byte 19"},
		{"\x81\xa4hash\xc4\x02ab", "msgpack: Order.hash: no 16 bytes at byte 6"},
		{"\x81\x01\x01", "msgpack: Order: no name of a member at byte 1"},
		{"\x81\xa5codes\x91\xcd\xff\xff", "msgpack: Order.codes[]: no int16 at byte 8"},
	} {
		err := UnmarshalOrderMsgpack([]byte(test.data), new(Order))
		if err == nil || err.Error() != test.want {
			t.Errorf("%x: %v, want %s", test.data, err, test.want)
		}
	}
	var circle Tree
	circle.Next = &circle
	if _, err := MarshalAllMsgpack(&All{Tree: &circle}); err == nil || !strings.Contains(err.Error(), "subjects.Tree: values nest too deep, or in a circle") {
		t.Errorf("a circle: %v", err)
	}
	if err := UnmarshalOpaqueMsgpack([]byte("\x81\xa4Addr\xc4\x01a"), new(Opaque)); err == nil || !strings.Contains(err.Error(), "Opaque.Addr, at byte 6: ") {
		t.Errorf("a conversion: %v", err)
	}
}

// TestForeign reads what other programs write: members in any order, unknown and
// absent ones, nil in the place of what is empty, other forms of numbers and times.
func TestForeign(t *testing.T) {
	v := Order{Note: new(string), Codes: []int16{1}, Items: make([]Item, 3), Total: 7}
	data := "\x86\xa5total\x07" + "\xa7unknown\x82\x01\x02\xc0\x93\xc7\x03\x09abc\xd4\x01\x02\xc2" + "\xa5codes\xc0" + "\xa2id\xd3\x00\x00\x00\x00\x00\x00\x00\x05" +
		"\xa6placed\xd6\xff\x00\x00\x00\x09" + "\xa5items\x91\x81\xa8discount\x92\xcc\xff\xa3EUR"
	if err := UnmarshalOrderMsgpack([]byte(data), &v); err != nil {
		t.Fatal(err)
	}
	want := Order{ID: 5, Total: 7, Codes: []int16{}, Placed: time.Unix(9, 0), Items: []Item{{Discount: &Money{Cents: 255, Currency: "EUR"}}}}
	if !keyedtest.Equal(&want, &v) {
		t.Errorf("(-want +got)\n%s", cmp.Diff(want, v, keyedtest.Unexported))
	}
}
