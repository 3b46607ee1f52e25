package support

//lint:file-ignore U1000 Generated code uses these declarations.

import (
	"encoding/binary"
	"math"
	"math/bits"
)

// smallList opens a list whose length and count take a byte each, and is inlined.
// An end beyond b says that list must look.
func smallList(b []byte, p int) (n, q, e int) {
	if uint(p+2) < uint(len(b)) && b[p] == wireHtuple && b[p+1] < 0x80 && b[p+2] < b[p+1] {
		return int(b[p+2]), p + 3, p + 2 + int(b[p+1])
	}
	return 0, 0, -1
}

// list opens a list: the count, which is not more than the content's bytes,
// where the content begins and where it ends.
func (d *decoder) list(b []byte, p int, want string) (n, q, e int) {
	at := p
	if uint(p+2) < uint(len(b)) && b[p] == wireHtuple && b[p+1]|b[p+2] < 0x80 {
		n, q, e = int(b[p+2]), p+3, p+2+int(b[p+1])
	} else {
		_, w, p := d.prefix(b, p)
		if p < 0 {
			return 0, p, 0
		}
		if w != wireHtuple {
			return 0, d.mismatch(at, w, want), 0
		}
		n, q, e = header(b, p)
	}
	if uint(e) > uint(len(b)) || q > e {
		return 0, d.badHeader(b, at), 0
	}
	if n > e-q {
		return 0, d.fail(ErrTruncated, q, "%d elements are announced, %d bytes are left", n, e-q), 0
	}
	if n > d.limits.Elements {
		return 0, d.fail(ErrLimit, at, "%d elements; the limit is %d", n, d.limits.Elements), 0
	}
	return n, q, e
}

// charge counts the memory of n elements, of size bytes each, and reports whether a
// list may have it. greedy refuses the list whose content is at p otherwise.
func (d *decoder) charge(n, size int) bool {
	d.fits = n
	d.limits.Memory -= n * size
	return d.limits.Memory >= d.paid || d.fit(n, size)
}

// fit sets how many of n elements, which were counted, there may be before one is read: four, or
// as many as a quarter of the limit has room for, but a quarter of all, a sixteenth and so on. It
// reports whether there may be any.
//
//go:noinline
func (d *decoder) fit(n, size int) bool {
	room := d.limits.Memory + n*size - d.paid
	for d.fits > 4 && d.fits*size > room {
		d.fits = (d.fits + 3) / 4
	}
	if d.fits < n {
		d.limits.Memory -= n * size / 6 // what the steps leave behind
	}
	return d.limits.Memory >= 0
}

func (d *decoder) greedy(p, n, size int) {
	d.fail(ErrLimit, p, "%d elements take %d bytes of memory each, together %d more than the limit (Limits.Memory, --max-alloc of assay gen)", n, size, -d.limits.Memory)
}

// longStep is how many elements a list is made of at first where memory has no limit.
const longStep = 4096

// step is how many elements the list is made of at first that was charged last.
func (d *decoder) step() int {
	if d.limits.Memory < math.MaxInt/2 {
		return d.fits
	}
	return longStep
}

// resize gives s a length of n. Elements are reused, also those beyond the old
// length. A long list is made in steps, as its elements turn up: of so many, and then by grow.
func resize[T any](s []T, n, step int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	s = s[:cap(s)]
	return append(s, make([]T, min(n, step+len(s))-len(s))...)
}

func grow[T any](s []T, n int) []T { return append(s, make([]T, min(n-len(s), 3*len(s)))...) }

// chunk takes a slice of n from spare elements. Small lists in the elements of a
// list share arrays that way: of as many elements as there will be if those that
// are left are alike, at most 64, and not more than the input can hold.
func chunk[T any](d *decoder, spare *[]T, n, possible int) []T {
	if d.arena != nil {
		return take[T](d.arena, n)
	}
	if n > len(*spare) {
		if n > 32 || d.left < 2 {
			return make([]T, n)
		}
		*spare = make([]T, max(n, min(n*d.left, possible, 64)))
	}
	s := (*spare)[:n:n]
	*spare = (*spare)[n:]
	return s
}

// listWithBools makes a list of n elements, 1 to 8, and eight bools for the list
// in each of them, in one piece of memory.
func listWithBools[T any](n int) ([]T, []bool) {
	switch (n + 1) / 2 {
	case 1:
		p := new(struct {
			list  [2]T
			bools [16]bool
		})
		return p.list[:n], p.bools[:]
	case 2:
		p := new(struct {
			list  [4]T
			bools [32]bool
		})
		return p.list[:n], p.bools[:]
	case 3:
		p := new(struct {
			list  [6]T
			bools [48]bool
		})
		return p.list[:n], p.bools[:]
	default:
		p := new(struct {
			list  [8]T
			bools [64]bool
		})
		return p.list[:n], p.bools[:]
	}
}

func (d *decoder) boolList(v *[]bool, b []byte, p int, want string) int {
	// Up to eight are read without a branch that depends on their number: the
	// elements up to the capacity are overwritten, the masks say which count.
	if all := b[:cap(b)]; uint(p)+19 <= uint(len(all)) {
		w := (*[19]byte)(all[p:])
		n, size, s := uint(w[2]), uint(w[1]), *v
		if w[0] == wireHtuple && n <= 8 && size == 1+2*n && size+2 <= uint(len(b)-p) && int(n) <= d.limits.Elements {
			switch {
			case cap(s) >= 8:
			case len(d.bools) >= 8:
				s, d.bools = d.bools[:8:8], d.bools[8:]
			default:
				s = chunk(d, &d.bools, 8, cap(b)-p)
			}
			const lanes, value = 0x0002000200020002, 0xFEFFFEFFFEFFFEFF
			x, y := binary.LittleEndian.Uint64(w[3:]), binary.LittleEndian.Uint64(w[11:])
			mx, my := uint64(1)<<(16*n)-1, uint64(1)<<(16*max(n, 4)-64)-1
			if ((x^lanes)&mx|(y^lanes)&my)&value == 0 {
				s = s[:n]
				t := (*[8]bool)(s[:8])
				t[0], t[1], t[2], t[3] = x>>8&1 != 0, x>>24&1 != 0, x>>40&1 != 0, x>>56&1 != 0
				t[4], t[5], t[6], t[7] = y>>8&1 != 0, y>>24&1 != 0, y>>40&1 != 0, y>>56&1 != 0
				*v = s
				return p + 2 + int(size)
			}
		}
	}
	return d.lateBoolList(v, b, p, want)
}

// lateBoolList is boolList for other lists, and for those near the end of the input.
func (d *decoder) lateBoolList(v *[]bool, b []byte, p int, want string) int {
	n, q, e := smallList(b, p)
	if n <= d.limits.Elements && uint(e) <= uint(len(b)) {
		p = q
	} else if n, p, e = d.list(b, p, want); p < 0 {
		return p
	}
	s := *v
	if n <= cap(s) {
		s = s[:n]
	} else {
		s = chunk(d, &d.bools, max(n, 8), cap(b)-p)[:n]
	}
	*v = s
	b = b[:e]
	i := 0
	for c := b[p:]; i < len(s) && len(c) >= 2 && c[0] == wireBits8; c = c[2:] {
		s[i] = c[1] != 0
		i++
	}
	p += 2 * i
	for ; i < len(s); i++ {
		if s[i], p = d.bool(b, p); p < 0 {
			return p
		}
	}
	return e
}

func (d *decoder) byteList(v *[]uint8, b []byte, p int, want string) int {
	n, p, e := d.list(b, p, want)
	if p < 0 {
		return p
	}
	s := *v
	if n <= cap(s) {
		s = s[:n]
	} else {
		s = make([]uint8, n)
	}
	*v = s
	for i := range s {
		if s[i], p = d.byte(b[:e], p); p < 0 {
			return p
		}
	}
	return e
}

func (d *decoder) intList(v *[]int64, b []byte, p int, want string) int {
	n, q, e := smallList(b, p)
	if n <= d.limits.Elements && uint(e) <= uint(len(b)) {
		p = q
	} else if n, p, e = d.list(b, p, want); p < 0 {
		return p
	}
	s := *v
	if n <= cap(s) {
		s = s[:n]
	} else {
		// Of a count that the bytes are too few for, one more is made than can be read.
		s = chunk(d, &d.nums, min(n, (e-p)/2+1), (cap(b)-p)/2)
	}
	*v = s
	i := 0
	for all := b[:cap(b)]; i < len(s) && uint(p)+9 <= uint(len(all)); i++ { // as int does
		w := (*[9]byte)(all[p:])
		x := binary.LittleEndian.Uint64(w[1:])
		m := ^x & 0x8080808080808080
		q := p + 2 + bits.TrailingZeros64(m)>>3
		if w[0] != wireVint || m == 0 || q > e {
			break
		}
		s[i], p = gather(x&(m^(m-1))), q
	}
	for ; i < len(s); i++ {
		if s[i], p = d.int(b[:e], p); p < 0 {
			return p
		}
	}
	return e
}

// gather puts the groups of seven bits in x together, as an int.
func gather(x uint64) int64 {
	x = x&0x007F007F007F007F | x&0x7F007F007F007F00>>1
	x = x&0x00003FFF00003FFF | x&0x3FFF00003FFF0000>>2
	x = x&0x000000000FFFFFFF | x&0x0FFFFFFF00000000>>4
	return int64(x>>1) ^ -int64(x&1)
}

func (d *decoder) longList(v *[]int64, b []byte, p int, want string) int {
	n, p, e := d.list(b, p, want)
	if p < 0 {
		return p
	}
	s := *v
	if n <= cap(s) {
		s = s[:n]
	} else {
		s = chunk(d, &d.nums, min(n, (e-p)/2+1), (cap(b)-p)/9)
	}
	*v = s
	for i := range s {
		if s[i], p = d.long(b[:e], p); p < 0 {
			return p
		}
	}
	return e
}

func (d *decoder) floatList(v *[]float64, b []byte, p int, want string) int {
	n, p, e := d.list(b, p, want)
	if p < 0 {
		return p
	}
	s := resize(*v, n, longStep)
	*v = s
	for i := 0; i < n; i++ {
		if i == len(s) {
			s = grow(s, n)
			*v = s
		}
		if s[i], p = d.float(b[:e], p); p < 0 {
			return p
		}
	}
	return e
}
