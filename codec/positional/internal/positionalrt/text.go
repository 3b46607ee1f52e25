package positionalrt

import (
	"encoding/binary"
)

// Window is how much of the input is copied at once for the strings in it, and for the
// slices of bytes.
const Window = 4096

// string returns the first n bytes of p. Strings close to each other share one
// copy of the input.
func (r *Reader) string(p []byte, n int) string {
	off := r.offset(p) - r.base
	if off+n <= len(r.text) {
		return r.text[off : off+n]
	}
	return r.copyString(p, n)
}

// copyString begins another copy, unless the string is long.
//
//go:noinline
func (r *Reader) copyString(p []byte, n int) string {
	if n > Window/4 {
		return string(p[:n])
	}
	r.base = r.offset(p)
	r.text = string(p[:min(len(p), Window)])
	return r.text[:n]
}

// copyStringSlab begins another copy, unless the string is long or there are chunks
// of memory for it.
//
//go:noinline
func (r *Reader) copyStringSlab(p []byte, n int) string {
	if r.slab != nil {
		return r.slab.string(p[:n])
	}
	if n > Window/4 {
		return string(p[:n])
	}
	r.base = r.offset(p)
	r.text = string(p[:min(len(p), Window)])
	return r.text[:n]
}

// nextString reads a string after its length: here where it is short and its bytes
// are copied already, as most are.
func (r *Reader) nextString(p []byte, field string) (string, []byte, error) {
	if len(p) > 0 && p[0] < 0x80 {
		n, off := int(p[0]), r.offset(p)+1-r.base
		if n < len(p) && off+n <= len(r.text) {
			return r.text[off : off+n], p[1+n:], nil
		}
	}
	return r.anyString(p, field)
}

// anyString reads a string after its length.
func (r *Reader) anyString(p []byte, field string) (string, []byte, error) {
	n, p, err := r.uvarint(p, 64, field)
	if err != nil {
		return "", p, err
	}
	if n > uint64(len(p)) {
		return "", p, r.short(p, field)
	}
	return r.string(p, int(n)), p[n:], nil
}

// AppendString appends s after its length as a varint.
func AppendString(b []byte, s string) []byte {
	n := len(b)
	if len(s) >= 0x80 || cap(b)-n <= len(s) {
		return append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	b = b[:n+1+len(s)]
	b[n] = byte(len(s))
	copy(b[n+1:], s)
	return b
}
