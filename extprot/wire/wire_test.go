package wire

import (
	"errors"
	"math"
	"testing"
)

func TestVint(t *testing.T) {
	tests := []struct {
		n    uint64
		want string
	}{
		{0, "\x00"}, {1, "\x01"}, {127, "\x7f"}, {128, "\x80\x01"}, {16383, "\xff\x7f"}, {16384, "\x80\x80\x01"},
		{math.MaxUint64, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"},
	}
	for _, tt := range tests {
		b := AppendVint(nil, tt.n)
		if string(b) != tt.want || SizeVint(tt.n) != len(b) {
			t.Errorf("%d: % x, size %d", tt.n, b, SizeVint(tt.n))
		}
		r := NewReader(b, false)
		if n, err := r.Vint(); err != nil || n != tt.n || r.Left() > 0 {
			t.Errorf("%d is read as %d, %v", tt.n, n, err)
		}
	}
}

func TestVintForms(t *testing.T) {
	tests := []struct {
		in   string
		lax  bool
		n    uint64
		kind error
	}{
		{"\x81\x00", false, 1, nil}, // not minimal
		{"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", false, 0, nil},
		{"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x02", false, 0, ErrOverflow},
		{"\x80\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", false, 0, ErrOverflow},
		{"\x81\x80\x80\x80\x80\x80\x80\x80\x80\x80\x00", true, 1, nil},
		{"", false, 0, ErrTruncated},
		{"\x80", true, 0, ErrTruncated},
	}
	for _, tt := range tests {
		r := NewReader([]byte(tt.in), tt.lax)
		n, err := r.Vint()
		if n != tt.n || tt.kind == nil && err != nil || tt.kind != nil && !errors.Is(err, tt.kind) {
			t.Errorf("% x: %d, %v, want %d, %v", tt.in, n, err, tt.n, tt.kind)
		}
	}
}

func TestZigzag(t *testing.T) {
	for n, u := range map[int64]uint64{0: 0, -1: 1, 1: 2, -2: 3, math.MaxInt64: math.MaxUint64 - 1, math.MinInt64: math.MaxUint64} {
		if Zigzag(n) != u || Unzigzag(u) != n {
			t.Errorf("%d: %d, back %d", n, Zigzag(n), Unzigzag(u))
		}
	}
}

func TestFrame(t *testing.T) {
	tests := []struct {
		in   string
		n    int
		kind error
	}{
		{"\x01\x03\x01\x00\x02rest", 5, nil},
		{"\x00\x80\x01x", 3, nil},
		{"\x02\x01", 2, nil},
		{"\x04abcd", 5, nil},
		{"\x06abcdefgh", 9, nil},
		{"\x0a", 1, nil},
		{"\x09", 0, ErrWireType},
		{"\x01\x04\x01\x00\x02", 0, ErrTruncated},
		{"\x01\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 0, ErrTruncated},
	}
	for _, tt := range tests {
		n, err := Frame([]byte(tt.in))
		if n != tt.n || tt.kind == nil && err != nil || tt.kind != nil && !errors.Is(err, tt.kind) {
			t.Errorf("% x: %d, %v, want %d, %v", tt.in, n, err, tt.n, tt.kind)
		}
	}
}

// TestConfinement: what is read stays in its container, unless the reader is lax.
func TestConfinement(t *testing.T) {
	in := []byte{2, 1, 0xaa, 0xbb} // a length of 2: the count and one byte
	for _, lax := range []bool{false, true} {
		r := NewReader(in, lax)
		c, err := r.Open()
		if err != nil || c.Count != 1 || c.End != 3 {
			t.Fatalf("%+v, %v", c, err)
		}
		if b, err := r.Bytes(2); (err == nil) != lax {
			t.Errorf("lax %t: % x, %v", lax, b, err)
		}
		r.Close(c)
		if want := 3; !lax && r.Pos != want || lax && r.Pos != 4 {
			t.Errorf("lax %t: position %d", lax, r.Pos)
		}
	}
}
