package subjects

import (
	"bytes"
	"io"
	"testing"

	"github.com/assay-go/assay/internal/keyed/keyedtest"
)

func TestStream(t *testing.T) {
	keyedtest.Stream(t, all[0], false, func(w io.Writer) func(*Order) error { return NewOrderMsgpackWriter(w).Write },
		func(r io.Reader, limit int) func(*Order) error { return NewOrderMsgpackReader(r, limit).Read })
}

func TestArena(t *testing.T) {
	keyedtest.Arena(t, all[0], new(OrderMsgpackDecoder).Unmarshal)
}

// TestBadStream goes on after a value that is no order, and not after what is no value.
func TestBadStream(t *testing.T) {
	good, err := MarshalOrderMsgpack(&Order{ID: 7})
	if err != nil {
		t.Fatal(err)
	}
	r := NewOrderMsgpackReader(bytes.NewReader(append(append([]byte{0x01}, good...), 0xc1, 0x01)), 1<<10)
	v := new(Order)
	if err := r.Read(v); err == nil {
		t.Error("a number is an order")
	}
	if err := r.Read(v); err != nil || v.ID != 7 {
		t.Errorf("the order after it: %+v, %v", v, err)
	}
	first := r.Read(v)
	if second := r.Read(v); first == nil || second != first {
		t.Errorf("what is no value: %v, and then %v", first, second)
	}
}
