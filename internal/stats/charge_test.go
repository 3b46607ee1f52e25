package stats

import (
	"math"
	"testing"

	"github.com/assay-go/assay/result"
)

// allocated are payloads of layouts in which a byte and an allocation have these prices.
func allocated(side string, prices ...price) (list []result.Payload) {
	for layout, p := range prices {
		for _, bytes := range []int{16, 512} {
			for _, pointers := range []bool{false, true} {
				own, n := 3+float64(bytes)/10, 1_000_000
				list = append(list, result.Payload{
					Side: side, Process: layout, Layout: layout, Bytes: bytes, Pointers: pointers, N: n, Cycles: 2, OwnNS: own,
					CPUNS: int64(float64(n) * (own + p.byte*float64(bytes) + p.allocation)),
				})
			}
		}
	}
	return list
}

func TestChargeIsSoMuchForAByteAndSoMuchForAnAllocation(t *testing.T) {
	list := append(allocated("", price{0.4, 8}, price{0.6, 6}, price{0.5, 7}, price{0.5, 7}, price{0.5, 7}, price{0.5, 7}),
		allocated("old", price{5, 0})...)
	p := NewPrice(list, "")
	if p.Cycles != 48 {
		t.Errorf("the price rests on %d collections, want 48", p.Cycles)
	}
	got := p.Charge(&result.Op{BytesPerOp: 200, AllocsPerOp: 3})
	if math.Abs(got.Median-121) > 1e-3 || math.Abs(got.Lo-104*leastOfCharge) > 1e-3 || math.Abs(got.Hi-138*mostOfCharge) > 1e-3 {
		t.Errorf("200 bytes in 3 allocations are charged %+v ns, want 121, and 104 to 138 but for how far operations are from the prices", got)
	}
	if got := p.Charge(&result.Op{}); got.Median != 0 || got.Hi != 0 {
		t.Errorf("nothing is charged %+v", got)
	}
	if got := NewPrice(list, "old").Charge(&result.Op{BytesPerOp: 10}); math.Abs(got.Median-50) > 1e-3 || got.HasInterval() {
		t.Errorf("the other side is charged %+v", got)
	}
	if got := NewPrice(nil, "").Charge(&result.Op{BytesPerOp: 10}); !math.IsNaN(got.Median) {
		t.Errorf("without payloads %v ns are charged", got.Median)
	}
}

// TestNoAllocationIsPaidFor: noise may have larger pieces cost more by the byte than
// small ones; then a byte alone has a price.
func TestNoAllocationIsPaidFor(t *testing.T) {
	p := NewPrice(allocated("", price{0.5, -2}), "")
	if got := p.Charge(&result.Op{AllocsPerOp: 10}); got.Median != 0 {
		t.Errorf("allocations of no bytes are charged %v ns", got.Median)
	}
	if got := p.Charge(&result.Op{BytesPerOp: 100}).Median; got < 40 || got > 50 {
		t.Errorf("100 bytes are charged %v ns", got)
	}
}

func TestWindow(t *testing.T) {
	total, cycles := Window(&result.Op{Windows: []result.Window{
		{N: 100, CPUNS: 1000, Cycles: 2}, {N: 300, CPUNS: 5000, Cycles: 3},
	}})
	if total != 15 || cycles != 5 {
		t.Errorf("got %v ns over %d collections; want 15 and 5", total, cycles)
	}
	if total, _ := Window(&result.Op{}); !math.IsNaN(total) {
		t.Errorf("without windows: %v", total)
	}
}
