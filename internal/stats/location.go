package stats

import (
	"cmp"
	"math"
	"slices"

	"github.com/assay-go/assay/result"
)

// Location is what one run knows of an operation's time, for comparing it with another run.
type Location struct {
	Log      float64 // of the time in nanoseconds
	Variance float64 // of Log, from layout to layout
	Layouts  int
}

// Location returns the mean of the faster half of all batches, without the noise of their
// rounds. Where a machine is busy a whole process may be disturbed: the mean over the
// layouts would follow one that took ten times as long, and this leaves it out. The
// variance is found by leaving out one layout after the other (the jackknife), since the
// batches of one share where the code lies.
func (l Levels) Location(op *result.Op) Location {
	type batch struct {
		log    float64
		layout int
	}
	var list []batch
	of := map[int]int{} // batches of a layout
	for _, s := range op.Samples {
		if !s.NoGC && s.NSPerOp > 0 {
			list = append(list, batch{math.Log(s.NSPerOp) - l[moment{s.Process, s.Round}], s.Layout})
			of[s.Layout]++
		}
	}
	slices.SortFunc(list, func(a, b batch) int { return cmp.Compare(a.log, b.log) })
	// faster is the mean of the faster half of n batches, but for those of a layout. What
	// is in the middle of an odd number counts half.
	faster := func(n, but int) float64 {
		half := float64(n) / 2
		sum, left := 0.0, half
		for _, b := range list {
			if b.layout == but {
				continue
			}
			w := min(left, 1)
			sum += w * b.log
			if left -= w; left <= 0 {
				break
			}
		}
		return sum / half
	}
	const none = -1
	at := Location{Log: faster(len(list), none), Layouts: len(of)}
	if len(of) < 2 {
		return at
	}
	var without []float64
	for layout, n := range of {
		without = append(without, faster(len(list)-n, layout))
	}
	slices.Sort(without) // not in the order of a map: sums depend on it
	mean, squares := 0.0, 0.0
	for _, x := range without {
		mean += x / float64(len(without))
	}
	for _, x := range without {
		squares += (x - mean) * (x - mean)
	}
	n := float64(len(of))
	at.Variance = squares * (n - 1) / n
	return at
}
