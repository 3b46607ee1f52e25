package jsonrt

import (
	"encoding/binary"
	"errors"
	"math"
	"math/bits"
	"strconv"
)

// Shortest decimals and exact parsing by the unrounded scaling ("uscale") of
// Russ Cox, "Floating-Point Printing and Parsing Can Be Simple And Fast"
// (2026): one 64x128-bit multiplication by a power of ten, whose second half is
// rarely needed.

func b2u(b bool) uint64 {
	if b {
		return 1
	}
	return 0
}

func log10Pow2(x int) int { return (x * 78913) >> 18 }
func log2Pow10(x int) int { return (x * 108853) >> 15 }
func skewed(e int) int    { return (e*631305 - 261663) >> 21 }

// uscale returns x * 2**e * 10**p with two more bits: a half and a sticky one.
// Its shift s is -(e + log2Pow10(p) + 3), which has to be less than 64.
func uscale(x uint64, pm *[2]uint64, s uint) uint64 {
	hi, mid := bits.Mul64(x, pm[0])
	sticky := uint64(1)
	if hi&(1<<(s&63)-1) == 0 {
		mid2, _ := bits.Mul64(x, pm[1])
		sticky = b2u(mid-mid2 > 1)
		hi -= b2u(mid < mid2)
	}
	return hi>>(s&63) | sticky
}

func unFloor(u uint64) uint64 { return u >> 2 }
func unCeil(u uint64) uint64  { return (u + 3) >> 2 }
func unRound(u uint64) uint64 { return (u + 1 + u>>2&1) >> 2 }

// shortest64 returns the shortest d * 10**p that parses as f, which is finite and
// above 0; d may have zeros at its end.
func shortest64(f float64) (d uint64, p int) {
	u := math.Float64bits(f)
	return shortest(u&(1<<52-1)<<11, int(u>>52), -1085, 11)
}

// shortest32 is shortest64 for float32.
func shortest32(f float32) (d uint64, p int) {
	u := math.Float32bits(f)
	return shortest(uint64(u&(1<<23-1))<<40, int(u>>23), -189, 40)
}

// shortest takes the fraction m, in the highest bits but one, the biased
// exponent e, the exponent of the smallest numbers as they are here, and the
// number z of bits that a mantissa of 64 bits has too many.
func shortest(m uint64, e, minExp, z int) (d uint64, p int) {
	if e == 0 {
		k := bits.LeadingZeros64(m)
		m <<= uint(k)
		e = minExp - k
	} else {
		m |= 1 << 63
		e += minExp - 1
	}
	var lo uint64
	if m == 1<<63 && e > minExp {
		p = -skewed(e + z)
		lo = m - 1<<(uint(z-2)&63)
	} else {
		if e < minExp {
			z += minExp - e
		}
		p = -log10Pow2(e + z)
		lo = m - 1<<(uint(z-1)&63)
	}
	hi := m + 1<<(uint(z-1)&63)
	odd := m >> (uint(z) & 63) & 1
	pm := &powersOfTen[p-minPower]
	s := uint(-(e + log2Pow10(p) + 3))
	dmin := unCeil(uscale(lo, pm, s) + odd)
	dmax := unFloor(uscale(hi, pm, s) - odd)
	d = unRound(uscale(m, pm, s))
	if dmin >= dmax {
		d = dmin
	}
	p = -p
	if short := dmax / 10; short*10 >= dmin {
		d = short
		p++
	}
	return d, p
}

// scale returns the float64 nearest to d * 10**p, for d up to 1e19 and above 0.
// It is infinite if the float64 overflows.
func scale(d uint64, p int) float64 {
	if p < minPower {
		return 0
	}
	if p > maxPower {
		return math.Inf(1)
	}
	b := bits.Len64(d)
	lp := log2Pow10(p)
	e := min(1074, 53-b-lp)
	shift := -(e - (64 - b) + lp + 3)
	if shift > 63 {
		return 0 // less than a quarter of the smallest float64
	}
	u := uscale(d<<uint(64-b), &powersOfTen[p-minPower], uint(shift))
	s := uint(b2u(u >= 1<<55-2))
	u = u>>s | u&1
	e -= int(s)
	m := unRound(u)
	if m&(1<<52) == 0 {
		return math.Float64frombits(m)
	}
	if e < 1075-2046 {
		return math.Inf(1)
	}
	return math.Float64frombits(m&^(1<<52) | uint64(1075-e)<<52)
}

// MaxFloat is the room that a float needs.
const MaxFloat = 48

// Float64 writes f; it needs MaxFloat bytes of room.
func (e *Encoder) Float64(b []byte, n int, f float64) int {
	if math.Float64bits(f)>>52&0x7ff == 0x7ff {
		e.Refuse(errors.New("a number is infinite or none"))
		return n
	}
	p := (*[MaxFloat]byte)(b[n : n+MaxFloat : n+MaxFloat])
	i := 0
	if e.long > 0 {
		p[0] = '-' // overwritten if f has no sign, which a jump foresees less well here
		i = int(math.Float64bits(f) >> 63)
		f = math.Abs(f)
	} else if math.Float64bits(f)>>63 != 0 {
		p[0] = '-'
		i = 1
		f = -f
	}
	if f < 1<<53 {
		if u := int64(f); float64(u) == f { // conversions of uint64 take branches
			return Uint(b, n+i, uint64(u))
		}
	}
	if e.long == 0 {
		if k := putShort(p, i, f); k > 0 {
			return n + k
		}
		e.long = 8
	}
	e.long--
	if f < 1<<52 && f >= 1e-6 && math.Float64bits(f)<<12 != 0 {
		return n + putMiddle(p, i, f)
	}
	d, exponent := shortest64(f)
	return n + putDecimal(p, i, d, exponent)
}

// putShort writes f, above 0, at p[i:] and returns the end, if f is the float64 nearest
// to a decimal with up to six digits after the point and fifteen in all. No shorter one
// has the same float64, and no division takes as long as finding the shortest. Else it
// returns 0.
func putShort(p *[MaxFloat]byte, i int, f float64) int {
	if f >= 1e9 || f < 1e-6 {
		return 0
	}
	u := uint64(int64(f*1e6 + 0.5))
	if float64(int64(u))/1e6 != f {
		return 0
	}
	return putMillionths(p, i, u)
}

// putShort32 is putShort for a float32 and decimals of up to six digits, or five for some
// that are little more than a power of two. No two such have the same float32.
func putShort32(p *[MaxFloat]byte, i int, f float32) int {
	if f >= 1<<16 || f < 1e-6 {
		return 0
	}
	k := 6 // digits after the point
	if f >= 1 {
		k = int(afterPoint[(math.Float32bits(f)>>23-127)&15])
	}
	scale := float64Powers[k]
	u := uint64(int64(float64(f)*scale + 0.5))
	// The quotient is rounded to 53 bits before it is to 24. That makes no difference: a
	// decimal of six digits is halfway between two float32, or farther from there than this.
	if float32(float64(int64(u))/scale) != f {
		return 0
	}
	return putMillionths(p, i, u*powers[6-k])
}

// putMiddle writes f, which is from 1e-6 up to 2**52, no whole number and no power of two, at p[i:]
// and returns the end. It finds the shortest decimal as shortest does, but all numbers here have
// 128 bits: f has 53, and 10**k up to 52 that are not zero.
func putMiddle(p *[MaxFloat]byte, i int, f float64) int {
	u := math.Float64bits(f)
	m, e := u<<11|1<<63, int(u>>52)-1086
	k := -log10Pow2(e + 11) // digits after the point: up to 22
	ten := powersOfTen[k-minPower][0]
	s := uint(-(e + log2Pow10(k) + 1)) & 63
	x, y := bits.Mul64(m, ten)
	odd := u & 1
	_, less := bits.Sub64(y, ten<<10, 1-odd)
	low := (x-ten>>54-less)>>s + 1
	y2, more := bits.Add64(y, ten<<10, 0)
	_, less = bits.Sub64(y2, odd, 0)
	high := (x + ten>>54 + more - less) >> s
	d := (x + 1<<((s-1)&63) - 1 + (x>>s&1 | b2u(y != 0))) >> s
	if short := high / 10 * 10; short >= low {
		d = short
	}
	whole := uint64(int64(f))
	n := putWhole(p, i, whole)
	z := max(k-17, 0) // zeros before seventeen digits
	d = (d - whole*powers[k-z]) * powers[17-k+z]
	h := d / 1e9
	d -= h * 1e9
	g := d / 10
	last := d - g*10
	v, w := digits8(h), digits8(g)
	n += z
	q := p[n : n+17]
	binary.LittleEndian.PutUint64(q, v|zeros)
	binary.LittleEndian.PutUint64(q[8:], w|zeros)
	q[16] = byte(last) + '0'
	end := 16 - bits.LeadingZeros64(w)>>3
	if w == 0 {
		end = 8 - bits.LeadingZeros64(v)>>3
	}
	return n + max(end, 17*int(b2u(last != 0)))
}

// putWhole writes u, the whole of a number that has more digits, and the point at p[i:], and returns
// the end. Zeros follow it if it is less than 10. Of a float it is the whole of the decimal, too:
// whole numbers so small are floats themselves, so that no other decimal is one.
func putWhole(p *[MaxFloat]byte, i int, u uint64) int {
	if u < 10 {
		binary.LittleEndian.PutUint64(p[i:i+8], 0x3030303030302e30+u) // 0.000000
		return i + 2
	}
	n := Uint(p[:], i, u)
	p[n] = '.'
	return n + 1
}

// putMiddle32 is putMiddle for a float32 up to 2**24. All numbers have 64 bits: f has 24, and 10**k
// up to 31.
func putMiddle32(p *[MaxFloat]byte, i int, f float32) int {
	u := uint64(math.Float32bits(f))
	m, e := u<<40|1<<63, int(u>>23)-190
	k := -log10Pow2(e + 40) // up to 13
	ten := powersOfTen[k-minPower][0]
	s := uint(-(e + log2Pow10(k) + 1)) & 63
	x, _ := bits.Mul64(m, ten)
	odd := u & 1
	low := (x-ten>>25-(1-odd))>>s + 1
	high := (x + ten>>25 - odd) >> s
	d := (x + 1<<((s-1)&63) - 1 + x>>s&1) >> s
	if short := high / 10 * 10; short >= low {
		d = short
	}
	whole := uint64(int64(f))
	n := putWhole(p, i, whole)
	z := max(k-9, 0) // zeros before nine digits
	d = (d - whole*powers[k-z]) * powers[9-k+z]
	h := d / 10
	last := d - h*10
	w := digits8(h)
	n += z
	q := p[n : n+9]
	binary.LittleEndian.PutUint64(q, w|zeros)
	q[8] = byte(last) + '0'
	return n + max(8-bits.LeadingZeros64(w)>>3, 9*int(b2u(last != 0)))
}

// afterPoint has how many digits after the point are six in all for a number from a power
// of two up to the next.
var afterPoint = [16]uint8{5, 5, 5, 4, 4, 4, 3, 3, 3, 2, 2, 2, 2, 1, 1, 1}

// putMillionths writes u millionths, which are no whole number, at p[i:] and returns the end.
func putMillionths(p *[MaxFloat]byte, i int, u uint64) int {
	whole := u / 1e6
	i = Uint(p[:], i, whole)
	w := digits8((u - whole*1e6) * 100)
	q := p[i : i+9]
	q[0] = '.'
	binary.LittleEndian.PutUint64(q[1:], w|zeros)
	return i + 9 - bits.LeadingZeros64(w)>>3
}

// Float32 is Float64 for float32.
func (e *Encoder) Float32(b []byte, n int, f float32) int {
	if math.Float32bits(f)>>23&0xff == 0xff {
		e.Refuse(errors.New("a number is infinite or none"))
		return n
	}
	p := (*[MaxFloat]byte)(b[n : n+MaxFloat : n+MaxFloat])
	i := 0
	if e.long > 0 {
		p[0] = '-' // as in Float64
		i = int(math.Float32bits(f) >> 31)
		f = math.Float32frombits(math.Float32bits(f) &^ (1 << 31))
	} else if math.Float32bits(f)>>31 != 0 {
		p[0] = '-'
		i = 1
		f = -f
	}
	if f < 1<<24 {
		if u := int64(f); float32(u) == f {
			return Uint(b, n+i, uint64(u))
		}
	}
	if math.Float32bits(f)&(1<<23-1) == 0 {
		// Two decimals can be as near to a power of two, and which one strconv
		// takes depends on its version: 2**-12 is 0.00024414063 in Go 1.26, and
		// 0.00024414062 before and after.
		format := byte('f')
		if f < 1e-6 || f >= 1e21 {
			format = 'e'
		}
		text := strconv.AppendFloat(p[:i], float64(f), format, -1, 32)
		if k := len(text); format == 'e' && text[k-3] == '-' && text[k-2] == '0' {
			text[k-2] = text[k-1] // e-09 to e-9
			text = text[:k-1]
		}
		return n + len(text)
	}
	if e.long == 0 {
		if k := putShort32(p, i, f); k > 0 {
			return n + k
		}
		e.long = 8
	}
	e.long--
	if f < 1<<24 && f >= 1e-6 {
		return n + putMiddle32(p, i, f)
	}
	d, exponent := shortest32(f)
	return n + putDecimal(p, i, d, exponent)
}

// putDecimal writes d * 10**e, above 0, at p[i:] and returns the end. Above 1 it is a whole number.
func putDecimal(p *[MaxFloat]byte, i int, d uint64, e int) int {
	var top, w1, w2 uint64
	point := 16 // digits before the decimal point
	if d < 1e9 {
		for d < 1e7 { // to 8 or 9 digits
			k := max(8-(bits.Len64(d)*1233>>12+1), 1)
			d *= powers[k]
			e -= k
		}
		top = d / 1e8
		w1 = digits8(d - top*1e8)
		point = 8
	} else {
		for d < 1e15 { // to 16 or 17
			k := max(16-(bits.Len64(d)*1233>>12+1), 1)
			d *= powers[k]
			e -= k
		}
		h := d / 1e8
		top = h / 1e8
		w1, w2 = digits8(h-top*1e8), digits8(d-h*1e8)
	}
	seventeenth := int(b2u(top != 0)) // digit, or ninth
	point += seventeenth + e
	// Digits of top, w1 and w2 without the zeros at the end.
	nd := 16 - bits.LeadingZeros64(w2)>>3
	if w2 == 0 {
		nd = 8 - bits.LeadingZeros64(w1)>>3
	}
	w1 |= zeros
	w2 |= zeros
	var k int // where the digits start
	exp := point > 21 || point < -5
	switch {
	case exp:
		k = 1
	case point <= 0:
		binary.LittleEndian.PutUint64(p[i:], 0x3030303030302e30) // 0.000000
		k = 2 - point
	default:
		k = 1
	}
	q := p[i:]
	q = q[:40]
	j := k
	q[j] = byte(top) + '0' // overwritten if it is none
	j += seventeenth
	nd += seventeenth
	binary.LittleEndian.PutUint64(q[j:], w1)
	binary.LittleEndian.PutUint64(q[j+8:], w2)
	switch {
	case exp:
		q[0] = q[1]
		q[1] = '.'
		k = 1
		if nd > 1 {
			k = nd + 1
		}
		q[k] = 'e'
		x := point - 1
		if x < 0 {
			q[k+1] = '-'
			x = -x
		} else {
			q[k+1] = '+'
		}
		return i + putExponent(q, k+2, x)
	case point <= 0:
		return i + k + nd
	}
	copy(q, q[1:1+nd])
	for k := nd; k < point; k++ {
		q[k] = '0'
	}
	return i + point
}

// putExponent writes x, 0 to 323, at q[k:] and returns the end.
func putExponent(q []byte, k, x int) int {
	if x < 10 {
		q[k] = byte(x) + '0'
		return k + 1
	}
	if x >= 100 {
		h := x / 100
		x -= h * 100
		q[k] = byte(h) + '0'
		k++
	}
	binary.LittleEndian.PutUint16(q[k:], two[x&127])
	return k + 2
}
