package keyedrt

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// TestMemory: what a decoder makes before it has read what is announced, and what it still may
// take then. Sixty bytes of the hundred that are left are for what was read.
func TestMemory(t *testing.T) {
	fits := func(n, size int) func(*Decoder) int { return func(d *Decoder) int { return d.fits(n, size) } }
	fitsMap := func(have, n, size int) func(*Decoder) int {
		return func(d *Decoder) int { return d.fitsMap(have, n, size) }
	}
	part := func(have, n, size int) func(*Decoder) int {
		return func(d *Decoder) int { return d.part(have, n, size) }
	}
	for _, test := range []struct {
		name       string
		take       func(*Decoder) int
		left, paid int
		n, after   int
	}{
		{"a list of nothing", fits(0, 8), 100, 60, 0, 100},
		{"a list that the input's length allows", fits(5, 8), 100, 60, 5, 60},
		{"a list of one more", fits(6, 8), 100, 60, 2, 44},
		{"four are made at least", fits(8, 8), 100, 96, 2, 26},
		{"a quarter of a quarter", fits(64, 1), 100, 92, 4, 26},
		{"a quarter", fits(40, 1), 100, 80, 10, 54},
		{"a list that takes all", fits(100, 1), 116, 100, 7, 0},
		{"a list that takes more", fits(100, 1), 115, 100, -1, -1},

		{"a map of nothing", fitsMap(0, 0, 8), 100, 60, 0, 100},
		{"a map of eight places", fitsMap(0, 7, 6), 188, 60, 7, 60},
		{"a map of eight that takes more", fitsMap(0, 7, 6), 187, 60, -1, -5},
		{"a map of sixteen places", fitsMap(0, 8, 6), 252, 60, 8, 60},
		{"a map of as many as are paid for", fitsMap(0, 50, 6), 64 + 1200, 1000, 12, 64 + 1200 - 64 - 1024},
		{"a map grows threefold", fitsMap(5, 50, 6), 64 + 1200, 1000, 15, 64 + 1200 - 64 - 1024},
		{"a map of more", fitsMap(0, 50, 6), 575, 500, -1, -1},

		{"a part that the input's length allows", part(0, 5, 8), 100, 60, 5, 60},
		{"a part of what is not", part(0, 6, 8), 100, 60, 5, 60},
		{"four at first", part(0, 6, 8), 100, 90, 4, 68},
		{"three times what was read", part(2, 9, 8), 100, 90, 6, 52},
		{"a part of more", part(0, 9, 26), 100, 90, -1, -4},
	} {
		d := &Decoder{left: test.left, paid: test.paid}
		if n := test.take(d); n != test.n && !(n < 0 && test.n < 0) || n >= 0 && d.left != test.after {
			t.Errorf("%s: %d, and %d bytes are left, want %d and %d", test.name, n, d.left, test.n, test.after)
		}
	}
}

// Texts side by side share copies of few bytes; what is none is told by its place, whatever stands around it.
func TestGetTexts(t *testing.T) {
	heads := NewHeadTable([]HeadRow{{First: 0x60, Last: 0x77, Kind: KindText}, {First: 0x78, Last: 0x7b, Kind: KindText, Width: 1}, {First: 0xf6, Last: 0xf6, Kind: KindNull}})
	r := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		var b []byte
		var want []string
		var at []int
		for range r.IntN(60) {
			s := strings.Repeat("ä", r.IntN([]int{3, 12, 200, 800}[r.IntN(4)]))
			at, want = append(at, len(b)), append(want, s)
			switch {
			case len(s) == 0 && r.IntN(2) == 0:
				b = append(b, 0xf6)
			case len(s) < 24:
				b = append(b, 0x60|byte(len(s)))
			default:
				b = append(b, 0x79, byte(len(s)>>8), byte(len(s)))
			}
			b = append(b, s...)
		}
		got := make([]string, len(want))
		if i := GetTexts(got, append(b, 0xff), 0, true, &heads); i != len(b) || !slices.Equal(got, want) {
			t.Fatalf("%q at %d, want %q at %d", got, i, want, len(b))
		}
		if k := r.IntN(max(len(want), 1)); k < len(want) && len(want[k]) > 0 {
			i := at[k] + 1 + len(want[k])
			if k+1 < len(want) {
				i = at[k+1]
			}
			b[i-1] = 'a' // behind the first half of a letter
			if i := GetTexts(got, b, 0, true, &heads); ^i != at[k] {
				t.Fatalf("no UTF-8 at %d, want %d", ^i, at[k])
			}
			if i := GetTexts(got, b[:len(b)-1], 0, true, &heads); ^i != at[k] { // the last one is cut, or is this one
				t.Fatalf("no UTF-8 before a cut at %d, want %d", ^i, at[k])
			}
			if i := GetTexts(got, b, 0, false, &heads); i != len(b) {
				t.Fatalf("ends at %d, want %d", i, len(b))
			}
			if i := GetTexts(got, b[:i-1], 0, false, &heads); ^i != at[k] {
				t.Fatalf("cut at %d, want %d", ^i, at[k])
			}
		}
	}
	for _, test := range []struct{ n, length, copies int }{{39, 10, 1}, {100, 97, 20}, {5, 200, 5}, {1, 5000, 1}} {
		b := slices.Repeat(append([]byte{0x79, byte(test.length >> 8), byte(test.length)}, strings.Repeat("a", test.length)...), test.n)
		s := make([]string, test.n)
		if n := testing.AllocsPerRun(10, func() { GetTexts(s, b, 0, true, &heads) }); int(n) != test.copies {
			t.Errorf("%d texts of %d bytes are in %v copies, want %d", test.n, test.length, n, test.copies)
		}
	}
}

// Strings up to a place share copies of few bytes, which go no further; what is behind it has its own.
func TestShare(t *testing.T) {
	b := []byte(strings.Repeat("0123456789", 200))
	for _, test := range []struct{ stop, step, length, copies int }{
		{2000, 20, 10, 4}, {2000, 20, 0, 4}, {1000, 20, 10, 52}, {0, 20, 10, 100}, {2000, 200, 100, 4}, {2000, 100, 100, 4}, {2000, 101, 101, 19},
	} {
		copies := testing.AllocsPerRun(1, func() {
			d := &Decoder{stop: test.stop}
			for j := 1; j+test.length <= len(b); j += test.step {
				if s := d.share(b, j, test.length); s != string(b[j:j+test.length]) {
					t.Fatalf("%q at %d, want %q", s, j, b[j:j+test.length])
				}
			}
		})
		if int(copies) != test.copies {
			t.Errorf("%+v: %v copies", test, copies)
		}
	}
}

// Short strings share pieces of memory, which have no more than a quarter of what is left of the message, nor 128 bytes.
func TestKeep(t *testing.T) {
	b := []byte(strings.Repeat("0123456789", 200))
	for _, test := range []struct{ n, length, rest, copies int }{
		{49, 10, 2000, 5}, {48, 10, 2000, 4}, {10, 64, 2000, 5}, {10, 65, 2000, 10}, {10, 10, 100, 4}, {4, 10, 10, 4}, {5, 0, 100, 0},
	} {
		copies := testing.AllocsPerRun(1, func() {
			d := new(Decoder)
			var kept [64]string
			for k := range test.n {
				kept[k] = d.keep(b[k:k+test.length], test.rest)
			}
			for k, s := range kept[:test.n] {
				if s != string(b[k:k+test.length]) {
					t.Fatalf("%+v: %q, want %q", test, s, b[k:k+test.length])
				}
			}
		})
		if int(copies) != test.copies {
			t.Errorf("%+v: %v copies", test, copies)
		}
	}
}

// TestSetBytes: what is read is in the old memory where that has room, and else in new memory of just
// its length, but never in the input's.
func TestSetBytes(t *testing.T) {
	input := []byte("abc")
	for _, test := range []struct {
		name string
		old  []byte
		kept bool
		room int
	}{
		{"nothing there", nil, false, 3},
		{"too little room", make([]byte, 2), false, 3},
		{"just the room", make([]byte, 0, 3), true, 3},
		{"more of it", make([]byte, 5, 8), true, 8},
	} {
		got := SetBytes(test.old, input)
		if string(got) != "abc" || cap(got) != test.room || &got[0] == &input[0] {
			t.Errorf("%s: %q with room for %d", test.name, got, cap(got))
		}
		if kept := cap(test.old) > 0 && &got[0] == &test.old[:1][0]; kept != test.kept {
			t.Errorf("%s: kept %t", test.name, kept)
		}
	}
	if SetBytes(nil, input[:0]) != nil || SetBytes([]byte{}, nil) == nil {
		t.Error("of no bytes, what is nil stays nil, and what is not stays that")
	}
}

// A list for which there is no room at once grows to four times what was read, and keeps that.
func TestReserve(t *testing.T) {
	d := &Decoder{left: 1100, paid: 1000}
	var s []int64
	var lengths []int
	for n := 60; n > 0; n = 60 - len(s) {
		if s, n = Reserve(d, s, n, 8); n < 0 {
			t.Fatal("refused")
		}
		for range n {
			s = append(s, int64(len(s)))
		}
		lengths = append(lengths, n)
	}
	if want := []int{4, 12, 44}; !slices.Equal(lengths, want) || len(s) != cap(s) {
		t.Errorf("parts of %d, want %d; %d of %d", lengths, want, len(s), cap(s))
	}
	for k, x := range s {
		if x != int64(k) {
			t.Errorf("element %d is %d", k, x)
		}
	}
	if _, n := Reserve(d, []int64{}, 1000, 8); n >= 0 {
		t.Errorf("%d of more than the message may take", n)
	}
}
