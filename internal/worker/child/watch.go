package child

import "time"

// after calls f when so long has passed without a break in which counts was true and this
// process ran too, unless stop is called before: where both it and the worker stood still,
// as in a machine that was suspended, nobody was late.
func after(limit time.Duration, counts func() bool, f func()) (stop func()) {
	done := make(chan struct{})
	tick := min(time.Second/4, limit/8+1)
	go func() {
		ticker := time.NewTicker(tick)
		defer ticker.Stop()
		w := waiting{last: time.Now(), most: 8 * tick}
		for {
			select {
			case <-done:
				return
			case <-ticker.C:
			}
			if w.until(time.Now()); !counts() {
				w.sum = 0
			}
			if w.sum >= limit {
				f()
				return
			}
		}
	}()
	return func() { close(done) }
}

// waiting is time that passed in steps, of which one that is longer than most counts
// as that.
type waiting struct {
	last      time.Time
	sum, most time.Duration
}

func (w *waiting) until(now time.Time) time.Duration {
	w.sum += min(now.Sub(w.last), w.most)
	w.last = now
	return w.sum
}
