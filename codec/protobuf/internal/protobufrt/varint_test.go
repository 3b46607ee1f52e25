package protobufrt

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
)

// TestVarint reads what encoding/binary reads: numbers of every length, longer than they
// need to be, cut off and too large, with something behind them and at the end.
func TestVarint(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 1))
	for range 200_000 {
		b := binary.AppendUvarint([]byte{0xff}, r.Uint64()>>r.IntN(64))
		switch r.IntN(4) {
		case 0:
			b[len(b)-1] |= 0x80
			b = append(b, make([]byte, r.IntN(3))...)
		case 1:
			b[1+r.IntN(len(b)-1)] ^= 1 << r.IntN(8)
		}
		b = append(b, "\xff\x80\x01\x00 \xff\xff\xff\xff"[:r.IntN(10)]...)
		want, n := binary.Uvarint(b[1:])
		got, after := GetVarint(b, 1)
		if n <= 0 && after >= 0 || n > 0 && (got != want || after != 1+n) {
			t.Fatalf("%x: %x and %d, want %x and %d", b, got, after, want, 1+n)
		}
	}
}
