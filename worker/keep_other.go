//go:build !unix

package worker

// keep keeps a descriptor from the processes that adapters start: they do not get
// what they are not given here.
func keep(uintptr) {}
