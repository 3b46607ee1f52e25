package support

//lint:file-ignore U1000 Generated code uses these declarations.

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// begin copy

// The encoders write at b[p:], which has room, and give the position behind.

func putVint(b []byte, p int, u uint64) int {
	for u >= 0x80 {
		b[p] = byte(u) | 0x80
		u >>= 7
		p++
	}
	b[p] = byte(u)
	return p + 1
}

// seal writes the length of the content b[start:p] before it, where one byte has
// been left free for it.
func seal(b []byte, start, p int) int {
	if n := p - start; n < 0x80 {
		b[start-1] = byte(n)
		return p
	}
	return sealLong(b, start, p)
}

func sealLong(b []byte, start, p int) int {
	n := uint64(p - start)
	extra := sizeVint(n) - 1
	copy(b[start+extra:p+extra], b[start:p])
	putVint(b, start-1, n)
	return p + extra
}

func putBool(b []byte, p int, v bool) int {
	x := uint16(wireBits8)
	if v {
		x |= 1 << 8
	}
	binary.LittleEndian.PutUint16(b[p:], x)
	return p + 2
}

func putInt(b []byte, p int, v int64) int {
	u := uint64(v<<1) ^ uint64(v>>63)
	b[p] = wireVint
	if u < 0x80 || u >= 1<<56 || p+9 > len(b) {
		return putVint(b, p+1, u)
	}
	// Up to eight groups of seven bits are spread at once.
	n := (bits.Len64(u)*9 + 64) >> 6
	u = u&0x0FFFFFFF | u&0xFFFFFFF0000000<<4
	u = u&0x00003FFF00003FFF | u&0x0FFFC0000FFFC000<<2
	u = u&0x007F007F007F007F | u&0x3F803F803F803F80<<1
	u |= 0x8080808080808080 & (1<<(8*(n-1)) - 1)
	binary.LittleEndian.PutUint64(b[p+1:], u)
	return p + 1 + n
}

func putLong(b []byte, p int, v int64) int {
	b[p] = wireLong
	binary.LittleEndian.PutUint64(b[p+1:], uint64(v))
	return p + 9
}

func putFloat(b []byte, p int, v float64) int {
	b[p] = wireFloat
	binary.LittleEndian.PutUint64(b[p+1:], math.Float64bits(v))
	return p + 9
}

func putString(b []byte, p int, v string) int {
	b[p] = wireBytes
	p = putVint(b, p+1, uint64(len(v)))
	return p + copy(b[p:], v)
}

func putBoolList(b []byte, p int, v []bool) int {
	if n := len(v); n < 63 {
		b[p], b[p+1], b[p+2] = wireHtuple, byte(1+2*n), byte(n)
		p += 3
	} else {
		b[p] = wireHtuple
		p = putVint(b, p+1, uint64(sizeVint(uint64(n))+2*n))
		p = putVint(b, p, uint64(n))
	}
	c := b[p : p+2*len(v)]
	for _, x := range v {
		if len(c) < 2 {
			break
		}
		y := byte(0)
		if x {
			y = 1
		}
		c[0], c[1] = wireBits8, y
		c = c[2:]
	}
	return p + 2*len(v)
}

func sizeVint(u uint64) int {
	n := 1
	for u >= 0x80 {
		u >>= 7
		n++
	}
	return n
}

func sizeInt(v int64) int { return 1 + sizeVint(uint64(v<<1)^uint64(v>>63)) }

// sizeOf is the size of a value with a length: its prefix takes head bytes.
func sizeOf(head, content int) int { return head + sizeVint(uint64(content)) + content }

// maxHeader bounds a container's prefix, length and count.
const maxHeader = 28
