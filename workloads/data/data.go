// Package data is the workload of go-serialization-benchmarks: one flat struct
// of a string, a bool, two numbers and a time; and that of alecthomas's benchmarks, which is like it.
//
// Unstable: names may change in a minor version.
package data

import (
	"fmt"
	"math"
	"math/rand/v2"
	"time"

	"github.com/assay-go/assay/workload"
)

// Workload describes the workload.
var Workload = workload.Workload{
	Name:  "data",
	Doc:   "A flat struct with a UUID, a bool, an int32, a float64 and a date, from go-serialization-benchmarks.",
	Type:  "Data",
	Count: 512,
	Flags: []workload.Flag{
		workload.Values,
		{Name: "length", Help: "bytes of the string; 0: a UUID of 36", Sweep: []int{1, 100, 1000, 10000, 100000, 1000000, 10000000, 100000000}},
		{Name: "small", Bool: true, Help: "the struct of alecthomas/go_serialization_benchmarks instead: two short texts, a time, an int, a bool and a float64"},
	},
	Alternatives: []workload.Alternative{{Flag: "small", Type: "SmallStruct", Values: "Smalls"}},
}

// Data is the struct of go-serialization-benchmarks. It has no int, because
// many serializers do not support it.
type Data struct {
	Str     string
	Bool    bool
	Int32   int32
	Float64 float64
	Time    time.Time
}

// Values returns UUID-like strings of 36 bytes, evenly distributed numbers, and
// dates with nanoseconds between 1970 and 2070, in UTC. The document's values are
// drawn likewise, but of wider ranges: floats over all that there are, so that JSON
// needs 22 or 23 characters for one and not 18 or 19, and dates from 1900 to its
// own year, 2024, half of which Protocol Buffers write with ten bytes for the
// seconds.
func Values(o workload.Options) ([]Data, error) {
	n := o.Count
	if n == 0 {
		n = Workload.Count
	}
	length := o.Int("length", 0)
	if length < 0 {
		return nil, fmt.Errorf("data: a string of %d bytes is out of range: 0 or more", length)
	}
	r := rand.New(rand.NewPCG(o.Seed, 0x64617461))
	list := make([]Data, n)
	for i := range list {
		if o.Document() {
			list[i] = document(r, length)
			continue
		}
		list[i] = Data{
			Str:     text(r, length),
			Bool:    r.IntN(2) == 1,
			Int32:   int32(r.Uint32()),
			Float64: r.Float64(),
			Time:    time.Unix(r.Int64N(100*365*24*3600), r.Int64N(1e9)).UTC(),
		}
	}
	return list, nil
}

// document returns a value as gofakeit made those of the document, months and days
// that there are not included: time.Date knows which others they are.
func document(r *rand.Rand, length int) Data {
	return Data{
		Str:     text(r, length),
		Bool:    r.IntN(2) == 1,
		Int32:   int32(r.Uint32()),
		Float64: r.Float64()*(math.MaxFloat64-math.SmallestNonzeroFloat64) + math.SmallestNonzeroFloat64,
		Time: time.Date(1900+r.IntN(125), time.Month(r.IntN(13)), 1+r.IntN(31), r.IntN(24), r.IntN(60), r.IntN(60),
			r.IntN(1e9), time.UTC),
	}
}

// text returns a UUID, or as many hexadecimal digits as are asked for.
func text(r *rand.Rand, length int) string {
	if length == 0 {
		return uuid(r)
	}
	b := make([]byte, 0, length+16)
	for len(b) < length {
		b = fmt.Appendf(b, "%016x", r.Uint64())
	}
	return string(b[:length])
}

func uuid(r *rand.Rand) string {
	a, b := r.Uint64(), r.Uint64()
	return fmt.Sprintf("%08x-%04x-4%03x-%04x-%012x", a>>32, a>>16&0xffff, a&0xfff, b>>48&0x3fff|0x8000, b&0xffffffffffff)
}
