//go:build unix

package batch

import (
	"syscall"
	"time"
)

// CPUTime returns the processor time of all threads of the process, in the
// system and outside.
func CPUTime() time.Duration {
	var u syscall.Rusage
	if syscall.Getrusage(syscall.RUSAGE_SELF, &u) != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
