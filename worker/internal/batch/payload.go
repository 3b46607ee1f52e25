package batch

import (
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
)

// payloads are what the price of allocated memory is measured with: small and large
// pieces, with pointers in them and without, and some with as much work for a byte as slow
// codecs do. The prices of a byte and of that work follow from these.
var payloads = []struct {
	bytes    int
	pointers bool
	allocate func(n int)
}{
	{16, false, allocate[[2]uint64]},
	{64, true, allocate[[8]*byte]},
	{512, false, allocate[[64]uint64]},
	{64, false, worked},
}

// payloadWork is how many steps come after an allocation: some 4 nanoseconds a byte.
const payloadWork = 200

// worked allocates pieces of 64 bytes, and does some arithmetic for each.
func worked(n int) {
	x := uint64(n)
	var last *[8]uint64
	for range n {
		last = fresh[[8]uint64]()
		for range payloadWork {
			x = x*6364136223846793005 + 1442695040888963407
		}
		last[0] = x
	}
	runtime.KeepAlive(last)
}

// allocate keeps what it made in a variable of its own, as a caller does with what a codec
// returns: one of the package would have a write barrier, whose work is no codec's.
func allocate[T any](n int) {
	var last *T
	for range n {
		last = fresh[T]()
	}
	runtime.KeepAlive(last)
}

// fresh has its result made on the heap.
//
//go:noinline
func fresh[T any]() *T { return new(T) }

// payloadBatch is about how long is allocated between two looks at the collector.
const payloadBatch = 200 * time.Microsecond

// Payloads allocates each of the payloads for at least so many collections, in
// shuffled order, each after a collection of its own, and then as much as one of them
// takes beside a collector that is off.
func Payloads(seed uint64, cycles int) []protocol.Payload {
	rng := rand.New(rand.NewPCG(seed, 0))
	list := make([]protocol.Payload, len(payloads))
	gc := newCollectorReader()
	for _, i := range rng.Perm(len(payloads)) {
		p := payloads[i]
		start := time.Now()
		const some = 1000
		p.allocate(some)
		n := max(1, int(some*payloadBatch/max(time.Since(start), 1)))
		for before := gc.read().cycles; gc.read().cycles == before; {
			p.allocate(n)
		}
		begin, before, cpu := time.Now(), gc.read().cycles, CPUTime()
		w := protocol.Payload{Bytes: p.bytes, Pointers: p.pointers}
		for ; w.Cycles < cycles; w.Cycles = int(gc.read().cycles - before) {
			p.allocate(n)
			w.N += n
		}
		w.CPUNS, w.WallNS = (CPUTime() - cpu).Nanoseconds(), time.Since(begin).Nanoseconds()
		n = w.N / w.Cycles
		own, _ := uncollected(func() error {
			p.allocate(n)
			return nil
		})
		w.OwnNS = float64(own) / float64(n)
		list[i] = w
	}
	return list
}

// uncollected returns the processor time that f takes beside a collector that is off,
// after a collection: what it needs of memory is to fit into the room before the next.
func uncollected(f func() error) (time.Duration, error) {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	runtime.GC()
	cpu := CPUTime()
	err := f()
	return CPUTime() - cpu, err
}
