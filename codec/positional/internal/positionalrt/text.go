package positionalrt

import (
	"encoding/binary"
)

// Window is how much of the input is copied at once for the strings in it, and for the
// slices of bytes.
const Window = 4096

// BatchWindow is that where the user wants as few copies as can be: longer ones take no less time.
const BatchWindow = 16 << 10

// string returns the first n bytes of p. Strings close to each other share one
// copy of the input.
func (r *Reader) string(p []byte, n int) string {
	off := r.offset(p) - r.base
	if off+n <= len(r.text) {
		return r.text[off : off+n]
	}
	return r.copyString(p, n)
}

// far is how much of the input without a string tells that more is to come.
const far = 256

// room returns how much of p a copy takes for a string of n bytes and those behind it. That is all of
// a short message. Of a long one the first copy is a quarter of a window, and one behind a long list of
// numbers, say, is little: there is not much but other things where strings are far from each other.
func (r *Reader) room(p []byte, n int) int {
	size := Window
	switch gap := r.offset(p) - r.base - len(r.text); {
	case len(p) <= Window && r.text == "":
	case gap > far && r.text != "":
		size = max(128, 2*n)
	default:
		size = min(Window, max(Window/4, 4*len(r.text)))
	}
	return min(len(p), size)
}

// roomBatch is room where the user wants as few copies as can be.
func (r *Reader) roomBatch(p []byte, n int) int { return min(len(p), Window) }

// copyString begins another copy, unless the string is long.
//
//go:noinline
func (r *Reader) copyString(p []byte, n int) string {
	if n > Window/4 {
		return string(p[:n])
	}
	text := string(p[:r.room(p, n)])
	r.base, r.text = r.offset(p), text
	return text[:n]
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
	text := string(p[:r.room(p, n)])
	r.base, r.text = r.offset(p), text
	return text[:n]
}

// gather sees to it that the strings of n elements at the front of p are copied, of which each has so many of them, after
// their lengths, behind its fixed bytes.
func (r *Reader) gather(p []byte, n, fixed, texts int) {
	if r.offset(p) >= r.base+len(r.text) {
		r.gatherMore(p, n, fixed, texts)
	}
}

// gatherMore begins a copy for gather: up to the first string that is long, or a window.
//
//go:noinline
func (r *Reader) gatherMore(p []byte, n, fixed, texts int) {
	end := 0
	for more := true; more && n > 0 && end < Window; n-- {
		end += fixed
		for k := 0; k < texts && more; k++ {
			if more = end < len(p) && p[end] < 0x80; more {
				end += 1 + int(p[end])
			}
		}
	}
	r.base, r.text = r.offset(p), string(p[:min(end, len(p))])
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

// strings reads several strings after their lengths, whose fields are those of owner that
// names has, with ", " between them.
func (r *Reader) strings(p []byte, owner, names string, list ...*string) ([]byte, error) {
	for i, s := range list {
		if len(p) > 0 && p[0] < 0x80 {
			n, off := int(p[0]), r.offset(p)+1-r.base
			if n < len(p) && off+n <= len(r.text) {
				*s, p = r.text[off:off+n], p[1+n:]
				continue
			}
		}
		text, rest, err := r.anyString(p, "")
		if err != nil {
			_, rest, err = r.anyString(p, fieldOf(owner, names, i))
			return rest, err
		}
		*s, p = text, rest
	}
	return p, nil
}

// AppendString appends s after its length as a varint.
func AppendString(b []byte, s string) []byte {
	n := len(b)
	if len(s) >= 0x80 || cap(b)-n <= len(s) {
		return append(binary.AppendUvarint(b, uint64(len(s))), s...)
	}
	b = b[:n+1+len(s)]
	b[n] = byte(len(s))
	if s != "" { // for what is empty, too, the copy is a call
		copy(b[n+1:], s)
	}
	return b
}

// AppendText is AppendString where the code is so much that a call takes less time.
//
//go:noinline
func AppendText(b []byte, s string) []byte { return AppendString(b, s) }
