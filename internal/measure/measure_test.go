package measure

import (
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

func TestMain(m *testing.M) { compiletest.Main(m) }

// fakeClock is moved by the fake workers alone.
type fakeClock struct{ now time.Time }

func (c *fakeClock) Now() time.Time { return c.now }

// farm is a set of fake workers with the answers that a test wants.
type farm struct {
	asking sync.Mutex

	t      *testing.T
	clock  *fakeClock
	ns     map[string]float64 // by adapter: time of one operation
	bad    map[string]string  // adapters that fail verification, and why
	deadly map[string]string  // adapters at whose batches the process dies after some, and its last words
	onAsk  func(protocol.Request) error
	bytes  map[string]float64      // by adapter: allocated by an operation, if not 48
	lost   int                     // collections that windows miss
	noise  func(batch int) float64 // by which batches take longer; may be nil
	// answers are those to what is done with an adapter before it is timed; an
	// error means that the process died.
	answers map[string]protocol.Response
	digest  string                                    // of the values, told to who asks
	memory  int64                                     // of memory that they take, likewise
	verdict func(adapter string, v *protocol.Verdict) // changes one; may be nil
	window  func(w *protocol.Window) error            // changes one, or says why the process died; may be nil
	// scaled is the time of one operation on values of a scale, or why the process
	// died of it; nil: the times of ns.
	scaled func(adapter string, scale int) (float64, error)
	counts []int  // of values that a sweep asked for
	stolen uint64 // of 1000 ticks the hypervisor takes so many
	ticks  ticks
	noGC   float64 // how many times as long batches with the collector off take; 0: as long

	starts   int
	layouts  []int
	batches  []asked              // those of a full size
	together [][]protocol.Request // that were asked for at once
	windows  []asked

	payloads []asked
	wait     func() time.Duration // of a request for a processor; may be nil
	waited   time.Duration        // by all requests so far
	tells    bool                 // the system tells how long they did
	paces    map[string]float64   // by adapter: that of the clock of the process from its first batch on
	learnt   map[string]float64   // by adapter: how many times as much it takes for values of another seed than the run's; nil: they are the same for all
	short    bool                 // encodings are as long all the same
	others   []int                // layouts of processes with values of another seed
	leaves   protocol.Op          // at which the adapter "leaver" leaves what ends the process at another batch
	proofs   []asked
	proving  time.Duration     // that a proof takes
	fallen   map[string]string // why a row is not what it is labelled, where it is timed
	payload  error             // of those who ask for payloads

	allocates map[string]float64 // how many times more an operation allocates in batches than where that is counted
}

type asked struct {
	protocol.Request
	process int
	batch   int // batches before it, of proofs
}

const otherSeed = 77

// fakeWorker is one process of the farm.
type fakeWorker struct {
	farm   *farm
	number int
	gone   bool
	loaded string
	scale  int // of the values, in a sweep
	clock  float64
	left   bool // it ends at the next batch
	other  bool // it holds values of another seed than the run's

	comparing bool // clocks
}

// pace is that of the process's clock.
func (w *fakeWorker) pace() float64 { return cmp.Or(w.clock, 1) }

func (w *fakeWorker) close() { w.gone = true }

// Processor is that the process had one for a fifth of the time that it wanted one.
func (w *fakeWorker) Processor() (had, waited time.Duration) { return time.Second, 4 * time.Second }

// Waiting says how long requests waited, where the system of the farm tells.
func (w *fakeWorker) Waiting() func() time.Duration {
	before := w.farm.waited
	return func() time.Duration {
		if !w.farm.tells {
			return 0
		}
		return w.farm.waited - before
	}
}

func (w *fakeWorker) ask(req protocol.Request) (resp protocol.Response, err error) {
	f := w.farm
	f.asking.Lock() // several processes are made ready at once
	defer f.asking.Unlock()
	if w.gone {
		f.t.Errorf("a process that is gone was asked to %s", req.Do)
	}
	f.clock.now = f.clock.now.Add(50 * time.Microsecond)
	if f.wait != nil {
		wait := f.wait()
		f.waited += wait
		f.clock.now = f.clock.now.Add(wait)
	}
	began := f.clock.now
	defer func() {
		if resp.Batch != nil || resp.Batches != nil {
			resp.TookNS = int64(float64(f.clock.now.Sub(began)) * w.pace())
		}
	}()
	if req.Do != "batches" {
		w.comparing = false
		return w.answer(req)
	}
	w.comparing = len(req.Batches) == clockBatches && req.Batches[0].Case == req.Batches[4].Case && req.Batches[0].Op == req.Batches[4].Op
	if !w.comparing {
		f.together = append(f.together, req.Batches)
	}
	for _, one := range req.Batches {
		answer, err := w.answer(one)
		if err != nil {
			if d := (*died)(nil); errors.As(err, &d) {
				return protocol.Response{}, err
			}
			answer.Err = err.Error()
		}
		resp.Batches = append(resp.Batches, answer)
	}
	return resp, nil
}

func (w *fakeWorker) answer(req protocol.Request) (protocol.Response, error) {
	f := w.farm
	if f.onAsk != nil {
		if err := f.onAsk(req); err != nil {
			return protocol.Response{}, err
		}
	}
	switch req.Do {
	case "load":
		w.loaded, w.scale, w.other = req.Case.Subject, 0, f.learnt != nil && req.Data.Seed == otherSeed
		if req.Data != nil {
			if w.scale = req.Data.Flags["n"]; w.scale > 0 {
				f.counts = append(f.counts, req.Data.Count)
			}
		}
		if w.other {
			f.others = append(f.others, f.layouts[w.number-1])
		}
		load := &protocol.Load{Values: 10, Origin: "workload"}
		if f.learnt != nil {
			load.Values = unseenFew
		}
		if req.Digest {
			load.Digest, load.Bytes = f.digest, f.memory
			if w.other {
				load.Digest = "of other values"
			}
		}
		return protocol.Response{Load: load}, nil
	case "verify":
		f.clock.now = f.clock.now.Add(time.Millisecond)
		if reason, ok := f.bad[req.Case.Adapter]; ok {
			return protocol.Response{Verdict: &protocol.Verdict{Reason: reason}}, nil
		}
		ops := []protocol.Op{protocol.Marshal, protocol.Unmarshal, protocol.RoundTrip, protocol.Compared, protocol.Encode, protocol.Decode, protocol.Open}
		v := &protocol.Verdict{OK: true, Ops: ops, Sizes: protocol.SizeStat{Mean: 58}}
		if f.verdict != nil {
			f.verdict(req.Case.Adapter, v)
		}
		return protocol.Response{Verdict: v}, nil
	case "encodings":
		if w.other {
			length := 58
			if more := f.learnt[req.Case.Adapter]; more > 0 && !f.short {
				length = int(58 * more)
			}
			return protocol.Response{Encodings: [][]byte{make([]byte, length)}}, nil
		}
		fallthrough
	case "edges", "decode", "again", "probe":
		resp, given := f.answers[req.Do+" "+req.Case.Adapter]
		if req.Do == "probe" && !given {
			resp.Probe = &protocol.Probed{Attacked: &protocol.Attacked{}}
		}
		if resp.Err != "" {
			w.gone = true
			return protocol.Response{}, &died{Reason: resp.Err}
		}
		return resp, nil
	case "allocs":
		bytes, ok := f.bytes[req.Case.Adapter]
		if !ok {
			bytes = 48
		}
		return protocol.Response{Allocs: &protocol.Allocs{BytesPerOp: bytes, AllocsPerOp: 1}}, nil
	case "parallel":
		return protocol.Response{ParallelNS: int64(float64(req.N) * f.ns[req.Case.Adapter])}, nil
	case "latency":
		return protocol.Response{Latency: &protocol.Latency{N: req.N, P50: 1, P99: 2, P999: 3, Max: 4}}, nil
	case "cold":
		return protocol.Response{Cold: &protocol.Cold{N: req.N, NS: int64(req.N) * 100}}, nil
	case "first":
		return protocol.Response{First: &protocol.First{Open: 1000, Marshal: 2000, Unmarshal: 3000}}, nil
	case "forget":
		return protocol.Response{}, nil
	case "prove":
		f.proofs = append(f.proofs, asked{req, w.number, len(f.batches)})
		f.clock.now = f.clock.now.Add(f.proving)
		return protocol.Response{Err: f.fallen[req.Case.Adapter]}, nil
	case "payloads":
		f.payloads = append(f.payloads, asked{Request: req, process: w.number})
		if f.payload != nil {
			return protocol.Response{}, f.payload
		}
		f.clock.now = f.clock.now.Add(300 * time.Millisecond)
		return protocol.Response{Payloads: []protocol.Payload{
			{Bytes: 16, N: 10, CPUNS: 200, WallNS: 1e6, OwnNS: 5, Cycles: req.Cycles},
			{Bytes: 512, Pointers: true, N: 10, CPUNS: 4000, WallNS: 1e6, OwnNS: 50, Cycles: req.Cycles},
		}}, nil
	case "profile":
		return protocol.Response{Profile: &protocol.Profile{CPU: []byte(req.Case.Adapter + " " + string(req.Op))}}, nil
	case "window":
		f.windows = append(f.windows, asked{Request: req, process: w.number})
		took := max(req.Span.Least, time.Duration(req.Span.Cycles)*5*time.Millisecond)
		f.clock.now = f.clock.now.Add(took)
		window := &protocol.Window{
			N: 1000 * req.N, CPUNS: int64(2 * took), GCNS: int64(took) / 2, WallNS: int64(took), Cycles: req.Span.Cycles - f.lost,
			OwnN: 500 * req.N, OwnCPUNS: int64(took),
		}
		if f.window != nil {
			if err := f.window(window); err != nil {
				w.gone = true
				return protocol.Response{}, err
			}
		}
		return protocol.Response{Window: window}, nil
	}
	if w.loaded != req.Case.Subject {
		f.t.Errorf("batch of %s in a process that holds %q", req.Case.Subject, w.loaded)
	}
	if !w.comparing {
		f.batches = append(f.batches, asked{Request: req, process: w.number})
	}
	if words, ok := f.deadly[req.Case.Adapter]; ok && len(f.batches) > 60 {
		w.gone = true
		return protocol.Response{}, &died{Reason: words}
	}
	if w.left || req.Settle && req.Case.Adapter == "leaver" && f.leaves == req.Op {
		w.gone = true
		return protocol.Response{}, &died{Reason: "batch " + string(req.Op) + ": panic: of a finalizer"}
	}
	w.left = f.leaves == req.Op && req.Case.Adapter == "leaver" && len(f.batches) > 60
	each := f.ns[req.Case.Adapter]
	if w.scale > 0 {
		var err error
		if each, err = f.scaled(req.Case.Adapter, w.scale); err != nil {
			w.gone = true
			return protocol.Response{}, err
		}
	}
	if w.other {
		each *= cmp.Or(f.learnt[req.Case.Adapter], 1)
	}
	ns := int64(float64(req.N) * each)
	if req.NoGC && f.noGC > 0 {
		ns = int64(float64(ns) * f.noGC)
	}
	if f.noise != nil {
		ns = int64(float64(ns) * f.noise(len(f.batches)))
	}
	f.clock.now = f.clock.now.Add(time.Duration(ns))
	if pace, ok := f.paces[req.Case.Adapter]; ok {
		w.clock = pace
	}
	ns = int64(float64(ns) * w.pace())
	b := &protocol.Batch{NS: ns, Bytes: int64(req.N * w.scale)}
	if req.Watched {
		b.Counted, b.Allocs = req.N, int64(float64(req.N)*(1+f.allocates[req.Case.Adapter]))
	}
	return protocol.Response{Batch: b}, nil
}

func newFarm(t *testing.T) *farm {
	return &farm{t: t, clock: &fakeClock{time.Unix(0, 0)}, ns: map[string]float64{protocol.Floor: 2, protocol.LimitCopy: 3, protocol.LimitAlloc: 20}, bad: map[string]string{}, deadly: map[string]string{}}
}

// config is a run over one subject with the given adapters.
func (f *farm) config(adapters ...string) Config {
	cfg := Config{
		Run:     &result.Run{},
		Workers: [][]string{slices.Repeat([]string{"worker"}, 9)}, Budget: time.Second, Processes: 9, Seed: 1,
	}
	s := &Subject{Name: "data", Result: &result.Subject{Name: "data"}}
	for _, a := range adapters {
		row := &result.Case{Row: a, Status: result.Skipped, Class: result.Safe}
		s.Result.Cases = append(s.Result.Cases, row)
		s.Cases = append(s.Cases, &Case{Row: row, Protocol: protocol.Case{Subject: "data", Adapter: a}})
	}
	cfg.Run.Subjects = []*result.Subject{s.Result}
	cfg.Subjects = []*Subject{s}
	return cfg
}

// complete runs to the end, without an error.
func (f *farm) complete(cfg Config) {
	f.t.Helper()
	if err := f.run(f.t.Context(), cfg); err != nil {
		f.t.Fatal(err)
	}
}

func (f *farm) run(ctx context.Context, cfg Config) error {
	r := newRunner(cfg)
	r.clock = f.clock
	r.ticks = func() ticks {
		f.ticks.total += 1000
		f.ticks.steal += f.stolen
		return f.ticks
	}
	r.secret = func() uint64 { return otherSeed }
	r.pool.start = func(_ context.Context, _, layout int) (asker, error) {
		f.starts++
		f.layouts = append(f.layouts, layout)
		return &fakeWorker{farm: f, number: f.starts}, nil
	}
	r.long.start = r.pool.start
	return r.run(ctx)
}

// samples returns the samples of a case's marshal.
func samples(cfg Config, i int) []result.Sample {
	return cfg.Subjects[0].Result.Cases[i].Ops["marshal"].Samples
}

func TestEveryRoundHasEveryCaseOnce(t *testing.T) {
	f := newFarm(t)
	f.ns["fast"], f.ns["slow"] = 10, 40
	cfg := f.config("fast", "slow")
	f.complete(cfg)
	fast, slow := samples(cfg, 0), samples(cfg, 1)
	if len(fast) < 100 {
		t.Errorf("%d rounds in a second, want a hundred at least", len(fast))
	}
	if len(fast) != len(slow) {
		t.Fatalf("%d samples of one case, %d of the other", len(fast), len(slow))
	}
	for i := range fast {
		if fast[i].Round != i || slow[i].Round != i {
			t.Fatalf("sample %d is of rounds %d and %d", i, fast[i].Round, slow[i].Round)
		}
		if fast[i].Process != slow[i].Process || fast[i].Layout != slow[i].Layout {
			t.Fatalf("round %d has cases in processes %d and %d", i, fast[i].Process, slow[i].Process)
		}
		if fast[i].NSPerOp != 10 {
			t.Fatalf("sample %d: %v ns/op, want 10", i, fast[i].NSPerOp)
		}
	}
	if c := cfg.Subjects[0].Result.Cases[0]; c.Status != result.OK || c.Size.Mean != 58 || c.Ops["marshal"].AllocsPerOp != 1 {
		t.Errorf("case is recorded as %+v", c)
	}
	if floor := cfg.Subjects[0].Result.Floor; floor == nil || len(floor.Ops["roundtrip"].Samples) != len(fast) {
		t.Error("the floor did not take part in the rounds")
	}
}

// A request on its way and its answer take as long as a third of a batch.
func TestBatchesAreAskedForAtOnce(t *testing.T) {
	f := newFarm(t)
	f.ns["a"], f.ns["b"], f.ns["c"] = 10, 20, 1e6 // batches of c are of a millisecond
	cfg := f.config("a", "b", "c")
	cfg.Budget = 5 * time.Second
	cfg.Workers = append(cfg.Workers, cfg.Workers[0])
	cfg.Subjects[0].Cases[1].Worker = 1
	f.complete(cfg)
	most, batches := time.Duration(0), 0
	for _, list := range f.together {
		took := time.Duration(0)
		for _, one := range list {
			if (one.Case.Adapter == "b") != (list[0].Case.Adapter == "b") {
				t.Fatalf("batches of %s and %s are asked of one worker", one.Case.Adapter, list[0].Case.Adapter)
			}
			took += time.Duration(float64(one.N) * f.ns[one.Case.Adapter])
		}
		most, batches = max(most, took), batches+len(list)
	}
	if n := len(f.together); n == 0 || batches < 2*n {
		t.Errorf("%d batches in %d requests of several", batches, n)
	}
	if most > mostTogether+2*time.Millisecond {
		t.Errorf("batches that take %v are asked for at once", most)
	}
}

// Who is woken has lost the processor's caches to others: so in a round each worker is
// woken once, and any of them first.
func TestARoundWakesEachWorkerOnce(t *testing.T) {
	f := newFarm(t)
	adapters := []string{"a", "b", "c", "d", "e"}
	for i, a := range adapters {
		f.ns[a] = float64(10 * (i + 1))
	}
	cfg := f.config(adapters...)
	cfg.Workers = append(cfg.Workers, cfg.Workers[0], cfg.Workers[0])
	cfg.Subjects[0].Cases[1].Worker, cfg.Subjects[0].Cases[3].Worker, cfg.Subjects[0].Cases[4].Worker = 1, 1, 2
	f.complete(cfg)
	var rounds [][]int // the processes in the order of their batches
	last := uint64(0)
	for _, b := range f.batches {
		if b.Placement == 0 { // not of a round
			continue
		}
		if b.Placement != last {
			rounds, last = append(rounds, nil), b.Placement
		}
		of := &rounds[len(rounds)-1]
		if n := len(*of); n == 0 || (*of)[n-1] != b.process {
			*of = append(*of, b.process)
		}
	}
	first := map[int]bool{}
	for _, of := range rounds {
		if len(of) > 3 {
			t.Fatalf("a round goes from process to process: %v", of)
		}
		first[slices.Index(slices.Sorted(slices.Values(of)), of[0])] = true
	}
	if len(rounds) < 20 || len(first) != 3 {
		t.Errorf("of %d rounds the first processes are %v", len(rounds), first)
	}
}

// Whatever comes behind a batch that fails, in the same answer, makes its case none that
// succeeded.
func TestABatchThatFailsAmongOthers(t *testing.T) {
	f := newFarm(t)
	f.ns["good"], f.ns["bad"] = 10, 10
	cfg := f.config("good", "bad")
	f.onAsk = func(req protocol.Request) error {
		if req.Do == "batch" && req.Case.Adapter == "bad" && len(f.batches) > 400 && req.Op == protocol.Marshal {
			return errors.New("boom")
		}
		return nil
	}
	f.complete(cfg)
	good, bad := cfg.Subjects[0].Result.Cases[0], cfg.Subjects[0].Result.Cases[1]
	if bad.Status != result.Failed || bad.Reason != "batch marshal: boom" || good.Status != result.OK {
		t.Errorf("%s (%s) and %s", bad.Status, bad.Reason, good.Status)
	}
	if n := slices.Max(f.layouts[len(f.layouts)-9:]); n != 8 {
		t.Errorf("the last nine processes are of layouts up to %d, though none died", n)
	}
}

func TestCasesAreSpreadOverProcessesAndLayouts(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 10
	cfg := f.config("a")
	f.complete(cfg)
	rounds, layouts := map[int]int{}, map[int]bool{}
	for _, s := range samples(cfg, 0) {
		rounds[s.Process]++
		layouts[s.Layout] = true
		if s.Layout != s.Process%9 {
			t.Fatalf("process %d has layout %d", s.Process, s.Layout)
		}
	}
	if len(layouts) != 9 {
		t.Errorf("%d layouts, want 9", len(layouts))
	}
	if len(rounds) != 9 {
		t.Errorf("%d processes, want one of each layout", len(rounds))
	}
	for p := range len(rounds) {
		if n := rounds[p]; 10*n < 9*rounds[8] || 10*n > 11*rounds[8] { // the first sizes batches
			t.Errorf("process %d served %d rounds, and the last one %d", p, n, rounds[8])
		}
	}
}

// TestProcessesTakeLayoutsInTurn, as many as there are of the worker that has the
// most.
func TestProcessesTakeLayoutsInTurn(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 10
	cfg := f.config("a")
	cfg.Workers = [][]string{{"one"}, {"one", "two", "three"}}
	f.complete(cfg)
	for _, s := range samples(cfg, 0) {
		if s.Layout != s.Process%3 {
			t.Fatalf("process %d has layout %d, of 3", s.Process, s.Layout)
		}
	}
	list := samples(cfg, 0)
	n := list[len(list)-1].Process + 1 // the last that were started
	for process, layout := range f.layouts[len(f.layouts)-n:] {
		if layout != process%3 {
			t.Errorf("process %d of %d was started from the executable of layout %d", process, n, layout)
		}
	}
}

// TestAProcessServesSomeRounds, where the time would be enough for fewer, and where it
// is not enough for one no more than that.
func TestAProcessServesSomeRounds(t *testing.T) {
	var one time.Duration // that takes a round in each process
	for _, tc := range []struct {
		share float64 // of the time of a round in each process
		want  int
	}{{0, 1}, {2.5, leastRounds}, {8, 4}} {
		f := newFarm(t)
		f.ns["a"] = 10
		cfg := f.config("a")
		cfg.Budget = max(time.Duration(tc.share*float64(one)), 1)
		var began time.Time
		cfg.Progress = func(s Step) {
			if s.Kind == Measuring && began.IsZero() {
				began = f.clock.now
			}
		}
		f.complete(cfg)
		if one == 0 {
			one = f.clock.now.Sub(began)
		}
		served := map[int]int{}
		for _, s := range samples(cfg, 0) {
			served[s.Process]++
		}
		for p := range 9 {
			if served[p] < tc.want || tc.want == 1 && served[p] > 1 {
				t.Errorf("with %v rounds' time a process: process %d served %d, want %d (%v)", tc.share, p, served[p], tc.want, served)
			}
		}
	}
}

// TestProcessesHaveTheSameRounds, about, where starting them and loading their values
// takes as long as the rounds do: a layout with few rounds is as much of the test as
// one with many.
func TestProcessesHaveTheSameRounds(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 10
	cfg := f.config("a")
	f.onAsk = func(req protocol.Request) error {
		if req.Do == "load" {
			f.clock.now = f.clock.now.Add(50 * time.Millisecond)
		}
		return nil
	}
	f.complete(cfg)
	served := map[int]int{}
	for _, s := range samples(cfg, 0) {
		served[s.Process]++
	}
	for p := range 9 {
		if least := served[1] * 3 / 4; served[p] < least {
			t.Errorf("process %d served %d rounds, another one %d", p, served[p], served[1])
		}
	}
}

// TestTheTimeIsKeptOnABusyMachine: where all takes many times as long as on an idle
// one, from the start or from some moment on, processes are given up, but for the few
// without which there is no figure, and that is said.
func TestTheTimeIsKeptOnABusyMachine(t *testing.T) {
	const budget = 30 * time.Second
	for _, tc := range []struct {
		name        string
		slow        time.Duration // that every answer takes
		since       time.Duration // the run began
		least, most int           // processes
	}{
		{"idle", 0, 0, 9, 9},
		{"busy", 50 * time.Millisecond, 0, 9, 9},
		{"busier", 400 * time.Millisecond, 0, fewestProcesses, 8},
		{"overloaded", time.Second, 0, fewestProcesses, fewestProcesses},
		{"overloaded later", time.Second, budget / 2, 4, 6},
	} {
		t.Run(tc.name, func(t *testing.T) {
			f := newFarm(t)
			f.ns["a"], f.ns["b"] = 10, 20
			cfg := f.config("a", "b")
			cfg.Budget = budget
			var began time.Time
			cfg.Progress = func(s Step) {
				if s.Kind == Measuring && began.IsZero() {
					began = f.clock.now
				}
			}
			f.onAsk = func(req protocol.Request) error {
				if !began.IsZero() && f.clock.now.Sub(began) >= tc.since {
					f.clock.now = f.clock.now.Add(tc.slow)
				}
				return nil
			}
			f.complete(cfg)
			served := map[int]bool{}
			for _, s := range samples(cfg, 0) {
				served[s.Process] = true
			}
			if len(served) < tc.least || len(served) > tc.most {
				t.Errorf("%d processes, want %d to %d", len(served), tc.least, tc.most)
			}
			if said := len(cfg.Run.Warnings) > 0; said != (len(served) < 9) {
				t.Errorf("%d processes, warnings %q", len(served), cfg.Run.Warnings)
			}
			if spent := f.clock.now.Sub(began); len(served) > fewestProcesses && tc.since == 0 && spent > budget+budget/10 {
				t.Errorf("it took %v of %v", spent, budget)
			}
		})
	}
}

func TestProcesses(t *testing.T) {
	for _, tc := range []struct {
		budget         time.Duration
		subjects, want int
	}{
		{time.Nanosecond, 1, 9},
		{26 * time.Second, 5, 9}, // one of each layout, for half a second each
		{53 * time.Second, 1, 9},
		{54 * time.Second, 1, 18},
		{3 * time.Minute, 1, 54},
		{8 * time.Hour, 1, 99},
		{10 * time.Minute, 5, 36},
	} {
		if got := processes(tc.budget, tc.subjects, 9, 9); got != tc.want {
			t.Errorf("%v for %d subjects: %d processes, want %d", tc.budget, tc.subjects, got, tc.want)
		}
	}
	if got := processes(time.Second, 1, 12, 3); got != 12 {
		t.Errorf("%d processes, want the 12 that were asked for", got)
	}
}

// TestProcessesOfARoundAgeBeforeIt, all of them, so that none does while another is
// timed.
func TestProcessesOfARoundAgeBeforeIt(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 10
	cfg := f.config("a")
	aged := 0
	f.onAsk = func(req protocol.Request) error {
		if req.Do == "load" && req.Aged {
			aged++
		}
		return nil
	}
	f.complete(cfg)
	list := samples(cfg, 0)
	if last := list[len(list)-1].Process; aged != last+1 {
		t.Errorf("%d processes aged before their rounds, of %d", aged, last+1)
	}
}

// TestSidesFollowEachOther: batches of what is compared above all are neighbours in
// time, each as often before the other as behind it.
func TestSidesFollowEachOther(t *testing.T) {
	f := newFarm(t)
	adapters := []string{"a", "b", "c"}
	for i, a := range adapters {
		f.ns[a] = float64(10 * (i + 1))
	}
	cfg := f.config(adapters...)
	cfg.Subjects[0].Cases[0].Beside, cfg.Subjects[0].Cases[2].Beside = "row", "row"
	f.complete(cfg)
	var order []string
	for _, b := range f.batches {
		if b.Op == protocol.Marshal && b.N > 100 && b.Case.Adapter != protocol.Floor {
			order = append(order, b.Case.Adapter)
		}
	}
	before, apart := 0, 0
	for i := 1; i < len(order); i++ {
		switch {
		case order[i-1] == "a" && order[i] == "c":
			before++
		case order[i] == "c" && (i+1 == len(order) || order[i+1] != "a"):
			apart++
		}
	}
	rounds := len(samples(cfg, 0))
	if apart > rounds/10 || before < rounds/4 || before > 3*rounds/4 {
		t.Errorf("of %d rounds c came right behind a in %d, and elsewhere than beside it in %d", rounds, before, apart)
	}
}

func TestOrderIsShuffledAndReproducible(t *testing.T) {
	order := func(seed uint64) string {
		f := newFarm(t)
		f.ns["a"], f.ns["b"], f.ns["c"] = 10, 20, 30
		cfg := f.config("a", "b", "c")
		cfg.Seed = seed
		f.complete(cfg)
		var b strings.Builder
		for _, r := range f.batches {
			fmt.Fprint(&b, r.Case.Adapter, r.Op, r.Placement, " ")
		}
		return b.String()
	}
	first, again, other := order(1), order(1), order(2)
	if first != again {
		t.Error("one seed gave two orders")
	}
	if first == other {
		t.Error("two seeds gave one order")
	}
}

// TestWhatAStrangerSays: what a process that never encoded cannot decode fails the
// case; what it does with malformed input is a label, and it is a finding that this
// could not be found out.
func TestWhatAStrangerSays(t *testing.T) {
	f := newFarm(t)
	for _, name := range []string{"good", "shares", "draws", "fragile", "edgy"} {
		f.ns[name] = 10
	}
	f.verdict = func(_ string, v *protocol.Verdict) {
		v.Deterministic, v.Samples = true, []protocol.Sample{{Encoded: []byte("a message")}}
	}
	f.answers = map[string]protocol.Response{
		"decode shares": {Err: "decoded in a process that never encoded: value 0: ID: want 1, got 0"},
		"again draws":   {Err: "in another process: value 0 encodes to other bytes"},
		"probe fragile": {Err: "probe: recursed without end, and was stopped"},
		"edges edgy": {Findings: []protocol.Finding{
			{Kind: protocol.Refused, Detail: "the zero time"}, {Kind: protocol.Changed, Detail: "minus zero"}, {Kind: protocol.Changed, Detail: "invalid UTF-8"},
		}},
		"probe edgy": {Probe: &protocol.Probed{Attacked: &protocol.Attacked{Hits: []protocol.Hit{{Kind: protocol.CutShort, Tried: 9, Other: 1}}}}},
	}
	f.digest = "values" // which both processes have
	cfg := f.config("good", "shares", "draws", "fragile", "edgy")
	cfg.Workers = [][]string{{filepath.Join(t.TempDir(), "worker")}}
	f.complete(cfg)
	for row, want := range map[string][]string{
		"good":    nil,
		"fragile": {"what malformed input does could not be found out: no message can be made to be broken: probe: recursed without end, and was stopped"},
		"edgy":    {"edge values changed: minus zero, invalid UTF-8; refused: the zero time"},
	} {
		c := caseNamed(cfg, row)
		if c.Status != result.OK || !slices.Equal(c.Findings, want) {
			t.Errorf("%s: %s, findings %q, want %q", row, c.Status, c.Findings, want)
		}
	}
	if l, known := caseNamed(cfg, "edgy").Label(result.Strict); !known || l.Holds || l.Fault != "accepts cut input" {
		t.Errorf("edgy: %+v", l)
	}
	if l, known := caseNamed(cfg, "fragile").Label(result.Strict); known {
		t.Errorf("fragile: %+v, of which nothing could be found out", l)
	}
	if c := caseNamed(cfg, "shares"); c.Status != result.Failed || !strings.Contains(c.Reason, "never encoded") {
		t.Errorf("shares: %s: %s", c.Status, c.Reason)
	}
	if c := caseNamed(cfg, "draws"); c.Status != result.Failed || !strings.Contains(c.Reason, "in another process") {
		t.Errorf("draws: %s: %s", c.Status, c.Reason)
	}
}

// TestWhatIsAskedToVerify: nothing of who was refused; edges of all but rows with reuse
// that decode as the others do; and malformed input, once to be made and once to be read, which is short, may take a quarter of the time. The time grows with the values, and that
// for which a process may stand still does not.
func TestWhatIsAskedToVerify(t *testing.T) {
	f := newFarm(t)
	for _, name := range []string{"fresh", "reuses", "keeps", "refused"} {
		f.ns[name] = 10
	}
	f.verdict = func(adapter string, v *protocol.Verdict) {
		v.ReusesValue, v.Aliases = adapter == "reuses", adapter == "keeps"
		v.Samples = []protocol.Sample{{Encoded: []byte("a message")}}
	}
	cfg := f.config("fresh", "reuses", "keeps", "refused")
	cfg.StepLimit = 20 * time.Second
	f.memory = 3 << 20 // for 31.45728 s more
	cases := cfg.Subjects[0].Cases
	cases[1].Protocol.Reuse, cases[2].Protocol.Reuse = true, true
	cases[3].Row.Status, cases[3].Row.Reason = result.Refused, "no maps"
	asked := map[string][]string{}
	f.onAsk = func(req protocol.Request) error {
		const whole = 51_457_280 * time.Microsecond
		limit := map[string]time.Duration{"verify": whole, "decode": whole, "edges": whole, "probe": whole / 4}
		if want, ok := limit[req.Do]; ok && !protocol.Harness(req.Case.Adapter) {
			asked[req.Case.Adapter] = append(asked[req.Case.Adapter], req.Do)
			if req.CPU != want {
				t.Errorf("%s of %s may take %v of processor time, want %v", req.Do, req.Case.Adapter, req.CPU, want)
			}
			if req.Still != 20*time.Second {
				t.Errorf("%s of %s may stand still for %v, want 20s", req.Do, req.Case.Adapter, req.Still)
			}
		}
		return nil
	}
	f.complete(cfg)
	for row, want := range map[string]string{
		"fresh": "verify decode edges probe probe", "reuses": "verify decode edges probe probe", "keeps": "verify decode probe probe", "refused": "",
	} {
		if got := strings.Join(asked[row], " "); got != want {
			t.Errorf("%s: asked to %q, want %q", row, got, want)
		}
	}
	if c := caseNamed(cfg, "refused"); c.Status != result.Refused || c.Reason != "no maps" || len(c.Ops) > 0 {
		t.Errorf("who was refused is %s: %s", c.Status, c.Reason)
	}
	for row, want := range map[string]result.Class{"fresh": result.Safe, "keeps": result.Aliases} {
		if c := caseNamed(cfg, row); c.Class != want {
			t.Errorf("%s is %q, want %q", row, c.Class, want)
		}
	}
}

// TestProcessesHoldOneSubject at a time, and know which.
func TestProcessesHoldOneSubject(t *testing.T) {
	f := newFarm(t)
	var loads []string
	f.onAsk = func(req protocol.Request) error {
		if req.Do == "load" {
			loads = append(loads, fmt.Sprint(req.Case.Subject, " ", req.Aged))
		}
		return nil
	}
	p := &pool{procs: map[int]*process{}, start: func(context.Context, int, int) (asker, error) { return &fakeWorker{farm: f}, nil }}
	one, two := &Subject{Name: "one", Result: &result.Subject{}}, &Subject{Name: "two", Result: &result.Subject{}}
	for _, s := range []*Subject{one, one, two, one} {
		if proc, err := p.loaded(t.Context(), 0, s); err != nil || proc.subject != s.Name {
			t.Fatalf("%s: %+v, %v", s.Name, proc, err)
		}
	}
	for _, s := range []*Subject{one, two, two} {
		if err := p.ready(t.Context(), []int{0}, s); err != nil || p.procs[0].subject != s.Name {
			t.Fatalf("%s: %+v, %v", s.Name, p.procs[0], err)
		}
	}
	if want := []string{"one false", "two false", "one false", "two true"}; !slices.Equal(loads, want) {
		t.Errorf("loaded %q, want %q", loads, want)
	}
	if err := p.procs[0].holds(one, &protocol.Load{}); err == nil || !strings.Contains(err.Error(), "no values of one") {
		t.Errorf("without values: %v", err)
	}
}

// TestVerifiedOnce: what was verified is not verified again, unless it is asked
// for, or the values, the declaration or the executable are others.
func TestVerifiedOnce(t *testing.T) {
	dir, other := filepath.Join(t.TempDir(), "worker"), filepath.Join(t.TempDir(), "worker")
	for _, step := range []struct {
		name   string
		change func(cfg *Config, f *farm)
		want   int // verifications
	}{
		{"the first time", func(*Config, *farm) {}, 2},
		{"the second time", func(*Config, *farm) {}, 0},
		{"when it is asked for", func(cfg *Config, _ *farm) { cfg.Verify = true }, 2},
		{"with other values", func(_ *Config, f *farm) { f.digest = "others" }, 2},
		{"with values of which nothing is known", func(_ *Config, f *farm) { f.digest = "" }, 2},
		{"and still", func(_ *Config, f *farm) { f.digest = "" }, 2},
		{"with another declaration", func(cfg *Config, _ *farm) { cfg.Subjects[0].Cases[0].Declared.Aliases = true }, 1},
		{"in another executable", func(cfg *Config, _ *farm) { cfg.Workers = [][]string{{other}} }, 2},
		{"at the end", func(*Config, *farm) {}, 0},
	} {
		f := newFarm(t)
		f.ns["a"], f.ns["b"], f.digest = 10, 20, "values"
		f.bad["b"] = "loses data"
		verified := 0
		f.onAsk = func(req protocol.Request) error {
			if req.Do == "verify" {
				verified++
			}
			return nil
		}
		f.answers = map[string]protocol.Response{"edges a": {Findings: []protocol.Finding{{Kind: protocol.Refused, Detail: "the zero time"}}}}
		cfg := f.config("a", "b")
		cfg.Workers = [][]string{{dir}}
		if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.MkdirAll(filepath.Dir(other), 0o700); err != nil {
			t.Fatal(err)
		}
		step.change(&cfg, f)
		f.complete(cfg)
		if verified != step.want {
			t.Errorf("%s: %d verifications, want %d", step.name, verified, step.want)
		}
		a, b := caseNamed(cfg, "a"), caseNamed(cfg, "b")
		if a.Status != result.OK || a.Size.Mean != 58 || !slices.Equal(a.Findings, []string{"edge values refused: the zero time"}) {
			t.Errorf("%s: %s, size %v, findings %q", step.name, a.Status, a.Size, a.Findings)
		}
		if b.Status != result.Failed || b.Reason != "loses data" {
			t.Errorf("%s: %s: %s", step.name, b.Status, b.Reason)
		}
	}
}

func caseNamed(cfg Config, row string) *result.Case {
	for _, c := range cfg.Run.Subjects[0].Cases {
		if c.Row == row {
			return c
		}
	}
	return nil
}

// TestEveryBatchOfARoundIsRecorded, the first one of a process too; those that find out
// how long a batch is are not.
func TestEveryBatchOfARoundIsRecorded(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 10
	cfg := f.config("a")
	f.complete(cfg)
	recorded, calibrating := 0, 0
	for _, b := range f.batches {
		switch {
		case b.Case.Adapter != "a" || b.Op != protocol.Marshal:
		case b.Placement == 0: // as in no round
			calibrating++
		default:
			recorded++
		}
	}
	if calibrating != 4+calibrations { // of 1, 8, 64 and 512 operations, which are too few
		t.Errorf("%d batches found how long one is, want %d", calibrating, 4+calibrations)
	}
	if n := len(samples(cfg, 0)); n != recorded || n == 0 {
		t.Errorf("%d samples of %d batches", n, recorded)
	}
}

// TestWhatIsKnownIsNotFoundAgain: how many operations make a batch, and what one
// allocates, is known from the run before, of the harness's own cases too.
func TestWhatIsKnownIsNotFoundAgain(t *testing.T) {
	executable := filepath.Join(t.TempDir(), "worker")
	for run, want := range []bool{true, false, true} { // whether anything has to be found
		f := newFarm(t)
		f.ns["a"], f.digest = 10, "values"
		cfg := f.config("a")
		cfg.Workers = [][]string{slices.Repeat([]string{executable}, 9)}
		cfg.Verify = run == 2
		found := 0
		f.onAsk = func(req protocol.Request) error {
			if req.Do == "allocs" || req.Do == "batch" && req.Placement == 0 {
				found++
			}
			return nil
		}
		f.complete(cfg)
		if (found > 0) != want {
			t.Errorf("run %d: %d requests to find what batches need", run, found)
		}
		if op := cfg.Subjects[0].Result.Cases[0].Ops["marshal"]; op.AllocsPerOp != 1 || op.BytesPerOp != 48 || op.Samples[len(op.Samples)-1].N != 20000 {
			t.Errorf("run %d: recorded as %v allocations of %v bytes, %d operations a batch", run, op.AllocsPerOp, op.BytesPerOp, op.Samples[len(op.Samples)-1].N)
		}
	}
}

// TestOneBatchOfEightIsWatched, at random, after the first ones, all of which are.
func TestOneBatchOfEightIsWatched(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 10
	cfg := f.config("a")
	cfg.Budget = 4 * time.Second
	f.complete(cfg)
	var pattern []bool
	for _, b := range f.batches {
		if b.Case.Adapter == "a" && b.Op == protocol.Marshal && b.Placement != 0 {
			pattern = append(pattern, b.Watched)
		}
	}
	if i := slices.Index(pattern, false); i < firstWatched {
		t.Errorf("batch %d is not watched", i)
	}
	pattern = pattern[firstWatched:]
	watched := 0
	gaps := map[int]bool{}
	last := 0
	for i, w := range pattern {
		if w {
			watched++
			gaps[i-last], last = true, i
		}
	}
	if share := float64(watched) / float64(len(pattern)); share < 0.09 || share > 0.16 {
		t.Errorf("%d of %d batches are watched", watched, len(pattern))
	}
	if len(gaps) < 10 {
		t.Errorf("watched batches are %d different numbers of batches apart: somebody could tell which is next", len(gaps))
	}
}

var update = flag.Bool("update", false, "write the figures of what catches cheats")

// TestWhatCatchesASmallShare: cheats.md has the probabilities that the schedule of what is
// watched gives.
func TestWhatCatchesASmallShare(t *testing.T) {
	const page = "../../worker/internal/verify/cheats.md"
	data := filetest.Read(t, page)
	// caught is the probability that a codec which does nothing in a share p of its calls is
	// caught by n batches: each that is watched shows one call at random, and the last, of which
	// it may know.
	caught := func(n int, p float64) (least, most float64) {
		first, later := float64(min(n, firstWatched)), float64(max(0, n-firstWatched))
		missed := func(p float64) float64 { return math.Pow(1-p, first) * math.Pow(1-p/oneWatched, later) }
		return 1 - missed(p), 1 - missed(1-(1-p)*(1-p))
	}
	const shortest = 27 // batches: three rounds in nine processes
	const busy = fewestProcesses * leastRounds
	least, _ := caught(shortest, 0.1)
	if least < 0.9 {
		t.Errorf("the shortest run catches a tenth of the calls with %.2f, want 0.9", least)
	}
	text := fmt.Sprintf("  Of each operation the first %d timed batches are watched, and by chance one of %d that follow.\n", firstWatched, oneWatched)
	text += "\n  | batches of an operation | p = 1 % | 2 % | 5 % | 10 % |\n  |---|---|---|---|---|\n"
	for _, n := range []int{busy, shortest, 100, 300, 1000} {
		text += fmt.Sprintf("  | %d |", n)
		for _, p := range []float64{0.01, 0.02, 0.05, 0.1} {
			least, most := caught(n, p)
			text += fmt.Sprintf(" %.0f to %.0f %% |", math.Floor(100*least), math.Floor(100*most))
		}
		text += "\n"
	}
	begin, end := "  <!-- written by go test ./internal/measure -run TestWhatCatches -update -->\n", "  <!-- end -->\n"
	before, rest, ok := strings.Cut(string(data), begin)
	_, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no place for what the schedule gives", page)
	}
	now := before + begin + text + end + after
	if *update {
		filetest.Write(t, page, now)
	} else if now != string(data) {
		t.Errorf("%s is not what the schedule gives, which -update writes:\n%s", page, text)
	}
}

// TestTheShareOfTheTimeIsKept of what is recorded.
func TestTheShareOfTheTimeIsKept(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 10
	cfg := f.config("a")
	f.complete(cfg)
	want := 0.0
	s := cfg.Subjects[0].Result
	for _, c := range append([]*result.Case{s.Floor, s.Cases[0]}, s.Limits...) {
		for _, op := range c.Ops {
			for _, x := range op.Samples {
				want += float64(x.N) * x.NSPerOp / 1e9
			}
		}
	}
	if got := cfg.Run.Env.CPUShare; got != 0.2 {
		t.Errorf("workers had a processor for %v of the time they needed, want 0.2", got)
	}
	if got := cfg.Run.Spent.RecordedSec; got < want*0.999 || got > want*1.001 {
		t.Errorf("%v s on the clock are recorded, and the samples took %v s", got, want)
	}
}

// TestLabelsAreProvenWhereCodecsAreTimed: of all rows in the third process and the last, and
// of some in others, after their batches, and of a few between. Where one falls the row has no figures.
func TestLabelsAreProvenWhereCodecsAreTimed(t *testing.T) {
	f := newFarm(t)
	f.ns["a"], f.ns["aliasing"], f.ns["fallen"] = 10, 10, 10
	f.verdict = func(adapter string, v *protocol.Verdict) { v.Aliases = adapter == "aliasing" }
	f.fallen = map[string]string{"fallen": "looked at again after it was timed: it aliases"}
	f.proving = time.Millisecond
	cfg := f.config("a", "aliasing", "fallen")
	cfg.Processes, cfg.Budget = 12, 5*time.Second
	f.complete(cfg)
	last := map[int]int{} // batch of a process
	for i, b := range f.batches {
		last[b.process] = i
	}
	in, between := map[string][]int{}, map[string]int{}
	numbers := map[uint64]bool{}
	for _, p := range f.proofs {
		if p.Declared == nil || p.Aliases != (p.Case.Adapter == "aliasing") || protocol.Harness(p.Case.Adapter) || numbers[p.Placement] {
			t.Errorf("asked for %+v", p)
		}
		numbers[p.Placement] = true // which say what values are made
		if p.batch <= last[p.process] {
			between[p.Case.Adapter]++
		} else {
			in[p.Case.Adapter] = append(in[p.Case.Adapter], p.process)
		}
	}
	for _, name := range []string{"a", "aliasing"} {
		if n := len(in[name]); n < 2 || n > 8 {
			t.Errorf("%s is proven after the batches of %d processes: %v", name, n, in[name])
		}
		if n := between[name]; n < 3 || n > 60 {
			t.Errorf("%s is proven between batches %d times", name, n)
		}
	}
	if n := len(in["fallen"]) + between["fallen"]; n != 1 {
		t.Errorf("a row that has failed is proven %d times", n)
	}
	for _, c := range cfg.Subjects[0].Result.Cases {
		if fallen := c.Row == "fallen"; fallen != (c.Status == result.Failed) || fallen && (c.Reason != f.fallen["fallen"] || c.Ops != nil) {
			t.Errorf("%s is %s: %s", c.Row, c.Status, c.Reason)
		}
	}
}

// TestAllAreProvenOnAMachineThatIsBusy, in the third process, though the time is over.
func TestAllAreProvenOnAMachineThatIsBusy(t *testing.T) {
	f := newFarm(t)
	var names []string
	for i := range 12 {
		names = append(names, fmt.Sprint("a", i))
		f.ns[names[i]] = 10
	}
	f.proving = grace
	cfg := f.config(names...)
	cfg.Budget = time.Millisecond
	f.complete(cfg)
	last, proven := len(f.batches), map[string]bool{}
	for _, p := range f.proofs {
		if p.batch == last {
			proven[p.Case.Adapter] = true
		}
	}
	if len(proven) != len(names) {
		t.Errorf("%d of %d are proven after the last batches", len(proven), len(names))
	}
}

func TestBatchesAreLongEnough(t *testing.T) {
	f := newFarm(t)
	f.ns["quick"], f.ns["slow"] = 1.5, 3e6
	cfg := f.config("quick", "slow")
	f.complete(cfg)
	first := map[string]int{}
	for _, b := range f.batches {
		if took := time.Duration(float64(b.N) * f.ns[b.Case.Adapter]); b.N > 1 && took > 2*batchTime {
			t.Fatalf("a batch of %s took %v", b.Case.Adapter, took)
		}
		if b.Placement == 0 {
			first[b.Case.Adapter]++
		}
	}
	if n := first["slow"]; n != 3 {
		t.Errorf("%d batches found the size of 3 operations that are longer than a batch, want one each", n)
	}
	for i, want := range []int{133334, 1} {
		if n := samples(cfg, i)[0].N; n != want {
			t.Errorf("case %d runs %d operations a batch, want %d", i, n, want)
		}
	}
	if list := cfg.Run.Warnings; len(list) > 0 {
		t.Errorf("warnings %q", list)
	}
}

// TestNoiseDoesNotShortenBatches: two of three batches take up to twenty times
// as long as they should.
func TestNoiseDoesNotShortenBatches(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 10
	f.noise = func(batch int) float64 {
		if batch%3 == 0 {
			return 1
		}
		return 2 + float64(batch%19)
	}
	cfg := f.config("a")
	f.complete(cfg)
	for i, s := range samples(cfg, 0) {
		if s.N != 20000 {
			t.Fatalf("sample %d: %d operations in a batch, want 20000, which take %v without noise", i, s.N, batchTime)
		}
	}
}

// TestEachProcessIsCalibrated: code of another layout may take another time. What
// the fastest needs, all others get too.
func TestEachProcessIsCalibrated(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 10
	f.noise = func(int) float64 {
		if f.starts%5 == 0 {
			return 0.25
		}
		return 1
	}
	cfg := f.config("a")
	f.complete(cfg)
	seen, short := map[int]bool{}, 0
	for _, s := range samples(cfg, 0) {
		if took := time.Duration(float64(s.N) * s.NSPerOp); took < batchTime*9/10 {
			short++ // the first in the process that is the first to be faster
		}
		seen[s.N] = true
	}
	if len(seen) != 2 || !seen[20000] || !seen[80000] {
		t.Errorf("batches have %v operations, want 20000 and, from the first process that is faster on, 80000", seen)
	}
	if n := cfg.Subjects[0].Result.Cases[0].Ops["marshal"].ShortBatches; n != short || short != 1 {
		t.Errorf("%d batches were short, of which %d are told, want one", short, n)
	}
}

// TestAProcessorOfTwoSpeeds: what was calibrated at the lower one is long enough
// at the higher.
func TestAProcessorOfTwoSpeeds(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 10
	f.noise = func(batch int) float64 {
		if batch < 200 || batch%3 != 0 {
			return 1.8
		}
		return 1
	}
	cfg := f.config("a")
	f.complete(cfg)
	list := samples(cfg, 0)
	if n := cfg.Subjects[0].Result.Cases[0].Ops["marshal"].ShortBatches; n != 0 {
		t.Errorf("%d of %d batches were short", n, len(list))
	}
	if first, last := list[0].N, list[len(list)-1].N; first != 11112 || last != 20000 {
		t.Errorf("batches have %d operations at first and %d at last, want 11112 and 20000", first, last)
	}
}

func TestBatchesThatFallShortAreCounted(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 10
	f.noise = func(batch int) float64 {
		switch {
		case batch > 1200:
			return 0.16
		case batch > 800:
			return 0.4
		}
		return 1
	}
	cfg := f.config("a")
	f.complete(cfg)
	short := 0
	for _, s := range samples(cfg, 0) {
		if float64(s.N)*s.NSPerOp < float64(batchMin) {
			short++
		}
	}
	if got := cfg.Subjects[0].Result.Cases[0].Ops["marshal"].ShortBatches; got != short || short != 2 {
		t.Errorf("%d short batches are recorded, there were %d; want the first at each new speed, and longer ones after it", got, short)
	}
}

func TestBudgetIsKept(t *testing.T) {
	for _, budget := range []time.Duration{time.Second, 10 * time.Second} {
		f := newFarm(t)
		f.ns["a"], f.ns["b"] = 10, 20
		cfg := f.config("a", "b")
		cfg.Budget = budget
		f.complete(cfg)
		took := f.clock.now.Sub(time.Unix(0, 0))
		if took > budget*11/10 || took < budget/2 {
			t.Errorf("budget %v, but the run took %v", budget, took)
		}
	}
}

// TestCheckpoints come every three seconds, and at the end.
func TestCheckpoints(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 10
	cfg := f.config("a")
	cfg.Budget = 30 * time.Second
	var at []time.Time
	cfg.Checkpoint = func() { at = append(at, f.clock.now) }
	f.complete(cfg)
	if len(at) < 8 || !at[len(at)-1].Equal(f.clock.now) {
		t.Fatalf("%d checkpoints in 30 s, the last %v before the end", len(at), f.clock.now.Sub(at[len(at)-1]))
	}
	for i := 1; i+1 < len(at); i++ {
		if pause := at[i].Sub(at[i-1]); pause < checkpoints || pause > checkpoints*11/10 {
			t.Errorf("checkpoint %d comes %v after the one before", i, pause)
		}
	}
}

// A checkpoint that takes long is made less often: no more than a fiftieth of the time
// goes to them.
func TestSlowCheckpoints(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 10
	cfg := f.config("a")
	cfg.Budget = 60 * time.Second
	const takes = 400 * time.Millisecond
	var at []time.Time
	cfg.Checkpoint = func() {
		at = append(at, f.clock.now)
		f.clock.now = f.clock.now.Add(takes)
	}
	f.complete(cfg)
	if len(at) < 3 {
		t.Fatalf("%d checkpoints", len(at))
	}
	for i := 1; i+1 < len(at); i++ {
		if pause := at[i].Sub(at[i-1]); pause < checkpointShare*takes {
			t.Errorf("checkpoint %d comes %v after the one before, which took %v", i, pause, takes)
		}
	}
}

func TestStolenTimeIsSaid(t *testing.T) {
	for stolen, said := range map[uint64]bool{10: false, 30: true} {
		f := newFarm(t)
		f.stolen = stolen
		cfg := f.config("a")
		f.complete(cfg)
		if cfg.Run.Env.Steal != float64(stolen)/1000 || (len(cfg.Run.Warnings) > 0) != said {
			t.Errorf("%d of 1000 ticks: recorded %v, warnings %q", stolen, cfg.Run.Env.Steal, cfg.Run.Warnings)
		}
	}
}

// TestAllocationsAreCountedOverAllValues of the subject, of which there are ten, and
// over more operations where these take no time.
func TestAllocationsAreCountedOverAllValues(t *testing.T) {
	f := newFarm(t)
	f.ns["quick"], f.ns["slow"] = 10, 1e8
	cfg := f.config("quick", "slow")
	counted := 0
	f.onAsk = func(req protocol.Request) error {
		if req.Do == "allocs" && !protocol.Harness(req.Case.Adapter) {
			counted++
			if want := map[string]int{"quick": 512, "slow": 10}[req.Case.Adapter]; req.N != want {
				t.Errorf("allocations of %s are counted over %d operations", req.Case.Adapter, req.N)
			}
		}
		return nil
	}
	f.complete(cfg)
	if counted != 6 {
		t.Errorf("counted %d times, want once for each of 3 operations of 2 cases", counted)
	}
}

func TestTooSmallABudgetStillRunsThePilot(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 10
	cfg := f.config("a")
	cfg.Budget = time.Nanosecond
	f.complete(cfg)
	if n := len(samples(cfg, 0)); n != 9 {
		t.Errorf("%d rounds, want the 9 of the pilot", n)
	}
	if len(cfg.Run.Warnings) == 0 {
		t.Error("no warning says so")
	}
}

// TestABudgetBelowThePilotIsSaid: a little below it too.
func TestABudgetBelowThePilotIsSaid(t *testing.T) {
	pilot := time.Nanosecond
	for _, share := range []float64{0, 0.75} { // the first run tells how long the pilot takes
		f := newFarm(t)
		f.ns["a"] = 10
		cfg := f.config("a")
		cfg.Budget = time.Duration(share * float64(pilot))
		var began time.Time
		cfg.Progress = func(s Step) {
			if s.Kind == "measuring" && began.IsZero() {
				began = f.clock.now
			}
		}
		f.complete(cfg)
		pilot = f.clock.now.Sub(began)
		if n := len(samples(cfg, 0)); n < 9 || n > 9*leastRounds || len(cfg.Run.Warnings) == 0 {
			t.Errorf("with %v of the pilot's time: %d rounds, warnings %q", share, n, cfg.Run.Warnings)
		}
	}
}

// TestWhoFailedIsInNoRace: its neighbours in the order are apart without it.
func TestWhoFailedIsInNoRace(t *testing.T) {
	f := newFarm(t)
	f.ns["fast"], f.ns["deadly"], f.ns["slow"] = 10, 10, 1000
	f.deadly["deadly"] = "batch marshal: panic: boom"
	cfg := f.config("fast", "deadly", "slow")
	f.complete(cfg)
	if fast, slow := len(samples(cfg, 0)), len(samples(cfg, 2)); fast != slow {
		t.Errorf("%d rounds of the fast case, %d of the slow one, which is close to none that is left", fast, slow)
	}
}

// TestWhoLeftAFinalizerIsBlamed, and the operation by which it did, not who was at work when
// the process died.
func TestWhoLeftAFinalizerIsBlamed(t *testing.T) {
	for _, ns := range []float64{10, 30e6} { // batches are asked for together, and one by one
		f := newFarm(t)
		f.ns["victim"], f.ns["leaver"] = ns, ns
		f.leaves = protocol.Unmarshal
		cfg := f.config("victim", "leaver")
		cfg.Budget = max(cfg.Budget, time.Duration(ns*1000))
		f.complete(cfg)
		cases := cfg.Subjects[0].Result.Cases
		if cases[0].Status != result.OK {
			t.Errorf("%v ns: the other is %s: %s", ns, cases[0].Status, cases[0].Reason)
		}
		if want := "batch unmarshal: panic: of a finalizer"; cases[1].Reason != want {
			t.Errorf("%v ns: it is %s: %s, want %s", ns, cases[1].Status, cases[1].Reason, want)
		}
	}
}

// TestCloseRaces: who failed is between nobody, whatever it did before.
func TestCloseRaces(t *testing.T) {
	at := func(row string, status result.Status, ns float64) *entry {
		e := &entry{c: &Case{Row: &result.Case{Row: row, Status: status}, Protocol: protocol.Case{Adapter: row}}, op: protocol.Marshal, out: &result.Op{}}
		for round := range 9 {
			e.out.Samples = append(e.out.Samples, result.Sample{Round: round, NSPerOp: ns})
		}
		return e
	}
	floor, best, far := at(protocol.Floor, result.OK, 2), at("best", result.OK, 10), at("far", result.OK, 100)
	for _, tc := range []struct {
		name string
		more []*entry
		want string
	}{
		{"none", nil, ""},
		{"one failed", []*entry{at("failed", result.Failed, 100)}, ""},
		{"one not measured", []*entry{at("skipped", result.Skipped, 100)}, ""},
		{"one", []*entry{at("twin", result.OK, 100)}, protocol.Floor + " best far twin"},
	} {
		var got []string
		for _, e := range closeRaces(append([]*entry{floor, best, far}, tc.more...)) {
			got = append(got, e.c.Row.Row)
		}
		if strings.Join(got, " ") != tc.want {
			t.Errorf("%s: %v, want %q", tc.name, got, tc.want)
		}
	}
}

func TestCloseRacesGetMoreRounds(t *testing.T) {
	f := newFarm(t)
	f.ns["best"], f.ns["far"], f.ns["twin"], f.ns["twin-too"] = 10, 100, 1000, 1000
	cfg := f.config("best", "far", "twin", "twin-too")
	cfg.Budget = 10 * time.Second
	f.complete(cfg)
	if took := f.clock.now.Sub(time.Unix(0, 0)); took < cfg.Budget*9/10 || took > cfg.Budget*11/10 {
		t.Errorf("it took %v, want %v", took, cfg.Budget)
	}
	best, far, twin := len(samples(cfg, 0)), len(samples(cfg, 1)), len(samples(cfg, 2))
	// Rounds of the close race are some 60 % as long as those of all.
	if twin < far*2 || twin > far*7/2 {
		t.Errorf("the close race got %d rounds, the clear case %d: want half of the time for the race alone", twin, far)
	}
	if best != twin {
		t.Errorf("the best took part in %d of the %d rounds of the close race", best, twin)
	}
	// Nothing is known before the first process has served.
	first := map[string]int{}
	for _, row := range []int{1, 2} {
		for _, s := range samples(cfg, row) {
			if s.Process == 0 {
				first[cfg.Subjects[0].Cases[row].Row.Row]++
			}
		}
	}
	if first["far"] != first["twin"] {
		t.Errorf("the first process served %v rounds", first)
	}
}

// TestWhoStandsApartHasEnoughRounds: where there is time for so many of all, and where
// there is not, near ties get more.
func TestWhoStandsApartHasEnoughRounds(t *testing.T) {
	enough, fewer := 0, 0
	for budget := 200 * time.Millisecond; budget < 4*time.Second; budget += budget / 4 {
		f := newFarm(t)
		rows := []string{"best", "far", "farther", "farthest", "twin", "twin-too"}
		for i, row := range rows {
			f.ns[row] = math.Pow(10, float64(min(i, 4)+1))
		}
		cfg := f.config(rows...)
		cfg.Budget = budget
		f.complete(cfg)
		sum, least := 0, math.MaxInt
		for i := range rows {
			n := len(samples(cfg, i))
			sum, least = sum+n, min(least, n)
		}
		even, twin, far := sum/len(rows), len(samples(cfg, 4)), len(samples(cfg, 2))
		switch {
		case even > EnoughRounds*12/10: // the codecs are looked at meanwhile, too
			enough++
			if least < EnoughRounds {
				t.Errorf("in %v an entry has %d rounds, and one in the middle %d", budget, least, even)
			}
		case even < EnoughRounds*9/10 && even > 20:
			fewer++
			if twin < far*3/2 {
				t.Errorf("in %v the close race has %d rounds, and who stands apart %d", budget, twin, far)
			}
		}
	}
	if enough < 2 || fewer < 2 {
		t.Errorf("%d budgets were enough for all and %d were not: the test shows nothing", enough, fewer)
	}
}

func TestAFailingCaseCostsOnlyItself(t *testing.T) {
	f := newFarm(t)
	f.ns["good"], f.ns["deadly"] = 10, 20
	f.bad["liar"] = "round trip: value 3: A: want 1, got 2"
	f.deadly["deadly"] = "batch marshal: panic: boom"
	cfg := f.config("good", "liar", "deadly")
	f.complete(cfg)
	cases := cfg.Subjects[0].Result.Cases
	if cases[0].Status != result.OK || len(samples(cfg, 0)) < 50 {
		t.Errorf("the good case is %s with %d samples", cases[0].Status, len(samples(cfg, 0)))
	}
	for i, reason := range map[int]string{1: f.bad["liar"], 2: f.deadly["deadly"]} {
		if cases[i].Status != result.Failed || cases[i].Reason != reason || cases[i].Ops != nil {
			t.Errorf("%s is recorded as %s: %s", cases[i].Row, cases[i].Status, cases[i].Reason)
		}
	}
	for _, b := range f.batches {
		if b.Case.Adapter == "liar" {
			t.Fatal("a case that failed verification was timed")
		}
	}
}

func TestCancelKeepsWhatWasMeasured(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 10
	cfg := f.config("a")
	ctx, cancel := context.WithCancel(t.Context())
	f.onAsk = func(req protocol.Request) error {
		if len(f.batches) >= 400 && req.Case.Adapter == "a" {
			cancel()
			return &died{Reason: "killed"}
		}
		return nil
	}
	if err := f.run(ctx, cfg); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v, want that of the context", err)
	}
	c := cfg.Subjects[0].Result.Cases[0]
	if c.Status != result.OK || len(samples(cfg, 0)) == 0 {
		t.Errorf("the case is %s (%s) with %d samples", c.Status, c.Reason, len(samples(cfg, 0)))
	}
}

func TestResumedRunGoesOn(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 10
	cfg := f.config("a")
	cfg.Budget = time.Nanosecond
	f.complete(cfg)
	f.complete(cfg)
	list := samples(cfg, 0)
	if len(list) != 18 {
		t.Fatalf("%d samples after two pilots, want 18", len(list))
	}
	for i, s := range list {
		if s.Round != i || s.Process != i {
			t.Errorf("sample %d is of round %d, process %d", i, s.Round, s.Process)
		}
	}
}

// TestResumedRunNumbersProcessesAnew, whatever they served.
func TestResumedRunNumbersProcessesAnew(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 5000
	f.scaled = func(_ string, scale int) (float64, error) { return float64(10 * scale), nil }
	var first map[int]bool
	for _, what := range []func(*Config){
		func(cfg *Config) { cfg.Window = time.Second },
		func(cfg *Config) { cfg.Parallel = true },
		func(cfg *Config) { cfg.Latency = true },
		func(cfg *Config) { cfg.Cold = true },
		func(cfg *Config) {
			cfg.Sweep, cfg.Budget = true, 100*time.Millisecond
			cfg.Subjects[0].Sweep = &Sweep{Flag: "n", Scales: []int{1, 10}}
		},
	} {
		cfg := f.config("a")
		cfg.Budget = time.Nanosecond
		what(&cfg)
		for run := range 2 {
			f.complete(cfg)
			all := served(cfg.Subjects[0].Result.Cases[0])
			if run == 1 {
				next := 0
				for p := range first {
					next = max(next, p+1)
				}
				for p := range all {
					if p < next && !first[p] {
						t.Errorf("process %d is of the second run; the first had %d", p, next)
					}
				}
				if len(all) != 2*len(first) {
					t.Errorf("%d processes after the first run, %d after the second, want twice as many", len(first), len(all))
				}
			}
			first = all
		}
	}
}

// served returns the numbers of all processes that served a case.
func served(c *result.Case) map[int]bool {
	list := map[int]bool{}
	for _, op := range c.Ops {
		for _, s := range op.Samples {
			list[s.Process] = true
		}
		for _, w := range op.Windows {
			list[w.Process] = true
		}
		for _, p := range op.Parallel {
			list[p.Process] = true
		}
		for _, c := range op.Cold {
			list[c.Process] = true
		}
		for _, x := range op.First {
			list[x.Process] = true
		}
		for _, l := range op.Latency {
			list[l.Process] = true
		}
		for _, p := range op.Sweep {
			list[p.Process] = true
		}
	}
	return list
}

func TestCollectorOffIsMeasuredBeside(t *testing.T) {
	f := newFarm(t)
	f.ns["a"] = 10
	cfg := f.config("a")
	cfg.NoGC = true
	f.complete(cfg)
	var on, off int
	for _, s := range samples(cfg, 0) {
		if s.NoGC {
			off++
		} else {
			on++
		}
	}
	if on == 0 || on != off {
		t.Errorf("%d batches with the collector, %d without", on, off)
	}
}

// TestCollectorOffDecidesNothing: what takes long only then is no long operation.
func TestCollectorOffDecidesNothing(t *testing.T) {
	f := newFarm(t)
	f.ns["a"], f.noGC = 900, 5
	cfg := f.config("a")
	cfg.NoGC, cfg.Latency = true, true
	f.complete(cfg)
	if n := len(cfg.Subjects[0].Result.Cases[0].Ops["marshal"].Latency); n > 0 {
		t.Errorf("%d latencies of an operation of %v ns", n, f.ns["a"])
	}
}

func TestSomeOperationsAreMeasuredWhenAsked(t *testing.T) {
	for _, asked := range []bool{false, true} {
		f := newFarm(t)
		f.ns["a"] = 10
		cfg := f.config("a")
		cfg.Stream, cfg.Compared, cfg.Opened = asked, asked, asked
		f.complete(cfg)
		for _, limit := range cfg.Subjects[0].Result.Limits {
			if len(limit.Ops) != 3 {
				t.Errorf("%s has %d operations, want marshal, unmarshal and the round trip", limit.Row, len(limit.Ops))
			}
		}
		if cfg.Subjects[0].Result.FloorReuse != nil {
			t.Error("there is a floor of rows with reuse, and no such row")
		}
		for _, op := range []string{"encode", "decode", "compared", "open"} {
			for _, c := range []*result.Case{cfg.Subjects[0].Result.Cases[0], cfg.Subjects[0].Result.Floor} {
				if got := c.Ops[op] != nil; got != asked {
					t.Errorf("%s: asked for: %v, but %s is measured: %v", c.Row, asked, op, got)
				}
			}
		}
	}
}

// TestFloorsOfBothKinds: the rows with reuse have a floor of their own.
func TestFloorsOfBothKinds(t *testing.T) {
	f := newFarm(t)
	f.ns["a"], f.ns["b"] = 10, 20
	cfg := f.config("a", "b")
	cfg.Subjects[0].Cases[1].Protocol.Reuse = true
	f.complete(cfg)
	s := cfg.Subjects[0].Result
	for _, floor := range []*result.Case{s.Floor, s.FloorReuse} {
		if floor == nil || len(floor.Ops["marshal"].Samples) != len(samples(cfg, 0)) {
			t.Errorf("floor %+v did not take part in the rounds", floor)
		}
	}
	if len(s.Limits) != 2 {
		t.Errorf("%d limits, want 2", len(s.Limits))
	}
	for _, limit := range s.Limits {
		if len(limit.Ops["marshal"].Samples) != len(samples(cfg, 0)) {
			t.Errorf("%s did not take part in the rounds", limit.Row)
		}
	}
	reuse := map[bool]bool{}
	for _, b := range f.batches {
		if b.Case.Adapter == protocol.Floor {
			reuse[b.Case.Reuse] = true
		}
	}
	if len(reuse) != 2 {
		t.Errorf("the floor was measured with reuse: %v", reuse)
	}
}

// TestMethodsThatEndTheProcess: values are made with the help of their type's own
// methods in a process apart first. Where it dies, all others make them without.
func TestMethodsThatEndTheProcess(t *testing.T) {
	for _, deadly := range []bool{false, true} {
		f := newFarm(t)
		f.ns["a"] = 10
		cfg := f.config("a")
		cfg.Subjects[0].Data.Methods = true
		var asked []bool
		f.onAsk = func(req protocol.Request) error {
			if req.Do != "load" {
				return nil
			}
			if asked = append(asked, req.Data.Methods); req.Data.Methods && deadly {
				return &died{Reason: "recursed without end"}
			}
			return nil
		}
		f.complete(cfg)
		if !asked[0] || slices.Contains(asked[1:], deadly) {
			t.Errorf("deadly: %v: asked for values by methods: %v", deadly, asked)
		}
		if c := cfg.Subjects[0].Result.Cases[0]; c.Status != result.OK {
			t.Errorf("the case is recorded as %+v", c)
		}
	}
}

func TestValuesThatCannotBeMadeAreAnError(t *testing.T) {
	f := newFarm(t)
	cfg := f.config("a")
	f.onAsk = func(req protocol.Request) error {
		if req.Do == "load" {
			return errors.New("load data: line 2: no number")
		}
		return nil
	}
	err := f.run(t.Context(), cfg)
	if err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Errorf("error is %v", err)
	}
}

// TestAllocationsOfBatchesAreThoseThatAreShown: of an adapter that knows where they are
// counted, or when it is timed. A part of one more or less is what pools come to.
func TestAllocationsOfBatchesAreThoseThatAreShown(t *testing.T) {
	f := newFarm(t)
	f.ns["same"], f.ns["more"], f.ns["less"], f.ns["pools"] = 100, 100, 100, 100
	f.allocates = map[string]float64{"more": 1, "less": -1, "pools": 0.5}
	cfg := f.config("same", "more", "less", "pools")
	f.complete(cfg)
	for i, want := range []string{
		"", "allocates 2 times in batches that are timed, and 1 where allocations are counted", "allocates 0 times in batches that are timed, and 1 where", "",
	} {
		c := cfg.Subjects[0].Result.Cases[i]
		if want == "" && c.Status != result.OK || !strings.Contains(c.Reason, want) {
			t.Errorf("%s: %s, %q, want %q", c.Row, c.Status, c.Reason, want)
		}
	}
}
