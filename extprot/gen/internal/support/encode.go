package support

//lint:file-ignore U1000 Generated code uses these declarations.

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
)

// room gives b room for size bytes. A buffer that must grow gets room for bound,
// so that its next use need not take the size; a first one just what it needs.
func room(b []byte, size, bound int) []byte {
	switch {
	case cap(b)-len(b) >= size:
		return b
	case cap(b) > 0:
		size = bound
	}
	return slices.Grow(b, size)
}

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
	binary.LittleEndian.PutUint16(b[p:p+2], x)
	return p + 2
}

func putInt(b []byte, p int, v int64) int {
	u := uint64(v<<1) ^ uint64(v>>63)
	if u >= 1<<56 || uint(p)+9 > uint(len(b)) {
		b[p] = wireVint
		return putVint(b, p+1, u)
	}
	// Up to eight groups of seven bits are spread at once. Seven bits and fewer
	// take a byte too.
	n := (bits.Len64(u|1)*9 + 64) >> 6
	u = u&0x0FFFFFFF | u&0xFFFFFFF0000000<<4
	u = u&0x00003FFF00003FFF | u&0x0FFFC0000FFFC000<<2
	u = u&0x007F007F007F007F | u&0x3F803F803F803F80<<1
	u |= 0x8080808080808080 & (1<<(8*uint(n-1)) - 1)
	h := (*[9]byte)(b[uint(p) : uint(p)+9])
	h[0] = wireVint
	binary.LittleEndian.PutUint64(h[1:9], u)
	return p + 1 + n
}

func putIntList(b []byte, p int, v []int64) int {
	b[p] = wireHtuple
	p += 2
	start := p
	p = putVint(b, p, uint64(len(v)))
	for _, x := range v {
		p = putInt(b, p, x)
	}
	return seal(b, start, p)
}

func putLong(b []byte, p int, v int64) int {
	h := (*[9]byte)(b[p : p+9])
	h[0] = wireLong
	binary.LittleEndian.PutUint64(h[1:9], uint64(v))
	return p + 9
}

func putFloat(b []byte, p int, v float64) int {
	h := (*[9]byte)(b[p : p+9])
	h[0] = wireFloat
	binary.LittleEndian.PutUint64(h[1:9], math.Float64bits(v))
	return p + 9
}

func putString(b []byte, p int, v string) int {
	b[p] = wireBytes
	p++
	if len(v) < 0x80 {
		b[p] = byte(len(v))
		p++
	} else {
		p = putVint(b, p, uint64(len(v)))
	}
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
	for len(v) >= 4 { // four at once
		const prefix = wireBits8 * 0x0001000100010001
		t := (*[4]bool)(v)
		x := prefix | bit(t[0])<<8 | bit(t[1])<<24 | bit(t[2])<<40 | bit(t[3])<<56
		binary.LittleEndian.PutUint64(b[p:p+8], x)
		p, v = p+8, v[4:]
	}
	for _, x := range v {
		p = putBool(b, p, x)
	}
	return p
}

func bit(v bool) uint64 {
	if v {
		return 1
	}
	return 0
}

func sizeVint(u uint64) int { return (9*bits.Len64(u|1) + 64) >> 6 }

func sizeInt(v int64) int { return 1 + sizeVint(uint64(v<<1)^uint64(v>>63)) }

// sizeOf is the size of a value with a length: its prefix takes head bytes.
func sizeOf(head, content int) int { return head + sizeVint(uint64(content)) + content }

// maxHeader bounds a container's prefix, length and count.
const maxHeader = 28
