// Package peers compares the adapters of ten libraries, as emitted for the
// workload data, with code written by hand. It is a module of its own, and no
// part of the build:
//
//	go test -run=. -bench=Adapters -benchtime=300x
//
// Both sides of a pair run in one loop, in turns, and the metric is the median
// of the pairs' ratios, adapter to hand.
package peers

import (
	"fmt"
	"maps"
	"slices"
	"testing"
	"time"

	"github.com/assay-go/assay/worker/adapter"
	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads/data"

	"peers.test/emitted/bebop200sc"
	"peers.test/emitted/benc"
	"peers.test/emitted/cbor"
	"peers.test/emitted/easyproto"
	"peers.test/emitted/flatbuffers"
	"peers.test/emitted/gotiny"
	"peers.test/emitted/msgp"
	"peers.test/emitted/mus"
	"peers.test/emitted/protobufmus"
	"peers.test/emitted/vtprotobuf"
	"peers.test/hand"
)

type codec = adapter.Codec[data.Data]

var emitted = map[string]func() codec{
	"bebop200sc": bebop200sc.New, "benc": benc.New, "cbor": cbor.New, "easyproto": easyproto.New, "flatbuffers": flatbuffers.New, "gotiny": gotiny.New,
	"msgp": msgp.New, "mus": mus.New, "protobufmus": protobufmus.New, "vtprotobuf": vtprotobuf.New,
}

var ops = []string{"marshal", "marshal+reuse", "unmarshal", "unmarshal+reuse"}

// inputs are the values of the workload.
func inputs(t testing.TB) []data.Data {
	list, err := data.Values(workload.Options{Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// loop returns a func that makes n operations, over the whole list again and again.
func loop[T any](t testing.TB, op string, c adapter.Codec[T], list []T) func(n int) {
	encoded := make([][]byte, len(list))
	for i := range list {
		b, err := marshal(c, &list[i])
		if err != nil {
			t.Fatal(err)
		}
		encoded[i] = slices.Clone(b)
	}
	buf := make([]byte, 0, 1<<16)
	var used [3]T
	var fresh *T
	var each func(n int) error // of the first n values
	switch {
	case op == "marshal":
		each = func(n int) (err error) {
			for i := range list[:n] {
				if _, err = marshal(c, &list[i]); err != nil {
					return err
				}
			}
			return nil
		}
	case op == "marshal+reuse" && c.Fill != nil:
		each = func(n int) (err error) {
			room := buf[:cap(buf)]
			for i := range list[:n] {
				if _, err = c.Fill(room, &list[i]); err != nil {
					return err
				}
			}
			return nil
		}
	case op == "marshal+reuse":
		each = func(n int) (err error) {
			b := buf
			for i := range list[:n] {
				if b, err = c.Append(b[:0], &list[i]); err != nil {
					return err
				}
			}
			return nil
		}
	case op == "unmarshal":
		each = func(n int) (err error) {
			for _, b := range encoded[:n] {
				fresh = new(T)
				if err = c.Unmarshal(b, fresh); err != nil {
					return err
				}
			}
			return nil
		}
	default:
		each = func(n int) (err error) {
			for i, b := range encoded[:n] {
				if err = c.UnmarshalReuse(b, &used[i%len(used)]); err != nil {
					return err
				}
			}
			return nil
		}
	}
	return func(n int) {
		for ; n > 0; n -= len(list) {
			if err := each(min(n, len(list))); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func marshal[T any](c adapter.Codec[T], v *T) ([]byte, error) {
	if c.Marshal != nil {
		return c.Marshal(v)
	}
	return c.Append(nil, v)
}

// TestBothSidesAgree makes sure that the pairs do the same work.
func TestBothSidesAgree(t *testing.T) {
	list := inputs(t)
	for name, open := range emitted {
		ours, theirs := open(), hand.Codecs[name]()
		for i := range list {
			a, err := marshal(ours, &list[i])
			b, err2 := marshal(theirs, &list[i])
			if err != nil || err2 != nil || string(a) != string(b) {
				t.Fatalf("%s: value %d is %x, %v, and by hand %x, %v", name, i, a, err, b, err2)
			}
			for who, c := range map[string]codec{"the adapter": ours, "the code by hand": theirs} {
				var fresh data.Data
				used := list[(i+1)%len(list)]
				if err := c.Unmarshal(a, &fresh); err != nil || !equal(fresh, list[i]) {
					t.Fatalf("%s: %s decodes value %d as %+v, %v", name, who, i, fresh, err)
				}
				if err := c.UnmarshalReuse(a, &used); err != nil || !equal(used, list[i]) {
					t.Fatalf("%s: %s decodes value %d with reuse as %+v, %v", name, who, i, used, err)
				}
				room := make([]byte, 1024)
				out, err := room[:0], error(nil)
				if c.Fill != nil {
					out, err = c.Fill(room, &list[i])
				} else {
					out, err = c.Append(room[:0], &list[i])
				}
				if err != nil || string(out) != string(a) {
					t.Fatalf("%s: %s encodes value %d with reuse as %x, %v", name, who, i, out, err)
				}
			}
		}
	}
}

// equal takes one instant in two zones for one.
func equal(a, b data.Data) bool {
	same := a.Time.Equal(b.Time)
	a.Time = b.Time
	return same && a == b
}

func BenchmarkAdapters(b *testing.B) {
	list := inputs(b)
	for _, name := range slices.Sorted(maps.Keys(emitted)) {
		for _, op := range ops {
			b.Run(fmt.Sprintf("%s/%s", name, op), func(b *testing.B) {
				compare(b, loop(b, op, emitted[name](), list), loop(b, op, hand.Codecs[name](), list))
			})
		}
	}
}

// compare runs both in turns, b.N times each, and reports the medians.
func compare(b *testing.B, ours, theirs func(n int)) {
	const n = 1024 // operations a turn
	var ratios, times []float64
	for i := range b.N + 5 {
		first, second := ours, theirs
		if i%2 == 1 {
			first, second = theirs, ours
		}
		x, y := timed(first, n), timed(second, n)
		if i%2 == 1 {
			x, y = y, x
		}
		if i >= 5 { // the first fetch the code
			ratios, times = append(ratios, x/y), append(times, y/n)
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(median(times), "ns-by-hand")
	b.ReportMetric(median(ratios), "adapter/hand")
}

func timed(f func(n int), n int) float64 {
	start := time.Now()
	f(n)
	return float64(time.Since(start).Nanoseconds())
}

func median(list []float64) float64 {
	slices.Sort(list)
	return list[len(list)/2]
}
