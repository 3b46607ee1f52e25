package positionalrt

import (
	"slices"
	"sync"
)

// Scratch holds buffers for values whose size is only known when they are
// written.
var Scratch = sync.Pool{New: func() any { return new([]byte) }}

// Release gives a buffer back that has grown to b, unless it is large.
func Release(scratch *[]byte, b []byte) {
	if cap(b) <= 1<<20 {
		*scratch = b
		Scratch.Put(scratch)
	}
}

// Extend makes b longer by n bytes, which are to be written.
func Extend(b []byte, n int) []byte {
	if n > cap(b)-len(b) {
		return Grow(b, n)
	}
	return b[:len(b)+n]
}

// Grow is [Extend] where there is no room. Without a buffer it makes one of just n bytes.
//
//go:noinline
func Grow(b []byte, n int) []byte {
	if cap(b) == 0 {
		return make([]byte, n)
	}
	return slices.Grow(b, n)[:len(b)+n]
}
