package jsonrt

import (
	"strconv"
	"unicode"
	"unicode/utf8"
)

// Key reads, after a value or the opening bracket of an object, up to the colon
// before the next value. The key, unescaped, is nil after the last value or one
// that was refused; it is valid until the next call of a reader.
func (d *Decoder) Key(b []byte, i int) (int, []byte) {
	if i < 0 {
		return -1, nil // the value before was refused
	}
	first := b[i-1] == '{'
	if i < len(b) && b[i] <= ' ' {
		i = spaces(b, i)
	}
	if i >= len(b) {
		return d.Refuse(i, "the input ends too early"), nil
	}
	switch {
	case b[i] == '}':
		d.Depth--
		return i + 1, nil
	case first:
	case b[i] != ',':
		return d.Refuse(i, "a comma or } was expected"), nil
	default:
		i++
		if i < len(b) && b[i] <= ' ' {
			i = spaces(b, i)
		}
	}
	if i >= len(b) || b[i] != '"' {
		return d.Refuse(i, "a name was expected"), nil
	}
	i++
	d.keyAt = i
	j := scan(b, i)
	if j >= len(b) {
		return d.Refuse(i, "a name does not end"), nil
	}
	k := b[i:j:j]
	if b[j] == '"' {
		j++
	} else {
		if k, j = d.unquote(b, i, j); j < 0 {
			return -1, nil
		}
		if k == nil {
			k = []byte{}
		}
		if len(k) == 0 || &k[0] != &b[i] {
			d.keyAt = 0
		}
	}
	if j < len(b) && b[j] <= ' ' {
		j = spaces(b, j)
	}
	if j >= len(b) || b[j] != ':' {
		return d.Refuse(j, "a colon was expected"), nil
	}
	return j + 1, k
}

// KeyString returns the key k that [Decoder.Key] has returned as a string of
// the value's.
func (d *Decoder) KeyString(k []byte) string {
	if d.Source != "" && d.keyAt > 0 {
		return d.Source[d.keyAt : d.keyAt+len(k)]
	}
	return d.text(k)
}

// KeyInt returns the integer that the key k is, as strconv.ParseInt has it.
func (d *Decoder) KeyInt(k []byte, i, size int) (int64, bool) {
	negative := len(k) > 0 && k[0] == '-'
	digits := k
	if negative {
		digits = k[1:]
	}
	u, ok := keyUint(digits)
	if !ok && LooseKeys {
		if x, err := strconv.ParseInt(string(k), 10, size); err == nil {
			return x, true
		}
	}
	if NullKeys && string(k) == "null" {
		return 0, true
	}
	if !ok || negative && u > 1<<(size-1) || !negative && u > 1<<(size-1)-1 {
		d.Refuse(i, noInteger)
		return 0, false
	}
	if negative {
		return -int64(u), true
	}
	return int64(u), true
}

// KeyUint returns the unsigned integer that the key k is.
func (d *Decoder) KeyUint(k []byte, i, size int) (uint64, bool) {
	u, ok := keyUint(k)
	if !ok && LooseKeys {
		if x, err := strconv.ParseUint(string(k), 10, size); err == nil {
			return x, true
		}
	}
	if NullKeys && string(k) == "null" {
		return 0, true
	}
	if !ok || size < 64 && u>>(uint(size)&63) != 0 {
		d.Refuse(i, noInteger)
		return 0, false
	}
	return u, true
}

// LooseKeys is whether encoding/json takes all that package strconv does for integers as
// keys, such as leading zeros, or a plus before a signed one.
var LooseKeys bool

// NullKeys is whether encoding/json takes "null" for the key 0: in Go 1.27 it does.
var NullKeys bool

// keyUint reads a number as JSON has it.
func keyUint(k []byte) (uint64, bool) {
	u, j := uintAt(k, 0)
	return u, j == len(k) && j > 0
}

// Fold returns k as encoding/json folds it to compare names.
func Fold(k []byte) []byte {
	out := make([]byte, 0, 32)
	for i := 0; i < len(k); {
		c := k[i]
		if c < 0x80 {
			if 'a' <= c && c <= 'z' {
				c -= 'a' - 'A'
			}
			out = append(out, c)
			i++
			continue
		}
		r, n := utf8.DecodeRune(k[i:])
		for {
			next := unicode.SimpleFold(r)
			if next <= r {
				r = next
				break
			}
			r = next
		}
		out = utf8.AppendRune(out, r)
		i += n
	}
	return out
}
