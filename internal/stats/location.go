package stats

import (
	"cmp"
	"math"
	"slices"

	"github.com/assay-go/assay/result"
)

// Location is what one run knows of an operation's time, or of the ratio of two, for
// comparing states of code.
type Location struct {
	Log      float64 // of the time in nanoseconds, or of the ratio
	Variance float64 // of Log, from layout to layout
	Layouts  int
}

// batch is a figure of a round, and what it is ordered by.
type batch struct {
	order, log float64
	layout     int
}

// Location returns the mean of the faster half of all batches, without the noise of their
// rounds. Where a machine is busy a whole process may be disturbed: the mean over the
// layouts would follow one that took ten times as long, and this leaves it out.
func (l Levels) Location(op *result.Op) Location {
	var list []batch
	for _, s := range op.Samples {
		if !s.NoGC && s.NSPerOp > 0 {
			x := math.Log(s.NSPerOp) - l[moment{s.Process, s.Round}]
			list = append(list, batch{x, x, s.Layout})
		}
	}
	return located(list, firstHalf)
}

// Paired returns the ratio of op to base, of which batches follow each other in each round,
// over those rounds in which both together were fastest: in the others one of them may have
// been disturbed. Of their ratios the middle half counts.
func Paired(op, base *result.Op) Location {
	at := make(map[moment]float64, len(base.Samples))
	for _, s := range base.Samples {
		if !s.NoGC && s.NSPerOp > 0 {
			at[moment{s.Process, s.Round}] = math.Log(s.NSPerOp)
		}
	}
	var list []batch
	for _, s := range op.Samples {
		if x, ok := at[moment{s.Process, s.Round}]; ok && !s.NoGC && s.NSPerOp > 0 {
			log := math.Log(s.NSPerOp)
			list = append(list, batch{log + x, log - x, s.Layout})
		}
	}
	return located(list, middleOfFirst)
}

// firstHalf returns the mean of the first half of the figures. What is in the middle of an
// odd number counts half.
func firstHalf(list []batch) float64 {
	half := float64(len(list)) / 2
	sum, left := 0.0, half
	for _, b := range list {
		w := min(left, 1)
		sum += w * b.log
		if left -= w; left <= 0 {
			break
		}
	}
	return sum / half
}

// middleOfFirst returns the mean of the middle half of the first figures.
func middleOfFirst(list []batch) float64 {
	var logs []float64
	for _, b := range list[:int(math.Ceil(float64(len(list))/2))] {
		logs = append(logs, b.log)
	}
	slices.Sort(logs)
	n := len(logs)
	logs = logs[n/4 : n-n/4]
	sum := 0.0
	for _, x := range logs {
		sum += x
	}
	return sum / float64(len(logs))
}

// located reduces batches in their order to one figure. The variance is found by leaving
// out one layout after the other (the jackknife), since the batches of one share where the
// code lies.
func located(list []batch, reduce func([]batch) float64) Location {
	of := map[int]bool{}
	for _, b := range list {
		of[b.layout] = true
	}
	if len(of) == 0 {
		return Location{}
	}
	slices.SortFunc(list, func(a, b batch) int { return cmp.Compare(a.order, b.order) })
	at := Location{Log: reduce(list), Layouts: len(of)}
	if len(of) < 2 {
		return at
	}
	var without []float64
	for layout := range of {
		without = append(without, reduce(slices.DeleteFunc(slices.Clone(list), func(b batch) bool { return b.layout == layout })))
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
