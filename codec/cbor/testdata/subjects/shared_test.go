package subjects

import (
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
)

func TestStream(t *testing.T) {
	keyedtest.Stream(t, all[0], false, func(w io.Writer) func(*Order) error { return NewOrderCborWriter(w).Write },
		func(r io.Reader, limit int) func(*Order) error { return NewOrderCborReader(r, limit).Read })
}

func TestArena(t *testing.T) {
	keyedtest.Arena(t, all[0], new(OrderCborDecoder).Unmarshal)
}

func TestKeys(t *testing.T) {
	keyedtest.KeysCodec{
		ID: "cbor", Append: AppendKeysCbor, Unmarshal: UnmarshalKeysCbor, List: MarshalSliceMapFloat64IntCbor, Map: MarshalMapFloat64IntCbor, Sorted: MarshalSortedCbor,
	}.Test(t)
}

// TestBadStream goes on after a value that is no order, and not after what is no value.
func TestBadStream(t *testing.T) {
	keyedtest.BadStream(t, all[0], []byte{0x01}, []byte{0xff}, func(r io.Reader, limit int) func(*Order) error { return NewOrderCborReader(r, limit).Read })
}

// TestStrict refuses members that the type does not have.
func TestStrict(t *testing.T) {
	keyedtest.Errors(t, UnmarshalStrictCbor, map[string]string{
		"\xa2eKnownaaeother\x01":                       `cbor: Strict, at byte 9: the type has no member "other"`,
		"\xa1eEmpty\xa1ax\x01":                         `cbor: Strict.Empty, at byte 8: the type has no member "x"`,
		"\xa1cOne\xa1\x07\x01":                         `cbor: Strict.One, at byte 6: the type has no member 7`,
		"\xa1x\x5a" + strings.Repeat("ä", 45) + "\x01": `cbor: Strict, at byte 1: the type has no member that begins with "` + strings.Repeat("ä", 40) + `"`,
		"\xa2eKnownaaeKnownab":                         "",
		"\xa2cOne\xa1\x01\x01eEmpty\xa0":               "",
	})
}

// TestMerge keeps what a message does not have.
func TestMerge(t *testing.T) {
	keyedtest.Merge(t, MarshalMergedCbor, "\xa5\x64Name\x63new\x65Inner\xa1\x61B\x14\x66Behind\xa1\x61A\x18\x1e\x65Parts\x81\xa1\x61B\x18\x3c\x66ByName\xa1\x61x\xa1\x61B\x18\x5a", MergeMergedCbor)
}

// TestIntern has equal strings share their memory.
func TestIntern(t *testing.T) {
	keyedtest.Intern(t, MarshalStrictCbor, new(StrictCborDecoder).Unmarshal, func(v *Strict) *string { return &v.Known })
}

// TestLooseStream finds the ends of values without lengths.
func TestLooseStream(t *testing.T) {
	const order = "\xbf\x62id\x07\x65items\x9f\xff\x61x\xc1\x5f\x41a\xff\xff"
	r := NewOrderCborReader(iotest.OneByteReader(strings.NewReader(order+order)), 1<<10)
	for range 2 {
		v := new(Order)
		if err := r.Read(v); err != nil || v.ID != 7 || v.Items == nil {
			t.Errorf("%+v, %v", v, err)
		}
	}
	if err := r.Read(new(Order)); err != io.EOF {
		t.Error(err)
	}
	if err := NewOrderCborReader(strings.NewReader(strings.Repeat("\x9f", 2000)), 1<<20).Read(new(Order)); err == nil || err == io.ErrUnexpectedEOF {
		t.Errorf("values that nest too deep: %v", err)
	}
}
