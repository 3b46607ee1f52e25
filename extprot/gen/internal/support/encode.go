package support

//lint:file-ignore U1000 Generated code uses these declarations.

import (
	"encoding/binary"
	"math"
	"math/bits"
	"slices"
)

// The encoders append to b, and give it back as append does.

func putVint(b []byte, u uint64) []byte {
	for u >= 0x80 {
		b = append(b, byte(u)|0x80)
		u >>= 7
	}
	return append(b, byte(u))
}

// putList opens a list of n elements. Its length, which seal writes, is the second byte.
func putList(b []byte, n int) []byte {
	if n < 0x80 {
		return append(b, wireHtuple, 0, byte(n))
	}
	return putVint(append(b, wireHtuple, 0), uint64(n))
}

// seal writes the length of the content b[start:] before it, where one byte has
// been left free for it.
func seal(b []byte, start int) []byte {
	if n := len(b) - start; n < 0x80 {
		b[start-1] = byte(n)
		return b
	}
	return sealLong(b, start)
}

func sealLong(b []byte, start int) []byte {
	n := uint64(len(b) - start)
	extra := sizeVint(n) - 1
	b = append(b, make([]byte, extra)...)
	copy(b[start+extra:], b[start:])
	putVint(b[:start-1], n)
	return b
}

func putBool(b []byte, v bool) []byte { return append(b, wireBits8, bit(v)) }

func putInt(b []byte, v int64) []byte {
	u := uint64(v<<1) ^ uint64(v>>63)
	p := len(b)
	if u >= 1<<56 || cap(b)-p < 9 {
		return putVint(append(b, wireVint), u)
	}
	// Up to eight groups of seven bits are spread at once. Seven bits and fewer
	// take a byte too.
	n := (bits.Len64(u|1)*9 + 64) >> 6
	u = u&0x0FFFFFFF | u&0xFFFFFFF0000000<<4
	u = u&0x00003FFF00003FFF | u&0x0FFFC0000FFFC000<<2
	u = u&0x007F007F007F007F | u&0x3F803F803F803F80<<1
	u |= 0x8080808080808080 & (1<<(8*uint(n-1)) - 1)
	h := (*[9]byte)(b[p : p+9])
	h[0] = wireVint
	binary.LittleEndian.PutUint64(h[1:9], u)
	return b[:p+1+n]
}

func putIntList(b []byte, v []int64) []byte {
	start := len(b) + 2
	b = putList(b, len(v))
	for _, x := range v {
		b = putInt(b, x)
	}
	return seal(b, start)
}

func putLong(b []byte, v int64) []byte {
	return binary.LittleEndian.AppendUint64(append(b, wireLong), uint64(v))
}

func putFloat(b []byte, v float64) []byte {
	return binary.LittleEndian.AppendUint64(append(b, wireFloat), math.Float64bits(v))
}

func putString(b []byte, v string) []byte {
	if len(v) < 0x80 {
		b = append(b, wireBytes, byte(len(v)))
	} else {
		b = putVint(append(b, wireBytes), uint64(len(v)))
	}
	return append(b, v...)
}

func putBoolList(b []byte, v []bool) []byte {
	if n := len(v); n < 63 {
		b = append(b, wireHtuple, byte(1+2*n), byte(n))
	} else {
		b = putVint(append(b, wireHtuple), uint64(sizeVint(uint64(n))+2*n))
		b = putVint(b, uint64(n))
	}
	// Which of the cases it is decides about all branches here, up to eight elements: the last
	// ones are written twice where they are not as many as are written at once.
	switch n, p := len(v), len(b); {
	case n >= 4:
		b = slices.Grow(b, 2*n)[:p+2*n]
		binary.LittleEndian.PutUint64(b[p:], fourBools(v))
		for i := 4; i < n-4; i += 4 {
			binary.LittleEndian.PutUint64(b[p+2*i:], fourBools(v[i:]))
		}
		binary.LittleEndian.PutUint64(b[len(b)-8:], fourBools(v[n-4:]))
	case n > 0:
		b = slices.Grow(b, 2*n)[:p+2*n]
		c := b[p:]
		c[0], c[1] = wireBits8, bit(v[0])
		c[n&^1], c[n|1] = wireBits8, bit(v[n/2])
		c[2*n-2], c[2*n-1] = wireBits8, bit(v[n-1])
	}
	return b
}

func fourBools(v []bool) uint64 {
	const prefix = wireBits8 * 0x0001000100010001
	t := (*[4]bool)(v)
	return prefix | uint64(bit(t[0]))<<8 | uint64(bit(t[1]))<<24 | uint64(bit(t[2]))<<40 | uint64(bit(t[3]))<<56
}

func bit(v bool) byte {
	if v {
		return 1
	}
	return 0
}

func sizeVint(u uint64) int { return (9*bits.Len64(u|1) + 64) >> 6 }

func sizeInt(v int64) int { return 1 + sizeVint(uint64(v<<1)^uint64(v>>63)) }

// sizeOf is the size of a value with a length: its prefix takes head bytes.
func sizeOf(head, content int) int { return head + sizeVint(uint64(content)) + content }
