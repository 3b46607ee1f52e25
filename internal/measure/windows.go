package measure

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// WindowPasses are the processes in which each entry has a window, in an order by chance.
const WindowPasses = 9

// The shape of windows.
const (
	windowLeast = 10 * time.Millisecond // that one lasts
	windowShare = 4                     // of the time, where no length is given: a quarter
	windowMost  = 2 * time.Second       // to the next collection: who allocates less has a window without
)

// windows has every entry run for a long time without a break, in processes whose live
// heap is full of pointers: what an operation costs a program that does nothing else,
// with the collector's work. What is charged by the price of memory is held against it.
func (r *runner) windows(ctx context.Context, s *Subject, entries []*entry, length, ahead time.Duration) error {
	_, process := next(entries)
	for _, p := range r.cfg.Run.Payloads {
		process = max(process, p.Process+1)
	}
	defer r.long.close()
	lost := 0
	for pass := range WindowPasses {
		r.long.renew(process % r.layouts())
		rng := rand.New(rand.NewPCG(r.cfg.Seed, uint64(process)))
		for i, k := range rng.Perm(len(entries)) {
			e := entries[k]
			if e.c.Row.Status != result.OK || e.c.Protocol.Adapter == protocol.Floor {
				continue
			}
			r.cfg.Progress(Step{Measuring, s.Name, pass*len(entries) + i, WindowPasses * len(entries), ahead + time.Duration((WindowPasses-pass)*len(entries))*length})
			span := r.span(e, length)
			w, err := r.window(ctx, s, e, span)
			if err != nil {
				return err
			}
			switch {
			case w == nil: // the case failed
			case w.Cycles < span.Cycles || w.CPUNS <= 0:
				lost++
			default:
				e.out.Windows = append(e.out.Windows, result.Window{
					Process: process, N: w.N, CPUNS: w.CPUNS, GCNS: w.GCNS, WallNS: w.WallNS, Cycles: w.Cycles, OwnN: w.OwnN, OwnCPUNS: w.OwnCPUNS,
				})
			}
		}
		process++
		r.checkpoint()
	}
	if lost > 0 {
		r.warn(fmt.Sprintf("%d windows of CPU time were given up: fewer collections fell into them than their allocations should have caused", lost))
	}
	return nil
}

// span returns how long a window of the entry is.
func (r *runner) span(e *entry, length time.Duration) protocol.Span {
	s := protocol.Span{Least: length, Limit: 4*length + time.Minute}
	room := float64(r.long.heapMB) * (1 << 20) * float64(r.cfg.GOGC) / 100
	if each := room / max(e.out.BytesPerOp, 1e-9) * median(e); each < float64(windowMost) {
		s.Cycles = 1 // at least
	}
	return s
}

func (r *runner) window(ctx context.Context, s *Subject, e *entry, span protocol.Span) (*protocol.Window, error) {
	if _, err := r.long.loaded(ctx, e.c.Worker, s); err != nil {
		return nil, err
	}
	resp, err := r.long.ask(e.c.Worker, protocol.Request{Do: "window", N: e.n, Case: e.c.Protocol, Op: e.op, Span: &span, CPU: span.Least})
	if err != nil {
		return nil, r.broken(ctx, e, err)
	}
	return resp.Window, nil
}

// layouts returns how many layouts there are of the workers.
func (r *runner) layouts() int {
	most := 1
	for _, files := range r.cfg.Workers {
		most = max(most, len(files))
	}
	return most
}
