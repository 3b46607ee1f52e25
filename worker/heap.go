package worker

import (
	"runtime"
	"runtime/metrics"
)

// heap is what a process keeps alive besides the values, so that the collector
// runs at the pace of a program of that size: tiny heaps collect too often, huge
// ones never.
type heap struct {
	ballast []byte // never touched, so it costs address space only, and no time to mark
	aged    bool
}

func newHeap(size int) *heap { return &heap{ballast: make([]byte, size)} }

// agingCycles is how many collections a young process lets pass.
const agingCycles = 3

// age brings the heap of a young process to where that of an old one is, once.
// In a process that just began, nearly every allocation lands on a page that the
// system must first find and clear, until the heap has grown to its goal and was
// collected; from then on memory is used again. So as much garbage is made as
// fits between two collections, a few times over.
func (h *heap) age() {
	if h.aged {
		return
	}
	h.aged = true
	runtime.GC() // what verification and loading left goes first
	for range agingCycles {
		fill()
		runtime.GC()
	}
}

// fill makes garbage until a collection begins by itself, or until there is as
// much as fits before one. The pieces are of many sizes and spread over whole
// pages, which they leave behind.
func fill() {
	stats := []metrics.Sample{{Name: "/gc/heap/goal:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/cycles/total:gc-cycles"}}
	metrics.Read(stats)
	cycles := stats[2].Value.Uint64()
	for {
		metrics.Read(stats)
		goal, used := stats[0].Value.Uint64(), stats[1].Value.Uint64()
		if used >= goal || stats[2].Value.Uint64() != cycles {
			return
		}
		for range 16 {
			garbage = make([]byte, 8<<10)
			for i := 0; i < len(garbage); i += 4 << 10 {
				garbage[i] = 1
			}
		}
	}
}

var garbage []byte // keeps what is made from being made on the stack
