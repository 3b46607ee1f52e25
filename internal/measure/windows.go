package measure

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// The shape of windows.
const (
	windowHeapMB = 16                    // live heap of their processes when none is asked for
	windowTime   = 25 * time.Millisecond // aimed at for one that holds collections
	windowIdle   = 10 * time.Millisecond // for one that holds none
	windowMost   = 2 * time.Second       // to the next collection: who allocates less has no window
	windowCycles = 8                     // collections in a window, at most
	windowPasses = 9                     // windows of an entry, at most
	windowShare  = 4                     // of the time: a quarter
)

// windows measures what processor time an operation costs with the collector's
// work, in processes of their own whose live heap is full of pointers: in each
// pass every case has one window, which holds whole collections. How many passes
// the time allows is fixed after the first, which takes place in any case.
func (r *runner) windows(ctx context.Context, s *Subject, entries []*entry, budget, ahead time.Duration) error {
	_, process := next(entries)
	defer r.long.close()
	passes, lost := 1, 0
	for pass := 0; pass < passes; pass++ {
		r.long.renew(process % r.layouts())
		began := r.clock.Now()
		for i, e := range entries {
			r.cfg.Progress(Step{Measuring, s.Name, pass*len(entries) + i, passes * len(entries), ahead + time.Duration(passes-pass)*budget/time.Duration(passes)})
			span, ok := r.span(e)
			if !ok {
				continue
			}
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
					Process: process, N: w.N, CPUNS: w.CPUNS, GCNS: w.GCNS, WallNS: w.WallNS, Cycles: w.Cycles,
				})
			}
		}
		process++
		if pass == 0 {
			passes = int(min(max(budget/max(r.clock.Now().Sub(began), 1), 1), windowPasses))
		}
		r.checkpoint()
	}
	if lost > 0 {
		r.warn(fmt.Sprintf("%d windows of CPU time were given up: fewer collections fell into them than their allocations should have caused", lost))
	}
	return nil
}

// span returns how long a window of the entry is; ok is false when there is
// none.
func (r *runner) span(e *entry) (span protocol.Span, ok bool) {
	if e.c.Row.Status != result.OK || e.c.Protocol.Adapter == protocol.Floor {
		return span, false
	}
	if e.out.BytesPerOp < 0.005 { // nothing, but for what the runtime allocates now and then
		return protocol.Span{Least: windowIdle, Limit: time.Minute}, true
	}
	room := float64(r.long.heapMB) * (1 << 20) * float64(r.cfg.GOGC) / 100
	each := time.Duration(room / e.out.BytesPerOp * median(e))
	if each > windowMost {
		return span, false
	}
	cycles := int(min(math.Ceil(float64(windowTime)/float64(max(each, 1))), windowCycles))
	return protocol.Span{Cycles: cycles, Limit: 2*time.Second + 10*time.Duration(cycles+1)*each}, true
}

func (r *runner) window(ctx context.Context, s *Subject, e *entry, span protocol.Span) (*protocol.Window, error) {
	if _, err := r.long.loaded(ctx, e.c.Worker, s); err != nil {
		return nil, err
	}
	resp, err := r.long.ask(e.c.Worker, protocol.Request{Do: "window", N: e.n, Case: e.c.Protocol, Op: e.op, Span: &span})
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
