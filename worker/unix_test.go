//go:build unix

package worker

import "syscall"

func closeDescriptor(fd int) { syscall.Close(fd) }

func makePipe(path string) error { return syscall.Mkfifo(path, 0o600) }
