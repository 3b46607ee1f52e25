// Package kinds has the types of package standard whose values are tried at their edges,
// and whose messages are broken.
package kinds

import (
	"math"
	"time"
)

type Integers struct {
	I8  int8
	I   int
	I64 int64
	U8  uint8
	U64 uint64
}

type Floats struct {
	F float64
	G float32
}

type Text struct {
	S string
	B []byte
}

type Times struct {
	T time.Time
	D time.Duration
}

type Part struct {
	ID   int64
	Name string
}

type Lists struct {
	L []int64
	N [][]string
	S []Part
}

type Arrays struct {
	B [3]byte
	A [4]int64
}

type Maps struct {
	M map[string]int64
	S map[string]Part
}

type Keys struct {
	M map[int64]string
}

type Pointers struct {
	P *int64
	S *Part
	L []*Part
	Q **int64
}

type Base struct {
	Code int64
	Name string
}

type Embedded struct {
	*Base
	Part
	Name string // hides those of the embedded ones
	A    int64
	Aa   int64
	AA   int64 // differs in case
}

func EmbeddedValues() []Embedded {
	return []Embedded{
		{Base: &Base{1, "base"}, Part: Part{2, "part"}, Name: "outer", A: 3, Aa: 4, AA: 5},
		{Part: Part{2, "part"}, Name: "outer"},
	}
}

type Any struct {
	V any
}

func AnyValues() []Any {
	return []Any{
		{"text"}, {nil}, {true}, {int64(1<<53 + 1)}, {uint64(math.MaxUint64)}, {1.5}, {[]byte("abc")},
		{time.Date(2026, 11, 23, 10, 20, 30, 0, time.UTC)},
	}
}

type Message struct {
	ID    int64
	Name  string
	Data  []byte
	Ratio float64
	Tags  []string
	Parts []Part
}

type Tree struct {
	Name     string
	Children []Tree
}
