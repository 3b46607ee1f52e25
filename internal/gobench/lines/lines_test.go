package lines

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestRead(t *testing.T) {
	const text = `goos: linux
cpu: AMD EPYC 7B13
Note: no setting, since it begins with a capital
2026/11/28 http://x: words of the benchmark's own
BenchmarkSum/n=10-8   	 1000	        25.1 ns/op	       3 B/op	       0 allocs/op
BenchmarkSum/sha-256/a-b-8 2 1e3 ns/op
pkg: example.com/p
BenchmarkOne 5 7 B/size
BenchmarkCut 5 7
BenchmarkCutLater 5 7 ns/op 3
BenchmarkWord x 7 ns/op
--- BENCH: BenchmarkOne
PASS
`
	machine := map[string]string{"goos": "linux", "cpu": "AMD EPYC 7B13"}
	want := []Line{
		{machine, "Sum/n=10-8", "Sum/n=10", 8, 1000, map[string]float64{"ns/op": 25.1, "B/op": 3, "allocs/op": 0}},
		{machine, "Sum/sha-256/a-b-8", "Sum/sha-256/a-b", 8, 2, map[string]float64{"ns/op": 1000}},
		{map[string]string{"goos": "linux", "cpu": "AMD EPYC 7B13", "pkg": "example.com/p"}, "One", "One", 0, 5, map[string]float64{"B/size": 7}},
	}
	got, err := Read(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestBare(t *testing.T) {
	for full, want := range map[string]string{"Sum-8": "Sum", "Sum/n=10-2": "Sum/n=10", "Sum/a-b-2": "Sum/a-b", "Sum/a-b": "Sum/a-b", "Sum": "Sum"} {
		if got, _ := bare(full); got != want {
			t.Errorf("%s is %q, want %q", full, got, want)
		}
	}
}
