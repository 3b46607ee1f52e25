package verify

import (
	"fmt"
	"maps"
	"regexp"
	"runtime"
	"time"
)

// How often, and how long apart, the process is looked at for goroutines that
// work when nobody calls. One that is seen at work each time spins.
const (
	restLooks = 5
	restPause = 300 * time.Microsecond
)

// atRest proves that the codec leaves nothing behind that works on: goroutines
// that spin take the processor from whatever is measured next. It looks at their
// states and at no clock, since on a busy machine a spinning goroutine gets
// little of the processor.
func (r *run) atRest() error {
	more := runtime.NumGoroutine() - r.goroutines
	for range restLooks { // what has ended its work may not be gone yet
		if more <= 0 {
			return nil
		}
		time.Sleep(restPause)
		more = min(more, runtime.NumGoroutine()-r.goroutines)
	}
	if more <= 0 {
		return nil
	}
	if calls := 2 * len(r.Values); more >= calls && calls > 4 {
		return fmt.Errorf("%d calls left %d goroutines behind", calls, more)
	}
	if n := AtWork(); n > 0 {
		return fmt.Errorf("the codec left %d goroutines behind, of which %d work when nobody calls", more, n)
	}
	return nil
}

// AtWork returns how many goroutines beside the calling one are at work, or would be
// if they were given a processor, at each of several looks. Those that wake for a
// moment only are not among them.
func AtWork() int {
	var still map[string]bool
	for n := range restLooks {
		if n > 0 {
			time.Sleep(restPause)
		}
		now := working()
		if n > 0 {
			maps.DeleteFunc(now, func(id string, _ bool) bool { return !still[id] })
		}
		if still = now; len(still) == 0 {
			return 0
		}
	}
	return len(still)
}

var state = regexp.MustCompile(`(?m)^goroutine (\d+) .*\[(\w+)`)

// working returns the goroutines that are running, waiting for a processor, or
// stopped by the collector while they ran, apart from the calling one.
func working() map[string]bool {
	text := make([]byte, 1<<16)
	text = text[:runtime.Stack(text, true)]
	found := map[string]bool{}
	for n, m := range state.FindAllSubmatch(text, -1) {
		if s := string(m[2]); n > 0 && (s == "running" || s == "runnable" || s == "preempted") {
			found[string(m[1])] = true
		}
	}
	return found
}
