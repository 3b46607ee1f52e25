package measure

import (
	"bytes"
	"context"
	"os"
	"runtime"
	"strconv"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// The shape of what is measured besides on request.
const (
	morePasses    = 3                      // processes that each figure comes from
	parallelTime  = 2 * time.Millisecond   // of each goroutine
	latencyTime   = 100 * time.Millisecond // for one operation, in one process
	latencyFrom   = 1000                   // ns/op: below it the clock's own time counts too much
	latencyLeast  = 1000                   // operations, without which there is no p99.9
	latencyMost   = 20000
	unknownCaches = 64 << 20 // bytes, where the system does not tell
)

// more measures what was asked for beyond rounds: several goroutines at a time,
// what is in no cache, and single operations, each in a few processes of its own.
func (r *runner) more(ctx context.Context, s *Subject, entries []*entry, ahead time.Duration) error {
	if !r.cfg.Parallel && !r.cfg.Cold && !r.cfg.Latency {
		return nil
	}
	_, process := next(entries)
	for pass := range morePasses {
		r.pool.renew(process % r.layouts())
		for i, e := range entries {
			r.cfg.Progress(Step{Measuring, s.Name, pass*len(entries) + i, morePasses * len(entries), ahead})
			if protocol.Harness(e.c.Protocol.Adapter) || e.op == protocol.Update { // goroutines share their inputs
				continue
			}
			for _, part := range []struct {
				wanted  bool
				measure func(context.Context, *Subject, *entry, int) error
			}{{r.cfg.Latency, r.latency}, {r.cfg.Cold, r.cold}, {r.cfg.Parallel, r.parallel}} {
				if !part.wanted || e.c.Row.Status != result.OK {
					continue
				}
				if err := part.measure(ctx, s, e, process); err != nil {
					return err
				}
			}
		}
		process++
		r.checkpoint()
	}
	if r.cfg.Cold {
		return r.firstCalls(ctx, s, entries, process)
	}
	return nil
}

// request sends a request about the entry. The response is nil when the case
// failed.
func (r *runner) request(ctx context.Context, s *Subject, e *entry, req protocol.Request) (*protocol.Response, error) {
	if _, err := r.pool.loaded(ctx, e.c.Worker, s); err != nil {
		return nil, err
	}
	req.Case, req.Op = e.c.Protocol, e.op
	resp, err := r.pool.ask(e.c.Worker, req)
	if err != nil {
		return nil, r.broken(ctx, e, err)
	}
	return &resp, nil
}

// latency times single operations, where they take long enough for the clock.
func (r *runner) latency(ctx context.Context, s *Subject, e *entry, process int) error {
	ns := median(e)
	if ns < latencyFrom {
		return nil
	}
	n := min(max(int(float64(latencyTime)/ns), latencyLeast), latencyMost)
	resp, err := r.request(ctx, s, e, protocol.Request{Do: "latency", N: n, Placement: uint64(process)})
	if err != nil || resp == nil {
		return err
	}
	l := resp.Latency
	e.out.Latency = append(e.out.Latency, result.Latency{Process: process, N: l.N, P50: l.P50, P99: l.P99, P999: l.P999, Max: l.Max})
	return nil
}

func (r *runner) cold(ctx context.Context, s *Subject, e *entry, process int) error {
	resp, err := r.request(ctx, s, e, protocol.Request{Do: "cold", N: max(1, int(float64(latencyTime)/median(e))), Caches: r.caches})
	if err != nil || resp == nil {
		return err
	}
	c := resp.Cold
	e.out.Cold = append(e.out.Cold, result.Cold{Process: process, N: c.N, Bytes: c.Bytes, NSPerOp: float64(c.NS) / float64(c.N)})
	return nil
}

// parallel runs the operation in 1, 2, 4, … goroutines at a time, up to
// GOMAXPROCS of them.
func (r *runner) parallel(ctx context.Context, s *Subject, e *entry, process int) error {
	n := max(1, int(float64(parallelTime)/median(e)))
	most := runtime.GOMAXPROCS(0)
	for g := 1; ; g = min(2*g, most) {
		for _, pooled := range []bool{false, true} {
			resp, err := r.request(ctx, s, e, protocol.Request{Do: "parallel", N: n, Goroutines: g, Pooled: pooled})
			if err != nil || resp == nil {
				return err
			}
			e.out.Parallel = append(e.out.Parallel, result.Parallel{
				Process: process, Goroutines: g, Pooled: pooled, N: g * n, NSPerOp: float64(resp.ParallelNS) / float64(g*n),
			})
		}
		if g == most {
			return nil
		}
	}
}

// firstCalls times the first calls of each case in processes of its own, in which
// no other codec has run.
func (r *runner) firstCalls(ctx context.Context, s *Subject, entries []*entry, process int) error {
	of := map[*Case]map[protocol.Op]*entry{}
	var cases []*Case
	for _, e := range entries {
		if e.c.Row.Status != result.OK || protocol.Harness(e.c.Protocol.Adapter) {
			continue
		}
		if of[e.c] == nil {
			of[e.c] = map[protocol.Op]*entry{}
			cases = append(cases, e.c)
		}
		of[e.c][e.op] = e
	}
	for range morePasses {
		for _, c := range cases {
			r.pool.renew(process % r.layouts())
			var any *entry
			for _, e := range of[c] {
				any = e
			}
			resp, err := r.request(ctx, s, any, protocol.Request{Do: "first"})
			if err != nil {
				return err
			}
			if resp == nil {
				continue
			}
			for op, ns := range map[protocol.Op]int64{protocol.Marshal: resp.First.Marshal, protocol.Unmarshal: resp.First.Unmarshal} {
				if e := of[c][op]; e != nil {
					e.out.First = append(e.out.First, result.First{Process: process, OpenNS: resp.First.Open, NS: ns})
				}
			}
			process++
		}
	}
	return nil
}

// cacheSize returns how many bytes the processor's largest cache holds.
func cacheSize() int {
	most := 0
	for i := range 8 {
		text, err := os.ReadFile("/sys/devices/system/cpu/cpu0/cache/index" + strconv.Itoa(i) + "/size")
		if err != nil {
			break
		}
		text = bytes.TrimSpace(text)
		unit := 1
		if number, ok := bytes.CutSuffix(text, []byte("K")); ok {
			text, unit = number, 1<<10
		} else if number, ok := bytes.CutSuffix(text, []byte("M")); ok {
			text, unit = number, 1<<20
		}
		if n, err := strconv.Atoi(string(text)); err == nil {
			most = max(most, n*unit)
		}
	}
	if most == 0 {
		return unknownCaches
	}
	return most
}
