package types

import (
	"errors"
	"math/big"
	"time"
)

// Kinds has a member of each kind of Go's, for the table of what is accepted.
type Kinds struct {
	Common
	Grades  []Grade
	Marks   [2]Grade
	Code    Code
	Codes   map[string]Code
	Any     any
	Open    map[string]any
	Big     big.Int
	BigTo   *big.Int
	Numbers map[int64]string
	ByGrade map[Grade]int64
	Tuple   Tuple
	ByKey   ByKey
}

// Common are kinds that all dialects have.
type Common struct {
	Bool    bool
	Int8    int8
	Int64   int64
	Uint8   uint8
	Uint64  uint64
	Float32 float32
	Float64 float64
	String  string
	Name    Name
	Bytes   []byte
	Array   [2]byte
	Ints    []int64
	Names   []string
	Members []Member
	Pair    [2]int64
	Map     map[string]int64
	Struct  Member
	Pointer *int64
	Text    *string
	Time    time.Time
	Times   []time.Time
	Elapsed time.Duration
}

// Grade is a byte by another name.
type Grade uint8

// Name is a string by another name.
type Name string

// Member is a struct in a struct.
type Member struct{ A int64 }

// Tuple is a struct as a list.
type Tuple struct {
	_ struct{} `cbor:",toarray"`
	A int64
	B string
}

// ByKey has numbers for names.
type ByKey struct {
	A int64 `cbor:"1,keyasint"`
}

// Code is a number with methods of its own.
type Code int32

// MarshalBinary writes two bytes.
func (c Code) MarshalBinary() ([]byte, error) { return []byte{byte(c), 9}, nil }

// UnmarshalBinary reads two bytes.
func (c *Code) UnmarshalBinary(b []byte) error {
	if len(b) != 2 {
		return errors.New("no code of two bytes")
	}
	*c = Code(b[0])
	return nil
}
