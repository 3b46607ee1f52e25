package stats

import "github.com/assay-go/assay/result"

// Layouts returns the median of each layout's figures, in ascending order: the
// units of chance, for whoever tests something that this package does not. The
// figure of a sample that has none is left out. Samples with the collector off
// do not count.
func Layouts(op *result.Op, figure func(result.Sample) (x float64, ok bool)) []float64 {
	return perLayout(op, figure, Median)
}
