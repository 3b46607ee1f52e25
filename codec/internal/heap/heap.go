// Package heap says for tests how much memory a function takes.
package heap

import (
	"runtime"
	"runtime/debug"
)

// Allocated returns how many bytes of memory f takes, those included that are free again.
func Allocated(f func()) uint64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc
}

// Held returns by how many bytes the heap is larger after f, of which nothing is collected.
func Held(f func()) int64 {
	runtime.GC()
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	f()
	runtime.ReadMemStats(&after)
	return int64(after.HeapInuse) - int64(before.HeapInuse)
}
