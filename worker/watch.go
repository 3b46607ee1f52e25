package worker

import (
	"cmp"
	"fmt"
	"os"
	"time"

	"github.com/assay-go/assay/worker/internal/batch"
	"github.com/assay-go/assay/worker/internal/verify"
)

// The watch over a step's time: how often it looks, and the least that a process
// uses between two looks while it gets on. The watches themselves use less.
const (
	watchTick = 250 * time.Millisecond
	watchMove = 8 * time.Millisecond
)

// watchTime ends the process when it uses more than limit of processor time, or
// stands still for patience; without patience that is limit. It is for what is done
// before anything is timed, until stop is called.
func watchTime(limit, patience time.Duration) (stop func()) {
	begin := batch.CPUTime()
	if limit <= 0 || begin == 0 { // or the system does not tell
		return func() {}
	}
	w := watch{limit: limit, patience: cmp.Or(max(patience, 0), limit), begin: begin, last: begin}
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		tick := time.NewTicker(watchTick)
		defer tick.Stop()
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			if reason := w.look(batch.CPUTime(), verify.AtWork); reason != "" {
				fmt.Fprintf(os.Stderr, "assay worker: stopped: %s\n", reason)
				os.Exit(2)
			}
		}
	}()
	return func() { close(done); <-gone }
}

// watch decides by what the process did, and by no clock: a loaded machine, or one that
// was stopped for a while, fails nobody.
type watch struct {
	limit, patience time.Duration
	begin, last     time.Duration // of the process's processor time: at the start, at the last look
	still           int           // looks in a row at which nothing was done
}

// look is told how much processor time the process has used, and asks atWork for its
// goroutines that are at work where it has used hardly any since the last look: a process
// that waits for a processor does not stand still. It returns why the process must end,
// or nothing.
func (w *watch) look(used time.Duration, atWork func() int) (reason string) {
	if w.still++; used-w.last >= watchMove || atWork() > 0 {
		w.still = 0
	}
	w.last = used
	switch {
	case used-w.begin > w.limit:
		return fmt.Sprintf("took more than %v of processor time", w.limit)
	case time.Duration(w.still)*watchTick > w.patience:
		return fmt.Sprintf("stood still for %v", w.patience)
	}
	return ""
}
