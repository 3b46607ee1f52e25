package positionalrt

import (
	"strings"
)

// Decoder is memory that values are unmarshalled into. That of a generated file
// has chunks of the types in it too.
type Decoder struct {
	text strings.Builder
}

// string returns a copy of p in the current chunk of text.
func (d *Decoder) string(p []byte) string {
	if d.text.Cap()-d.text.Len() < len(p) {
		d.text = strings.Builder{}
		d.text.Grow(max(len(p), 16<<10))
	}
	start := d.text.Len()
	d.text.Write(p)
	return d.text.String()[start:]
}

// Chunk is memory for elements of one type.
type Chunk[T any] struct {
	all, free []T
}

// grow begins a new chunk of n elements.
//
//go:noinline
func (c *Chunk[T]) grow(n int) {
	c.all = make([]T, n)
	c.free = c.all
}

// reset takes back what was cut off the chunk.
func (c *Chunk[T]) reset() {
	clear(c.all[:len(c.all)-len(c.free)])
	c.free = c.all
}

// Take cuts n elements off a chunk, and begins a new one of the given size
// when it is used up.
func Take[T any](chunk *Chunk[T], n, size int) []T {
	if n == 0 {
		return []T{}
	}
	if len(chunk.free) < n {
		chunk.grow(max(n, size))
	}
	s := chunk.free[:n:n]
	chunk.free = chunk.free[n:]
	return s
}
