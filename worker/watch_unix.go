//go:build unix

package worker

import (
	"syscall"
	"time"
)

// cpuTime returns the processor time that the process has used.
func cpuTime() (t time.Duration, ok bool) {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0, false
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano()), true
}
