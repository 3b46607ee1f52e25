// Package stats says what the rounds of a run tell: medians, ratios with their
// intervals, and which cases cannot be told apart. It works on recorded samples
// alone.
//
// Its opinion: two cases are compared only within a round, where both met the
// same noise, and the unit of chance is the layout, not the round. Where the
// code of a case happens to lie in an executable shifts all rounds of all its
// processes together, by several percent for short operations, so counting
// rounds would make intervals too narrow. The per-round ratios of one layout are
// therefore reduced to their median, and the intervals are taken over layouts.
// No sample is ever left out.
package stats

import (
	"math"
	"slices"

	"golang.org/x/perf/benchmath"

	"github.com/assay-go/assay/result"
)

// Confidence of every interval, 0 to 1.
const Confidence = 0.95

// LeastLayouts is how many layouts an interval takes: benchmath gives an infinite
// one below.
const LeastLayouts = 6

// Estimate is a median with its interval. Lo and Hi are NaN when there are too
// few processes for an interval.
type Estimate struct {
	Median float64
	Lo, Hi float64
	N      int // layouts
}

// HasInterval reports whether there is an interval.
func (e Estimate) HasInterval() bool { return !math.IsNaN(e.Lo) }

// Time returns the median wall time of an operation in nanoseconds.
func Time(op *result.Op) Estimate {
	return summary(perLayout(op, func(s result.Sample) (float64, bool) { return s.NSPerOp, true }))
}

// Least returns the shortest time of an operation over all batches, in
// nanoseconds: what it takes when nothing disturbs it.
func Least(op *result.Op) float64 {
	least := math.NaN()
	for _, s := range op.Samples {
		if !s.NoGC && !(s.NSPerOp >= least) {
			least = s.NSPerOp
		}
	}
	return least
}

// CPU returns the processor time of an operation over all its windows, and the
// collector's part of it, in nanoseconds, with the number of collections that it
// rests on. Both are NaN when there are no windows.
func CPU(op *result.Op) (total, collector float64, cycles int) {
	var n, cpu, gc float64
	for _, w := range op.Windows {
		n, cpu, gc, cycles = n+float64(w.N), cpu+float64(w.CPUNS), gc+float64(w.GCNS), cycles+w.Cycles
	}
	if n == 0 {
		return math.NaN(), math.NaN(), 0
	}
	return cpu / n, gc / n, cycles
}

// Ratio returns how many times longer op takes than base, paired by round.
func Ratio(op, base *result.Op) Estimate {
	e := summary(LogRatios(op, base))
	return Estimate{math.Exp(e.Median), math.Exp(e.Lo), math.Exp(e.Hi), e.N}
}

// NoGC returns op's times with the collector off, as an operation of its own,
// nil when there are none.
func NoGC(op *result.Op) *result.Op {
	off := *op
	off.Samples = nil
	for _, s := range op.Samples {
		if s.NoGC {
			s.NoGC = false
			off.Samples = append(off.Samples, s)
		}
	}
	if off.Samples == nil {
		return nil
	}
	return &off
}

// LogRatios returns for each layout the median of the logarithms of its
// per-round ratios, in ascending order: what [Ratio] is made of.
func LogRatios(op, base *result.Op) []float64 {
	type round struct{ process, number int }
	at := make(map[round]float64, len(base.Samples))
	for _, s := range base.Samples {
		if !s.NoGC {
			at[round{s.Process, s.Round}] = s.NSPerOp
		}
	}
	return perLayout(op, func(s result.Sample) (float64, bool) {
		b, ok := at[round{s.Process, s.Round}]
		return math.Log(s.NSPerOp / b), ok && b > 0 && s.NSPerOp > 0
	})
}

// perLayout returns the median of each layout's figures.
func perLayout(op *result.Op, figure func(result.Sample) (float64, bool)) []float64 {
	by := map[int][]float64{}
	for _, s := range op.Samples {
		if s.NoGC {
			continue
		}
		if x, ok := figure(s); ok {
			by[s.Layout] = append(by[s.Layout], x)
		}
	}
	medians := make([]float64, 0, len(by))
	for _, list := range by {
		medians = append(medians, median(list))
	}
	slices.Sort(medians) // not in the order of a map: sums depend on it
	return medians
}

// median sorts x.
func median(x []float64) float64 {
	slices.Sort(x)
	if n := len(x); n%2 == 0 {
		return (x[n/2-1] + x[n/2]) / 2
	}
	return x[len(x)/2]
}

// summary returns the median and a distribution-free interval.
func summary(x []float64) Estimate {
	e := Estimate{Median: math.NaN(), Lo: math.NaN(), Hi: math.NaN(), N: len(x)}
	if len(x) == 0 {
		return e
	}
	sample := benchmath.NewSample(slices.Clone(x), &benchmath.DefaultThresholds)
	s := benchmath.AssumeNothing.Summary(sample, Confidence)
	e.Median = s.Center
	if len(x) >= LeastLayouts {
		e.Lo, e.Hi = s.Lo, s.Hi
	}
	return e
}
