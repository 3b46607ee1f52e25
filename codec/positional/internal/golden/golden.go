// Package golden holds the codecs that the formats of package positional make
// for the types of the golden vectors, each format in a package below this one:
// to be read, and to be tested against the bytes of the original libraries.
//
// The types are those of the workloads and of this package, without the fields
// that a format cannot carry.
package golden

import "time"

//go:generate go run ./gen

// Item is an element of [Primitives].
type Item struct {
	A int32
	S string
}

// Primitives has a field of every kind that most formats know.
type Primitives struct {
	I8     int8
	I16    int16
	I32    int32
	I64    int64
	Int    int
	U8     uint8
	U16    uint16
	U32    uint32
	U64    uint64
	Uint   uint
	F32    float32
	F64    float64
	B      bool
	S      string
	Bs     []byte
	Arr    [4]byte
	ArrU32 [3]uint32
	SS     [][]int32
	Items  []Item
	M      map[string]int64
	P      *int64
}

// Tags has the struct tags of Skycoin's encoder.
type Tags struct {
	A    uint32
	L    []uint16 `enc:",maxlen=3"`
	S    string   `enc:",maxlen=4"`
	Last []byte   `enc:",omitempty"`
}

// Event1 is the first version of an evolvable struct.
type Event1 struct {
	_    struct{} `assay:"evolvable"`
	ID   uint64
	Name string
}

// Event2 is what became of [Event1].
type Event2 struct {
	_    struct{} `assay:"evolvable"`
	ID   uint64
	Name string
	At   time.Time `assay:",zone"`
	Tags map[string]string
	Next *Event2
}

// Log1 and Log2 hold evolvable structs.
type Log1 struct {
	Events []Event1
	Count  int
}

// Log2 is a [Log1] of today.
type Log2 struct {
	Events []Event2
	Count  int
}

// Codec is one generated codec, for tests.
type Codec struct {
	Name      string // of the workload
	New       func() any
	Append    func(b []byte, v any) ([]byte, error)
	Marshal   func(v any) ([]byte, error)
	Size      func(v any) int
	Unmarshal func(data []byte, v any) error
	Decode    func(data []byte, v any) (int, error)
	Decoder   func() (unmarshal func(data []byte, v any) error, reset func())
}
