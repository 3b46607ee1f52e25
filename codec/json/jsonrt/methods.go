package jsonrt

import (
	"bytes"
	"encoding"
	"encoding/binary"
	"errors"
	"math/bits"
	"unicode/utf8"
)

// Output is what a method has returned.
type Output struct {
	text []byte
	err  error
}

// Returned makes one value of what a method has returned.
func Returned(text []byte, err error) Output { return Output{text, err} }

// Method writes what a method MarshalJSON has returned, checked and without
// white space, as encoding/json does, and makes sure of rest bytes of room
// afterwards.
func (e *Encoder) Method(b []byte, n int, out Output, html bool, rest int) ([]byte, int) {
	if out.err != nil {
		e.Refuse(out.err)
		return Raw(b, n, nil, rest)
	}
	return e.Compact(b, n, out.text, html, rest)
}

// TextMethod writes the text that a method MarshalText has returned as a string.
func (e *Encoder) TextMethod(b []byte, n int, out Output, html bool, rest int) ([]byte, int) {
	if out.err != nil {
		e.Refuse(out.err)
		return Raw(b, n, nil, rest)
	}
	if text := out.text; !e.V2 && plain(text) {
		if need := len(text) + 2 + rest; len(b)-n < need {
			b = Grow(b, n, need)
		}
		b[n] = '"'
		n += 1 + copy(b[n+1:], text)
		b[n] = '"'
		return b, n + 1
	}
	return e.text(b, n, string(out.text), html, rest)
}

// TextKey returns the text that a method has returned for the key of a map.
func (e *Encoder) TextKey(out Output) string {
	if out.err != nil {
		e.Refuse(out.err)
	} else if Replacement == "\ufffd" && !utf8.Valid(out.text) {
		e.Fail = true // encoding/json of Go 1.27 sorts what it has repaired
	}
	return string(out.text)
}

// RawValue writes a value that is JSON already, or null if there is none.
func (e *Encoder) RawValue(b []byte, n int, text []byte, html bool, rest int) ([]byte, int) {
	if text == nil {
		return Raw(b, n, []byte("null"), rest)
	}
	return e.Compact(b, n, text, html, rest)
}

// Compact writes a value that is JSON already, without the white space outside
// of its strings. With html, '<', '>', '&', U+2028 and U+2029 are escaped.
func (e *Encoder) Compact(b []byte, n int, text []byte, html bool, rest int) ([]byte, int) {
	if e.V2 {
		return e.compactV2(b, n, text, rest)
	}
	if len(text) > 2 && text[0] == '"' && plain(text[1:len(text)-1]) && text[len(text)-1] == '"' || natural(text) {
		return Raw(b, n, text, rest)
	}
	spaced, _, reason := check(text)
	if reason != "" {
		e.Refuse(errors.New("a method returns invalid JSON: " + reason))
		return Raw(b, n, nil, rest)
	}
	if spaced {
		n0 := n
		if b, n = withoutSpaces(b, n, text, rest); !html {
			return b, n
		}
		if text = b[n0:n]; !marked(text) {
			return b, n
		}
		text, n = bytes.Clone(text), n0
	}
	if html && marked(text) {
		return escapeMarks(b, n, text, rest)
	}
	return Raw(b, n, text, rest)
}

// withoutSpaces writes text, which is valid, without the white space outside of its strings.
func withoutSpaces(b []byte, n int, text []byte, rest int) ([]byte, int) {
	if need := len(text) + 8 + rest; len(b)-n < need {
		b = Grow(b, n, need)
	}
	for i := 0; i < len(text); {
		c := text[i]
		if c <= ' ' {
			i = spaces(text, i)
			continue
		}
		b[n] = c
		i++
		n++
		if c != '"' {
			continue
		}
		for c = 0; c != '"'; {
			if len(text)-i >= 8 {
				w := load(text[i:])
				binary.LittleEndian.PutUint64(b[n:], w)
				m := ends(w) &^ w
				if m == 0 {
					i += 8
					n += 8
					continue
				}
				k := bits.TrailingZeros64(m) >> 3
				i += k
				n += k
			}
			c = text[i]
			b[n] = c
			i++
			n++
			if c == '\\' {
				b[n] = text[i]
				i++
				n++
			}
		}
	}
	return b, n
}

// marks is not 0 if one of the bytes of w is '<', '>' or '&', or begins U+2028 or U+2029, as many
// other runes: the lowest set bit is that of the first.
func marks(w uint64) uint64 {
	x, y, z := (w|2*lows)^'>'*lows, w^'&'*lows, w^0xe2*lows
	return ((x-lows)&^x | (y-lows)&^y | (z-lows)&^z) & highs
}

// marked reports whether there are such bytes in text.
func marked(text []byte) bool {
	i := 0
	for ; i <= len(text)-8; i += 8 {
		if marks(load(text[i:i+8])) != 0 {
			return true
		}
	}
	return i < len(text) && marks(short(text[i:])) != 0
}

// escapeMarks writes text, which is valid, with escapes of '<', '>', '&', U+2028 and U+2029.
func escapeMarks(b []byte, n int, text []byte, rest int) ([]byte, int) {
	for i := 0; i < len(text); i++ {
		if need := len(text) - i + 16 + rest; len(b)-n < need {
			b = Grow(b, n, need)
		}
		for ; i <= len(text)-8; i, n = i+8, n+8 {
			w := load(text[i : i+8])
			binary.LittleEndian.PutUint64(b[n:], w)
			if m := marks(w); m != 0 {
				k := bits.TrailingZeros64(m) >> 3
				i += k
				n += k
				break
			}
		}
		if i == len(text) {
			break
		}
		switch c := text[i]; {
		case c == '<' || c == '>' || c == '&':
			binary.LittleEndian.PutUint64(b[n:], escapeWord[c])
			n += 6
		case c == 0xe2 && len(text)-i >= 3 && text[i+1] == 0x80 && text[i+2]&^1 == 0xa8:
			n += copy(b[n:], `\u2028`)
			b[n-1] += text[i+2] & 1
			i += 2
		default:
			b[n] = c
			n++
		}
	}
	return b, n
}

// plain reports whether text stands in a string as it is, whatever is escaped.
func plain(text []byte) bool {
	if len(text) < 8 {
		for _, c := range text {
			if c >= 0x80 || escapeLen[c] != 0 {
				return false
			}
		}
		return true
	}
	for i := 0; i <= len(text)-8; i += 8 {
		if special(load(text[i:i+8])) != 0 {
			return false
		}
	}
	return special(load(text[len(text)-8:])) == 0
}

// natural reports whether text is a natural number as JSON has it.
func natural(text []byte) bool {
	for _, c := range text {
		if c-'0' > 9 {
			return false
		}
	}
	return len(text) == 1 || len(text) > 1 && text[0] != '0'
}

// Method hands the value at i to unmarshal, a method UnmarshalJSON. Like
// encoding/json it calls none as long as the input may be invalid.
func (d *Decoder) Method(b []byte, i int, unmarshal func([]byte) error) int {
	text, j := d.Literal(b, i)
	if j < 0 || !d.Whole(b) || !d.Checked(b) {
		return -1
	}
	if err := unmarshal(text); err != nil {
		return d.RefuseFor(i, err)
	}
	return j
}

// NullEmpties is whether a null makes a list or map nil that has a method
// UnmarshalText: it does in encoding/json of Go 1.26, and not in that of Go 1.27.
var NullEmpties = true

// TextMethod hands the string at i to unmarshal, a method UnmarshalText; a null is
// none.
func (d *Decoder) TextMethod(b []byte, i int, unmarshal func([]byte) error) int {
	text, j := d.TextBytes(b, i)
	if j < 0 || text == nil {
		return j
	}
	if !d.Checked(b) {
		return -1
	}
	if err := unmarshal(text); err != nil {
		return d.RefuseFor(i, err)
	}
	return j
}

// KeyText hands the key k to u's method, and reports whether it takes it.
func (d *Decoder) KeyText(b, k []byte, i int, u encoding.TextUnmarshaler) bool {
	if !d.Checked(b) {
		return false
	}
	if err := u.UnmarshalText(k); err != nil {
		d.RefuseFor(i, err)
		return false
	}
	return true
}

// Quoted reads the string that the option "string" puts around a value, and
// returns a copy of what is in it: nil for a null, nothing for what may be one.
func (d *Decoder) Quoted(b []byte, i int) ([]byte, int) {
	text, j := d.TextBytes(b, i)
	if text == nil {
		return nil, j
	}
	if len(text) == 0 || text[0] <= ' ' || text[0] == 'n' {
		return []byte{}, j
	}
	return append([]byte(nil), text...), j
}
