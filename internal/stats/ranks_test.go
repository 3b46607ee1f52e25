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
// than ops[i], with a p-value of every comparison: Ranks as it is defined.
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

// TestRanksAreThoseOfEveryComparison: what is left out for speed changes no rank.
func TestRanksAreThoseOfEveryComparison(t *testing.T) {
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
		var want []int
		for i := range ops {
			want = append(want, 1+len(faster(ops, i)))
		}
		if got := Ranks(ops); !slices.Equal(got, want) {
			t.Fatalf("ranks %v, want %v", got, want)
		}
	})
}

// BenchmarkRanks is the table of a run with a thousand rows, close together and far
// apart.
func BenchmarkRanks(b *testing.B) {
	for name, spread := range map[string]float64{"close": 0.02, "apart": 2} {
		b.Run(name, func(b *testing.B) {
			r := rand.New(rand.NewPCG(1, 2))
			var ops []*result.Op
			for range 1000 {
				op, factor := &result.Op{}, 100*math.Exp(spread*r.NormFloat64())
				for k := range 9 * 6 {
					op.Samples = append(op.Samples, result.Sample{Round: k, Process: k % 9, Layout: k % 9, N: 1, NSPerOp: factor * math.Exp(0.02*r.NormFloat64())})
				}
				ops = append(ops, op)
			}
			for b.Loop() {
				Ranks(ops)
			}
		})
	}
}
