//go:build unix

package worker

import "syscall"

func closeDescriptor(fd int) { syscall.Close(fd) }

// duplicate returns the lowest number that is free, of the same file.
func duplicate(fd int) int {
	to, _ := syscall.Dup(fd)
	return to
}

func makePipe(path string) error { return syscall.Mkfifo(path, 0o600) }
