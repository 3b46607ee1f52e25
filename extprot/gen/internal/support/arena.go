package support

//lint:file-ignore U1000 Generated code uses these declarations.

import (
	"strings"
)

// Arena is where lists and strings of many messages lie side by side. Reading with
// one takes fewer and larger pieces from the heap, and strings of reused messages
// cost none of their own. Messages do not share what can be written: a list's
// capacity ends where the next one begins. A piece, of 512 elements or 4096 bytes
// at most, stays alive as long as anything in it. An arena is not to be used by
// two goroutines at once.
type Arena struct {
	limits Limits
	text   strings.Builder
	slabs  []any // a *slab of each type of elements
}

// NewArena returns an empty arena for messages within the limits.
func NewArena(l Limits) *Arena { return &Arena{limits: newDecoder(l).limits} }

// slab is spare elements.
type slab[T any] struct {
	spare []T
	size  int // of the last piece
}

// take gives a slice of n elements, none of which has been used. Pieces double in
// size, so that no more than about as much is left over as has been taken.
func take[T any](a *Arena, n int) []T {
	var s *slab[T]
	for _, x := range a.slabs {
		if t, ok := x.(*slab[T]); ok {
			s = t
			break
		}
	}
	if s == nil {
		s = new(slab[T])
		a.slabs = append(a.slabs, s)
	}
	if n > len(s.spare) {
		if n > 64 {
			return make([]T, n)
		}
		s.size = max(n, min(2*s.size, 512))
		s.spare = make([]T, s.size)
	}
	list := s.spare[:n:n]
	s.spare = s.spare[n:]
	return list
}

// copied gives a string of the bytes.
func (a *Arena) copied(s []byte) string {
	if len(s) > 256 {
		return string(s)
	}
	if a.text.Cap()-a.text.Len() < len(s) {
		size := max(64, len(s), min(2*a.text.Cap(), 4096))
		a.text.Reset()
		a.text.Grow(size)
	}
	start := a.text.Len()
	a.text.Write(s)
	return a.text.String()[start:]
}
