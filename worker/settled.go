package worker

import (
	"runtime"
	"time"
)

// settled collects garbage and waits for the finalizers of what was let go of, as long as a
// second: they run one after the other, those of this after those of others.
func settled() {
	const rounds = 2 // what a finalizer lets go of may have one
	for range rounds {
		done := make(chan struct{})
		last := new([16]byte)
		runtime.SetFinalizer(last, func(*[16]byte) { close(done) })
		runtime.GC()
		select {
		case <-done:
		case <-time.After(time.Second):
		}
	}
}
