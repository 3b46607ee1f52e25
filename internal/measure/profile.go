package measure

import (
	"context"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// profileTime is how long an operation runs for its profile.
const profileTime = 2 * time.Second

// profile takes the profiles of the case that they were asked for, after all that is timed:
// of the round trip, and of a case that only decodes, of that.
func (r *runner) profile(ctx context.Context, s *Subject, entries []*entry) error {
	var chosen *entry
	for _, e := range entries {
		if e.c.Row.Row == r.cfg.Profile && e.c.Row.Status == result.OK && (chosen == nil || e.op == protocol.RoundTrip) {
			chosen = e
		}
	}
	if chosen == nil {
		return nil
	}
	span := &protocol.Span{Least: profileTime, Limit: profileTime + time.Minute}
	resp, err := r.request(ctx, s, chosen, protocol.Request{Do: "profile", N: chosen.n, Span: span, CPU: 2 * profileTime})
	if err != nil || resp == nil { // the case failed
		return err
	}
	return r.cfg.Profiled(resp.Profile.CPU, resp.Profile.Allocs)
}
