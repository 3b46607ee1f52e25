package measure

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
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

// clockShare is the part of a run that comparing clocks may take, one in so many. Where the way
// to a process is long, or the machine busy, every clock is in doubt each time.
const clockShare = 4

// clockLengths are how many times as long as usual the batches of such requests are: from one
// try to the next, of which all must fail, in the process and in one of the codec's own.
var (
	clockLengths    = []int{16}
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

// compareClocks settles doubts about the clocks of what was timed in this process, as long as
// there is time for it: first those that no comparison of this run has settled, and of these
// the greatest.
func (m *meter) compareClocks(ctx context.Context, p *part) error {
	for _, e := range p.doubtful() {
		began := m.clock.Now()
		if e.settled && m.rng.IntN(oneProven) != 0 || m.comparing*clockShare > began.Sub(m.began) || m.late(0) {
			continue
		}
		if err := m.sameClock(ctx, p, e); err != nil {
			return err
		}
		m.comparing += m.clock.Now().Sub(began)
		if e.c.Row.Status == result.Failed {
			m.forget(p, e.c)
		}
	}
	return nil
}

// doubtful lists the entries after whose every request the clock was behind, by what is much
// for a batch, or was ahead after one.
func (p *part) doubtful() (list []*entry) {
	way := time.Duration(math.MaxInt64) // there and back
	for _, e := range p.entries {
		if e.hidden > 0 {
			way = min(way, e.hidden)
		}
	}
	doubt := map[*entry]float64{} // as a part of a batch
	for _, e := range p.entries {
		if e.n == 0 || e.fastest == 0 || e.c.Row.Status != result.OK || protocol.Harness(e.c.Protocol.Adapter) {
			continue
		}
		batch, hidden := e.fastest*float64(e.n), float64(e.hidden)
		if hidden < 0 || hidden > clockDoubt*batch || hidden-float64(way) > clockMore*batch {
			doubt[e] = math.Abs(hidden) / batch
			list = append(list, e)
		}
	}
	slices.SortStableFunc(list, func(a, b *entry) int {
		switch {
		case a.settled && !b.settled:
			return 1
		case b.settled && !a.settled:
			return -1
		}
		return cmp.Compare(doubt[b], doubt[a])
	})
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
				e.hidden, e.settled = 0, true
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
	waiting := from.procs[e.c.Worker].Waiting()
	resp, more, err := m.clocked(from, e.c.Worker, all)
	if err != nil {
		return 0, "", m.broken(ctx, e, err)
	}
	more = max(more-waiting(), min(more, 0))
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
