//go:build goexperiment.simd && amd64

package jsonrt

import (
	"encoding/binary"
	"math/bits"
	"simd/archsimd"
	"unsafe"
)

// vectors is whether long strings are looked at by vector instructions of 32 bytes, of
// AVX2. What they leave, and all strings without them, is looked at by words.
var vectors = archsimd.X86.AVX2()

// vectorRoom is how many bytes are written at most for a vector of a string, and beyond
// the last of them.
const vectorRoom = 32*6 + 32

// Where a byte and the one before it are no UTF-8, by the halves of both: each of the
// errors has a bit, and stands if all three tables have it (Keiser and Lemire, Validating
// UTF-8 in less than one instruction per byte, 2021).
const (
	tooShort  = 1 << iota // a first byte, and none that goes on
	tooLong               // ASCII, and a byte that goes on
	overlong3             // of three bytes, for which two are enough
	tooLarge              // from 0x140000 on, or from 0x110000 on by its second byte
	surrogate
	overlong2
	overlong4 // or too large, with 0x80 to 0x8f behind
	twoOn     // two bytes that go on, which is no error as the third or fourth of a rune
	going     = tooShort | tooLong | twoOn
)

var (
	firstHigh = twice([16]byte{
		tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, twoOn, twoOn, twoOn, twoOn,
		tooShort | overlong2, tooShort, tooShort | overlong3 | surrogate, tooShort | tooLarge | overlong4,
	})
	firstLow = twice([16]byte{
		going | overlong3 | overlong2 | overlong4, going | overlong2, going, going, going | tooLarge,
		going | tooLarge | overlong4, going | tooLarge | overlong4, going | tooLarge | overlong4, going | tooLarge | overlong4,
		going | tooLarge | overlong4, going | tooLarge | overlong4, going | tooLarge | overlong4, going | tooLarge | overlong4,
		going | tooLarge | overlong4 | surrogate, going | tooLarge | overlong4, going | tooLarge | overlong4,
	})
	secondHigh = twice([16]byte{
		tooShort, tooShort, tooShort, tooShort, tooShort, tooShort, tooShort, tooShort,
		tooLong | overlong2 | twoOn | overlong3 | overlong4, tooLong | overlong2 | twoOn | overlong3 | tooLarge,
		tooLong | overlong2 | twoOn | surrogate | tooLarge, tooLong | overlong2 | twoOn | surrogate | tooLarge,
		tooShort, tooShort, tooShort, tooShort,
	})
)

// twice has a table for both halves of a vector.
func twice(t [16]byte) (both [32]byte) {
	copy(both[:], t[:])
	copy(both[16:], t[:])
	return both
}

// specials returns a bit for each byte of v that a string cannot have as it is: control
// characters, '\\', and what is in the set, in which some characters differ by one bit.
func specials(v, bit1, set1, bit2, set2, backslash, control archsimd.Uint8x32) uint32 {
	return v.Or(bit1).Equal(set1).Or(v.Or(bit2).Equal(set2)).Or(v.Equal(backslash)).Or(v.Min(control).Equal(v)).ToBits()
}

// beyondASCII returns a bit for each such byte of v.
func beyondASCII(v archsimd.Uint8x32) uint32 {
	var zero archsimd.Int8x32
	return v.AsInt8x32().Less(zero).ToBits()
}

// setOf returns the characters that specials looks for, and the bits by which others in
// the set differ.
func setOf(style int) (bit1, char1, bit2, char2 byte) {
	if style == styleHTML {
		return '<' ^ '>', '>', '"' ^ '&', '&'
	}
	return 0, '"', 0, '"'
}

// plainVectors is [plainText], in one of the styles, as far as there are vectors of b: what it
// passes over is whole runes that need no escape. There may be more such behind it.
func plainVectors(b []byte, i, style int) int {
	c1, c2, c3, c4 := setOf(style)
	bit1, set1 := archsimd.BroadcastUint8x32(c1), archsimd.BroadcastUint8x32(c2)
	bit2, set2 := archsimd.BroadcastUint8x32(c3), archsimd.BroadcastUint8x32(c4)
	backslash, control := archsimd.BroadcastUint8x32('\\'), archsimd.BroadcastUint8x32(' '-1)
	begin, runes := i, false // whether the vector before this one has some
	for ; i <= len(b)-32; i += 32 {
		v := vectorAt(b[i : i+32])
		ends := specials(v, bit1, set1, bit2, set2, backslash, control)
		if has := beyondASCII(v) != 0; has || runes {
			runes = has
			p, at := b, i
			var first [35]byte
			if i == begin { // what is before counts as ASCII
				copy(first[3:], b[i:i+32])
				p, at = first[:], 3
			}
			x, y, z := vectorAt(p[at-1:at+31]), vectorAt(p[at-2:at+30]), vectorAt(p[at-3:at+29])
			low, high := archsimd.BroadcastUint8x32(0x0f), archsimd.BroadcastUint8x32(0x80)
			wrong := vectorAt(firstHigh[:]).PermuteOrZeroGrouped(x.AsUint16x16().ShiftAllRight(4).AsUint8x32().And(low).AsInt8x32())
			wrong = wrong.And(vectorAt(firstLow[:]).PermuteOrZeroGrouped(x.And(low).AsInt8x32()))
			wrong = wrong.And(vectorAt(secondHigh[:]).PermuteOrZeroGrouped(v.AsUint16x16().ShiftAllRight(4).AsUint8x32().And(low).AsInt8x32()))
			third, fourth := y.SubSaturated(archsimd.BroadcastUint8x32(0xe0-0x80)), z.SubSaturated(archsimd.BroadcastUint8x32(0xf0-0x80))
			if !wrong.Xor(third.Or(fourth).And(high)).IsZero() {
				break
			}
			if style != styleV2 { // U+2028 and U+2029 are e2 80 a8 and e2 80 a9
				last := v.Or(archsimd.BroadcastUint8x32(1)).Equal(archsimd.BroadcastUint8x32(0xa9))
				if m := y.Equal(archsimd.BroadcastUint8x32(0xe2)).And(x.Equal(high)).And(last).ToBits(); m != 0 {
					ends |= m
					if k := bits.TrailingZeros32(ends); m>>uint(k&31)&1 != 0 {
						archsimd.ClearAVXUpperBits()
						return i + k - 2
					}
				}
			}
		}
		if ends != 0 {
			archsimd.ClearAVXUpperBits()
			return i + bits.TrailingZeros32(ends)
		}
	}
	archsimd.ClearAVXUpperBits()
	for k := 1; k <= 3 && i-k >= begin; k++ { // the last rune may go on behind
		if c := b[i-k]; c >= 0xc0 {
			if k < 2 || k < 3 && c >= 0xe0 || c >= 0xf0 {
				return i - k
			}
			break
		}
	}
	return i
}

// escapeVectors is [escape] as far as there are two vectors of s from i on, and until what
// is no UTF-8, U+2028 or U+2029. It returns the positions in b and in s.
func escapeVectors(b []byte, n int, s string, i, rest, style int) ([]byte, int, int) {
	p := unsafe.Slice(unsafe.StringData(s), len(s)) // which is only read
	c1, c2, c3, c4 := setOf(style)
	bit1, set1 := archsimd.BroadcastUint8x32(c1), archsimd.BroadcastUint8x32(c2)
	bit2, set2 := archsimd.BroadcastUint8x32(c3), archsimd.BroadcastUint8x32(c4)
	backslash, control := archsimd.BroadcastUint8x32('\\'), archsimd.BroadcastUint8x32(' '-1)
	for i <= len(p)-64 {
		v := vectorAt(p[i : i+32])
		m := specials(v, bit1, set1, bit2, set2, backslash, control)
		if beyondASCII(v) != 0 {
			k := plainVectors(p, i, style)
			if k == i && m&1 == 0 {
				break
			}
			n += copy(b[n:], p[i:k])
			if i = k; i == len(p) || p[i] >= 0x80 || !isEscaped(p[i], style) {
				continue
			}
			if need := len(p) - i + 16 + rest; len(b)-n < need {
				b = Grow(b, n, need)
			}
			binary.LittleEndian.PutUint64(b[n:n+8:n+8], escapeWord[p[i]])
			n += int(escapeLen[p[i]])
			i++
			continue
		}
		if m == 0 {
			putVector(b[n:n+32], v)
			i += 32
			n += 32
			continue
		}
		if need := len(p) - i + vectorRoom + rest; len(b)-n < need {
			b = Grow(b, n, need)
		}
		from := 0
		for ; m != 0; m &= m - 1 {
			k := bits.TrailingZeros32(m)
			putVector(b[n:n+32], vectorAt(p[i+from:i+from+32]))
			n += k - from
			c := p[i+k] & 0x7f
			binary.LittleEndian.PutUint64(b[n:n+8], escapeWord[c])
			n += int(escapeLen[c])
			from = k + 1
		}
		putVector(b[n:n+32], vectorAt(p[i+from:i+from+32]))
		i += 32
		n += 32 - from
	}
	archsimd.ClearAVXUpperBits()
	return b, n, i
}
