package measure

import (
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// windowed is a run with windows over a codec that allocates and one that does
// not.
func windowed(t *testing.T) (*farm, Config) {
	f := newFarm(t)
	f.ns["allocates"], f.ns["frugal"] = 50, 20
	f.bytes = map[string]float64{"frugal": 0}
	cfg := f.config("allocates", "frugal")
	cfg.Window, cfg.HeapMB, cfg.GOGC = time.Second, 16, 100
	return f, cfg
}

func TestWindowsAreLong(t *testing.T) {
	f, cfg := windowed(t)
	f.complete(cfg)
	for _, w := range f.windows {
		if w.Case.Adapter == protocol.Floor {
			t.Fatal("the floor has windows")
		}
		if protocol.Harness(w.Case.Adapter) {
			continue
		}
		if want := map[string]int{"allocates": 1, "frugal": 0}[w.Case.Adapter]; w.Span.Cycles != want || w.Span.Least != time.Second {
			t.Fatalf("a window of %s spans %d collections and %v, want %d and a second", w.Case.Adapter, w.Span.Cycles, w.Span.Least, want)
		}
	}
	op := cfg.Subjects[0].Result.Cases[0].Ops["marshal"]
	if len(op.Windows) != WindowPasses {
		t.Errorf("%d windows, want %d", len(op.Windows), WindowPasses)
	}
	last := op.Samples[len(op.Samples)-1].Process
	for i, w := range op.Windows {
		if w.Process != last+1+i || w.Cycles != 1 || w.CPUNS <= 0 || w.N == 0 || w.OwnN == 0 || w.OwnCPUNS <= 0 {
			t.Errorf("window %d is recorded as %+v", i, w)
		}
	}
}

func TestWindowsWithoutTheirCollectionsAreGivenUp(t *testing.T) {
	f, cfg := windowed(t)
	f.lost = 1
	f.complete(cfg)
	if list := cfg.Subjects[0].Result.Cases[0].Ops["marshal"].Windows; len(list) > 0 {
		t.Errorf("windows %+v", list)
	}
	if len(cfg.Run.Warnings) == 0 || !strings.Contains(strings.Join(cfg.Run.Warnings, "; "), "windows of CPU time were given up") {
		t.Errorf("warnings %q", cfg.Run.Warnings)
	}
}

// TestWindowsWithoutProcessorTimeAreGivenUp: the system's clock may stand still in
// a short one, and an operation that costs nothing would be first.
func TestWindowsWithoutProcessorTimeAreGivenUp(t *testing.T) {
	f, cfg := windowed(t)
	f.window = func(w *protocol.Window) error {
		w.CPUNS = 0
		return nil
	}
	f.complete(cfg)
	if list := cfg.Subjects[0].Result.Cases[1].Ops["marshal"].Windows; len(list) > 0 || len(cfg.Run.Warnings) != 1 {
		t.Errorf("windows %+v, warnings %q", list, cfg.Run.Warnings)
	}
}

// TestAWindowThatEndsTheProcess costs its case.
func TestAWindowThatEndsTheProcess(t *testing.T) {
	f, cfg := windowed(t)
	f.window = func(*protocol.Window) error { return &died{Reason: "used more memory than it may"} }
	f.complete(cfg)
	if c := cfg.Subjects[0].Result.Cases[0]; c.Status != result.Failed || c.Reason != "used more memory than it may" {
		t.Errorf("the case is %s: %s", c.Status, c.Reason)
	}
}

func TestNoWindowsUnlessAsked(t *testing.T) {
	f, cfg := windowed(t)
	cfg.Window = 0
	cfg.Budget = 25 * time.Second // the collector's costs are measured
	f.complete(cfg)
	if len(f.windows) > 0 {
		t.Errorf("%d windows", len(f.windows))
	}
}
