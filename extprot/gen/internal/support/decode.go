package support

//lint:file-ignore U1000 Generated code uses these declarations.

import (
	"encoding/binary"
	"fmt"
	"math"
	"math/bits"
)

// kind is a primitive type.
type kind uint8

const (
	kindBool kind = iota
	kindByte
	kindInt
	kindLong
	kindFloat
	kindString
)

var kindNames = [...]string{"bool", "byte", "int", "long", "float", "string"}

// The wire types.
const (
	wireVint   = 0
	wireTuple  = 1
	wireBits8  = 2
	wireBytes  = 3
	wireBits32 = 4
	wireHtuple = 5
	wireLong   = 6
	wireAssoc  = 7
	wireFloat  = 8
	wireEnum   = 10
)

var wireNames = [16]string{"Vint", "Tuple", "Bits8", "Bytes", "Bits32", "Htuple", "Bits64_long", "Assoc", "Bits64_float", "Invalid", "Enum", "Invalid", "Invalid", "Invalid", "Invalid", "Invalid"}

// decoder reads one message. Its methods take the input cut off at the end of
// the current container and a position, and give the position after the value,
// or -1 with err set.
type decoder struct {
	limits Limits // of memory, what is left
	paid   int    // how much of that is only for what was read
	fits   int    // of the list that was charged last
	err    *DecodeError
	arena  *Arena // where lists and strings lie, or nil
	left   int    // elements of the list whose elements have lists
	bools  []bool // spare elements for those lists
	nums   []int64
	near   int    // where the part of the input ends that has several strings
	shared string // a copy of the input from base on, where strings of that part lie
	base   int
}

func newDecoder(l Limits) decoder {
	if l.Message <= 0 {
		l.Message = math.MaxInt
	}
	if l.Elements <= 0 {
		l.Elements = math.MaxInt
	}
	if l.String <= 0 {
		l.String = math.MaxInt
	}
	paid := l.Memory - l.Memory/4
	if l.Memory <= 0 {
		l.Memory, paid = math.MaxInt, 0
	}
	return decoder{limits: l, paid: paid}
}

func (d *decoder) fail(k ErrorKind, at int, format string, args ...any) int {
	d.err = &DecodeError{Kind: k, Offset: at, Detail: fmt.Sprintf(format, args...)}
	return -1
}

// in puts a step before the error's path.
func (d *decoder) in(step string) int {
	if d.err.Path != "" {
		step += ": " + d.err.Path
	}
	d.err.Path = step
	return -1
}

func (d *decoder) conversion(at int, err error) int {
	d.fail(ErrConversion, at, "%v", err)
	d.err.Cause = err
	return -1
}

// mismatch refuses a wire type.
func (d *decoder) mismatch(at int, w byte, want string) int {
	return d.fail(ErrWireType, at, "%s where %s is expected", wireNames[w], want)
}

func uvarint(b []byte, p int) (uint64, int, bool) {
	var n uint64
	for shift := 0; shift < 70 && uint(p) < uint(len(b)); shift += 7 {
		c := b[p]
		p++
		if c < 0x80 {
			return n | uint64(c)<<shift, p, shift < 63 || c <= 1
		}
		n |= uint64(c&0x7F) << shift
	}
	return 0, p, false
}

// vint reads a vint.
func (d *decoder) vint(b []byte, p int) (uint64, int) {
	n, q, ok := uvarint(b, p)
	switch {
	case ok:
		return n, q
	case q == len(b) && q-p < 10:
		return 0, d.fail(ErrTruncated, q, "a vint that starts at byte %d has no end", p)
	}
	return 0, d.fail(ErrOverflow, p, "this vint has more than 64 bits")
}

func (d *decoder) prefix(b []byte, p int) (tag uint64, w byte, q int) {
	if uint(p) < uint(len(b)) && b[p] < 0x80 {
		return uint64(b[p] >> 4), b[p] & 15, p + 1
	}
	u, q := d.vint(b, p)
	return u >> 4, byte(u & 15), q
}

// header reads length and count of a container: the count, where its content
// begins and where it ends. An end beyond b is an error, which badHeader tells.
func header(b []byte, p int) (n, q, e int) {
	if uint(p+1) < uint(len(b)) && b[p]|b[p+1] < 0x80 {
		return int(b[p+1]), p + 2, p + 1 + int(b[p])
	}
	return longHeader(b, p)
}

// head is prefix and header of a container that begins with h, for lengths of one
// or two bytes and counts of one. It takes no branch for the two, which messages
// of changing size would make unpredictable. Without an end, others must look.
func head(h uint32, p int) (n, q, e int) {
	two := h >> 15 & 1
	q = p + 3 + int(two)
	n, e = int(h>>(16+8*two)&0xFF), q-1+int(h>>8&0x7F|h>>9&0x3F80&-two)
	if n|int(h>>16&(two<<7)) >= 0x80 {
		e = -1
	}
	return n, q, e
}

func longHeader(b []byte, p int) (n, q, e int) {
	l, q, ok := uvarint(b, p)
	if !ok || l > uint64(len(b)-q) {
		return 0, 0, -1
	}
	e = q + int(l)
	c, q, ok := uvarint(b[:e], q)
	if !ok {
		return 0, 0, -1
	}
	return int(min(c, math.MaxInt)), q, e
}

// badHeader tells why header failed for the container whose prefix is at p.
func (d *decoder) badHeader(b []byte, p int) int {
	_, p = d.vint(b, p)
	l, q := d.vint(b, p)
	if q < 0 {
		return q
	}
	if l > uint64(len(b)-q) {
		return d.fail(ErrTruncated, q, "a length of %d bytes, %d are left", l, len(b)-q)
	}
	d.vint(b[:q+int(l)], q)
	return -1
}

// skip moves over the data of a value.
func (d *decoder) skip(b []byte, p int, w byte) int {
	n := uint64(0)
	switch w {
	case wireVint:
		_, p = d.vint(b, p)
		return p
	case wireBits8:
		n = 1
	case wireBits32:
		n = 4
	case wireLong, wireFloat:
		n = 8
	case wireEnum:
	case wireTuple, wireBytes, wireHtuple, wireAssoc:
		if n, p = d.vint(b, p); p < 0 {
			return p
		}
	default:
		return d.fail(ErrWireType, p, "wire type %d does not exist", w)
	}
	if n > uint64(len(b)-p) {
		return d.fail(ErrTruncated, p, "%d bytes are announced, %d are left", n, len(b)-p)
	}
	return p + int(n)
}

// skipValue moves over a value.
func (d *decoder) skipValue(b []byte, p int) int {
	_, w, p := d.prefix(b, p)
	if p < 0 {
		return p
	}
	return d.skip(b, p, w)
}

// scalar reads a primitive in every form that the format allows: as written, as
// the first value of a Tuple, or narrower. It gives the bits of a number or the
// bytes of a string.
func (d *decoder) scalar(b []byte, p int, k kind) (u uint64, s []byte, q int) {
	at := p
	tag, w, p := d.prefix(b, p)
	switch {
	case p < 0:
		return 0, nil, p
	case tag != 0:
		if q := d.skip(b, p, w); q < 0 {
			return 0, nil, q
		}
		return 0, nil, d.fail(ErrUnknownTag, at, "tag %d on a value of type %s", tag, kindNames[k])
	case w != wireTuple:
		return d.plain(b, p, w, k, at)
	}
	n, q, e := header(b, p)
	if uint(e) > uint(len(b)) || q > e {
		return 0, nil, d.badHeader(b, at)
	}
	p = q
	if n == 0 {
		return 0, nil, d.fail(ErrWireType, at, "an empty Tuple where %s is expected", kindNames[k])
	}
	at = p
	tag, w, p = d.prefix(b[:e], p)
	if p < 0 {
		return 0, nil, p
	}
	if tag != 0 {
		return 0, nil, d.fail(ErrUnknownTag, at, "tag %d on a value of type %s", tag, kindNames[k])
	}
	if u, s, p = d.plain(b[:e], p, w, k, at); p < 0 {
		return 0, nil, p
	}
	return u, s, e
}

// plain reads the data of a primitive.
func (d *decoder) plain(b []byte, p int, w byte, k kind, at int) (u uint64, s []byte, q int) {
	var n int64
	exact := false
	switch {
	case w == wireBits8 && k != kindString:
		if p >= len(b) {
			return 0, nil, d.skip(b, p, w)
		}
		n, p = int64(b[p]), p+1
		exact = k == kindBool || k == kindByte
	case w == wireVint && k >= kindInt && k <= kindFloat:
		if u, p = d.vint(b, p); p < 0 {
			return 0, nil, p
		}
		n = int64(u>>1) ^ -int64(u&1)
	case w == wireBits32 && (k == kindLong || k == kindFloat):
		if q = d.skip(b, p, w); q < 0 {
			return 0, nil, q
		}
		n, p = int64(int32(binary.LittleEndian.Uint32(b[p:]))), q
	case w == wireLong && (k == kindLong || k == kindFloat):
		if q = d.skip(b, p, w); q < 0 {
			return 0, nil, q
		}
		n, p = int64(binary.LittleEndian.Uint64(b[p:])), q
	case w == wireFloat && k == kindFloat:
		if q = d.skip(b, p, w); q < 0 {
			return 0, nil, q
		}
		n, p, exact = int64(binary.LittleEndian.Uint64(b[p:])), q, true
	case w == wireBytes && k == kindString:
		if u, p = d.vint(b, p); p < 0 {
			return 0, nil, p
		}
		if u > uint64(len(b)-p) {
			return 0, nil, d.fail(ErrTruncated, p, "%d bytes are announced, %d are left", u, len(b)-p)
		}
		if u > uint64(d.limits.String) {
			return 0, nil, d.fail(ErrLimit, at, "a string of %d bytes; the limit is %d", u, d.limits.String)
		}
		return 0, b[p : p+int(u)], p + int(u)
	default:
		if q := d.skip(b, p, w); q < 0 {
			return 0, nil, q
		}
		return 0, nil, d.mismatch(at, w, kindNames[k])
	}
	if k == kindFloat && !exact {
		return math.Float64bits(float64(n)), nil, p
	}
	return uint64(n), nil, p
}

func (d *decoder) bool(b []byte, p int) (bool, int) {
	if uint(p+1) < uint(len(b)) && b[p] == wireBits8 {
		return b[p+1] != 0, p + 2
	}
	u, _, p := d.scalar(b, p, kindBool)
	return u != 0, p
}

func (d *decoder) byte(b []byte, p int) (uint8, int) {
	if uint(p+1) < uint(len(b)) && b[p] == wireBits8 {
		return b[p+1], p + 2
	}
	u, _, p := d.scalar(b, p, kindByte)
	return uint8(u), p
}

func (d *decoder) int(b []byte, p int) (int64, int) {
	// Eight bytes at once: the vint ends at the first clear high bit. They may
	// reach beyond the container, but not beyond the input.
	if all := b[:cap(b)]; uint(p)+9 <= uint(len(all)) && all[p] == wireVint {
		x := binary.LittleEndian.Uint64(all[p+1 : p+9])
		m := ^x & 0x8080808080808080
		if q := p + 2 + bits.TrailingZeros64(m)>>3; m != 0 && q <= len(b) {
			return gather(x & (m ^ (m - 1))), q
		}
	}
	return d.lateInt(b, p)
}

// lateInt is int near the end of the input, whose last eight bytes are shifted,
// and where the value is no short vint.
func (d *decoder) lateInt(b []byte, p int) (int64, int) {
	if all := b[:cap(b)]; uint(p) < uint(len(b)) && b[p] == wireVint && len(all) >= 8 {
		if last := len(all) - 8; p >= last {
			x := binary.LittleEndian.Uint64(all[last:]) >> (8 * uint(p+1-last))
			m := ^x & 0x8080808080808080
			if q := p + 2 + bits.TrailingZeros64(m)>>3; m != 0 && q <= len(b) {
				return gather(x & (m ^ (m - 1))), q
			}
		}
	}
	if uint(p+1) < uint(len(b)) && b[p] == wireVint {
		if u, q, ok := uvarint(b, p+1); ok {
			return int64(u>>1) ^ -int64(u&1), q
		}
	}
	u, _, p := d.scalar(b, p, kindInt)
	return int64(u), p
}

func (d *decoder) long(b []byte, p int) (int64, int) {
	if uint(p+8) < uint(len(b)) && b[p] == wireLong {
		return int64(binary.LittleEndian.Uint64(b[p+1:])), p + 9
	}
	u, _, p := d.scalar(b, p, kindLong)
	return int64(u), p
}

func (d *decoder) float(b []byte, p int) (float64, int) {
	if uint(p+8) < uint(len(b)) && b[p] == wireFloat {
		return math.Float64frombits(binary.LittleEndian.Uint64(b[p+1:])), p + 9
	}
	u, _, p := d.scalar(b, p, kindFloat)
	return math.Float64frombits(u), p
}

// str reads a string into v, which it leaves as it is if it is equal.
func (d *decoder) str(v *string, b []byte, p int) int {
	if uint(p+1) < uint(len(b)) && b[p] == wireBytes && b[p+1] < 0x80 {
		if n := int(b[p+1]); n <= len(b)-p-2 && n <= d.limits.String {
			p += 2
			if s := b[p : p+n]; *v != string(s) {
				*v = d.text(b, p, n)
			}
			return p + n
		}
	}
	_, s, p := d.scalar(b, p, kindString)
	if p >= 0 && *v != string(s) {
		*v = string(s)
	}
	return p
}

// text gives the string b[p:p+n].
func (d *decoder) text(b []byte, p, n int) string {
	switch {
	case d.arena != nil:
		return d.arena.copied(b[p : p+n])
	case p < d.near:
		return d.sharedText(b, p, n)
	}
	return string(b[p : p+n])
}

// sharedText gives a string where there are several: they share copies of the input. A copy
// is short where the strings are, since what stands between them is copied too.
func (d *decoder) sharedText(b []byte, p, n int) string {
	if p-d.base+n > len(d.shared) {
		size := min(d.near-p, max(128, 8*n, 2*len(d.shared)), 512)
		d.shared, d.base = string(b[p:d.near][:size]), p
	}
	return d.shared[p-d.base:][:n]
}
