package worker

import (
	"fmt"
	"os"
	"runtime/debug"
	"runtime/metrics"
	"time"
)

// limitMemory makes the process die rather than use much more than limit bytes:
// where the system can (see limitAddressSpace), the next allocation beyond it is
// fatal, and the runtime's last words on standard error are "out of memory".
// Before that the collector is made to work harder, also where it is switched
// off for a batch. 0 is no limit.
func limitMemory(limit int64) error {
	if limit <= 0 {
		return nil
	}
	debug.SetMemoryLimit(limit / 4 * 3)
	return limitAddressSpace(limit)
}

// watchMemory ends the process when its heap outgrows limit, on every system,
// until stop is called. It is for verification only: nothing may run beside a
// batch.
func watchMemory(limit int64) (stop func()) {
	if limit <= 0 {
		return func() {}
	}
	done, gone := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(gone)
		tick := time.NewTicker(10 * time.Millisecond)
		defer tick.Stop()
		heap := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
		for {
			select {
			case <-done:
				return
			case <-tick.C:
			}
			metrics.Read(heap)
			if n := heap[0].Value.Uint64(); n > uint64(limit) {
				fmt.Fprintf(os.Stderr, "assay worker: out of memory: the heap holds %d bytes, the limit is %d\n", n, limit)
				os.Exit(2)
			}
		}
	}()
	return func() { close(done); <-gone }
}
