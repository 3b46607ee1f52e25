package stats

import (
	"cmp"
	"math"
	"slices"

	"github.com/aclements/go-moremath/stats"

	"github.com/assay-go/assay/result"
)

// Ranks returns the rank of each operation in one table that is ordered by their times
// in ns, from 1: one more than how many have a lesser one, as in "1, 1, 3". A group of
// one rank ends before the first that can be told apart from one of it. Of those that take
// nearly the same time one is easily told apart from a third and the other not: the end is
// moved up while the next is nearer to what it would part from than that to what is before.
func Ranks(ops []*result.Op, ns []float64) []int {
	order := make([]int, len(ops))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ns[a], ns[b]) })
	place := make([]int, len(ops))
	for p, i := range order {
		place[i] = p
	}
	apart := make([]int, len(ops)) // by place: the last place before it that is told apart, or -1
	for i, list := range Faster(ops) {
		apart[place[i]] = -1
		for _, j := range list {
			if place[j] < place[i] {
				apart[place[i]] = max(apart[place[i]], place[j])
			}
		}
	}
	gap := func(p int) float64 { return ns[order[p]] / ns[order[p-1]] }
	ranks := make([]int, len(ops))
	for lo := 0; lo < len(ops); {
		end := lo + 1
		for end < len(ops) && apart[end] < lo {
			end++
		}
		if end < len(ops) {
			for last := apart[end]; end-1 > last && end-1 > lo && gap(end) < gap(end-1); {
				end--
			}
		}
		for p := lo; p < end; p++ {
			ranks[order[p]] = lo + 1
		}
		lo = end
	}
	return ranks
}

// Faster returns for each operation those that are significantly faster. The comparisons
// of an operation with all others are corrected for their number by Holm's procedure, so
// that a long table has no more false ones than a short one.
//
// Significance is judged by a t-test of the layouts' log ratios: unlike a sign
// test it can tell large gaps apart from nine layouts on, whatever the number of
// rows.
//
// A thousand operations are half a million comparisons, so each is made once for
// both, and p-values are computed only of those that the bounds of t leave open.
func Faster(ops []*result.Op) [][]int {
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
			rows[i].add(j, t, l)
			rows[j].add(i, -t, l)
		}
	}
	faster := make([][]int, len(ops))
	for i := range rows {
		faster[i] = rows[i].faster(len(ops) - 1)
	}
	return faster
}

// comparisons are those of one operation with all others.
type comparisons struct {
	certain int   // that are significant, whatever the others are
	than    []int // of these, those that are faster than the operation
	open    []comparison
}

type comparison struct {
	limit
	other  int
	size   float64 // of t
	slower bool
}

// add adds a comparison with another by its t statistic, which is positive where the operation
// is the slower one.
func (c *comparisons) add(other int, t float64, l limit) {
	switch size := math.Abs(t); {
	case size >= l.certain:
		c.certain++
		if t > 0 {
			c.than = append(c.than, other)
		}
	case size > l.never:
		c.open = append(c.open, comparison{l, other, size, t > 0})
	}
}

// faster returns those of the others that are significantly faster, by Holm's
// procedure over all of them.
func (c *comparisons) faster(all int) []int {
	slices.SortFunc(c.open, func(a, b comparison) int {
		if a.layouts == b.layouts { // no p is needed to tell which is less
			return cmp.Compare(b.size, a.size)
		}
		return cmp.Compare(a.p(a.size), b.p(b.size))
	})
	for k, o := range c.open {
		if o.p(o.size) > (1-Confidence)/float64(all-c.certain-k) {
			break
		}
		if o.slower {
			c.than = append(c.than, o.other)
		}
	}
	return c.than
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

	// Few sets of rounds occur in a layout: what an operation comes to over each is
	// computed once.
	sets [][]int       // by layout: operations that each took part in another set of rounds
	took [][]int       // by operation and layout: the set that it took part in
	logs [][][]float64 // by operation, layout and set: see log

	room []float64
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
	a.took, a.logs = make([][]int, len(ops)), make([][][]float64, len(ops))
	begin := 0
	for _, end := range a.layouts {
		known := map[string]int{}
		var sets []int
		for i, ns := range a.ns {
			part := make([]byte, end-begin)
			for k, t := range ns[begin:end] {
				if t == t {
					part[k] = 1
				}
			}
			set, ok := known[string(part)]
			if !ok {
				set, sets = len(sets), append(sets, i)
				known[string(part)] = set
			}
			a.took[i] = append(a.took[i], set)
		}
		a.sets = append(a.sets, sets)
		begin = end
	}
	for i := range ops {
		a.logs[i] = make([][]float64, len(a.layouts))
	}
	return &a
}

// log returns the logarithm of what the rounds of a layout come to for operation i: of
// those rounds in a set in which it took part, and NaN if there are none.
func (a *aligned) log(i, layout, set int) float64 {
	if a.logs[i][layout] == nil {
		a.logs[i][layout] = slices.Repeat([]float64{math.Inf(1)}, len(a.sets[layout])) // not asked for yet
	}
	at := &a.logs[i][layout][set]
	if !math.IsInf(*at, 1) {
		return *at
	}
	begin := 0
	if layout > 0 {
		begin = a.layouts[layout-1]
	}
	x := a.room[:0]
	for k := begin; k < a.layouts[layout]; k++ {
		if t, other := a.ns[i][k], a.ns[a.sets[layout][set]][k]; t == t && other == other {
			x = append(x, t)
		}
	}
	a.room = x
	*at = math.NaN()
	if len(x) > 0 {
		*at = math.Log(fasterHalf(x))
	}
	return *at
}

// logRatios appends to list, for each layout that both operations have, the logarithm
// of the ratio of their times over the rounds that both took part in.
func (a *aligned) logRatios(i, j int, list []float64) []float64 {
	for layout := range a.layouts {
		if r := a.log(i, layout, a.took[j][layout]) - a.log(j, layout, a.took[i][layout]); r == r {
			list = append(list, r)
		}
	}
	return list
}
