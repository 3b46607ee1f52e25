package measure

import (
	"context"
	"fmt"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// A batch is timed in the process of its codec, which can change what the process takes for
// the clock. So each request is timed from outside too: what it takes beyond what the process
// says of it is the way there and back, and where the machine is busy the wait for a
// processor. Both are now and then short, and have nothing to do with a request's length; what
// a clock loses is there each time, and grows with it.
const (
	clockDoubt   = 0.3  // of a batch that every request with it takes longer from outside
	clockBatches = 5    // of a request by which a doubt is settled, in which
	clockSlow    = 0.1  // of the time on the clock it may take so much more, or
	clockFast    = 0.02 // less, since it begins before and ends after
)

// clockLengths are how many times as long as usual the batches of such requests are: from one
// try to the next, of which all must fail, in the process and in one of the codec's own.
var (
	clockLengths    = []int{1, 8, 64}
	clockLengthsOwn = []int{16, 64, 128, 256, 256}
)

// clocked asks a worker, and returns by how much its clock is behind after its answer.
func (r *runner) clocked(from *pool, worker int, req protocol.Request) (protocol.Response, time.Duration, error) {
	began := r.clock.Now()
	resp, err := from.ask(worker, req)
	return resp, r.clock.Now().Sub(began) - time.Duration(resp.TookNS), err
}

// hides notes that the clock was behind after a request that has a batch of the entry.
func (e *entry) hides(behind time.Duration) {
	if e.hidden == 0 || behind < e.hidden {
		e.hidden = behind
	}
}

// doubtful reports whether the clock was behind after each request, by what is much for a
// batch of the entry, or was ahead after one.
func (e *entry) doubtful() bool {
	return e.n > 0 && e.fastest > 0 && (e.hidden < 0 || float64(e.hidden) > clockDoubt*e.fastest*float64(e.n))
}

// sameClock fails the entry's row where its process has another clock than this one. Where
// it seems so, the codec is tried in a process in which no other was: another row may have
// changed the clock.
func (m *meter) sameClock(ctx context.Context, p *part, e *entry) error {
	own := m.pool.another()
	defer own.close()
	differs := ""
	for _, try := range []struct {
		from    *pool
		lengths []int
	}{{m.pool, clockLengths}, {own, clockLengthsOwn}} {
		for _, length := range try.lengths {
			var err error
			if differs, err = m.clocksDiffer(ctx, try.from, p, e, length); err != nil || differs == "" {
				e.hidden = 0
				return err
			}
		}
	}
	fail(e.c.Row, differs)
	return nil
}

// clocksDiffer compares the clocks over a few batches, which are not recorded, and says by
// how much they differ. It is empty where they do not, or the case has failed.
func (m *meter) clocksDiffer(ctx context.Context, from *pool, p *part, e *entry, length int) (string, error) {
	if e.c.Row.Status == result.Failed || e.n > mostOps/length {
		return "", nil
	}
	if _, err := from.loaded(ctx, e.c.Worker, p.Subject); err != nil {
		return "", err
	}
	all := protocol.Request{Do: "batches"}
	for range clockBatches {
		one := e.completed(protocol.Request{Placement: m.rng.Uint64()})
		one.N *= length
		all.Batches = append(all.Batches, one)
	}
	resp, more, err := m.clocked(from, e.c.Worker, all)
	if err != nil {
		return "", m.broken(ctx, e, err)
	}
	var inside time.Duration
	for i := range resp.Batches {
		if err := resp.Batches[i].Failure(all.Batches[i]); err != nil {
			fail(e.c.Row, err.Error())
			return "", nil
		}
		inside += time.Duration(resp.Batches[i].Batch.NS)
	}
	if share := float64(more) / float64(max(inside, 1)); share >= -clockFast && share <= clockSlow {
		return "", nil
	}
	each := func(d time.Duration) float64 { return float64(d) / float64(clockBatches*all.Batches[0].N) }
	return fmt.Sprintf("%s takes %.4g ns by the clock of its process, and %.4g by that of this program: something in its process has changed the clock",
		e.op, each(inside), each(inside+more)), nil
}
