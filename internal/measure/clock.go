package measure

import (
	"context"
	"fmt"
	"math"
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
	clockDoubt   = 0.3  // of a batch that every request with it takes longer from outside, or
	clockMore    = 0.06 // so much longer than another's of the run does: what a doubt is
	clockBatches = 5    // of a request by which a doubt is settled, in which
	clockNear    = 0.03 // of the time on the clock it may take so much more,
	clockSlow    = 0.1  // or so much where that becomes a smaller share by
	clockFalls   = 0.8  // as longer batches are tried, as a wait does, or
	clockFast    = 0.02 // less, since it begins before and ends after
)

// clockLengths are how many times as long as usual the batches of such requests are: from one
// try to the next, of which all must fail, in the process and in one of the codec's own.
var (
	clockLengths    = []int{8, 64}
	clockLengthsOwn = []int{16, 64, 128, 256, 256, 256, 256, 256, 256, 256, 256}
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

// doubtful lists the entries of a case after whose every request the clock was behind, by what
// is much for a batch, or was ahead after one.
func (p *part) doubtful(c *Case) (list []*entry) {
	way := time.Duration(math.MaxInt64) // there and back
	for _, e := range p.entries {
		if e.hidden > 0 {
			way = min(way, e.hidden)
		}
	}
	for _, e := range p.entries {
		if e.c != c || e.n == 0 || e.fastest == 0 {
			continue
		}
		batch, hidden := e.fastest*float64(e.n), float64(e.hidden)
		if hidden < 0 || hidden > clockDoubt*batch || hidden-float64(way) > clockMore*batch {
			list = append(list, e)
		}
	}
	return list
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
		before := 0.0 // the share of the try before
		for _, length := range try.lengths {
			share, said, err := m.clocksDiffer(ctx, try.from, p, e, length)
			if err != nil || sameWithin(share, before) {
				e.hidden = 0
				return err
			}
			before, differs = share, said
		}
	}
	fail(e.c.Row, differs)
	return nil
}

// sameWithin reports whether a try after which the clock was behind by a share of what it
// took, and by another in the shorter try before (0: there was none), is one of a clock that
// nobody changed.
func sameWithin(share, before float64) bool {
	return share >= -clockFast && (share <= clockNear || share <= clockSlow && share < clockFalls*before)
}

// clocksDiffer compares the clocks over a few batches, which are not recorded, and returns by
// which share of what they took the process's is behind, and says so by both figures. It is 0
// where the case has failed.
func (m *meter) clocksDiffer(ctx context.Context, from *pool, p *part, e *entry, length int) (float64, string, error) {
	if e.c.Row.Status == result.Failed || e.n > mostOps/length {
		return 0, "", nil
	}
	if _, err := from.loaded(ctx, e.c.Worker, p.Subject); err != nil {
		return 0, "", err
	}
	all := protocol.Request{Do: "batches"}
	for range clockBatches {
		one := e.completed(protocol.Request{Placement: m.rng.Uint64()})
		one.N *= length
		all.Batches = append(all.Batches, one)
	}
	resp, more, err := m.clocked(from, e.c.Worker, all)
	if err != nil {
		return 0, "", m.broken(ctx, e, err)
	}
	var inside time.Duration
	for i := range resp.Batches {
		if err := resp.Batches[i].Failure(all.Batches[i]); err != nil {
			fail(e.c.Row, err.Error())
			return 0, "", nil
		}
		inside += time.Duration(resp.Batches[i].Batch.NS)
	}
	each := func(d time.Duration) float64 { return float64(d) / float64(clockBatches*all.Batches[0].N) }
	return float64(more) / float64(max(inside, 1)), fmt.Sprintf("%s takes %.4g ns by the clock of its process, and %.4g by that of this program: something in its process has changed the clock",
		e.op, each(inside), each(inside+more)), nil
}
