package positionalrt

import (
	"bytes"
	"encoding/binary"
)

// mark returns the error of an input that does not begin with the version of the
// format and the fingerprint of the type.
//
//go:noinline
func (r *Reader) mark(field string) error {
	if len(r.data) < markFixed {
		return r.short(r.data, field)
	}
	return r.fail(r.data, field, "the fingerprint is that of another type, or of another version of this one")
}

// grown reads the fingerprint of an input that does not begin with mark, and
// returns the rest: evolvable structs, whose names are given, may have lost or
// gained fields at their end.
//
//go:noinline
func (r *Reader) grown(mark, field string, names ...string) ([]byte, error) {
	if len(r.data) < markFixed || string(r.data[:markFixed]) != mark[:markFixed] {
		return r.data, r.mark(field)
	}
	p := r.data[markFixed:]
	n, k := binary.Uvarint(p)
	if k <= 0 || n > uint64(len(p)-k) {
		return p, r.short(p, field)
	}
	theirs, rest := p[k:k+int(n)], p[k+int(n):]
	_, k = binary.Uvarint([]byte(mark[markFixed:]))
	own := []byte(mark[markFixed+k:])
	for _, name := range names {
		var key, want []byte
		key, want, own = Growth(own)
		for left := theirs; len(left) > 0; {
			var other, got []byte
			if other, got, left = Growth(left); other == nil {
				return p, r.fail(p, field, "the fingerprint of evolvable structs is damaged")
			}
			n := min(len(got), len(want))
			if bytes.Equal(other, key) && !bytes.Equal(got[:n], want[:n]) {
				return p, r.fail(p, field, "the evolvable struct "+name+" was written with other fields than those of this one, before its end")
			}
		}
	}
	return rest, nil
}

// Growth returns the key and the hashes that table begins with, and the rest. The
// key is nil when there is no such thing.
func Growth(table []byte) (key, hashes, rest []byte) {
	if len(table) < 3 {
		return nil, nil, nil
	}
	n, k := binary.Uvarint(table[2:])
	if k <= 0 || n > uint64(len(table)-2-k)/2 {
		return nil, nil, nil
	}
	end := 2 + k + 2*int(n)
	return table[:2], table[2+k : end], table[end:]
}
