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
