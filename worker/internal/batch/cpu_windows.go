package batch

import (
	"syscall"
	"time"
)

// CPUTime returns the processor time of all threads of the process, in the
// system and outside. Windows counts it in steps of some milliseconds.
func CPUTime() time.Duration {
	var created, exited, kernel, user syscall.Filetime
	self, err := syscall.GetCurrentProcess()
	if err != nil || syscall.GetProcessTimes(self, &created, &exited, &kernel, &user) != nil {
		return 0
	}
	ticks := func(t syscall.Filetime) time.Duration {
		return time.Duration(int64(t.HighDateTime)<<32|int64(t.LowDateTime)) * 100 // in 100 ns
	}
	return ticks(kernel) + ticks(user)
}
