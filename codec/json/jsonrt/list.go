package jsonrt

import (
	"encoding/binary"
	"slices"
)

// Strings writes an array of strings, escaped as json.Marshal does, or null, and
// makes sure of rest bytes of room afterwards.
func Strings(b []byte, n int, list []string, rest int) ([]byte, int) {
	if list == nil {
		return Raw(b, n, []byte("null"), rest)
	}
	n0 := n
	for _, s := range list {
		if len(b)-n < 16 {
			b = Grow(b, n, 16)
		}
		b[n], b[n+1] = ',', '"'
		if len(s) < 8 { // as Text has it, here without calls for most
			var w uint64
			if len(s) >= 4 {
				w = uint64(load4(s)) | uint64(load4(s[len(s)-4:]))<<(uint(len(s)-4)*8&63)
			} else {
				w = short(s)
			}
			if suspect(w|0x2020202020202020<<(uint(len(s))*8&63)) == 0 {
				p := b[n+2 : n+10 : n+10]
				binary.LittleEndian.PutUint64(p, w)
				p[len(s)] = '"'
				n += len(s) + 3
				continue
			}
		}
		b, n = Text(b, n+2, s, 1)
		b[n] = '"'
		n++
	}
	return Close(b, n0, n, '[', ']', rest)
}

// StringsRaw is Strings as json.Encoder does after SetEscapeHTML(false).
func StringsRaw(b []byte, n int, list []string, rest int) ([]byte, int) {
	if list == nil {
		return Raw(b, n, []byte("null"), rest)
	}
	n0 := n
	for _, s := range list {
		if len(b)-n < 2 {
			b = Grow(b, n, 2)
		}
		b[n], b[n+1] = ',', '"'
		b, n = TextRaw(b, n+2, s, 1)
		b[n] = '"'
		n++
	}
	return Close(b, n0, n, '[', ']', rest)
}

// Ints writes an array of signed integers, or null, and makes sure of rest bytes
// of room afterwards.
func Ints[T signed](b []byte, n int, list []T, rest int) ([]byte, int) {
	if list == nil {
		return Raw(b, n, []byte("null"), rest)
	}
	n0 := n
	for _, x := range list {
		if len(b)-n < 32 {
			b = Grow(b, n, 32)
		}
		b[n] = ','
		n = Int(b, n+1, int64(x))
	}
	return Close(b, n0, n, '[', ']', rest)
}

// Uints writes an array of unsigned integers, or null, and makes sure of rest
// bytes of room afterwards.
func Uints[T unsigned](b []byte, n int, list []T, rest int) ([]byte, int) {
	if list == nil {
		return Raw(b, n, []byte("null"), rest)
	}
	n0 := n
	for _, x := range list {
		if len(b)-n < 32 {
			b = Grow(b, n, 32)
		}
		b[n] = ','
		n = Uint(b, n+1, uint64(x))
	}
	return Close(b, n0, n, '[', ']', rest)
}

// Floats writes an array of float64, or null, and makes sure of rest bytes of
// room afterwards.
func (e *Encoder) Floats(b []byte, n int, list []float64, rest int) ([]byte, int) {
	if list == nil {
		return Raw(b, n, []byte("null"), rest)
	}
	n0 := n
	for _, x := range list {
		if len(b)-n < 1+MaxFloat {
			b = Grow(b, n, 1+MaxFloat)
		}
		b[n] = ','
		n = e.Float64(b, n+1, x)
	}
	return Close(b, n0, n, '[', ']', rest)
}

// Target makes sure that a pointer leads to something that may be written to.
// It returns the position of the value at i, and whether there is one: for a
// null the pointer is nil.
func Target[P ~*T, T any](d *Decoder, b []byte, i int, p *P) (int, bool) {
	i = Space(b, i)
	if Null(b, i) {
		*p = nil
		return i + 4, false
	}
	if !Reach(d, b, p) {
		return -1, false
	}
	return i, true
}

// Reach is Target for what an embedded pointer leads to.
func Reach[P ~*T, T any](d *Decoder, b []byte, p *P) bool {
	if *p == nil {
		*p = P(new(T))
		return true
	}
	return d.InPlace || d.Checked(b)
}

// Elements begins an array at i. It returns the position of the first element,
// a slice for the elements, which is v's as far as that goes, and whether there
// is one. Without storage, the slice has room for so many elements, or, if that is
// negative, for as many as there are commas for.
func Elements[S ~[]T, T any](d *Decoder, b []byte, i int, v *S, room int) (int, S, bool) {
	i, ok := d.Open(b, i, '[')
	if !ok {
		return i, nil, false
	}
	if j := d.Empty(b, i); j > 0 {
		return j, S{}, false
	}
	if s := *v; cap(s) > 0 {
		if !d.InPlace && !d.Checked(b) {
			return -1, nil, false
		}
		if d.V2 {
			clear(s[:cap(s)])
		}
		return i, s[:0], true
	}
	if room < 0 {
		room = Count(b, i)
	}
	return i, make(S, 0, room), true
}

// Extend returns s with one more element, which is what the storage has there.
func Extend[S ~[]T, T any](s S) S {
	if len(s) == cap(s) {
		more := 1 // and as much as append takes
		if len(s) == 1 {
			more = 3 // where there is a second of large elements, there mostly is a third
		}
		s = slices.Grow(s, more)
	}
	return s[:len(s)+1]
}

// Entries begins an object at i that is a map, which is made if need be. It
// returns the position of the first value, the map and the key, which is nil if
// there is none.
func Entries[M ~map[K]V, K comparable, V any](d *Decoder, b []byte, i int, v *M) (int, M, []byte) {
	i, ok := d.Open(b, i, '{')
	if !ok {
		if i >= 0 {
			*v = nil
		}
		return i, nil, nil
	}
	if *v == nil {
		*v = make(M)
	} else if !d.InPlace && !d.Checked(b) {
		return -1, nil, nil
	}
	i, k := d.Key(b, i)
	return i, *v, k
}

// ReadStrings reads an array of strings.
func ReadStrings[S ~[]string](d *Decoder, b []byte, i int, v *S) int {
	i, s, more := Elements(d, b, i, v, 0)
	if more && cap(s) == 0 {
		// The first are kept aside, so that the slice is made for all of them.
		var first [8]string
		k := 0
		for more && k < len(first) {
			i = d.String(b, i, &first[k])
			k++
			i, more = d.More(b, i)
		}
		room := k
		if more {
			room *= 2
		}
		s = append(make(S, 0, room), first[:k]...)
	}
	for more {
		s = Extend(s)
		i = d.String(b, i, &s[len(s)-1])
		i, more = d.More(b, i)
	}
	return Finish(d, i, v, s)
}

// ReadInts reads an array of signed integers.
func ReadInts[S ~[]T, T signed](d *Decoder, b []byte, i int, v *S) int {
	i, s, more := Elements(d, b, i, v, -1)
	for more {
		s = Extend(s)
		i = ReadInt(d, b, i, &s[len(s)-1])
		i, more = d.More(b, i)
	}
	return Finish(d, i, v, s)
}

// ReadUints reads an array of unsigned integers.
func ReadUints[S ~[]T, T unsigned](d *Decoder, b []byte, i int, v *S) int {
	i, s, more := Elements(d, b, i, v, -1)
	for more {
		s = Extend(s)
		i = ReadUint(d, b, i, &s[len(s)-1])
		i, more = d.More(b, i)
	}
	return Finish(d, i, v, s)
}

// ReadFloats reads an array of float64.
func ReadFloats[S ~[]float64](d *Decoder, b []byte, i int, v *S) int {
	i, s, more := Elements(d, b, i, v, -1)
	for more {
		s = Extend(s)
		i = d.Float64(b, i, &s[len(s)-1])
		i, more = d.More(b, i)
	}
	return Finish(d, i, v, s)
}

// Finish makes s the value, unless an element of it was refused.
func Finish[S ~[]T, T any](d *Decoder, i int, v *S, s S) int {
	if i < 0 {
		return d.At(len(s) - 1)
	}
	*v = s
	return i
}
