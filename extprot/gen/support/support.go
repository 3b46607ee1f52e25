// Package support is the part of generated extprot codecs that does not depend
// on the schema. Package gen copies its declarations into the generated file,
// so that the file imports the standard library only; the package exists to be
// compiled and tested, not to be imported.
package support

//lint:file-ignore U1000 Generated code uses these declarations.

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"math/bits"
)

// begin copy

// Limits bound what a reader accepts. A zero field means no limit beyond the
// length of the input.
type Limits struct {
	Message  int // bytes of a message, at any level
	Elements int // elements of a list or array
	String   int // bytes of a string
}

// ErrorKind classifies a refusal of input; errors.Is(err, ErrTruncated) tells
// whether err is of that kind.
type ErrorKind string

// The kinds of errors, under extprot's names.
const (
	ErrTruncated      ErrorKind = "End_of_file"
	ErrWireType       ErrorKind = "Bad_wire_type"
	ErrUnknownTag     ErrorKind = "Unknown_tag"
	ErrMissingField   ErrorKind = "Missing_field"
	ErrMissingElement ErrorKind = "Missing_tuple_element"
	ErrConversion     ErrorKind = "Conversion_error"
	ErrLimit          ErrorKind = "Limit_exceeded"
	ErrOverflow       ErrorKind = "Vint_overflow"
)

func (k ErrorKind) Error() string { return string(k) }

// DecodeError is a refusal of input.
type DecodeError struct {
	Kind   ErrorKind
	Offset int    // of the byte at which reading failed, in the message
	Path   string // message.variant.field of every level, outermost first
	Detail string
	Cause  error // of a conversion error
}

func (e *DecodeError) Error() string {
	path := e.Path
	if path != "" {
		path += ": "
	}
	return fmt.Sprintf("%s%s at byte %d: %s", path, e.Kind, e.Offset, e.Detail)
}

// Unwrap gives the kind and the cause.
func (e *DecodeError) Unwrap() []error {
	if e.Cause != nil {
		return []error{e.Kind, e.Cause}
	}
	return []error{e.Kind}
}

// Message is a generated type that can be written and read.
type Message interface {
	AppendBinary(b []byte) ([]byte, error)
	DecodeBinary(b []byte, l Limits) (int, error)
}

// StreamWriter writes concatenated messages. It keeps one buffer.
type StreamWriter struct {
	w   io.Writer
	buf []byte
}

// NewStreamWriter returns a writer of messages to w. It does not buffer: every
// message is one Write.
func NewStreamWriter(w io.Writer) *StreamWriter { return &StreamWriter{w: w} }

// Write writes one message.
func (s *StreamWriter) Write(m Message) error {
	var err error
	if s.buf, err = m.AppendBinary(s.buf[:0]); err != nil {
		return err
	}
	_, err = s.w.Write(s.buf)
	return err
}

// StreamReader reads concatenated messages.
type StreamReader struct {
	r          io.Reader
	limits     Limits
	buf        []byte
	start, end int
	offset     int64
}

// NewStreamReader returns a reader of the messages in r. It reads ahead. With no
// limit on a message, it holds as much of one as r delivers.
func NewStreamReader(r io.Reader, l Limits) *StreamReader { return &StreamReader{r: r, limits: l} }

// Offset is the number of bytes of the messages read so far.
func (s *StreamReader) Offset() int64 { return s.offset }

// Read reads the next message into m. At the end of the stream it returns
// io.EOF, inside a message io.ErrUnexpectedEOF. A message that is refused with a
// *DecodeError has been consumed, and the next one can be read.
func (s *StreamReader) Read(m Message) error {
	for {
		pending := s.buf[s.start:s.end]
		n, need, err := frame(pending)
		if err == nil && s.limits.Message > 0 && max(n, need) > s.limits.Message {
			return &DecodeError{Kind: ErrLimit, Detail: fmt.Sprintf("a message of %d bytes; the limit is %d", max(n, need), s.limits.Message)}
		}
		if err != nil {
			return err
		}
		if n > 0 {
			s.start += n
			s.offset += int64(n)
			_, err := m.DecodeBinary(pending[:n:n], s.limits)
			return err
		}
		if err := s.fill(len(pending)); err != nil {
			return err
		}
	}
}

// fill reads more behind the pending bytes; the buffer grows with what arrives.
func (s *StreamReader) fill(pending int) error {
	copy(s.buf, s.buf[s.start:s.end])
	s.start, s.end = 0, pending
	if s.end == len(s.buf) {
		s.buf = append(s.buf, make([]byte, max(4096, len(s.buf)))...)
	}
	n, err := io.ReadAtLeast(s.r, s.buf[s.end:], 1)
	s.end += n
	if n > 0 {
		return nil
	}
	if err == io.EOF && pending > 0 {
		return io.ErrUnexpectedEOF
	}
	return err
}

// frame gives the length of the value that b starts with; n = 0 if b does not
// hold all of it, and need is then a lower bound of its length.
func frame(b []byte) (n, need int, err error) {
	var d decoder
	_, w, p := d.prefix(b, 0)
	if p >= 0 && w&1 == 1 && w <= 7 {
		if l, q, ok := uvarint(b, p); ok {
			if l > math.MaxInt/2 {
				return 0, 0, &DecodeError{Kind: ErrLimit, Detail: fmt.Sprintf("a message of %d bytes", l)}
			}
			if int(l) <= len(b)-q {
				return q + int(l), 0, nil
			}
			return 0, q + int(l), nil
		}
	} else if p >= 0 {
		p = d.skip(b, p, w)
	}
	switch {
	case p >= 0 && w&1 == 0:
		return p, 0, nil
	case d.err != nil && d.err.Kind != ErrTruncated:
		return 0, 0, d.err
	case len(b) > 20:
		return 0, 0, &DecodeError{Kind: ErrOverflow, Detail: "a length of more than 64 bits"}
	}
	return 0, len(b), nil
}

// Lazy is a field that stays encoded until it is asked for. What was read is
// written back verbatim unless Set is called.
type Lazy[T any] struct {
	raw    []byte
	val    T
	done   bool
	limits Limits // of the reader that read raw
	read   func(d *decoder, v *T, b []byte, p int) int
}

// Get gives the value, decoding it if that has not been done. It must not be
// modified in place: call Set. Offsets in the error count from the field's start.
func (l *Lazy[T]) Get() (T, error) {
	if !l.done && len(l.raw) > 0 {
		d := newDecoder(l.limits)
		if l.read(&d, &l.val, l.raw, 0) < 0 {
			return l.val, d.err
		}
	}
	l.done = true
	return l.val, nil
}

// Set replaces the value.
func (l *Lazy[T]) Set(v T) { l.raw, l.val, l.done = l.raw[:0], v, true }

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
	limits Limits
	err    *DecodeError
	bools  []bool // spare elements for lists of few
	nums   []int64
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
	return decoder{limits: l}
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
	// reach beyond the container, but not beyond the input: at its end, the last
	// eight bytes are shifted.
	if all := b[:cap(b)]; uint(p) < uint(len(b)) && b[p] == wireVint && len(all) >= 8 {
		var x uint64
		if last := len(all) - 8; p < last {
			x = binary.LittleEndian.Uint64(all[p+1 : p+9])
		} else {
			x = binary.LittleEndian.Uint64(all[last:]) >> (8 * uint(p+1-last))
		}
		m := ^x & 0x8080808080808080
		if q := p + 2 + bits.TrailingZeros64(m)>>3; m != 0 && q <= len(b) {
			x &= m ^ (m - 1)
			x = x&0x007F007F007F007F | x&0x7F007F007F007F00>>1
			x = x&0x00003FFF00003FFF | x&0x3FFF00003FFF0000>>2
			x = x&0x000000000FFFFFFF | x&0x0FFFFFFF00000000>>4
			return int64(x>>1) ^ -int64(x&1), q
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
			if s := b[p+2 : p+2+n]; *v != string(s) {
				*v = string(s)
			}
			return p + 2 + n
		}
	}
	_, s, p := d.scalar(b, p, kindString)
	if p >= 0 && *v != string(s) {
		*v = string(s)
	}
	return p
}

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

// resize gives s a length of n. Elements are reused, also those beyond the old
// length. A long list is made in steps, as its elements turn up: grow.
func resize[T any](s []T, n int) []T {
	if n <= cap(s) {
		return s[:n]
	}
	s = s[:cap(s)]
	return append(s, make([]T, min(n, 4096+len(s))-len(s))...)
}

func grow[T any](s []T, n int) []T { return append(s, make([]T, min(n-len(s), len(s)))...) }

// chunk takes a slice of n from spare elements. Small lists of a message share
// arrays that way: of at most 64 elements, and not more than the input can hold.
func chunk[T any](spare *[]T, n, possible int) []T {
	if n > len(*spare) {
		if n > 32 {
			return make([]T, n)
		}
		*spare = make([]T, max(n, min(possible, 64)))
	}
	s := (*spare)[:n:n]
	*spare = (*spare)[n:]
	return s
}

func (d *decoder) boolList(v *[]bool, b []byte, p int, want string) int {
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
		s = chunk(&d.bools, max(n, 8), cap(b)-p)[:n]
	}
	*v = s
	// Up to eight are read without a branch that depends on their number: the
	// elements up to the capacity are overwritten, the mask says which count.
	if n <= 8 && cap(s) >= 8 && p+16 <= cap(b) && 2*n <= e-p {
		const lanes, value = 0x0002000200020002, 0xFEFFFEFFFEFFFEFF
		w := b[p : p+16]
		x, y := binary.LittleEndian.Uint64(w), binary.LittleEndian.Uint64(w[8:])
		mx, my := uint64(1)<<(16*uint(n))-1, uint64(1)<<(16*uint(max(n-4, 0)))-1
		if ((x^lanes)&mx|(y^lanes)&my)&value == 0 {
			t := (*[8]bool)(s[:8])
			t[0], t[1], t[2], t[3] = x>>8&1 != 0, x>>24&1 != 0, x>>40&1 != 0, x>>56&1 != 0
			t[4], t[5], t[6], t[7] = y>>8&1 != 0, y>>24&1 != 0, y>>40&1 != 0, y>>56&1 != 0
			return e
		}
	}
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
		s = chunk(&d.nums, n, (len(b)-p)/2)
	}
	*v = s
	for i := range s {
		if s[i], p = d.int(b[:e], p); p < 0 {
			return p
		}
	}
	return e
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
		s = chunk(&d.nums, n, (len(b)-p)/9)
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
	s := resize(*v, n)
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

// The encoders write at b[p:], which has room, and give the position behind.

func putVint(b []byte, p int, u uint64) int {
	for u >= 0x80 {
		b[p] = byte(u) | 0x80
		u >>= 7
		p++
	}
	b[p] = byte(u)
	return p + 1
}

// seal writes the length of the content b[start:p] before it, where one byte has
// been left free for it.
func seal(b []byte, start, p int) int {
	if n := p - start; n < 0x80 {
		b[start-1] = byte(n)
		return p
	}
	return sealLong(b, start, p)
}

func sealLong(b []byte, start, p int) int {
	n := uint64(p - start)
	extra := sizeVint(n) - 1
	copy(b[start+extra:p+extra], b[start:p])
	putVint(b, start-1, n)
	return p + extra
}

func putBool(b []byte, p int, v bool) int {
	x := uint16(wireBits8)
	if v {
		x |= 1 << 8
	}
	binary.LittleEndian.PutUint16(b[p:], x)
	return p + 2
}

func putInt(b []byte, p int, v int64) int {
	u := uint64(v<<1) ^ uint64(v>>63)
	b[p] = wireVint
	if u < 0x80 || u >= 1<<56 || p+9 > len(b) {
		return putVint(b, p+1, u)
	}
	// Up to eight groups of seven bits are spread at once.
	n := (bits.Len64(u)*9 + 64) >> 6
	u = u&0x0FFFFFFF | u&0xFFFFFFF0000000<<4
	u = u&0x00003FFF00003FFF | u&0x0FFFC0000FFFC000<<2
	u = u&0x007F007F007F007F | u&0x3F803F803F803F80<<1
	u |= 0x8080808080808080 & (1<<(8*(n-1)) - 1)
	binary.LittleEndian.PutUint64(b[p+1:], u)
	return p + 1 + n
}

func putLong(b []byte, p int, v int64) int {
	b[p] = wireLong
	binary.LittleEndian.PutUint64(b[p+1:], uint64(v))
	return p + 9
}

func putFloat(b []byte, p int, v float64) int {
	b[p] = wireFloat
	binary.LittleEndian.PutUint64(b[p+1:], math.Float64bits(v))
	return p + 9
}

func putString(b []byte, p int, v string) int {
	b[p] = wireBytes
	p = putVint(b, p+1, uint64(len(v)))
	return p + copy(b[p:], v)
}

func putBoolList(b []byte, p int, v []bool) int {
	if n := len(v); n < 63 {
		b[p], b[p+1], b[p+2] = wireHtuple, byte(1+2*n), byte(n)
		p += 3
	} else {
		b[p] = wireHtuple
		p = putVint(b, p+1, uint64(sizeVint(uint64(n))+2*n))
		p = putVint(b, p, uint64(n))
	}
	c := b[p : p+2*len(v)]
	for _, x := range v {
		if len(c) < 2 {
			break
		}
		y := byte(0)
		if x {
			y = 1
		}
		c[0], c[1] = wireBits8, y
		c = c[2:]
	}
	return p + 2*len(v)
}

func sizeVint(u uint64) int {
	n := 1
	for u >= 0x80 {
		u >>= 7
		n++
	}
	return n
}

func sizeInt(v int64) int { return 1 + sizeVint(uint64(v<<1)^uint64(v>>63)) }

// sizeOf is the size of a value with a length: its prefix takes head bytes.
func sizeOf(head, content int) int { return head + sizeVint(uint64(content)) + content }

// maxHeader bounds a container's prefix, length and count.
const maxHeader = 28
