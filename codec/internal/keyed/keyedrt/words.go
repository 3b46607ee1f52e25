package keyedrt

import (
	"encoding/binary"
	"math"
)

// GetWord reads an integer of 1, 2, 4 or 8 bytes; of none it is 0.
func GetWord(b []byte, i, width int) (x uint64, after int) {
	if i < 0 || len(b)-i < width {
		return 0, -1
	}
	if len(b)-i >= 8 {
		return binary.BigEndian.Uint64(b[i:]) >> (64 - 8*width), i + width
	}
	for _, c := range b[i : i+width] {
		x = x<<8 | uint64(c)
	}
	return x, i + width
}

// PutWord writes an integer in 1, 2, 4 or 8 bytes, the fewest that it has room in, behind the
// code of their number, of which code is the first.
func PutWord(b []byte, n int, code byte, x uint64) int {
	switch {
	case x < 1<<8:
		b[n], b[n+1] = code, byte(x)
		return n + 2
	case x < 1<<16:
		b[n] = code + 1
		binary.BigEndian.PutUint16(b[n+1:], uint16(x))
		return n + 3
	case x < 1<<32:
		b[n] = code + 2
		binary.BigEndian.PutUint32(b[n+1:], uint32(x))
		return n + 5
	}
	b[n] = code + 3
	binary.BigEndian.PutUint64(b[n+1:], x)
	return n + 9
}

// PutWord8 writes an integer of 8 bits.
func PutWord8[T int64 | uint64](p *[1]byte, x T) { p[0] = byte(x) }

// PutWord16 writes an integer of 16 bits.
func PutWord16[T int64 | uint64](p *[2]byte, x T) { binary.BigEndian.PutUint16(p[:], uint16(x)) }

// PutWord32 writes an integer of 32 bits.
func PutWord32[T int64 | uint64](p *[4]byte, x T) { binary.BigEndian.PutUint32(p[:], uint32(x)) }

// PutWord64 writes an integer of 64 bits.
func PutWord64[T int64 | uint64](p *[8]byte, x T) { binary.BigEndian.PutUint64(p[:], uint64(x)) }

// PutFloat32 writes a float of 32 bits.
func PutFloat32(p *[4]byte, x float32) { binary.BigEndian.PutUint32(p[:], math.Float32bits(x)) }

// PutFloat64 writes a float of 64 bits.
func PutFloat64(p *[8]byte, x float64) { binary.BigEndian.PutUint64(p[:], math.Float64bits(x)) }
