package positionalrt

// CopyBytes returns a copy of p, which is not nil.
func CopyBytes(p []byte) []byte {
	b := make([]byte, len(p))
	copy(b, p)
	return b
}

// bytes returns the first n bytes of p, with no room behind them. Slices close to each
// other share one copy of the input.
func (r *Reader) bytes(p []byte, n int) []byte {
	if off := r.offset(p) - r.from; off+n <= len(r.copied) {
		return r.copied[off : off+n : off+n]
	}
	return r.copyBytes(p, n)
}

// leastCopy is how long a copy is for slices of bytes at least, if there is so much: short
// ones are mostly among others.
const leastCopy = 512

// copyBytes begins another copy, unless the slice is long. It is no more than eight times
// as long as the slice, or than leastCopy: other things may stand between slices.
//
//go:noinline
func (r *Reader) copyBytes(p []byte, n int) []byte {
	if n > Window/4 {
		return CopyBytes(p[:n])
	}
	r.from = r.offset(p)
	r.copied = CopyBytes(p[:min(len(p), Window, max(leastCopy, 8*n))])
	return r.copied[:n:n]
}

// copyBatch is copyBytes where the user wants as few copies as can be.
//
//go:noinline
func (r *Reader) copyBatch(p []byte, n int) []byte {
	if n > Window/4 {
		return CopyBytes(p[:n])
	}
	r.from = r.offset(p)
	r.copied = CopyBytes(p[:min(len(p), Window)])
	return r.copied[:n:n]
}

// CopyOut writes bytes of any named type at the front of p.
func CopyOut[T ~uint8](p []byte, s []T) {
	for i, x := range s {
		p[i] = byte(x)
	}
}

// CopyIn reads bytes of any named type from the front of p.
func CopyIn[T ~uint8](s []T, p []byte) {
	for i := range s {
		s[i] = T(p[i])
	}
}

// Pad fills up n bytes at the front of p to the format's multiple and returns
// the rest.
func Pad(p []byte, n int) []byte {
	end := (n + pad - 1) / pad * pad
	clear(p[n:end])
	return p[end:]
}
