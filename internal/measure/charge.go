package measure

import (
	"context"
	"slices"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// The shape of what the price of allocated memory is measured by.
const (
	// chargeHeapMB is the live heap of the processes when none is asked for. The price
	// hardly depends on it: twice as large a heap is collected half as often, for twice
	// the work.
	chargeHeapMB = 16

	chargeLayouts = 6  // processes of a side, each of another layout: as many as an interval takes
	chargeCycles  = 2  // collections that each payload is allocated for, in a process
	chargeShare   = 10 // of the time: a tenth

	// chargeTime is what it takes a side: 2.0 to 2.6 s on two idle cores. Where a tenth
	// of the time is less, it is not done unless asked for.
	chargeTime = 2 * time.Second
)

// charges reports whether the run finds out what allocated memory costs.
func (r *runner) charges() bool {
	return r.cfg.CPU || !r.cfg.Lean && r.cfg.Budget/chargeShare >= chargeTime*time.Duration(max(len(r.cfg.Run.Sides), 1))
}

// charge measures what the collector's work costs, in processes of the first worker of
// each side: it depends on the toolchain and the machine, and on no codec. Processes
// beyond the first three that would end after the time that is given are left out.
func (r *runner) charge(ctx context.Context, parts []*part, given time.Duration) error {
	defer r.long.close()
	began := r.clock.Now()
	type of struct {
		side   string
		worker int
	}
	var list []of
	for _, p := range parts {
		for _, e := range p.entries {
			side := e.c.Row.Side
			if e.c.Row.Status != result.Failed && !protocol.Harness(e.c.Protocol.Adapter) && !slices.ContainsFunc(list, func(o of) bool { return o.side == side }) {
				list = append(list, of{side, e.c.Worker})
			}
		}
	}
	process := 0
	for _, p := range parts {
		_, n := next(p.entries)
		process = max(process, n)
	}
	for _, p := range r.cfg.Run.Payloads {
		process = max(process, p.Process+1)
	}
	for i := range chargeLayouts {
		if i >= fewestProcesses && !r.cfg.CPU && r.clock.Now().Sub(began)*time.Duration(i+1)/time.Duration(i) > given*3/2 {
			break
		}
		r.long.renew(process % r.layouts())
		for _, o := range list {
			r.cfg.Progress(Step{Measuring, "", int((given * time.Duration(i) / chargeLayouts).Milliseconds()), int(r.cfg.Budget.Milliseconds()), r.cfg.Budget - given*time.Duration(i)/chargeLayouts})
			if _, err := r.long.started(ctx, o.worker); err != nil {
				return err
			}
			resp, err := r.long.ask(o.worker, protocol.Request{Do: "payloads", Placement: r.cfg.Seed + uint64(process), Cycles: chargeCycles})
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				r.warn("what the collector costs could not be measured: " + err.Error())
				return nil
			}
			for _, p := range resp.Payloads {
				r.cfg.Run.Payloads = append(r.cfg.Run.Payloads, result.Payload{
					Side: o.side, Process: process, Layout: process % r.layouts(),
					Bytes: p.Bytes, Pointers: p.Pointers, N: p.N, CPUNS: p.CPUNS, WallNS: p.WallNS, OwnNS: p.OwnNS, Cycles: p.Cycles,
				})
				r.cfg.Run.Spent.RecordedSec += time.Duration(p.WallNS).Seconds()
			}
		}
		process++
	}
	r.checkpoint()
	return nil
}
