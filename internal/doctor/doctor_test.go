package doctor

import (
	"fmt"
	"testing"

	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// TestTrusted is the smallest difference from which on every operation told all
// apart.
func TestTrusted(t *testing.T) {
	op := func(told ...bool) Op {
		var o Op
		for i, b := range told {
			o.Slower = append(o.Slower, Slower{Difference: float64(moreSteps[i]) / steps, ToldApart: b})
		}
		return o
	}
	for _, tc := range []struct {
		ops  []Op
		want float64
	}{
		{[]Op{op(true, true, true), op(true, true, true)}, 1.0 / 64},
		{[]Op{op(true, true, true), op(false, true, true)}, 2.0 / 64},
		{[]Op{op(true, false, true), op(true, true, true)}, 4.0 / 64},
		{[]Op{op(true, true, false), op(true, true, true)}, 0},
	} {
		if got := trusted(tc.ops); got != tc.want {
			t.Errorf("%+v: trusted from %v on, want %v", tc.ops, got, tc.want)
		}
	}
}

// TestKnownDifferences: what is in the samples is found.
func TestKnownDifferences(t *testing.T) {
	var cases []*result.Case
	for _, factor := range []float64{1, 1, 65. / 64, 66. / 64, 60. / 64} {
		op := &result.Op{}
		for i := range 27 {
			noise := 1 + float64(i%5)/10 // of the round, which all share
			op.Samples = append(op.Samples, result.Sample{Round: i, Process: i, Layout: i % 9, N: 1, NSPerOp: 100 * factor * noise * (1 + float64(i%3)/1e4)})
		}
		cases = append(cases, &result.Case{Ops: map[string]*result.Op{"marshal": op}})
	}
	o := examine(protocol.Marshal, cases, nil)
	if got := fmt.Sprintf("%.3f %.3f", o.Same.Ratio, o.Resolves); got != "1.000 0.000" {
		t.Errorf("the same codec: ratio and resolution %s", got)
	}
	want := []Slower{{ToldApart: true}, {ToldApart: true}, {Reversed: true}}
	for i, s := range o.Slower {
		if s.ToldApart != want[i].ToldApart || s.Reversed != want[i].Reversed {
			t.Errorf("%d steps more: %+v", moreSteps[i], s)
		}
	}
}

// TestClassesKeepTheirSteps: both directions of every codec do all their steps.
func TestClassesKeepTheirSteps(t *testing.T) {
	list := codecs()
	if len(list) != len(classes)*(2+len(moreSteps)) {
		t.Errorf("%d codecs", len(list))
	}
	names := map[string]bool{}
	for _, c := range list {
		if d := c.driver(); names[d.Name] || d.Variants[0].Reuse == classes[c.class].allocates {
			t.Errorf("codec %+v", c)
		}
		names[c.name] = true
	}
}
