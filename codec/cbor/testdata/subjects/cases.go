package subjects

import (
	"errors"
	"math/big"
	"time"
)

// Grade is a byte by another name, of which lists and arrays are bytes.
type Grade uint8

// Row is a list of them with a name of its own.
type Row []Grade

// Grades has them wherever they may be.
type Grades struct {
	L    []Grade
	A    [3]Grade
	P    *[]Grade
	M    map[string][]Grade
	LL   [][]Grade
	AA   [2][3]Grade
	Row  Row
	Left []Grade `cbor:",omitempty"`
}

// Codes has types of several kinds with a method that writes them as bytes.
type Codes struct {
	N Code
	M map[string]Code
	P *Code
	S Word
	B Flag
	L Words
	A Pair2
	D Dict
}

// Code is a number.
type Code int32

func (c Code) MarshalBinary() ([]byte, error) { return []byte{byte(c), 9}, nil }

func (c *Code) UnmarshalBinary(b []byte) error {
	if len(b) != 2 {
		return errors.New("no code of two bytes")
	}
	*c = Code(b[0])
	return nil
}

// Word is a string.
type Word string

func (w Word) MarshalBinary() ([]byte, error) { return []byte("w" + w), nil }

func (w *Word) UnmarshalBinary(b []byte) error {
	*w = Word(b[1:])
	return nil
}

// Flag is a bool.
type Flag bool

func (f Flag) MarshalBinary() ([]byte, error) {
	if f {
		return []byte{1}, nil
	}
	return []byte{0}, nil
}

func (f *Flag) UnmarshalBinary(b []byte) error {
	*f = b[0] == 1
	return nil
}

// Words is a list.
type Words []string

func (w Words) MarshalBinary() ([]byte, error) { return []byte{byte(len(w))}, nil }

func (w *Words) UnmarshalBinary(b []byte) error {
	*w = make(Words, b[0])
	return nil
}

// Pair2 is an array.
type Pair2 [2]int

func (p Pair2) MarshalBinary() ([]byte, error) { return []byte{byte(p[0]), byte(p[1])}, nil }

func (p *Pair2) UnmarshalBinary(b []byte) error {
	*p = Pair2{int(b[0]), int(b[1])}
	return nil
}

// Dict is a map.
type Dict map[string]int

func (d Dict) MarshalBinary() ([]byte, error) { return []byte{byte(d["k"])}, nil }

func (d *Dict) UnmarshalBinary(b []byte) error {
	*d = Dict{"k": int(b[0])}
	return nil
}

// Forms has a member of each kind, for what other programs write.
type Forms struct {
	B   bool
	I   int8
	J   int64
	U   uint64
	F   float32
	G   float64
	S   string
	Y   []byte
	X   [2]byte
	A   [2]int
	N   struct{ X int }
	T   time.Time
	M   map[string]string
	Any any
	Big big.Int
	P   *int
	C   Code
	L   []Grade
	Z   *time.Time
}
