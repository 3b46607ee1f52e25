package jsonrt

import (
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
	if _, _, reason := check(text); reason != "" {
		e.Refuse(errors.New("a method returns invalid JSON: " + reason))
		return Raw(b, n, nil, rest)
	}
	if need := len(text) + 16 + rest; len(b)-n < need {
		b = Grow(b, n, need)
	}
	inside := false // of a string
	for i := 0; i < len(text); {
		if inside && len(text)-i >= 8 {
			w := load(text[i:])
			binary.LittleEndian.PutUint64(b[n:], w)
			m := special(w)
			if m == 0 {
				i += 8
				n += 8
				continue
			}
			k := bits.TrailingZeros64(m) >> 3
			i += k
			n += k
		}
		c := text[i]
		i++
		switch {
		case !inside:
			if c <= ' ' {
				continue
			}
			inside = c == '"'
		case c == '"':
			inside = false
		case c == '\\':
			b[n] = c
			n++
			c = text[i]
			i++
		case html && (c == '<' || c == '>' || c == '&'):
			if need := len(text) - i + 16 + rest; len(b)-n < need {
				b = Grow(b, n, need)
			}
			binary.LittleEndian.PutUint64(b[n:], escapeWord[c])
			n += 6
			continue
		case html && c == 0xe2 && len(text)-i >= 2 && text[i] == 0x80 && text[i+1]&^1 == 0xa8:
			if need := len(text) - i + 16 + rest; len(b)-n < need {
				b = Grow(b, n, need)
			}
			n += copy(b[n:], `\u2028`)
			b[n-1] += text[i+1] & 1
			i += 2
			continue
		}
		b[n] = c
		n++
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
// returns a copy of what is in it: nil for a null. What encoding/json takes and
// is no number, bool or string of JSON is refused.
func (d *Decoder) Quoted(b []byte, i int) ([]byte, int) {
	text, j := d.TextBytes(b, i)
	if text == nil {
		return nil, j
	}
	if len(text) == 0 || text[0] <= ' ' || text[0] == 'n' {
		return nil, d.Refuse(i, "a quoted value was expected")
	}
	return append([]byte(nil), text...), j
}
