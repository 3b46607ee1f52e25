//go:build !linux

package child

// stopped would report whether a signal keeps a process from running: nothing that is
// alike on these systems tells. Such a process is ended when its answer is late.
func stopped(int) bool { return false }

// killLeft would end what a process that is gone has started and what has left its group:
// nothing tells on this system what that is.
func killLeft(string) {}
