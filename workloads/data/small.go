package data

import (
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/assay-go/assay/workload"
)

// SmallStruct is the struct of go_serialization_benchmarks by Alec Thomas and others, which
// has an int.
type SmallStruct struct {
	Name     string
	BirthDay time.Time
	Phone    string
	Siblings int
	Spouse   bool
	Money    float64
}

// Narrow is what the document copies a SmallStruct to for libraries without int, and Plain
// for those without times too, which are nanoseconds since 1970.
type (
	Narrow struct {
		Name     string
		BirthDay time.Time
		Phone    string
		Siblings int32
		Spouse   bool
		Money    float64
	}
	Plain struct {
		Name     string
		BirthDay int64
		Phone    string
		Siblings int32
		Spouse   bool
		Money    float64
	}
)

// Smalls returns values as the document draws them: hexadecimal digits, 16 and 10 of
// them, and a date with nanoseconds, which is the time of the run there and one of the year of
// its figures here: in UTC, and as the document's own in a zone with an offset.
func Smalls(o workload.Options) ([]SmallStruct, error) {
	n := o.Count
	if n == 0 {
		n = Workload.Count
	}
	if o.Int("length", 0) != 0 {
		return nil, fmt.Errorf("data: --small has strings of 16 and 10 bytes: leave --length out")
	}
	zone := time.UTC
	if o.Document() {
		zone = time.FixedZone("", -3*60*60)
	}
	year := time.Date(2025, 1, 1, 0, 0, 0, 0, zone)
	r := rand.New(rand.NewPCG(o.Seed, 0x736d616c))
	list := make([]SmallStruct, n)
	for i := range list {
		list[i] = SmallStruct{
			Name:     fmt.Sprintf("%016x", r.Uint64()),
			BirthDay: year.Add(time.Duration(r.Int64N(int64(365 * 24 * time.Hour)))),
			Phone:    fmt.Sprintf("%010x", r.Uint64N(1<<40)),
			Siblings: r.IntN(5),
			Spouse:   r.IntN(2) == 1,
			Money:    r.Float64(),
		}
	}
	return list, nil
}
