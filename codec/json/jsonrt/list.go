package jsonrt

import (
	"bytes"
	"encoding/binary"
	"maps"
	"math/bits"
	"reflect"
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
		if uint64(x) < uint64(len(threeDigits)) { // as Int has it, here without a call
			n = putSmall(b, n+1, uint64(x))
			continue
		}
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
		if uint64(x) < uint64(len(threeDigits)) {
			n = putSmall(b, n+1, uint64(x))
			continue
		}
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

// Float32s is [Encoder.Floats] for float32.
func (e *Encoder) Float32s(b []byte, n int, list []float32, rest int) ([]byte, int) {
	if list == nil {
		return Raw(b, n, []byte("null"), rest)
	}
	n0 := n
	for _, x := range list {
		if len(b)-n < 1+MaxFloat {
			b = Grow(b, n, 1+MaxFloat)
		}
		b[n] = ','
		n = e.Float32(b, n+1, x)
	}
	return Close(b, n0, n, '[', ']', rest)
}

// Target makes sure that a pointer leads to something that may be written to.
// It returns the position of the value at i, and whether there is one: for a
// null the pointer is nil.
func Target[P ~*T, T any](d *Decoder, b []byte, i int, p *P, number int) (int, bool) {
	if i = Space(b, i); uint(i) < uint(len(b)) && b[i] == 'n' && Null(b, i) {
		*p = nil
		return i + 4, false
	}
	if *p == nil { // mostly, without another call
		*p = P(new(T))
		return i, true
	}
	if !d.InPlace && d.keeps(b, number) {
		keepTarget(d, (*T)(*p), number)
	} else if !d.Checked(b) {
		return -1, false
	}
	return i, true
}

// LargeTarget is [Target] for a pointer to what takes far more memory than it may
// take of the input.
func LargeTarget[P ~*T, T any](d *Decoder, b []byte, i int, p *P, number int) (int, bool) {
	i = Space(b, i)
	if *p == nil && !Null(b, i) && !d.Charge(b, i, sizeFor[T]()) {
		return -1, false
	}
	return Target(d, b, i, p, number)
}

// sizeFor returns the size of a T in bytes.
func sizeFor[T any]() int { return int(reflect.TypeFor[T]().Size()) }

// LargeReach is [Reach] for what takes far more memory than it may take of the input.
func LargeReach[P ~*T, T any](d *Decoder, b []byte, i int, p *P, number int) bool {
	return (*p != nil || d.Charge(b, i, sizeFor[T]())) && Reach(d, b, p, number)
}

// Reach is Target for what an embedded pointer leads to.
func Reach[P ~*T, T any](d *Decoder, b []byte, p *P, number int) bool {
	if *p == nil {
		*p = P(new(T))
		return true
	}
	if d.InPlace || !d.keeps(b, number) {
		return d.InPlace || d.Checked(b)
	}
	keepTarget(d, (*T)(*p), number)
	return true
}

// Elements begins an array at i. It returns the position of the first element,
// a slice for the elements, which is v's as far as that goes, and whether there
// is one. Without storage, the slice has room for so many elements, or, if that is
// -1, for as many as there are commas for, and, if it is -1-n, for as many as there are n
// objects for, as far as the next bracket. The number is that of the keeper of
// what is overwritten, as in all of these routines: of the storage, the slice has as
// much as that has kept.
func Elements[S ~[]T, T any](d *Decoder, b []byte, i int, v *S, room, number int) (int, S, bool) {
	// Open and Empty, here without calls for most.
	if uint(i) < uint(len(b)) && b[i] == '[' && d.Depth < MaxDepth {
		d.Depth++
		i++
	} else {
		var ok bool
		if i, ok = d.Open(b, i, '['); !ok {
			return i, nil, false
		}
	}
	if uint(i) < uint(len(b)) && (b[i] <= ' ' || b[i] == ']') {
		if j := d.Empty(b, i); j > 0 {
			return j, S{}, false
		}
	}
	if s := *v; cap(s) > 0 {
		if !d.InPlace {
			if d.keeps(b, number) {
				return i, keepElements(d, s, 0, number), true
			}
			if !d.Checked(b) {
				return -1, nil, false
			}
		}
		if d.V2 {
			clear(s[:cap(s)])
		}
		return i, s[:0], true
	}
	switch {
	case room == -1:
		if room = Count(b, i); room <= shortList {
			return i, listOf[S](d, room), true
		}
	case room < 0:
		room = objects(b, i, -1-room, sizeFor[T]())
	default:
		room = max(room, arrays(b, i, sizeFor[T]()))
	}
	return i, make(S, 0, room), true
}

// shortList is how many elements a list of numbers or bools has at most that shares memory.
const shortList = 8

// lists is where short lists are made of one type of elements.
type lists[T any] struct{ rest []T }

// listOf returns a short list without elements, with room for n numbers or bools. From the third
// on lists of the type that is the third then share pieces of memory for twice as many elements
// as the longest: a list that outlives its value keeps its piece.
func listOf[S ~[]T, T any](d *Decoder, n int) S {
	p, _ := d.lists.(*lists[T])
	if p == nil {
		if d.short++; d.short < 3 || d.lists != nil {
			return make(S, 0, n)
		}
		p = new(lists[T])
		d.lists = p
	}
	if len(p.rest) < n {
		p.rest = make([]T, 2*shortList)
	}
	s := S(p.rest[:0:n])
	p.rest = p.rest[n:]
	return s
}

// objects returns how many elements of n objects each an array has that goes on at i, if
// there is no other array in them, nor a bracket in a text: of long elements those of its first
// part, since looking at all of them takes longer than what they are moved for. They take no more than
// fourteen times the memory of the input: sixteen with what else is read of texts that count as objects.
func objects(b []byte, i, n, size int) int {
	const part, few = 1024, 4
	b = b[i:]
	first := b[:min(len(b), part)]
	j := bytes.IndexByte(first, ']')
	if j < 0 && bytes.Count(first, []byte{'{'}) < few*n {
		j = len(first)
	} else if j < 0 {
		j = bytes.IndexByte(b, ']')
	}
	if j >= 0 {
		b = b[:j]
	}
	return max(1, min(bytes.Count(b, []byte{'{'})/n, 14*len(b)/size))
}

// arrays returns how many arrays follow each other from the one at i on, if there are no others in
// them, nor brackets in a text, and 0 if there is none or it begins with another or an object. They
// take no more memory than what objects counts.
func arrays(b []byte, i, size int) (n int) {
	if i = Space(b, i); i >= len(b) || b[i] != '[' {
		return 0
	}
	if j := Space(b, i+1); j >= len(b) || b[j] == '[' || b[j] == '{' {
		return 0
	}
	for most := 14 * (len(b) - i) / max(size, 1); n < most; {
		j := bytes.IndexByte(b[i:], ']')
		if j < 0 {
			break
		}
		n++
		if i = Space(b, i+j+1); i >= len(b) || b[i] != ',' {
			break
		}
	}
	return n
}

// Lengthen returns s, elements of what becomes v, whose capacity they fill, with one more, which is
// what the storage has there. Where there is capacity it is not called: Go would not write a function
// around it and the looking into its caller.
func Lengthen[S ~[]T, T any](d *Decoder, v *S, s S, number int) S {
	if s, ok := further(d, v, s, number); ok {
		return s
	}
	more := 1 // and as much as append takes
	if len(s) == 1 {
		more = 3 // where there is a second of large elements, there mostly is a third
	}
	return slices.Grow(s, more)[:len(s)+1]
}

// further is Lengthen for elements that fill what was kept of v's storage, which they
// are in. It reports whether there is more of that.
func further[S ~[]T, T any](d *Decoder, v *S, s S, number int) (S, bool) {
	if !part(s, *v) {
		return s, false
	}
	if d.InPlace {
		return (*v)[:len(s)+1], true
	}
	return keepElements(d, *v, len(s), number)[:len(s)+1], true
}

// part reports whether s is the first part of the storage of all.
func part[S ~[]T, T any](s, all S) bool {
	return cap(s) < cap(all) && cap(s) > 0 && &s[:1][0] == &all[:1][0]
}

// LargeElements is [Elements] for elements of more than 16 bytes, which take far more
// memory than they may take of the input.
func LargeElements[S ~[]T, T any](d *Decoder, b []byte, i int, v *S, room, number int) (int, S, bool) {
	j, s, more := Elements(d, b, i, v, room, number)
	if more && cap(*v) == 0 && !d.Charge(b, i, cap(s)*sizeFor[T]()) {
		return -1, nil, false
	}
	return j, s, more
}

// LargeExtend is [Lengthen] for such elements, where the storage is full and the next
// begins at i: it returns that position, or, if there may be no other, the end of the
// input, which no element can be read from.
//
// It gives s half as much storage again, or twice as much. Where that is many times the
// input so far, it looks ahead how many elements there are, instead of leaving one
// storage after the other behind, but never further than at as many bytes as it would
// take.
func LargeExtend[S ~[]T, T any](d *Decoder, b []byte, first, i int, v *S, s S, number int) (int, S) {
	if d.full(b) && !d.Checked(b) {
		return len(b), append(s, *new(T))
	}
	if s, ok := further(d, v, s, number); ok {
		return i, s
	}
	size := sizeFor[T]()
	more := max(len(s), 1)
	switch {
	case len(s) == 1:
		more = 3 // where there is a second of large elements, there mostly is a third
	case len(s) >= 256:
		more = len(s) / 2
	}
	if len(s) >= 8 && first < i/2 {
		// Most of the input is of these elements: there are as many more as the rest of
		// it has bytes for, and a few.
		rest := len(b) - i
		n := int(int64(len(s)) * int64(rest) / int64(i-first))
		more = max(min(n+n/16+1, 8*rest/size, 7*len(s)), len(s)/4)
	}
	if taken := (len(s) + more) * size; len(s) >= 4 && taken > 8*i {
		var ended bool
		if more, ended = lookAhead(b[:min(len(b), i+taken)], i); !ended {
			more = max(more, len(s)/2)
		}
	}
	if !d.Charge(b, i, (len(s)+more)*size) {
		if len(s) == 0 {
			return len(b), make(S, 1)
		}
		return len(b), s
	}
	if more < len(s) && more >= len(s)/4 { // which append would not heed
		grown := make(S, len(s)+1, len(s)+more)
		copy(grown, s)
		return i, grown
	}
	return i, slices.Grow(s, more)[:len(s)+1]
}

// lookAhead counts the elements of an array from the one at i, and reports whether the
// array ends with them in b.
func lookAhead(b []byte, i int) (n int, ended bool) {
	d := Decoder{}
	for n = 1; ; n++ {
		if i = d.Skip(b, i); i < 0 {
			return n, false
		}
		if i = Space(b, i); i >= len(b) || b[i] != ',' {
			return n, i < len(b)
		}
		i++
	}
}

// entryFor returns how many bytes an entry takes in a map, and how many elsewhere.
func entryFor[K, V any]() (place, apart int) {
	for _, size := range [...]int{sizeFor[K](), sizeFor[V]()} {
		if size > 128 { // which maps keep apart, and a pointer in their place
			apart += size
			size = 8
		}
		place += size
	}
	return place, apart
}

// LargeEntries is [Entries] for a map whose entries take far more memory than they may
// take of the input. The first eight places are made at once.
func LargeEntries[M ~map[K]V, K comparable, V any](d *Decoder, b []byte, i int, v *M, number int) (int, M, []byte) {
	fresh := *v == nil
	j, m, k := Entries(d, b, i, v, number)
	if k != nil && fresh {
		if place, _ := entryFor[K, V](); !d.Charge(b, i, 128+9*place) {
			return -1, nil, nil
		}
	}
	return j, m, k
}

// Entry charges the entry that follows in a map, and reports whether there may be one.
func Entry[M ~map[K]V, K comparable, V any](d *Decoder, b []byte, i int, m M) bool {
	place, apart := entryFor[K, V]()
	if len(m) < 8 {
		place = 0
	}
	return (!d.full(b) || d.Checked(b)) && d.Charge(b, i, 2*place+place/4+apart)
}

// Roomier returns m, that was made for v and has 8, 64, 512 … entries since the first at that
// position, with room for as many more as the rest of the input has bytes for, if most of the
// input is of these: but for no more than seven times as many, nor more memory than four bytes for
// each of the rest. A map that grows by itself does so three times until then, and moves all
// of its entries each time.
func Roomier[M ~map[K]V, K comparable, V any](b []byte, first, i int, v *M, m M) M {
	n := len(m)
	if n < 8 || n&(n-1) != 0 || bits.TrailingZeros64(uint64(n))%3 != 0 || first >= i/2 {
		return m
	}
	rest := len(b) - i
	place, _ := entryFor[K, V]()
	more := int(int64(n) * int64(rest) / int64(i-first))
	more = min(more+more/16+1, 7*n, 16*rest/(9*max(place, 1))) // a map has up to 9/4 of the places that are asked for
	if more < n {
		return m
	}
	grown := make(M, n+more)
	maps.Copy(grown, m)
	*v = grown
	return grown
}

// Entries begins an object at i that is a map, which is made if need be. It
// returns the position of the first value, the map and the key, which is nil if
// there is none. If the map had entries, those that are read are for [SetEntry].
func Entries[M ~map[K]V, K comparable, V any](d *Decoder, b []byte, i int, v *M, number int) (int, M, []byte) {
	i, ok := d.Open(b, i, '{')
	if !ok {
		if i >= 0 {
			*v = nil
		}
		return i, nil, nil
	}
	if *v == nil {
		*v = make(M)
	} else if !d.InPlace {
		if !d.keeps(b, number) && !d.Checked(b) {
			return -1, nil, nil
		}
		if !d.InPlace && len(*v) == 0 {
			keepMap(d, *v, number) // so that its entries need not be kept
		}
	}
	i, k := d.Key(b, i)
	return i, *v, k
}

// ShortEntries is [Entries] for a map whose values have no brackets, and so many quotes
// with their names: it makes room for as many as there are up to the next bracket.
func ShortEntries[M ~map[K]V, K comparable, V any](d *Decoder, b []byte, i int, v *M, quotes, number int) (int, M, []byte) {
	if *v == nil && i < len(b) && b[i] == '{' {
		rest := b[i:]
		if j := bytes.IndexByte(rest, '}'); j > 64 {
			// Each has up to 16/7 places, of 14 bytes for each of the input at most.
			place, _ := entryFor[K, V]()
			if n := min(bytes.Count(rest[:j], []byte{'"'})/quotes, 6*j/(place+1)); n > 8 { // more than a map has room for anyway
				i, ok := d.Open(b, i, '{')
				if !ok {
					return i, nil, nil
				}
				*v = make(M, n)
				i, k := d.Key(b, i)
				return i, *v, k
			}
		}
	}
	return Entries(d, b, i, v, number)
}

// ReadStrings reads an array of strings.
func ReadStrings[S ~[]string](d *Decoder, b []byte, i int, v *S, number int) int {
	i, s, more := Elements(d, b, i, v, 0, number)
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
		if len(s) < cap(s) {
			s = s[:len(s)+1]
		} else {
			s = Lengthen(d, v, s, number)
		}
		i = d.String(b, i, &s[len(s)-1])
		if comma(b, i) {
			i++
		} else {
			i, more = d.More(b, i)
		}
	}
	return Finish(d, i, v, s)
}

// Finish makes s the value, unless an element of it was refused.
func Finish[S ~[]T, T any](d *Decoder, i int, v *S, s S) int {
	if i < 0 {
		if len(s) == 0 {
			return -1 // it is no array
		}
		return d.At(len(s) - 1)
	}
	if part(s, *v) {
		s = (*v)[:len(s)] // with all of its capacity
	}
	*v = s
	return i
}
