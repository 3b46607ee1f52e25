package measure

import (
	"context"
	"fmt"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// A batch is timed in the process of its codec, which can change what the process takes for
// the clock. So some batches are timed from outside too, by the request that asks for them:
// what it takes beyond what the process says of it is the way there and back, and where the
// machine is busy the wait for a processor. Both are of a request, whatever its length, so
// that a longer one tells them from a clock that is slow.
const (
	clockBatches = 5    // of a request
	clockSlow    = 0.1  // of the time on the clock a request may take so much more, or
	clockFast    = 0.02 // less, since it begins before and ends after
)

// clockLengths are how many times as long as usual the batches are, from one try to the next,
// of which all must fail.
var clockLengths = []int{1, 4, 16, 64, 128, 256, 256}

// sameClock fails the entry's row where its process has another clock than this one. Where
// it seems so, the codec is tried in a process in which no other was: another row may have
// changed the clock.
func (m *meter) sameClock(ctx context.Context, p *part, e *entry) error {
	differs, err := m.clocksDiffer(ctx, m.pool, p, e, 1)
	if err != nil || differs == "" {
		return err
	}
	own := m.pool.another()
	defer own.close()
	for _, length := range clockLengths {
		if differs, err = m.clocksDiffer(ctx, own, p, e, length); err != nil || differs == "" {
			return err
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
	began := m.clock.Now()
	resp, err := from.ask(e.c.Worker, all)
	took := m.clock.Now().Sub(began)
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
	more := took - time.Duration(resp.TookNS)
	if share := float64(more) / float64(max(inside, 1)); share >= -clockFast && share <= clockSlow {
		return "", nil
	}
	each := func(d time.Duration) float64 { return float64(d) / float64(clockBatches*all.Batches[0].N) }
	return fmt.Sprintf("%s takes %.4g ns by the clock of its process, and %.4g by that of this program: something in its process has changed the clock",
		e.op, each(inside), each(inside+more)), nil
}
