package stats

import (
	"math"
	"testing"

	"github.com/assay-go/assay/result"
)

// allocated are payloads of layouts in which a byte and the work for it have these prices.
func allocated(side string, prices ...price) (list []result.Payload) {
	for layout, p := range prices {
		for _, x := range []struct{ bytes, own float64 }{{16, 20}, {64, 25}, {512, 90}, {64, 300}, {64, 900}} {
			cost := x.bytes*p.byte + min(x.own, mostWork*x.bytes)*p.work
			list = append(list, result.Payload{
				Side: side, Process: layout, Layout: layout, Bytes: int(x.bytes), N: 1e6, Cycles: 2, OwnNS: x.own, CPUNS: int64(1e6 * (x.own + cost)),
			})
		}
	}
	return list
}

// taking is an operation that allocates 200 bytes and takes so long in all layouts.
func taking(ns float64) *result.Op {
	o := &result.Op{BytesPerOp: 200, AllocsPerOp: 3}
	for i := range 9 {
		o.Samples = append(o.Samples, result.Sample{Process: i, Layout: i, Round: i, N: 1, NSPerOp: ns})
	}
	return o
}

// TestChargeIsSoMuchForAByteAndMoreForWork, up to what makes no difference any more.
func TestChargeIsSoMuchForAByteAndMoreForWork(t *testing.T) {
	list := append(allocated("", price{0.4, 0.08}, price{0.6, 0.06}, price{0.5, 0.07}, price{0.5, 0.07}, price{0.5, 0.07}, price{0.5, 0.07}),
		allocated("old", price{5, 0})...)
	p := NewPrice(list, "")
	if p.Cycles != 60 {
		t.Errorf("the price rests on %d collections, want 60", p.Cycles)
	}
	got := p.Charge(taking(300))
	if math.Abs(got.Median-121) > 1e-3 || math.Abs(got.Lo-104*leastOfCharge) > 1e-3 || math.Abs(got.Hi-138*mostOfCharge) > 1e-3 {
		t.Errorf("200 bytes and 300 ns are charged %+v ns, want 121, and 104 to 138 but for how far operations are from the prices", got)
	}
	for _, ns := range []float64{1000, 9000} {
		if got := p.Charge(taking(ns)).Median; math.Abs(got-170) > 1e-3 {
			t.Errorf("200 bytes and %v ns are charged %v ns, want 170", ns, got)
		}
	}
	idle := taking(300)
	idle.BytesPerOp, idle.AllocsPerOp = 0, 0
	if got := p.Charge(idle); got.Median != 0 || got.Hi != 0 {
		t.Errorf("nothing is charged %+v", got)
	}
	if got := NewPrice(list, "old").Charge(&result.Op{BytesPerOp: 10}); math.Abs(got.Median-50) > 1e-3 || got.HasInterval() {
		t.Errorf("the other side is charged %+v", got)
	}
	if got := NewPrice(nil, "").Charge(taking(300)); !math.IsNaN(got.Median) {
		t.Errorf("without payloads %v ns are charged", got.Median)
	}
}

// TestWorkThatTellsNothing: noise may have more work for a byte cost less, or so much that
// a byte would cost nothing, and payloads of former versions hardly differ in it. Then a
// byte has one price.
func TestWorkThatTellsNothing(t *testing.T) {
	alike := allocated("", price{0.5, 0.5})[:3]
	for name, list := range map[string][]result.Payload{
		"less": allocated("", price{0.5, -0.05}), "all": allocated("", price{-0.05, 0.5}), "alike": alike,
	} {
		p := NewPrice(list, "")
		short, long := p.Charge(taking(100)).Median, p.Charge(taking(1000)).Median
		if short != long || !(short > 0) {
			t.Errorf("%s: 200 bytes are charged %v ns after 100 ns of work, and %v after 1000", name, short, long)
		}
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
