package stats

import (
	"math"
	"testing"

	"github.com/assay-go/assay/result"
)

func TestSweep(t *testing.T) {
	op := &result.Op{}
	for i, bytes := range []float64{1000, 10, 100} {
		for round, noise := range []float64{1, 9, 1.01} { // one batch of three is disturbed
			op.Sweep = append(op.Sweep, result.Point{Scale: int(bytes), Round: round, Process: i, Bytes: bytes, N: 1, NSPerOp: noise * math.Pow(bytes, 1.5)})
		}
	}
	points := Sweep(op)
	if len(points) != 3 || points[0].Bytes != 10 || points[2].Bytes != 1000 {
		t.Fatalf("points %v", points)
	}
	if s := Slope(points); math.Abs(s-1.5) > 1e-9 {
		t.Errorf("slope %v, want 1.5", s)
	}
	if s := Slope(points[:1]); !math.IsNaN(s) {
		t.Errorf("the slope of one point is %v", s)
	}
}

// TestGrowthByTwoSizes: two points are a line, and one is none; figures weigh by
// the square of their reciprocals, so that each is met about as well as the others.
func TestGrowthByTwoSizes(t *testing.T) {
	if a, b := Growth([]Point{{Bytes: 10, NS: 70}, {Bytes: 30, NS: 130}}); !(math.Abs(a-40) < 1e-9 && math.Abs(b-3) < 1e-9) {
		t.Errorf("%v + %v a byte, want 40 + 3", a, b)
	}
	if a, _ := Growth([]Point{{Bytes: 10, NS: 70}}); !math.IsNaN(a) {
		t.Errorf("one point has %v", a)
	}
	// The relative misses of the best line cancel out, and so do they times x.
	points := []Point{{Bytes: 1, NS: 10}, {Bytes: 2, NS: 11}, {Bytes: 3, NS: 20}, {Bytes: 7, NS: 33}}
	a, b := Growth(points)
	misses, leaning := 0.0, 0.0
	for _, p := range points {
		miss := (p.NS - a - b*p.Bytes) / (p.NS * p.NS)
		misses, leaning = misses+miss, leaning+miss*p.Bytes
	}
	if !(a > 0 && b > 0 && math.Abs(misses) < 1e-9 && math.Abs(leaning) < 1e-9) {
		t.Errorf("%v + %v a byte misses by %v, leaning by %v", a, b, misses, leaning)
	}
}

func TestGrowth(t *testing.T) {
	near := func(got, want float64) bool { return math.Abs(got-want) <= 1e-6*max(math.Abs(want), 1) }
	for _, test := range []struct {
		name           string
		time           func(bytes float64) float64
		fixed, perByte float64
	}{
		{"linear", func(x float64) float64 { return 40 + 0.25*x }, 40, 0.25},
		{"proportional", func(x float64) float64 { return 2 * x }, 0, 2},
		{"constant", func(float64) float64 { return 12 }, 12, 0},
		{"none", func(float64) float64 { return 0 }, 0, 0},
	} {
		op := &result.Op{}
		for scale, x := range []float64{10, 100, 1e4, 1e8} {
			for round, noise := range []float64{1, 3, 0.99} { // the median is exact
				p := result.Point{Scale: scale, Round: round, Bytes: x, N: 1, NSPerOp: noise * test.time(x)}
				if round == 0 && scale < 3 {
					p.Allocated = &result.Allocated{Count: test.time(x) / 2}
				}
				op.Sweep = append(op.Sweep, p)
			}
		}
		if fixed, perByte := Growth(Sweep(op)); !near(fixed, test.fixed) || !near(perByte, test.perByte) {
			t.Errorf("%s: %v ns and %v a byte, want %v and %v", test.name, fixed, perByte, test.fixed, test.perByte)
		}
		if fixed, perByte := GrowthOfAllocs(Sweep(op)); !near(fixed, test.fixed/2) || !near(perByte, test.perByte/2) {
			t.Errorf("%s: %v allocations and %v a byte, want half of %v and %v", test.name, fixed, perByte, test.fixed, test.perByte)
		}
		op.Sweep = op.Sweep[:3]
		if fixed, perByte := Growth(Sweep(op)); !math.IsNaN(fixed) || !math.IsNaN(perByte) {
			t.Errorf("%s: one size has %v and %v", test.name, fixed, perByte)
		}
	}
	// Sizes count alike: a large one does not drown what the small ones take.
	fixed, _ := Growth([]Point{{Bytes: 10, NS: 110}, {Bytes: 100, NS: 200}, {Bytes: 1e8, NS: 1.3e8}})
	if fixed < 50 || fixed > 150 {
		t.Errorf("%v ns in any case, want about 100", fixed)
	}
}
