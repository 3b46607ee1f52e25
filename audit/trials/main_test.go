package main

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/assay-go/assay/internal/doctor"
	"github.com/assay-go/assay/result"
)

// TestIdentical counts pairs that are called different, of both kinds.
func TestIdentical(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	s := &result.Subject{}
	for k, codec := range doctor.Kinds {
		for i := range 2 * copies {
			c := &result.Case{Driver: copyName(codec, i), Ops: map[string]*result.Op{}}
			for _, op := range operations[:2] {
				o := &result.Op{}
				for r := range 90 {
					ns := 100 * math.Exp(0.01*rng.NormFloat64())
					if k == 0 && i < 6 {
						ns *= 1 + 0.1*float64(i%2) // three pairs that differ
					}
					o.Samples = append(o.Samples, result.Sample{Process: r % 9, Layout: r % 9, Round: r, N: 1, NSPerOp: ns})
				}
				c.Ops[string(op)] = o
			}
			s.Cases = append(s.Cases, c)
		}
	}
	called, of := identical(&result.Run{Subjects: []*result.Subject{s}})
	if of != 4*copies || called < 6 || called > 6+4*copies/8 {
		t.Errorf("%d of %d, want 6 of %d and some by chance", called, of, 4*copies)
	}
}

// TestNear: on a machine that has become faster since the rounds all charges are a fifth too high,
// but for one that is off by itself; rows that allocate nothing say so too, and are not judged.
func TestNear(t *testing.T) {
	list := []charges{
		{bytes: 64, ns: 120, gc: 36, own: 70, collector: 30},
		{bytes: 64, ns: 240, gc: 120, own: 100, collector: 100},
		{bytes: 64, ns: 600, gc: 12, own: 490, collector: 10},
		{bytes: 64, ns: 174, gc: 90, own: 70, collector: 30},
		{bytes: 64, ns: 108, gc: 24, own: 70, collector: 30},
		{ns: 12, own: 10},
	}
	if within, apart, of, ran := near(list); within != 1 || apart != 3 || of != 5 || ran != 1.2 {
		t.Errorf("%d are near and %d without the %.3f that all took longer, of %d; want 1 and 3 without 1.2, of 5", within, apart, ran, of)
	}
}

// TestTypical: of several judgings each figure is the one in the middle.
func TestTypical(t *testing.T) {
	list := typical([][]charges{
		{{row: "a", ns: 100, gc: 30, own: 70, collector: 90, cycles: 1}, {row: "b", ns: 5}},
		{{row: "b", ns: 9}, {row: "a", ns: 300, gc: 20, own: 80, collector: 30, cycles: 2}},
		{{row: "a", ns: 200, gc: 10, own: 60, collector: 20, cycles: 3}, {row: "b", ns: 8}},
	})
	if want := []charges{{row: "a", ns: 200, gc: 20, own: 70, collector: 30, cycles: 6}, {row: "b", ns: 8}}; !slices.Equal(list, want) {
		t.Errorf("got %+v, want %+v", list, want)
	}
}
