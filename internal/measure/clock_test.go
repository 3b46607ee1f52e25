package measure

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/result"
)

// TestClocksAreCompared: a codec that changes what its process takes for the clock fails, by
// both figures, and no other of the process does, however long requests wait for a processor.
func TestClocksAreCompared(t *testing.T) {
	for _, tc := range []struct {
		name string
		pace float64
		wait time.Duration // at most, for a processor
		want string
	}{
		{"as it is", 1, 0, ""},
		{"busy", 1, 20 * time.Millisecond, ""},
		{"slow", 0.6, 0, "takes 60 ns by the clock of its process, and "},
		{"slow and busy", 0.6, 20 * time.Millisecond, "takes 60 ns by the clock of its process, and "},
		{"a little slow", 0.85, 20 * time.Millisecond, "takes 85 ns by the clock of its process, and "},
		{"a tenth, and busy", 0.9, 20 * time.Millisecond, "takes 90 ns by the clock of its process, and "},
		{"hardly slow", 0.94, 0, "takes 94 ns by the clock of its process, and "},
		{"within what is not seen", 0.98, 0, ""},
		{"fast", 1.5, 0, "takes 150 ns by the clock of its process, and "},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := newFarm(t)
			f.ns["honest"], f.ns["thief"] = 50, 100
			if tc.pace != 1 {
				f.paces = map[string]float64{"thief": tc.pace}
			}
			if rng := rand.New(rand.NewPCG(1, 2)); tc.wait > 0 {
				f.wait = func() time.Duration { return time.Duration(rng.Int64N(int64(tc.wait))) }
			}
			cfg := f.config("honest", "thief")
			cfg.Budget = 10 * time.Second
			f.complete(cfg)
			cases := cfg.Subjects[0].Result.Cases
			if cases[0].Status != result.OK {
				t.Errorf("the other fails: %s", cases[0].Reason)
			}
			if tc.want == "" && cases[1].Status != result.OK || tc.want != "" && !strings.Contains(cases[1].Reason, tc.want) {
				t.Errorf("it is %s: %s", cases[1].Status, cases[1].Reason)
			}
			t.Log(cases[1].Reason)
		})
	}
}

// TestComparingClocksLeavesTheTime: where the way to a process is so long that all clocks are in
// doubt, a run still spends its time on what it measures, and finds who changes the clock.
func TestComparingClocksLeavesTheTime(t *testing.T) {
	f := newFarm(t)
	var rows []string
	for i := range 30 {
		rows = append(rows, fmt.Sprintf("row%d", i))
		f.ns[rows[i]] = 100
	}
	rng := rand.New(rand.NewPCG(1, 2))
	f.wait = func() time.Duration { return time.Duration(200+rng.Int64N(200)) * time.Microsecond }
	cfg := f.config(rows...)
	cfg.Budget = 20 * time.Second
	f.complete(cfg)
	if got := cfg.Run.Spent.RecordedSec; got < 12 {
		t.Errorf("%.1f s of %v are recorded", got, cfg.Budget)
	}
}
