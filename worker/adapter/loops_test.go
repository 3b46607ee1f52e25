package adapter

import "testing"

func TestPassedBytes(t *testing.T) {
	s := State[int]{Inputs: [][]byte{make([]byte, 1), make([]byte, 10), make([]byte, 100)}}
	for _, tc := range []struct {
		next, times int
		want        int64
	}{{0, 0, 0}, {0, 1, 1}, {1, 1, 10}, {2, 2, 101}, {1, 7, 232}} {
		s.Next = tc.next
		if got := s.Passed(tc.times); got != tc.want {
			t.Errorf("%d inputs from %d on have %d bytes, want %d", tc.times, tc.next, got, tc.want)
		}
	}
}
