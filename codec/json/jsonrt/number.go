package jsonrt

import (
	"errors"
	"math"
	"math/bits"
	"strconv"
)

// Parts of numbers in words of eight digits.

// nondigits has the high bit set of each byte of w that is not a digit, and
// maybe of bytes after one.
func nondigits(w uint64) uint64 {
	t := w ^ zeros
	return (t | (t + (0x7f-9)*lows)) & highs
}

// parse8 returns the number of 8 digits.
func parse8(w uint64) uint64 { return join8(w - zeros) }

var powers = [20]uint64{1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19}

// digits reads digits from i on and adds them to u, which wraps around.
func digits(b []byte, i int, u uint64) (uint64, int) {
	for len(b)-i >= 8 {
		w := load(b[i:])
		m := nondigits(w)
		if m == 0 {
			u = u*1e8 + parse8(w)
			i += 8
			continue
		}
		k := bits.TrailingZeros64(m) >> 3
		if k > 0 {
			u = u*powers[k] + parse8(w<<(uint(64-8*k)&63)|zeros>>(uint(8*k)&63))
		}
		return u, i + k
	}
	for i < len(b) && b[i]-'0' <= 9 {
		u = u*10 + uint64(b[i]-'0')
		i++
	}
	return u, i
}

// uintAt reads an unsigned integer at i: no sign, no leading zero.
func uintAt(b []byte, i int) (u uint64, j int) {
	if i >= len(b) || b[i]-'0' > 9 {
		return 0, -1
	}
	u, j = digits(b, i, 0)
	if n := j - i; n > 1 {
		if b[i] == '0' || n > 20 {
			return 0, -1
		}
		if n == 20 && (b[i] != '1' || u < 1e19) {
			return 0, -1
		}
	}
	if j < len(b) {
		if c := b[j]; c == '.' || c|0x20 == 'e' {
			return 0, -1
		}
	}
	return u, j
}

// longUint is uintAt for 8 to 19 digits, of which w has the first; the position is
// -1 for any other.
func longUint(b []byte, i int, w uint64) (u uint64, j int) {
	if len(b)-i < 24 || byte(w) == '0' {
		return 0, -1
	}
	u = parse8(w)
	w = load(b[i+8 : i+16])
	j = i + 8
	m := nondigits(w)
	if m == 0 {
		u = u*1e8 + parse8(w)
		w = load(b[i+16 : i+24])
		j = i + 16
		if m = nondigits(w); m&0x80808080 == 0 {
			return 0, -1
		}
	}
	if k := bits.TrailingZeros64(m) >> 3; k > 0 {
		u = u*powers[k&7] + parse8(w<<(uint(64-8*k)&63)|zeros>>(uint(8*k)&63))
		w >>= uint(8*k) & 63
		j += k
	}
	if c := byte(w); c == '.' || c|0x20 == 'e' {
		return 0, -1
	}
	return u, j
}

const noInteger = "an integer in the type's range was expected"

type signed interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64
}

type unsigned interface {
	~uint8 | ~uint | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// ReadInt reads an integer or a null.
func ReadInt[T signed](d *Decoder, b []byte, i int, v *T) int {
	if i < len(b) && b[i] <= ' ' {
		i = spaces(b, i)
	}
	if i >= len(b) {
		return d.Refuse(i, "the input ends too early")
	}
	negative := b[i] == '-'
	i += int(b2u(negative))
	var u uint64
	j := -1
	if i <= len(b)-8 {
		// Up to seven digits.
		w := load(b[i : i+8])
		if m := nondigits(w); m != 0 {
			if k := bits.TrailingZeros64(m) &^ 7; k > 0 {
				c := byte(w >> (uint(k) & 63))
				if (k == 8 || byte(w) != '0') && c != '.' && c|0x20 != 'e' {
					u = parse8(w<<(uint(64-k)&63) | zeros>>(uint(k)&63))
					j = i + k>>3
				}
			}
		} else {
			u, j = longUint(b, i, w)
		}
	}
	if j < 0 {
		u, j = uintAt(b, i)
	}
	if j < 0 {
		if negative || !Null(b, i) {
			return d.Refuse(i, noInteger)
		}
		return i + 4
	}
	sign := b2u(negative) // whose jumps cannot be foreseen
	x := int64((u ^ -sign) + sign)
	if u > 1<<63-1+sign || int64(T(x)) != x {
		return d.Refuse(i, noInteger)
	}
	*v = T(x)
	return j
}

// ReadUint reads an unsigned integer or a null.
func ReadUint[T unsigned](d *Decoder, b []byte, i int, v *T) int {
	if i < len(b) && b[i] <= ' ' {
		i = spaces(b, i)
	}
	var u uint64
	j := -1
	if i <= len(b)-8 {
		// Up to seven digits.
		w := load(b[i : i+8])
		if m := nondigits(w); m != 0 {
			if k := bits.TrailingZeros64(m) &^ 7; k > 0 {
				c := byte(w >> (uint(k) & 63))
				if (k == 8 || byte(w) != '0') && c != '.' && c|0x20 != 'e' {
					u = parse8(w<<(uint(64-k)&63) | zeros>>(uint(k)&63))
					j = i + k>>3
				}
			}
		} else {
			u, j = longUint(b, i, w)
		}
	}
	if j < 0 {
		u, j = uintAt(b, i)
	}
	if j < 0 {
		if !Null(b, i) {
			return d.Refuse(i, noInteger)
		}
		return i + 4
	}
	if uint64(T(u)) != u {
		return d.Refuse(i, noInteger)
	}
	*v = T(u)
	return j
}

// decimal is a number of JSON as mantissa * 10**exponent.
type decimal struct {
	mantissa uint64
	exponent int
	negative bool
	long     bool // there are too many digits for mantissa
	end      int  // the position after it
}

// fractionAt reads a number of up to seven digits, or one that has a point after so
// many, and nineteen digits in all, by words: that is what measurements are, and most
// of what the shortest decimals of a float64 look like. It returns the float64 nearest to it and
// the position after it, which is -1 for any other. What it returns fits registers,
// which a decimal does not.
//
// The digits are moved together before they are looked at, so that where they end
// does not wait for where the point is. Whether there is a seventeenth costs no
// jump, which could not be foreseen.
func fractionAt(b []byte, i int) (f float64, end int) {
	if i > len(b)-fractionRoom {
		return 0, -1
	}
	negative := b2u(b[i] == '-')
	i += int(negative)
	q := (*[32]byte)(b[i : i+32])
	w := load(q[:8])
	k := 0 // digits before the point
	if uint16(w) == '0'|'.'<<8 {
		i++ // past a zero, which is no digit of the mantissa
		q = (*[32]byte)(b[i : i+32])
	} else {
		k = bits.TrailingZeros64(nondigits(w)) >> 3
		if uint(k-1) > 6 || byte(w) == '0' && k > 1 {
			return 0, -1
		}
		if c := byte(w >> (uint(8*k) & 63)); c != '.' {
			if c|0x20 == 'e' {
				return 0, -1
			}
			f = float64(int64(parse8(w<<(uint(64-8*k)&63) | zeros>>(uint(8*k)&63))))
			return math.Float64frombits(math.Float64bits(f) | negative<<63), i + k
		}
	}
	before := uint64(1)<<(uint(8*k)&63) - 1
	x, y := w&before|load(q[1:9])&^before, load(q[9:17])
	var u uint64
	n := 0 // digits
	if m := nondigits(x); m != 0 {
		n = bits.TrailingZeros64(m) >> 3
		u = parse8(x<<uint(64-8*n) | zeros>>(uint(8*n)&63))
	} else {
		n = bits.TrailingZeros64(nondigits(y)) >> 3
		u = parse8(x)*powers[n&15] + parse8(y<<uint(64-8*n)|zeros>>uint(8*n))
		c := uint64(q[17]) - '0'
		more := b2u(c <= 9) & uint64(n>>3)
		u += (u*9 + c) & -more
		n += 8 + int(more)
		for n >= 17 && n < 19 && q[(n+1)&31]-'0' <= 9 {
			u = u*10 + uint64(q[(n+1)&31]-'0')
			n++
		}
	}
	p, end := k-n, i+n+1
	c := q[(n+1)&31]
	if n == k || c-'0' <= 9 {
		return 0, -1
	}
	if c|0x20 == 'e' {
		var e int
		if e, end = exponentAt(b, end+1); end < 0 || u == 0 {
			return 0, -1
		}
		p += e
	}
	if u < 1<<53 && uint(-p) < uint(len(float64Powers)) {
		f = float64(int64(u)) / float64Powers[-p]
	} else if f = scale(u, p); math.IsInf(f, 0) {
		return 0, -1
	}
	return math.Float64frombits(math.Float64bits(f) | negative<<63), end
}

// fraction is fractionAt for numbers that mostly end within eight bytes, or have up to eight digits
// behind the point: those it reads in less time. If one does not, the next few are taken for
// such as well.
func (d *Decoder) fraction(b []byte, i int) (f float64, end int) {
	if i > len(b)-fractionRoom {
		return 0, -1
	}
	if d.long > 0 {
		d.long--
		return fractionAt(b, i)
	}
	negative := b2u(b[i] == '-')
	i += int(negative)
	q := (*[32]byte)(b[i : i+32])
	w := load(q[:8])
	m := nondigits(w)
	k := bits.TrailingZeros64(m) >> 3 // digits before the point
	if uint(k-1) > 6 || byte(w) == '0' && k > 1 {
		return 0, -1
	}
	if c := byte(w >> (uint(8*k) & 63)); c != '.' {
		if c|0x20 == 'e' {
			return 0, -1
		}
		f = float64(int64(parse8(w<<(uint(64-8*k)&63) | zeros>>(uint(8*k)&63))))
		return math.Float64frombits(math.Float64bits(f) | negative<<63), i + k
	}
	if m &= m - 1; m != 0 { // where the number ends, mostly
		n := bits.TrailingZeros64(m) >> 3 & 7
		if c := byte(w >> (uint(8*n) & 63)); c|0x20 != 'e' && n > k+1 {
			before := uint64(1)<<(uint(8*k)&63) - 1
			x := w&before | w>>8&^before
			u := parse8(x<<(uint(72-8*n)&63) | zeros>>(uint(8*n-8)&63))
			f = float64(int64(u)) / float64Powers[(n-k-1)&7]
			return math.Float64frombits(math.Float64bits(f) | negative<<63), i + n
		}
	} else {
		y := load(q[k+1 : k+9])
		n := bits.TrailingZeros64(nondigits(y)) >> 3 // digits behind the point
		if c := q[(k+1+n)&31]; c-'0' > 9 && c|0x20 != 'e' && n > 0 {
			u := parse8(w<<(uint(64-8*k)&63)|zeros>>(uint(8*k)&63))*powers[n&15] + parse8(y<<(uint(64-8*n)&63)|zeros>>uint(8*n))
			f = float64(int64(u)) / float64Powers[n&15]
			return math.Float64frombits(math.Float64bits(f) | negative<<63), i + k + 1 + n
		}
	}
	d.long = 8
	return fractionAt(b, i-int(negative))
}

// fractionRoom is how many bytes fractionAt looks at.
const fractionRoom = 34

// lastFraction is fractionAt for the first of the last bytes of an input: most numbers of short
// messages are there.
func lastFraction(b []byte) (f float64, end int) {
	var room [fractionRoom]byte
	copy(room[:], b)
	return fractionAt(room[:], 0)
}

// exponentAt reads what follows the letter of an exponent. The position after it
// is -1 if there is none or too much of it.
func exponentAt(b []byte, i int) (exponent, end int) {
	negative := i < len(b) && b[i] == '-'
	if negative || i < len(b) && b[i] == '+' {
		i++
	}
	j := i
	for j < len(b) && b[j]-'0' <= 9 {
		exponent = exponent*10 + int(b[j]-'0')
		if j++; j > i+4 {
			return 0, -1
		}
	}
	if j == i {
		return 0, -1
	}
	if negative {
		return -exponent, j
	}
	return exponent, j
}

// decimalAt reads a number; its end is -1 if there is none.
func decimalAt(b []byte, i int) (x decimal) {
	x.end = -1
	if i < len(b) && b[i] == '-' {
		x.negative = true
		i++
	}
	if i >= len(b) || b[i]-'0' > 9 {
		return x
	}
	first := i
	u, j := uint64(b[i]-'0'), i+1
	for j < len(b) && j < first+4 && b[j]-'0' <= 9 {
		u = u*10 + uint64(b[j]-'0')
		j++
	}
	if j == first+4 {
		u, j = digits(b, j, u)
	}
	count := j - i
	if count > 1 && b[i] == '0' {
		return x
	}
	e := 0
	if j < len(b) && b[j] == '.' {
		k := j + 1
		u, j = digits(b, k, u)
		e = k - j
		if e == 0 {
			return x
		}
		count -= e
	}
	mantissaEnd := j
	if j < len(b) && b[j]|0x20 == 'e' {
		j++
		sign := byte('+')
		if j < len(b) && (b[j] == '+' || b[j] == '-') {
			sign = b[j]
			j++
		}
		k := j
		n := 0
		for j < len(b) && b[j]-'0' <= 9 {
			if n < 1e6 {
				n = n*10 + int(b[j]-'0')
			}
			j++
		}
		if j == k {
			return x
		}
		if sign == '-' {
			n = -n
		}
		e += n
	}
	if count > 19 {
		// Zeros at the start do not count.
		for k := first; k < mantissaEnd && (b[k] == '0' || b[k] == '.'); k++ {
			if b[k] == '0' {
				count--
			}
		}
		x.long = count > 19
	}
	x.mantissa, x.exponent, x.end = u, e, j
	return x
}

var float64Powers = [...]float64{1e0, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16, 1e17, 1e18, 1e19, 1e20, 1e21, 1e22}

// Float64 reads a float64 or a null.
func (d *Decoder) Float64(b []byte, i int, v *float64) int {
	if i < len(b) && b[i] <= ' ' {
		i = spaces(b, i)
	}
	if f, end := d.fraction(b, i); end > 0 {
		*v = f
		return end
	}
	if i > len(b)-fractionRoom && i < len(b) {
		if f, n := lastFraction(b[i:]); n > 0 {
			*v = f
			return i + n
		}
	}
	var p int
	j, negative := i, i < len(b) && b[i] == '-'
	if negative {
		j++
	}
	u, end := uintAt(b, j)
	if end < 0 {
		x := decimalAt(b, i)
		if x.end < 0 {
			return d.null(b, i)
		}
		if x.long {
			f, err := strconv.ParseFloat(string(b[i:x.end]), 64)
			if err != nil {
				return d.Refuse(i, "the number is out of range")
			}
			*v = f
			return x.end
		}
		u, p, end = x.mantissa, x.exponent, x.end
	}
	var f float64
	switch {
	case u == 0:
	case u < 1<<53 && p >= -22 && p <= 0:
		f = float64(int64(u)) / float64Powers[-p]
	default:
		if f = scale(u, p); math.IsInf(f, 0) {
			return d.Refuse(i, "the number is out of range")
		}
	}
	if negative {
		f = -f
	}
	*v = f
	return end
}

// Floats reads an array of as many numbers as v has elements, without white
// space, into v. It returns 0, and may have overwritten some of them, if that is
// not what the input has at i.
func (d *Decoder) Floats(b []byte, i int, v []float64) int {
	if i >= len(b) || b[i] != '[' || d.Depth >= MaxDepth {
		return 0
	}
	if vectors && len(v) >= many {
		if k, j := manyFloats(b, i+1, v); k == len(v) && b[j] == ']' {
			return j + 1
		}
	}
	for k := range v {
		f, j := d.fraction(b, i+1)
		if j < 0 || b[j] != ',' && k < len(v)-1 {
			return 0
		}
		v[k] = f
		i = j
	}
	if b[i] != ']' {
		return 0
	}
	return i + 1
}

// Float32 reads a float32 or a null. It rounds once.
func (d *Decoder) Float32(b []byte, i int, v *float32) int {
	if i < len(b) && b[i] <= ' ' {
		i = spaces(b, i)
	}
	if f, end := d.fraction(b, i); end > 0 {
		if roundsOnce(f) {
			*v = float32(f)
			return end
		}
	}
	x := decimalAt(b, i)
	if x.end < 0 {
		return d.null(b, i)
	}
	if !x.long && x.mantissa < 1<<24 && x.exponent >= -10 && x.exponent <= 0 {
		f := float32(x.mantissa) / float32(float64Powers[-x.exponent])
		if x.negative {
			f = -f
		}
		*v = f
		return x.end
	}
	f, err := strconv.ParseFloat(string(b[i:x.end]), 32)
	if err != nil {
		return d.Refuse(i, "the number is out of range")
	}
	*v = float32(f)
	return x.end
}

// number returns the end of the number at i.
func (d *Decoder) number(b []byte, i int) int {
	start := i
	if i >= 0 && i <= len(b)-8 {
		// Up to six digits.
		w := load(b[i : i+8])
		if k := bits.TrailingZeros64(nondigits(w)|1<<63) &^ 7; k > 0 && k < 56 && (k == 8 || byte(w) != '0') {
			if c := byte(w >> (uint(k) & 63)); c != '.' && c|0x20 != 'e' {
				return i + k>>3
			}
		}
	}
	if i < len(b) && b[i] == '-' {
		i++
	}
	if i >= len(b) || b[i]-'0' > 9 {
		return d.Refuse(start, "a value was expected")
	}
	if b[i] == '0' {
		i++
	} else {
		i = skipDigits(b, i)
	}
	if i < len(b) && b[i] == '.' {
		k := skipDigits(b, i+1)
		if k == i+1 {
			return d.Refuse(i, "a digit was expected")
		}
		i = k
	}
	if i < len(b) && b[i]|0x20 == 'e' {
		i++
		if i < len(b) && (b[i] == '+' || b[i] == '-') {
			i++
		}
		k := skipDigits(b, i)
		if i == k {
			return d.Refuse(i, "a digit was expected")
		}
		i = k
	}
	return i
}

// skipDigits returns the position after the digits at i.
func skipDigits(b []byte, i int) int {
	for len(b)-i >= 8 {
		m := nondigits(load(b[i:]))
		if m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
		i += 8
	}
	for i < len(b) && b[i]-'0' <= 9 {
		i++
	}
	return i
}

// Number reads a number as its text, also from a string that holds one.
func (d *Decoder) Number(b []byte, i int, v *string) int {
	i = Space(b, i)
	if i < len(b) && b[i] == '"' {
		s, j := d.TextBytes(b, i)
		if j < 0 || !isNumber(s) {
			return d.Refuse(i, "a number was expected")
		}
		*v = d.text(s)
		return j
	}
	if Null(b, i) {
		return i + 4
	}
	j := d.number(b, i)
	if j >= 0 {
		*v = d.own(b, i, j)
	}
	return j
}

func isNumber(s []byte) bool {
	var d Decoder
	return d.number(s, 0) == len(s)
}

// Number writes a number given as text; it makes sure of the room, and of rest
// bytes afterwards.
func (e *Encoder) Number(b []byte, n int, s string, rest int) ([]byte, int) {
	if s == "" {
		s = "0"
	} else if !isNumber([]byte(s)) {
		e.Refuse(errors.New("a json.Number is none"))
		return Raw(b, n, nil, rest)
	}
	return Raw(b, n, []byte(s), rest)
}
