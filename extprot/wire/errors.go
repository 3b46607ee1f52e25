package wire

import (
	"fmt"
	"strings"
)

// Kind classifies a refusal of input. A Kind is an error itself, so that
// errors.Is(err, wire.ErrTruncated) works on an *Error.
type Kind string

// The kinds, under the names of the original; ErrOverflow, ErrDepth and
// ErrDefaults are additions.
const (
	ErrTruncated      Kind = "End_of_file"           // the input, or the container, ends inside a value
	ErrWireType       Kind = "Bad_wire_type"         // the wire type cannot hold the expected type
	ErrUnknownTag     Kind = "Unknown_tag"           // no such constructor or variant
	ErrMissingField   Kind = "Missing_field"         // a field is absent and has no default
	ErrMissingElement Kind = "Missing_tuple_element" // the same for a tuple's element
	ErrConversion     Kind = "Conversion_error"      // the host's conversion refused the value
	ErrLimit          Kind = "Limit_exceeded"        // a limit that the reader was given
	ErrOverflow       Kind = "Vint_overflow"         // a vint of more than 64 bits
)

func (k Kind) Error() string { return string(k) }

// Step is one level of the path to a fault. Constructor is empty for records.
type Step struct {
	Message     string
	Constructor string
	Field       string
}

func (s Step) String() string {
	parts := []string{s.Message}
	if s.Constructor != "" {
		parts = append(parts, s.Constructor)
	}
	if s.Field != "" {
		parts = append(parts, s.Field)
	}
	return strings.Join(parts, ".")
}

// Error is a refusal of input.
type Error struct {
	Kind   Kind
	Offset int    // of the byte at which reading failed, from the start of the input
	Path   []Step // outermost first; empty without a schema
	Detail string // what was found and what was expected
}

// Error gives kind, place and detail in one line.
func (e *Error) Error() string {
	var b strings.Builder
	for _, s := range e.Path {
		b.WriteString(s.String() + ": ")
	}
	fmt.Fprintf(&b, "%s at byte %d", e.Kind, e.Offset)
	if e.Detail != "" {
		b.WriteString(": " + e.Detail)
	}
	return b.String()
}

// Unwrap gives the kind.
func (e *Error) Unwrap() error { return e.Kind }

// In puts a step before the path.
func (e *Error) In(s Step) *Error {
	e.Path = append([]Step{s}, e.Path...)
	return e
}

// Errorf makes an error without a path.
func Errorf(k Kind, offset int, format string, args ...any) *Error {
	return &Error{Kind: k, Offset: offset, Detail: fmt.Sprintf(format, args...)}
}
