// Package cborrt has the routines of generated CBOR code (RFC 8949), which copies
// those that it needs. They write the shortest heads. Those that read pass over tags,
// take heads of any length, and return -1 as the position for what is not there;
// strings that are no UTF-8 are none.
package cborrt

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/assay-go/assay/internal/keyed/keyedrt"
)

// PutHead writes a head: a major type in the upper three bits, and its argument.
func PutHead(b []byte, n int, major byte, x uint64) int {
	switch {
	case x < 24:
		b[n] = major | byte(x)
		return n + 1
	case x < 1<<8:
		b[n], b[n+1] = major|24, byte(x)
		return n + 2
	case x < 1<<16:
		b[n] = major | 25
		binary.BigEndian.PutUint16(b[n+1:], uint16(x))
		return n + 3
	case x < 1<<32:
		b[n] = major | 26
		binary.BigEndian.PutUint32(b[n+1:], uint32(x))
		return n + 5
	}
	b[n] = major | 27
	binary.BigEndian.PutUint64(b[n+1:], x)
	return n + 9
}

// PutBool writes false or true.
func PutBool(p *[1]byte, x bool) {
	p[0] = 0xf4
	if x {
		p[0] = 0xf5
	}
}

// PutInt writes an integer.
func PutInt(b []byte, n int, x int64) int {
	sign := x >> 63
	if u := uint64(x ^ sign); u < 24 {
		b[n] = byte(sign)&0x20 | byte(u)
		return n + 1
	}
	return PutHead(b, n, byte(sign)&0x20, uint64(x^sign))
}

// PutUint writes an integer.
func PutUint(b []byte, n int, x uint64) int {
	if x < 24 {
		b[n] = byte(x)
		return n + 1
	}
	return PutHead(b, n, 0, x)
}

// PutShortFloat64 writes the shortest float that is equal to x, and one NaN for all.
func PutShortFloat64(b []byte, n int, x float64) int {
	if f := float32(x); float64(f) == x || x != x {
		return PutShortFloat32(b, n, f)
	}
	return putFloat64(b, n, x)
}

func putFloat64(b []byte, n int, x float64) int {
	b[n] = 0xfb
	keyedrt.PutFloat64((*[8]byte)(b[n+1:]), x)
	return n + 9
}

// PutShortFloat32 is PutShortFloat64 for floats of 32 bits.
func PutShortFloat32(b []byte, n int, x float32) int {
	if h, ok := half(x); ok {
		b[n] = 0xf9
		binary.BigEndian.PutUint16(b[n+1:], h)
		return n + 3
	}
	b[n] = 0xfa
	keyedrt.PutFloat32((*[4]byte)(b[n+1:]), x)
	return n + 5
}

// half returns x as a float of 16 bits, if one is equal.
func half(x float32) (uint16, bool) {
	u := math.Float32bits(x)
	sign := uint16(u >> 16 & 0x8000)
	exponent, mantissa := int(u>>23&0xff), u&0x7fffff
	switch {
	case exponent == 0 && mantissa == 0:
		return sign, true
	case exponent == 0xff && mantissa != 0:
		return 0x7e00, true // the one NaN
	case exponent == 0xff:
		return sign | 0x7c00, true
	case exponent >= 113 && exponent <= 142:
		return sign | uint16(exponent-112)<<10 | uint16(mantissa>>13), mantissa&0x1fff == 0
	case exponent >= 103 && exponent < 113: // subnormal
		mantissa |= 0x800000
		shift := uint(126 - exponent)
		return sign | uint16(mantissa>>shift), mantissa&(1<<shift-1) == 0
	}
	return 0, false
}

// CheckTime returns an error for a time that the layout has no form for.
func CheckTime(t time.Time) error {
	if year := t.Year(); year < 0 || year > 9999 {
		return errors.New("a year beyond 0 to 9999 has no text in the layout of RFC 3339")
	}
	if _, offset := t.Zone(); offset%60 != 0 || offset <= -24*60*60 || offset >= 24*60*60 {
		return errors.New("a zone that is no whole number of minutes below 24 hours has no text in the layout of RFC 3339")
	}
	return nil
}

// CheckString returns an error for a string that no reader takes as text.
func CheckString(s string) error {
	if !utf8.ValidString(s) {
		return errors.New("text in CBOR is UTF-8, which this is not: use []byte for bytes")
	}
	return nil
}

// PutTime writes a time as text in the layout of RFC 3339 with nanoseconds, and the
// zero time as null.
func PutTime(b []byte, n int, t time.Time) int {
	if t.IsZero() {
		b[n] = 0xf6
		return n + 1
	}
	var text [64]byte
	return PutString(b, n, string(t.AppendFormat(text[:0], time.RFC3339Nano)))
}

// PutTimeSeconds is PutTime without parts of a second.
func PutTimeSeconds(b []byte, n int, t time.Time) int {
	if t.IsZero() {
		b[n] = 0xf6
		return n + 1
	}
	return PutString(b, n, t.Format(time.RFC3339))
}

// PutEpoch writes a time as ugorji does: tag 1, seconds since 1970, as a float where there
// are microseconds; and the zero time as null.
func PutEpoch(b []byte, n int, t time.Time) int {
	if t.IsZero() {
		b[n] = 0xf6
		return n + 1
	}
	b[n] = 0xc1
	return PutUnixDynamic(b, n+1, t)
}

// PutUnixDynamic writes a time as seconds since 1970, as a float where there are microseconds;
// and the zero time as null.
func PutUnixDynamic(b []byte, n int, t time.Time) int {
	t = t.UTC().Round(time.Microsecond)
	if t.Nanosecond() == 0 {
		return PutUnix(b, n, t)
	}
	return putFloat64(b, n, epoch(t))
}

// PutShortUnixDynamic is PutUnixDynamic with the shortest float.
func PutShortUnixDynamic(b []byte, n int, t time.Time) int {
	t = t.UTC().Round(time.Microsecond)
	if t.Nanosecond() == 0 {
		return PutUnix(b, n, t)
	}
	return PutShortFloat64(b, n, epoch(t))
}

func epoch(t time.Time) float64 { return float64(t.Unix()) + float64(t.Nanosecond())/1e9 }

// PutUnix writes a time as whole seconds since 1970, and the zero time as null.
func PutUnix(b []byte, n int, t time.Time) int {
	if t.IsZero() {
		b[n] = 0xf6
		return n + 1
	}
	return PutInt(b, n, t.Unix())
}

// PutString writes a string.
func PutString(b []byte, n int, s string) int {
	if len(s) < 24 {
		b[n] = 0x60 | byte(len(s))
		n++
	} else {
		n = PutHead(b, n, 0x60, uint64(len(s)))
	}
	return n + copy(b[n:], s)
}

// PutBytes writes bytes.
func PutBytes(b []byte, n int, s []byte) int {
	n = PutHead(b, n, 0x40, uint64(len(s)))
	return n + copy(b[n:], s)
}

// PutList writes the head of a list.
func PutList(b []byte, n, count int) int { return PutHead(b, n, 0x80, uint64(count)) }

// PutMap writes the head of a map.
func PutMap(b []byte, n, count int) int { return PutHead(b, n, 0xa0, uint64(count)) }

// CompareStrings is the order of strings by what is written of them: shorter ones are
// first.
func CompareStrings(a, b string) int {
	if len(a) != len(b) {
		return len(a) - len(b)
	}
	return strings.Compare(a, b)
}

// CompareInts is the order of integers by what is written of them: those below zero
// are last, and of them the greater first.
func CompareInts[T ~int | ~int8 | ~int16 | ~int32 | ~int64](a, b T) int {
	switch {
	case a < 0 && b < 0:
		return cmp.Compare(b, a)
	case a < 0:
		return 1
	case b < 0:
		return -1
	}
	return cmp.Compare(a, b)
}

// IsNull reports whether null or undefined is at i.
func IsNull(b []byte, i int) bool { return i < len(b) && b[i]&^1 == 0xf6 }

// untagged returns the position after the tags at i, or -1.
func untagged(b []byte, i int) int {
	for i >= 0 && i < len(b) && b[i]>>5 == 6 {
		_, _, i = head(b, i)
	}
	return i
}

// head reads a head: a major type, and its argument.
func head(b []byte, i int) (major byte, x uint64, after int) {
	if i < 0 || i >= len(b) || b[i]&31 > 27 {
		return 0, 0, -1
	}
	major, x = b[i]>>5, uint64(b[i]&31)
	if i++; x < 24 {
		return major, x, i
	}
	x, i = keyedrt.GetWord(b, i, 1<<(x-24))
	return major, x, i
}

// GetHead is head, after tags.
func GetHead(b []byte, i int) (major byte, x uint64, after int) { return head(b, untagged(b, i)) }

// GetBool reads a bool.
func GetBool(b []byte, i int) (bool, int) {
	i = untagged(b, i)
	if i < 0 || i >= len(b) || b[i]&^1 != 0xf4 {
		return false, -1
	}
	return b[i] == 0xf5, i + 1
}

// GetInt reads an integer.
func GetInt(b []byte, i int) (int64, int) {
	if i < len(b) && b[i] < 24 {
		return int64(b[i]), i + 1
	}
	return getLongInt(b, i)
}

func getLongInt(b []byte, i int) (int64, int) {
	major, x, i := GetHead(b, i)
	if major > 1 || x > math.MaxInt64 {
		return 0, -1
	}
	return int64(x) ^ -int64(major), i
}

// GetUint reads an integer that is not negative.
func GetUint(b []byte, i int) (uint64, int) {
	if i < len(b) && b[i] < 24 {
		return uint64(b[i]), i + 1
	}
	return getLongUint(b, i)
}

func getLongUint(b []byte, i int) (uint64, int) {
	major, x, i := GetHead(b, i)
	if major != 0 {
		return 0, -1
	}
	return x, i
}

// GetFloat64 reads a float of any width, or an integer that is one.
func GetFloat64(b []byte, i int) (float64, int) {
	if len(b)-i >= 9 && b[i] == 0xfb {
		return math.Float64frombits(binary.BigEndian.Uint64(b[i+1:])), i + 9
	}
	i = untagged(b, i)
	major, x, j := head(b, i)
	if j < 0 {
		return 0, -1
	}
	switch {
	case major == 0 && x <= 1<<53:
		return float64(x), j
	case major == 1 && x < 1<<53:
		return -1 - float64(x), j
	case b[i] == 0xfb:
		return math.Float64frombits(x), j
	case b[i] == 0xfa:
		return float64(math.Float32frombits(uint32(x))), j
	case b[i] == 0xf9:
		return whole(uint16(x)), j
	}
	return 0, -1
}

// whole returns a float of 16 bits as one of 64.
func whole(h uint16) float64 {
	exponent, mantissa := int(h>>10&31), float64(h&0x3ff)
	var x float64
	switch exponent {
	case 0:
		x = math.Ldexp(mantissa, -24)
	case 31:
		x = math.Inf(1)
		if mantissa != 0 {
			return math.NaN()
		}
	default:
		x = math.Ldexp(mantissa+1024, exponent-25)
	}
	if h&0x8000 != 0 {
		return -x
	}
	return x
}

// GetFloat32 is GetFloat64 for values that a float of 32 bits has.
func GetFloat32(b []byte, i int) (float32, int) {
	if len(b)-i >= 5 && b[i] == 0xfa { // with the bits of a NaN
		return math.Float32frombits(binary.BigEndian.Uint32(b[i+1:])), i + 5
	}
	x, i := GetFloat64(b, i)
	if f := float32(x); float64(f) == x || x != x {
		return f, i
	}
	return 0, -1
}

// GetString reads a string, as a slice of b.
func GetString(b []byte, i int) ([]byte, int) {
	s, i := getText(b, i, 3)
	if !utf8.Valid(s) {
		return nil, -1
	}
	return s, i
}

// GetBytes reads bytes, as a slice of b.
func GetBytes(b []byte, i int) ([]byte, int) { return getText(b, i, 2) }

func getText(b []byte, i int, major byte) ([]byte, int) {
	if i < len(b) {
		if length := b[i] - major<<5; length < 24 {
			if end := i + 1 + int(length); end <= len(b) {
				return b[i+1 : end], end
			}
		} else if length == 24 && len(b)-i >= 2 {
			if end := i + 2 + int(b[i+1]); end <= len(b) {
				return b[i+2 : end], end
			}
		}
	}
	m, length, i := GetHead(b, i)
	if i < 0 || m != major || length > uint64(len(b)-i) {
		return nil, -1
	}
	return b[i : i+int(length)], i + int(length)
}

// GetList reads the head of a list, whose elements take at least so many bytes of
// what is left.
func GetList(b []byte, i, least int) (count, after int) { return getCount(b, i, least, 4) }

// GetMap is GetList for maps.
func GetMap(b []byte, i, least int) (count, after int) { return getCount(b, i, least, 5) }

func getCount(b []byte, i, least int, major byte) (count, after int) {
	if i < len(b) {
		if x := b[i] - major<<5; x < 24 && int(x)*least < len(b)-i {
			return int(x), i + 1
		}
	}
	m, x, i := GetHead(b, i)
	if i < 0 || m != major || x > uint64(len(b)-i)/uint64(least) {
		return 0, -1
	}
	return int(x), i
}

// GetTime reads a time: text in the layout of RFC 3339, or seconds since 1970. Null is
// the zero time.
func GetTime(b []byte, i int) (time.Time, int) {
	if IsNull(b, i) {
		return time.Time{}, i + 1
	}
	if text, j := GetString(b, i); j >= 0 {
		t, err := time.Parse(time.RFC3339Nano, string(text))
		if err != nil {
			return t, -1
		}
		return t, j
	}
	if x, j := GetInt(b, i); j >= 0 {
		return time.Unix(x, 0), j
	}
	x, j := GetFloat64(b, i)
	if seconds, part := math.Modf(x); j >= 0 && math.Abs(x) < 1<<53 {
		return time.Unix(int64(seconds), int64(part*1e9)), j // cut, as other programs do
	}
	return time.Time{}, -1
}

// GetEpoch is GetTime, but that seconds are rounded to microseconds, as ugorji has them.
func GetEpoch(b []byte, i int) (time.Time, int) {
	t, after := GetTime(b, i)
	if major, _, _ := GetHead(b, i); after >= 0 && major != 3 {
		t = t.Round(time.Microsecond)
	}
	return t, after
}

// GetUnixDynamic is GetTime, but that a float which PutUnixDynamic writes is the time that was
// written.
func GetUnixDynamic(b []byte, i int) (time.Time, int) {
	t, after := GetTime(b, i)
	if x, j := GetFloat64(b, i); j >= 0 && j == after {
		if whole := t.Round(time.Microsecond); epoch(whole) == x {
			t = whole
		}
	}
	return t, after
}

// Definite returns the value at the front of b, in which something is of indefinite
// length, with lengths in heads of nine bytes, and how long it was in b. It returns nil
// where all lengths are definite, where there is no value, and where it nests deeper than
// 1,000.
func Definite(b []byte) ([]byte, int) {
	heads := 0
	for _, c := range b {
		if c&31 == 31 && c>>5 >= 2 && c>>5 <= 5 {
			heads++
		}
	}
	if heads == 0 {
		return nil, 0
	}
	out, i := definite(make([]byte, 0, len(b)+8*heads), b, 0, 1000)
	if i < 0 || bytes.Equal(out, b[:i]) {
		return nil, 0
	}
	return out, i
}

// definite appends the value at i to out, and returns the position after it. What has parts
// nests so deep.
func definite(out, b []byte, i, depth int) ([]byte, int) {
	start := i
	if i = untagged(b, i); i < 0 || i >= len(b) {
		return out, -1
	}
	major, endless := b[i]>>5, b[i]&31 == 31
	if !endless || major < 2 || major > 5 {
		_, x, j := head(b, i)
		if j < 0 || b[i] == 0xf8 && x < 32 {
			return out, -1
		}
		parts := uint64(0)
		switch {
		case major >= 2 && major <= 5 && x > uint64(len(b)-j):
			return out, -1
		case major == 2 || major == 3:
			j += int(x)
		case major == 4 || major == 5:
			parts = x * uint64(major-3)
		}
		out = append(out, b[start:j]...)
		if parts > 0 && depth == 0 {
			return out, -1
		}
		for ; parts > 0 && j >= 0; parts-- {
			out, j = definite(out, b, j, depth-1)
		}
		return out, j
	}
	parts := major == 4 || major == 5
	if parts && depth == 0 {
		return out, -1
	}
	out = append(append(out, b[start:i]...), major<<5|27, 0, 0, 0, 0, 0, 0, 0, 0)
	at, count := len(out), uint64(0)
	for i++; i >= 0 && i < len(b) && b[i] != 0xff; count++ {
		if parts {
			out, i = definite(out, b, i, depth-1)
			continue
		}
		var s []byte
		if b[i]>>5 != major {
			return out, -1
		}
		if s, i = getText(b, i, major); major == 3 && !utf8.Valid(s) {
			return out, -1
		}
		out = append(out, s...)
	}
	switch {
	case i < 0 || i >= len(b) || major == 5 && count%2 != 0:
		return out, -1
	case major == 5:
		count /= 2
	case !parts:
		count = uint64(len(out) - at)
	}
	binary.BigEndian.PutUint64(out[at-8:], count)
	return out, i + 1
}

// Skip passes over a value, however deep it nests.
func Skip(b []byte, i int) int {
	for left := uint64(1); left > 0; left-- {
		start := untagged(b, i)
		major, x, j := head(b, start)
		if j < 0 || b[start] == 0xf8 && x < 32 { // such a simple value has a shorter head
			return -1
		}
		i = j
		switch major {
		case 2, 3:
			if x > uint64(len(b)-i) {
				return -1
			}
			i += int(x)
		case 4, 5:
			if x > uint64(len(b)-i) {
				return -1
			}
			left += x * uint64(major-3)
		}
		if left > uint64(len(b)-i)+1 {
			return -1
		}
	}
	return i
}

// Scan passes over values as far as b has them whole from i on. open says how many are still
// to come, the last of it first: math.MaxUint64 is what has no length. It returns that of what is
// to come, none as an empty slice, and the position, or -1 for what is no value, or nests 1,000
// deep without lengths.
func Scan(b []byte, i int, open []uint64) ([]uint64, int) {
	const endless = math.MaxUint64
	for len(open) > 0 && i < len(b) {
		top := &open[len(open)-1]
		major, width := b[i]>>5, b[i]&31
		switch {
		case b[i] == 0xff && *top == endless:
			open = open[:len(open)-1]
			i++
		case width > 27 && width < 31, width == 31 && (major < 2 || major > 5) || len(open) > 1000:
			return open, -1
		case width == 31:
			if *top != endless {
				*top--
			}
			open = append(open, endless)
			i++
		default:
			_, x, j := head(b, i)
			if j < 0 {
				return open, i
			}
			if major == 2 || major == 3 {
				if x > uint64(len(b)-j) {
					return open, i
				}
				j += int(x)
			}
			if i = j; major == 6 {
				continue
			}
			if *top != endless {
				*top--
			}
			if major == 4 || major == 5 {
				if x > 1<<32 {
					return open, -1
				}
				if x *= uint64(major - 3); *top != endless {
					*top += x
				} else if x > 0 {
					open = append(open, x)
				}
			}
		}
		for len(open) > 0 && open[len(open)-1] == 0 {
			open = open[:len(open)-1]
		}
	}
	return open, i
}
