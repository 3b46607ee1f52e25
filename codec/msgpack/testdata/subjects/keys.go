package subjects

import (
	"strings"
	"time"
)

// Keys has maps of which two keys may be one on the wire, and maps of which none may.
type Keys struct {
	Times   map[time.Time]int
	Structs map[Stay]int
	Arrays  map[[2]time.Time]int
	Left    map[Marked]int
	Empty   map[Empty]int
	Floats  map[float64]int
	Carried map[Folded]int
	Strings map[string]int
	Ints    map[int8]int
	Rooms   map[Room]int
}

// Stay holds a time.
type Stay struct {
	Room int
	From time.Time
}

// Marked has a field that is not written.
type Marked struct {
	Name string
	Mark int `msg:"-" assay:"-"`
}

// Empty leaves out what its method calls zero.
type Empty struct {
	Name string
	Hint Hint `msg:",omitzero"`
}

// Hint is zero whenever it is not set.
type Hint struct {
	Set   bool
	Value int
}

// IsZero reports whether there is no hint.
func (h Hint) IsZero() bool { return !h.Set }

// Folded is a text whose case does not count.
type Folded struct{ text string }

// MarshalText implements encoding.TextMarshaler.
func (f Folded) MarshalText() ([]byte, error) { return []byte(strings.ToLower(f.text)), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (f *Folded) UnmarshalText(b []byte) error {
	f.text = string(b)
	return nil
}

// Room tells all that it holds.
type Room struct {
	Floor int
	Name  string
	_     int
}

// Sorted has maps in the order of their keys.
type Sorted struct{ Floats map[float64]int }
