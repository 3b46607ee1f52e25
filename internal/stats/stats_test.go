package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/assay-go/assay/result"
)

// noisy simulates two cases on a noisy machine: rounds within processes, noise
// of up to twice the time that both share in a round, a shift by layout that
// each has for itself, and independent noise of a few percent.
func noisy(r *rand.Rand, processes, rounds int, ratio, layout float64) (a, b *result.Op) {
	a, b = &result.Op{}, &result.Op{}
	n := 0
	for p := range processes {
		shiftA, shiftB := 1+layout*r.NormFloat64(), 1+layout*r.NormFloat64()
		for range rounds {
			shared := 100 * (1 + r.ExpFloat64()*0.3)
			add := func(op *result.Op, factor float64) {
				op.Samples = append(op.Samples, result.Sample{
					Round: n, Process: p, Layout: p, N: 1, NSPerOp: shared * factor * (1 + 0.02*r.ExpFloat64()),
				})
			}
			add(a, shiftA)
			add(b, ratio*shiftB)
			n++
		}
	}
	return a, b
}

func TestCoverage(t *testing.T) {
	const runs = 2000
	for _, c := range []struct {
		name              string
		processes, rounds int
		ratio, layout     float64
	}{
		{"pilot only, same codec", 9, 1, 1, 0.01},
		{"same codec", 27, 3, 1, 0.01},
		{"five percent, strong layout effects", 27, 3, 1.05, 0.03},
		{"many processes, no layout effects", 60, 3, 1.05, 0},
	} {
		r := rand.New(rand.NewPCG(1, 2))
		inside := 0
		for range runs {
			a, b := noisy(r, c.processes, c.rounds, c.ratio, c.layout)
			if e := Ratio(b, a); e.Lo <= c.ratio && c.ratio <= e.Hi {
				inside++
			}
		}
		share := float64(inside) / runs
		t.Logf("%s: %.1f %%", c.name, 100*share)
		// the interval takes the next order statistics that cover at least 95 %.
		if share < 0.93 || share > 0.975 {
			t.Errorf("%s: the interval held the true ratio in %.1f %% of the runs", c.name, 100*share)
		}
	}
}

func TestPairingNarrowsTheInterval(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	a, b := noisy(r, 27, 3, 1.05, 0.005)
	ratio := Ratio(b, a)
	if ratio.Lo <= 1 {
		t.Errorf("paired: %.3f [%.3f, %.3f] does not tell 1.05 from 1", ratio.Median, ratio.Lo, ratio.Hi)
	}
	ta, tb := Time(a), Time(b)
	if tb.Lo > ta.Hi {
		t.Errorf("unpaired intervals [%.1f, %.1f] and [%.1f, %.1f] are apart: the simulation has too little shared noise to show anything", ta.Lo, ta.Hi, tb.Lo, tb.Hi)
	}
}

func TestRanks(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	fast, same := noisy(r, 27, 3, 1, 0.005)
	// More cases of the same rounds.
	slower := func(base *result.Op, ratio float64) *result.Op {
		op := &result.Op{}
		for _, s := range base.Samples {
			s.NSPerOp *= ratio * (1 + 0.02*r.ExpFloat64())
			op.Samples = append(op.Samples, s)
		}
		return op
	}
	ops := []*result.Op{fast, same, slower(fast, 1.1), slower(fast, 3)}
	got := Ranks(ops, times(ops))
	want := []int{1, 1, 3, 4}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("ranks %v, want %v", got, want)
		}
	}
}

func TestFalseRanks(t *testing.T) {
	const runs, rows = 200, 12
	r := rand.New(rand.NewPCG(7, 8))
	wrong := 0
	for range runs {
		base, _ := noisy(r, 12, 3, 1, 0)
		ops := make([]*result.Op, rows)
		for i := range ops {
			ops[i] = &result.Op{}
			for _, s := range base.Samples {
				s.NSPerOp *= 1 + 0.03*r.NormFloat64()
				ops[i].Samples = append(ops[i].Samples, s)
			}
		}
		for _, rank := range Ranks(ops, times(ops)) {
			if rank != 1 {
				wrong++
			}
		}
	}
	// Each row's comparisons hold the error rate of 5 %, half of it for "slower"; a row that
	// is behind one that was told apart wrongly shares its rank.
	if share := float64(wrong) / (runs * rows); share > 0.06 {
		t.Errorf("%.1f %% of equal rows got a rank below the first", 100*share)
	}
}

func TestFewSamples(t *testing.T) {
	one := &result.Op{Samples: []result.Sample{{NSPerOp: 5}}}
	if e := Time(one); e.Median != 5 || e.HasInterval() {
		t.Errorf("one sample: %+v", e)
	}
	if e := Time(&result.Op{}); !math.IsNaN(e.Median) {
		t.Errorf("no sample: %+v", e)
	}
	if e := Ratio(one, &result.Op{}); !math.IsNaN(e.Median) {
		t.Errorf("no common round: %+v", e)
	}
	for n := range 2 * LeastLayouts {
		if e := summary(make([]float64, n)); e.HasInterval() != (n >= LeastLayouts) || math.IsInf(e.Lo, 0) || math.IsInf(e.Hi, 0) {
			t.Errorf("%d layouts: %+v", n, e)
		}
	}
	if got := Least(one); got != 5 {
		t.Errorf("Least = %v", got)
	}
}

func TestNoGCIsKeptApart(t *testing.T) {
	op := &result.Op{Samples: []result.Sample{{NSPerOp: 10}, {NSPerOp: 4, NoGC: true}}}
	if e := Time(op); e.Median != 10 {
		t.Errorf("Time mixes in batches without collector: %v", e.Median)
	}
	if e := Time(NoGC(op)); e.Median != 4 {
		t.Errorf("NoGC: %v", e.Median)
	}
	if got := Least(op); got != 10 {
		t.Errorf("Least mixes them in: %v", got)
	}
}

// Figures that are known exactly.
func TestExact(t *testing.T) {
	near := func(got, want float64) bool { return math.Abs(got-want) < 1e-6 }
	for _, x := range [][]float64{{2}, {6, 2}, {9, 1, 3}, {8, 1, 9, 3}} {
		if got := fasterHalf(x); got != 2 {
			t.Errorf("the faster half of %v is %v", x, got)
		}
	}
	if got := Median([]float64{4, 1, 3, 2}); got != 2.5 {
		t.Errorf("the median of four is %v", got)
	}
	if got := Median([]float64{9, 1, 3}); got != 3 {
		t.Errorf("the median of three is %v", got)
	}
	for _, test := range []struct {
		x       []float64
		p, mean float64
	}{
		{[]float64{1, 2, 3, 4}, 0.0304662, 2.5}, // Student's distribution with three degrees of freedom, in closed form
		{[]float64{-4, -3, -2, -1}, 0.0304662, -2.5},
		{[]float64{2, 2, 2}, 0, 2},
		{[]float64{0, 0, 0}, 1, 0},
		{[]float64{7, 8}, 1, 0}, // too few
	} {
		if p, mean := tTest(test.x); !near(p, test.p) || mean != test.mean {
			t.Errorf("%v: p %v and mean %v, want %v and %v", test.x, p, mean, test.p, test.mean)
		}
	}
	// Order statistics of nine hold the median with 96.1 % from the second to the
	// eighth; those of five never with 95 %.
	if e := summary([]float64{9, 8, 7, 6, 5, 4, 3, 2, 1}); e != (Estimate{5, 2, 8, 9}) {
		t.Errorf("of nine: %+v", e)
	}
	if e := summary([]float64{5, 4, 3, 2, 1}); e.Median != 3 || !math.IsNaN(e.Lo) || !math.IsNaN(e.Hi) || e.N != 5 {
		t.Errorf("of five: %+v", e)
	}
}

// Typical is a median where Time is of the faster half.
func TestTypical(t *testing.T) {
	op := &result.Op{}
	for layout := range 2 {
		for _, ns := range []float64{9, 1, 3, 2, 9} {
			op.Samples = append(op.Samples, result.Sample{Layout: layout, NSPerOp: ns})
		}
	}
	if typical, time := Typical(op).Median, Time(op).Median; typical != 3 || time != 2 {
		t.Errorf("typical %g and by the faster half %g, want 3 and 2", typical, time)
	}
}
