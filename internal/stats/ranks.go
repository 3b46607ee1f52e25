package stats

import (
	"cmp"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"

	"github.com/assay-go/assay/result"
)

// Ranks returns the rank of each operation in one table, from 1: one more than
// the number of operations that are significantly faster. Operations that cannot
// be told apart share a rank. The comparisons of an operation with all others
// are corrected for their number by Holm's procedure, so that a long table has
// no more false ranks than a short one.
//
// Significance is judged by a t-test of the layouts' log ratios: unlike a sign
// test it can tell large gaps apart from nine layouts on, whatever the number of
// rows.
//
// A thousand operations are half a million comparisons, so each is made once for
// both, and p-values are computed only of those that the bounds of t leave open.
func Ranks(ops []*result.Op) []int {
	times := align(ops)
	rows := make([]comparisons, len(ops))
	limits := map[int]limit{}
	var ratios, medians []float64
	for i := range ops {
		for j := range i {
			medians = times.logRatios(i, j, &ratios, medians[:0])
			l, ok := limits[len(medians)]
			if !ok {
				l = newLimit(len(medians), len(ops)-1)
				limits[len(medians)] = l
			}
			t := tStatistic(medians)
			rows[i].add(t, l)
			rows[j].add(-t, l)
		}
	}
	ranks := make([]int, len(ops))
	for i := range rows {
		ranks[i] = 1 + rows[i].faster(len(ops)-1)
	}
	return ranks
}

// comparisons are those of one operation with all others.
type comparisons struct {
	certain int // that are significant, whatever the others are
	slower  int // of these, where the operation is the slower one
	open    []comparison
}

type comparison struct {
	p      float64
	slower bool
}

// add adds a comparison by its t statistic, which is positive where the operation
// is the slower one.
func (c *comparisons) add(t float64, l limit) {
	switch size := math.Abs(t); {
	case size >= l.certain:
		c.certain++
		if t > 0 {
			c.slower++
		}
	case size > l.never:
		c.open = append(c.open, comparison{l.p(size), t > 0})
	}
}

// faster returns how many of the others are significantly faster, by Holm's
// procedure over all of them.
func (c *comparisons) faster(all int) int {
	slices.SortFunc(c.open, func(a, b comparison) int { return cmp.Compare(a.p, b.p) })
	n := c.slower
	for k, o := range c.open {
		if o.p > (1-Confidence)/float64(all-c.certain-k) {
			break
		}
		if o.slower {
			n++
		}
	}
	return n
}

// limit says from which size of t on a comparison of so many layouts is significant
// as the first of all, and up to which it is not even as the last.
type limit struct {
	layouts        int
	certain, never float64
}

func newLimit(layouts, all int) limit {
	l := limit{layouts: layouts}
	l.certain = l.size((1 - Confidence) / float64(all))
	l.never = l.size(1 - Confidence)
	return l
}

// p returns the two-sided p-value of a t of that size.
func (l limit) p(size float64) float64 {
	if l.layouts < 3 {
		return 1
	}
	return 2 * (1 - stats.TDist{V: float64(l.layouts - 1)}.CDF(size))
}

// size returns the t that has the p-value, as nearly as floats tell: infinity where
// none has.
func (l limit) size(p float64) float64 {
	hi := 1.0
	for ; l.p(hi) > p; hi *= 2 {
		if math.IsInf(hi, 0) {
			return hi
		}
	}
	lo := 0.0
	for mid := hi / 2; lo < mid && mid < hi; mid = (lo + hi) / 2 {
		if l.p(mid) > p {
			lo = mid
		} else {
			hi = mid
		}
	}
	return hi
}

// tStatistic returns the t of a mean of zero.
func tStatistic(x []float64) float64 {
	n := float64(len(x))
	if n < 3 {
		return 0
	}
	mean := 0.0
	for _, v := range x {
		mean += v
	}
	mean /= n
	squares := 0.0
	for _, v := range x {
		squares += (v - mean) * (v - mean)
	}
	if mean == 0 {
		return 0
	}
	return mean / math.Sqrt(squares/(n-1)/n) // infinite where all are the same
}

// aligned are the times of operations by moment.
type aligned struct {
	logs    [][]float64 // of nanoseconds by operation and moment; NaN where there is none
	layouts []int       // the moment after the last one of each
}

// align has the same moments of all operations stand side by side, those of a layout
// together.
func align(ops []*result.Op) aligned {
	type moment struct{ layout, process, round int }
	index := map[moment]int{}
	var moments []moment
	at := func(s result.Sample) moment { return moment{s.Layout, s.Process, s.Round} }
	for _, op := range ops {
		for _, s := range op.Samples {
			if _, ok := index[at(s)]; !ok && !s.NoGC {
				index[at(s)] = 0
				moments = append(moments, at(s))
			}
		}
	}
	slices.SortFunc(moments, func(a, b moment) int {
		return cmp.Or(cmp.Compare(a.layout, b.layout), cmp.Compare(a.process, b.process), cmp.Compare(a.round, b.round))
	})
	var a aligned
	for i, m := range moments {
		index[m] = i
		if i+1 == len(moments) || moments[i+1].layout != m.layout {
			a.layouts = append(a.layouts, i+1)
		}
	}
	for _, op := range ops {
		logs := slices.Repeat([]float64{math.NaN()}, len(moments))
		for _, s := range op.Samples {
			if !s.NoGC && s.NSPerOp > 0 {
				logs[index[at(s)]] = math.Log(s.NSPerOp)
			}
		}
		a.logs = append(a.logs, logs)
	}
	return a
}

// logRatios appends to medians, for each layout that both operations have, the median
// of the logarithms of its per-round ratios. ratios is room for those.
func (a aligned) logRatios(i, j int, ratios *[]float64, medians []float64) []float64 {
	x, y := a.logs[i], a.logs[j]
	begin := 0
	for _, end := range a.layouts {
		list := (*ratios)[:0]
		for k, u := range x[begin:end] {
			if r := u - y[begin+k]; r == r {
				list = append(list, r)
			}
		}
		if len(list) > 0 {
			medians = append(medians, medianOfFew(list))
		}
		*ratios, begin = list, end
	}
	return medians
}

// medianOfFew is [median] for the handful of rounds that a layout has: sorting them
// in place takes half the time.
func medianOfFew(x []float64) float64 {
	if len(x) > 16 {
		return median(x)
	}
	for i := 1; i < len(x); i++ {
		v := x[i]
		k := i
		for ; k > 0 && x[k-1] > v; k-- {
			x[k] = x[k-1]
		}
		x[k] = v
	}
	if n := len(x); n%2 == 0 {
		return (x[n/2-1] + x[n/2]) / 2
	}
	return x[len(x)/2]
}
