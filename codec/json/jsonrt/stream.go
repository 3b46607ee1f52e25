package jsonrt

import (
	"errors"
	"io"
)

// Stream cuts an input into values: those that follow each other, with white
// space between them or none, or the elements of one array.
type Stream struct {
	Input io.Reader
	Limit int // of the length of a value, in bytes

	buf      []byte // what was read and not returned is buf[start:]
	start    int
	begun    bool
	array    bool // the values are elements
	elements int
	ended    bool // the closing bracket was read
	err      error
}

// Next returns the next value, which is valid until the next call. The error is
// io.EOF after the last one.
func (s *Stream) Next() ([]byte, error) {
	c, err := s.peek()
	if !s.begun && err == nil {
		s.begun = true
		if c == '[' {
			s.array = true
			s.start++
			c, err = s.peek()
		}
	}
	if s.array && !s.ended {
		if err == io.EOF {
			err = io.ErrUnexpectedEOF
		}
		if err != nil {
			return nil, err
		}
		if c == ']' {
			s.start++
			s.ended = true
			_, err = s.peek()
		} else if s.elements > 0 {
			if c != ',' {
				return nil, errors.New("json: a comma or ] was expected between elements")
			}
			s.start++
			if _, err = s.peek(); err == io.EOF {
				err = io.ErrUnexpectedEOF
			}
		}
		s.elements++
	}
	if s.ended && err == nil {
		return nil, errors.New("json: there is something after the array")
	}
	if err != nil {
		return nil, err
	}
	return s.value()
}

// peek returns the next byte that is no white space.
func (s *Stream) peek() (byte, error) {
	for {
		if s.start = Space(s.buf, s.start); s.start < len(s.buf) {
			return s.buf[s.start], nil
		}
		if err := s.fill(); err != nil {
			return 0, err
		}
	}
}

// value returns the value at start. While the input may go on, one that ends
// with what was read may be longer. What was tried in vain doubles each time.
func (s *Stream) value() ([]byte, error) {
	for {
		d := Decoder{}
		i := d.Skip(s.buf, s.start)
		if i >= 0 && i < len(s.buf) || i >= 0 && s.err != nil {
			if s.array && i == len(s.buf) {
				return nil, io.ErrUnexpectedEOF
			}
			if i-s.start > s.Limit {
				return nil, errors.New("json: a value is longer than the limit")
			}
			p := s.buf[s.start:i]
			s.start = i
			return p, nil
		}
		if i < 0 && d.Offset < len(s.buf)-16 {
			return nil, errors.New("json: " + d.Reason)
		}
		tried, within := len(s.buf)-s.start, i < 0 && d.Offset < len(s.buf)
		if tried > s.Limit {
			return nil, errors.New("json: a value is longer than the limit")
		}
	more:
		for len(s.buf)-s.start <= 2*tried {
			if err := s.fill(); err != nil {
				if err != io.EOF {
					return nil, err
				}
				switch {
				case i >= 0 || len(s.buf)-s.start > tried:
				case within:
					return nil, errors.New("json: " + d.Reason)
				default:
					return nil, io.ErrUnexpectedEOF
				}
				break more
			}
		}
	}
}

// fill reads more of the input.
func (s *Stream) fill() error {
	if s.err != nil {
		return s.err
	}
	if s.start > 0 {
		s.buf = s.buf[:copy(s.buf, s.buf[s.start:])]
		s.start = 0
	}
	if cap(s.buf)-len(s.buf) < 4096 {
		grown := make([]byte, len(s.buf), 2*cap(s.buf)+8192)
		copy(grown, s.buf)
		s.buf = grown
	}
	n, err := s.Input.Read(s.buf[len(s.buf):cap(s.buf)])
	s.buf = s.buf[:len(s.buf)+n]
	s.err = err
	if n > 0 {
		return nil
	}
	return err
}
