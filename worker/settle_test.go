package worker

import (
	"math"
	"runtime"
	"runtime/debug"
	"testing"
)

// A library that changes the runtime's settings in an init func changes no
// figure: they are set after it.
func TestSettingsOfInitAreUndone(t *testing.T) {
	rate := runtime.MemProfileRate
	gogc, limit, procs := debug.SetGCPercent(1000), debug.SetMemoryLimit(1<<40), runtime.GOMAXPROCS(1)
	defer func() {
		debug.SetGCPercent(gogc)
		debug.SetMemoryLimit(limit)
		runtime.GOMAXPROCS(procs)
		runtime.MemProfileRate = rate
	}()
	runtime.MemProfileRate = 1 << 20
	settle(150)
	if got := debug.SetGCPercent(150); got != 150 {
		t.Errorf("GOGC is %d, want 150", got)
	}
	if got := debug.SetMemoryLimit(-1); got != math.MaxInt64 {
		t.Errorf("the memory limit is %d bytes", got)
	}
	if got := runtime.GOMAXPROCS(0); got != procs {
		t.Errorf("GOMAXPROCS is %d, want %d", got, procs)
	}
	if got := runtime.MemProfileRate; got != 0 {
		t.Errorf("a sample is taken of every %d bytes that are allocated", got)
	}
}
