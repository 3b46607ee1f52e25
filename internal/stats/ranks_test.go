package stats

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/aclements/go-moremath/stats"
	"pgregory.net/rapid"

	"github.com/assay-go/assay/result"
)

// faster returns the indices of the operations that are significantly faster
// than ops[i], with a p-value of every comparison: Faster as it is defined.
func faster(ops []*result.Op, i int) []int {
	type comparison struct {
		j    int
		p    float64
		slow bool // ops[i] is the slower one
	}
	var list []comparison
	for j := range ops {
		if j != i {
			p, mean := tTest(logRatios(ops[i], ops[j]))
			list = append(list, comparison{j, p, mean > 0})
		}
	}
	slices.SortFunc(list, func(a, b comparison) int {
		switch {
		case a.p < b.p:
			return -1
		case a.p > b.p:
			return 1
		}
		return 0
	})
	var found []int
	for k, c := range list {
		if c.p > (1-Confidence)/float64(len(list)-k) || math.IsNaN(c.p) {
			break
		}
		if c.slow {
			found = append(found, c.j)
		}
	}
	return found
}

// tTest returns the two-sided p-value for a mean of zero, and the mean.
func tTest(x []float64) (p, mean float64) {
	n := float64(len(x))
	if n < 3 {
		return 1, 0
	}
	mean = stats.Mean(x)
	dev := stats.StdDev(x)
	if dev == 0 {
		if mean == 0 {
			return 1, 0
		}
		return 0, mean
	}
	t := math.Abs(mean) / (dev / math.Sqrt(n))
	return 2 * (1 - stats.TDist{V: n - 1}.CDF(t)), mean
}

// times returns what the operations take in their table.
func times(ops []*result.Op) (ns []float64) {
	t := NewTable(ops)
	for _, op := range ops {
		ns = append(ns, t.Time(op).Median)
	}
	return ns
}

// TestFasterIsThatOfEveryComparison: what is left out for speed changes nothing. No two of
// a rank are told apart, and each rank is one more than how many have a lesser one.
func TestFasterIsThatOfEveryComparison(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		layouts, rounds := rapid.IntRange(1, 12).Draw(t, "layouts"), rapid.IntRange(1, 4).Draw(t, "rounds")
		spread := rapid.SampledFrom([]float64{0, 0.01, 0.1, 2}).Draw(t, "spread")
		noise := rapid.SampledFrom([]float64{0, 0.001, 0.05}).Draw(t, "noise")
		lost := rapid.SampledFrom([]float64{0, 0, 0.3}).Draw(t, "lost")
		var ops []*result.Op
		for range rapid.IntRange(1, 20).Draw(t, "rows") {
			op, factor := &result.Op{}, 100*math.Exp(spread*r.NormFloat64())
			for k := range layouts * rounds {
				s := result.Sample{Round: k, Process: k % layouts, Layout: k % layouts, N: 1, NSPerOp: factor * math.Exp(noise*r.NormFloat64()), NoGC: r.Float64() < 0.1}
				if r.Float64() < lost/3 {
					s.NSPerOp = 0
				}
				if r.Float64() >= lost {
					op.Samples = append(op.Samples, s)
				}
			}
			ops = append(ops, op)
		}
		ns := times(ops)
		ranks := Ranks(ops, ns)
		parts := map[int]bool{} // ranks of groups that one behind them can be told apart from
		for i, got := range Faster(ops) {
			for _, j := range got {
				parts[ranks[j]] = parts[ranks[j]] || ranks[j] < ranks[i]
			}
			want := faster(ops, i)
			slices.Sort(got)
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("faster than %d: %v, want %v", i, got, want)
			}
			ahead := 0
			for j := range ops {
				if ranks[j] < ranks[i] {
					ahead++
				}
				if ranks[j] < ranks[i] && ns[j] > ns[i] {
					t.Fatalf("%d has rank %d with %v ns, and %d has %d with %v", j, ranks[j], ns[j], i, ranks[i], ns[i])
				}
			}
			for _, j := range got {
				if ranks[j] == ranks[i] && ns[j] < ns[i] {
					t.Fatalf("%d and %d are told apart, and have rank %d both", i, j, ranks[i])
				}
			}
			if ranks[i] != 1+ahead {
				t.Fatalf("rank %d behind %d", ranks[i], ahead)
			}
		}
		for _, rank := range ranks {
			if rank != slices.Max(ranks) && !parts[rank] {
				t.Fatalf("nothing behind those of rank %d can be told apart from one of them: %v", rank, ranks)
			}
		}
	})
}

// TestEqualsStayTogether: of two that take the same time one may be told apart from a third
// that the other cannot be told from.
func TestEqualsStayTogether(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	split, tables := 0, 0
	for range 300 {
		level := make([]float64, 9)
		for k := range level {
			level[k] = math.Exp(0.2 * r.NormFloat64())
		}
		row := func(ns, noise float64) *result.Op {
			op := &result.Op{}
			for k := range 9 {
				op.Samples = append(op.Samples, result.Sample{Process: k, Layout: k, N: 1, NSPerOp: ns * level[k] * math.Exp(noise*r.NormFloat64())})
			}
			return op
		}
		var ops []*result.Op
		for i := range 10 {
			ops = append(ops, row(100*math.Pow(1.03, float64(i)), 0.01))
		}
		ops = append(ops, row(100*math.Pow(1.03, 4.5), 0.01), row(100*math.Pow(1.03, 4.5), 0.01))
		ranks := Ranks(ops, times(ops))
		tables++
		if ranks[10] != ranks[11] {
			split++
		}
	}
	if split > tables/8 { // 81 of 300 without what moves the end up
		t.Errorf("two equal rows have two ranks in %d of %d tables", split, tables)
	}
}

// TestNoiseOfAllIsTakenOut: what all rows meet in a process makes none of their times less
// known. They are those of the quiet rounds all the same.
func TestNoiseOfAllIsTakenOut(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	ops := make([]*result.Op, 5)
	for i := range ops {
		ops[i] = &result.Op{}
	}
	for k := range 12 * 8 {
		level := math.Exp(0.02 * r.NormFloat64())
		if k/12 >= 3 { // others are at work more than half of the time
			level *= 1.5 + 0.3*r.Float64()
		}
		for i := range ops {
			ops[i].Samples = append(ops[i].Samples, result.Sample{Process: k % 12, Layout: k % 12, Round: k / 12, N: 1, NSPerOp: 100 * level * math.Exp(0.005*r.NormFloat64())})
		}
	}
	table := NewTable(ops)
	for i, op := range ops {
		if e := table.Time(op); e.Hi-e.Lo > 0.03*e.Median {
			t.Errorf("row %d takes %.1f [%.1f, %.1f] ns", i, e.Median, e.Lo, e.Hi)
		}
		if e, plain := table.Time(op).Median, Time(op).Median; math.Abs(e/plain-1) > 0.1 {
			t.Errorf("row %d takes %.1f ns, and %.1f by itself", i, e, plain)
		}
	}
}

// TestColumnsMultiplyOut: in whatever noise, the times and ratios of a table are of one
// estimate, whichever row stands first.
func TestColumnsMultiplyOut(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "seed"), 1))
		common := rapid.SampledFrom([]float64{0, 0.05, 0.5}).Draw(t, "noise of all")
		own := rapid.SampledFrom([]float64{0, 0.01, 0.5}).Draw(t, "noise of one")
		level := make([]float64, 30)
		for k := range level {
			level[k] = math.Exp(common * math.Abs(r.NormFloat64()))
		}
		var ops []*result.Op
		for i := range rapid.IntRange(2, 12).Draw(t, "rows") {
			op := &result.Op{}
			for k, l := range level {
				op.Samples = append(op.Samples, result.Sample{Process: k % 10, Layout: k % 10, Round: k, N: 1, NSPerOp: 50 * float64(1+i) * l * math.Exp(own*r.NormFloat64())})
			}
			ops = append(ops, op)
		}
		ns := times(ops)
		for j, base := range ops {
			for i, op := range ops {
				e := Quotient(op, base, ns[i], ns[j])
				if got, want := ns[j]*e.Median, ns[i]; math.Abs(got/want-1) > 1e-9 {
					t.Fatalf("%v ns by the ratio, %v ns", got, want)
				}
				if e.HasInterval() && !(e.Lo <= e.Median && e.Median <= e.Hi) {
					t.Fatalf("%v is not within [%v, %v]", e.Median, e.Lo, e.Hi)
				}
			}
		}
		if own == 0 { // as if nobody had been at work beside
			for i, op := range ops {
				if e := Quotient(op, ops[0], ns[i], ns[0]); math.Abs(e.Median/float64(1+i)-1) > 1e-9 && len(ops) >= tableRows {
					t.Fatalf("row %d takes %v times as long as the first", i, e.Median)
				}
			}
		}
	})
}

// TestAlignedByLayout: the moments of a layout stand together, whichever processes have it.
func TestAlignedByLayout(t *testing.T) {
	op := &result.Op{}
	for process := range 4 {
		op.Samples = append(op.Samples, result.Sample{Layout: process % 2, Process: process, N: 1, NSPerOp: float64(1 + process)})
	}
	a := align([]*result.Op{op})
	if !slices.Equal(a.layouts, []int{2, 4}) || !slices.Equal(a.ns[0], []float64{1, 3, 2, 4}) {
		t.Errorf("layouts end at %v, times are %v", a.layouts, a.ns[0])
	}
}
