package jsonrt

import (
	"encoding/binary"
	"math/bits"
	"unicode/utf8"
)

// characters are those of a value, or of an input.
type characters interface{ string | []byte }

func load8[T characters](s T) uint64 {
	_ = s[7]
	return uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 |
		uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
}

func load4[T characters](s T) uint32 {
	_ = s[3]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16 | uint32(s[3])<<24
}

func load3[T characters](s T) uint32 {
	_ = s[2]
	return uint32(s[0]) | uint32(s[1])<<8 | uint32(s[2])<<16
}

// special has the high bit of each byte of w set that a string cannot have as
// it is: below ' ', from 0x80 on, '"', '\\', '<', '>', '&'. Only the lowest set
// bit counts. Two comparisons find four characters: '<' and '>' differ in one bit, and so
// do '"' and '&', which without it and with another turned over are the one character
// next to the control characters.
func special(w uint64) uint64 {
	x := (w | 2*lows) ^ '>'*lows
	y := w&(0xfb*lows) ^ 2*lows
	z := w ^ '\\'*lows
	return (w | (x - lows) | (y - '!'*lows) | (z - lows)) & highs
}

// suspect is not 0 where special is not, nor with '^', '|' and '~', which are rare:
// '<', '>' and '\\' are found by one comparison.
func suspect(w uint64) uint64 {
	x := w&(0x9d*lows) ^ 0x1c*lows
	y := w&(0xfb*lows) ^ 2*lows
	return (w | (x - lows) | (y - '!'*lows)) & highs
}

// alarm has what finds the bytes of a word that are escaped in a style, or might be, as
// ends and suspect do. As constants the compiler would make them anew for each word,
// which takes as long as the rest.
type alarm struct{ and, xor, andQuote, xorQuote, low, control uint64 }

var alarms = [...]alarm{ // by the style
	{1<<64 - 1, '\\' * lows, 1<<64 - 1, 2 * lows, lows, '!' * lows},
	{0x9d * lows, 0x1c * lows, 0xfb * lows, 2 * lows, lows, '!' * lows},
	{1<<64 - 1, '\\' * lows, 1<<64 - 1, 2 * lows, lows, '!' * lows},
}

// plainLong returns how many bytes of s, in whole pieces of 32, are ASCII without alarm.
func plainLong(s string, m *alarm) int {
	and, xor, andQuote, xorQuote, low, control := m.and, m.xor, m.andQuote, m.xorQuote, m.low, m.control
	i := 0
	for ; i <= len(s)-32; i += 32 {
		p := s[i : i+32]
		w := load8(p[:8])
		all := w | ((w&and ^ xor) - low) | ((w&andQuote ^ xorQuote) - control)
		w = load8(p[8:16])
		all |= w | ((w&and ^ xor) - low) | ((w&andQuote ^ xorQuote) - control)
		w = load8(p[16:24])
		all |= w | ((w&and ^ xor) - low) | ((w&andQuote ^ xorQuote) - control)
		w = load8(p[24:32])
		all |= w | ((w&and ^ xor) - low) | ((w&andQuote ^ xorQuote) - control)
		if all&highs != 0 {
			break
		}
	}
	return i
}

// vectorsFrom is how long plain text is that vector instructions write as fast as words: to call
// them takes time, too.
const vectorsFrom = 192

// textLong is Text in one of the styles for an s of at least 32 bytes that there is room
// for.
func textLong(b []byte, n int, s string, rest, style int) ([]byte, int) {
	if vectors && len(s) >= vectorsFrom {
		return escaped(b, n, s, rest, style)
	}
	i := plainLong(s, &alarms[style])
	p := b[n : n+len(s) : n+len(s)]
	copy(p[:i], s)
	for ; i <= len(s)-8; i += 8 {
		w := load8(s[i : i+8])
		binary.LittleEndian.PutUint64(p[i:i+8], w)
		if suspect(w) != 0 {
			return escaped(b, n+i, s[i:], rest, style)
		}
	}
	w := load8(s[len(s)-8:])
	if i < len(s) && suspect(w) != 0 {
		return escaped(b, n+i, s[i:], rest, style)
	}
	binary.LittleEndian.PutUint64(p[len(p)-8:], w)
	return b, n + len(s)
}

// Text writes s as the inside of a string, without the quotes, escaped as
// json.Marshal does. It makes sure of the room, and of rest bytes afterwards.
func Text(b []byte, n int, s string, rest int) ([]byte, int) {
	if len(b)-n < len(s)+8+rest {
		b = Grow(b, n, len(s)+8+rest)
	}
	if len(s) >= 64 {
		return textLong(b, n, s, rest, styleHTML)
	}
	if len(s) >= 8 {
		p := b[n : n+len(s) : n+len(s)]
		i := 0
		for ; i <= len(s)-8; i += 8 { // so written, it has no bounds checks
			w := load8(s[i : i+8])
			binary.LittleEndian.PutUint64(p[i:i+8], w)
			if suspect(w) != 0 {
				return escaped(b, n+i, s[i:], rest, styleHTML)
			}
		}
		if i == len(s) {
			return b, n + len(s)
		}
		w := load8(s[len(s)-8:])
		if suspect(w) != 0 {
			return escaped(b, n+i, s[i:], rest, styleHTML)
		}
		binary.LittleEndian.PutUint64(p[len(p)-8:], w)
		return b, n + len(s)
	}
	w := short(s)
	if suspect(w|0x2020202020202020<<(uint(len(s))*8&63)) != 0 {
		return escaped(b, n, s, rest, styleHTML)
	}
	binary.LittleEndian.PutUint64(b[n:n+8:n+8], w)
	return b, n + len(s)
}

// TextRaw is Text as json.Encoder does after SetEscapeHTML(false).
func TextRaw(b []byte, n int, s string, rest int) ([]byte, int) {
	if len(b)-n < len(s)+8+rest {
		b = Grow(b, n, len(s)+8+rest)
	}
	if len(s) >= 64 {
		return textLong(b, n, s, rest, styleRaw)
	}
	if len(s) >= 8 {
		p := b[n : n+len(s) : n+len(s)]
		i := 0
		for ; i <= len(s)-8; i += 8 {
			w := load8(s[i : i+8])
			binary.LittleEndian.PutUint64(p[i:i+8], w)
			if ends(w) != 0 {
				return escaped(b, n+i, s[i:], rest, styleRaw)
			}
		}
		if i == len(s) {
			return b, n + len(s)
		}
		w := load8(s[len(s)-8:])
		if ends(w) != 0 {
			return escaped(b, n+i, s[i:], rest, styleRaw)
		}
		binary.LittleEndian.PutUint64(p[len(p)-8:], w)
		return b, n + len(s)
	}
	w := short(s)
	if ends(w|0x2020202020202020<<(uint(len(s))*8&63)) != 0 {
		return escaped(b, n, s, rest, styleRaw)
	}
	binary.LittleEndian.PutUint64(b[n:n+8:n+8], w)
	return b, n + len(s)
}

// short returns s, of less than 8 bytes, as a word.
func short[T characters](s T) uint64 {
	if len(s) >= 4 {
		return uint64(load4(s)) | uint64(load4(s[len(s)-4:]))<<(uint(len(s)-4)*8&63)
	}
	if len(s) > 0 {
		h, l := uint(len(s)>>1), uint(len(s)-1)
		return uint64(s[0]) | uint64(s[h])<<(h*8&63) | uint64(s[l])<<(l*8&63)
	}
	return 0
}

// String writes s with its quotes; it makes sure of the room, and of rest bytes
// afterwards.
func String(b []byte, n int, s string, rest int) ([]byte, int) {
	if need := len(s) + 16 + rest; len(b)-n < need {
		b = Grow(b, n, need)
	}
	b[n] = '"'
	b, n = Text(b, n+1, s, rest+8)
	b[n] = '"'
	return b, n + 1
}

// StringRaw is String as json.Encoder does after SetEscapeHTML(false).
func StringRaw(b []byte, n int, s string, rest int) ([]byte, int) {
	if need := len(s) + 16 + rest; len(b)-n < need {
		b = Grow(b, n, need)
	}
	b[n] = '"'
	b, n = TextRaw(b, n+1, s, rest+8)
	b[n] = '"'
	return b, n + 1
}

// Quoted writes s as the option "string" asks for: as a string that holds a
// string with its quotes.
func Quoted(b []byte, n int, s string, rest int) ([]byte, int) {
	inner, m := String(nil, 0, s, 0)
	return StringRaw(b, n, string(inner[:m]), rest)
}

// QuotedRaw is Quoted as json.Encoder does after SetEscapeHTML(false).
func QuotedRaw(b []byte, n int, s string, rest int) ([]byte, int) {
	inner, m := StringRaw(nil, 0, s, 0)
	return StringRaw(b, n, string(inner[:m]), rest)
}

var escapeWord, escapeLen = escapes() // the escape of a byte, and its length: 0 for bytes that need none

func escapes() (words [128]uint64, lengths [128]uint8) {
	const digits = "0123456789abcdef"
	set := func(c int, s string) {
		lengths[c], words[c] = uint8(len(s)), 0
		for i := range len(s) {
			words[c] |= uint64(s[i]) << (8 * i)
		}
	}
	for c := range 0x20 {
		set(c, `\u00`+digits[c>>4:c>>4+1]+digits[c&15:c&15+1])
	}
	set('\b', `\b`)
	set('\f', `\f`)
	set('\n', `\n`)
	set('\r', `\r`)
	set('\t', `\t`)
	set('"', `\"`)
	set('\\', `\\`)
	set('<', `\u003c`)
	set('>', `\u003e`)
	set('&', `\u0026`)
	return words, lengths
}

// How strings are escaped.
const (
	styleRaw = iota
	styleHTML
	styleV2 // neither HTML nor U+2028 and U+2029
)

// isEscaped reports whether c, of ASCII, has an escape.
func isEscaped(c byte, style int) bool {
	return escapeLen[c] != 0 && (style == styleHTML || c != '<' && c != '>' && c != '&')
}

func escaped(b []byte, n int, s string, rest, style int) ([]byte, int) {
	b, n, _ = escape(b, n, s, rest, style)
	return b, n
}

// escape is Text for strings with escapes or beyond ASCII, in one of the styles.
// It reports whether s is UTF-8.
func escape(b []byte, n int, s string, rest, style int) ([]byte, int, bool) {
	valid := true
	a := &alarms[style]
	i := 0
	for {
		if vectors && len(s)-i >= 64 {
			b, n, i = escapeVectors(b, n, s, i, rest, style)
		}
		for long := i + 128; i <= len(s)-8; {
			w := load8(s[i : i+8])
			binary.LittleEndian.PutUint64(b[n:n+8:n+8], w)
			if m := (w | ((w&a.and ^ a.xor) - a.low) | ((w&a.andQuote ^ a.xorQuote) - a.control)) & highs; m != 0 {
				k := bits.TrailingZeros64(m) >> 3
				i += k
				n += k
				goto found
			}
			i += 8
			n += 8
			if i >= long {
				k := plainLong(s[i:], a)
				n += copy(b[n:], s[i:i+k])
				i += k
				long = len(s)
			}
		}
		for i < len(s) && s[i] < 0x80 && escapeLen[s[i]] == 0 {
			b[n] = s[i]
			i++
			n++
		}
	found:
		if i == len(s) {
			return b, n, valid
		}
		if c := s[i]; c < 0x80 {
			if need := len(s) - i + 16 + rest; len(b)-n < need {
				b = Grow(b, n, need)
			}
			if !isEscaped(c, style) {
				b[n] = c
				n++
			} else {
				binary.LittleEndian.PutUint64(b[n:n+8:n+8], escapeWord[c])
				n += int(escapeLen[c])
			}
			i++
			continue
		}
		// Runes that need no escape take as much room as they have.
		// Less than 32 bytes are written faster by words: a chat took a quarter longer.
		if vectors && len(s)-i >= 32 && len(s)-i < 64 {
			if k := copyVectors(b[n:], s[i:], style); k > 0 {
				i += k
				n += k
				continue
			}
		}
		if k := plainRunes(s, i); k > i {
			n += copy(b[n:], s[i:k])
			i = k
			continue
		}
		if need := len(s) - i + 16 + rest; len(b)-n < need {
			b = Grow(b, n, need)
		}
		r, size := utf8.DecodeRuneInString(s[i:])
		switch {
		case r == utf8.RuneError && size == 1:
			n += copy(b[n:], Replacement)
			valid = false
		case style != styleV2 && (r == '\u2028' || r == '\u2029'):
			n += copy(b[n:], `\u2028`)
			b[n-1] += byte(r & 1)
		default:
			n += copy(b[n:], s[i:i+size])
		}
		i += size
	}
}

// Replacement is written for each byte that is no UTF-8. It is what encoding/json
// writes, which depends on its version: an escape in that of Go 1.26, and the
// rune itself in Go 1.27. Package jsonstd asks it when the program starts.
var Replacement = `\ufffd`

// plainRunes returns the position after the characters from i on that stand in strings
// as they are, whatever the style: valid runes but U+2028 and U+2029, and ASCII without
// escapes. Of ASCII it may end before some.
func plainRunes[T characters](s T, i int) int {
runes:
	for i < len(s) {
		switch c := s[i]; {
		case c < 0x80:
			for {
				if i > len(s)-8 {
					return i
				}
				m := suspect(load8(s[i : i+8]))
				if m != 0 {
					i += bits.TrailingZeros64(m) >> 3
					break
				}
				i += 8
			}
			if s[i] < 0x80 {
				return i
			}
		case c < 0xe0:
			// Words of ASCII without escapes and of runes of two bytes, of which one may go on
			// in the next word: most scripts with spaces between words are written so.
			open := uint64(0) // the high bit of the first byte, if a rune has begun before it
			for ; i <= len(s)-8; i += 8 {
				w := load8(s[i : i+8])
				high := w & highs
				lead := high & (w << 1)
				next := lead<<8 | open
				wrong := high ^ lead ^ next                  // more or fewer bytes follow than should
				wrong |= lead & (w << 2)                     // three bytes or four
				wrong |= lead &^ (w&(0x1e*lows) + 0x7e*lows) // one would be enough
				if bad := suspect(w)&^w | wrong; bad != 0 {
					k := bits.TrailingZeros64(bad)
					i += k >> 3
					switch {
					case wrong>>k&1 == 0:
						return i
					case next>>k&1 != 0:
						return i - 1
					case lead&(w<<2)>>k&1 == 0:
						return i
					}
					continue runes
				}
				open = lead >> 56
			}
			if i -= int(open >> 7); i < len(s) && s[i] >= 0x80 && s[i] < 0xe0 { // less than a word is left
				if i > len(s)-2 || !twoBytes(uint32(s[i])|uint32(s[i+1])<<8) {
					return i
				}
				i += 2
			}
		case c < 0xf0:
			if i > len(s)-3 || !plainThree(load3(s[i:i+3])) {
				return i
			}
			if i += 3; i == len(s) || s[i] < 0xe0 {
				continue
			}
			for ; i <= len(s)-24 && eightThrees(load8(s[i:i+8]), load8(s[i+8:i+16]), load8(s[i+16:i+24])); i += 24 {
			}
			for ; i <= len(s)-14 && fourThrees(load8(s[i:i+8]), load8(s[i+6:i+14])); i += 12 {
			}
			for i <= len(s)-3 && plainThree(load3(s[i:i+3])) {
				i += 3
			}
		default:
			if i > len(s)-4 || !fourBytes(load4(s[i:i+4])) {
				return i
			}
			i += 4
		}
	}
	return i
}

// plainThree reports whether w begins with a valid rune of three bytes but U+2028 and U+2029.
func plainThree(w uint32) bool { return threeBytes(w) && w&0xfeffff != 0xa880e2 }

// twoBytes reports whether w begins with a valid rune of two bytes.
func twoBytes(w uint32) bool { return w&0xc0e0 == 0x80c0 && w&0x1e != 0 }

// threeBytes reports whether w begins with a valid rune of three bytes.
func threeBytes(w uint32) bool {
	y := w & 0x200f // 0 if it is too long, 0x200d if it is a surrogate
	return w&0xc0c0f0 == 0x8080e0 && y != 0 && y != 0x200d
}

// fourBytes reports whether w is a valid rune of four bytes.
func fourBytes(w uint32) bool {
	return w&0xc0c0c0f8 == 0x808080f0 && (w&7<<2|w>>12&3)-1 < 0x10 // it is 0x10000 to 0x10ffff
}

// fourThrees reports whether w and x begin with two runes each for which threeBytes
// holds, and that are neither U+2028 nor U+2029.
func fourThrees(w, x uint64) bool {
	const lanes, high = 1<<24 | 1, 0x800000 // of which a lane that was 0 has the high bit after the subtraction
	y, z := w&(0x200f*lanes), x&(0x200f*lanes)
	u, v := w&(0x7effff*lanes)^0x2880e2*lanes, x&(0x7effff*lanes)^0x2880e2*lanes
	return ((w^0x8080e0*lanes)|(x^0x8080e0*lanes))&(0xc0c0f0*lanes)|
		((y-lanes)|((y^0x200d*lanes)-lanes)|(u-lanes)|(z-lanes)|((z^0x200d*lanes)-lanes)|(v-lanes))&(high*lanes) == 0
}

// eightThrees reports whether w, x and y are eight runes of three bytes from
// U+3000 on, without surrogates, none of which needs another look.
func eightThrees(w, x, y uint64) bool {
	form := (w^0x80e08080e08080e0)&0xc0f0c0c0f0c0c0f0 | (x^0xe08080e08080e080)&0xf0c0c0f0c0c0f0c0 | (y^0x8080e08080e08080)&0xc0c0f0c0c0f0c0c0
	// The second half of the first byte of each, which are at places of their own.
	first := w&0x000f00000f00000f | x&0x0f00000f00000f00 | y&0x00000f00000f0000
	return form == 0 && (first+13*lows)&((first^13*lows)+15*lows)&(16*lows) == 16*lows
}
