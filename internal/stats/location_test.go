package stats

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/assay-go/assay/result"
)

// TestLocation: what it varies by from run to run is what it says, where the places of
// code differ, and a process that was disturbed as a whole moves it little.
func TestLocation(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	const runs, layouts, rounds = 400, 9, 12
	for _, disturbed := range []float64{0, 3} {
		var sum, squares, said float64
		for range runs {
			op := &result.Op{}
			for l := range layouts {
				place := 0.02 * rng.NormFloat64()
				if l == 0 {
					place += disturbed
				}
				for r := range rounds {
					ns := 100 * math.Exp(place+0.01*rng.NormFloat64())
					op.Samples = append(op.Samples, result.Sample{Process: l, Layout: l, Round: l*rounds + r, N: 1, NSPerOp: ns})
				}
			}
			at := Levels{}.Location(op)
			if at.Layouts != layouts {
				t.Fatalf("%d layouts", at.Layouts)
			}
			x := at.Log - math.Log(100)
			sum, squares, said = sum+x, squares+x*x, said+at.Variance
		}
		is := squares/runs - sum/runs*sum/runs
		if ratio := said / runs / is; ratio < 0.8 || ratio > 1.5 || math.Abs(sum/runs) > 0.03 {
			t.Errorf("disturbed by %v: %.3f in the mean, with a variance of %.2e; said to be %.2f times that", disturbed, sum/runs, is, ratio)
		}
	}
	if at := (Levels{}).Location(&result.Op{}); at.Layouts != 0 {
		t.Errorf("of nothing %+v", at)
	}
}
