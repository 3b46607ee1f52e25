package measure

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/assay-go/assay/internal/worker/child"
	"github.com/assay-go/assay/internal/worker/protocol"
)

// asker is a worker process as the pool uses it; tests have another.
type asker interface {
	ask(protocol.Request) (protocol.Response, error)
	close()

	// Processor is how long the process had a processor, and waited for one; zero where the
	// system does not tell.
	Processor() (had, waited time.Duration)
	// Waiting returns a func that says for how long since now it, or this program, has waited.
	Waiting() (waited func() time.Duration)
}

// died is the error of a process that is gone.
type died = child.Died

// running is a worker process of the operating system.
type running struct{ *child.Process }

func (r running) ask(req protocol.Request) (protocol.Response, error) { return r.Ask(req) }
func (r running) close()                                              { r.Close(closeTime) }

// closeTime is how long a process has to end in peace.
const closeTime = 2 * time.Second

// process returns how the processes are started.
func (cfg *Config) child() child.Config {
	return child.Config{MemoryMB: cfg.MemoryMB, HeapMB: cfg.HeapMB, GOGC: cfg.GOGC, Limit: cfg.StepLimit}
}

// pool holds the worker processes, one for each executable. It starts them when
// they are first needed.
type pool struct {
	start  func(ctx context.Context, worker, layout int) (asker, error)
	limit  time.Duration // of processor time, for loading values
	heapMB int           // live heap of its processes
	digest bool          // of the values is asked for
	layout int           // of the executables that are started

	had, waited time.Duration // that the processes which have ended had a processor, and waited for one
	procs       map[int]*process
}

// process is a started worker.
type process struct {
	asker
	subject string // whose values it holds
	digest  string // of these, where the pool asks for it
	bytes   int64  // that these take, likewise

	ran []*entry // that had a batch in it
}

// runs notes that the entry had a batch in the process.
func (proc *process) runs(e *entry) {
	if !slices.Contains(proc.ran, e) {
		proc.ran = append(proc.ran, e)
	}
}

func newPool(cfg Config) *pool {
	return &pool{
		heapMB: cfg.HeapMB,
		limit:  cfg.StepLimit,
		procs:  map[int]*process{},
		start: func(ctx context.Context, worker, layout int) (asker, error) {
			files := cfg.Workers[worker]
			p, err := child.Start(ctx, files[layout%len(files)], cfg.child())
			return running{p}, err
		},
	}
}

// another returns a pool of processes of its own, of the same executables.
func (p *pool) another() *pool {
	return &pool{start: p.start, limit: p.limit, heapMB: p.heapMB, layout: p.layout, procs: map[int]*process{}}
}

// loaded returns the worker's process, started and holding the subject's
// values. Its error is final: without values nothing can be measured.
func (p *pool) loaded(ctx context.Context, worker int, s *Subject) (*process, error) {
	proc, err := p.started(ctx, worker)
	if err != nil || proc.subject == s.Name {
		return proc, err
	}
	resp, err := p.ask(worker, p.load(s))
	if err != nil {
		return nil, err
	}
	return proc, proc.holds(s, resp.Load)
}

// ready has the workers' processes hold the subject's values and age their heaps,
// all at the same time: nothing is timed meanwhile, and one after the other they
// would take longer than the rounds that they serve. Its error is final.
func (p *pool) ready(ctx context.Context, workers []int, s *Subject) error {
	loads := make([]*protocol.Load, len(workers))
	errs := make([]error, len(workers))
	var wg sync.WaitGroup
	for i, worker := range workers {
		proc, err := p.started(ctx, worker)
		if err != nil {
			wg.Wait()
			return err
		}
		if proc.subject == s.Name {
			continue
		}
		req := p.load(s)
		req.Aged = true
		wg.Go(func() {
			var resp protocol.Response
			resp, errs[i] = proc.ask(req)
			loads[i] = resp.Load
		})
	}
	wg.Wait()
	for i, worker := range workers {
		if errs[i] != nil {
			return errs[i]
		}
		if loads[i] == nil { // it held them
			continue
		}
		if err := p.procs[worker].holds(s, loads[i]); err != nil {
			return err
		}
	}
	return nil
}

// started returns the worker's process.
func (p *pool) started(ctx context.Context, worker int) (*process, error) {
	if proc := p.procs[worker]; proc != nil {
		return proc, nil
	}
	a, err := p.start(ctx, worker, p.layout)
	if err != nil {
		return nil, err
	}
	proc := &process{asker: a}
	p.procs[worker] = proc
	return proc, nil
}

func (p *pool) load(s *Subject) protocol.Request {
	return protocol.Request{Do: "load", Case: protocol.Case{Subject: s.Name}, Data: &s.Data, CPU: p.limit, Digest: p.digest}
}

// holds notes that the process has loaded the subject's values.
func (proc *process) holds(s *Subject, load *protocol.Load) error {
	if load.Values == 0 {
		return fmt.Errorf("there are no values of %s to measure", s.Name)
	}
	proc.subject, proc.digest, proc.bytes = s.Name, load.Digest, load.Bytes
	s.loaded.Do(func() {
		s.Result.Values, s.Result.Origin, s.Result.Zero = load.Values, load.Origin, load.Zero
		s.Result.Simple, s.Result.Refused = load.Simple, load.Refused
	})
	return nil
}

// ask passes the request on to the worker's process. A process that died is
// forgotten, so that the next request starts another.
func (p *pool) ask(worker int, req protocol.Request) (protocol.Response, error) {
	resp, err := p.procs[worker].ask(req)
	if d := (*died)(nil); errors.As(err, &d) {
		delete(p.procs, worker)
	}
	return resp, err
}

// renew ends all processes. Those that follow them have the given layout.
func (p *pool) renew(layout int) {
	p.close()
	p.layout = layout
}

// close ends all processes.
func (p *pool) close() {
	var wg sync.WaitGroup
	for _, proc := range p.procs {
		had, waited := proc.Processor()
		p.had, p.waited = p.had+had, p.waited+waited
		wg.Go(proc.close)
	}
	wg.Wait()
	clear(p.procs)
}

// share returns the part of the time for which ended processes wanted a processor that they
// had one; 0 where the system does not tell.
func (p *pool) share() float64 {
	if p.had == 0 {
		return 0
	}
	return float64(p.had) / float64(p.had+p.waited)
}
