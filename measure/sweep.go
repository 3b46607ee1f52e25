package measure

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/worker/protocol"
)

// Sweep is how the values of a subject grow.
type Sweep struct {
	Flag   string // of the workload
	Scales []int  // its values, from small to large
}

// The shape of a sweep.
const (
	sweepPasses  = 3               // processes that each point comes from
	sweepLong    = time.Second     // what takes longer is measured at no larger size
	sweepOnce    = 2 * time.Second // what takes longer, with the look at what it made, is measured in one process
	sweepValues  = 64              // of a scale, at most
	sweepBytes   = 1 << 20         // that the encodings of a scale have together, about, unless one has more
	sweepCounted = 8 << 20         // bytes of an encoding up to which allocations are counted
	sweepGrowth  = 4.0             // of an encoding from one scale to the next, at least, for planning
)

// sweep measures the operations on values of other sizes, from small to large,
// each in a few processes. A case that fails at a size is measured at no larger
// one, and is not marked as failed: its own values are right. What a batch made
// is looked at as in rounds.
func (r *runner) sweep(ctx context.Context, s *Subject, entries []*entry, ahead time.Duration) error {
	if !r.cfg.Sweep || s.Sweep == nil {
		return nil
	}
	s.Result.Sweep = s.Sweep.Flag
	var list []*swept
	for _, e := range entries {
		if e.c.Row.Status == result.OK && !protocol.Harness(e.c.Protocol.Adapter) {
			list = append(list, &swept{entry: e, once: math.MaxInt})
		}
	}
	_, process := next(entries)
	round := 0
	for _, e := range entries {
		for _, p := range e.out.Sweep {
			round = max(round, p.Round+1)
		}
	}
	for pass := range sweepPasses {
		size := 0.0 // of an encoding at the last scale
		for i, scale := range s.Sweep.Scales {
			growth := sweepGrowth
			if i > 0 && s.Sweep.Scales[i-1] > 0 {
				growth = max(growth, float64(scale)/float64(s.Sweep.Scales[i-1]))
			}
			expected := size * growth
			at := s.at(scale, min(max(int(sweepBytes/max(expected, 1)), 1), sweepValues))
			r.pool.renew(process % r.layouts())
			for k, e := range list {
				done := (pass*len(s.Sweep.Scales)+i)*len(list) + k
				r.cfg.Progress(Step{"sweeping", s.Name, done, sweepPasses * len(s.Sweep.Scales) * len(list), ahead})
				if !e.wanted(i, pass, growth) {
					continue
				}
				began := r.clock.Now()
				p, err := r.point(ctx, at, e.entry, uint64(process), pass == 0 && expected <= sweepCounted)
				if err != nil {
					return err
				}
				if p != nil {
					p.Scale, p.Round, p.Process = scale, round+pass, process
					e.add(*p, i, r.clock.Now().Sub(began))
					size = max(size, p.Bytes)
				}
				if k+1 == len(list) || list[k+1].c != e.c {
					r.forget(e.entry)
				}
			}
			process++
			r.checkpoint()
		}
	}
	return nil
}

// swept is an operation in a sweep.
type swept struct {
	*entry
	ns     float64 // of the last point
	scales int     // how many it was measured at in the first pass
	once   int     // from which on one process has to do
}

// wanted reports whether the operation is measured at a scale in a pass.
func (e *swept) wanted(scale, pass int, growth float64) bool {
	switch {
	case pass > 0:
		return scale < min(e.scales, e.once)
	case e.out.SweepEnd != "":
		return false
	case e.ns*growth > float64(sweepLong):
		e.out.SweepEnd = fmt.Sprintf("one operation on the next size would take more than %v", sweepLong)
		return false
	}
	return true
}

// add records a point at a scale, which took so long with what is looked at.
func (e *swept) add(p result.Point, scale int, took time.Duration) {
	e.out.Sweep = append(e.out.Sweep, p)
	e.ns, e.scales = p.NSPerOp, max(e.scales, scale+1)
	if took > sweepOnce {
		e.once = min(e.once, scale)
	}
}

// at returns the subject with its values at a scale.
func (s *Subject) at(scale, values int) *Subject {
	data := s.Data
	data.Count = values
	data.Flags = map[string]int{s.Sweep.Flag: scale}
	for name, value := range s.Data.Flags {
		if name != s.Sweep.Flag {
			data.Flags[name] = value
		}
	}
	return &Subject{Name: s.Name, Data: data, Result: &result.Subject{}}
}

// point measures the operation on the values of a scale. It is nil where that
// cannot be, and then the entry says why.
func (r *runner) point(ctx context.Context, at *Subject, e *entry, placement uint64, count bool) (*result.Point, error) {
	// The failures of a size are not the row's.
	probe := &entry{
		c:  &Case{Row: &result.Case{Status: result.OK}, Worker: e.c.Worker, Protocol: e.c.Protocol},
		op: e.op, out: &result.Op{},
	}
	var b *protocol.Batch
	var err error
	if count {
		err = r.calibrate(ctx, at, probe)
	}
	if err == nil && probe.c.Row.Status == result.OK {
		b, err = r.batch(ctx, at, probe, placement, false)
	}
	if ctx.Err() != nil {
		return nil, ctx.Err()
	}
	if b == nil || err != nil {
		e.out.SweepEnd = probe.c.Row.Reason
		if err != nil { // there are no such values
			e.out.SweepEnd = err.Error()
		}
		return nil, nil
	}
	n := float64(probe.n)
	p := &result.Point{Bytes: float64(b.Bytes) / n, N: probe.n, NSPerOp: float64(b.NS) / n}
	if count {
		p.Allocated = &result.Allocated{Bytes: probe.out.BytesPerOp, Count: probe.out.AllocsPerOp}
	}
	return p, nil
}

// forget has the process let go of the case's copies of the values. One that has
// died holds none.
func (r *runner) forget(e *entry) {
	if r.pool.procs[e.c.Worker] != nil {
		r.pool.ask(e.c.Worker, protocol.Request{Do: "forget", Case: e.c.Protocol})
	}
}
