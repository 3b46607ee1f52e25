package measure

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// TestWhoHasLearntTheValuesFails: a row that needs more for values which nobody knew before,
// beyond what all do, and none that is only timed on a busy machine.
func TestWhoHasLearntTheValuesFails(t *testing.T) {
	for _, tc := range []struct {
		name   string
		learnt map[string]float64
		busy   bool
		want   string
	}{
		{"nobody", map[string]float64{}, false, ""},
		{"nobody, busy", map[string]float64{}, true, ""},
		{"all alike", map[string]float64{"a": 2, "b": 2, "c": 2}, false, ""},
		{"one", map[string]float64{"c": 1.7}, false, "needs 58 bytes for the values of the run, and 98 for others"},
		{"one, busy", map[string]float64{"c": 1.7}, true, "needs 58 bytes"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := newFarm(t)
			f.ns["a"], f.ns["b"], f.ns["c"] = 50, 70, 90
			f.learnt, f.digest = tc.learnt, "of the run's values"
			if rng := rand.New(rand.NewPCG(1, 2)); tc.busy {
				f.noise = func(int) float64 {
					if rng.IntN(3) == 0 {
						return 1 + 10*rng.Float64()
					}
					return 1 + rng.Float64()/10
				}
			}
			cfg := f.config("a", "b", "c")
			for i, w := range cfg.Workers[0] {
				cfg.Workers[0][i] = t.TempDir() + w // verdicts are kept beside them
			}
			f.complete(cfg)
			for _, c := range cfg.Subjects[0].Result.Cases {
				failed := tc.want != "" && c.Row == "c"
				if failed != (c.Status == result.Failed) || !strings.Contains(c.Reason, tc.want) && failed {
					t.Errorf("%s is %s: %s", c.Row, c.Status, c.Reason)
				}
			}
		})
	}
}

// TestValuesOfOtherSeedsDiffer: where two other seeds differ by more than the run's values do
// from either, nothing was learnt of these.
func TestValuesOfOtherSeedsDiffer(t *testing.T) {
	f := newFarm(t)
	f.ns["a"], f.ns["b"], f.ns["c"] = 50, 70, 90
	f.learnt, f.digest = map[string]float64{"c": 1.3}, "of the run's values"
	f.onAsk = func(req protocol.Request) error {
		if req.Do == "load" && len(f.others) == 1 {
			f.learnt["c"] = 2
		}
		return nil
	}
	cfg := f.config("a", "b", "c")
	for i, w := range cfg.Workers[0] {
		cfg.Workers[0][i] = t.TempDir() + w
	}
	f.complete(cfg)
	if c := cfg.Subjects[0].Result.Cases[2]; c.Status != result.OK || len(f.others) != 2 {
		t.Errorf("it is %s: %s; other values were loaded %d times", c.Status, c.Reason, len(f.others))
	}
}

// TestManyRowsOnABusyMachineHaveLearntNothing: where others begin to work when other values
// are timed, some of many rows meet nothing but disturbed batches in a few rounds.
func TestManyRowsOnABusyMachineHaveLearntNothing(t *testing.T) {
	f := newFarm(t)
	f.learnt, f.digest = map[string]float64{}, "of the run's values"
	var names []string
	for i := range 40 {
		names = append(names, fmt.Sprintf("row%d", i))
		f.ns[names[i]] = 50 + float64(i)
	}
	rng := rand.New(rand.NewPCG(1, 2))
	f.noise = func(int) float64 {
		if len(f.others) > 0 && rng.IntN(2) == 0 {
			return 2 + 10*rng.Float64()
		}
		return 1 + rng.Float64()/10
	}
	cfg := f.config(names...)
	cfg.Workers[0] = slices.Repeat(cfg.Workers[0], 9)[:9]
	for i, w := range cfg.Workers[0] {
		cfg.Workers[0][i] = t.TempDir() + w
	}
	f.complete(cfg)
	for _, c := range cfg.Subjects[0].Result.Cases {
		if c.Status != result.OK {
			t.Errorf("%s is %s: %s", c.Row, c.Status, c.Reason)
		}
	}
}

// TestTimesOfOtherValues: a table of encodings that are as long as others is seen by the clock.
func TestTimesOfOtherValues(t *testing.T) {
	f := newFarm(t)
	f.ns["a"], f.ns["b"], f.ns["table"] = 50, 70, 30
	f.learnt, f.digest = map[string]float64{"table": 1.6}, "of the run's values"
	f.short = true
	cfg := f.config("a", "b", "table")
	cfg.Workers[0] = slices.Repeat(cfg.Workers[0], 9)[:9]
	for i, w := range cfg.Workers[0] {
		cfg.Workers[0][i] = t.TempDir() + w
	}
	f.complete(cfg)
	if len(f.others) == 0 || slices.Max(f.others) >= fewestProcesses {
		t.Errorf("values of other seeds are timed in layouts %v, in which the run's were not yet", f.others)
	}
	if c := cfg.Subjects[0].Result.Cases[2]; c.Status != result.Failed || !strings.Contains(c.Reason, "takes 1.60 times as long in ") {
		t.Errorf("it is %s: %s", c.Status, c.Reason)
	}
}

// TestTimesOfOneProcessProveNothing: where rows were timed in one process, nobody knows how
// far apart their times lie in others.
func TestTimesOfOneProcessProveNothing(t *testing.T) {
	f := newFarm(t)
	f.ns["a"], f.ns["b"], f.ns["c"] = 50, 70, 30
	f.learnt, f.digest = map[string]float64{"c": 1.6}, "of the run's values"
	f.short = true
	cfg := f.config("a", "b", "c")
	cfg.Workers[0], cfg.Processes = []string{t.TempDir() + cfg.Workers[0][0]}, 1
	f.complete(cfg)
	if c := cfg.Subjects[0].Result.Cases[2]; c.Status != result.OK {
		t.Errorf("it is %s: %s", c.Status, c.Reason)
	}
}
