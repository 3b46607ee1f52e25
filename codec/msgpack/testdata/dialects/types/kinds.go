package types

import "time"

// Kinds has a member of each kind of Go's, for the table of what is accepted.
type Kinds struct {
	Common `msg:",flatten"`
	Any    any
	Open   map[string]any
	Raised map[int64]string
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

// Name is a string by another name.
type Name string

// Member is a struct in a struct.
type Member struct{ A int64 }
