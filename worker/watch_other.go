//go:build !unix

package worker

import "time"

var started = time.Now()

// cpuTime returns the time on the clock, where the system does not tell that of
// the processor.
func cpuTime() (t time.Duration, ok bool) { return time.Since(started), true }
