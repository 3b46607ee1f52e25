package stats

import (
	"maps"
	"math"
	"slices"

	"github.com/assay-go/assay/result"
)

// Point is what an operation takes on values of one size.
type Point struct {
	Bytes float64 // mean encoded length
	NS    float64 // nanoseconds of one operation, the median of the batches
}

// Sweep returns an operation's times by size, the smallest first.
func Sweep(op *result.Op) []Point {
	sizes, times := map[int][]float64{}, map[int][]float64{}
	for _, p := range op.Sweep {
		sizes[p.Scale] = append(sizes[p.Scale], p.Bytes)
		times[p.Scale] = append(times[p.Scale], p.NSPerOp)
	}
	var list []Point
	for _, scale := range slices.Sorted(maps.Keys(times)) {
		list = append(list, Point{median(sizes[scale]), median(times[scale])})
	}
	return list
}

// Slope returns the exponent by which time grows with size: of the straight line
// through the logarithms, by least squares. It is NaN for fewer than two sizes.
func Slope(points []Point) float64 {
	var mx, my float64
	for _, p := range points {
		mx += math.Log(p.Bytes) / float64(len(points))
		my += math.Log(p.NS) / float64(len(points))
	}
	var xy, xx float64
	for _, p := range points {
		dx := math.Log(p.Bytes) - mx
		xy += dx * (math.Log(p.NS) - my)
		xx += dx * dx
	}
	return xy / xx
}
