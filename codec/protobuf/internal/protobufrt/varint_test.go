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

// TestRun counts fields with a tag that follow each other, in any input: where they end is no further than what is
// read, and all but the last are before it, whose copy others share.
func TestRun(t *testing.T) {
	r := rand.New(rand.NewPCG(27, 2))
	for range 200_000 {
		b := make([]byte, 2+r.IntN(30))
		for i := range b {
			b[i] = "\x0a\x0a\x0a\x01\x02\x00\x12\x80\x85\xff"[r.IntN(10)]
		}
		end := 2 + r.IntN(len(b)-1)
		n, stop := Run(b, 1, end, 0x0a)
		i := 0
		for k := 1; ; k++ {
			l, j := GetLength(b, i+1)
			if whole := j >= 0 && l <= end-j; !whole || j+l+1 >= end || b[j+l] != 0x0a {
				if last := j + l; k != n || stop > end || whole && last > stop {
					t.Fatalf("%x to %d: %d fields to %d, want %d to %d", b, end, n, stop, k, last)
				}
				break
			} else {
				i = j + l
			}
		}
	}
}
