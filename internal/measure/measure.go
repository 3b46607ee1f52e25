// Package measure steers worker processes: it has them verify every case, then
// runs rounds in which each case is timed once, in shuffled order, so that all
// cases meet the same noise and ratios can be taken within a round. It fills the
// run's document and computes no statistics from it.
//
// A worker process is replaced by a new one after a few rounds, of an executable
// in which the functions lie at other places: so no figure rests on one lucky
// layout of code or memory, and intervals can be taken over layouts. A process that dies or hangs costs the case that it was busy with.
package measure

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// Config is what to measure, and how.
type Config struct {
	Run      *result.Run // filled as the run goes on
	Workers  [][]string  // executables of each worker: the same program in several layouts
	Subjects []*Subject

	Budget    time.Duration // of the rounds, over all subjects
	Processes int           // over which each case is spread, at least
	Verify    bool          // also what was verified by an earlier run
	Require   []string      // labels without which a case is not measured
	Verifiers int           // how many cases are verified at a time; 0 means 1
	Seed      uint64        // of the order within rounds, and of the placement of buffers
	Repeat    int           // which time this is, from 0: the order is another each time
	Lean      bool          // marshal and unmarshal alone, of rows alone: neither the round trip nor floors and limits
	Window    time.Duration // that each operation runs without a break, in each of a few processes, beyond the budget; 0: with CPU for a quarter of the budget over all, else none does
	HeapMB    int           // live heap beside the values; 0 means DefaultHeapMB, and less for payloads and windows
	GOGC      int           // of the workers; 0 means DefaultGOGC
	MemoryMB  int           // a process's limit
	StepLimit time.Duration // for one answer of a process
	result.Also

	Compressor string // executable of [compression.Program], for Compression

	// Profile is the row of which profiles are taken at the end, which Profiled is given.
	Profile  string
	Profiled func(cpu, allocs []byte) error

	Progress   func(Step) // may be nil
	Checkpoint func()     // the document is worth writing; may be nil
}

// Subject is one type with its cases.
type Subject struct {
	Name   string
	Data   protocol.Data
	Cases  []*Case
	Result *result.Subject
	Sweep  *Sweep // nil: there are no other sizes

	loaded sync.Once // what is recorded of the values

	mu      sync.Mutex
	digests map[int]string // of the values by worker, as far as they are known
}

// knows notes the digest of the values that a worker has.
func (s *Subject) knows(worker int, digest string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.digests == nil {
		s.digests = map[int]string{}
	}
	s.digests[worker] = digest
	if s.Result.Digest == "" {
		s.Result.Digest = digest
	}
}

// digest is that of the worker's values; empty where it is not known.
func (s *Subject) digest(worker int) string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.digests[worker]
}

// Case is one row to measure. Its result's Status is Skipped until it is
// measured.
type Case struct {
	Row      *result.Case
	Worker   int // index in Config.Workers
	Protocol protocol.Case
	Declared protocol.Declared

	// Beside is the same for cases that are to be compared with each other above all:
	// their batches follow each other. Empty: it is compared with all alike.
	Beside string
}

// Kind is what is done in a step.
type Kind string

// The kinds of steps.
const (
	Verifying   Kind = "verifying"
	Calibrating Kind = "calibrating"
	Measuring   Kind = "measuring"
	Compressing Kind = "compressing"
	Sweeping    Kind = "sweeping" // other sizes
)

// Step is how far a run is.
type Step struct {
	Kind     Kind
	Subject  string
	Done     int
	Total    int
	TimeLeft time.Duration // of the whole run; 0 when not known
}

// What workers are given when nothing else is asked for.
const (
	DefaultHeapMB = 64
	DefaultGOGC   = 100
)

// The shape of a run.
const (
	batchMin     = 100 * time.Microsecond // below it a batch is too short for the clock
	calibrations = 3                      // batches of which the least says how long an operation takes

	checkpoints = 3 * time.Second // between two of them, at least

	checkpointShare = 50 // of the time: no more than a fiftieth goes to checkpoints

	// batchTime is aimed at for a batch, at the speed of the fastest so far. It is
	// twice the least because a virtual processor has two speeds, by what runs
	// beside it on the same core: on the machine of audit/measuring.md, otherwise
	// idle, batches of one size took 120 or 205 µs, and what was seen at the lower
	// speed alone is to be long enough at the higher.
	batchTime = 2 * batchMin
)

// Run measures. Its error says that nothing could be done, or is that of ctx:
// what was measured until then is in the document either way.
func Run(ctx context.Context, cfg Config) error {
	return newRunner(cfg).run(ctx)
}

// Verify does what Run does before it measures: what fails is marked so, and
// what is right stays skipped, with its sizes and findings.
func Verify(ctx context.Context, cfg Config) error {
	r := newRunner(cfg)
	defer r.pool.close()
	var failed error
	for _, s := range cfg.Subjects {
		if _, err := r.verifyAll(ctx, s, 0); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			failed = errors.Join(failed, fmt.Errorf("%s: %w", s.Name, err))
		}
	}
	return failed
}

func newRunner(cfg Config) *runner {
	if cfg.Progress == nil {
		cfg.Progress = func(Step) {}
	}
	if cfg.Checkpoint == nil {
		cfg.Checkpoint = func() {}
	}
	windowHeap := cfg.HeapMB
	if cfg.HeapMB == 0 {
		cfg.HeapMB, windowHeap = DefaultHeapMB, chargeHeapMB
	}
	if cfg.GOGC == 0 {
		cfg.GOGC = DefaultGOGC
	}
	cfg.Run.Settings.BatchMinUS = float64(batchMin.Microseconds())
	cfg.Run.Settings.LiveHeapMB, cfg.Run.Settings.GOGC = cfg.HeapMB, cfg.GOGC
	long := cfg
	long.HeapMB = windowHeap
	if cfg.Run.Spent == nil {
		cfg.Run.Spent = &result.Spent{}
	}
	r := &runner{cfg: cfg, clock: systemClock{}, ticks: stealTicks, pool: newPool(cfg), verdicts: newVerdicts(), long: newPool(long), caches: cacheSize(), secret: rand.Uint64}
	if r.charges() || cfg.Window > 0 {
		cfg.Run.Settings.WindowHeapMB = windowHeap
	}
	return r
}

// run measures all subjects.
func (r *runner) run(ctx context.Context) error {
	cfg := r.cfg
	defer r.pool.close()
	before := r.ticks()
	failed := r.subjects(ctx)
	if ctx.Err() != nil {
		failed = ctx.Err()
	}
	r.stolen(r.ticks().since(before))
	r.pool.close()
	r.cfg.Run.Env.RunQueue, r.cfg.Run.Env.CPUShare = r.others.mean(), r.pool.share()
	cfg.Checkpoint()
	return failed
}

// stolen records the share of the processor time that the hypervisor took.
func (r *runner) stolen(share float64) {
	r.cfg.Run.Env.Steal = share
	if share > 0.02 {
		r.warn(fmt.Sprintf("the hypervisor took %.0f %% of the processor time during the run", 100*share))
	}
}

// runner is a run under way.
type runner struct {
	cfg      Config
	clock    clock
	ticks    func() ticks // of the machine, until now
	pool     *pool
	verdicts *verdicts
	long     *pool     // of payloads and windows
	caches   int       // bytes that the processor's largest cache holds
	saved    time.Time // of the last checkpoint

	saving time.Duration // that it took

	secret func() uint64 // a seed that nobody knows
	others queue
}

func (r *runner) warn(text string) {
	if !slices.Contains(r.cfg.Run.Warnings, text) {
		r.cfg.Run.Warnings = append(r.cfg.Run.Warnings, text)
	}
}

// checkpoint has the document written now and then: a long run's takes a good part of a
// second, in which nothing is measured, and so is written less often.
func (r *runner) checkpoint() {
	now := r.clock.Now()
	if now.Sub(r.saved) < max(checkpoints, checkpointShare*r.saving) {
		return
	}
	r.cfg.Checkpoint()
	r.saved = r.clock.Now()
	r.saving = r.saved.Sub(now)
}

// subjects verifies and measures the cases of all subjects. A subject without values
// is an error, and costs no other.
func (r *runner) subjects(ctx context.Context) error {
	var failed error
	var parts []*part
	for _, s := range r.cfg.Subjects {
		live, err := r.verifyAll(ctx, s, r.cfg.Budget)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("%s: %w", s.Name, err))
		} else if len(live) > 0 {
			parts = append(parts, &part{Subject: s, entries: r.entries(s, live)})
		}
	}
	if len(parts) == 0 {
		return failed
	}
	budget := r.cfg.Budget
	if r.charges() {
		r.pool.close() // what it holds would be in the way
		began := r.clock.Now()
		if err := r.charge(ctx, parts, budget/chargeShare); err != nil {
			return errors.Join(failed, err)
		}
		if !r.cfg.CPU { // what it does not need of its tenth is for rounds
			budget -= r.clock.Now().Sub(began)
		}
	}
	if err := r.rounds(ctx, parts, budget); err != nil {
		return errors.Join(failed, err)
	}
	for _, p := range parts {
		r.remember(p)
	}
	r.verdicts.write()
	for i, p := range parts {
		length := r.cfg.Window
		if length == 0 && r.cfg.CPU {
			length = max(windowLeast, r.cfg.Budget/time.Duration(windowShare*WindowPasses*len(parts)*len(p.entries)))
		}
		ahead := length * time.Duration(WindowPasses*len(p.entries)*(len(parts)-1-i))
		if length > 0 {
			r.pool.close()
			if err := r.windows(ctx, p.Subject, p.entries, length, ahead); err != nil {
				return errors.Join(failed, err)
			}
		}
		for _, step := range []func(context.Context, *Subject, []*entry, time.Duration) error{r.more, r.sweep, r.compression} {
			if err := step(ctx, p.Subject, p.entries, ahead); err != nil {
				return errors.Join(failed, err)
			}
		}
		if err := r.profile(ctx, p.Subject, p.entries); err != nil {
			return errors.Join(failed, err)
		}
	}
	return failed
}

// entry is one operation of one case.
type entry struct {
	c   *Case
	op  protocol.Op
	out *result.Op
	n   int // operations in a batch; never fewer than before; 0: not known yet

	fastest float64       // ns/op of all batches; 0: there were none
	hidden  time.Duration // by which its process's clock was behind in a request, at the least; 0: there was none
	settled bool          // that it was not, by a comparison of its own in this run

	counted   int   // operations of watched batches, of which allocations were counted
	allocated int64 // in these
}

// order is the order of operations, for calibrating and for nothing else.
var order = []protocol.Op{
	protocol.Marshal, protocol.Unmarshal, protocol.RoundTrip, protocol.Compared,
	protocol.Encode, protocol.Decode, protocol.Access, protocol.Open, protocol.Field, protocol.Update,
}

// entries lists the operations to measure, those of the harness's own cases
// first: floors and limits, at the operations that some case has.
func (r *runner) entries(s *Subject, live []*Case) []*entry {
	var floor, cases []*entry
	for _, c := range live {
		for _, op := range order {
			if out := c.Row.Ops[string(op)]; out != nil {
				cases = append(cases, r.entry(s, c, op, out))
			}
		}
	}
	if r.cfg.Lean {
		return cases
	}
	for _, reuse := range []bool{false, true} {
		at := &s.Result.Floor
		if reuse {
			at = &s.Result.FloorReuse
		}
		c := &Case{Worker: live[0].Worker, Protocol: protocol.Case{Subject: s.Name, Adapter: protocol.Floor, Reuse: reuse}}
		for _, op := range order {
			if !slices.ContainsFunc(cases, func(e *entry) bool { return e.op == op && e.c.Protocol.Reuse == reuse }) {
				continue
			}
			if *at == nil {
				*at = &result.Case{Row: protocol.Floor, Driver: protocol.Floor, Status: result.Skipped, Ops: map[string]*result.Op{}}
			}
			c.Row = *at
			if c.Row.Ops[string(op)] == nil {
				c.Row.Ops[string(op)] = &result.Op{}
			}
			floor = append(floor, r.entry(s, c, op, c.Row.Ops[string(op)]))
		}
	}
	return slices.Concat(floor, r.limits(s, live, cases), cases)
}

// limits lists the operations of what no case can go below.
func (r *runner) limits(s *Subject, live []*Case, cases []*entry) []*entry {
	if len(s.Result.Limits) == 0 {
		for _, name := range []string{protocol.LimitCopy, protocol.LimitAlloc} {
			s.Result.Limits = append(s.Result.Limits, &result.Case{
				Row: name, Driver: name, Features: []string{}, Status: result.Skipped, Class: result.Safe, Ops: map[string]*result.Op{},
			})
		}
	}
	var list []*entry
	for _, row := range s.Result.Limits {
		c := &Case{Row: row, Worker: live[0].Worker, Protocol: protocol.Case{Subject: s.Name, Adapter: row.Row}}
		for _, op := range order[:3] {
			if !slices.ContainsFunc(cases, func(e *entry) bool { return e.op == op }) {
				continue
			}
			if row.Ops[string(op)] == nil {
				row.Ops[string(op)] = &result.Op{}
			}
			list = append(list, r.entry(s, c, op, row.Ops[string(op)]))
		}
	}
	return list
}

// entry returns an operation to measure, with what earlier runs know of it.
func (r *runner) entry(s *Subject, c *Case, op protocol.Op, out *result.Op) *entry {
	e := &entry{c: c, op: op, out: out}
	if old, ok := r.verdicts.get(r.cfg.Workers[c.Worker][0], verdictKey(c, s.digest(c.Worker))); ok && !r.cfg.Verify {
		if known, ok := old.Ops[op]; ok {
			e.n, out.BytesPerOp, out.AllocsPerOp = known.N, known.BytesPerOp, known.AllocsPerOp
		}
	}
	return e
}

// remember keeps what was found of the entries for later runs.
func (r *runner) remember(p *part) {
	for _, e := range p.entries {
		if e.c.Row.Status != result.OK || e.fastest == 0 {
			continue
		}
		n := int(min(math.Ceil(float64(batchTime)/e.fastest), mostOps))
		r.verdicts.sized(r.cfg.Workers[e.c.Worker][0], verdictKey(e.c, p.digest(e.c.Worker)), e.op, sizing{n, e.out.BytesPerOp, e.out.AllocsPerOp})
	}
}

// calibrate finds the size of a batch for a start and counts allocations.
func (r *runner) calibrate(ctx context.Context, s *Subject, e *entry) error {
	if e.c.Row.Status == result.Failed {
		return nil
	}
	if _, err := r.pool.loaded(ctx, e.c.Worker, s); err != nil {
		return err
	}
	if err := r.size(ctx, s, e); err != nil || e.c.Row.Status == result.Failed {
		return err
	}
	return r.allocations(ctx, s, e)
}

// allocations counts them over enough operations to pass over every value at least
// once, unless that takes long, and over a batch of few values: pieces of less than 16
// bytes without pointers share one, so that a single operation may pay for the next.
func (r *runner) allocations(ctx context.Context, s *Subject, e *entry) error {
	n := max(1, min(s.Result.Values, 64*e.n), min(e.n, 512))
	resp, err := r.pool.ask(e.c.Worker, protocol.Request{Do: "allocs", Op: e.op, N: n, Case: e.c.Protocol})
	if err != nil {
		return r.broken(ctx, e, err)
	}
	e.out.BytesPerOp, e.out.AllocsPerOp = resp.Allocs.BytesPerOp, resp.Allocs.AllocsPerOp
	return nil
}

// size finds how many operations make a batch of the time aimed at, in the
// process that is there: from the least of several batches, since on a busy machine one may
// take many times as long as it needs, and batches that are too short would cost
// more by the operation than others do. None of these batches is recorded, so a
// library may set up meanwhile what it sets up once.
func (r *runner) size(ctx context.Context, s *Subject, e *entry) error {
	n := 1
	var least time.Duration
	for tries := 0; tries < calibrations; {
		if _, err := r.pool.loaded(ctx, e.c.Worker, s); err != nil { // another may be to blame for its end
			return err
		}
		proc := r.pool.procs[e.c.Worker]
		resp, err := r.pool.ask(e.c.Worker, protocol.Request{Do: "batch", N: n, Case: e.c.Protocol, Op: e.op})
		if err != nil {
			if found, err := r.blame(ctx, s, err, append(proc.ran, e)); err != nil || found && e.c.Row.Status == result.Failed {
				return err
			} else if found {
				continue
			}
			return r.broken(ctx, e, err)
		}
		proc.runs(e)
		took := time.Duration(max(resp.Batch.NS, 1))
		if tries++; tries == 1 || took < least {
			least = took
		}
		if n == 1 && least > batchTime {
			break // one operation is a batch, whatever the others take
		}
		if least < batchMin && n < mostOps {
			grow := 8.0 // of so little that the clock says nothing
			if least > batchMin/50 {
				grow = min(50, 1.2*float64(batchMin)/float64(least))
			}
			n = min(max(n+1, int(float64(n)*grow)), mostOps)
			tries = 0
		}
	}
	e.sized(n, least)
	return nil
}

// sized has the next batches take the time aimed at, by one of n operations that
// took so long. There are never fewer operations than before: what took less time
// once, in whichever process, may do so again.
func (e *entry) sized(n int, took time.Duration) {
	each := float64(max(took, 1)) / float64(n)
	if e.fastest == 0 || each < e.fastest {
		e.fastest = each
	}
	want := math.Ceil(float64(batchTime) / each)
	e.n = max(e.n, 1, int(min(want, mostOps)))
}

// mostOps in a batch: an operation that takes no time at all ends somewhere.
const mostOps = 1 << 28

// batch runs one batch. A case that
// fails is marked so, and the batch is nil.
func (r *runner) batch(ctx context.Context, s *Subject, e *entry, req protocol.Request) (*protocol.Batch, error) {
	if _, err := r.pool.loaded(ctx, e.c.Worker, s); err != nil {
		return nil, err
	}
	if e.n == 0 {
		if err := r.size(ctx, s, e); err != nil || e.c.Row.Status == result.Failed {
			return nil, err
		}
	}
	proc := r.pool.procs[e.c.Worker]
	resp, behind, err := r.clocked(r.pool, e.c.Worker, e.completed(req))
	if err != nil {
		if found, err := r.blame(ctx, s, err, append(proc.ran, e)); found || err != nil {
			return nil, err
		}
		return nil, r.broken(ctx, e, err)
	}
	e.hides(behind)
	proc.runs(e)
	return resp.Batch, nil
}

// completed returns the request, made one for a batch of the entry. The first one of a process is
// recorded like any other: where as many operations as it has went before it, it was
// further from those that follow (audit/measuring.md has both).
func (e *entry) completed(req protocol.Request) protocol.Request {
	req.Do, req.N, req.Case, req.Op, req.Aliases = "batch", e.n, e.c.Protocol, e.op, e.c.aliases()
	return req
}

// timing is a batch to be run of an entry. Batch is nil until it was, and stays so of a
// case that fails.
type timing struct {
	*entry
	req   protocol.Request
	batch *protocol.Batch
}

// batches runs batches of one worker, one after the other, by one request. Where the
// process dies of one, all are run by requests of their own, which tell whose it is.
func (r *runner) batches(ctx context.Context, s *Subject, list []timing) error {
	if len(list) > 1 {
		if _, err := r.pool.loaded(ctx, list[0].c.Worker, s); err != nil {
			return err
		}
		all := protocol.Request{Do: "batches"}
		for i, t := range list {
			list[i].req = t.completed(t.req)
			all.Batches = append(all.Batches, list[i].req)
		}
		proc := r.pool.procs[list[0].c.Worker]
		resp, behind, err := r.clocked(r.pool, list[0].c.Worker, all)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err == nil {
			for i := range resp.Batches {
				one := &resp.Batches[i]
				if err := one.Failure(list[i].req); err != nil {
					fail(list[i].c.Row, err.Error())
				}
				list[i].batch = one.Batch
				list[i].hides(behind)
				proc.runs(list[i].entry)
			}
			return nil
		}
		suspects := proc.ran
		for _, t := range list {
			suspects = append(suspects, t.entry)
		}
		if _, err := r.blame(ctx, s, err, suspects); err != nil {
			return err
		}
	}
	for i, t := range list {
		if t.c.Row.Status == result.Failed {
			continue
		}
		list[i].req.N = t.n
		b, err := r.batch(ctx, s, t.entry, list[i].req)
		if err != nil {
			return err
		}
		list[i].batch = b
	}
	return nil
}

// blame finds who is at fault for the death of a process, in which the suspects ran: what a
// call leaves behind, such as a finalizer, ends the process in the middle of another's. In a
// new process each runs a batch, and what it left comes to its end before the next does. The
// first of which the process dies fails.
func (r *runner) blame(ctx context.Context, s *Subject, death error, suspects []*entry) (found bool, err error) {
	if d := (*died)(nil); !errors.As(death, &d) || len(suspects) < 2 {
		return false, ctx.Err()
	}
	tried := map[*entry]bool{}
	for _, e := range suspects {
		if tried[e] || e.c.Row.Status == result.Failed {
			continue
		}
		tried[e] = true
		if _, err := r.pool.loaded(ctx, e.c.Worker, s); err != nil {
			return false, err
		}
		req := e.completed(protocol.Request{Settle: true})
		req.N = max(req.N, 1)
		if _, err := r.pool.ask(e.c.Worker, req); err != nil {
			return true, r.broken(ctx, e, err)
		}
	}
	return false, nil
}

// broken marks the case as failed, unless the run was cancelled.
func (r *runner) broken(ctx context.Context, e *entry, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	fail(e.c.Row, err.Error())
	return nil
}
