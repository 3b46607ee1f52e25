// Package protobufrt has the routines of generated Protocol Buffers code, which copies
// those that it needs: https://protobuf.dev/programming-guides/encoding/. Those that
// read return -1 as the position for what is not there.
package protobufrt

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"time"
	"unicode/utf8"
)

// PutVarint writes x, for which there are ten bytes.
func PutVarint(b []byte, n int, x uint64) int {
	if x < 0x80 {
		b[n] = byte(x)
		return n + 1
	}
	return PutLong(b, n, x)
}

// PutLong writes x in any number of bytes.
func PutLong(b []byte, n int, x uint64) int {
	for x >= 0x80 {
		b[n] = byte(x) | 0x80
		x >>= 7
		n++
	}
	b[n] = byte(x)
	return n + 1
}

// PutNumber writes a tag of one byte and x, for which there are eleven bytes.
func PutNumber(b []byte, n int, tag byte, x uint64) int {
	b[n] = tag
	return PutVarint(b, n+1, x)
}

// PutTrue writes a tag of one byte and true if x is, and else nothing, in two bytes that there
// are: without a branch, for how a bool is has mostly no pattern.
func PutTrue(b []byte, n int, tag byte, x bool) int {
	p := (*[2]byte)(b[n:])
	p[0], p[1] = tag, 1
	if x {
		n += 2
	}
	return n
}

// Len returns how many bytes x takes as a varint.
func Len(x uint64) int { return int(9*uint(bits.Len64(x|1))+64) >> 6 }

// Zigzag32 returns x as a varint that is short for small numbers of either sign.
func Zigzag32(x int32) uint64 { return uint64(uint32(x<<1) ^ uint32(x>>31)) }

// Zigzag64 is Zigzag32 for long numbers.
func Zigzag64(x int64) uint64 { return uint64(x<<1) ^ uint64(x>>63) }

// Unzigzag32 is the opposite of Zigzag32.
func Unzigzag32(x uint32) int32 { return int32(x>>1) ^ -int32(x&1) }

// Unzigzag64 is the opposite of Zigzag64.
func Unzigzag64(x uint64) int64 { return int64(x>>1) ^ -int64(x&1) }

// PutBool writes a bool.
func PutBool(p *[1]byte, x bool) {
	var code byte
	if x {
		code = 1
	}
	p[0] = code
}

// PutFixed32 writes four bytes.
func PutFixed32(p *[4]byte, x uint32) { binary.LittleEndian.PutUint32(p[:], x) }

// PutFixed64 writes eight bytes.
func PutFixed64(p *[8]byte, x uint64) { binary.LittleEndian.PutUint64(p[:], x) }

// PutFloat32 writes a float.
func PutFloat32(p *[4]byte, x float32) { binary.LittleEndian.PutUint32(p[:], math.Float32bits(x)) }

// PutFloat64 writes a double.
func PutFloat64(p *[8]byte, x float64) { binary.LittleEndian.PutUint64(p[:], math.Float64bits(x)) }

// PutLength writes the length of what stands from start to n, for which so many bytes
// were left before it, and moves that if the length takes more or fewer.
func PutLength(b []byte, start, n, left int) ([]byte, int) {
	length := n - start
	width := Len(uint64(length))
	if width != left {
		if len(b)-n < width-left {
			grown := make([]byte, 2*len(b)+width)
			copy(grown, b[:n])
			b = grown
		}
		copy(b[start-left+width:], b[start:n])
		n += width - left
	}
	PutLong(b, start-left, uint64(length))
	return b, n
}

// PutElementLength is PutLength for an element of a list, and returns also how many bytes the
// length of the next one is likely to take.
func PutElementLength(b []byte, start, n, left int) ([]byte, int, int) {
	l := n - start
	if l >= 0x80 && l < 1<<14 && left == 2 {
		p := (*[2]byte)(b[start-2:])
		p[0], p[1] = byte(l)|0x80, byte(l>>7)
		return b, n, 2
	}
	b, n = PutLength(b, start, n, left)
	return b, n, Len(uint64(l))
}

// PutTime writes the length and the content of a google.protobuf.Timestamp. From 1978 to 3058
// the seconds take five bytes.
func PutTime(b []byte, n int, t time.Time) int {
	s, ns := uint64(t.Unix()), uint64(t.Nanosecond())
	if s>>28-1 >= 127 {
		return putParts(b, n, s, ns)
	}
	p := (*[16]byte)(b[n:])
	p[0], p[1] = 6, 0x08
	binary.LittleEndian.PutUint64(p[2:], spread(s)|0x10<<40|0x80808080)
	if ns == 0 {
		return n + 7
	}
	l := Len(ns)
	binary.LittleEndian.PutUint64(p[8:], spread(ns)|0x80808080&(1<<(8*l-8)-1))
	p[0] = byte(7 + l)
	return n + 8 + l
}

// spread spreads 35 bits over five bytes, seven each.
func spread(x uint64) uint64 {
	return x&0x7f | x<<1&(0x7f<<8) | x<<2&(0x7f<<16) | x<<3&(0x7f<<24) | x<<4&(0x7f<<32)
}

// putParts writes the length and the content of a message of two numbers.
func putParts(b []byte, n int, one, two uint64) int {
	start := n + 1
	n = start
	if one != 0 {
		b[n] = 0x08
		n = PutVarint(b, n+1, one)
	}
	if two != 0 {
		b[n] = 0x10
		n = PutVarint(b, n+1, two)
	}
	b[start-1] = byte(n - start)
	return n
}

// PutDuration writes the length and the content of a google.protobuf.Duration of so many
// nanoseconds.
func PutDuration(b []byte, n int, x int64) int {
	return putParts(b, n, uint64(x/1e9), uint64(x%1e9))
}

// ErrText is the error of a string that is not UTF-8.
var ErrText = errors.New("the string is not UTF-8: use []byte")

// high are the bits that ASCII does not have.
const high = 0x8080808080808080

// PutText writes a tag of one byte, the length of s and s itself, for which there is room. If s
// is not UTF-8, it returns the complement of the position. Most texts are short and ASCII: they
// are copied as they are looked at, and some in the middle twice. How long a text is, is asked
// as seldom as it can be: texts of a list differ in it, and a wrong guess of the processor costs
// more than a look at eight bytes.
func PutText(b []byte, n int, tag byte, s string) int {
	l := len(s)
	q := b[n : n+2+l]
	q[0], q[1] = tag, byte(l)
	switch {
	case l > 64:
	case l > 32:
		r, t := s[:32], s[l-32:]
		w, x, y, z := Word(r), Word(r[8:]), Word(r[16:]), Word(r[24:])
		w2, x2, y2, z2 := Word(t), Word(t[8:]), Word(t[16:]), Word(t[24:])
		if (w|x|y|z|w2|x2|y2|z2)&high == 0 {
			p := (*[32]byte)(q[2:])
			binary.LittleEndian.PutUint64(p[:], w)
			binary.LittleEndian.PutUint64(p[8:], x)
			binary.LittleEndian.PutUint64(p[16:], y)
			binary.LittleEndian.PutUint64(p[24:], z)
			p = (*[32]byte)(q[l-30:])
			binary.LittleEndian.PutUint64(p[:], w2)
			binary.LittleEndian.PutUint64(p[8:], x2)
			binary.LittleEndian.PutUint64(p[16:], y2)
			binary.LittleEndian.PutUint64(p[24:], z2)
			return n + 2 + l
		}
	case l > 16:
		if w, x, y, z := Word(s), Word(s[8:]), Word(s[l-16:]), Word(s[l-8:]); (w|x|y|z)&high == 0 {
			binary.LittleEndian.PutUint64(q[2:], w)
			binary.LittleEndian.PutUint64(q[10:], x)
			binary.LittleEndian.PutUint64(q[l-14:], y)
			binary.LittleEndian.PutUint64(q[l-6:], z)
			return n + 2 + l
		}
	case l >= 8:
		if x, y := Word(s), Word(s[l-8:]); (x|y)&high == 0 {
			binary.LittleEndian.PutUint64(q[2:], x)
			binary.LittleEndian.PutUint64(q[l-6:], y)
			return n + 2 + l
		}
	case l >= 4:
		if x, y := HalfWord(s), HalfWord(s[l-4:]); (x|y)&0x80808080 == 0 {
			binary.LittleEndian.PutUint32(q[2:], x)
			binary.LittleEndian.PutUint32(q[l-2:], y)
			return n + 2 + l
		}
	case l > 0:
		if x, y, z := s[0], s[l/2], s[l-1]; x|y|z < utf8.RuneSelf {
			q[2], q[2+l/2], q[1+l] = x, y, z
			return n + 2 + l
		}
	default:
		return n + 2
	}
	return putText(b, n, tag, s)
}

// putText is PutText for texts that are long, or not ASCII.
func putText(b []byte, n int, tag byte, s string) int {
	b[n] = tag
	n = PutVarint(b, n+1, uint64(len(s)))
	n += copy(b[n:], s)
	if !utf8.ValidString(s) {
		return ^n
	}
	return n
}

// PutString is PutText without a look at the bytes.
func PutString(b []byte, n int, tag byte, s string) int {
	b[n] = tag
	n = PutVarint(b, n+1, uint64(len(s)))
	return n + copy(b[n:], s)
}

// PutBytes is PutString for bytes.
func PutBytes(b []byte, n int, tag byte, s []byte) int {
	b[n] = tag
	n = PutVarint(b, n+1, uint64(len(s)))
	return n + copy(b[n:], s)
}

// Word returns the first eight bytes of s as a number.
func Word(s string) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

// HalfWord returns the first four bytes of s as a number.
func HalfWord(s string) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

// ValidText reports whether s is UTF-8, by looks as those of [PutText]. What the package
// for it does is faster for long texts, and costs a call.
func ValidText(s []byte) bool {
	switch n := len(s); {
	case n > 150:
	case n > 32:
		i := 0
		for ; i < n-32; i += 32 {
			w := s[i : i+32]
			if (word(w)|word(w[8:])|word(w[16:])|word(w[24:]))&high != 0 {
				return utf8.Valid(s[i:])
			}
		}
		w := s[n-32:]
		return (word(w)|word(w[8:])|word(w[16:])|word(w[24:]))&high == 0 || utf8.Valid(s[i:])
	case n > 16:
		if (word(s)|word(s[8:])|word(s[n-16:])|word(s[n-8:]))&high == 0 {
			return true
		}
	case n >= 8:
		if (word(s)|word(s[n-8:]))&high == 0 {
			return true
		}
	case n >= 4:
		if (binary.LittleEndian.Uint32(s)|binary.LittleEndian.Uint32(s[n-4:]))&0x80808080 == 0 {
			return true
		}
	case n > 0:
		if s[0]|s[n/2]|s[n-1] < utf8.RuneSelf {
			return true
		}
	default:
		return true
	}
	return utf8.Valid(s)
}

func word(s []byte) uint64 { return binary.LittleEndian.Uint64(s) }

// GetVarint reads a varint of any length. One of ten bytes is a number below zero, of which
// there are many.
func GetVarint(b []byte, i int) (uint64, int) {
	if len(b)-i >= 8 {
		x := binary.LittleEndian.Uint64(b[i:])
		stop := ^x & 0x8080808080808080
		if stop != 0 {
			x &= stop ^ (stop - 1)
		}
		x &= 0x7f7f7f7f7f7f7f7f
		x = x&0x007f007f007f007f | x&0x7f007f007f007f00>>1
		x = x&0x00003fff00003fff | x&0x3fff00003fff0000>>2
		x = x&0x000000000fffffff | x&0x0fffffff00000000>>4
		if stop != 0 {
			return x, i + bits.TrailingZeros64(stop)>>3 + 1
		}
		if len(b)-i >= 10 {
			c, d := b[i+8], b[i+9]
			if c < 0x80 {
				return x | uint64(c)<<56, i + 9
			}
			if d <= 1 {
				return x | uint64(c&0x7f)<<56 | uint64(d)<<63, i + 10
			}
		}
	}
	return getLong(b, i)
}

func getLong(b []byte, i int) (uint64, int) {
	var x uint64
	for k := 0; k < 10 && i < len(b); k++ {
		c := b[i]
		i++
		if c < 0x80 {
			if k == 9 && c > 1 {
				return 0, -1
			}
			return x | uint64(c)<<(7*k), i
		}
		x |= uint64(c&0x7f) << (7 * k)
	}
	return 0, -1
}

// GetTag reads a tag behind which there is something before end.
func GetTag(b []byte, i, end int) (uint64, int) {
	if i+2 < end && b[i] >= 0x80 && b[i+1] < 0x80 {
		return uint64(b[i]&0x7f) | uint64(b[i+1])<<7, i + 2
	}
	x, i := GetVarint(b, i)
	if i >= end || x>>32 != 0 {
		return 0, -1
	}
	return x, i
}

// GetLength reads a length of any number of bytes, of which most have two here. What is no
// length is longer than all that there is, at -1.
func GetLength(b []byte, i int) (int, int) {
	if i+1 < len(b) && b[i] >= 0x80 && b[i+1] < 0x80 {
		return int(b[i]&0x7f) | int(b[i+1])<<7, i + 2
	}
	x, i := GetVarint(b, i)
	if i < 0 || x > math.MaxInt32 {
		return math.MaxInt, -1
	}
	return int(x), i
}

// GetFixed32 reads four bytes, which there are.
func GetFixed32(b []byte) uint32 { return binary.LittleEndian.Uint32(b) }

// GetFixed64 reads eight bytes, which there are.
func GetFixed64(b []byte) uint64 { return binary.LittleEndian.Uint64(b) }

// GetFloat32 reads a float, which there is.
func GetFloat32(b []byte) float32 { return math.Float32frombits(binary.LittleEndian.Uint32(b)) }

// GetFloat64 reads a double, which there is.
func GetFloat64(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }

// getParts reads a message of two numbers that is the rest of b, into those that it held.
func getParts(b []byte, i int, one, two uint64) (_, _ uint64, after int) {
	end := len(b)
	for i+1 < end {
		t, j := uint64(b[i]), i+1
		if t >= 0x80 {
			if t, j = GetTag(b, i, end); j < 0 {
				return 0, 0, -1
			}
		}
		switch t {
		case 0x08:
			one, i = GetVarint(b, j)
		case 0x10:
			two, i = GetVarint(b, j)
		default:
			i = Skip(b, j, end, t)
		}
		if i < 0 {
			return 0, 0, -1
		}
	}
	if i != end {
		return 0, 0, -1
	}
	return one, two, i
}

// GetTime reads a google.protobuf.Timestamp that is the rest of b, into x. Most have seconds
// in five bytes, since 1978, and nanoseconds in two to five, which end where it does.
func GetTime(b []byte, i int, x time.Time) (time.Time, int) {
	if n := len(b) - i; n > 8 && n <= 12 && b[i] == 0x08 && b[i+6] == 0x10 {
		s := binary.LittleEndian.Uint64(b[i+1:])
		ns := binary.LittleEndian.Uint64(b[len(b)-8:]) >> (8 * (15 - n))
		if s&0x8080808080 == 0x80808080 && ns&0x8080808080 == 0x80808080>>(8*(12-n)) {
			return time.Unix(int64(gather(s)), int64(int32(gather(ns)))).UTC(), len(b)
		}
	}
	var s, ns uint64
	if !x.IsZero() {
		s, ns = uint64(x.Unix()), uint64(x.Nanosecond())
	}
	s, ns, i = getParts(b, i, s, ns)
	return time.Unix(int64(s), int64(int32(ns))).UTC(), i
}

// gather is the opposite of spread.
func gather(x uint64) uint64 {
	return x&0x7f | x>>1&(0x7f<<7) | x>>2&(0x7f<<14) | x>>3&(0x7f<<21) | x>>4&(0x7f<<28)
}

// GetDuration reads a google.protobuf.Duration that is the rest of b, into x, if its
// nanoseconds go into 63 bits.
func GetDuration(b []byte, i int, x int64) (int64, int) {
	s, ns, i := getParts(b, i, uint64(x/1e9), uint64(x%1e9))
	if i < 0 {
		return 0, -1
	}
	whole, part := int64(s), int64(int32(ns))
	if whole > math.MaxInt64/int64(time.Second) || whole < math.MinInt64/int64(time.Second) {
		return 0, -1
	}
	x = whole*1e9 + part
	if (x < whole*1e9) != (part < 0) {
		return 0, -1
	}
	return x, i
}

// Run returns how many fields with a tag of one byte there are: the one whose length is
// at j, and those right behind it, and where the last of them ends, or end.
func Run(b []byte, j, end int, tag byte) (n, stop int) {
	for n = 1; ; n++ {
		l := int(b[j])
		if j++; l >= 0x80 {
			if l, j = GetLength(b, j-1); j < 0 {
				return n, end
			}
		}
		if l >= end-j-1 {
			return n, end
		}
		if b[j+l] != tag {
			return n, j + l
		}
		j += l + 1
	}
}

// RunWide is Run for a tag of two bytes, which stand as they do in the input.
func RunWide(b []byte, j, end int, tag uint16) (n, stop int) {
	for n = 1; ; n++ {
		l := int(b[j])
		if j++; l >= 0x80 {
			if l, j = GetLength(b, j-1); j < 0 {
				return n, end
			}
		}
		if l >= end-j-2 {
			return n, end
		}
		if binary.LittleEndian.Uint16(b[j+l:]) != tag {
			return n, j + l
		}
		j += l + 2
	}
}

// Varints returns how many varints end in b.
func Varints(b []byte) int {
	n := 0
	for ; len(b) >= 8; b = b[8:] {
		n += bits.OnesCount64(^binary.LittleEndian.Uint64(b) & 0x8080808080808080)
	}
	for _, c := range b {
		n += int(^c >> 7)
	}
	return n
}

// Skip passes over the value at i of a field whose tag was read.
func Skip(b []byte, i, end int, tag uint64) int {
	if tag>>3 == 0 {
		return -1
	}
	switch tag & 7 {
	case 0:
		_, i = GetVarint(b, i)
	case 1:
		i += 8
	case 2:
		var l int
		if l, i = GetLength(b, i); i >= 0 {
			i += l
		}
	case 3:
		_, i = GetGroup(b, i, end, tag>>3)
		return i
	case 5:
		i += 4
	default:
		return -1
	}
	if i > end {
		return -1
	}
	return i
}

// AppendField appends a field whose value is as it was read to the unknown ones of a
// message.
func AppendField(rest []byte, tag uint64, value []byte) []byte {
	return append(binary.AppendUvarint(rest, tag), value...)
}

// Unknown returns the error of a field with a number that the type does not have.
func Unknown(number uint64) error { return fmt.Errorf("there is no field %d", number) }

// GetGroup passes over the fields of a group at i, whose first tag was read, and returns
// where they end, and the position after its last tag.
func GetGroup(b []byte, i, end int, number uint64) (stop, after int) {
	open := append(make([]uint64, 0, 16), number)
	for i >= 0 && i < end {
		stop = i
		var tag uint64
		if tag, i = GetVarint(b, i); i < 0 || i > end || tag>>32 != 0 {
			return 0, -1
		}
		switch tag & 7 {
		case 3:
			if tag>>3 == 0 || len(open) >= 100 {
				return 0, -1
			}
			open = append(open, tag>>3)
		case 4:
			if open[len(open)-1] != tag>>3 {
				return 0, -1
			}
			if open = open[:len(open)-1]; len(open) == 0 {
				return stop, i
			}
		default:
			i = Skip(b, i, end, tag)
		}
	}
	return 0, -1
}

// GetLoose is getLong for what gogo/protobuf reads: bits beyond the 64th are lost.
func GetLoose(b []byte, i int) (uint64, int) {
	var x uint64
	for k := 0; k < 10 && i < len(b); k++ {
		c := b[i]
		i++
		x |= uint64(c&0x7f) << (7 * k)
		if c < 0x80 {
			return x, i
		}
	}
	return 0, -1
}

// GetTagLoose is GetTag for what gogo/protobuf reads: bits of the number beyond its 32nd
// are lost.
func GetTagLoose(b []byte, i, end int) (uint64, int) {
	x, i := GetVarint(b, i)
	if x &= 1<<35 - 1; i >= end || int32(x>>3) <= 0 {
		return 0, -1
	}
	return x, i
}

// GetGroupLoose is GetGroup for what gogo/protobuf reads: the last tag has any number.
func GetGroupLoose(b []byte, i, end int, _ uint64) (stop, after int) {
	for depth := 1; i >= 0 && i < end; {
		stop = i
		var tag uint64
		if tag, i = GetVarint(b, i); i < 0 || i > end {
			return 0, -1
		}
		switch tag & 7 {
		case 3:
			depth++
		case 4:
			if depth--; depth == 0 {
				return stop, i
			}
		default:
			i = Skip(b, i, end, tag|8)
		}
	}
	return 0, -1
}
