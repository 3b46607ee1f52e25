package measure

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/assay-go/assay/worker/protocol"
)

// asker is a worker process as the pool uses it; tests have another.
type asker interface {
	ask(protocol.Request) (protocol.Response, error)
	close()
}

// pool holds the worker processes, one for each executable. It starts them when
// they are first needed.
type pool struct {
	start  func(ctx context.Context, worker, layout int) (asker, error)
	limit  time.Duration // of processor time, for loading values
	heapMB int           // live heap of its processes
	digest bool          // of the values is asked for
	layout int           // of the executables that are started
	procs  map[int]*process
}

// process is a started worker.
type process struct {
	asker
	subject    string          // whose values it holds
	digest     string          // of these, where the pool asks for it
	calibrated map[*entry]bool // entries that have run in it
}

func newPool(cfg Config) *pool {
	return &pool{
		heapMB: cfg.HeapMB,
		limit:  cfg.StepLimit,
		procs:  map[int]*process{},
		start: func(ctx context.Context, worker, layout int) (asker, error) {
			files := cfg.Workers[worker]
			return start(ctx, files[layout%len(files)], cfg)
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
	proc := p.procs[worker]
	if proc == nil {
		a, err := p.start(ctx, worker, p.layout)
		if err != nil {
			return nil, err
		}
		proc = &process{asker: a, calibrated: map[*entry]bool{}}
		p.procs[worker] = proc
	}
	if proc.subject == s.Name {
		return proc, nil
	}
	resp, err := p.ask(worker, protocol.Request{Do: "load", Case: protocol.Case{Subject: s.Name}, Data: &s.Data, CPU: p.limit, Digest: p.digest})
	if err != nil {
		return nil, err
	}
	if resp.Load.Values == 0 {
		return nil, fmt.Errorf("there are no values of %s to measure", s.Name)
	}
	proc.subject, proc.digest = s.Name, resp.Load.Digest
	s.loaded.Do(func() {
		s.Result.Values, s.Result.Origin, s.Result.Zero = resp.Load.Values, resp.Load.Origin, resp.Load.Zero
	})
	return proc, nil
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
	for worker, proc := range p.procs {
		proc.close()
		delete(p.procs, worker)
	}
}
