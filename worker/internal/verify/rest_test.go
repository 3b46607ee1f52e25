package verify

import (
	"runtime"
	"sync/atomic"
	"testing"
)

// TestLookingTakesNothingOfTheHeap: the watch over a step's time looks at goroutines while
// verification counts what results take of the heap, on a busy machine most of all.
func TestLookingTakesNothingOfTheHeap(t *testing.T) {
	var stop atomic.Bool
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for !stop.Load() {
		}
	}()
	defer func() { stop.Store(true); <-ended }()
	var before, after runtime.MemStats
	AtWork() // takes its timer
	runtime.ReadMemStats(&before)
	const looks = 4
	for range looks {
		if n := AtWork(); n != 1 {
			t.Errorf("%d goroutines at work beside this one, want 1", n)
		}
	}
	runtime.ReadMemStats(&after)
	if n := (after.TotalAlloc - before.TotalAlloc) / looks; n > 512 {
		t.Errorf("a look takes %d bytes of the heap", n)
	}
}
