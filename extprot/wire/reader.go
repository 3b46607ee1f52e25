package wire

import (
	"encoding/binary"
	"math"
)

// Reader walks over the values of an input. Its methods do not allocate, except
// for the error.
type Reader struct {
	Buf []byte
	Pos int
	// Lax lets content run past its container as long as the input lasts, and
	// takes vints of any length, as the original does.
	Lax bool

	end int // of the current container
}

// NewReader returns a reader at the start of b.
func NewReader(b []byte, lax bool) Reader { return Reader{Buf: b, Lax: lax, end: len(b)} }

// Left is the number of bytes up to the end of the current container.
func (r *Reader) Left() int { return r.end - r.Pos }

// Vint reads a vint. Non-minimal forms are accepted; more than 64 bits are not,
// unless the reader is lax: it drops the excess.
func (r *Reader) Vint() (uint64, *Error) {
	if r.Pos < r.end && r.Buf[r.Pos] < 0x80 {
		r.Pos++
		return uint64(r.Buf[r.Pos-1]), nil
	}
	var n uint64
	start := r.Pos
	for shift := 0; ; shift += 7 {
		if r.Pos == r.end {
			return 0, Errorf(ErrTruncated, r.Pos, "a vint that starts at byte %d has no end", start)
		}
		c := r.Buf[r.Pos]
		if !r.Lax && (shift > 63 || shift == 63 && c > 1) {
			return 0, Errorf(ErrOverflow, start, "this vint has more than 64 bits")
		}
		r.Pos++
		n |= uint64(c&0x7F) << shift
		if c < 0x80 {
			return n, nil
		}
	}
}

// Prefix reads a value's prefix.
func (r *Reader) Prefix() (tag uint64, t Type, err *Error) {
	p, err := r.Vint()
	return p >> 4, Type(p & 15), err
}

// Bytes reads n bytes. They alias the input.
func (r *Reader) Bytes(n uint64) ([]byte, *Error) {
	if n > uint64(r.end-r.Pos) {
		return nil, Errorf(ErrTruncated, r.Pos, "%d bytes are announced, %d are left", n, r.end-r.Pos)
	}
	r.Pos += int(n)
	return r.Buf[r.Pos-int(n) : r.Pos : r.Pos], nil
}

// Uint8 reads the data of a Bits8.
func (r *Reader) Uint8() (uint8, *Error) {
	b, err := r.Bytes(1)
	if err != nil {
		return 0, err
	}
	return b[0], nil
}

// Uint32 reads the data of a Bits32.
func (r *Reader) Uint32() (uint32, *Error) {
	b, err := r.Bytes(4)
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint32(b), nil
}

// Uint64 reads the data of a Bits64Long or Bits64Float.
func (r *Reader) Uint64() (uint64, *Error) {
	b, err := r.Bytes(8)
	if err != nil {
		return 0, err
	}
	return binary.LittleEndian.Uint64(b), nil
}

// Blob reads the length and the bytes of a Bytes value. They alias the input.
func (r *Reader) Blob() ([]byte, *Error) {
	n, err := r.Vint()
	if err != nil {
		return nil, err
	}
	return r.Bytes(n)
}

// Container is an opened Tuple, Htuple or Assoc.
type Container struct {
	Count uint64 // values that it announces; not checked against its length
	End   int    // the offset after it
	outer int
}

// Open reads a container's length and count and confines the reader to it.
func (r *Reader) Open() (Container, *Error) {
	n, err := r.Vint()
	if err != nil {
		return Container{}, err
	}
	if n > uint64(r.end-r.Pos) {
		return Container{}, Errorf(ErrTruncated, r.Pos, "a length of %d bytes, %d are left", n, r.end-r.Pos)
	}
	c := Container{End: r.Pos + int(n), outer: r.end}
	if !r.Lax {
		r.end = c.End
	}
	c.Count, err = r.Vint()
	c.Count = min(c.Count, math.MaxInt64) // no container holds more
	return c, err
}

// Close moves to the end of a container, whatever of it has been read.
func (r *Reader) Close(c Container) {
	r.end = c.outer
	r.Pos = max(r.Pos, c.End)
}

// Skip moves over the data of a value whose prefix has been read.
func (r *Reader) Skip(t Type) *Error {
	var err *Error
	switch t {
	case Vint:
		_, err = r.Vint()
	case Bits8:
		_, err = r.Bytes(1)
	case Bits32:
		_, err = r.Bytes(4)
	case Bits64Long, Bits64Float:
		_, err = r.Bytes(8)
	case Enum:
	case Tuple, Bytes, Htuple, Assoc:
		_, err = r.Blob()
	default:
		err = Errorf(ErrWireType, r.Pos, "wire type %d does not exist", t)
	}
	return err
}

// Frame returns the length of the value that b starts with, which is how a
// stream of concatenated messages is split.
func Frame(b []byte) (int, error) {
	r := NewReader(b, false)
	_, t, err := r.Prefix()
	if err == nil {
		err = r.Skip(t)
	}
	if err != nil {
		return 0, err
	}
	return r.Pos, nil
}
