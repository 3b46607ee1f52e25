// Package msgpackrt has the routines of generated MessagePack code, which copies
// those that it needs: https://github.com/msgpack/msgpack/blob/master/spec.md. What
// they write is what tinylib/msgp writes, where no other library is named. Those that read return -1 as the position
// for what is not there.
package msgpackrt

import (
	"encoding/binary"
	"time"

	"github.com/assay-go/assay/codec/internal/keyed/keyedrt"
)

// Heads are what values begin with.
var Heads = keyedrt.NewHeadTable([]keyedrt.HeadRow{
	{First: 0x00, Last: 0x7f, Kind: keyedrt.KindUint},
	{First: 0x80, Last: 0x8f, Kind: keyedrt.KindMap},
	{First: 0x90, Last: 0x9f, Kind: keyedrt.KindList},
	{First: 0xa0, Last: 0xbf, Kind: keyedrt.KindText},
	{First: 0xc0, Last: 0xc0, Kind: keyedrt.KindNull},
	{First: 0xc2, Last: 0xc3, Kind: keyedrt.KindBool},
	{First: 0xc4, Last: 0xc6, Kind: keyedrt.KindBytes, Width: 1},
	{First: 0xc7, Last: 0xc9, Kind: keyedrt.KindExtension, Width: 1},
	{First: 0xca, Last: 0xca, Kind: keyedrt.KindFloat32, Width: 4},
	{First: 0xcb, Last: 0xcb, Kind: keyedrt.KindFloat64, Width: 8},
	{First: 0xcc, Last: 0xcf, Kind: keyedrt.KindUint, Width: 1},
	{First: 0xd0, Last: 0xd3, Kind: keyedrt.KindSigned, Width: 1},
	{First: 0xd4, Last: 0xd5, Kind: keyedrt.KindExtension, X: 2},
	{First: 0xd6, Last: 0xd6, Kind: keyedrt.KindExtension, X: 5},
	{First: 0xd7, Last: 0xd7, Kind: keyedrt.KindExtension, X: 9},
	{First: 0xd8, Last: 0xd8, Kind: keyedrt.KindExtension, X: 17},
	{First: 0xd9, Last: 0xdb, Kind: keyedrt.KindText, Width: 1},
	{First: 0xdc, Last: 0xdd, Kind: keyedrt.KindList, Width: 2},
	{First: 0xde, Last: 0xdf, Kind: keyedrt.KindMap, Width: 2},
	{First: 0xff, Last: 0xe0, Kind: keyedrt.KindNegative},
})

// PutBool writes false or true.
func PutBool(p *[1]byte, x bool) {
	code := byte(0xc2)
	if x {
		code = 0xc3
	}
	p[0] = code
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
	return keyedrt.PutWord(b, n, 0xcc, x)
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
		n = keyedrt.PutWord(b, n, 0xd9, uint64(len(s)))
	}
	return n + copy(b[n:], s)
}

// PutBytes writes bytes.
func PutBytes(b []byte, n int, s []byte) int {
	n = keyedrt.PutWord(b, n, 0xc4, uint64(len(s)))
	return n + copy(b[n:], s)
}

// PutList writes the head of a list.
func PutList(b []byte, n, count int) int { return putCount(b, n, count, 0x90, 0xdc) }

// PutMap writes the head of a map.
func PutMap(b []byte, n, count int) int { return putCount(b, n, count, 0x80, 0xde) }

// putCount writes a count in the lower half of a byte, or in 2 or 4 bytes behind the code.
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

// GetBool reads a bool. Nil is false.
func GetBool(b []byte, i int) (bool, int) {
	if i >= len(b) || b[i]&^1 != 0xc2 && b[i] != 0xc0 {
		return false, -1
	}
	return b[i] == 0xc3, i + 1
}

// GetString reads a string, or bytes in its place, as a slice of b. Nil is empty.
func GetString(b []byte, i int) ([]byte, int) {
	return keyedrt.GetText(b, i, keyedrt.KindText, &Heads)
}

// GetBytes reads bytes, or a string or list of numbers in their place, as a slice of b. Nil are none.
func GetBytes(b []byte, i int) ([]byte, int) {
	return keyedrt.GetText(b, i, keyedrt.KindBytes, &Heads)
}

// GetList reads the head of a list, whose elements take at least so many bytes of
// what is left. Nil is an empty one.
func GetList(b []byte, i, least int) (count, after int) {
	return keyedrt.GetCount(b, i, least, keyedrt.KindList, keyedrt.KindNull, &Heads)
}

// GetMap is GetList for maps.
func GetMap(b []byte, i, least int) (count, after int) {
	return keyedrt.GetCount(b, i, least, keyedrt.KindMap, keyedrt.KindNull, &Heads)
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
