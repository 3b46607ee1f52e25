package batch

import (
	"runtime"
	"slices"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
)

// swept is what empties the caches. It stays, so that its allocation is no part of
// what is timed.
var swept []byte

// Latency times n operations one by one. The clock's own time, some 40 ns, is
// part of each.
func (r *runner[V]) Latency(op protocol.Op, n int, placement uint64) (protocol.Latency, error) {
	loop, err := r.prepare(op, placement)
	if err != nil {
		return protocol.Latency{}, err
	}
	if err := loop(1 + n/16); err != nil {
		return protocol.Latency{}, err
	}
	took := make([]int64, n)
	for i := range took {
		begin := r.clock()
		err := loop(1)
		took[i] = (r.clock() - begin).Nanoseconds()
		if err != nil {
			return protocol.Latency{}, err
		}
	}
	if err := r.lastIsRight(op); err != nil {
		return protocol.Latency{}, err
	}
	return percentiles(took), nil
}

// percentiles sorts the times, of which there is at least one.
func percentiles(took []int64) protocol.Latency {
	slices.Sort(took)
	n := len(took)
	at := func(share float64) int64 { return took[min(int(share*float64(n)), n-1)] }
	return protocol.Latency{N: n, P50: at(0.5), P99: at(0.99), P999: at(0.999), Max: took[n-1]}
}

// Cold runs op once over all values, or over as many as n, in each of several
// passes, before each of which the caches are emptied: twice the given number of
// bytes are written to.
func (r *runner[V]) Cold(op protocol.Op, n, caches int) (protocol.Cold, error) {
	const passes = 5
	loop, err := r.prepare(op, 0)
	if err != nil {
		return protocol.Cold{}, err
	}
	if err := loop(1); err != nil {
		return protocol.Cold{}, err
	}
	n = min(n, len(r.Values))
	if len(swept) < 2*caches {
		swept = make([]byte, 2*caches)
		for range 2 {
			runtime.GC() // the one that so large a piece begins, and what it leaves to do
		}
	}
	sweep := swept[:2*caches]
	var elapsed time.Duration
	for pass := range passes {
		for i := 0; i < len(sweep); i += 64 {
			sweep[i] += byte(pass + 1)
		}
		begin := r.clock()
		err := loop(n)
		elapsed += r.clock() - begin
		if err != nil {
			return protocol.Cold{}, err
		}
	}
	return protocol.Cold{N: passes * n, Bytes: int64(len(sweep)), NS: elapsed.Nanoseconds()}, r.lastIsRight(op)
}

// First times the first calls of a codec that open makes: in a process that did
// nothing with it before, they hold what a library sets up once.
func First[V any](open func() adapter.Codec[V], v *V) (f protocol.First, err error) {
	start := time.Now()
	c := open()
	f.Open = time.Since(start).Nanoseconds()
	var out []byte
	start = time.Now()
	if c.Marshal != nil {
		out, err = c.Marshal(v)
	} else {
		out, err = c.Append(nil, v)
	}
	f.Marshal = time.Since(start).Nanoseconds()
	if err != nil {
		return f, err
	}
	start = time.Now()
	if c.Construct != nil {
		_, err = c.Construct(out)
	} else {
		err = c.Unmarshal(out, new(V))
	}
	f.Unmarshal = time.Since(start).Nanoseconds()
	return f, err
}
