package jsonrt

import (
	"bytes"
	"math/bits"
	"slices"
	"strings"
)

// Names are those of the members of a struct, as readers look for them.
type Names struct {
	// Keys are the names in quotes and with the colon, as inputs mostly have them.
	Keys []string
	// Exact and Folded are tables of the names as they are and without their
	// case: the index of a key and one, or 0, at the hash of its name and the
	// places after it. There are none for more than 255 names.
	Exact, Folded string
	// Sorted has, for no member and for each, the one that follows if names are in
	// the order of their bytes, and one: 0 after the last.
	Sorted string
	// Base tells the members of this struct from those of others in
	// [Decoder.follower].
	Base int
}

// Table returns a table of the names of keys. If several are equal when they
// are folded, the first is kept.
func Table(keys []string, fold bool) string {
	if len(keys) > 255 || len(keys) == 0 {
		return ""
	}
	table := make([]byte, 1<<bits.Len64(uint64(2*len(keys)-1)))
	var kept [][]byte
insert:
	for f, key := range keys {
		name := []byte(key[1 : len(key)-2])
		if fold {
			name = Fold(name)
			for _, k := range kept {
				if bytes.Equal(k, name) {
					continue insert
				}
			}
			kept = append(kept, name)
		}
		h := hash(name)
		for table[h%uint64(len(table))] != 0 {
			h++
		}
		table[h%uint64(len(table))] = byte(f + 1)
	}
	return string(table)
}

// Order returns the table [Names.Sorted] for the names of keys.
func Order(keys []string) string {
	if len(keys) > 255 {
		return ""
	}
	order := make([]int, len(keys))
	for f := range order {
		order[f] = f
	}
	slices.SortStableFunc(order, func(f, g int) int {
		return strings.Compare(keys[f][1:len(keys[f])-2], keys[g][1:len(keys[g])-2])
	})
	table := make([]byte, len(keys)+1)
	before := 0
	for _, f := range order {
		table[before] = byte(f + 1)
		before = f + 1
	}
	return string(table)
}

// hash mixes the length, the first and the last eight bytes of a name.
func hash(k []byte) uint64 {
	n := len(k)
	if n < 8 {
		return mix(n, short(k))
	}
	return mix(n, load(k)^bits.RotateLeft64(load(k[n-8:]), 29))
}

func mix(n int, w uint64) uint64 { return (w + uint64(n)) * 0x9e3779b97f4a7c15 >> 40 }

// lookUp returns the position after the name and the colon at i, and the member
// that is meant, if they are as inputs mostly have them: without escapes or white
// space, and in the case of the member. Else the member is negative.
func (t *Names) lookUp(b []byte, i int) (int, int) {
	if len(b)-i <= 8 || b[i] != '"' || t.Exact == "" {
		return i, -1
	}
	w := load(b[i+1:])
	x := w ^ '"'*lows
	m := (x - lows) &^ x & highs
	n := bits.TrailingZeros64(m) >> 3
	if m != 0 {
		w &= 1<<(8*n) - 1
	} else {
		for n = 8; m == 0; n += 8 {
			if len(b)-i-n <= 8 {
				return i, -1
			}
			x = load(b[i+1+n:]) ^ '"'*lows
			m = (x - lows) &^ x & highs
		}
		n += bits.TrailingZeros64(m)>>3 - 8
		w ^= bits.RotateLeft64(load(b[i+n-7:]), 29)
	}
	mask := uint64(len(t.Exact) - 1)
	for h := mix(n, w); ; h++ {
		f := int(t.Exact[h&mask]) - 1
		if uint(f) >= uint(len(t.Keys)) {
			return i, -1
		}
		if k := t.Keys[f]; len(b)-i >= len(k) && string(b[i:i+len(k)]) == k {
			return i + len(k), f
		}
	}
}

// find returns the member that the name k means, or -1.
func (t *Names) find(k []byte, strict bool) int {
	if t.Exact == "" {
		return t.search(k, strict)
	}
	mask := uint64(len(t.Exact) - 1)
	for h := hash(k); ; h++ {
		f := int(t.Exact[h&mask]) - 1
		if f < 0 {
			break
		}
		if key := t.Keys[f]; string(k) == key[1:len(key)-2] {
			return f
		}
	}
	if strict {
		return -1
	}
	folded := Fold(k)
	for h := hash(folded); ; h++ {
		f := int(t.Folded[h&mask]) - 1
		if f < 0 {
			return -1
		}
		if key := t.Keys[f]; string(folded) == string(Fold([]byte(key[1:len(key)-2]))) {
			return f
		}
	}
}

// search is find without tables.
func (t *Names) search(k []byte, strict bool) int {
	for f, key := range t.Keys {
		if string(k) == key[1:len(key)-2] {
			return f
		}
	}
	if strict {
		return -1
	}
	folded := string(Fold(k))
	for f, key := range t.Keys {
		if folded == string(Fold([]byte(key[1:len(key)-2]))) {
			return f
		}
	}
	return -1
}

// Object begins an object at i, and reads up to its first value. It returns the
// position of that and its member, which is negative if there is none or the
// value is null.
func (d *Decoder) Object(b []byte, i int, t *Names) (int, int) {
	if i < len(b) && b[i] <= ' ' {
		i = spaces(b, i)
	}
	if i < len(b) && b[i] == '{' && d.Depth < MaxDepth {
		d.Depth++
		return d.Next(b, i, 0, t)
	}
	i, ok := d.Open(b, i, '{')
	if !ok {
		return i, -1
	}
	return d.member(b, i, 0, t)
}

// Follows reports whether x, y and z are what the input has at i, which may be that
// of a value that was refused.
func Follows(b []byte, i int, x, y, z string) bool {
	n := len(x) + len(y)
	return i >= 0 && len(b)-i >= n+len(z) && string(b[i:i+len(x)]) == x && string(b[i+len(x):i+n]) == y && string(b[i+n:i+n+len(z)]) == z
}

// Begin is [Decoder.Object] for an object that begins with x and y, which are the
// bracket and the first name as inputs mostly have them: it returns the position
// after them, and whether there is such an object.
func (d *Decoder) Begin(b []byte, i int, x, y string) (int, bool) {
	n := len(x) + len(y)
	if len(b)-i < n || d.Depth >= MaxDepth || string(b[i:i+len(x)]) != x || string(b[i+len(x):i+n]) != y {
		return i, false
	}
	d.Depth++
	return i + n, true
}

// Leave ends an object whose closing bracket is at i, and returns the position
// after it.
func (d *Decoder) Leave(i int) int {
	d.Depth--
	return i + 1
}

// Next reads, after the value that ends at i, up to the next one of an object,
// which mostly is that of the member f. It returns the position of that value
// and its member, which is negative if there is no other or the input is
// refused.
//
// It first tries what followed the member before f the last time. What else
// depends on the order that names were in until now. Nothing of it is a call,
// since indented input comes here for each member.
func (d *Decoder) Next(b []byte, i, f int, t *Names) (int, int) {
	first := f == 0 // and i is that of the opening bracket
	if uint(i) < uint(len(b)) && b[i] <= ' ' {
		i = spaces(b, i)
	}
	if uint(i) >= uint(len(b)) {
		return d.member(b, i, f, t)
	}
	if b[i] == '}' && !first {
		d.Depth--
		return i + 1, -1
	}
	if b[i] == ',' || first {
		slot := &d.follower[uint(t.Base+f)%uint(len(d.follower))]
		m := int(*slot) - 1
		if m < 0 && d.sorted && f < len(t.Sorted) {
			m = int(t.Sorted[f]) - 1
		}
		j := i + 1
		if j < len(b) && b[j] <= ' ' {
			j = spaces(b, j)
			if m < 0 {
				m = f // without white space, Follows has said no
			}
		}
		if uint(m) < uint(len(t.Keys)) {
			if k := t.Keys[m]; len(b)-j > len(k) && string(b[j:j+len(k)]) == k {
				j += len(k)
				if b[j] == ' ' {
					j++
				}
				return j, m
			}
		}
		if j, m = t.lookUp(b, j); m >= 0 {
			*slot = uint8(m + 1)
			if f < len(t.Sorted) && int(t.Sorted[f]) == m+1 {
				d.sorted = true
			} else if m >= f {
				d.sorted = false
			}
			if j < len(b) && b[j] == ' ' {
				j++
			}
			return j, m
		}
		if first {
			i++
		}
	}
	return d.member(b, i, f, t)
}

// member is Next for any name.
func (d *Decoder) member(b []byte, i, f int, t *Names) (int, int) {
	if i < 0 { // the value before was refused
		key := t.Keys[f-1]
		return d.In(key[1 : len(key)-2]), -1
	}
	for {
		var k []byte
		if i, k = d.Key(b, i); k == nil {
			return i, -1
		}
		if m := t.find(k, d.Strict); m >= 0 {
			return i, m
		}
		if d.Strict && !d.V2 {
			return d.Refuse(i, "the name is unknown"), -1
		}
		if !d.Whole(b) {
			return -1, -1
		}
		if i = d.Skip(b, i); i < 0 {
			return -1, -1
		}
	}
}
