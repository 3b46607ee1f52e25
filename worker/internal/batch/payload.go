package batch

import (
	"math/rand/v2"
	"runtime"
	"slices"
	"time"

	"github.com/assay-go/assay/internal/worker/protocol"
)

// payloads are what the price of allocated memory is measured with: small and large
// pieces, with pointers in them and without. The price of a byte and that of an
// allocation follow from both sizes.
var payloads = []struct {
	bytes    int
	pointers bool
	allocate func(n int)
}{
	{16, false, allocate[[2]uint64]},
	{16, true, allocate[[2]*byte]},
	{64, false, allocate[[8]uint64]},
	{64, true, allocate[[8]*byte]},
	{512, false, allocate[[64]uint64]},
	{512, true, allocate[[64]*byte]},
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

// payloadBatch is about how long the batches are by which the price is what goes
// beyond the time of an allocation itself: as long as those of rows.
const payloadBatch = 200 * time.Microsecond

// Payloads allocates each of the payloads for at least so many collections, in
// shuffled order, each after a collection of its own.
func Payloads(seed uint64, cycles int) []protocol.Payload {
	rng := rand.New(rand.NewPCG(seed, 0))
	list := make([]protocol.Payload, len(payloads))
	gc := newCollectorReader()
	var batches []float64 // ns of an allocation
	for _, i := range rng.Perm(len(payloads)) {
		p := payloads[i]
		start := time.Now()
		const some = 1000
		p.allocate(some)
		n := max(1, int(some*payloadBatch/max(time.Since(start), 1)))
		for before := gc.read().cycles; gc.read().cycles == before; {
			p.allocate(n)
		}
		batches = batches[:0]
		begin, before, cpu := time.Now(), gc.read().cycles, CPUTime()
		w := protocol.Payload{Bytes: p.bytes, Pointers: p.pointers}
		for ; w.Cycles < cycles; w.Cycles = int(gc.read().cycles - before) {
			start := time.Now()
			p.allocate(n)
			batches = append(batches, float64(time.Since(start))/float64(n))
			w.N += n
		}
		w.CPUNS, w.WallNS = (CPUTime() - cpu).Nanoseconds(), time.Since(begin).Nanoseconds()
		w.OwnNS = fasterHalf(batches)
		list[i] = w
	}
	return list
}

// fasterHalf is how rows are reduced as well: see package stats, which this program
// does without.
func fasterHalf(x []float64) float64 {
	slices.Sort(x)
	x = x[:(len(x)+1)/2]
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	return sum / float64(len(x))
}
