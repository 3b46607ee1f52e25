// Package support is the part of generated extprot codecs that does not depend
// on the schema. Package gen copies its declarations into the generated file,
// so that the file imports the standard library only; the package exists to be
// compiled, not to be imported.
package support

//lint:file-ignore U1000 Generated code uses these declarations.

import (
	"errors"
	"fmt"
	"io"
	"math"
)

// Limits bound what a reader accepts. A zero field means no limit beyond the
// length of the input.
type Limits struct {
	Message  int // bytes of a message, at any level
	Elements int // elements of a list or array
	String   int // bytes of a string
	Memory   int // bytes of memory of all lists in a message, those of primitives aside
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
	ErrVersion        ErrorKind = "Wrong_protocol_version"
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

// AppendVersioned appends a frame: the number of a version of the protocol in two bytes,
// the lower one first, and the message, which is one of that version.
func AppendVersioned(b []byte, version uint16, m Message) ([]byte, error) {
	return m.AppendBinary(append(b, byte(version), byte(version>>8)))
}

// DecodeVersioned reads the frame that b starts with into the one of the messages that its
// version counts, from 0, and returns the version and the frame's length. A version that is
// not among them is an ErrVersion.
func DecodeVersioned(b []byte, l Limits, versions ...Message) (version, n int, err error) {
	if len(b) < 2 {
		return 0, 0, &DecodeError{Kind: ErrTruncated, Offset: len(b), Detail: "the version takes two bytes"}
	}
	version = int(b[0]) | int(b[1])<<8
	if version >= len(versions) {
		return version, 0, &DecodeError{Kind: ErrVersion, Detail: fmt.Sprintf("the version is %d; those below %d are known", version, len(versions))}
	}
	n, err = versions[version].DecodeBinary(b[2:], l)
	return version, n + 2, err
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

// WriteVersioned writes one message behind the number of its version, as AppendVersioned does.
func (s *StreamWriter) WriteVersioned(version uint16, m Message) error {
	var err error
	if s.buf, err = AppendVersioned(s.buf[:0], version, m); err != nil {
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
	b, err := s.next(0)
	if err == nil {
		_, err = m.DecodeBinary(b, s.limits)
	}
	return err
}

// ReadVersioned reads the next frame that WriteVersioned wrote, as DecodeVersioned does, and
// returns its version. A frame of a version that is not among them has been consumed.
func (s *StreamReader) ReadVersioned(versions ...Message) (version int, err error) {
	b, err := s.next(2)
	if err == nil {
		version, _, err = DecodeVersioned(b, s.limits, versions...)
	}
	return version, err
}

// ReadFrame reads the next frame that WriteVersioned wrote, and returns its version and the
// encoded message, which is valid until the next read.
func (s *StreamReader) ReadFrame() (version int, message []byte, err error) {
	b, err := s.next(2)
	if err != nil {
		return 0, nil, err
	}
	return int(b[0]) | int(b[1])<<8, b[2:], nil
}

// next consumes a message with the bytes that stand before it.
func (s *StreamReader) next(before int) ([]byte, error) {
	for {
		pending := s.buf[s.start:s.end]
		if len(pending) >= before {
			n, need, err := frame(pending[before:])
			if err == nil && s.limits.Message > 0 && max(n, need) > s.limits.Message {
				err = &DecodeError{Kind: ErrLimit, Detail: fmt.Sprintf("a message of %d bytes; the limit is %d", max(n, need), s.limits.Message)}
			}
			if err != nil {
				return nil, err
			}
			if n > 0 {
				n += before
				s.start += n
				s.offset += int64(n)
				return pending[:n:n], nil
			}
		}
		if err := s.fill(len(pending)); err != nil {
			return nil, err
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
//
// By default it keeps both forms once it was asked for: it is fast to ask again and fast to
// write, and takes the memory of both. Peek in place of Get keeps the encoded one alone,
// Discard the value alone, and Compress the encoded one compressed.
type Lazy[T any] struct {
	raw    []byte // the encoded form, compressed where unpack is there
	val    T
	done   bool
	limits Limits // of the reader that read raw
	read   func(d *decoder, v *T, b []byte, p int) int
	size   int // of the encoded form, where it is compressed
	unpack func(b []byte) ([]byte, error)
}

// Get gives the value, decoding it if that has not been done. It must not be
// modified in place: call Set. Offsets in the error count from the field's start.
func (l *Lazy[T]) Get() (T, error) {
	if !l.done && len(l.raw) > 0 {
		if err := l.decode(&l.val); err != nil {
			return l.val, err
		}
	}
	l.done = true
	return l.val, nil
}

// Peek gives the value as Get does and does not keep it, so that each call decodes it anew.
func (l *Lazy[T]) Peek() (v T, err error) {
	if l.done || len(l.raw) == 0 {
		return l.val, nil
	}
	return v, l.decode(&v)
}

// Discard forgets the encoded form, after the value is decoded, which writing encodes again.
func (l *Lazy[T]) Discard() error {
	if _, err := l.Get(); err != nil {
		return err
	}
	l.raw, l.unpack = nil, nil
	return nil
}

// Compress keeps the encoded form as pack returns it and forgets the value; unpack has to give
// the same bytes back, now and whenever the value is asked for or written. A field that was
// Set, or is compressed, stays as it is.
func (l *Lazy[T]) Compress(pack func([]byte) []byte, unpack func([]byte) ([]byte, error)) error {
	if len(l.raw) == 0 || l.unpack != nil {
		return nil
	}
	packed := pack(l.raw)
	back, err := unpack(packed)
	if err == nil && string(back) != string(l.raw) {
		err = errors.New("other bytes come back")
	}
	if err != nil {
		return fmt.Errorf("compressing a field: %w", err)
	}
	var none T
	l.raw, l.size, l.unpack, l.val, l.done = packed, len(l.raw), unpack, none, false
	return nil
}

// Set replaces the value.
func (l *Lazy[T]) Set(v T) {
	l.clear()
	l.val = v
}

// clear forgets the encoded form, for a value that is put in its place.
func (l *Lazy[T]) clear() {
	if l.unpack != nil {
		l.raw, l.unpack = nil, nil // the memory is that of who compressed it
	}
	l.raw, l.done = l.raw[:0], true
}

// keep notes the encoded form, which is copied.
func (l *Lazy[T]) keep(b []byte, limits Limits, read func(d *decoder, v *T, b []byte, p int) int) {
	l.clear()
	l.raw, l.done, l.read, l.limits = append(l.raw[:0], b...), false, read, limits
}

// encoded gives the encoded form.
func (l *Lazy[T]) encoded() []byte {
	if l.unpack == nil {
		return l.raw
	}
	b, err := l.unpack(l.raw)
	if err != nil || len(b) != l.size {
		panic(fmt.Sprintf("a compressed field of %d bytes gives %d back: %v", l.size, len(b), err))
	}
	return b
}

// length is the number of bytes of the encoded form, 0 if there is none.
func (l *Lazy[T]) length() int {
	if l.unpack != nil {
		return l.size
	}
	return len(l.raw)
}

func (l *Lazy[T]) decode(v *T) error {
	d := newDecoder(l.limits)
	if l.read(&d, v, l.encoded(), 0) < 0 {
		return d.err
	}
	return nil
}
