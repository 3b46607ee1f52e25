//go:build gc && !purego

package jsonrt

import (
	"bytes"
	"math"
)

// vectors is whether long texts, base64, lists of floats and what is skipped are looked at by vector
// instructions of 32 bytes, of AVX2. What they leave, and all without them, is looked at by words.
var vectors = hasVectors()

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

// tables are those of the assembly.
var tables = vectorTables{
	firstHigh: twice([16]byte{
		tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, tooLong, twoOn, twoOn, twoOn, twoOn,
		tooShort | overlong2, tooShort, tooShort | overlong3 | surrogate, tooShort | tooLarge | overlong4,
	}),
	firstLow: twice([16]byte{
		going | overlong3 | overlong2 | overlong4, going | overlong2, going, going, going | tooLarge,
		going | tooLarge | overlong4, going | tooLarge | overlong4, going | tooLarge | overlong4, going | tooLarge | overlong4,
		going | tooLarge | overlong4, going | tooLarge | overlong4, going | tooLarge | overlong4, going | tooLarge | overlong4,
		going | tooLarge | overlong4 | surrogate, going | tooLarge | overlong4, going | tooLarge | overlong4,
	}),
	secondHigh: twice([16]byte{
		tooShort, tooShort, tooShort, tooShort, tooShort, tooShort, tooShort, tooShort,
		tooLong | overlong2 | twoOn | overlong3 | overlong4, tooLong | overlong2 | twoOn | overlong3 | tooLarge,
		tooLong | overlong2 | twoOn | surrogate | tooLarge, tooLong | overlong2 | twoOn | surrogate | tooLarge,
		tooShort, tooShort, tooShort, tooShort,
	}),

	styles: [3]vectorStyle{
		styleRaw:  {stopsAt('"', '\\'), rareAt('"', '\\', 0xe2)},
		styleHTML: {stopsAt('"', '&', '<', '>'), rareAt('"', '\\', '&', '<', '>', 0xe2)},
		styleV2:   {stopsAt('"', '\\'), rareAt('"', '\\')},
	},
	rareHigh:    twice(rareBits),
	blanks:      stopsAt(' ', '\t', '\n', '\r'),
	quotes:      filled('"'),
	backslashes: filled('\\'),
	spaces:      filled(' '),
	controls:    filled(' ' - 1),
	lowHalves:   filled(0x0f),
	highBits:    filled(0x80),
	thirds:      filled(0xe0 - 0x80),
	fourths:     filled(0xf0 - 0x80),
	going:       filled(0xbf),
	twos:        filled(0xdf),
	ones:        filled(1),
	lineFirst:   filled(0xe2),
	lineLast:    filled(0xa9),

	encodeOrder:  twice([16]byte{1, 0, 2, 1, 4, 3, 5, 4, 7, 6, 8, 7, 10, 9, 11, 10}),
	encodeShift:  twice([16]byte{'a' - 26, digit, digit, digit, digit, digit, digit, digit, digit, digit, digit, 256 + '+' - 62, 256 + '/' - 63, 'A'}),
	decodeLow:    twice([16]byte{0x15, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x11, 0x13, 0x1a, 0x1b, 0x1b, 0x1b, 0x1a}),
	decodeHigh:   twice([16]byte{0x10, 0x10, 0x01, 0x02, 0x04, 0x08, 0x04, 0x08, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10, 0x10}),
	decodeShift:  twice([16]byte{0, 16, 19, 4, 256 - 65, 256 - 65, 256 - 71, 256 - 71}),
	decodeOrder:  twice([16]byte{2, 1, 0, 6, 5, 4, 10, 9, 8, 14, 13, 12, 0xff, 0xff, 0xff, 0xff}),
	decodeHalves: [8]uint32{0, 1, 2, 4, 5, 6, 7, 7},
}

const digit = 256 + '0' - 52 // what makes a digit of 52 to 61

type vectorTables struct {
	firstHigh, firstLow, secondHigh [32]byte

	styles   [3]vectorStyle
	rareHigh [32]byte

	blanks                        [32]byte // white space, each at the place of its lower half
	quotes                        [32]byte
	backslashes, spaces, controls [32]byte
	lowHalves, highBits           [32]byte
	thirds, fourths               [32]byte // what a byte exceeds that has a third behind it, or a fourth
	going, twos                   [32]byte // the largest byte that goes on, and of those with one behind them
	ones                          [32]byte
	lineFirst, lineLast           [32]byte // U+2028 and U+2029 are e2 80 a8 and e2 80 a9

	// Base64 of 24 bytes in 32 letters (Muła and Lemire, Faster Base64 Encoding and Decoding
	// using AVX2 Instructions, 2018). The tables by halves of letters have common bits where a
	// letter is none.
	encodeOrder, encodeShift                        [32]byte
	decodeLow, decodeHigh, decodeShift, decodeOrder [32]byte
	decodeHalves                                    [8]uint32
}

// vectorStyle is how a style escapes.
type vectorStyle struct {
	// stops have, by the lower half of a character, which one with that half cannot stand in a
	// string, besides the control characters and, if '<' is one, '\\'.
	stops [32]byte
	// What takes another look has a common bit by both halves here and in rareHigh: what cannot
	// stand in a string; what is in no rune, or begins one whose second byte cannot be any that
	// goes on, or one of four bytes; and what begins a line separator, if those are escaped.
	rareLow [32]byte
}

const rareAll = 1 << 0 // with all lower halves

// rareBits has a bit for each upper half.
var rareBits = [16]byte{rareAll, rareAll, 1 << 1, 1 << 2, 5: 1 << 3, 0xc: 1 << 4, 0xe: 1 << 5, 0xf: rareAll}

// rareAt has the bits by the lower halves, for these and those that are rare in all styles.
func rareAt(others ...byte) [32]byte {
	t := filled(rareAll)
	for _, c := range append(others, 0xc0, 0xc1, 0xe0, 0xed) {
		t[c&15] |= rareBits[c>>4]
		t[16+c&15] |= rareBits[c>>4]
	}
	return t
}

// twice has a table for both halves of a vector.
func twice(t [16]byte) (both [32]byte) {
	copy(both[:], t[:])
	copy(both[16:], t[:])
	return both
}

// filled has a byte at all places.
func filled(c byte) (all [32]byte) {
	for i := range all {
		all[i] = c
	}
	return all
}

// stopsAt has each character at the place of its lower half, and no character at the others.
func stopsAt(characters ...byte) (t [32]byte) {
	t = filled(0xff)
	for _, c := range characters {
		t[c&15], t[16+c&15] = c, c
	}
	return t
}

// hasVectors reports whether the processor and the system have AVX2, BMI1 and BMI2.
func hasVectors() bool

// scanAVX2 returns how many bytes of b are valid runes and characters that may stand in a
// string, in whole vectors or up to one that may not. The last rune may go on behind them.
//
//go:noescape
func scanAVX2(b []byte, style *vectorStyle) int

// escapeAVX2 writes s to b with its escapes, and returns how many bytes of each were written and
// read: until less than two vectors of s are left, until there may not be enough room, or until
// what is no rune, or what is a line separator if those are looked for. The last rune may go on.
//
//go:noescape
func escapeAVX2(b []byte, s string, style *vectorStyle, lines bool) (n, i int)

// copyRunesAVX2 writes s, of 8 to 63 bytes, to b, and returns how many bytes of it are whole runes and
// characters that may stand in a string: none if anything in it is no rune, or a line separator.
//
//go:noescape
func copyRunesAVX2(b []byte, s string, style *vectorStyle) int

// unquoteAVX2 writes what the inside of a string stands for to s, until the end of the string,
// less than two vectors of b or s are left, or until what is refused or rare. The last rune may
// go on.
//
//go:noescape
func unquoteAVX2(s, b []byte, style *vectorStyle) (n, j int)

// encodeAVX2 writes p in base64 to b, and returns how many bytes of p: some times 24.
//
//go:noescape
func encodeAVX2(b, p []byte) int

// decodeAVX2 writes what s stands for to p, and returns how many letters of s: some times 32.
//
//go:noescape
func decodeAVX2(p, s []byte) int

// skipAVX2 returns the position after the object or array that begins at i, and whether there is
// white space in it: -1 if it is invalid, has more than room of them open at a time, of 64 at most, or
// numbers of more than 31 digits before the point or behind it.
//
//go:noescape
func skipAVX2(b []byte, i, room int) (last int, spaced bool)

// goesOn returns how many bytes before i are the beginning of a rune that goes on behind it, of
// those from begin on.
func goesOn[T characters](s T, begin, i int) int {
	for k := 1; k <= 3 && i-k >= begin; k++ {
		if c := s[i-k]; c >= 0xc0 {
			if k < 2 || k < 3 && c >= 0xe0 || c >= 0xf0 {
				return k
			}
			break
		}
	}
	return 0
}

// numbersAVX2 reads numbers of up to 19 digits, with a point or without, at i, of which each but the
// first follows a comma, and one blank or none, and each is followed by a comma or a bracket. It
// returns how many there were, up to as many as list has, and the position after the last. It looks
// at 33 bytes before each.
//
//go:noescape
func numbersAVX2(b []byte, i int, list []number) (k, end int)

// number is a decimal: its digits as a whole number, how many of them are behind the point, and in
// the highest bit of that the sign.
type number struct{ mantissa, behind uint64 }

// manyFloats reads floats at i into v. It returns how many, and the position after the last of
// them, which a comma or bracket follows.
func manyFloats[T float32 | float64](b []byte, i int, v []T) (k, end int) {
	if i < 33 {
		return 0, i
	}
	var list [16]number
	for end = i; ; i = end + 1 {
		n, j := numbersAVX2(b, i, list[:min(len(list), len(v)-k)])
		if n == 0 {
			return k, end
		}
		for l, x := range list[:n] {
			f := 0.0
			if p := x.behind &^ (1 << 63); x.mantissa < 1<<53 {
				f = float64(int64(x.mantissa)) / float64Powers[p&31]
			} else {
				f = scale(x.mantissa, -int(p))
			}
			f = math.Float64frombits(math.Float64bits(f) | x.behind&(1<<63))
			if v[k] = T(f); float64(v[k]) != f && !roundsOnce(f) {
				for range l { // that one is to be read anew
					i += bytes.IndexByte(b[i:], ',') + 1
				}
				return k, i - 1
			}
			k++
		}
		end = j
		if n < len(list) || b[end] != ',' || k == len(v) {
			return k, end
		}
	}
}

// plainVectors is [plainText] as far as there are vectors of b: what it passes over is whole
// runes that need no escape. There may be more such behind it.
func plainVectors(b []byte, i int) int {
	j := i + scanAVX2(b[i:], &tables.styles[styleV2])
	return j - goesOn(b, i, j)
}

// vectorRoom is how many bytes are written at most for a vector of a string, and beyond
// the last of them.
const vectorRoom = 32*6 + 32

// escapeVectors is [escape] as far as there are two vectors of s from i on, and until what
// is no UTF-8, U+2028 or U+2029. It returns the positions in b and in s.
func escapeVectors(b []byte, n int, s string, i, rest, style int) ([]byte, int, int) {
	for {
		k, l := escapeAVX2(b[n:], s[i:], &tables.styles[style], style != styleV2)
		back := goesOn(s, i, i+l)
		n, i = n+k-back, i+l-back
		need := len(s) - i + 8 + rest
		if len(s)-i >= 64 {
			need += vectorRoom
		}
		if len(b)-n >= need {
			return b, n, i
		}
		b = Grow(b, n, need)
	}
}

// copyVectors writes s, of 8 to 63 bytes, to b, as far as that is how it stands in a string: it returns
// how many bytes of it, or 0 where words are to find that out.
func copyVectors(b []byte, s string, style int) int {
	return copyRunesAVX2(b[:len(s)], s, &tables.styles[style])
}

// unquoteVectors is [Decoder.unquoteTo] as far as there are two vectors of both and nothing is
// rare.
func unquoteVectors(s []byte, n int, b []byte, j int) (int, int) {
	k, l := unquoteAVX2(s[n:], b[j:], &tables.styles[styleV2])
	back := goesOn(b, j, j+l)
	return n + k - back, j + l - back
}

func encodeVectors(b, p []byte) int { return encodeAVX2(b, p) }

func decodeVectors(p, s []byte) int { return decodeAVX2(p, s) }

func skipVectors(b []byte, i, room int) (int, bool) { return skipAVX2(b, i, room) }
