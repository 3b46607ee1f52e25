package verify

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"sync"
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
// moment only are not among them. It takes nothing of the heap, since the watch over a
// step's time looks while verification counts what results take of it.
func AtWork() int { return len(atWork()) }

func atWork() (ids []uint64) {
	looking.Lock()
	defer looking.Unlock()
	var rooms [2][64]uint64
	var still []uint64
	for n := range restLooks {
		if n > 0 {
			time.Sleep(restPause)
		}
		now := goroutines(rooms[n%2][:0], true)
		if n > 0 {
			now = slices.DeleteFunc(now, func(id uint64) bool { return !slices.Contains(still, id) })
		}
		if still = now; len(still) == 0 {
			return nil
		}
	}
	ids = make([]uint64, len(still)) // the rooms stay on the stack
	copy(ids, still)
	return ids
}

// begun says whose calls began the goroutines of this process: one that works while another
// codec is timed is no fault of that one.
var begun = struct {
	by     string            // who is served
	least  int               // the fewest goroutines so far: those of no codec
	owner  map[uint64]string // of each that was there then
	guilty map[string]bool   // of whom one works while others are timed
}{owner: map[uint64]string{}, guilty: map[string]bool{}}

// Serve says whose calls come next. Goroutines that have come since the last time are of
// who was served until now.
func Serve(who string) {
	switch n := runtime.NumGoroutine(); {
	case begun.least == 0 || n <= begun.least:
		begun.least = n
	default:
		// As many as the last time may be others.
		looking.Lock()
		var room [64]uint64
		for _, id := range goroutines(room[:0], false) {
			if _, known := begun.owner[id]; !known {
				begun.owner[id] = begun.by
			}
		}
		looking.Unlock()
	}
	begun.by = who
}

// restless fails where goroutines of who is served are at work, or were when another was timed.
func restless(more int) error {
	own := 0
	if more > 0 {
		for _, id := range atWork() {
			if who, known := begun.owner[id]; !known || who == begun.by {
				own++
			} else {
				begun.guilty[who] = true
			}
		}
	}
	switch {
	case own > 0:
		return fmt.Errorf("the batch left %d goroutines behind, of which %d work when nobody calls", more, own)
	case begun.guilty[begun.by]:
		return fmt.Errorf("a goroutine that its calls began works while others are timed")
	}
	return nil
}

var (
	looking sync.Mutex
	stacks  [1 << 20]byte // of all goroutines, at a look
)

// goroutines appends those to found that are there apart from the calling one: all, or those that
// are running, waiting for a processor, or stopped by the collector while they ran.
func goroutines(found []uint64, working bool) []uint64 {
	text := stacks[:runtime.Stack(stacks[:], true)]
	for calling := true; len(text) > 0; {
		var line []byte
		line, text, _ = bytes.Cut(text, []byte("\n"))
		head, isHead := bytes.CutPrefix(line, []byte("goroutine ")) // 18 [chan receive, 2 minutes]:
		_, state, hasState := bytes.Cut(head, []byte("["))
		if !isHead || !hasState {
			continue
		}
		atWork := bytes.HasPrefix(state, []byte("runn")) || bytes.HasPrefix(state, []byte("preempted")) // running, runnable
		if (atWork || !working) && !calling {
			id := uint64(0)
			for _, c := range head {
				if c < '0' || c > '9' {
					break
				}
				id = 10*id + uint64(c-'0')
			}
			found = append(found, id)
		}
		calling = false
	}
	return found
}
