package trial

import (
	"encoding/binary"
	"time"

	"github.com/assay-go/assay/codec/internal/keyed/keyedrt"
)

// What values begin with: of kinds with a number, that of its shortest form.
const (
	uints     = 0x10
	negatives = 0x20
	texts     = 0x30
	bytes     = 0x40
	lists     = 0x50
	maps      = 0x60
	null      = 0x70
	bools     = 0x71
	float32s  = 0x80
	float64s  = 0x81
)

// Heads are what values begin with.
var Heads = keyedrt.NewHeadTable([]keyedrt.HeadRow{
	{First: uints, Last: uints + 3, Kind: keyedrt.KindUint, Width: 1},
	{First: negatives, Last: negatives + 3, Kind: keyedrt.KindNegative, Width: 1},
	{First: texts, Last: texts + 3, Kind: keyedrt.KindText, Width: 1},
	{First: bytes, Last: bytes + 3, Kind: keyedrt.KindBytes, Width: 1},
	{First: lists, Last: lists + 3, Kind: keyedrt.KindList, Width: 1},
	{First: maps, Last: maps + 3, Kind: keyedrt.KindMap, Width: 1},
	{First: null, Last: null, Kind: keyedrt.KindNull},
	{First: bools, Last: bools + 1, Kind: keyedrt.KindBool},
	{First: float32s, Last: float32s, Kind: keyedrt.KindFloat32, Width: 4},
	{First: float64s, Last: float64s, Kind: keyedrt.KindFloat64, Width: 8},
})

// PutBool writes false or true.
func PutBool(p *[1]byte, x bool) {
	p[0] = bools
	if x {
		p[0]++
	}
}

// PutInt writes an integer.
func PutInt(b []byte, n int, x int64) int {
	if x < 0 {
		return keyedrt.PutWord(b, n, negatives, uint64(^x))
	}
	return keyedrt.PutWord(b, n, uints, uint64(x))
}

// PutUint writes an integer.
func PutUint(b []byte, n int, x uint64) int { return keyedrt.PutWord(b, n, uints, x) }

// putLength writes the head of a kind with a length.
func putLength(b []byte, n int, kind byte, length int) int {
	return keyedrt.PutWord(b, n, kind, uint64(length))
}

// PutString writes a string.
func PutString(b []byte, n int, s string) int {
	n = putLength(b, n, texts, len(s))
	return n + copy(b[n:], s)
}

// PutBytes writes bytes.
func PutBytes(b []byte, n int, s []byte) int {
	n = putLength(b, n, bytes, len(s))
	return n + copy(b[n:], s)
}

// PutList writes the head of a list.
func PutList(b []byte, n, count int) int { return putLength(b, n, lists, count) }

// PutMap writes the head of a map.
func PutMap(b []byte, n, count int) int { return putLength(b, n, maps, count) }

// PutTime writes a time as bytes: seconds and nanoseconds.
func PutTime(p *[14]byte, t time.Time) {
	p[0], p[1] = bytes, 12
	binary.BigEndian.PutUint64(p[2:], uint64(t.Unix()))
	binary.BigEndian.PutUint32(p[10:], uint32(t.Nanosecond()))
}

// IsNull reports whether a null is at i.
func IsNull(b []byte, i int) bool { return i < len(b) && b[i] == null }

// GetString reads a string as a slice of b.
func GetString(b []byte, i int) ([]byte, int) {
	return keyedrt.GetText(b, i, keyedrt.KindText, &Heads)
}

// GetBytes reads bytes as a slice of b.
func GetBytes(b []byte, i int) ([]byte, int) {
	return keyedrt.GetText(b, i, keyedrt.KindBytes, &Heads)
}

// GetList reads the head of a list, whose elements take at least so many bytes of what is left.
func GetList(b []byte, i, least int) (count, after int) {
	return keyedrt.GetCount(b, i, least, keyedrt.KindList, keyedrt.KindNone, &Heads)
}

// GetMap is GetList for maps.
func GetMap(b []byte, i, least int) (count, after int) {
	return keyedrt.GetCount(b, i, least, keyedrt.KindMap, keyedrt.KindNone, &Heads)
}

// GetTime reads a time.
func GetTime(b []byte, i int) (time.Time, int) {
	s, i := GetBytes(b, i)
	if len(s) != 12 || binary.BigEndian.Uint32(s[8:]) > 999_999_999 {
		return time.Time{}, -1
	}
	return time.Unix(int64(binary.BigEndian.Uint64(s)), int64(binary.BigEndian.Uint32(s[8:]))), i
}
