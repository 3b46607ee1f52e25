package jsonrt

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"errors"
	"time"
)

// This file is what encoding/json/v2 does by default and encoding/json does not.

// TextV2 writes s as the inside of a string, and makes sure of rest bytes of room
// afterwards. Only what JSON has to have escaped is escaped; bytes that are no
// UTF-8 are refused.
func (e *Encoder) TextV2(b []byte, n int, s string, rest int) ([]byte, int) {
	if len(b)-n < len(s)+8+rest {
		b = Grow(b, n, len(s)+8+rest)
	}
	if vectors && len(s) >= vectorsFrom {
		return e.escapeV2(b, n, s, rest)
	}
	i := 0
	if len(s) >= 64 {
		i = plainLong(s, &alarms[styleV2])
		copy(b[n:], s[:i])
	}
	for ; i <= len(s)-8; i += 8 {
		w := load8(s[i : i+8])
		binary.LittleEndian.PutUint64(b[n+i:], w)
		if ends(w) != 0 {
			break
		}
	}
	if k := len(s) - i; k < 8 { // what is left, if there is nothing to escape in it
		w := short(s[i:])
		if ends(w|0x2020202020202020<<(uint(k)*8&63)) == 0 {
			binary.LittleEndian.PutUint64(b[n+i:], w)
			return b, n + len(s)
		}
	}
	return e.escapeV2(b, n+i, s[i:], rest)
}

// escapeV2 is TextV2 for strings with escapes or beyond ASCII, that there is room for.
func (e *Encoder) escapeV2(b []byte, n int, s string, rest int) ([]byte, int) {
	b, n, ok := escape(b, n, s, rest, styleV2)
	if !ok {
		e.Refuse(errors.New("a string is no UTF-8"))
	}
	return b, n
}

// StringV2 is TextV2 with quotes.
func (e *Encoder) StringV2(b []byte, n int, s string, rest int) ([]byte, int) {
	if need := len(s) + 16 + rest; len(b)-n < need {
		b = Grow(b, n, need)
	}
	b[n] = '"'
	b, n = e.TextV2(b, n+1, s, rest+8)
	b[n] = '"'
	return b, n + 1
}

// Unlike refuses keys that are equal: the list is sorted.
func (e *Encoder) Unlike(list []MapKey) {
	for k := 1; k < len(list); k++ {
		if list[k].Name == list[k-1].Name {
			e.Refuse(errors.New("keys of a map are equal as text"))
		}
	}
}

// EmptyValue reports whether the option omitempty drops a member with such a value.
func EmptyValue(text []byte) bool {
	switch string(text) {
	case "null", `""`, "{}", "[]":
		return true
	}
	return false
}

// compactV2 is Compact with strings as TextV2 has them.
func (e *Encoder) compactV2(b []byte, n int, text []byte, rest int) ([]byte, int) {
	d := Decoder{Strict: true}
	if i := d.walk(text, 0); i < 0 || !End(text, i) {
		e.Refuse(errors.New("a method returns invalid JSON: " + d.Reason))
		return Raw(b, n, nil, rest)
	}
	for i := 0; i < len(text); {
		if len(b)-n < 8+rest {
			b = Grow(b, n, 8+rest)
		}
		c := text[i]
		if c == '"' {
			var s []byte
			s, i = d.TextBytes(text, i)
			b, n = e.StringV2(b, n, string(s), rest)
			continue
		}
		if c > ' ' {
			b[n] = c
			n++
		}
		i++
	}
	if len(b)-n < rest {
		b = Grow(b, n, rest)
	}
	return b, n
}

// walk returns the position after any value, in which no name may occur twice.
func (d *Decoder) walk(b []byte, i int) int {
	i = Space(b, i)
	if i >= len(b) {
		return d.Refuse(i, "the input ends too early")
	}
	switch b[i] {
	case '"':
		_, i = d.TextBytes(b, i)
		return i
	case '{':
		if i, _ = d.Open(b, i, '{'); i < 0 {
			return -1
		}
		seen := map[string]bool{}
		for {
			var k []byte
			if i, k = d.Key(b, i); k == nil {
				return i
			}
			if seen[string(k)] {
				return d.Refuse(i, "a name occurs twice")
			}
			seen[string(k)] = true
			i = d.walk(b, i)
		}
	case '[':
		if i, _ = d.Open(b, i, '['); i < 0 {
			return -1
		}
		if j := d.Empty(b, i); j > 0 {
			return j
		}
		for more := true; more; {
			i = d.walk(b, i)
			i, more = d.More(b, i)
		}
		return i
	}
	return d.Skip(b, i)
}

// Whole reports whether no name occurs twice and all is UTF-8 in the input of a
// strict decoder, once a part of it is met that is not read otherwise.
func (d *Decoder) Whole(b []byte) bool {
	if d.Strict && !d.Distinct {
		w := Decoder{Strict: true}
		if i := w.walk(b, 0); i < 0 {
			d.Refuse(w.Offset, w.Reason)
			return false
		}
		d.Distinct = true
	}
	return true
}

// Nothing returns the position after a null, and whether there is one at i.
func (d *Decoder) Nothing(b []byte, i int) (int, bool) {
	i = Space(b, i)
	if Null(b, i) {
		return i + 4, true
	}
	return i, false
}

// ByteArray reads a string of base64 that stands for as many bytes as p has, or
// a null, which clears p.
func (d *Decoder) ByteArray(b []byte, i int, p []byte) int {
	s, j := d.TextBytes(b, i)
	if j < 0 {
		return -1
	}
	if s == nil {
		clear(p)
		return j
	}
	q, err := base64.StdEncoding.AppendDecode(make([]byte, 0, 64), s)
	switch {
	case err != nil:
		return d.RefuseFor(i, err)
	case bytes.ContainsAny(s, "\r\n"):
		return d.Refuse(i, "there is a line break in base64")
	case len(q) != len(p):
		return d.Refuse(i, "base64 has another length than the array")
	}
	copy(p, q)
	return j
}

// TimeV2 reads a time by RFC 3339 to the letter, or a null.
func (d *Decoder) TimeV2(b []byte, i int, v *time.Time) int {
	i = Space(b, i)
	if i < len(b) {
		if t, j := utcTime(b[i:]); j > 0 {
			*v = t
			return i + j
		}
	}
	s, j := d.TextBytes(b, i)
	if j < 0 {
		return -1
	}
	var t time.Time
	if s != nil {
		if err := t.UnmarshalText(s); err != nil {
			return d.RefuseFor(i, err)
		}
		pair := func(p []byte) int { return int(p[0]-'0')*10 + int(p[1]-'0') }
		// What package time lets pass, and RFC 3339 does not.
		if s[len("2006-01-02T")+1] == ':' || s[len("2006-01-02T15:04:05")] == ',' ||
			s[len(s)-1] != 'Z' && (pair(s[len(s)-5:]) >= 24 || pair(s[len(s)-2:]) >= 60) {
			return d.Refuse(i, "a time is not as RFC 3339 has it")
		}
	}
	*v = t
	return j
}

// AnyV2 reads any value into what the interface holds, which keeps its type, or
// as the types of JSON.
func (d *Decoder) AnyV2(b []byte, i int, v *any) int {
	if j, ok := d.Nothing(b, i); ok {
		*v = nil
		return j
	}
	switch x := (*v).(type) {
	case nil:
		y, j := d.any(b, i)
		if j >= 0 {
			*v = y
		}
		return j
	case bool:
		i = d.Bool(b, i, &x)
		*v = x
	case float64:
		i = d.Float64(b, i, &x)
		*v = x
	case string:
		i = d.String(b, i, &x)
		*v = x
	case map[string]any:
		if i, _ = d.Open(b, i, '{'); i < 0 {
			return -1
		}
		if x == nil {
			x = map[string]any{}
		}
		*v = x
		seen := map[string]bool{}
		for {
			var k []byte
			if i, k = d.Key(b, i); k == nil {
				return i
			}
			key := d.KeyString(k)
			if seen[key] {
				return d.Refuse(i, "a name occurs twice")
			}
			seen[key] = true
			y := x[key]
			i = d.AnyV2(b, i, &y)
			x[key] = y
		}
	case []any:
		if i, _ = d.Open(b, i, '['); i < 0 {
			return -1
		}
		if j := d.Empty(b, i); j > 0 {
			*v = []any{}
			return j
		}
		x = x[:cap(x)]
		clear(x)
		x = x[:0]
		for more := true; more; {
			var y any
			y, i = d.any(b, i)
			x = append(x, y)
			i, more = d.More(b, i)
		}
		*v = x
	default:
		return d.Refuse(i, "an interface holds a type that is not one of JSON")
	}
	return i
}
