// Package cborrt has the routines of generated CBOR code (RFC 8949), which copies
// those that it needs. They write the shortest heads. Those that read pass over tags,
// take heads of any length, and return -1 as the position for what is not there;
// strings that are no UTF-8 are none.
package cborrt

import (
	"cmp"
	"encoding/binary"
	"errors"
	"math"
	"time"
	"unicode/utf8"

	"github.com/assay-go/assay/codec/internal/keyed/keyedrt"
)

// Heads are what values begin with.
var Heads = keyedrt.NewHeadTable([]keyedrt.HeadRow{
	{First: 0x00, Last: 0x17, Kind: keyedrt.KindUint},
	{First: 0x18, Last: 0x1b, Kind: keyedrt.KindUint, Width: 1},
	{First: 0x20, Last: 0x37, Kind: keyedrt.KindNegative},
	{First: 0x38, Last: 0x3b, Kind: keyedrt.KindNegative, Width: 1},
	{First: 0x40, Last: 0x57, Kind: keyedrt.KindBytes},
	{First: 0x58, Last: 0x5b, Kind: keyedrt.KindBytes, Width: 1},
	{First: 0x5f, Last: 0x5f, Kind: keyedrt.KindEndless, X: int(keyedrt.KindBytes)},
	{First: 0x60, Last: 0x77, Kind: keyedrt.KindText},
	{First: 0x78, Last: 0x7b, Kind: keyedrt.KindText, Width: 1},
	{First: 0x7f, Last: 0x7f, Kind: keyedrt.KindEndless, X: int(keyedrt.KindText)},
	{First: 0x80, Last: 0x97, Kind: keyedrt.KindList},
	{First: 0x98, Last: 0x9b, Kind: keyedrt.KindList, Width: 1},
	{First: 0x9f, Last: 0x9f, Kind: keyedrt.KindEndless, X: int(keyedrt.KindList)},
	{First: 0xa0, Last: 0xb7, Kind: keyedrt.KindMap},
	{First: 0xb8, Last: 0xbb, Kind: keyedrt.KindMap, Width: 1},
	{First: 0xbf, Last: 0xbf, Kind: keyedrt.KindEndless, X: int(keyedrt.KindMap)},
	{First: 0xc0, Last: 0xd7, Kind: keyedrt.KindTag},
	{First: 0xd8, Last: 0xdb, Kind: keyedrt.KindTag, Width: 1},
	{First: 0xe0, Last: 0xf3, Kind: keyedrt.KindSimple},
	{First: 0xf4, Last: 0xf5, Kind: keyedrt.KindBool},
	{First: 0xf6, Last: 0xf7, Kind: keyedrt.KindNull}, // and undefined
	{First: 0xf8, Last: 0xf8, Kind: keyedrt.KindLongSimple, Width: 1},
	{First: 0xf9, Last: 0xf9, Kind: keyedrt.KindFloat16, Width: 2},
	{First: 0xfa, Last: 0xfa, Kind: keyedrt.KindFloat32, Width: 4},
	{First: 0xfb, Last: 0xfb, Kind: keyedrt.KindFloat64, Width: 8},
	{First: 0xff, Last: 0xff, Kind: keyedrt.KindBreak},
})

// PutHead writes a head: a major type in the upper three bits, and its argument.
func PutHead(b []byte, n int, major byte, x uint64) int {
	switch {
	case x < 24:
		b[n] = major | byte(x)
		return n + 1
	case x < 1<<8:
		b[n], b[n+1] = major|24, byte(x)
		return n + 2
	}
	return keyedrt.PutWord(b, n, major|24, x)
}

// PutBool writes false or true.
func PutBool(p *[1]byte, x bool) {
	code := byte(0xf4)
	if x {
		code = 0xf5
	}
	p[0] = code
}

// PutInt writes an integer.
func PutInt(b []byte, n int, x int64) int {
	sign := x >> 63
	if u := uint64(x ^ sign); u < 24 {
		b[n] = byte(sign)&0x20 | byte(u)
		return n + 1
	}
	return keyedrt.PutWord(b, n, byte(sign)&0x20|24, uint64(x^sign))
}

// PutUint writes an integer.
func PutUint(b []byte, n int, x uint64) int {
	if x < 24 {
		b[n] = byte(x)
		return n + 1
	}
	return keyedrt.PutWord(b, n, 24, x)
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
	if h, ok := keyedrt.HalfFloat(x); ok {
		b[n] = 0xf9
		binary.BigEndian.PutUint16(b[n+1:], h)
		return n + 3
	}
	b[n] = 0xfa
	keyedrt.PutFloat32((*[4]byte)(b[n+1:]), x)
	return n + 5
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
func CompareStrings[T ~string](a, b T) int {
	return cmp.Or(len(a)-len(b), cmp.Compare(a, b))
}

// CompareInts is the order of integers by what is written of them: those below zero
// are last, and of them the greater first.
func CompareInts[T ~int | ~int8 | ~int16 | ~int32 | ~int64](a, b T) int {
	if a < 0 && b < 0 {
		a, b = b, a
	}
	return cmp.Compare(uint64(a), uint64(b))
}

// IsNull reports whether null or undefined is at i.
func IsNull(b []byte, i int) bool { return i < len(b) && b[i]&^1 == 0xf6 }

// GetString reads a string, as a slice of b. Null is empty.
func GetString(b []byte, i int) ([]byte, int) {
	s, i := keyedrt.GetText(b, i, keyedrt.KindText, &Heads)
	if !utf8.Valid(s) {
		return nil, -1
	}
	return s, i
}

// GetName is GetString for the name of a member, which is not null and has no tag.
func GetName(b []byte, i int) ([]byte, int) {
	if kind, _, _ := keyedrt.Head(b, i, &Heads); kind != keyedrt.KindText {
		return nil, -1
	}
	return GetString(b, i)
}

// GetBytes reads bytes, or a list of numbers in their place, as a slice of b. Null are none.
func GetBytes(b []byte, i int) ([]byte, int) {
	return keyedrt.GetText(b, i, keyedrt.KindBytes, &Heads)
}

// GetContent reads the bytes that a method has written, as a slice of b.
func GetContent(b []byte, i int, _ any) ([]byte, int) {
	if kind, _, _, tag := keyedrt.Untagged(b, i, &Heads); kind != keyedrt.KindBytes || tag == 2 || tag == 3 {
		return nil, -1
	}
	return GetBytes(b, i)
}

// GetList reads the head of a list, whose elements take at least so many bytes of
// what is left. Null is an empty one.
func GetList(b []byte, i, least int) (count, after int) {
	return keyedrt.GetCount(b, i, least, keyedrt.KindList, keyedrt.KindNull, &Heads)
}

// GetMap is GetList for maps.
func GetMap(b []byte, i, least int) (count, after int) {
	return keyedrt.GetCount(b, i, least, keyedrt.KindMap, keyedrt.KindNull, &Heads)
}

// GetTime reads a time: text in the layout of RFC 3339, or seconds since 1970. Null is
// the zero time, and so is a float that is no number, or an infinite one.
func GetTime(b []byte, i int) (time.Time, int) {
	switch kind, _, after, _ := keyedrt.Untagged(b, i, &Heads); kind {
	case keyedrt.KindNull:
		return time.Time{}, after
	case keyedrt.KindText:
		text, after := GetString(b, i)
		if t, err := time.Parse(time.RFC3339Nano, string(text)); err == nil && after >= 0 {
			return t, after
		}
	case keyedrt.KindUint, keyedrt.KindNegative:
		if x, after := keyedrt.GetInt(b, i, &Heads); after >= 0 {
			return time.Unix(x, 0), after
		}
	case keyedrt.KindFloat16, keyedrt.KindFloat32, keyedrt.KindFloat64:
		x, after := keyedrt.GetFloat64(b, i, &Heads)
		if x != x || math.IsInf(x, 0) {
			return time.Time{}, after
		}
		if seconds, part := math.Modf(x); math.Abs(x) < 1<<53 {
			return time.Unix(int64(seconds), int64(part*1e9)), after // cut, as other programs do
		}
	}
	return time.Time{}, -1
}

// GetEpoch is GetTime, but that seconds are rounded to microseconds, as ugorji has them.
func GetEpoch(b []byte, i int) (time.Time, int) {
	t, after := GetTime(b, i)
	if _, text := GetString(b, i); text < 0 {
		t = t.Round(time.Microsecond)
	}
	return t, after
}

// GetUnixDynamic is GetTime, but that a float which PutUnixDynamic writes is the time that was
// written.
func GetUnixDynamic(b []byte, i int) (time.Time, int) {
	t, after := GetTime(b, i)
	if x, j := keyedrt.GetFloat64(b, i, &Heads); j >= 0 && j == after {
		if whole := t.Round(time.Microsecond); epoch(whole) == x {
			t = whole
		}
	}
	return t, after
}
