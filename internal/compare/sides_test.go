package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/assay-go/assay/result"
)

// twoSides is a run of rows on the sides "old" and "new", of which the row "changed"
// takes longer on the new one. All share the noise of each round, which is large; the
// places of code in the layouts, which no round shows, shift each row by 1 %.
func twoSides(rng *rand.Rand, rows int, slower float64) *result.Run {
	s := &result.Subject{Name: "data"}
	run := &result.Run{Complete: true, Subjects: []*result.Subject{s}, Sides: []result.Side{{Name: "old", GoVersion: "go1.26.8"}, {Name: "new", GoVersion: "go1.27.4"}}}
	for i := range rows {
		name := fmt.Sprintf("row%d", i)
		if i == 0 {
			name = "changed"
		}
		for _, side := range run.Sides {
			s.Cases = append(s.Cases, &result.Case{
				Row: name + "@" + side.Name + "+reuse", Side: side.Name, Status: result.OK, Size: result.Size{Mean: 100},
				Ops: map[string]*result.Op{"marshal": {AllocsPerOp: 1, BytesPerOp: 64}},
			})
		}
	}
	for layout := range 9 {
		place := make([]float64, len(s.Cases))
		for i := range place {
			place[i] = 0.01 * rng.NormFloat64()
		}
		for round := range 10 {
			noise := math.Exp(0.5 * rng.Float64())
			for i, c := range s.Cases {
				ns := 100 * noise * math.Exp(place[i]+0.03*rng.NormFloat64())
				if c.Side == "new" && strings.HasPrefix(c.Row, "changed") {
					ns *= slower
				}
				op := c.Ops["marshal"]
				op.Samples = append(op.Samples, result.Sample{Round: 10*layout + round, Process: layout, Layout: layout, N: 1, NSPerOp: ns})
			}
		}
	}
	return run
}

// TestSidesFindWhatHasChanged, and call nothing changed that has not: of runs without
// any change 1 in 20 calls one so, at most.
func TestSidesFindWhatHasChanged(t *testing.T) {
	const runs = 200
	for _, tc := range []struct {
		rows        int
		slower      float64
		least, most int // runs that are stopped
	}{
		{1, 1.00, 0, 0},
		{8, 1.00, 0, 0},
		{1, 1.05, 190, runs},
		{8, 1.05, 180, runs},
		{8, 1.10, 200, runs},
	} {
		rng := rand.New(rand.NewPCG(1, 2))
		stopped, called := 0, 0
		for range runs {
			c, err := Sides(twoSides(rng, tc.rows, tc.slower), "old", "new", Options{Threshold: 0.03})
			if err != nil {
				t.Fatal(err)
			}
			list := c.Regressions()
			if len(list) > 0 {
				stopped++
			}
			for _, r := range c.Subjects[0].Ops[0].Rows {
				if math.Abs(r.NewNS/r.OldNS/r.Ratio-1) > 1e-9 {
					t.Fatalf("%s: %v ns and %v ns are not in the ratio %v", r.Row, r.OldNS, r.NewNS, r.Ratio)
				}
				if (r.Row != "changed+reuse" || tc.slower == 1) && (r.Verdict == Slower || r.Verdict == Faster) {
					called++
				}
			}
		}
		if stopped < tc.least || stopped > tc.most || called > runs/20+6 {
			t.Errorf("%d rows, one by %.2f slower: %d of %d runs were stopped, want %d to %d; %d rows called changed that are not", tc.rows, tc.slower, stopped, runs, tc.least, tc.most, called)
		}
	}
}

// TestSidesTellWhatIsCounted: sizes, allocations and lost rows need no statistics.
func TestSidesTellWhatIsCounted(t *testing.T) {
	run := twoSides(rand.New(rand.NewPCG(1, 2)), 3, 1)
	for _, c := range run.Subjects[0].Cases {
		switch c.Row {
		case "row1@new+reuse":
			c.Size.Mean = 101
			c.Ops["marshal"].AllocsPerOp = 2
		case "row2@new+reuse":
			c.Status, c.Reason, c.Ops = result.Failed, "unmarshal: lost", nil
		}
	}
	c, err := Sides(run, "old", "new", Options{Threshold: 0.03})
	if err != nil {
		t.Fatal(err)
	}
	got := strings.Join(c.Regressions(), "\n")
	for _, want := range []string{"row1+reuse: B/size grew from 100 to 101", "allocs/op grew from 1 to 2", "row2+reuse: was ok, is failed: unmarshal: lost"} {
		if !strings.Contains(got, want) {
			t.Errorf("%q is not in\n%s", want, got)
		}
	}
	if c.New.Go != "go1.27.4" || c.Old.Name != "old" {
		t.Errorf("sides %+v and %+v", c.Old, c.New)
	}
}

func TestSidesWithoutFigures(t *testing.T) {
	run := twoSides(rand.New(rand.NewPCG(1, 2)), 1, 1)
	for _, c := range run.Subjects[0].Cases { // of one side, then of both
		c.Status, c.Reason = result.Failed, "does not compile"
		if _, err := Sides(run, "old", "new", Options{}); err == nil || !strings.Contains(err.Error(), "does not compile") {
			t.Errorf("error %v, want why", err)
		}
	}
}

// TestSidesOnABusyMachine: where one batch of four takes up to ten times as long, and few
// layouts found time, a row that takes 5 % longer is found among ten, and no other.
func TestSidesOnABusyMachine(t *testing.T) {
	const runs, rows = 40, 10
	for _, layouts := range []int{4, 9} {
		rng := rand.New(rand.NewPCG(3, 4))
		found, called := 0, 0
		for range runs {
			run := twoSides(rng, rows, 1.05)
			for _, c := range run.Subjects[0].Cases {
				op := c.Ops["marshal"]
				op.Samples = op.Samples[:10*layouts]
				for i := range op.Samples {
					if rng.IntN(4) == 0 {
						op.Samples[i].NSPerOp *= 1 + 9*rng.Float64()
					}
				}
			}
			c, err := Sides(run, "old", "new", Options{Threshold: 0.03})
			if err != nil {
				t.Fatal(err)
			}
			for _, r := range c.Subjects[0].Ops[0].Rows {
				switch {
				case r.Row == "changed+reuse" && r.Verdict == Slower:
					found++
				case r.Row != "changed+reuse" && (r.Verdict == Slower || r.Verdict == Faster):
					called++
				}
			}
		}
		t.Logf("%d layouts: found in %d of %d, others called %d of %d", layouts, found, runs, called, runs*(rows-1))
		if least := map[int]int{4: runs / 2, 9: runs * 9 / 10}[layouts]; found < least || called > runs*(rows-1)/50 {
			t.Errorf("%d layouts: found in %d of %d, others called %d of %d", layouts, found, runs, called, runs*(rows-1))
		}
	}
}
