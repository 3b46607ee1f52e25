// Package support is the part of generated extprot codecs that does not depend
// on the schema. Package gen copies its declarations into the generated file,
// so that the file imports the standard library only; the package exists to be
// compiled, not to be imported.
package support

//lint:file-ignore U1000 Generated code uses these declarations.

import (
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
