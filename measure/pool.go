package measure

import (
	"context"
	"errors"
	"fmt"

	"github.com/assay-go/assay/worker/protocol"
)

// asker is a worker process as the pool uses it; tests have another.
type asker interface {
	ask(protocol.Request) (protocol.Response, error)
	close()
}

// pool holds the worker processes: for each executable as many replicas as the
// run asks for, started when they are first needed.
type pool struct {
	start func(worker int) (asker, error)
	procs map[place]*replica
}

type place struct{ worker, replica int }

type replica struct {
	asker
	subject string // whose values it holds
}

func newPool(ctx context.Context, cfg Config) *pool {
	return &pool{
		procs: map[place]*replica{},
		start: func(worker int) (asker, error) {
			return start(ctx, cfg.Workers[worker], cfg.MemoryMB, cfg.StepLimit)
		},
	}
}

// loaded returns the process, started and holding the subject's values. Its
// error is final: without values nothing can be measured.
func (p *pool) loaded(worker, n int, s *Subject) (*replica, error) {
	at := place{worker, n}
	r := p.procs[at]
	if r == nil {
		a, err := p.start(worker)
		if err != nil {
			return nil, err
		}
		r = &replica{asker: a}
		p.procs[at] = r
	}
	if r.subject == s.Name {
		return r, nil
	}
	resp, err := p.ask(worker, n, r, protocol.Request{Do: "load", Case: protocol.Case{Subject: s.Name}, Data: &s.Data})
	if err != nil {
		return nil, err
	}
	if resp.Load.Values == 0 {
		return nil, fmt.Errorf("there are no values of %s to measure", s.Name)
	}
	r.subject = s.Name
	s.Result.Values, s.Result.Origin = resp.Load.Values, resp.Load.Origin
	return r, nil
}

// ask passes the request on. A process that died is forgotten, so that the next
// request for it starts another.
func (p *pool) ask(worker, n int, r *replica, req protocol.Request) (protocol.Response, error) {
	resp, err := r.ask(req)
	if d := (*died)(nil); errors.As(err, &d) {
		delete(p.procs, place{worker, n})
	}
	return resp, err
}

func (p *pool) close() {
	for _, r := range p.procs {
		r.close()
	}
}
