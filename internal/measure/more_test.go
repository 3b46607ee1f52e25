package measure

import (
	"fmt"
	"runtime"
	"slices"
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

func TestMoreIsMeasuredWhenAsked(t *testing.T) {
	for _, asked := range []bool{false, true} {
		f := newFarm(t)
		f.ns["quick"], f.ns["slow"] = 50, 5000
		cfg := f.config("quick", "slow")
		cfg.Parallel, cfg.Cold, cfg.Latency = asked, asked, asked
		f.complete(cfg)
		quick, slow := cfg.Subjects[0].Result.Cases[0].Ops["marshal"], cfg.Subjects[0].Result.Cases[1].Ops["marshal"]
		if !asked {
			if len(slow.Parallel)+len(slow.Cold)+len(slow.First)+len(slow.Latency) > 0 {
				t.Errorf("measured without being asked: %+v", slow)
			}
			continue
		}
		if len(slow.Latency) != morePasses || len(quick.Latency) != 0 {
			t.Errorf("%d latencies of an operation of 5 µs and %d of one of 50 ns, want %d and none", len(slow.Latency), len(quick.Latency), morePasses)
		}
		if len(quick.Cold) != morePasses || len(quick.First) != morePasses {
			t.Errorf("%d cold figures and %d first calls, want %d of each", len(quick.Cold), len(quick.First), morePasses)
		}
		most := 0
		for _, p := range quick.Parallel {
			most = max(most, p.Goroutines)
			if p.NSPerOp <= 0 || p.N%p.Goroutines != 0 {
				t.Errorf("recorded as %+v", p)
			}
		}
		if most != runtime.GOMAXPROCS(0) {
			t.Errorf("at most %d goroutines, want %d", most, runtime.GOMAXPROCS(0))
		}
		processes := map[int]bool{}
		for _, c := range cfg.Subjects[0].Result.Cases {
			for _, first := range c.Ops["unmarshal"].First {
				if processes[first.Process] {
					t.Error("first calls of two cases share a process")
				}
				processes[first.Process] = true
			}
		}
		if floor := cfg.Subjects[0].Result.Floor.Ops["marshal"]; len(floor.Cold) > 0 {
			t.Error("the floor has cold figures")
		}
	}
}

// TestGoroutinesAreDoubledUpToTheMost.
func TestGoroutinesAreDoubledUpToTheMost(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(5))
	f := newFarm(t)
	f.ns["a"] = 50
	cfg := f.config("a")
	cfg.Parallel = true
	f.complete(cfg)
	var got []string
	for _, p := range cfg.Subjects[0].Result.Cases[0].Ops["marshal"].Parallel {
		got = append(got, fmt.Sprint(p.Goroutines, p.Pooled))
	}
	once := []string{"1 false", "1 true", "2 false", "2 true", "4 false", "4 true", "5 false", "5 true"}
	if want := slices.Repeat(once, morePasses); !slices.Equal(got, want) {
		t.Errorf("measured %q, want %q", got, want)
	}
}

// TestNothingMoreIsAskedOfWhoFailed.
func TestNothingMoreIsAskedOfWhoFailed(t *testing.T) {
	f := newFarm(t)
	f.ns["good"], f.ns["deadly"] = 5000, 5000
	f.deadly["deadly"] = "batch marshal: panic: boom"
	cfg := f.config("good", "deadly")
	cfg.Parallel, cfg.Cold, cfg.Latency = true, true, true
	good := 0
	f.onAsk = func(req protocol.Request) error {
		switch req.Do {
		case "parallel", "cold", "latency", "first":
			if req.Case.Adapter != "good" {
				t.Errorf("%s is asked of %s", req.Do, req.Case.Adapter)
			}
			good++
		}
		return nil
	}
	f.complete(cfg)
	if c := cfg.Subjects[0].Result.Cases[1]; c.Status != result.Failed || good == 0 {
		t.Errorf("%s is %s, and %d requests were made of the other", c.Row, c.Status, good)
	}
}

// TestFirstCallsMeetNewProcesses: nothing else is asked of them before.
func TestFirstCallsMeetNewProcesses(t *testing.T) {
	f := newFarm(t)
	f.ns["a"], f.ns["b"] = 50, 60
	cfg := f.config("a", "b")
	cfg.Cold = true
	asked := map[int]int{}
	f.onAsk = func(req protocol.Request) error {
		if req.Do != "load" {
			asked[f.starts]++
		}
		if req.Do == "first" && asked[f.starts] != 1 {
			t.Errorf("the first call of %s is request %d of its process", req.Case.Adapter, asked[f.starts])
		}
		return nil
	}
	f.complete(cfg)
}

// TestProfilesAreOfOneRow, once, and of both directions together.
func TestProfilesAreOfOneRow(t *testing.T) {
	f := newFarm(t)
	f.ns["quick"], f.ns["slow"] = 50, 5000
	cfg := f.config("quick", "slow")
	given := 0
	cfg.Profile, cfg.Profiled = "slow", func(cpu, allocs []byte) error {
		if given++; string(cpu) != "slow roundtrip" {
			t.Errorf("given the profile of %s", cpu)
		}
		return nil
	}
	if err := f.run(t.Context(), cfg); err != nil || given != 1 {
		t.Errorf("%d profiles: %v", given, err)
	}
}
