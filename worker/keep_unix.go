//go:build unix

package worker

import (
	"fmt"
	"syscall"
)

// keep keeps a descriptor from the processes that adapters start.
func keep(fd uintptr) { syscall.CloseOnExec(int(fd)) }

// held returns a func that reports whether a descriptor is still what it was.
func held(fd uintptr) func() error {
	var was syscall.Stat_t
	if err := syscall.Fstat(int(fd), &was); err != nil {
		return func() error { return err }
	}
	return func() error {
		var is syscall.Stat_t
		if err := syscall.Fstat(int(fd), &is); err != nil || is.Dev != was.Dev || is.Ino != was.Ino {
			return fmt.Errorf("descriptor %d, by which requests come, is closed: does the serializer close descriptors that are not its own?", fd)
		}
		return nil
	}
}
