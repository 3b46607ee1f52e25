package positionalrt

import (
	"encoding/binary"
	"math/bits"
)

// AppendUvarint appends a varint.
func AppendUvarint(b []byte, x uint64) []byte {
	if x < 0x80 {
		return append(b, byte(x))
	}
	return binary.AppendUvarint(b, x)
}

// PutUvarint writes a varint at the front of p, which has room for it, and
// returns the rest.
func PutUvarint(p []byte, x uint64) []byte {
	for x >= 0x80 {
		p[0] = byte(x) | 0x80
		x >>= 7
		p = p[1:]
	}
	p[0] = byte(x)
	return p[1:]
}

// PutUvarint9 writes a varint whose ninth byte holds 8 bits as [PutUvarint] does.
func PutUvarint9(p []byte, x uint64) []byte {
	for range 8 {
		if x < 0x80 {
			break
		}
		p[0] = byte(x) | 0x80
		x >>= 7
		p = p[1:]
	}
	p[0] = byte(x)
	return p[1:]
}

// UvarintSize returns the length in bytes of a varint.
func UvarintSize(x uint64) int { return (9*bits.Len64(x) + 64) / 64 }

// UvarintSize9 returns the length in bytes of a varint whose ninth byte holds
// 8 bits.
func UvarintSize9(x uint64) int { return min((9*bits.Len64(x)+64)/64, 9) }

// uvarint reads a varint of at most the given number of bits, and no more bytes
// than they take.
//
//go:noinline
func (r *Reader) uvarint(p []byte, width int, field string) (uint64, []byte, error) {
	x, n := binary.Uvarint(p)
	switch {
	case n == 0:
		return 0, p, r.short(p, field)
	case n < 0 || n > (width+6)/7 || width < 64 && x>>width != 0:
		return 0, p, r.fail(p, field, "a varint that is too long")
	}
	return x, p[n:], nil
}

// uvarint9 reads a varint whose ninth byte holds 8 bits.
//
//go:noinline
func (r *Reader) uvarint9(p []byte, field string) (uint64, []byte, error) {
	var x uint64
	for i := range p {
		if i == 8 {
			return x | uint64(p[8])<<56, p[9:], nil
		}
		x |= uint64(p[i]&0x7f) << (7 * i)
		if p[i] < 0x80 {
			return x, p[i+1:], nil
		}
	}
	return 0, p, r.short(p, field)
}

// ZigZag maps 0, -1, 1, -2 to 0, 1, 2, 3.
func ZigZag(x int64) uint64 { return uint64(x)<<1 ^ uint64(x>>63) }

// UnZigZag is the inverse of [ZigZag].
func UnZigZag(x uint64) int64 { return int64(x>>1) ^ -int64(x&1) }

// SetLength writes the length of b[start:] before it, as a varint for which
// there is room of one byte so far.
func SetLength(b []byte, start int) []byte {
	n := len(b) - start
	if n < 0x80 {
		b[start-1] = byte(n)
		return b
	}
	var length [binary.MaxVarintLen64]byte
	k := binary.PutUvarint(length[:], uint64(n))
	b = append(b, length[1:k]...)
	copy(b[start+k-1:], b[start:start+n])
	copy(b[start-1:], length[:k])
	return b
}
