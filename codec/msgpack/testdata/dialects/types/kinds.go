package types

import "time"

// Kinds has a member of each kind of Go's, for the table of what is accepted.
type Kinds struct {
	Bool    bool
	Int8    int8
	Int64   int64
	Uint8   uint8
	Uint64  uint64
	Float32 float32
	Float64 float64
	String  string
	Bytes   []byte
	Array   [2]byte
	Ints    []int64
	Pair    [2]int64
	Map     map[string]int64
	Struct  Member
	Pointer *int64
	Time    time.Time
}

// Member is a struct in a struct.
type Member struct{ A int64 }
