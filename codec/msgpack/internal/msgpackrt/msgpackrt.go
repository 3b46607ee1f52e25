// Package msgpackrt has the routines of generated MessagePack code, which copies
// those that it needs: https://github.com/msgpack/msgpack/blob/master/spec.md. What
// they write is what tinylib/msgp writes, where no other library is named. Those that read return -1 as the position
// for what is not there.
package msgpackrt

import (
	"encoding/binary"
	"math"
	"time"

	"github.com/assay-go/assay/internal/keyed/keyedrt"
)

// PutBool writes false or true.
func PutBool(p *[1]byte, x bool) {
	p[0] = 0xc2
	if x {
		p[0] = 0xc3
	}
}

// PutInt writes an integer, the shortest of the signed forms.
func PutInt(b []byte, n int, x int64) int {
	if uint64(x+32) < 160 { // -32 to 127
		b[n] = byte(x)
		return n + 1
	}
	return putLongInt(b, n, x)
}

func putLongInt(b []byte, n int, x int64) int {
	switch {
	case x == int64(int8(x)):
		b[n], b[n+1] = 0xd0, byte(x)
		return n + 2
	case x == int64(int16(x)):
		b[n] = 0xd1
		binary.BigEndian.PutUint16(b[n+1:], uint16(x))
		return n + 3
	case x == int64(int32(x)):
		b[n] = 0xd2
		binary.BigEndian.PutUint32(b[n+1:], uint32(x))
		return n + 5
	}
	b[n] = 0xd3
	binary.BigEndian.PutUint64(b[n+1:], uint64(x))
	return n + 9
}

// PutUint writes an integer, the shortest of the unsigned forms.
func PutUint(b []byte, n int, x uint64) int {
	if x < 128 {
		b[n] = byte(x)
		return n + 1
	}
	return putLongUint(b, n, x)
}

func putLongUint(b []byte, n int, x uint64) int {
	switch {
	case x < 1<<8:
		b[n], b[n+1] = 0xcc, byte(x)
		return n + 2
	case x < 1<<16:
		b[n] = 0xcd
		binary.BigEndian.PutUint16(b[n+1:], uint16(x))
		return n + 3
	case x < 1<<32:
		b[n] = 0xce
		binary.BigEndian.PutUint32(b[n+1:], uint32(x))
		return n + 5
	}
	b[n] = 0xcf
	binary.BigEndian.PutUint64(b[n+1:], x)
	return n + 9
}

// PutCompact writes an integer, the shortest of all forms.
func PutCompact(b []byte, n int, x int64) int {
	if x < 0 {
		return PutInt(b, n, x)
	}
	return PutUint(b, n, uint64(x))
}

// PutTime writes a time as msgp does: extension 5, seconds and nanoseconds.
func PutTime(p *[15]byte, t time.Time) {
	p[0], p[1], p[2] = 0xc7, 12, 5
	binary.BigEndian.PutUint64(p[3:], uint64(t.Unix()))
	binary.BigEndian.PutUint32(p[11:], uint32(t.Nanosecond()))
}

// PutTimestamp writes a time as the specification has it: extension -1, of 4, 8 or 12
// bytes.
func PutTimestamp(b []byte, n int, t time.Time) int {
	s, ns := uint64(t.Unix()), uint64(t.Nanosecond())
	switch {
	case s>>32 == 0 && ns == 0:
		b[n], b[n+1] = 0xd6, 0xff
		binary.BigEndian.PutUint32(b[n+2:], uint32(s))
		return n + 6
	case s>>34 == 0:
		b[n], b[n+1] = 0xd7, 0xff
		binary.BigEndian.PutUint64(b[n+2:], ns<<34|s)
		return n + 10
	}
	b[n], b[n+1], b[n+2] = 0xc7, 12, 0xff
	binary.BigEndian.PutUint32(b[n+3:], uint32(ns))
	binary.BigEndian.PutUint64(b[n+7:], s)
	return n + 15
}

// PutTimestampOrNil is PutTimestamp, and writes nil for the zero time.
func PutTimestampOrNil(b []byte, n int, t time.Time) int {
	if t.IsZero() {
		b[n] = 0xc0
		return n + 1
	}
	return PutTimestamp(b, n, t)
}

// PutString writes a string.
func PutString(b []byte, n int, s string) int {
	if len(s) < 32 {
		b[n] = 0xa0 | byte(len(s))
		n++
	} else {
		n = putLength(b, n, len(s), 0xd9)
	}
	return n + copy(b[n:], s)
}

// PutBytes writes bytes.
func PutBytes(b []byte, n int, s []byte) int {
	n = putLength(b, n, len(s), 0xc4)
	return n + copy(b[n:], s)
}

// putLength writes a length of 1, 2 or 4 bytes behind its code, the first of three.
func putLength(b []byte, n, length int, code byte) int {
	switch {
	case length < 1<<8:
		b[n], b[n+1] = code, byte(length)
		return n + 2
	case length < 1<<16:
		b[n] = code + 1
		binary.BigEndian.PutUint16(b[n+1:], uint16(length))
		return n + 3
	}
	b[n] = code + 2
	binary.BigEndian.PutUint32(b[n+1:], uint32(length))
	return n + 5
}

// PutList writes the head of a list.
func PutList(b []byte, n, count int) int { return putCount(b, n, count, 0x90, 0xdc) }

// PutMap writes the head of a map.
func PutMap(b []byte, n, count int) int { return putCount(b, n, count, 0x80, 0xde) }

func putCount(b []byte, n, count int, short, code byte) int {
	switch {
	case count < 16:
		b[n] = short | byte(count)
		return n + 1
	case count < 1<<16:
		b[n] = code
		binary.BigEndian.PutUint16(b[n+1:], uint16(count))
		return n + 3
	}
	b[n] = code + 1
	binary.BigEndian.PutUint32(b[n+1:], uint32(count))
	return n + 5
}

// IsNil reports whether a nil is at i.
func IsNil(b []byte, i int) bool { return i < len(b) && b[i] == 0xc0 }

// GetBool reads a bool.
func GetBool(b []byte, i int) (bool, int) {
	if i >= len(b) || b[i]&^1 != 0xc2 {
		return false, -1
	}
	return b[i] == 0xc3, i + 1
}

// GetInt reads an integer in any of the forms.
func GetInt(b []byte, i int) (int64, int) {
	if i < len(b) && int8(b[i]) >= -32 {
		return int64(int8(b[i])), i + 1
	}
	return getLongInt(b, i)
}

func getLongInt(b []byte, i int) (int64, int) {
	x, negative, i := getInteger(b, i)
	if int64(x) < 0 != negative {
		return 0, -1 // beyond 63 bits
	}
	return int64(x), i
}

// GetUint reads an integer in any of the forms that is not negative.
func GetUint(b []byte, i int) (uint64, int) {
	if i < len(b) && b[i] < 128 {
		return uint64(b[i]), i + 1
	}
	return getLongUint(b, i)
}

func getLongUint(b []byte, i int) (uint64, int) {
	x, negative, i := getInteger(b, i)
	if negative {
		return 0, -1
	}
	return x, i
}

// getInteger reads an integer of any form, as a word in two's complement.
func getInteger(b []byte, i int) (x uint64, negative bool, after int) {
	if i >= len(b) {
		return 0, false, -1
	}
	code := b[i]
	i++
	if int8(code) >= -32 {
		return uint64(int8(code)), int8(code) < 0, i
	}
	if code < 0xcc || code > 0xd3 {
		return 0, false, -1
	}
	width := 1 << (code & 3)
	if x, i = keyedrt.GetWord(b, i, width); i < 0 {
		return 0, false, -1
	}
	if code >= 0xd0 { // signed
		shift := 64 - 8*width
		x = uint64(int64(x<<shift) >> shift)
		negative = int64(x) < 0
	}
	return x, negative, i
}

// GetFloat32 reads a float of 32 bits, or an integer that is one.
func GetFloat32(b []byte, i int) (float32, int) {
	if len(b)-i >= 5 && b[i] == 0xca {
		return math.Float32frombits(binary.BigEndian.Uint32(b[i+1:])), i + 5
	}
	n, i := GetInt(b, i)
	if x := float32(n); int64(x) == n && n > -1<<31 && n < 1<<31 {
		return x, i
	}
	return 0, -1
}

// GetFloat64 reads a float of either width, or an integer that is one.
func GetFloat64(b []byte, i int) (float64, int) {
	if len(b)-i >= 9 && b[i] == 0xcb {
		return math.Float64frombits(binary.BigEndian.Uint64(b[i+1:])), i + 9
	}
	if len(b)-i >= 5 && b[i] == 0xca {
		return float64(math.Float32frombits(binary.BigEndian.Uint32(b[i+1:]))), i + 5
	}
	n, i := GetInt(b, i)
	if n > -1<<53 && n < 1<<53 {
		return float64(n), i
	}
	return 0, -1
}

// GetString reads a string, as a slice of b.
func GetString(b []byte, i int) ([]byte, int) {
	if i < len(b) && b[i]&0xe0 == 0xa0 {
		if end := i + 1 + int(b[i]&31); end <= len(b) {
			return b[i+1 : end], end
		}
	}
	return getText(b, i, 0xd9)
}

// GetBytes reads bytes, or a string in their place, as a slice of b. Nil are none.
func GetBytes(b []byte, i int) ([]byte, int) {
	if i < len(b) && b[i] >= 0xc4 && b[i] <= 0xc6 {
		return getText(b, i, 0xc4)
	}
	if IsNil(b, i) {
		return nil, i + 1
	}
	return GetString(b, i)
}

// getText reads a text whose length stands behind a code, the first of three.
func getText(b []byte, i int, code byte) ([]byte, int) {
	if len(b)-i >= 2 && b[i] == code {
		if end := i + 2 + int(b[i+1]); end <= len(b) {
			return b[i+2 : end], end
		}
	}
	if length, j := getLength(b, i, code); j >= 0 && length <= len(b)-j {
		return b[j : j+length], j + length
	}
	return nil, -1
}

// getLength reads a length of 1, 2 or 4 bytes behind its code, the first of three.
func getLength(b []byte, i int, code byte) (length, after int) {
	if i >= len(b) || b[i] < code || b[i] > code+2 {
		return 0, -1
	}
	x, i := keyedrt.GetWord(b, i+1, 1<<(b[i]-code))
	if x > math.MaxInt32 { // which no slice has room for on small machines
		return 0, -1
	}
	return int(x), i
}

// GetList reads the head of a list, whose elements take at least so many bytes of
// what is left. Nil is an empty one.
func GetList(b []byte, i, least int) (count, after int) {
	if i < len(b) && b[i]&0xf0 == 0x90 {
		if count = int(b[i] & 15); count*least < len(b)-i {
			return count, i + 1
		}
	}
	return getCount(b, i, least, 0xdc)
}

// GetMap is GetList for maps.
func GetMap(b []byte, i, least int) (count, after int) {
	if i < len(b) && b[i]&0xf0 == 0x80 {
		if count = int(b[i] & 15); count*least < len(b)-i {
			return count, i + 1
		}
	}
	return getCount(b, i, least, 0xde)
}

// getCount reads a count of 2 or 4 bytes behind its code, the first of two, or nil.
func getCount(b []byte, i, least int, code byte) (count, after int) {
	switch {
	case i >= len(b) || b[i] != code && b[i] != code+1 && b[i] != 0xc0:
		return 0, -1
	case b[i] == 0xc0:
		return 0, i + 1
	}
	x, i := keyedrt.GetWord(b, i+1, 2<<(b[i]-code))
	if i < 0 || x > uint64(len(b)-i)/uint64(least) {
		return 0, -1
	}
	return int(x), i
}

// GetTime reads a time in the form of msgp, or in one of those of the
// specification, and returns it in the local zone, as msgp does.
func GetTime(b []byte, i int) (time.Time, int) {
	if len(b)-i >= 15 && b[i] == 0xc7 && b[i+1] == 12 {
		switch b[i+2] {
		case 5:
			return moment(int64(binary.BigEndian.Uint64(b[i+3:])), uint64(binary.BigEndian.Uint32(b[i+11:])), i+15)
		case 0xff:
			return moment(int64(binary.BigEndian.Uint64(b[i+7:])), uint64(binary.BigEndian.Uint32(b[i+3:])), i+15)
		}
	}
	if len(b)-i >= 6 && b[i] == 0xd6 && b[i+1] == 0xff {
		return moment(int64(binary.BigEndian.Uint32(b[i+2:])), 0, i+6)
	}
	if len(b)-i >= 10 && b[i] == 0xd7 && b[i+1] == 0xff {
		x := binary.BigEndian.Uint64(b[i+2:])
		return moment(int64(x&(1<<34-1)), x>>34, i+10)
	}
	if IsNil(b, i) { // ugorji's zero time
		return time.Time{}, i + 1
	}
	return time.Time{}, -1
}

func moment(seconds int64, nanoseconds uint64, after int) (time.Time, int) {
	if nanoseconds > 999_999_999 {
		return time.Time{}, -1
	}
	return time.Unix(seconds, int64(nanoseconds)), after
}

// Skip passes over a value, however deep it nests.
func Skip(b []byte, i int) int {
	open, i := Scan(b, i, []uint64{1})
	if len(open) > 0 {
		return -1
	}
	return i
}

// Scan passes over values, open[0] of them, as far as b has them whole from i on. It returns
// how many are still to come, none as an empty slice, and the position, or -1 for what is no value.
func Scan(b []byte, i int, open []uint64) ([]uint64, int) {
	for len(open) > 0 && i < len(b) {
		code := b[i]
		width, text, parts := 0, uint64(0), uint64(0) // of the length, and what it says
		switch {
		case code < 0x80 || code >= 0xe0 || code == 0xc0 || code == 0xc2 || code == 0xc3:
		case code < 0x90:
			parts = 2 * uint64(code&15)
		case code < 0xa0:
			parts = uint64(code & 15)
		case code < 0xc0:
			text = uint64(code & 31)
		case code == 0xc1:
			return open, -1
		case code <= 0xc6:
			width = 1 << (code - 0xc4)
		case code <= 0xc9:
			width, text = 1<<(code-0xc7), 1 // its type
		case code <= 0xcb:
			text = 4 << (code - 0xca)
		case code <= 0xd3:
			text = 1 << (code & 3)
		case code <= 0xd8:
			text = 1 + 1<<(code-0xd4)
		case code <= 0xdb:
			width = 1 << (code - 0xd9)
		default:
			width = 2 << (code & 1)
		}
		if len(b)-i <= width {
			return open, i
		}
		length, _ := keyedrt.GetWord(b, i+1, width)
		switch code {
		case 0xdc, 0xdd:
			parts = length
		case 0xde, 0xdf:
			parts = 2 * length
		default:
			text += length
		}
		if text > uint64(len(b)-i-1-width) {
			return open, i
		}
		i += 1 + width + int(text)
		if open[0] += parts - 1; open[0] == 0 {
			open = open[:0]
		}
	}
	return open, i
}
