package jsonrt

import (
	"encoding/binary"
	"math/bits"
)

// Uint writes u; it needs 24 bytes of room.
func Uint(b []byte, n int, u uint64) int {
	if u < 1e8 {
		if u < 10 {
			b[n] = byte(u) + '0'
			return n + 1
		}
		if u < 1e4 {
			w, k := digits4(u)
			binary.LittleEndian.PutUint32(b[n:n+4:n+4], w)
			return n + k
		}
		w := digits8(u)
		z := bits.TrailingZeros64(w) &^ 7
		binary.LittleEndian.PutUint64(b[n:n+8:n+8], (w|zeros)>>(uint(z)&63))
		return n + 8 - z>>3
	}
	h := u / 1e8
	if h < 100 { // an int32
		one := (h - 10) >> 63 // 1 for a single digit
		binary.LittleEndian.PutUint16(b[n:n+2:n+2], two[h&127]>>(one*8))
		n += 2 - int(one)
	} else if h < 1e8 {
		w := digits8(h)
		z := bits.TrailingZeros64(w) &^ 7
		binary.LittleEndian.PutUint64(b[n:n+8:n+8], (w|zeros)>>(uint(z)&63))
		n += 8 - z>>3
	} else {
		t := h / 1e8
		n = Uint(b, n, t)
		binary.LittleEndian.PutUint64(b[n:n+8:n+8], digits8(h-t*1e8)|zeros)
		n += 8
	}
	binary.LittleEndian.PutUint64(b[n:n+8:n+8], digits8(u-h*1e8)|zeros)
	return n + 8
}

// Int writes x; it needs 24 bytes of room.
func Int(b []byte, n int, x int64) int {
	b[n] = '-' // overwritten if x has no sign, which a jump would have to foresee
	sign := x >> 63
	return Uint(b, n-int(sign), uint64(x^sign)-uint64(sign))
}

// threeDigits are the digits of small numbers, the first in the lowest byte, and above
// them how many there are.
var threeDigits = smallNumbers()

func smallNumbers() (t [1000]uint32) {
	for u := range t {
		w, k := digits4(uint64(u))
		t[u] = w&0xffffff | uint32(k)<<24
	}
	return t
}

// putSmall is Uint for numbers that threeDigits has.
func putSmall(b []byte, n int, u uint64) int {
	w := threeDigits[u]
	binary.LittleEndian.PutUint32(b[n:n+4:n+4], w)
	return n + int(w>>24)
}

const zeros = 0x3030303030303030 // eight times '0'

// digits4 returns the decimal digits of u, less than 1e4, as text, the first in
// the lowest byte, and how many there are.
func digits4(u uint64) (w uint32, k int) {
	h := u * 5243 >> 19 // u / 100
	less := (u-10)>>63 + (u-100)>>63 + (u-1000)>>63
	w = uint32(two[h&127]) | uint32(two[(u-h*100)&127])<<16
	return w >> (less * 8 & 31), 4 - int(less)
}

// digits8 returns the 8 decimal digits of u, less than 1e8, the first in the
// lowest byte, each 0 to 9.
func digits8(u uint64) uint64 {
	hi := u * 109951163 >> 40 // u / 10000
	x := hi | (u-hi*10000)<<32
	t := x * 10486 >> 20 & 0x7f0000007f
	y := t | (x-t*100)<<16
	z := y * 103 >> 10 & 0x000f000f000f000f
	return z | (y-z*10)<<8
}
