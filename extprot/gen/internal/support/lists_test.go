package support

import "testing"

// TestChunk: lists in alike elements share arrays, of no more elements than they need.
// A long list, and the last one, has an array of its own and leaves what is spare to others.
func TestChunk(t *testing.T) {
	for _, tc := range []struct {
		what              string
		left, n, possible int // elements of the outer list with this one, of this one, and that the input can hold
		spare, want       int // before and after
	}{
		{"the first of ten", 10, 3, 1000, 0, 27},
		{"the first of two", 2, 3, 1000, 0, 3},
		{"the next", 9, 3, 1000, 27, 24},
		{"more than is spare", 4, 3, 1000, 2, 9},
		{"more than an array holds", 100, 3, 1000, 0, 61},
		{"more than the input holds", 10, 3, 12, 0, 9},
		{"a long one", 10, 33, 1000, 5, 5},
		{"the last", 1, 3, 1000, 2, 2},
		{"in no list", 0, 3, 1000, 2, 2},
	} {
		spare := make([]int64, tc.spare)
		s := chunk(&decoder{left: tc.left}, &spare, tc.n, tc.possible)
		if len(s) != tc.n || cap(s) != tc.n || len(spare) != tc.want {
			t.Errorf("%s: length %d, capacity %d, %d spare; want %d, %d, %d", tc.what, len(s), cap(s), len(spare), tc.n, tc.n, tc.want)
		}
	}
}
