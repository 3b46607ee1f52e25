package measure

import (
	"runtime"
	"testing"

	"github.com/assay-go/assay/worker/protocol"
)

func TestMoreIsMeasuredWhenAsked(t *testing.T) {
	for _, asked := range []bool{false, true} {
		f := newFarm(t)
		f.ns["quick"], f.ns["slow"] = 50, 5000
		cfg := f.config("quick", "slow")
		cfg.Parallel, cfg.Cold, cfg.Latency = asked, asked, asked
		if err := f.run(t.Context(), cfg); err != nil {
			t.Fatal(err)
		}
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
	if err := f.run(t.Context(), cfg); err != nil {
		t.Fatal(err)
	}
}
