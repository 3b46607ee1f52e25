package batch

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/iotest"
	"time"
	"unsafe"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/worker/internal/deep"
)

// item is 32 bytes, a size class of its own.
type item struct {
	N    int64
	Text string
	_    int64
}

func items(n int) (list []*item, inputs [][]byte) {
	for i := range n {
		it := &item{N: int64(i), Text: strings.Repeat("x", 20+i)}
		list, inputs = append(list, it), append(inputs, encodeItem(nil, it))
	}
	return list, inputs
}

func encodeItem(b []byte, it *item) []byte { return append(append(b, byte(it.N)), it.Text...) }

func decodeItem(b []byte, it *item) error {
	it.N, it.Text = int64(b[0]), string(b[1:])
	return nil
}

func itemCodec() adapter.Codec[item] {
	return adapter.Codec[item]{
		Marshal:        func(it *item) ([]byte, error) { return encodeItem(make([]byte, 0, 100), it), nil },
		Append:         func(b []byte, it *item) ([]byte, error) { return encodeItem(b, it), nil },
		Unmarshal:      decodeItem,
		UnmarshalReuse: decodeItem,
		Write:          func(w io.Writer, it *item) error { _, err := w.Write(encodeItem(nil, it)); return err },
		Read: func(r io.Reader, it *item) error {
			b, err := io.ReadAll(r)
			if err != nil {
				return err
			}
			return decodeItem(b, it)
		},
		Access: func(b []byte) (uint64, error) { return uint64(len(b)), nil },
		Open:   func([]byte) (uint64, error) { return 0, nil },
		Field:  func(b []byte) (uint64, error) { return uint64(b[0]), nil },
		Update: func(b []byte, x uint64) error { b[0] = byte(x); return nil },
	}
}

func itemRunner(n int, c adapter.Codec[item], reuse bool) *runner[item] {
	vals, inputs := items(n)
	return New(Config[item]{Codec: c, Values: vals, Inputs: inputs, Equal: deep.Equal[item](), Reuse: reuse}).(*runner[item])
}

// steadyRunner's calls of access take as long as that by its clock, and are counted.
func steadyRunner(each time.Duration) (*runner[item], *int) {
	c, calls, now := itemCodec(), 0, time.Duration(0)
	c.Access = func([]byte) (uint64, error) { calls++; now += each; return 1, nil }
	r := itemRunner(7, c, false)
	r.clock = func() time.Duration { return now }
	return r, &calls
}

// allOps are those that give something, by which a batch is looked at.
var allOps = []protocol.Op{protocol.Marshal, protocol.Unmarshal, protocol.RoundTrip, protocol.Compared, protocol.Encode, protocol.Decode, protocol.Access, protocol.Open, protocol.Field}

func TestAllocsAreExact(t *testing.T) {
	const dest, text = 32, 24 // size classes of an item and of 20 to 22 bytes of text
	for _, tc := range []struct {
		op    protocol.Op
		reuse bool
		want  protocol.Allocs
	}{
		{protocol.Marshal, false, protocol.Allocs{BytesPerOp: 112, AllocsPerOp: 1}}, // make of 100
		{protocol.Marshal, true, protocol.Allocs{}},
		{protocol.Unmarshal, false, protocol.Allocs{BytesPerOp: dest + text, AllocsPerOp: 2}},
		{protocol.Unmarshal, true, protocol.Allocs{BytesPerOp: text, AllocsPerOp: 1}},
		{protocol.RoundTrip, false, protocol.Allocs{BytesPerOp: 112 + dest + text, AllocsPerOp: 3}},
		{protocol.RoundTrip, true, protocol.Allocs{BytesPerOp: text, AllocsPerOp: 1}},
		{protocol.Access, false, protocol.Allocs{}},
		{protocol.Open, false, protocol.Allocs{}},
		{protocol.Field, false, protocol.Allocs{}},
		{protocol.Update, false, protocol.Allocs{}},
	} {
		got, err := itemRunner(3, itemCodec(), tc.reuse).Allocs(tc.op, 1000)
		if err != nil {
			t.Fatal(err)
		}
		if got.HeapLive == 0 {
			t.Errorf("%s: no live heap", tc.op)
		}
		got.HeapLive = 0
		if got != tc.want {
			t.Errorf("%s, reuse %v: got %+v, want %+v", tc.op, tc.reuse, got, tc.want)
		}
	}
}

func TestFloorAllocatesTheDestinationOnly(t *testing.T) {
	vals, _ := items(5)
	for _, reuse := range []bool{false, true} {
		f := NewFloor(vals, deep.Equal[item](), reuse)
		for _, op := range allOps {
			got, err := f.Allocs(op, 100)
			if err != nil {
				t.Fatalf("%s: %v", op, err)
			}
			want := 0.0
			if op == protocol.Decode || !reuse && (op == protocol.Unmarshal || trips(op)) {
				want = 1
			}
			if got.AllocsPerOp != want {
				t.Errorf("%s, reuse %v: %g allocations, want %g", op, reuse, got.AllocsPerOp, want)
			}
			if b, err := f.Batch(op, Timing{N: 100, Placement: 1, Watched: true}); err != nil || b.Bytes != 100 {
				t.Errorf("%s: %d bytes passed, want one an operation: %v", op, b.Bytes, err)
			}
		}
	}
}

// TestAllocsGoOverWholePasses: each value counts as much as the others, however few
// operations are asked for.
func TestAllocsGoOverWholePasses(t *testing.T) {
	c := itemCodec()
	c.Marshal = func(it *item) ([]byte, error) { return make([]byte, 16<<it.N), nil }
	for _, n := range []int{1, 3, 4} {
		got, err := itemRunner(3, c, false).Allocs(protocol.Marshal, n)
		if err != nil || got.BytesPerOp != (16+32+64)/3.0 || got.AllocsPerOp != 1 {
			t.Errorf("%d operations: %+v, %v", n, got, err)
		}
	}
}

// TestAllocsAreTheLeastOfThreeRunsThatDisagree: what the runtime allocates now and
// then is nobody's.
func TestAllocsAreTheLeastOfThreeRunsThatDisagree(t *testing.T) {
	const n = 300
	for _, extra := range [][3]int{{1024, 512, 0}, {1024, 0, 512}, {0, 1024, 512}} {
		c, r, calls := itemCodec(), (*runner[item])(nil), 0
		c.Marshal = func(*item) ([]byte, error) {
			// A first run over values and ring is not counted.
			if run, at := (calls-len(r.Values)-len(r.state.Ring))/n, calls-len(r.Values)-len(r.state.Ring); at >= 0 && at%n == 0 && extra[run] > 0 {
				kept = make([]byte, extra[run])
			}
			calls++
			return nil, nil
		}
		r = itemRunner(3, c, false)
		got, err := r.Allocs(protocol.Marshal, n)
		if err != nil || got.BytesPerOp != 0 || got.AllocsPerOp != 0 || calls != len(r.Values)+len(r.state.Ring)+3*n {
			t.Errorf("with %v bytes more: %+v after %d calls, %v", extra, got, calls, err)
		}
	}
}

// kept has what is assigned made on the heap.
var kept []byte

// TestReusedBuffersHaveRoomToSpare, of the same size in each batch: codecs may ask
// for more than they write.
func TestReusedBuffersHaveRoomToSpare(t *testing.T) {
	const longest = 1 + 22
	c := itemCodec()
	c.Append = func(b []byte, it *item) ([]byte, error) {
		if want := longest + longest/4 + 64; len(b) != 0 || cap(b) != want {
			return nil, fmt.Errorf("a buffer of %d bytes with room for %d, want %d", len(b), cap(b), want)
		}
		return encodeItem(b, it), nil
	}
	r := itemRunner(3, c, true)
	for placement := range uint64(5) {
		if _, err := r.Batch(protocol.Marshal, Timing{N: 9, Placement: placement, Watched: true}); err != nil {
			t.Error(err)
		}
	}
}

// TestReusedBuffersHaveRoomForWhatCodecsAsk: some want more room than they fill, and all
// that grows does so before the first operation.
func TestReusedBuffersHaveRoomForWhatCodecsAsk(t *testing.T) {
	const asked = 500 // for the second of three values
	for _, op := range []protocol.Op{protocol.Marshal, protocol.RoundTrip} {
		c, grown := itemCodec(), 0
		c.Append = func(b []byte, it *item) ([]byte, error) {
			if it.N == 1 && cap(b) < asked {
				grown++
				b = make([]byte, 0, asked)
			}
			return encodeItem(b, it), nil
		}
		r := itemRunner(3, c, true)
		for placement := range uint64(5) {
			if _, err := r.Batch(op, Timing{N: 9, Placement: placement, Watched: true}); err != nil {
				t.Error(err)
			}
		}
		if grown != 1 {
			t.Errorf("%s: the buffer has grown %d times, want once", op, grown)
		}
	}
}

// TestGrownBuffersAreKept from loop to loop, where one value wants more than all did.
func TestGrownBuffersAreKept(t *testing.T) {
	c, grown, calls := itemCodec(), 0, 0
	c.Append = func(b []byte, it *item) ([]byte, error) {
		if calls++; calls > 3 && cap(b) < 500 {
			grown++
			b = make([]byte, 0, 500)
		}
		return encodeItem(b, it), nil
	}
	r := itemRunner(3, c, true)
	loop, err := r.prepare(protocol.Marshal, 1)
	for range 5 {
		if err == nil {
			err = loop(4)
		}
	}
	if err != nil || grown != 4 {
		t.Errorf("the buffer has grown %d times, want once an operation of the first loop: %v", grown, err)
	}
}

// TestPassedBytes are those of the values that a batch goes through.
func TestPassedBytes(t *testing.T) {
	r := New(Config[item]{Codec: itemCodec(), Values: make([]*item, 3), Inputs: [][]byte{make([]byte, 1), make([]byte, 10), make([]byte, 100)}}).(*runner[item])
	for _, tc := range []struct {
		next, times int
		want        int64
	}{{0, 0, 0}, {0, 1, 1}, {1, 1, 10}, {2, 2, 101}, {1, 7, 232}} {
		r.state.Next = tc.next
		if got := r.passes(protocol.Marshal, tc.times); got != tc.want {
			t.Errorf("%d encodings from %d on have %d bytes, want %d", tc.times, tc.next, got, tc.want)
		}
	}
}

// TestStreamsAreReadInPieces: a decoder may ask for as little as it likes.
func TestStreamsAreReadInPieces(t *testing.T) {
	r, _ := judged(3, false, func(c *adapter.Codec[item]) {
		whole := c.Read
		c.Read = func(r io.Reader, it *item) error { return whole(iotest.OneByteReader(r), it) }
	})
	if b, err := r.Batch(protocol.Decode, Timing{N: 9, Placement: 1, Watched: true}); err != nil || b.Bytes != 3*(21+22+23) {
		t.Errorf("%+v, %v", b, err)
	}
}

// TestBatchesGoOnWhereTheLastEnded records which values are called with.
func TestBatchesGoOnWhereTheLastEnded(t *testing.T) {
	var calls []int64
	c := itemCodec()
	c.Marshal = func(it *item) ([]byte, error) { calls = append(calls, it.N); return []byte{1}, nil }
	c.Unmarshal = func(b []byte, it *item) error { calls = append(calls, int64(b[0])); return nil }
	r := itemRunner(7, c, false)
	total := 0
	for _, op := range []protocol.Op{protocol.Marshal, protocol.Unmarshal} {
		for _, n := range []int{1, 3, 7, 50} {
			woken := n != 7
			if _, err := r.Batch(op, Timing{N: n, Placement: uint64(n), Watched: true, Woken: woken}); err != nil {
				t.Fatal(err)
			}
			total += 1 + runUp(n, woken) + n
		}
	}
	if len(calls) != total {
		t.Errorf("%d calls, want %d", len(calls), total)
	}
	for k, n := range calls {
		if n != int64(k%7) {
			t.Fatalf("call %d with value %d, want %d", k, n, k%7)
		}
	}
}

// TestFillIsPreferredToAppend: it gets all room, in every row with reuse and in
// no other.
func TestFillIsPreferredToAppend(t *testing.T) {
	for _, reuse := range []bool{false, true} {
		c, fills := itemCodec(), 0
		c.Append = nil
		c.Fill = func(b []byte, it *item) ([]byte, error) {
			fills++
			if want := 1 + len(it.Text); len(b) < want || len(b) != cap(b) {
				return nil, fmt.Errorf("a buffer of %d bytes with room for %d", len(b), cap(b))
			}
			back := b[len(b)-1-len(it.Text):]
			return encodeItem(back[:0], it), nil
		}
		for _, op := range []protocol.Op{protocol.Marshal, protocol.RoundTrip} {
			fills = 0
			b, err := itemRunner(3, c, reuse).Batch(op, Timing{N: 30, Placement: 1, Watched: true})
			if err != nil || b.Bytes != 30*22 {
				t.Errorf("%s, reuse %v: %+v, %v", op, reuse, b, err)
			}
			if (fills > 0) != reuse {
				t.Errorf("%s, reuse %v: %d calls of Fill", op, reuse, fills)
			}
		}
	}
}

// TestDestinationsMeetOtherValues: with more than one value, no destination is
// given the value that it holds.
func TestDestinationsMeetOtherValues(t *testing.T) {
	for n := 2; n < 14; n++ {
		holds := map[*item]byte{}
		c := itemCodec()
		c.UnmarshalReuse = func(b []byte, it *item) error {
			if old, ok := holds[it]; ok && old == b[0] {
				return fmt.Errorf("destination holds %d already", b[0])
			}
			holds[it] = b[0]
			return nil
		}
		if _, err := itemRunner(n, c, true).Batch(protocol.Unmarshal, Timing{N: 100, Placement: 0, Watched: true}); err != nil {
			t.Errorf("%d values: %v", n, err)
		}
	}
}

func TestPlacement(t *testing.T) {
	addresses := map[uint64][]uintptr{}
	placement := uint64(0)
	c := itemCodec()
	_, inputs := items(5)
	c.Unmarshal = func(b []byte, it *item) error {
		if cap(b) != len(b) || !bytes.Equal(b, inputs[b[0]]) {
			return errors.New("wrong input")
		}
		addresses[placement] = append(addresses[placement], uintptr(unsafe.Pointer(unsafe.SliceData(b)))%4096)
		return nil
	}
	r := itemRunner(5, c, false)
	for ; placement < 20; placement++ {
		if _, err := r.Batch(protocol.Unmarshal, Timing{N: 10, Placement: placement, Watched: true}); err != nil {
			t.Fatal(err)
		}
	}
	alignments := map[uintptr]bool{}
	for placement, list := range addresses {
		for other, against := range addresses {
			if placement != other && slices.Equal(list, against) {
				t.Errorf("placements %d and %d are the same", placement, other)
			}
		}
		for _, at := range list {
			alignments[at%8] = true
		}
	}
	if len(alignments) != 8 {
		t.Errorf("only %d alignments of 8", len(alignments))
	}
}

func TestErrorsEndABatch(t *testing.T) {
	broken := errors.New("broken")
	for _, op := range allOps {
		for _, reuse := range []bool{false, true} {
			n := 0
			fail := func() error {
				if n++; n == 4 {
					return broken
				}
				return nil
			}
			c := itemCodec()
			if op == protocol.Marshal || trips(op) {
				c.Marshal = func(it *item) ([]byte, error) { return encodeItem(nil, it), fail() }
				c.Append = func(b []byte, it *item) ([]byte, error) { return encodeItem(b, it), fail() }
			}
			if op == protocol.Unmarshal {
				c.UnmarshalReuse = func(b []byte, it *item) error { return fail() }
				if !reuse {
					c.Unmarshal = c.UnmarshalReuse
				}
			}
			c.Write = func(w io.Writer, it *item) error { return fail() }
			c.Read = func(r io.Reader, it *item) error { return fail() }
			c.Access = func([]byte) (uint64, error) { return 0, fail() }
			c.Open, c.Field = c.Access, c.Access
			_, err := itemRunner(10, c, reuse).Batch(op, Timing{N: 5, Placement: 0, Watched: true})
			if !errors.Is(err, broken) || !strings.Contains(err.Error(), "of value ") {
				t.Errorf("%s, reuse %v: error %v", op, reuse, err)
			}
		}
	}
	c := itemCodec()
	c.Unmarshal = func([]byte, *item) error { return nil }
	if _, err := itemRunner(3, c, false).Batch(protocol.Compared, Timing{N: 5, Placement: 0, Watched: true}); !errors.Is(err, adapter.ErrChanged) {
		t.Errorf("a changed value: %v", err)
	}
	c = itemCodec()
	n := 0
	c.Unmarshal = func(b []byte, it *item) error {
		if n++; n > 20 {
			b[1]++
		}
		return nil
	}
	if _, err := itemRunner(3, c, false).Batch(protocol.Unmarshal, Timing{N: 100, Placement: 0, Watched: true}); !errors.Is(err, errInput) {
		t.Errorf("a changed input: %v", err)
	}
	if _, err := itemRunner(3, adapter.Codec[item]{Marshal: itemCodec().Marshal}, false).Batch(protocol.Access, Timing{N: 1, Placement: 0, Watched: true}); err == nil {
		t.Error("an operation that the codec has not ran")
	}
}

// How often the collector runs depends on who else has the processors: what a batch decides
// is whether it may.
func TestCollector(t *testing.T) {
	const n = 2000 // 125 MiB
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	for _, c := range []struct {
		noGC bool
		want uint64 // GOGC while values are marshalled
	}{{false, 100}, {true, math.MaxUint64}} {
		calls := 0
		codec := itemCodec()
		codec.Marshal = func(*item) ([]byte, error) {
			calls++
			gogc := []metrics.Sample{{Name: "/gc/gogc:percent"}}
			if metrics.Read(gogc); gogc[0].Value.Uint64() != c.want {
				return nil, fmt.Errorf("GOGC is %d, want %d", gogc[0].Value.Uint64(), c.want)
			}
			return make([]byte, 1<<16), nil
		}
		var start, end runtime.MemStats
		runtime.GC() // none is under way when counting begins
		runtime.ReadMemStats(&start)
		if _, err := itemRunner(3, codec, false).Batch(protocol.Marshal, Timing{N: n, Placement: 0, NoGC: c.noGC, Watched: true}); err != nil {
			t.Errorf("without the collector %v: %v", c.noGC, err)
		}
		runtime.ReadMemStats(&end)
		if calls < n {
			t.Errorf("%d calls, want at least %d", calls, n)
		}
		if k := end.NumGC - start.NumGC; c.noGC && k != 1 {
			t.Errorf("without the collector: %d collections, want the one that goes before", k)
		}
		if after := debug.SetGCPercent(100); after != 100 {
			t.Errorf("the batch left GOGC at %d, it was 100", after)
		}
	}
}

// BenchmarkFloor shows the harness's own cost of each operation.
func BenchmarkFloor(b *testing.B) {
	vals, _ := items(64)
	for _, reuse := range []bool{false, true} {
		f := NewFloor(vals, deep.Equal[item](), reuse)
		for _, op := range allOps {
			b.Run(fmt.Sprintf("%s/reuse=%v", op, reuse), func(b *testing.B) {
				got, err := f.Batch(op, Timing{N: b.N, Placement: 0, Watched: true})
				if err != nil {
					b.Fatal(err)
				}
				b.ReportMetric(float64(got.NS)/float64(b.N), "ns/op")
			})
		}
	}
}

func TestWindowHoldsWholeCollections(t *testing.T) {
	c := itemCodec()
	c.Marshal = func(it *item) ([]byte, error) { return encodeItem(make([]byte, 0, 1<<16), it), nil }
	r := itemRunner(3, c, false)
	w, err := r.Window(protocol.Marshal, 10, protocol.Span{Cycles: 3, Limit: time.Minute})
	if err != nil || w.Cycles < 3 || w.CPUNS <= 0 || w.GCNS <= 0 || w.GCNS > w.CPUNS || w.N == 0 || w.N%10 != 0 || w.WallNS <= 0 || w.OwnN < w.N/w.Cycles || w.OwnN > w.N || w.OwnCPUNS <= 0 {
		t.Errorf("with allocations: %+v, %v", w, err)
	}
	// By their own clock the calls of access take a millisecond each.
	r, calls := steadyRunner(time.Millisecond)
	w, err = r.Window(protocol.Access, 10, protocol.Span{Least: 45 * time.Millisecond, Limit: time.Minute})
	if err != nil || w.Cycles != 0 || w.GCNS != 0 || w.WallNS != 50e6 || w.N != 50 || w.OwnN != 0 {
		t.Errorf("without allocations: %+v, %v", w, err)
	}
	// Each of its two parts ends with the batch in which the limit passes.
	*calls = 0
	w, err = r.Window(protocol.Access, 10, protocol.Span{Cycles: 1, Limit: 45 * time.Millisecond})
	if err != nil || w.Cycles != 0 || w.N != 10 || *calls != 60 {
		t.Errorf("collections that never come: %+v, %d calls, %v", w, *calls, err)
	}
}

func TestPayloadsAreOfEachKind(t *testing.T) {
	before := debug.SetGCPercent(100)
	defer debug.SetGCPercent(before)
	own := map[[2]any]float64{}
	for _, p := range Payloads(1, 1) {
		own[[2]any{p.Bytes, p.Pointers}] = p.OwnNS
		if p.Cycles < 1 || p.N <= 0 || p.CPUNS <= 0 || p.WallNS <= 0 || p.OwnNS <= 0 {
			t.Errorf("%+v", p)
		}
	}
	if len(own) != 4 {
		t.Errorf("%d kinds, want three sizes, and one of them with work", len(own))
	}
	if now := debug.SetGCPercent(100); now != 100 {
		t.Errorf("GOGC is %d afterwards", now)
	}
}

// TestWindowsEndWithACollection, however long they are: what was allocated since one
// ended is not paid for.
func TestWindowsEndWithACollection(t *testing.T) {
	c, gc, now := itemCodec(), newCollectorReader(), time.Duration(0)
	gogc := []metrics.Sample{{Name: "/gc/gogc:percent"}}
	var before, last, ended uint64 // collections at the end of the call before the last, of the last, and of the window
	c.Marshal = func(it *item) ([]byte, error) {
		out := encodeItem(make([]byte, 0, 1<<16), it)
		if metrics.Read(gogc); gogc[0].Value.Uint64() > math.MaxInt32 { // off: the window is over
			ended = min(ended, gc.read().cycles-1) // since another came first
			return out, nil
		}
		before, last, ended = last, gc.read().cycles, math.MaxUint64
		now += 20 * time.Microsecond
		return out, nil
	}
	for range 5 {
		r := itemRunner(3, c, false)
		r.clock = func() time.Duration { return now }
		if _, err := r.Window(protocol.Marshal, 1, protocol.Span{Cycles: 1, Least: 3 * time.Millisecond, Limit: time.Minute}); err != nil {
			t.Fatal(err)
		}
		if ended == before {
			t.Fatal("a window ended where no collection did")
		}
	}
}

// TestWindowsBeginSettled: one with collections after a collection of its own
// codec, one without after as long a time as it takes.
func TestWindowsBeginSettled(t *testing.T) {
	c := itemCodec()
	c.Marshal = func(it *item) ([]byte, error) { return encodeItem(make([]byte, 0, 1<<16), it), nil }
	r := itemRunner(3, c, false)
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	w, err := r.Window(protocol.Marshal, 10, protocol.Span{Cycles: 1, Limit: time.Minute})
	runtime.ReadMemStats(&after)
	if n := int(after.NumGC - before.NumGC); err != nil || n <= w.Cycles {
		t.Errorf("%d collections with those before the window, of which it holds %d, %v", n, w.Cycles, err)
	}
	r, calls := steadyRunner(time.Millisecond)
	w, err = r.Window(protocol.Access, 10, protocol.Span{Least: 20 * time.Millisecond, Limit: time.Minute})
	if err != nil || w.N != 20 || *calls != 40 || w.WallNS != 20e6 {
		t.Errorf("%d calls, of which the window has %d in %d ns: %v", *calls, w.N, w.WallNS, err)
	}
}

func TestParallelRunsEveryRunner(t *testing.T) {
	var calls atomic.Int64
	open := func() adapter.Codec[item] {
		c := itemCodec()
		c.Marshal = func(it *item) ([]byte, error) { calls.Add(1); return encodeItem(nil, it), nil }
		return c
	}
	for _, shared := range []bool{false, true} {
		calls.Store(0)
		pool := Pooled(open)
		var list []Runner
		for range 3 {
			c := open()
			if shared {
				c = pool
			}
			list = append(list, itemRunner(5, c, false))
		}
		took, err := Parallel(list, protocol.Marshal, 40)
		if err != nil || took <= 0 || calls.Load() != 3*(40+1+10) {
			t.Errorf("shared %v: %d calls in %v, %v", shared, calls.Load(), took, err)
		}
	}
	broken := errors.New("broken")
	bad := itemCodec()
	bad.Unmarshal = func([]byte, *item) error { return broken }
	if _, err := Parallel([]Runner{itemRunner(5, itemCodec(), false), itemRunner(5, bad, false)}, protocol.Unmarshal, 4); !errors.Is(err, broken) {
		t.Errorf("error %v", err)
	}
	n := 0
	bad.Unmarshal = func(b []byte, it *item) error {
		if n++; n == 1 {
			return broken
		}
		return decodeItem(b, it)
	}
	if _, err := Parallel([]Runner{itemRunner(5, bad, false)}, protocol.Unmarshal, 4); !errors.Is(err, broken) {
		t.Errorf("an error before all were ready: %v", err)
	}
	// What the last call made is looked at.
	for _, wrong := range []int{0, 1 + 40/4 + 40} {
		n = 0
		r, _ := judged(5, false, func(c *adapter.Codec[item]) {
			c.Marshal = func(it *item) ([]byte, error) { n++; return twisted(encodeItem(nil, it), n == wrong), nil }
		})
		if _, err := Parallel([]Runner{r}, protocol.Marshal, 40); (err != nil) != (wrong > 0) {
			t.Errorf("with call %d wrong: error %v", wrong, err)
		}
	}
}

// TestPooledHasWhatTheCodecHas: a library that cannot do something cannot do it
// from a pool, and what it can it does with a codec that it was given.
func TestPooledHasWhatTheCodecHas(t *testing.T) {
	c := Pooled(func() adapter.Codec[item] {
		return adapter.Codec[item]{Append: itemCodec().Append, Unmarshal: itemCodec().Unmarshal}
	})
	if c.Marshal != nil || c.Append == nil || c.Fill != nil || c.Unmarshal == nil || c.UnmarshalReuse != nil || c.Write != nil || c.Read != nil || c.Access != nil || c.Open != nil {
		t.Errorf("%+v", c)
	}
	c = Pooled(func() adapter.Codec[item] {
		c := itemCodec()
		c.Fill = func(b []byte, it *item) ([]byte, error) { return encodeItem(b[:0], it), nil }
		return c
	})
	it := &item{N: 7, Text: "text"}
	want := encodeItem(nil, it)
	var out bytes.Buffer
	for name, encode := range map[string]func() ([]byte, error){
		"marshal": func() ([]byte, error) { return c.Marshal(it) },
		"append":  func() ([]byte, error) { return c.Append(nil, it) },
		"fill":    func() ([]byte, error) { return c.Fill(make([]byte, 9), it) },
		"write":   func() ([]byte, error) { err := c.Write(&out, it); return out.Bytes(), err },
	} {
		if got, err := encode(); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	for name, decode := range map[string]func(v *item) error{
		"unmarshal":            func(v *item) error { return c.Unmarshal(want, v) },
		"unmarshal with reuse": func(v *item) error { return c.UnmarshalReuse(want, v) },
		"read":                 func(v *item) error { return c.Read(bytes.NewReader(want), v) },
	} {
		var got item
		if err := decode(&got); err != nil || got != *it {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if n, err := c.Access(want); err != nil || n != uint64(len(want)) {
		t.Errorf("access: %d, %v", n, err)
	}
	if at, err := c.Open(want); err != nil || at != 0 {
		t.Errorf("open: %d, %v", at, err)
	}
}

func TestLatencyIsOrdered(t *testing.T) {
	l, err := itemRunner(5, itemCodec(), false).Latency(protocol.Unmarshal, 2000, 1)
	if err != nil || l.N != 2000 || l.P50 <= 0 || l.P50 > l.P99 || l.P99 > l.P999 || l.P999 > l.Max {
		t.Errorf("%+v, %v", l, err)
	}
}

func TestPercentiles(t *testing.T) {
	for _, tc := range []struct {
		n    int64
		want protocol.Latency
	}{
		{1, protocol.Latency{N: 1, P50: 0, P99: 0, P999: 0, Max: 0}},
		{10, protocol.Latency{N: 10, P50: 5, P99: 9, P999: 9, Max: 9}},
		{10_000, protocol.Latency{N: 10_000, P50: 5000, P99: 9900, P999: 9990, Max: 9999}},
	} {
		var took []int64
		for i := range tc.n {
			took = append(took, tc.n-1-i)
		}
		if got := percentiles(took); got != tc.want {
			t.Errorf("of %d: %+v, want %+v", tc.n, got, tc.want)
		}
	}
}

func TestColdPassesOverValuesOnce(t *testing.T) {
	calls := 0
	c := itemCodec()
	c.Access = func([]byte) (uint64, error) { calls++; return 1, nil }
	cold, err := itemRunner(7, c, false).Cold(protocol.Access, 100, 1<<20)
	if err != nil || cold.N != 5*7 || calls != cold.N+1 || cold.Bytes != 2<<20 || cold.NS <= 0 {
		t.Errorf("%d calls, %+v, %v", calls, cold, err)
	}
}

// TestColdTimesEveryPass: the passes take as long as their calls do by themselves, and
// there are as many calls as asked for where there are more values.
func TestColdTimesEveryPass(t *testing.T) {
	r, calls := steadyRunner(time.Microsecond)
	cold, err := r.Cold(protocol.Access, 3, 1<<10)
	if err != nil || cold.N != 5*3 || *calls != cold.N+1 || cold.NS != 5*3*1000 {
		t.Errorf("%d calls: %+v, %v", *calls, cold, err)
	}
}

func TestFirstCallsAreThoseOfANewCodec(t *testing.T) {
	opened := 0
	f, err := First(func() adapter.Codec[item] { opened++; return itemCodec() }, &item{N: 1, Text: "x"})
	if err != nil || opened != 1 || f.Marshal <= 0 || f.Unmarshal <= 0 {
		t.Errorf("%+v after %d openings, %v", f, opened, err)
	}
}
