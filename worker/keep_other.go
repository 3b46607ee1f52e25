//go:build !unix

package worker

// keep keeps a descriptor from the processes that adapters start: they do not get
// what they are not given here.
func keep(uintptr) {}

// held returns a func that reports whether a descriptor is still what it was, which
// nothing tells here.
func held(uintptr) func() error { return func() error { return nil } }
