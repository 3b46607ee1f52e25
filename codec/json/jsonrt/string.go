package jsonrt

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"math/bits"
	"strings"
	"sync"
	"unicode"
	"unicode/utf16"
	"unicode/utf8"
)

// own returns b[i:j] as a string of the value's.
func (d *Decoder) own(b []byte, i, j int) string {
	if d.Source != "" {
		return d.Source[i:j]
	}
	return d.text(b[i:j])
}

// Piece returns the size of the pieces of memory that the short strings of one document share,
// those of up to half as many bytes: 128, but no more than the document has. A string that
// outlives its value keeps its piece, and so no more than that.
func Piece(data []byte) int { return min(len(data), pieceSize) }

const pieceSize = 128

// Batch returns the size of larger ones: 512 bytes, but no more than half of the document, which
// strings rarely are more of. Still larger ones save no more time. There are none for a short
// document, whose few strings take less time one by one.
func Batch(data []byte) int {
	if len(data) < 256 {
		return 0
	}
	return min(len(data)/2, 512)
}

// keep returns a copy of p that is part of a chunk, unless it is long, or an equal string
// before it. A piece is no larger than half of what is left of the input from p on, which
// strings rarely are more of.
func (d *Decoder) keep(p []byte, rest int) string {
	if d.interns(p) {
		if s, ok := d.intern(p); ok {
			return s
		}
	}
	if len(p) > d.Chunk/2 || len(p) == 0 {
		return string(p)
	}
	n := d.chunk.Len()
	if d.chunk.Cap()-n < len(p) {
		size := d.Chunk
		if size <= pieceSize {
			size = max(min(size, rest/2), len(p))
		}
		d.chunk = strings.Builder{}
		d.chunk.Grow(size)
		n = 0
	}
	d.chunk.Write(p)
	return d.chunk.String()[n:]
}

// text returns a copy of p as a string of the value's.
func (d *Decoder) text(p []byte) string {
	if d.Chunk > 0 {
		return d.keep(p, 2*pieceSize)
	}
	return string(p)
}

// ends has the high bit set of each byte of w that is '"', '\\', a control character or
// beyond ASCII. Only the lowest set bit counts. With its second bit turned over the quote
// is the one character next to the control characters.
func ends(w uint64) uint64 {
	return (w | ((w ^ 2*lows) - '!'*lows) | ((w ^ '\\'*lows) - lows)) & highs
}

// scan returns the position of the first byte from i on that is '"', '\\', a
// control character or beyond ASCII, or len(b).
func scan(b []byte, i int) int {
	for ; i <= len(b)-8; i += 8 {
		w := load(b[i : i+8])
		if m := ends(w); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
	}
	for ; i < len(b); i++ {
		if c := b[i]; c == '"' || c == '\\' || c < ' ' || c >= 0x80 {
			break
		}
	}
	return i
}

// scanLong is scan for a string that was long until i. The standard library finds the
// quote and the backslash by vector instructions, and the rest takes fewer operations.
// What it passes over may be valid runes, too.
func scanLong(b []byte, i int) int {
	for stop := i + 64; i <= len(b)-16 && i < stop; i += 16 { // to call them takes as long as this
		p := b[i : i+16]
		if m := ends(load(p[:8])); m != 0 {
			return i + bits.TrailingZeros64(m)>>3
		}
		if m := ends(load(p[8:16])); m != 0 {
			return i + 8 + bits.TrailingZeros64(m)>>3
		}
	}
	if vectors {
		return scan(b, plainVectors(b, i))
	}
	end := len(b)
	if k := bytes.IndexByte(b[i:], '"'); k >= 0 {
		end = i + k
	}
	if k := bytes.IndexByte(b[i:end], '\\'); k >= 0 {
		end = i + k
	}
	for ; i <= end-32; i += 32 {
		p := b[i : i+32]
		w, x, y, z := load(p[:8]), load(p[8:16]), load(p[16:24]), load(p[24:32])
		if (w|x|y|z|(w-' '*lows)|(x-' '*lows)|(y-' '*lows)|(z-' '*lows))&highs != 0 {
			break
		}
	}
	return scan(b, i)
}

// String reads a string, or a null, which leaves v as it is. So does the same string
// where that is to be a copy.
func (d *Decoder) String(b []byte, i int, v *string) int {
	if i >= len(b) {
		return d.Refuse(i, "the input ends too early")
	}
	if b[i] != '"' {
		i = Space(b, i)
		if i >= len(b) || b[i] != '"' {
			return d.null(b, i)
		}
	}
	i++
	j := i
	for { // scan, here without a call
		if j > len(b)-8 || j >= i+64 {
			j = scanLong(b, j)
			break
		}
		w := load(b[j : j+8])
		if m := ends(w); m != 0 {
			j += bits.TrailingZeros64(m) >> 3
			break
		}
		j += 8
	}
	for j < len(b) {
		if b[j] == '"' {
			switch p := b[i:j]; {
			case d.Source != "":
				*v = d.Source[i:j]
			case *v == string(p): // it stays, and takes no memory
			case d.Chunk > 0:
				*v = d.keep(p, len(b)-i)
			default:
				*v = string(p)
			}
			return j + 1
		}
		k := j
		if b[j] >= 0x80 {
			k = plainText(b, j)
		}
		if k == j {
			break // an escape, or invalid
		}
		j = k
	}
	var s []byte
	if s, j = d.unquote(b, i, j); j >= 0 {
		*v = d.text(s)
	}
	return j
}

// plainText returns the position of the first byte from i on that is '"', '\\', a control
// character or no UTF-8, or len(b).
func plainText(b []byte, i int) int {
	if vectors && i < len(b) {
		if i = plainVectors(b, i); i < len(b) && b[i] == '"' {
			return i
		}
	}
	for {
		if i = plainRunes(b, i); i < len(b) && b[i] == '"' {
			return i
		}
		if i = scan(b, i); i == len(b) || b[i] < 0x80 {
			return i
		}
		r, size := utf8.DecodeRune(b[i:])
		if r == utf8.RuneError && size <= 1 {
			return i
		}
		i += size
	}
}

// unescaped has what the letter after a backslash stands for, unless that is 'u'.
var unescaped = [256]byte{'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}

// unquote returns what the string stands for that starts at i, and is valid up
// to j, and the position after its closing quote. The bytes are the input's, or the
// decoder's until it unquotes again.
func (d *Decoder) unquote(b []byte, i, j int) ([]byte, int) {
	if j < len(b) && b[j] >= 0x80 {
		if j = plainText(b, j); j < len(b) && b[j] == '"' {
			return b[i:j:j], j + 1
		}
	}
	if d.spare == nil {
		d.spare = TakeScratch()
	}
	s, j, why := d.unquoteTo((*d.spare)[:0], b, i, j)
	*d.spare = s[:0]
	if why != "" {
		return nil, d.Refuse(j, why)
	}
	return s, j
}

func (d *Decoder) unquoteTo(s, b []byte, i, j int) ([]byte, int, string) {
	n := j - i
	if s = s[:cap(s)]; len(s)-n < 32 {
		s = make([]byte, n+max(32, min(512, len(b)-j)))
	}
	copy(s, b[i:j])
	for {
		if len(s)-n < 32 {
			s = Grow(s, n, max(32, min(256, len(b)-j)))
		}
		if vectors {
			n, j = unquoteVectors(s, n, b, j)
		}
		if len(b)-j >= 8 {
			w := load(b[j:])
			binary.LittleEndian.PutUint64(s[n:], w)
			m := ends(w)
			if m == 0 {
				j += 8
				n += 8
				continue
			}
			k := bits.TrailingZeros64(m) >> 3
			j += k
			n += k
		}
		if j >= len(b) {
			return s[:n], j, "a string does not end"
		}
		switch c := b[j]; {
		case c == '\\' && j+1 < len(b) && unescaped[b[j+1]] != 0:
			s[n] = unescaped[b[j+1]]
			j += 2
			n++
		case c == '"':
			return s[:n], j + 1, ""
		case c < ' ':
			return s[:n], j, "a control character stands in a string"
		case c >= 0x80:
			k := plainText(b, j)
			if k == j {
				if d.Strict {
					return s[:n], j, "invalid UTF-8"
				}
				n += copy(s[n:], "\ufffd")
				j++
				continue
			}
			if len(s)-n < k-j {
				s = Grow(s, n, k-j)
			}
			n += copy(s[n:], b[j:k])
			j = k
		case c != '\\':
			s[n] = c
			j++
			n++
		default:
			if j+1 >= len(b) {
				return s[:n], j, "a string does not end"
			}
			if b[j+1] != 'u' {
				return s[:n], j, "an escape is unknown"
			}
			if m, k := unescape(s, n, b, j); k > j {
				n, j = m, k
				continue
			}
			r := hex4(b, j+2)
			if r < 0 {
				return s[:n], j, "an escape lacks digits"
			}
			j += 6
			if utf16.IsSurrogate(r) {
				low := rune(-1)
				if len(b)-j >= 6 && b[j] == '\\' && b[j+1] == 'u' {
					low = hex4(b, j+2)
				}
				if r = utf16.DecodeRune(r, low); r != unicode.ReplacementChar {
					j += 6
				} else if d.Strict {
					return s[:n], j - 6, "a surrogate stands alone"
				}
			}
			n += utf8.EncodeRune(s[n:], r)
		}
	}
}

// unescape writes what the escapes of four digits at j stand for to s from n on, as
// long as they follow each other, are no surrogates and there is room for another
// and bytes after it, up to the first of ASCII. It returns the positions after the last.
func unescape(s []byte, n int, b []byte, j int) (int, int) {
	for j <= len(b)-8 && n <= len(s)-4 {
		w := load(b[j : j+8])
		r := int32(hexValue[byte(w>>16)])<<12 | int32(hexValue[byte(w>>24)])<<8 | int32(hexValue[byte(w>>32)])<<4 | int32(hexValue[byte(w>>40)])
		if uint16(w) != '\\'|'u'<<8 || r < 0 || r>>11 == 0xd800>>11 {
			break
		}
		j += 6
		p := s[n : n+4]
		switch {
		case r < 0x80: // which mostly stands alone
			p[0] = byte(r)
			return n + 1, j
		case r < 0x800:
			binary.LittleEndian.PutUint16(p, uint16(0x80c0|r>>6|r&0x3f<<8))
			n += 2
		default:
			binary.LittleEndian.PutUint32(p, uint32(0x8080e0|r>>12|r>>6&0x3f<<8|r&0x3f<<16))
			n += 3
		}
	}
	return n, j
}

var hexValue = hexValues()

func hexValues() (t [256]int8) {
	for i := range t {
		t[i] = -1
	}
	for i := range 10 {
		t['0'+i] = int8(i)
	}
	for i := range 6 {
		t['a'+i], t['A'+i] = int8(10+i), int8(10+i)
	}
	return t
}

func hex4(b []byte, i int) rune {
	if len(b)-i < 4 {
		return -1
	}
	p := b[i : i+4]
	r := rune(hexValue[p[0]])<<12 | rune(hexValue[p[1]])<<8 | rune(hexValue[p[2]])<<4 | rune(hexValue[p[3]])
	if r < 0 {
		return -1
	}
	return r
}

// TextBytes reads a string as bytes, which are the input's or the decoder's:
// they are valid until the next call. Without a string there are none, and the
// position is that after a null.
func (d *Decoder) TextBytes(b []byte, i int) ([]byte, int) {
	i = Space(b, i)
	if i >= len(b) || b[i] != '"' {
		return nil, d.null(b, i)
	}
	i++
	j := scan(b, i)
	if j < len(b) && b[j] == '"' {
		return b[i:j:j], j + 1
	}
	s, j := d.unquote(b, i, j)
	if s == nil {
		s = []byte{}
	}
	return s, j
}

// Bytes reads a string of base64, a null, or, but for encoding/json's second version, an array of
// numbers: into a copy of the storage that there is, whose bytes nulls leave as they are.
func (d *Decoder) Bytes(b []byte, i int, v *[]byte) int {
	i = Space(b, i)
	if uint(i) < uint(len(b)) && b[i] == '[' && !d.V2 {
		s := *v
		if cap(s) > 0 {
			s = append(make([]byte, 0, cap(s)), s[:cap(s)]...)
		}
		if i = ReadUints(d, b, i, &s, Unkept); i >= 0 {
			*v = s
		}
		return i
	}
	if i < len(b) && b[i] == '"' {
		if n := bytes.IndexByte(b[i+1:], '"'); n >= 0 {
			if p := decodeBase64(b[i+1 : i+1+n]); p != nil {
				*v = p
				return i + n + 2
			}
		}
	}
	// There are escapes, line breaks or errors.
	s, j := d.TextBytes(b, i)
	if j < 0 {
		return -1
	}
	if s == nil {
		*v = nil
		return j
	}
	p := make([]byte, base64.StdEncoding.DecodedLen(len(s)))
	n, err := base64.StdEncoding.Decode(p, s)
	if err != nil {
		return d.RefuseFor(i, err)
	}
	if d.V2 && bytes.ContainsAny(s, "\r\n") {
		return d.Refuse(i, "there is a line break in base64")
	}
	*v = p[:n]
	return j
}

// decodeBase64 returns what s stands for, or nil if there is anything but whole fours of
// letters and their padding. Two letters at a time take a third of the time of the
// standard library.
func decodeBase64(s []byte) []byte {
	p := make([]byte, base64.StdEncoding.DecodedLen(len(s)))
	t, wrong := base64Values(), uint64(0)
	k := 0
	if vectors && len(s) >= 64 {
		k = decodeVectors(p, s)
	}
	n := k / 4 * 3
	for ; k <= len(s)-12 && n <= len(p)-8; k, n = k+8, n+6 {
		w := load(s[k : k+8])
		x := w&0x007f007f007f007f | w>>1&0x3f803f803f803f80 // an index for each two letters
		a, b, c, d := t[x&0x3fff], t[x>>16&0x3fff], t[x>>32&0x3fff], t[x>>48&0x3fff]
		wrong |= uint64(a|b|c|d)>>12 | w&highs
		binary.BigEndian.PutUint64(p[n:n+8], uint64(a)<<52|uint64(b)<<40|uint64(c)<<28|uint64(d)<<16)
	}
	if s = s[k:]; wrong != 0 || scan(s, 0) < len(s) {
		return nil // escapes, line breaks or errors
	}
	m, err := base64.StdEncoding.Decode(p[n:], s)
	if err != nil {
		return nil
	}
	return p[:n+m]
}

// base64Values has the twelve bits that two letters stand for, of which the first is in
// the lower seven bits of the index; more than twelve for what is none.
var base64Values = sync.OnceValue(func() *[1 << 14]uint16 {
	t := new([1 << 14]uint16)
	for i := range t {
		t[i] = 1 << 12
	}
	for first := range len(letters) {
		for second := range len(letters) {
			t[int(letters[first])|int(letters[second])<<7] = uint16(first<<6 | second)
		}
	}
	return t
})

// Literal returns the bytes of the value at i, whatever it is, without the
// white space around it, and the position after it.
func (d *Decoder) Literal(b []byte, i int) ([]byte, int) {
	i = Space(b, i)
	j := 0
	if i < len(b) && b[i] == '"' {
		j = d.skipString(b, i+1)
	} else {
		j = d.Skip(b, i)
	}
	if j < 0 {
		return nil, -1
	}
	return b[i:j:j], j
}

// Raw reads any value as its bytes into storage of v.
func (d *Decoder) Raw(b []byte, i int, v *[]byte) int {
	p, j := d.Literal(b, i)
	if j < 0 || !d.Whole(b) {
		return -1
	}
	if n := min(len(p), cap(*v)); n > 0 && !d.InPlace {
		if !d.keeps(b, 0) {
			if !d.Checked(b) {
				return -1
			}
		} else {
			keepBytes(d, (*v)[:n])
		}
	}
	if cap(*v) == 0 {
		*v = bytes.Clone(p)
	} else {
		*v = append((*v)[:0], p...)
	}
	return j
}
