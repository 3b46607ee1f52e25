package measure

import (
	"context"
	"fmt"
	"math"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// Sweep is how the values of a subject grow.
type Sweep struct {
	Flag   string // of the workload
	Scales []int  // its values, from small to large
}

// The shape of a sweep.
const (
	sweepPasses  = 3                    // processes that each point comes from
	sweepLong    = time.Second          // what takes longer is measured at no larger size
	sweepOnce    = 2 * time.Second      // what takes longer, with the look at what it made, is measured in one process
	sweepAlone   = 5 * time.Millisecond // of one operation, from which on it is not calibrated
	sweepValues  = 64                   // of a scale, at most
	sweepBytes   = 1 << 20              // that the encodings of a scale have together, about, unless one has more
	sweepCounted = 8 << 20              // bytes of an encoding up to which allocations are counted
	sweepOdd     = 4.0                  // times as long for a byte as at the size before: then it is measured again
	sweepGrowth  = 4.0                  // of an encoding from one scale to the next, at least, for planning
)

// sweep measures the operations on values of other sizes, from small to large,
// each in a few processes. A case that fails at a size is measured at no larger
// one, and is not marked as failed: its own values are right. What a batch made
// is looked at as in rounds.
//
// It may take as long as the rounds did, about. The first pass ends before a size
// for which the time will not do, and says so in each row; which sizes the further
// passes have is fixed after it, by what each took.
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
	budget := r.cfg.Budget / time.Duration(len(r.cfg.Subjects))
	start := r.clock.Now()
	scales := s.Sweep.Scales
	var took []time.Duration // by each scale in the first pass
	for pass := range sweepPasses {
		size := 0.0 // of an encoding at the last scale
		if pass == 1 {
			scales = scales[:again(took, budget-r.clock.Now().Sub(start))]
		}
		for i, scale := range scales {
			began := r.clock.Now()
			growth := sweepGrowth
			if i > 0 && s.Sweep.Scales[i-1] > 0 {
				growth = max(growth, float64(scale)/float64(s.Sweep.Scales[i-1]))
			}
			if left := budget - r.clock.Now().Sub(start); pass == 0 && foreseen(took, growth) > left {
				for _, e := range list {
					if e.out.SweepEnd == "" {
						e.out.SweepEnd = fmt.Sprintf("the time did not do for larger sizes than %d: give more with --time", scales[i-1])
					}
				}
				break
			}
			expected := size * growth
			at := s.at(scale, min(max(int(sweepBytes/max(expected, 1)), 1), sweepValues))
			r.pool.renew(process % r.layouts())
			for k, e := range list {
				done := (pass*len(scales)+i)*len(list) + k
				r.cfg.Progress(Step{Sweeping, s.Name, done, sweepPasses * len(scales) * len(list), ahead})
				if !e.wanted(i, pass, growth) {
					continue
				}
				began := r.clock.Now()
				p, err := r.point(ctx, at, e.entry, uint64(process), pass == 0 && expected <= sweepCounted)
				if err == nil && e.odd(p) {
					p, err = r.pointAgain(ctx, at, e.entry, uint64(process), p)
				}
				if err != nil {
					return err
				}
				if p != nil {
					p.Scale, p.Round, p.Process = scale, round+pass, process
					e.add(*p, i, r.clock.Now().Sub(began))
					size = max(size, p.Bytes)
				}
				if expected > sweepBytes && (k+1 == len(list) || list[k+1].c != e.c) {
					r.forget(e.entry)
				}
			}
			if pass == 0 {
				took = append(took, r.clock.Now().Sub(began))
			}
			process++
			r.checkpoint()
		}
	}
	return nil
}

// foreseen is how long the next scale takes about: as many times as long as the
// last one as that took as long as the one before, but no more times than its
// encodings are longer.
func foreseen(took []time.Duration, growth float64) time.Duration {
	n := len(took)
	if n < 2 {
		return 0
	}
	times := float64(took[n-1]) / float64(max(took[n-2], 1))
	return time.Duration(float64(took[n-1]) * min(max(times, 1), growth))
}

// again is how many scales, from the first on, the time that is left allows to
// measure in all further passes.
func again(took []time.Duration, left time.Duration) int {
	for i, t := range took {
		if left -= (sweepPasses - 1) * t; left < 0 {
			return i
		}
	}
	return len(took)
}

// swept is an operation in a sweep.
type swept struct {
	*entry
	ns     float64 // of the last point
	bytes  float64 // likewise
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
	e.ns, e.bytes, e.scales = p.NSPerOp, p.Bytes, max(e.scales, scale+1)
	if took > sweepOnce {
		e.once = min(e.once, scale)
	}
}

// odd reports whether a point took much longer than the one before it foretells.
func (e *swept) odd(p *result.Point) bool {
	return p != nil && e.ns > 0 && p.NSPerOp*e.bytes > sweepOdd*e.ns*p.Bytes
}

// pointAgain measures anew what took oddly long, and returns the lesser. On a busy
// machine a single operation of 20 µs was seen to take 10 ms, which makes it one that
// is not calibrated, and a slope of it that nothing was measured at.
func (r *runner) pointAgain(ctx context.Context, at *Subject, e *entry, placement uint64, p *result.Point) (*result.Point, error) {
	again, err := r.point(ctx, at, e, placement, false)
	if err != nil || again == nil || again.NSPerOp >= p.NSPerOp {
		return p, err
	}
	again.Allocated = p.Allocated
	return again, nil
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
	// A single operation that takes long is a batch, and nothing has to be found
	// before it: what is prepared and looked at takes many times as long.
	probe.n = 1
	b, err := r.sole(ctx, at, probe, placement)
	if b != nil && time.Duration(b.NS) < sweepAlone {
		b, probe.n = nil, 0
		if count {
			err = r.calibrate(ctx, at, probe)
		}
		if err == nil && probe.c.Row.Status == result.OK {
			b, err = r.batch(ctx, at, probe, protocol.Request{Placement: placement, Watched: true})
		}
	} else if b != nil && count {
		err = r.allocations(ctx, at, probe)
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

// sole runs a batch of one operation.
func (r *runner) sole(ctx context.Context, at *Subject, e *entry, placement uint64) (*protocol.Batch, error) {
	if _, err := r.pool.loaded(ctx, e.c.Worker, at); err != nil {
		return nil, err
	}
	resp, err := r.pool.ask(e.c.Worker, protocol.Request{Do: "batch", N: 1, Placement: placement, Watched: true, Case: e.c.Protocol, Op: e.op})
	if err != nil {
		return nil, r.broken(ctx, e, err)
	}
	return resp.Batch, nil
}

// forget has the process let go of the case's copies of the values. One that has
// died holds none.
func (r *runner) forget(e *entry) {
	if r.pool.procs[e.c.Worker] != nil {
		r.pool.ask(e.c.Worker, protocol.Request{Do: "forget", Case: e.c.Protocol})
	}
}
