//go:build unix

package worker

import (
	"fmt"
	"syscall"
)

// keep keeps a descriptor from the processes that adapters start.
func keep(fd uintptr) { syscall.CloseOnExec(int(fd)) }

// held returns a func that reports whether descriptors are still what they were.
func held(fds ...uintptr) func() error {
	stat := func(fd uintptr) (s syscall.Stat_t, err error) {
		err = syscall.Fstat(int(fd), &s)
		return s, err
	}
	was := make([]syscall.Stat_t, len(fds))
	for i, fd := range fds {
		was[i], _ = stat(fd) // of none the number is another's later
	}
	return func() error {
		for i, fd := range fds {
			if is, err := stat(fd); err != nil || is.Dev != was[i].Dev || is.Ino != was[i].Ino {
				return fmt.Errorf("descriptor %d, by which requests come or answers go, is closed or another's: does the serializer close descriptors that are not its own?", fd)
			}
		}
		return nil
	}
}
