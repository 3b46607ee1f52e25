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
	keyedtest.Of(AppendOrderCbor, MarshalOrderCbor, SizeOrderCbor, UnmarshalOrderCbor, DecodeOrderCbor),
	keyedtest.Of(AppendAllCbor, MarshalAllCbor, SizeAllCbor, UnmarshalAllCbor, DecodeAllCbor),
	keyedtest.Of(AppendSparseCbor, MarshalSparseCbor, SizeSparseCbor, UnmarshalSparseCbor, DecodeSparseCbor),
	keyedtest.Of(AppendOpaqueCbor, MarshalOpaqueCbor, SizeOpaqueCbor, UnmarshalOpaqueCbor, DecodeOpaqueCbor),
	keyedtest.Of(AppendVarsCbor, MarshalVarsCbor, SizeVarsCbor, UnmarshalVarsCbor, DecodeVarsCbor),
	keyedtest.Of(AppendNumberedCbor, MarshalNumberedCbor, SizeNumberedCbor, UnmarshalNumberedCbor, DecodeNumberedCbor),
	keyedtest.Of(AppendRoutinesCbor, MarshalRoutinesCbor, SizeRoutinesCbor, UnmarshalRoutinesCbor, DecodeRoutinesCbor),
	keyedtest.Of(AppendDataCbor, MarshalDataCbor, SizeDataCbor, UnmarshalDataCbor, DecodeDataCbor),
	keyedtest.Of(AppendColorGroupCbor, MarshalColorGroupCbor, SizeColorGroupCbor, UnmarshalColorGroupCbor, DecodeColorGroupCbor),
	keyedtest.Of(AppendSignedBlockCbor, MarshalSignedBlockCbor, SizeSignedBlockCbor, UnmarshalSignedBlockCbor, DecodeSignedBlockCbor),
	keyedtest.Of(AppendTestStrucCbor, MarshalTestStrucCbor, SizeTestStrucCbor, UnmarshalTestStrucCbor, DecodeTestStrucCbor),
}

func TestRoundTrip(t *testing.T) { keyedtest.RoundTrip(t, all) }
func TestCuts(t *testing.T)      { keyedtest.Cuts(t, all) }
func TestDamaged(t *testing.T)   { keyedtest.Damaged(t, all) }
func FuzzAll(f *testing.F)       { keyedtest.Fuzz(f, all) }

// TestLies reads inputs that announce more than there is.
func TestLies(t *testing.T) {
	keyedtest.Lies(t, append(all[:len(all):len(all)],
		keyedtest.Of(AppendCrowdsCbor, MarshalCrowdsCbor, SizeCrowdsCbor, UnmarshalCrowdsCbor, DecodeCrowdsCbor),
		keyedtest.Of(AppendNestsCbor, MarshalNestsCbor, SizeNestsCbor, UnmarshalNestsCbor, DecodeNestsCbor)), "\x9a\x00", "\xba\x00")
}

// noText has values with text that is no UTF-8, by the place of it.
var noText = map[string]Order{
	"Customer.name":        {Customer: Customer{Name: "a\xffb"}},
	"Customer.email":       {Customer: Customer{Email: "\x80"}},
	"Order.note":           {Note: &[]string{"\xc0\xaf"}[0]},
	"Customer.tags[key]":   {Customer: Customer{Tags: map[string]string{"\xff": ""}}},
	"Customer.tags[value]": {Customer: Customer{Tags: map[string]string{"": "\xed\xa0\x80"}}},
	"Item.sku":             {Items: []Item{{SKU: "\xff"}}},
	"Money.Currency":       {Items: []Item{{Discount: &Money{Currency: "\xff"}}}},
}

// TestErrors of writing are those of times beyond the layout.
func TestErrors(t *testing.T) {
	late := Data{Time: time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)}
	if b, err := AppendDataCbor([]byte("before"), &late); err == nil || string(b) != "before" || !strings.Contains(err.Error(), "cbor: subjects.Data.Time: a year beyond") {
		t.Errorf("%q, %v", b, err)
	}
	for path, v := range noText {
		if b, err := MarshalOrderCbor(&v); err == nil || !strings.Contains(err.Error(), "cbor: subjects."+path+": text in CBOR is UTF-8") {
			t.Errorf("%s: %q, %v", path, b, err)
		}
	}
}

// TestZones carries the offset of a zone, or refuses it: the text has minutes, below
// 24 hours.
func TestZones(t *testing.T) {
	for _, offset := range []int{0, 60, -60, 5*3600 + 45*60, -12 * 3600, 14 * 3600, 23*3600 + 59*60, 1, -1, 59, 3601, 24 * 3600, -24 * 3600, 100 * 3600} {
		v := Data{Time: time.Unix(1e9, 7).In(time.FixedZone("", offset))}
		b, err := MarshalDataCbor(&v)
		if refused := offset%60 != 0 || offset >= 24*3600 || offset <= -24*3600; refused != (err != nil) {
			t.Errorf("%d: %v", offset, err)
		}
		if err != nil {
			if !strings.Contains(err.Error(), "cbor: subjects.Data.Time: a zone") {
				t.Error(err)
			}
			continue
		}
		var got Data
		if err := UnmarshalDataCbor(b, &got); err != nil {
			t.Fatal(err)
		}
		if _, kept := got.Time.Zone(); !got.Time.Equal(v.Time) || kept != offset {
			t.Errorf("%d: %v", offset, got.Time)
		}
	}
}

// TestBombs reads small inputs that announce much, or nest deep.
func TestBombs(t *testing.T) {
	deep := func(head string) []byte { return bytes.Repeat([]byte(head), 1_000_000) }
	member := func(name, value string) []byte {
		return append([]byte{0xa1, 0x60 | byte(len(name))}, name+value...)
	}
	for _, c := range all {
		for _, data := range [][]byte{
			nil, {0xff}, {0xa0}, {0x80}, {0x9f}, {0xbf, 0xff}, {0xbb, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, {0x9a, 0xff, 0xff, 0xff, 0xff}, {0x7b, 0x7f, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
			deep("\x81"), deep("\x9f"), deep("\xbf\x61z"), deep("\x5f\x41a"), deep("\x9f\xff"), deep("\xd8\x18"), {0x9f}, {0x7f, 0x61}, member("unknown", string(deep("\x9f"))), deep("\xa1\x64Tree"), deep("\xa1\x61z"), deep("\xc1"), member("unknown", string(deep("\x81"))), member("L", "\x9a\x7f\xff\xff\xff"),
			member("Tree", string(deep("\xa1\x64Next"))), member("Tree", string(deep("\xa1\x68Children\x81"))), member("Its", "\x99\xff\xff"+strings.Repeat("\xa0", 65535)),
			member("LM", "\x99\xff\xff"+strings.Repeat("\xa1\x60\xa0", 65535)), member("MM", "\xb9\xff\xff"+strings.Repeat("\x60\xa1\x60\xf6", 65535)),
		} {
			c.Hostile(t, data)
		}
	}
	if err := UnmarshalDataCbor(member("unknown", string(deep("\x81"))+"\xf6"), new(Data)); err != nil {
		t.Error(err)
	}
}

// TestForeign reads what other programs write.
func TestForeign(t *testing.T) {
	v := Order{Note: new(string), Codes: []int16{1}, Total: 9}
	data := "\xa6\x65total\x07" + "\x67unknown\xa2\x01\x02\xf6\x83\xc2\x41\x00\xf9\x3c\x00\xf0" + "\x65codes\xf6" + "\x62id\xc5\x1a\x00\x00\x00\x05" +
		"\x66placed\xc1\xfb\x40\x22\x00\x00\x00\x00\x00\x00" + "\x65items\x81\xa1\x68discount\x82\x18\xff\x63EUR"
	if err := UnmarshalOrderCbor([]byte(data), &v); err != nil {
		t.Fatal(err)
	}
	want := Order{ID: 5, Total: 7, Placed: time.Unix(9, 0), Items: []Item{{Discount: &Money{Cents: 255, Currency: "EUR"}}}}
	if !keyedtest.Equal(&want, &v) {
		t.Errorf("(-want +got)\n%s", cmp.Diff(want, v, keyedtest.Unexported))
	}
	for data, want := range map[string]string{
		"\xa1\x65items\x81\xa1\x63sku\x61\xff": "cbor: Order.items[].sku: no string at byte 13",
		"\xa1\x64paid\xf8\xf4":                 "cbor: Order.paid: no bool at byte 6",
		"\xa1\x62id\x20":                       "cbor: Order.id: no uint64 at byte 4",
	} {
		if err := UnmarshalOrderCbor([]byte(data), new(Order)); err == nil || err.Error() != want {
			t.Errorf("%x: %v, want %s", data, err, want)
		}
	}
}
