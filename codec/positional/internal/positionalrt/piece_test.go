package positionalrt

import (
	"slices"
	"testing"
)

// Parts have no room behind them, and a string beyond the copy is copied.
func TestPiece(t *testing.T) {
	data := []byte("0123456789")
	r := Reader{data: data, base: 2, text: "234567", piece: []byte("234567")}
	if got := r.part(data[4:], 3); string(got) != "456" || cap(got) != 3 {
		t.Errorf("part = %q with room for %d", got, cap(got))
	}
	for from, want := range map[int]string{4: "456", 5: "567", 6: "678"} {
		if got := r.partString(data[from:], 3); got != want {
			t.Errorf("partString at %d = %q, want %q", from, got, want)
		}
	}
}

// TestBytes: slices of bytes that are near to each other are parts of one copy, in which
// an append to one or a change reaches no other; empty ones are not nil.
func TestBytes(t *testing.T) {
	data := append([]byte{4}, "aabbccc"...)
	data = append(data, make([]byte, Window)...)
	r := Reader{data: data}
	read := func(at, n int) []byte { return r.bytes(data[at:], n) }
	a, b, none, c := read(1, 2), read(3, 2), read(5, 0), read(5, 3)
	if r.from != 1 || len(r.copied) != leastCopy {
		t.Fatalf("the copy has %d bytes from %d", len(r.copied), r.from)
	}
	for _, s := range [][]byte{a, b, none, c} {
		if cap(s) != len(s) || s == nil {
			t.Errorf("%q has room for %d", s, cap(s))
		}
	}
	_ = append(a, 'X')
	data[3], c[0] = 'Y', 'Z'
	if string(a) != "aa" || string(b) != "bb" || string(c) != "Zcc" {
		t.Errorf("got %q, %q, %q", a, b, c)
	}
	r = Reader{data: data}
	if read(8, Window/4+1); r.copied != nil {
		t.Error("a long slice begins a copy for others")
	}
	if part := r.partBytes(data[1:], 0); part == nil {
		t.Error("an empty part is nil")
	}
	r = Reader{data: data}
	if read(8, leastCopy/4); len(r.copied) != 2*leastCopy {
		t.Errorf("the copy for a slice of %d bytes has %d", leastCopy/4, len(r.copied))
	}
}

// A batch has all that is left in one copy, up to its window; the slices have no room behind them.
func TestCopyBatch(t *testing.T) {
	data := append([]byte("aabb"), make([]byte, 2*Window)...)
	r := Reader{data: data}
	a, b := r.copyBatch(data, 2), r.bytes(data[2:], 2)
	if string(a) != "aa" || string(b) != "bb" || cap(a) != 2 || cap(b) != 2 {
		t.Errorf("got %q and %q, with room for %d and %d", a, b, cap(a), cap(b))
	}
	if len(r.copied) != Window {
		t.Errorf("the copy has %d bytes, want %d", len(r.copied), Window)
	}
	r = Reader{data: data}
	if long := r.copyBatch(data, Window/4+1); len(long) != Window/4+1 || r.copied != nil {
		t.Errorf("a long slice of %d bytes begins a copy of %d", len(long), len(r.copied))
	}
}

// The field that generated code alone goes through, for staticcheck.
var _ = Reader{}.pieces

// Things of one type are in pieces of one, two, four and so on, each of them zero and at a
// place of its own.
func TestOne(t *testing.T) {
	var piece []int
	var rooms []int
	seen := map[*int]bool{}
	for range 1 + 2 + 4 + 5 + 5 {
		x := One(&piece, 5)
		if *x != 0 || seen[x] {
			t.Fatalf("%d, given before: %v", *x, seen[x])
		}
		*x, seen[x] = 1, true
		if len(piece) == 1 {
			rooms = append(rooms, cap(piece))
		}
	}
	if want := []int{1, 2, 4, 5, 5}; !slices.Equal(rooms, want) {
		t.Fatalf("pieces for %d, want %d", rooms, want)
	}
}
