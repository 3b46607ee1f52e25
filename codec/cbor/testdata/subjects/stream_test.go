package subjects

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/assay-go/assay/internal/keyed/keyedtest"
)

func TestStream(t *testing.T) {
	keyedtest.Stream(t, all[0], false, func(w io.Writer) func(*Order) error { return NewOrderCborWriter(w).Write },
		func(r io.Reader, limit int) func(*Order) error { return NewOrderCborReader(r, limit).Read })
}

func TestArena(t *testing.T) {
	keyedtest.Arena(t, all[0], new(OrderCborDecoder).Unmarshal)
}

// TestBadStream goes on after a value that is no order, and not after what is no value.
func TestBadStream(t *testing.T) {
	good, err := MarshalOrderCbor(&Order{ID: 7})
	if err != nil {
		t.Fatal(err)
	}
	r := NewOrderCborReader(bytes.NewReader(append(append([]byte{0x01}, good...), 0xff, 0x01)), 1<<10)
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

// TestLooseStream finds the ends of values without lengths.
func TestLooseStream(t *testing.T) {
	const order = "\xbf\x62id\x07\x65items\x9f\xff\xc1\x61x\x5f\x41a\xff\xff"
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
