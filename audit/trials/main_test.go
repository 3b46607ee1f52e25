package main

import (
	"math"
	"math/rand/v2"
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

// TestNear: rows that are all off by a fifth, as on a machine that has become slower, but
// for one that is off by itself.
func TestNear(t *testing.T) {
	list := []charges{{ns: 80, window: 100}, {ns: 820, window: 1000}, {ns: 7.8, window: 10}, {ns: 100, window: 100}, {ns: 79, window: 100}}
	near, common, apart := near(list)
	if near != 1 || apart != 4 || common < -0.21 || common > -0.19 {
		t.Errorf("%d are near, %.3f in common, %d without that", near, common, apart)
	}
}
