package worker

import (
	"fmt"
	"os"
	"time"

	"github.com/assay-go/assay/internal/worker/batch"
)

// The watch over a step's time: how often it looks, and the least that a process
// uses between two looks while it gets on. The watches themselves use less.
const (
	watchTick = 250 * time.Millisecond
	watchMove = 8 * time.Millisecond
)

// watchTime ends the process when it uses more than limit of processor time, or
// when it was looked at as often as fits into patience without having used any:
// then it waits for what never comes; without patience that is limit. The clock decides nothing, so a loaded
// machine, or one that was stopped for a while, fails nobody. It is for what is
// done before anything is timed, until stop is called.
func watchTime(limit, patience time.Duration) (stop func()) {
	if patience <= 0 {
		patience = limit
	}
	begin := batch.CPUTime()
	if limit <= 0 || begin == 0 { // or the system does not tell
		return func() {}
	}
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		tick := time.NewTicker(watchTick)
		defer tick.Stop()
		last, still := begin, 0
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			now := batch.CPUTime()
			if still++; now-last >= watchMove {
				still = 0
			}
			last = now
			switch {
			case now-begin > limit:
				fmt.Fprintf(os.Stderr, "assay worker: stopped: took more than %v of processor time\n", limit)
			case time.Duration(still)*watchTick > patience:
				fmt.Fprintf(os.Stderr, "assay worker: stopped: stood still for %v\n", patience)
			default:
				continue
			}
			os.Exit(2)
		}
	}()
	return func() { close(done); <-gone }
}
