// Package peers benchmarks generated code beside another serializer of the same values.
// Both take turns in one process, and what is reported is the median of how many times as
// long the peer takes: other programs disturb some turns.
package peers

import (
	"fmt"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"
)

// A test links the profile of memory, which a program that does not ask for it has not: it
// takes 2 to 12 % of the time of what allocates.
func init() { runtime.MemProfileRate = 0 }

// Values is how many values the two are timed with.
const Values = 16

// Calls are what a serializer does with the value k, from 0 to [Values]-1: Append writes
// into a used buffer, and Reuse reads into a used value. One that is nil is not timed.
type Calls struct {
	Marshal, Append, Unmarshal, Reuse func(k int)
}

// Benchmark runs a benchmark for each call that both have. The metrics are peer/ours, and
// ns/call of ours.
func Benchmark(b *testing.B, ours, peer Calls) {
	for _, op := range []struct {
		name         string
		ours, theirs func(k int)
	}{
		{"marshal", ours.Marshal, peer.Marshal},
		{"marshal reused", ours.Append, peer.Append},
		{"unmarshal", ours.Unmarshal, peer.Unmarshal},
		{"unmarshal reused", ours.Reuse, peer.Reuse},
	} {
		if op.ours != nil && op.theirs != nil {
			b.Run(op.name, func(b *testing.B) { ratio(b, op.ours, op.theirs) })
		}
	}
}

func ratio(b *testing.B, ours, theirs func(k int)) {
	const calls = 4 * Values
	turn := func(f func(k int)) time.Duration {
		start := time.Now()
		for k := range calls {
			f(k % Values)
		}
		return max(1, time.Since(start))
	}
	var ratios, times []float64
	for i := 0; b.Loop(); i++ {
		var a, z time.Duration
		if i%2 == 0 {
			a = turn(ours)
			z = turn(theirs)
		} else {
			z = turn(theirs)
			a = turn(ours)
		}
		ratios, times = append(ratios, float64(z)/float64(a)), append(times, float64(a)/calls)
	}
	slices.Sort(ratios)
	slices.Sort(times)
	b.ReportMetric(ratios[len(ratios)/2], "peer/ours")
	b.ReportMetric(times[len(times)/2], "ns/call")
}

// Inside runs the benchmarks of the package in dir, whose code a test generates, with
// flags of go test, and prints their lines: for a benchmark of the package that
// generates it.
func Inside(b *testing.B, dir string, flags ...string) {
	cmd := exec.CommandContext(b.Context(), "go", append(append([]string{"test", "-vet=off", "-run=^$", "-bench=.", "-benchtime=50ms"}, flags...), ".")...)
	cmd.Dir = dir
	out, err := cmd.CombinedOutput()
	if err != nil {
		b.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	for line := range strings.Lines(string(out)) {
		if strings.HasPrefix(line, "Benchmark") {
			fmt.Print(line)
		}
	}
}
