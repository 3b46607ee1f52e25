package worker

import (
	"runtime"
	"testing"
)

// TestAgingLetsCollectionsPass, and leaves the heap between two of them.
func TestAgingLetsCollectionsPass(t *testing.T) {
	h := newHeap(8 << 20)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	h.age()
	runtime.ReadMemStats(&after)
	if n := after.NumGC - before.NumGC; n < agingCycles {
		t.Errorf("%d collections passed, want %d", n, agingCycles)
	}
	// a collection begins when seven tenths of the room are used, at the earliest
	if made := after.TotalAlloc - before.TotalAlloc; made < 2*8<<20 {
		t.Errorf("%d bytes of garbage were made beside a live heap of 8 MB", made)
	}
	h.age()
	runtime.ReadMemStats(&before)
	if made := before.TotalAlloc - after.TotalAlloc; made > 1<<20 {
		t.Errorf("a process ages twice: %d bytes more", made)
	}
	runtime.KeepAlive(h)
}
