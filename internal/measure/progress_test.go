package measure

import (
	"cmp"
	"math"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/result"
)

// The time left is that of all subjects, and falls.
func TestTimeLeft(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 1000
	cfg := f.config("a")
	cfg.Budget = 4 * time.Second
	cfg.Subjects = append(cfg.Subjects, &Subject{Name: "other", Result: &result.Subject{Name: "other"}})
	var left []time.Duration
	cfg.Progress = func(s Step) {
		if s.Kind == "measuring" && s.TimeLeft > 0 {
			left = append(left, s.TimeLeft)
		}
	}
	f.complete(cfg)
	if len(left) < 10 {
		t.Fatalf("the time left was said %d times", len(left))
	}
	if first, last := left[0], left[len(left)-1]; first < 3500*time.Millisecond || first > 4*time.Second || last > 200*time.Millisecond {
		t.Errorf("%v at first and %v at the end, want about four seconds and none", first, last)
	}
	if !slices.IsSortedFunc(left, func(a, b time.Duration) int { return cmp.Compare(b, a) }) {
		t.Error("the time left does not fall")
	}
}

// The document is worth writing when the last figure is in it.
func TestLastCheckpoint(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 1000
	cfg := f.config("a")
	seen := 0
	cfg.Checkpoint = func() { seen = len(samples(cfg, 0)) }
	f.complete(cfg)
	if all := len(samples(cfg, 0)); seen != all || all == 0 {
		t.Errorf("%d of %d samples were there at the last checkpoint", seen, all)
	}
}

func TestOverlap(t *testing.T) {
	op := func(ns ...float64) *entry {
		e := &entry{out: &result.Op{}}
		for i, x := range ns {
			e.out.Samples = append(e.out.Samples, result.Sample{Round: i, NSPerOp: x})
		}
		return e
	}
	base := op(1, 1, 1, 1, 1, 1, 1, 1)
	for _, test := range []struct {
		name string
		b    *entry
		want bool
	}{
		{"both sides", op(0.7, 0.8, 0.9, 0.95, 1.05, 1.1, 1.2, 1.3), true},
		{"two of eight below", op(0.8, 0.9, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6), false},
		{"three of eight below", op(0.8, 0.85, 0.9, 1.2, 1.3, 1.4, 1.5, 1.6), true},
		{"two of eight above", op(0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.1, 1.2), false},
		{"three of eight above", op(0.6, 0.7, 0.8, 0.85, 0.9, 1.05, 1.1, 1.2), true},
		{"no round in common", op(), false},
	} {
		if got := overlap(base, test.b); got != test.want {
			t.Errorf("%s: %v", test.name, got)
		}
	}
	if m := median(base); m != 1 {
		t.Errorf("median %v", m)
	}
	if m := median(op()); !math.IsInf(m, 1) {
		t.Errorf("median of nothing: %v", m)
	}
}

func TestValueOf(t *testing.T) {
	file := filepath.Join(t.TempDir(), "cpuinfo")
	filetest.Write(t, file, "processor\t: 0\nmodel name\t: One 9000\nmodel name\t: Two\n")
	for key, want := range map[string]string{"model name": "One 9000", "processor": "0", "cache": ""} {
		if got := valueOf(file, key); got != want {
			t.Errorf("%s: %q, want %q", key, got, want)
		}
	}
}

// Windows that hold what they should are nothing to warn of.
func TestNoWindowIsLost(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 1000
	cfg := f.config("a")
	cfg.Window = time.Second
	f.complete(cfg)
	if i := slices.IndexFunc(cfg.Run.Warnings, func(w string) bool { return w != "" && w[0] >= '0' && w[0] <= '9' }); i >= 0 {
		t.Errorf("warns that %s", cfg.Run.Warnings[i])
	}
	if len(cfg.Subjects[0].Result.Cases[0].Ops["marshal"].Windows) == 0 {
		t.Error("there is no window")
	}
}
