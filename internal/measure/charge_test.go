package measure

import (
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/result"
)

func TestWhatTheCollectorCostsIsMeasuredWhereATenthOfTheTimeIsEnough(t *testing.T) {
	for _, test := range []struct {
		name       string
		budget     time.Duration
		asked      bool
		lean       bool
		sides      []string
		processes  int
		workerSets int
	}{
		{"default", 25 * time.Second, false, false, nil, chargeLayouts, 1},
		{"short", 10 * time.Second, false, false, nil, 0, 0},
		{"short, and asked for", time.Second, true, false, nil, chargeLayouts, 1},
		{"lean", time.Minute, false, true, nil, 0, 0},
		{"two sides", time.Minute, false, false, []string{"a", "b"}, chargeLayouts, 2},
		{"two sides in the time of one", 25 * time.Second, false, false, []string{"a", "b"}, 0, 0},
	} {
		t.Run(test.name, func(t *testing.T) {
			f := newFarm(t)
			f.ns["a"], f.ns["b"] = 1000, 2000
			cfg := f.config("a", "b")
			cfg.Budget, cfg.CPU, cfg.Lean = test.budget, test.asked, test.lean
			for i, name := range test.sides {
				cfg.Run.Sides = append(cfg.Run.Sides, result.Side{Name: name})
				cfg.Subjects[0].Cases[i].Row.Side = name
			}
			f.complete(cfg)
			layouts := map[string][]int{}
			collections := 0
			served := map[int]bool{}
			for _, c := range cfg.Subjects[0].Result.Cases {
				for _, s := range c.Ops["marshal"].Samples {
					served[s.Process] = true
				}
			}
			for _, p := range cfg.Run.Payloads {
				if !slices.Contains(layouts[p.Side], p.Layout) {
					layouts[p.Side] = append(layouts[p.Side], p.Layout)
				}
				collections += p.Cycles
				if served[p.Process] {
					t.Errorf("process %d served rounds as well", p.Process)
				}
			}
			if len(layouts) != test.workerSets {
				t.Errorf("payloads of %d sides, want %d", len(layouts), test.workerSets)
			}
			for side, list := range layouts {
				if len(list) != test.processes {
					t.Errorf("%d layouts of side %q, want %d", len(list), side, test.processes)
				}
			}
			if test.processes > 0 && cfg.Run.Settings.WindowHeapMB == 0 {
				t.Error("the settings do not tell the heap")
			}
			if took := f.clock.now.Sub(time.Unix(0, 0)); !test.asked && took > cfg.Budget*11/10+grace {
				t.Errorf("the run took %v of %v", took, cfg.Budget)
			}
		})
	}
}

// TestCollectorCostsAreNoReasonToFail: the rows are worth having without.
func TestCollectorCostsAreNoReasonToFail(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 1000
	f.payload = errors.New("out of memory")
	cfg := f.config("a")
	cfg.CPU = true
	f.complete(cfg)
	if !strings.Contains(strings.Join(cfg.Run.Warnings, "; "), "what the collector costs could not be measured: out of memory") {
		t.Errorf("warnings %q", cfg.Run.Warnings)
	}
}
