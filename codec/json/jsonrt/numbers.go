package jsonrt

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// Lists of numbers. Of integers, commas are looked for in 32 bytes at once, so that where one
// begins does not wait for the digits of the one before: short ones take half as long so.
// Lists of more than a few floats are for vector instructions, if there are any. What has
// white space but a blank before it, the last of a list of integers, and what is no number
// is for the routines of single numbers.

// ReadInts reads an array of signed integers.
func ReadInts[S ~[]T, T signed](d *Decoder, b []byte, i int, v *S, number int) int {
	i, s, more := Elements(d, b, i, v, -1, number)
	for some := true; more; {
		if some && cap(s)-len(s) >= many {
			k, j := manyInts(b, i, s[len(s):cap(s)])
			s, i, some = s[:len(s)+k], j, k > 0
		}
		if len(s) < cap(s) {
			s = s[:len(s)+1]
		} else {
			s = Lengthen(d, v, s, number)
		}
		i = ReadInt(d, b, i, &s[len(s)-1])
		if comma(b, i) {
			i++
		} else {
			i, more = d.More(b, i)
		}
	}
	return Finish(d, i, v, s)
}

// ReadUints reads an array of unsigned integers.
func ReadUints[S ~[]T, T unsigned](d *Decoder, b []byte, i int, v *S, number int) int {
	i, s, more := Elements(d, b, i, v, -1, number)
	for some := true; more; {
		if some && cap(s)-len(s) >= many {
			k, j := manyUints(b, i, s[len(s):cap(s)])
			s, i, some = s[:len(s)+k], j, k > 0
		}
		if len(s) < cap(s) {
			s = s[:len(s)+1]
		} else {
			s = Lengthen(d, v, s, number)
		}
		i = ReadUint(d, b, i, &s[len(s)-1])
		if comma(b, i) {
			i++
		} else {
			i, more = d.More(b, i)
		}
	}
	return Finish(d, i, v, s)
}

// ReadFloats reads an array of float64.
func ReadFloats[S ~[]float64](d *Decoder, b []byte, i int, v *S, number int) int {
	i, s, more := Elements(d, b, i, v, -1, number)
	for some := vectors && cap(s) >= many; more; {
		if some && i >= 0 && cap(s)-len(s) >= many {
			k, j := manyFloats(b, i, s[len(s):cap(s)])
			if some = k > 1; k > 0 {
				s = s[:len(s)+k]
				i, more = d.More(b, j)
				continue
			}
		}
		if len(s) < cap(s) {
			s = s[:len(s)+1]
		} else {
			s = Lengthen(d, v, s, number)
		}
		if i < len(b) && b[i] <= ' ' {
			i = spaces(b, i)
		}
		f, end := 0.0, 0 // as Float64 has it, here without that call
		if d.long > 0 {
			d.long--
			f, end = fractionAt(b, i)
		} else {
			f, end = d.fraction(b, i)
		}
		if end > 0 {
			s[len(s)-1], i = f, end
		} else {
			i = d.Float64(b, i, &s[len(s)-1])
		}
		if comma(b, i) {
			i++
		} else {
			i, more = d.More(b, i)
		}
	}
	return Finish(d, i, v, s)
}

// ReadFloat32s reads an array of float32.
func ReadFloat32s[S ~[]float32](d *Decoder, b []byte, i int, v *S, number int) int {
	i, s, more := Elements(d, b, i, v, -1, number)
	for some := vectors && cap(s) >= many; more; {
		if some && i >= 0 && cap(s)-len(s) >= many {
			k, j := manyFloats(b, i, s[len(s):cap(s)])
			if some = k > 1; k > 0 {
				s = s[:len(s)+k]
				i, more = d.More(b, j)
				continue
			}
		}
		if len(s) < cap(s) {
			s = s[:len(s)+1]
		} else {
			s = Lengthen(d, v, s, number)
		}
		i = d.Float32(b, i, &s[len(s)-1])
		if comma(b, i) {
			i++
		} else {
			i, more = d.More(b, i)
		}
	}
	return Finish(d, i, v, s)
}

// many is of how many numbers it pays to look for commas, or to call vector instructions.
const many = 8

// manyInts reads integers at i into v as long as commas follow them. It returns how many
// it has read, and the position after the last of these commas.
func manyInts[T signed](b []byte, i int, v []T) (k, end int) {
	for at := i; at <= len(b)-forCommas; at += 32 {
		for m := commas(b, at); m != 0; m &= m - 1 {
			j := at + bits.TrailingZeros32(m)
			w := load(b[i : i+8])
			if byte(w) == ' ' {
				i++
				w = load(b[i : i+8])
			}
			minus := b2u(byte(w) == '-')
			n := j - i - int(minus)
			w >>= minus * 8
			x := digitsOf(w, n)
			u := join8(x)
			if uint(n-1) > 6 || noDigits(x) != 0 || byte(w) == '0' && n > 1 {
				if u, end = eightOrMore(b, i+int(minus)); end != j || u > 1<<63-1 || k == 0 {
					return k, i
				}
			}
			y := int64((u ^ -minus) + minus)
			if int64(T(y)) != y || uint(k) >= uint(len(v)) {
				return k, i
			}
			v[k] = T(y)
			k++
			i = j + 1
		}
	}
	return k, i
}

// manyUints is manyInts for unsigned integers.
func manyUints[T unsigned](b []byte, i int, v []T) (k, end int) {
	for at := i; at <= len(b)-forCommas; at += 32 {
		for m := commas(b, at); m != 0; m &= m - 1 {
			j := at + bits.TrailingZeros32(m)
			w := load(b[i : i+8])
			if byte(w) == ' ' {
				i++
				w = load(b[i : i+8])
			}
			n := j - i
			x := digitsOf(w, n)
			u := join8(x)
			if uint(n-1) > 6 || noDigits(x) != 0 || byte(w) == '0' && n > 1 {
				if u, end = eightOrMore(b, i); end != j || k == 0 {
					return k, i
				}
			}
			if uint64(T(u)) != u || uint(k) >= uint(len(v)) {
				return k, i
			}
			v[k] = T(u)
			k++
			i = j + 1
		}
	}
	return k, i
}

// eightOrMore is uintAt for 8 to 19 digits; the position is -1 for any other.
func eightOrMore(b []byte, i int) (u uint64, end int) {
	w := load(b[i : i+8])
	if nondigits(w) != 0 {
		return 0, -1
	}
	return longUint(b, i, w)
}

// forCommas is how many bytes have to be there: what [commas] looks at, and those of a number
// that begins there.
const forCommas = 32 + 40

// commas has a bit for each comma of the 32 bytes at i, the first in the lowest.
func commas(b []byte, i int) uint32 {
	p := (*[32]byte)(b[i : i+32])
	return commas8(binary.LittleEndian.Uint64(p[:8])) | commas8(binary.LittleEndian.Uint64(p[8:16]))<<8 |
		commas8(binary.LittleEndian.Uint64(p[16:24]))<<16 | commas8(binary.LittleEndian.Uint64(p[24:]))<<24
}

func commas8(w uint64) uint32 {
	x := w ^ ','*lows
	others := ((x &^ highs) + 0x7f*lows) | x // in their high bits
	return uint32((^others & highs >> 7) * 0x0102040810204080 >> 56)
}

// digitsOf returns the values of the digits that the first n bytes of w are, 1 to 8, with
// zeros before them.
func digitsOf(w uint64, n int) uint64 { return (w ^ zeros) << (uint(64-8*n) & 63) }

// noDigits is not zero if a byte of w is more than 9.
func noDigits(w uint64) uint64 { return (w + 0x76*lows | w) & highs }

// join8 returns the number of 8 digits whose values are the bytes of w.
func join8(w uint64) uint64 {
	w = w*10 + w>>8
	return (w&0x000000ff000000ff*(100+1000000<<32) + w>>16&0x000000ff000000ff*(1+10000<<32)) >> 32
}

// roundsOnce reports whether rounding f, the float64 nearest to a decimal, to a float32 is
// rounding that decimal: not if f is half way between two float32, which the decimal may be
// beside, nor where float32 end.
func roundsOnce(f float64) bool {
	const half, below = 1 << 28, 1<<29 - 1
	u := math.Float64bits(f)
	e := u >> 52 & 0x7ff
	return u&below != half && e > 1023-126 && e < 1023+127
}
