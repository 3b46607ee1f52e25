package jsonrt

import (
	"bytes"
	"math/bits"
)

// Names are those of the members of a struct, as readers look for them.
type Names struct {
	// Keys are the names in quotes and with the colon, as inputs mostly have them.
	Keys []string
	// Exact and Folded are tables of the names as they are and without their
	// case: the index of a key and one, or 0, at the hash of its name and the
	// places after it. There are none for more than 255 names.
	Exact, Folded string
}

// Table returns a table of the names of keys. If several are equal when they
// are folded, the first is kept.
func Table(keys []string, fold bool) string {
	if len(keys) > 255 || len(keys) == 0 {
		return ""
	}
	table := make([]byte, 1<<bits.Len(uint(2*len(keys)-1)))
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

// hash mixes the length, the first and the last bytes of a name.
func hash(k []byte) uint64 {
	x := uint64(len(k))
	switch n := len(k); {
	case n >= 8:
		x += load(k) ^ bits.RotateLeft64(load(k[n-8:]), 29)
	case n >= 4:
		x += uint64(k[0]) | uint64(k[1])<<8 | uint64(k[2])<<16 | uint64(k[n-2])<<24 | uint64(k[n-1])<<32
	case n > 0:
		x += uint64(k[0]) | uint64(k[n>>1])<<8 | uint64(k[n-1])<<16
	}
	return x * 0x9e3779b97f4a7c15 >> 40
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
	if i < len(b) && b[i] == '{' && d.Depth < MaxDepth && len(t.Keys) > 0 {
		j := i + 1
		if k := t.Keys[0]; len(b)-j >= len(k) && string(b[j:j+len(k)]) == k {
			d.Depth++
			return j + len(k), 0
		}
	}
	i, ok := d.Open(b, i, '{')
	if !ok {
		return i, -1
	}
	return d.member(b, i, 0, t)
}

// After returns the position after x, y and z, where that is what the input has
// at i, and whether it is. Of constants of up to 8 bytes the compiler makes
// comparisons of words.
func After(b []byte, i int, x, y, z string) (int, bool) {
	n := len(x) + len(y)
	if i >= 0 && len(b)-i >= n+len(z) && string(b[i:i+len(x)]) == x && string(b[i+len(x):i+n]) == y && string(b[i+n:i+n+len(z)]) == z {
		return i + n + len(z), true
	}
	return i, false
}

// Next reads, after the value that ends at i, up to the next one of an object,
// which mostly is that of the member f. It returns the position of that value
// and its member, which is negative if there is no other or the input is
// refused.
func (d *Decoder) Next(b []byte, i, f int, t *Names) (int, int) {
	if uint(i) >= uint(len(b)) {
		return d.member(b, i, f, t)
	}
	if b[i] == '}' {
		d.Depth--
		return i + 1, -1
	}
	if f < len(t.Keys) && b[i] == ',' {
		k := t.Keys[f]
		j := i + 1
		if j < len(b) && b[j] <= ' ' {
			j = spaces(b, j)
		}
		if len(b)-j >= len(k) && string(b[j:j+len(k)]) == k {
			j += len(k)
			if j < len(b) && b[j] == ' ' {
				j++
			}
			return j, f
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
		for m := f; m < len(t.Keys) && m < f+4; m++ { // members may be left out
			if key := t.Keys[m]; string(k) == key[1:len(key)-2] {
				return i, m
			}
		}
		if m := t.find(k, d.Strict); m >= 0 {
			return i, m
		}
		if d.Strict {
			return d.Refuse(i, "the name is unknown"), -1
		}
		if i = d.Skip(b, i); i < 0 {
			return -1, -1
		}
	}
}
