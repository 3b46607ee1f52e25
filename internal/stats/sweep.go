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

	Allocs float64 // allocations of one operation; NaN where they were not counted
}

// Sweep returns an operation's times by size, the smallest first.
func Sweep(op *result.Op) []Point {
	sizes, times, allocs := map[int][]float64{}, map[int][]float64{}, map[int][]float64{}
	for _, p := range op.Sweep {
		sizes[p.Scale] = append(sizes[p.Scale], p.Bytes)
		times[p.Scale] = append(times[p.Scale], p.NSPerOp)
		if p.Allocated != nil {
			allocs[p.Scale] = append(allocs[p.Scale], p.Allocated.Count)
		}
	}
	var list []Point
	for _, scale := range slices.Sorted(maps.Keys(times)) {
		p := Point{Median(sizes[scale]), Median(times[scale]), math.NaN()}
		if counts := allocs[scale]; len(counts) > 0 {
			p.Allocs = Median(counts)
		}
		list = append(list, p)
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

// Growth returns what an operation takes in any case, in nanoseconds, and for each
// byte. The line is fitted by least squares of the relative errors, so that every
// size counts alike, and neither is below zero. Both are NaN for fewer than two
// sizes.
func Growth(points []Point) (fixed, perByte float64) {
	return line(points, func(p Point) float64 { return p.NS })
}

// GrowthOfAllocs is Growth of allocations, over the sizes that have them counted.
func GrowthOfAllocs(points []Point) (fixed, perByte float64) {
	points = slices.DeleteFunc(slices.Clone(points), func(p Point) bool { return math.IsNaN(p.Allocs) })
	return line(points, func(p Point) float64 { return p.Allocs })
}

// line fits figure = a + b·bytes. A figure below 1 weighs as 1 does.
func line(points []Point, figure func(Point) float64) (a, b float64) {
	if len(points) < 2 {
		return math.NaN(), math.NaN()
	}
	var w, wx, wy, wxx, wxy float64
	for _, p := range points {
		x, y := p.Bytes, figure(p)
		k := 1 / math.Pow(max(y, 1), 2)
		w, wx, wy, wxx, wxy = w+k, wx+k*x, wy+k*y, wxx+k*x*x, wxy+k*x*y
	}
	b = (w*wxy - wx*wy) / (w*wxx - wx*wx)
	a = (wy - b*wx) / w
	switch {
	case a < 0:
		return 0, wxy / wxx
	case b < 0:
		return wy / w, 0
	}
	return a, b
}
