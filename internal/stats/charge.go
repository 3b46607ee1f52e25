package stats

import (
	"math"

	"github.com/assay-go/assay/result"
)

// Price is what the collector's work costs those who allocate: so much for a byte and
// so much for an allocation, in each layout.
//
// The two are found from payloads of several sizes, with pointers and without, by what
// allocating them costs in processor time, over whole collections, beyond the time of an
// allocation that meets no collection. Of one price for a byte alone, pieces of 16 bytes
// would be charged half of what they cost and pieces of 4 kB a fifth too much; whether
// what is allocated has pointers hardly matters, since what is garbage is not followed.
type Price struct {
	layouts []price
	Cycles  int // collections that it rests on
}

// price is in nanoseconds.
type price struct{ byte, allocation float64 }

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
	var bb, ba, aa, yb, ya float64
	for _, x := range list {
		n := float64(x.Bytes)
		cost := (float64(x.CPUNS)/float64(x.N) - x.OwnNS) / n
		bb, ba, aa = bb+1, ba+1/n, aa+1/(n*n)
		yb, ya = yb+cost, ya+cost/n
	}
	det := bb*aa - ba*ba
	if det <= 1e-12*bb*aa {
		return p, false // all of one size
	}
	p = price{(yb*aa - ya*ba) / det, (ya*bb - yb*ba) / det}
	if p.allocation < 0 {
		p = price{byte: yb / bb}
	}
	return p, p.byte > 0
}

// What the collector's work costs an operation is between so many times what it is
// charged, for nine of ten of those of audit/measuring.md: those that compute much for a
// byte, or set many pointers, pay more than what is only allocated.
const (
	leastOfCharge = 0.8
	mostOfCharge  = 1.7
)

// Charge returns what the collector's work costs for one operation, in nanoseconds of
// processor time. It is NaN where no price is known. The interval is that of the prices
// over the layouts, and of how far operations are from them.
func (p Price) Charge(op *result.Op) Estimate {
	charges := make([]float64, len(p.layouts))
	for i, l := range p.layouts {
		charges[i] = l.byte*op.BytesPerOp + l.allocation*op.AllocsPerOp
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
