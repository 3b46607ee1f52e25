package assaytest_test

import (
	"encoding/json"
	"testing"

	"github.com/assay-go/assay/assaytest"
	"github.com/assay-go/assay/workloads/data"
)

// In a package of yours this is a func BenchmarkOrder in a file that ends in _test.go;
// the funcs of the codec stand in one that does not.
func ExampleBenchmark() {
	benchmarkOrder := func(b *testing.B) {
		assaytest.Benchmark(b, assaytest.Codec[data.Data]{
			Marshal:   func(v *data.Data) ([]byte, error) { return json.Marshal(v) },
			Unmarshal: func(b []byte, v *data.Data) error { return json.Unmarshal(b, v) },
		}, assaytest.Options{Against: "json,mus,gob"})
	}
	_ = benchmarkOrder
}
