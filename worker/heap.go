package worker

import (
	"math/rand/v2"
	"runtime"
	"runtime/metrics"
	"unsafe"
)

// heap is what a process keeps alive besides the values, so that the collector
// runs at the pace of a program of that size: tiny heaps collect too often, huge
// ones never.
type heap struct {
	ballast []byte // never touched, so it costs address space only, and no time to mark
	nodes   []*node
	aged    bool
}

func newHeap(size int) *heap { return &heap{ballast: make([]byte, size)} }

// agingCycles is how many collections a young process lets pass. Measured with
// allocating codecs, batches after none cost up to 2.1 times what they cost after
// 1,500 rounds of life, and after three within 2 % of it.
const agingCycles = 3

// age brings the heap of a young process to where that of an old one is, once.
// In a process that just began, nearly every allocation lands on a page that the
// system must first find and clear, until the heap has grown to its goal and was
// collected; from then on memory is used again. So garbage is made until
// collections have begun by themselves a few times, and then half of what fits
// before the next, so that batches meet a heap between two collections.
//
// The garbage is small and large, with pointers and without: free memory that
// lies in whole pages, as large pieces alone leave it, is had up to 10 % cheaper.
func (h *heap) age() {
	if h.aged {
		return
	}
	h.aged = true
	runtime.GC() // what loading left goes first
	for range agingCycles {
		litter(1)
	}
	litter(0.5)
}

// node is what a populated heap consists of: 64 bytes, two of its eight words
// pointers.
type node struct {
	left, right *node
	payload     [6]uint64
}

// populate makes the live heap, once, one that a collection has to go through, as
// that of a service is: nodes that refer to others anywhere.
func (h *heap) populate() {
	if h.nodes != nil {
		return
	}
	h.nodes = make([]*node, len(h.ballast)/(int(unsafe.Sizeof(node{}))+8)+1)
	h.ballast = nil
	for i := range h.nodes {
		h.nodes[i] = &node{payload: [6]uint64{uint64(i)}}
	}
	rng := rand.New(rand.NewPCG(1, 2))
	for _, n := range h.nodes {
		n.left, n.right = h.nodes[rng.IntN(len(h.nodes))], h.nodes[rng.IntN(len(h.nodes))]
	}
	h.age()
}

// litter makes garbage until it fills the given share of the room that is left
// before a collection, or one has passed. A share of 1 waits for that: a collection
// that runs beside the allocation ends later than the room does.
func litter(share float64) {
	stats := []metrics.Sample{{Name: "/gc/heap/goal:bytes"}, {Name: "/memory/classes/heap/objects:bytes"}, {Name: "/gc/cycles/total:gc-cycles"}}
	read := func() (goal, used float64, cycles uint64) {
		metrics.Read(stats)
		return float64(stats[0].Value.Uint64()), float64(stats[1].Value.Uint64()), stats[2].Value.Uint64()
	}
	goal, used, begun := read()
	until := used + share*(goal-used)
	for {
		_, used, cycles := read()
		if cycles != begun || share < 1 && used >= until {
			return
		}
		for i := range 64 * len(litterSizes) {
			bytes := litterSizes[i%len(litterSizes)]
			garbage.bytes = make([]byte, bytes)
			garbage.pointers = make([]*byte, bytes/8)
		}
	}
}

// litterSizes are spread over the allocator's size classes.
var litterSizes = []int{16, 32, 48, 64, 96, 128, 208, 256, 512, 1024, 2048, 4096}

// garbage refers to what is made last, so that it is made on the heap.
var garbage struct {
	bytes    []byte
	pointers []*byte
}
