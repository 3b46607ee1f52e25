package subjects

import (
	"io"
	"testing"

	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
)

func TestStream(t *testing.T) {
	keyedtest.Stream(t, all[0], false, func(w io.Writer) func(*Order) error { return NewOrderMsgpackWriter(w).Write },
		func(r io.Reader, limit int) func(*Order) error { return NewOrderMsgpackReader(r, limit).Read })
}

func TestArena(t *testing.T) {
	keyedtest.Arena(t, all[0], new(OrderMsgpackDecoder).Unmarshal)
}

func TestKeys(t *testing.T) {
	keyedtest.KeysCodec{
		ID: "msgpack", Append: AppendKeysMsgpack, Unmarshal: UnmarshalKeysMsgpack, List: MarshalSliceMapFloat64IntMsgpack, Map: MarshalMapFloat64IntMsgpack, Sorted: MarshalSortedMsgpack,
	}.Test(t)
}

// TestBadStream goes on after a value that is no order, and not after what is no value.
func TestBadStream(t *testing.T) {
	keyedtest.BadStream(t, all[0], []byte{0x01}, []byte{0xc1}, func(r io.Reader, limit int) func(*Order) error { return NewOrderMsgpackReader(r, limit).Read })
}

// TestStrict refuses members that the type does not have.
func TestStrict(t *testing.T) {
	keyedtest.Errors(t, UnmarshalStrictMsgpack, map[string]string{
		"\x82\xa5Known\xa1a\xa5other\x01": `msgpack: Strict, at byte 9: the type has no member "other"`,
		"\x81\xa5Empty\x81\xa1x\x01":      `msgpack: Strict.Empty, at byte 8: the type has no member "x"`,
		"\x82\xa5Empty\x80\xa5Known\xa1a": "",
	})
}

// TestMerge keeps what a message does not have.
func TestMerge(t *testing.T) {
	keyedtest.Merge(t, MarshalMergedMsgpack, "\x85\xa4Name\xa3new\xa5Inner\x81\xa1B\x14\xa6Behind\x81\xa1A\x1e\xa5Parts\x91\x81\xa1B\x3c\xa6ByName\x81\xa1x\x81\xa1B\x5a", MergeMergedMsgpack)
}

// TestIntern has equal strings share their memory.
func TestIntern(t *testing.T) {
	keyedtest.Intern(t, MarshalStrictMsgpack, new(StrictMsgpackDecoder).Unmarshal, func(v *Strict) *string { return &v.Known })
}
