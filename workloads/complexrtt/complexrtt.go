// Package complexrtt is the workload of the extprot document: a message that is
// a sum of two records with nested lists, tuples and a sum type.
//
// Unstable: names may change in a minor version.
package complexrtt

import (
	"math/rand/v2"

	"github.com/assay-go/assay/workload"
)

// Workload describes the workload.
var Workload = workload.Workload{
	Name:  "complexrtt",
	Doc:   "The message complex_rtt, with lists and strings of 0 to 9 elements, from the extprot document.",
	Type:  "ComplexRTT",
	Count: 512,
	Flags: []workload.Flag{
		workload.Values,
		{Name: "batches", Bool: true, Help: "values are batches of 50 messages"},
	},
	Alternatives: []workload.Alternative{{Flag: "batches", Type: "Batch", Values: "Batches"}},
}

// Batch is messages one after another, as in a file.
type Batch struct {
	Messages []ComplexRTT
}

// BatchSize is how many messages a batch has.
const BatchSize = 50

// Batches returns the values of [Values] in batches.
func Batches(o workload.Options) ([]Batch, error) {
	n := o.Count
	if n == 0 {
		n = 8
		if o.Document() {
			n = Distinct / BatchSize
		}
	}
	o.Count = n * BatchSize
	messages, err := Values(o)
	if err != nil {
		return nil, err
	}
	list := make([]Batch, n)
	for i := range list {
		list[i].Messages = messages[i*BatchSize : (i+1)*BatchSize : (i+1)*BatchSize]
	}
	return list, nil
}

// ComplexRTT is the message complex_rtt: one of its two constructors.
//
//assay:union
type ComplexRTT struct {
	A *RTTA
	B *RTTB
}

// RTTA is the constructor A.
type RTTA struct {
	A1 []IntBools
	A2 []SumType
}

// IntBools is the tuple (int * [bool]).
type IntBools struct {
	N     int64
	Bools []bool
}

// SumType is sum_type<int, string, long>: one of its four constructors, the
// last of which has no argument.
//
//assay:union
type SumType struct {
	A *int64
	B *string
	C *int64 `extprot:"long"`
	D *struct{}
}

// RTTB is the constructor B.
type RTTB struct {
	B1 bool
	B2 StringInts
}

// StringInts is the tuple (string * [int]).
type StringInts struct {
	S    string
	Ints []int64
}

// Distinct is how many messages the document's program made, which it repeated to
// the number that it was asked for.
const Distinct = 10_000

// Values returns the document's value of 110 extprot bytes first, then random
// ones with the distribution of the original's own generator, except that
// strings are printable ASCII: the original's random bytes, which the document's
// own values have, would shut out every text format.
func Values(o workload.Options) ([]ComplexRTT, error) {
	n := o.Count
	if n == 0 {
		n = Workload.Count
		if o.Document() {
			n = Distinct
		}
	}
	g := generator{rand.New(rand.NewPCG(o.Seed, 0x636d706c)), o.Document()}
	list := make([]ComplexRTT, n)
	for i := range list {
		list[i] = g.message()
	}
	list[0] = document()
	return list, nil
}

// document returns the value that the document shows.
func document() ComplexRTT {
	x, y := int64(2896779717145980192), int64(-3674915657590371643)
	return ComplexRTT{A: &RTTA{
		A1: []IntBools{
			{-247634575, []bool{true, false, false, false, true, true, false, false, true}},
			{3484, []bool{false, true, true, false, true, true, false, false}},
			{-4, []bool{false, false, false, false, false, false, true}},
		},
		A2: []SumType{{C: &x}, {C: &y}},
	}}
}

type generator struct {
	*rand.Rand
	bytes bool // strings are of any bytes
}

func (g generator) message() ComplexRTT {
	if g.IntN(2) == 1 {
		b := &RTTB{B1: g.bool(), B2: StringInts{S: g.string(), Ints: make([]int64, g.IntN(10))}}
		for i := range b.B2.Ints {
			b.B2.Ints[i] = g.int()
		}
		return ComplexRTT{B: b}
	}
	a := &RTTA{A1: make([]IntBools, g.IntN(10)), A2: make([]SumType, g.IntN(10))}
	for i := range a.A1 {
		a.A1[i] = IntBools{N: g.int(), Bools: make([]bool, g.IntN(10))}
		for j := range a.A1[i].Bools {
			a.A1[i].Bools[j] = g.bool()
		}
	}
	for i := range a.A2 {
		a.A2[i] = g.sum()
	}
	return ComplexRTT{A: a}
}

func (g generator) sum() SumType {
	switch g.IntN(4) {
	case 0:
		n := g.int()
		return SumType{A: &n}
	case 1:
		s := g.string()
		return SumType{B: &s}
	case 2:
		n := g.Int64() - g.Int64()
		return SumType{C: &n}
	}
	return SumType{D: &struct{}{}}
}

func (g generator) bool() bool { return g.IntN(2) == 1 }

// int returns the difference of two even numbers of 6, 14, 22 or 30 bits, which
// is how the values of the original's generator are distributed.
func (g generator) int() int64 {
	limit := int64(1) << (6 + 8*g.IntN(4))
	return g.Int64N(limit) - g.Int64N(limit)
}

func (g generator) string() string {
	b := make([]byte, g.IntN(10))
	for i := range b {
		if g.bytes {
			b[i] = byte(g.IntN(255)) // the original's range ends before 255
			continue
		}
		b[i] = byte(' ' + g.IntN('~'-' '+1))
	}
	return string(b)
}
