// Package stats says what the rounds of a run tell: medians, ratios with their
// intervals, and which cases cannot be told apart. It works on recorded samples
// alone.
//
// Its opinion: two cases are compared only over rounds that both took part in, where
// both met the same noise, and the unit of chance is the layout, not the round. Where the
// code of a case happens to lie in an executable shifts all rounds of all its
// processes together, by several percent for short operations, so counting
// rounds would make intervals too narrow. The rounds of one layout are therefore
// reduced to one figure, and the intervals are taken over layouts.
//
// That figure is the mean of the faster half of the batches: what disturbs a batch only
// makes it slower. Over pairs of five default runs it repeats within 2.6 % in nine
// cases of ten, where the median of the batches does within 3.2 %, and ratios of
// neighbours within 3.4 %, where the median of the ratios of each round does within 3.9 %;
// the least batch and the tenth percentile are worse than either.
package stats

import (
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"

	"github.com/assay-go/assay/result"
)

// Confidence of every interval, 0 to 1.
const Confidence = 0.95

// LeastLayouts is how many layouts an interval takes: below it the outermost values
// do not reach [Confidence].
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

// Time returns the wall time of an operation in nanoseconds.
func Time(op *result.Op) Estimate {
	return summary(perLayout(op, func(s result.Sample) (float64, bool) { return s.NSPerOp, true }, fasterHalf))
}

// Typical returns the wall time of an operation in nanoseconds by the median of the
// batches, to which the collector's work can be added: it has what collections leave
// behind, in caches above all, and not the collections themselves, which are in few
// batches. The faster half of the batches would be some two percent less than a
// program takes.
func Typical(op *result.Op) Estimate {
	return summary(perLayout(op, func(s result.Sample) (float64, bool) { return s.NSPerOp, true }, Median))
}

func exp(e Estimate) Estimate {
	return Estimate{math.Exp(e.Median), math.Exp(e.Lo), math.Exp(e.Hi), e.N}
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

// Ratio returns how many times longer op takes than base, over the rounds that both
// took part in.
func Ratio(op, base *result.Op) Estimate { return exp(summary(logRatios(op, base))) }

// RatioError returns the standard error of the ratio over the layouts, as a share of it;
// it is NaN of less than two layouts.
func RatioError(op, base *result.Op) float64 {
	x := logRatios(op, base)
	if len(x) < 2 {
		return math.NaN()
	}
	return stats.StdDev(x) / math.Sqrt(float64(len(x)))
}

// logRatios returns for each layout the logarithm of the ratio.
func logRatios(op, base *result.Op) []float64 {
	a := align([]*result.Op{op, base})
	return a.logRatios(0, 1, nil)
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

// perLayout reduces each layout's figures to one, in ascending order.
func perLayout(op *result.Op, figure func(result.Sample) (float64, bool), reduce func([]float64) float64) []float64 {
	by := map[int][]float64{}
	for _, s := range op.Samples {
		if s.NoGC {
			continue
		}
		if x, ok := figure(s); ok {
			by[s.Layout] = append(by[s.Layout], x)
		}
	}
	figures := make([]float64, 0, len(by))
	for _, list := range by {
		figures = append(figures, reduce(list))
	}
	slices.Sort(figures) // not in the order of a map: sums depend on it
	return figures
}

// fasterHalf returns the mean of the lesser half of x, which it sorts; the one in the
// middle of an odd number counts as well.
func fasterHalf(x []float64) float64 {
	slices.Sort(x)
	x = x[:(len(x)+1)/2]
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}

// Median sorts x. It is 0 of nothing.
func Median(x []float64) float64 {
	slices.Sort(x)
	n := len(x)
	if n == 0 {
		return 0
	}
	return (x[(n-1)/2] + x[n/2]) / 2
}

// summary returns the median and a distribution-free interval.
func summary(x []float64) Estimate {
	e := Estimate{Median: math.NaN(), Lo: math.NaN(), Hi: math.NaN(), N: len(x)}
	if len(x) == 0 {
		return e
	}
	x = slices.Sorted(slices.Values(x))
	median, lo, hi := stats.QuantileCI(len(x), 0.5, Confidence).SampleCI(stats.Sample{Xs: x, Sorted: true})
	e.Median = median
	if len(x) >= LeastLayouts {
		e.Lo, e.Hi = lo, hi
	}
	return e
}
