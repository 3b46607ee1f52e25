package workload_test

import (
	"fmt"

	"github.com/assay-go/assay/workload"
)

type Point struct{ X, Y int64 }

// Workload is what a folder below workloads exports, and Values makes its values: of
// the options and nothing else.
var Workload = workload.Workload{
	Name: "points", Doc: "Points of a path.", Type: "Point", Count: 3,
	Flags: []workload.Flag{{Name: "step", Default: 2, Help: "distance of two points"}},
}

func Values(o workload.Options) ([]Point, error) {
	if o.Count == 0 {
		o.Count = Workload.Count
	}
	var list []Point
	for i := range int64(o.Count) {
		at := int64(o.Seed) + i*int64(o.Int("step", 2))
		list = append(list, Point{at, -at})
	}
	return list, nil
}

func Example() {
	fmt.Println(Values(workload.Options{Seed: 1}))
	fmt.Println(Values(workload.Options{Seed: 1, Count: 2, Flags: map[string]int{"step": 10}}))
	// Output:
	// [{1 -1} {3 -3} {5 -5}] <nil>
	// [{1 -1} {11 -11}] <nil>
}
