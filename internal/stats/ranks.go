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
	var ratios []float64
	for i := range ops {
		for j := range i {
			ratios = times.logRatios(i, j, ratios[:0])
			l, ok := limits[len(ratios)]
			if !ok {
				l = newLimit(len(ratios), len(ops)-1)
				limits[len(ratios)] = l
			}
			t := tStatistic(ratios)
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
	ns      [][]float64 // by operation and moment; NaN where there is none
	layouts []int       // the moment after the last one of each
	whole   [][]figure  // by operation and layout, over all rounds that it took part in

	room [2][]float64
}

// figure is what the rounds of a layout come to.
type figure struct {
	ns     float64
	rounds int
}

// align has the same moments of all operations stand side by side, those of a layout
// together.
func align(ops []*result.Op) *aligned {
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
		ns := slices.Repeat([]float64{math.NaN()}, len(moments))
		for _, s := range op.Samples {
			if !s.NoGC && s.NSPerOp > 0 {
				ns[index[at(s)]] = s.NSPerOp
			}
		}
		a.ns = append(a.ns, ns)
	}
	for i := range ops {
		var list []figure
		begin := 0
		for _, end := range a.layouts {
			x, _ := a.common(i, i, begin, end)
			f := figure{rounds: len(x)}
			if len(x) > 0 {
				f.ns = fasterHalf(x)
			}
			list, begin = append(list, f), end
		}
		a.whole = append(a.whole, list)
	}
	return &a
}

// common are the times of two operations in the rounds of a layout that both took part
// in. They are valid until the next call.
func (a *aligned) common(i, j, begin, end int) (x, y []float64) {
	x, y = a.room[0][:0], a.room[1][:0]
	for k := begin; k < end; k++ {
		if u, v := a.ns[i][k], a.ns[j][k]; u == u && v == v {
			x, y = append(x, u), append(y, v)
		}
	}
	a.room = [2][]float64{x, y}
	return x, y
}

// logRatios appends to list, for each layout that both operations have, the logarithm
// of the ratio of their times over the rounds that both took part in.
func (a *aligned) logRatios(i, j int, list []float64) []float64 {
	begin := 0
	for l, end := range a.layouts {
		u, v := a.whole[i][l], a.whole[j][l]
		x, y := a.common(i, j, begin, end)
		begin = end
		if len(x) == 0 {
			continue
		}
		if len(x) < u.rounds {
			u.ns = fasterHalf(x)
		}
		if len(y) < v.rounds {
			v.ns = fasterHalf(y)
		}
		list = append(list, math.Log(u.ns/v.ns))
	}
	return list
}
