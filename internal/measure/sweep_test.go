package measure

import (
	"fmt"
	"slices"
	"testing"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// A sweep has a point for each size and process; who fails at a size, or takes
// long there, has none of a larger one, and is no failed row.
func TestSweep(t *testing.T) {
	f := newFarm(t)
	for _, row := range []string{"good", "wide", "weak", "slow"} {
		f.ns[row] = 1e9
	}
	f.scaled = func(adapter string, scale int) (float64, error) {
		if adapter == "weak" && scale > 100 {
			return 0, &died{Reason: "used more memory than it may"}
		}
		if adapter == "wide" && scale == 10000 { // what it made takes long to look at: once is enough
			f.clock.now = f.clock.now.Add(2 * time.Second)
		}
		return map[string]float64{"good": 1, "wide": 1, "weak": 1, "slow": 5e4}[adapter] * float64(scale), nil
	}
	cfg := f.config("good", "wide", "weak", "slow")
	cfg.Sweep, cfg.Budget = true, 8*time.Hour
	cfg.Subjects[0].Sweep = &Sweep{Flag: "n", Scales: []int{1, 100, 10000, 1000000}}
	f.complete(cfg)
	for row, want := range map[string]struct {
		points string
		end    string
	}{
		"good": {"[1 1 1 100 100 100 10000 10000 10000 1000000 1000000 1000000]", ""},
		"wide": {"[1 1 1 100 100 100 10000 1000000]", ""},
		"weak": {"[1 1 1 100 100 100]", "used more memory than it may"},
		"slow": {"[1 1 1 100 100 100 10000 10000 10000]", "one operation on the next size would take more than 1s"},
	} {
		i := slices.IndexFunc(cfg.Subjects[0].Result.Cases, func(c *result.Case) bool { return c.Row == row })
		c := cfg.Subjects[0].Result.Cases[i]
		if c.Status != result.OK {
			t.Errorf("%s is %s: %s", row, c.Status, c.Reason)
			continue
		}
		op := c.Ops["marshal"]
		var scales []int
		for _, p := range op.Sweep {
			scales = append(scales, p.Scale)
			if p.Bytes != float64(p.Scale) || p.NSPerOp <= 0 {
				t.Errorf("%s: recorded as %+v", row, p)
			}
			if counted := p.Allocated != nil; counted != (p.Round == 0) {
				t.Errorf("%s: allocations of scale %d, round %d counted: %v", row, p.Scale, p.Round, counted)
			}
		}
		slices.Sort(scales)
		if fmt.Sprint(scales) != want.points || op.SweepEnd != want.end {
			t.Errorf("%s: sizes %v, end %q; want %s, %q", row, scales, op.SweepEnd, want.points, want.end)
		}
	}
	// Of small values there are many, so that no predictor learns them, and of
	// large ones few.
	if most, least := slices.Max(f.counts), slices.Min(f.counts); most != sweepValues || least != 1 {
		t.Errorf("%d to %d values of a size, want 1 to %d", least, most, sweepValues)
	}
	if cfg.Subjects[0].Result.Sweep != "n" {
		t.Error("the document does not say what was swept")
	}
	if floor := cfg.Subjects[0].Result.Floor.Ops["marshal"]; len(floor.Sweep) > 0 {
		t.Error("the floor is swept")
	}
}

// TestSweepLetsGoOfLargeValues: a case's copies of them go before the next case has
// its own made.
func TestSweepLetsGoOfLargeValues(t *testing.T) {
	f := newFarm(t)
	f.ns["a"], f.ns["b"] = 1e9, 1e9
	f.scaled = func(_ string, scale int) (float64, error) { return float64(scale), nil }
	cfg := f.config("a", "b")
	cfg.Sweep, cfg.Budget = true, 20*time.Minute
	cfg.Subjects[0].Sweep = &Sweep{Flag: "n", Scales: []int{1, 1000, 4 << 20}}
	holder, forgotten := "", map[string]int{}
	f.onAsk = func(req protocol.Request) error {
		switch req.Do {
		case "load":
			holder = ""
			if req.Data.Flags["n"] != 4<<20 {
				holder = "small values are kept"
			}
		case "forget":
			if req.Case.Adapter != holder {
				t.Errorf("%s is forgotten, and %q holds values", req.Case.Adapter, holder)
			}
			forgotten[holder]++
			holder = ""
		case "batch":
			if holder == "" {
				holder = req.Case.Adapter
			}
			if holder != "small values are kept" && holder != req.Case.Adapter {
				t.Errorf("%s is asked for a batch while %s holds its values", req.Case.Adapter, holder)
			}
		}
		return nil
	}
	f.complete(cfg)
	if forgotten["a"] != sweepPasses || forgotten["b"] != sweepPasses {
		t.Errorf("let go of: %v, want each once in each of %d passes", forgotten, sweepPasses)
	}
}

// TestSweepMeasuresAgainWhatIsOdd: what stood still once is no slope, and what does
// take long for its size is what it is.
func TestSweepMeasuresAgainWhatIsOdd(t *testing.T) {
	f := newFarm(t)
	f.ns["row"], f.ns["steep"] = 10, 10
	stood := map[int]bool{}
	f.scaled = func(adapter string, scale int) (float64, error) {
		if adapter == "steep" {
			return float64(scale) * float64(scale), nil
		}
		if scale == 100 && !stood[f.starts] { // the first batch in each process
			stood[f.starts] = true
			return 2e7, nil
		}
		return float64(scale), nil
	}
	cfg := f.config("row", "steep")
	cfg.Sweep, cfg.Budget = true, 5*time.Second
	cfg.Subjects[0].Sweep = &Sweep{Flag: "n", Scales: []int{10, 100, 1000}}
	f.complete(cfg)
	for i, c := range cfg.Subjects[0].Result.Cases {
		points := c.Ops["marshal"].Sweep
		if len(points) != 3*sweepPasses {
			t.Errorf("%s has %d points", c.Row, len(points))
		}
		for _, p := range points {
			want := float64(p.Scale)
			if i == 1 {
				want *= want
			}
			if p.NSPerOp != want || (p.Allocated != nil) != (p.Round == 0) {
				t.Errorf("%s: %+v, want %v ns", c.Row, p, want)
			}
		}
	}
}

// TestValuesOfAScale have the workload's other flags.
func TestValuesOfAScale(t *testing.T) {
	s := &Subject{Name: "data", Sweep: &Sweep{Flag: "n"}}
	s.Data.Seed, s.Data.Flags = 7, map[string]int{"n": 5, "depth": 3}
	at := s.at(100, 9)
	if d := at.Data; at.Name != "data" || d.Seed != 7 || d.Count != 9 || len(d.Flags) != 2 || d.Flags["n"] != 100 || d.Flags["depth"] != 3 {
		t.Errorf("%+v", at)
	}
	if s.Data.Flags["n"] != 5 || s.Data.Count != 0 {
		t.Errorf("the subject's own values are others now: %+v", s.Data)
	}
}

// TestSweepKeepsItsTime: small sizes come from several processes, the larger ones
// from one, and the largest, for which the time will not do, are left out and said
// to be.
func TestSweepKeepsItsTime(t *testing.T) {
	for _, tc := range []struct {
		budget time.Duration
		points string
		end    bool
	}{
		{10 * time.Second, "[1 1 1 10 10 10 100 100 100 1000 1000 1000]", false},
		{500 * time.Millisecond, "[1 1 1 10 10 10 100 100 100 1000]", false},
		{100 * time.Millisecond, "[1 1 1 10 10 10 100]", true},
	} {
		f := newFarm(t)
		f.ns["row"] = 5e6
		f.scaled = func(_ string, scale int) (float64, error) { return 1e5 * float64(scale), nil }
		cfg := f.config("row")
		cfg.Sweep, cfg.Budget = true, tc.budget
		cfg.Subjects[0].Sweep = &Sweep{Flag: "n", Scales: []int{1, 10, 100, 1000}}
		var began time.Time
		cfg.Progress = func(s Step) {
			if s.Kind == "sweeping" && began.IsZero() {
				began = f.clock.now
			}
		}
		f.complete(cfg)
		op := cfg.Subjects[0].Result.Cases[0].Ops["marshal"]
		var scales []int
		for _, p := range op.Sweep {
			scales = append(scales, p.Scale)
		}
		slices.Sort(scales)
		took := f.clock.now.Sub(began)
		if fmt.Sprint(scales) != tc.points || (op.SweepEnd != "") != tc.end || took > tc.budget {
			t.Errorf("in %v: sizes %v, end %q, after %v; want %s", tc.budget, scales, op.SweepEnd, took, tc.points)
		}
	}
}

// TestSweepOfUnevenScales: what the next size will take is foretold by how much
// larger it is, so that a jump of a thousand costs nobody a minute.
func TestSweepOfUnevenScales(t *testing.T) {
	f := newFarm(t)
	f.ns["row"] = 50
	longest := time.Duration(0)
	f.scaled = func(_ string, scale int) (float64, error) {
		took := 2e4 * float64(scale) // 20 ms at 1,000, 20 s at a million
		longest = max(longest, time.Duration(took))
		return took, nil
	}
	cfg := f.config("row")
	cfg.Sweep = true
	cfg.Subjects[0].Sweep = &Sweep{Flag: "n", Scales: []int{1, 1000, 1000000}}
	f.complete(cfg)
	if longest > time.Second {
		t.Errorf("an operation of %v was begun", longest)
	}
	if end := cfg.Subjects[0].Result.Cases[0].Ops["marshal"].SweepEnd; end == "" {
		t.Error("the sweep's end is not told")
	}
}
