package stats

import (
	"math"

	"github.com/assay-go/assay/result"
)

// Price is what the collector's work costs those who allocate: so much for a byte, and
// more the longer an operation works for one, in each layout.
//
// The two are found from payloads by what allocating them costs in processor time, over
// whole collections, beyond what it costs beside a collector that is off. How many pieces
// the bytes are in, and whether they have pointers, hardly matters: what is garbage is not
// followed. Who works longer for a byte is collected less often, and what a collection goes
// through has left the caches by then.
type Price struct {
	layouts []price
	Cycles  int // collections that it rests on
}

// price is in nanoseconds, of work for each nanosecond of it.
type price struct{ byte, work float64 }

// mostWork is the work for a byte, in nanoseconds, beyond which more makes no difference;
// leastSpread is by how much payloads must differ in it to tell its price.
const (
	mostWork    = 5
	leastSpread = 2
)

// NewPrice returns the price by the payloads of a side; of none it charges nothing that
// is known.
func NewPrice(list []result.Payload, side string) Price {
	by := map[int][]result.Payload{}
	var p Price
	for _, x := range list {
		if x.Side == side && x.N > 0 {
			by[x.Layout] = append(by[x.Layout], x)
			p.Cycles += x.Cycles
		}
	}
	for _, payloads := range by {
		if fit, ok := fit(payloads); ok {
			p.layouts = append(p.layouts, fit)
		}
	}
	return p
}

// fit returns the prices that the payloads of one layout come nearest to, by the least
// squares of what a byte of each costs.
func fit(list []result.Payload) (p price, ok bool) {
	var n, w, ww, y, yw, least, most float64
	least = math.Inf(1)
	for _, x := range list {
		work := min(x.OwnNS/float64(x.Bytes), mostWork)
		cost := (float64(x.CPUNS)/float64(x.N) - x.OwnNS) / float64(x.Bytes)
		n, w, ww, y, yw = n+1, w+work, ww+work*work, y+cost, yw+cost*work
		least, most = min(least, work), max(most, work)
	}
	p = price{byte: y / n}
	if most-least >= leastSpread {
		if work := (n*yw - w*y) / (n*ww - w*w); work > 0 && work*w < y {
			p = price{(y - work*w) / n, work}
		}
	}
	return p, p.byte > 0
}

// What the collector's work costs an operation is between so many times what it is
// charged, for nine of ten of those of audit/measuring.md on a busy machine.
const (
	leastOfCharge = 0.5
	mostOfCharge  = 1.8
)

// Charge returns what the collector's work costs for one operation, in nanoseconds of
// processor time. It is NaN where no price is known. The interval is that of the prices
// over the layouts, and of how far operations are from them.
func (p Price) Charge(op *result.Op) Estimate {
	charges := make([]float64, len(p.layouts))
	work := min(Typical(op).Median, mostWork*op.BytesPerOp)
	for i, l := range p.layouts {
		charges[i] = l.byte * op.BytesPerOp
		if l.work > 0 && op.BytesPerOp > 0 {
			charges[i] += l.work * work
		}
	}
	e := summary(charges)
	e.Lo, e.Hi = leastOfCharge*e.Lo, mostOfCharge*e.Hi
	return e
}

// Window returns the processor time of an operation over all its windows, with the
// collector's work, in nanoseconds, and the number of collections that it rests on. It is
// NaN when there are none.
func Window(op *result.Op) (total float64, cycles int) {
	var n, cpu float64
	for _, w := range op.Windows {
		n, cpu, cycles = n+float64(w.N), cpu+float64(w.CPUNS), cycles+w.Cycles
	}
	if n == 0 {
		return math.NaN(), 0
	}
	return cpu / n, cycles
}
