package protobufrt

import (
	"encoding/binary"
	"math/rand/v2"
	"testing"
	"time"
)

// TestGetTime has times of all lengths, whole and damaged, read as the two numbers are that
// they are made of.
func TestGetTime(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	held := time.Unix(7, 9)
	for range 300_000 {
		var b []byte
		if s := r.Uint64() >> r.IntN(64); r.IntN(8) > 0 {
			b = binary.AppendUvarint(append(b, 0x08), s)
		}
		if ns := r.Uint64() >> r.IntN(64); r.IntN(8) > 0 {
			b = binary.AppendUvarint(append(b, 0x10), ns)
		}
		if len(b) > 0 && r.IntN(2) == 0 {
			b[r.IntN(len(b))] ^= 1 << r.IntN(8)
		}
		front := r.IntN(4)
		b = append(make([]byte, front), b...)
		got, after := GetTime(b, front, held)
		s, ns, want := getParts(b, front, uint64(held.Unix()), uint64(held.Nanosecond()))
		if after != want || after >= 0 && !got.Equal(time.Unix(int64(s), int64(int32(ns)))) {
			t.Fatalf("%x: %v, %d; want %d seconds, %d ns, %d", b[front:], got, after, int64(s), int32(ns), want)
		}
	}
	for _, x := range []time.Time{{}, time.Unix(0, 0), time.Unix(1<<28, 1), time.Unix(1<<28-1, 127), time.Unix(1<<28, 128), time.Unix(1<<35-1, 999_999_999), time.Unix(1<<35, 1<<28), time.Unix(-1, 147_483_647)} {
		b := make([]byte, 32)
		n := PutTime(b, 0, x)
		if got, after := GetTime(b[:n], 1, held.AddDate(0, 0, 1)); after != n || x.Nanosecond() != 0 && !got.Equal(x) {
			t.Errorf("%v comes back as %v, at %d of %d", x, got, after, n)
		}
	}
	b := make([]byte, 32)
	n := PutTime(b, 0, time.Unix(0, 1))
	if got, after := GetTime(b[:n], 1, time.Unix(0, 0)); after != n || !got.Equal(time.Unix(0, 1)) {
		t.Errorf("a nanosecond comes back as %v, at %d of %d", got, after, n)
	}
}
