//go:build unix

package worker

import "syscall"

// keep keeps a descriptor from the processes that adapters start.
func keep(fd uintptr) { syscall.CloseOnExec(int(fd)) }
