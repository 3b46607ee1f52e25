package doctor

import (
	"encoding/json"
	"fmt"
	"math"
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
			o.Slower = append(o.Slower, Slower{Difference: float64(moreSteps[i]) / Steps, ToldApart: b})
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

// TestKindsKeepTheirSteps: both directions of every codec do all their steps.
func TestKindsKeepTheirSteps(t *testing.T) {
	list := codecs()
	if len(list) != len(Kinds)*(2+len(moreSteps)) {
		t.Errorf("%d codecs", len(list))
	}
	names := map[string]bool{}
	for _, c := range list {
		d := Kinds[c.kind].Codec(c.name, c.more)
		if names[d.Name] || d.Variants[0].Reuse == Kinds[c.kind].Allocates {
			t.Errorf("codec %+v", c)
		}
		names[c.name] = true
	}
}

func TestTau(t *testing.T) {
	if got := tau([]float64{1, 2, 3}, []float64{10, 20, 30}); got != 1 {
		t.Errorf("of one order it is %v", got)
	}
	if got := tau([]float64{1, 2, 3}, []float64{3, 2, 1}); got != -1 {
		t.Errorf("of the reverse it is %v", got)
	}
}

// TestADefaultRunIsToldByItsRounds: more rounds of the main trial say nothing of it.
func TestADefaultRunIsToldByItsRounds(t *testing.T) {
	op := &result.Op{}
	for i := range 9 * 2 * defaultRounds {
		op.Samples = append(op.Samples, result.Sample{Process: i % 9, Round: i, N: 1, NSPerOp: 100})
	}
	few := thinned(&result.Case{Ops: map[string]*result.Op{"marshal": op}})
	if n := len(few.Ops["marshal"].Samples); n != 9*defaultRounds {
		t.Errorf("%d rounds of nine processes, want %d", n, 9*defaultRounds)
	}
}

func TestWhatTheSystemTells(t *testing.T) {
	for text, want := range map[string]float64{"max 100000": 0, "150000 100000": 1.5, "": 0} {
		if got := quota(text); got != want {
			t.Errorf("quota of %q: %v, want %v", text, got, want)
		}
	}
	if got := chosen("always [madvise] never"); got != "madvise" {
		t.Errorf("chosen %q", got)
	}
}

// made is a run of three rows with a known scatter between layouts, of so many rounds.
func made(rounds []int, ns []float64, scatter float64) *result.Run {
	s := &result.Subject{Name: "data"}
	for i, row := range []string{"one", "two", "three"} {
		op := &result.Op{}
		for r := range rounds[i] {
			layout := r % 9
			off := scatter * float64(layout%3-1)
			if i == 0 {
				off = 0
			}
			op.Samples = append(op.Samples, result.Sample{Round: r, Process: layout, Layout: layout, N: 1, NSPerOp: ns[i] * math.Exp(off)})
		}
		s.Cases = append(s.Cases, &result.Case{Row: row, Driver: row, Status: result.OK, Ops: map[string]*result.Op{"marshal": op}})
	}
	return &result.Run{Subjects: []*result.Subject{s}, Spent: &result.Spent{WallSec: 10, RecordedSec: 6}}
}

// TestShow: what is in the documents of runs is told of them.
func TestShow(t *testing.T) {
	a := made([]int{90, 90, 45}, []float64{100, 200, 300}, 0.03)
	b := made([]int{90, 90, 90}, []float64{110, 220, 363}, 0.03)
	c := made([]int{90, 90, 90}, []float64{110, 363, 220}, 0.03)
	s := Show([]string{"a", "b", "c"}, []*result.Run{a, b, c})
	// Of nine layouts, three of them 3 % above and three below: 0.03 √(6/8) / 3.
	want := Resolved{Name: "a", WallSec: 10, Recorded: 0.6, Operations: 3, RoundsLeast: 45, Rounds: 90, Few: 1, Tables: 1, Error: 0.03 * math.Sqrt(6./8) / 3}
	got := s.Runs[0]
	if math.Abs(got.Error-want.Error) > 1e-9 {
		t.Errorf("error of the ratio %v, want %v", got.Error, want.Error)
	}
	if got.Error = want.Error; got != want {
		t.Errorf("%+v, want %+v", got, want)
	}
	near := func(what string, got, want float64) {
		if math.Abs(got-want) > 1e-9 {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
	}
	p, turned := s.Pairs[0], s.Pairs[1]
	near("half of the times", p.Half, math.Log(1.1))
	near("nine of ten", p.Most, math.Log(1.21))
	near("without drift", p.HalfLess, 0)
	near("nine of ten without drift", p.MostLess, math.Log(1.1))
	near("ratios", p.RatiosMost, math.Log(1.1))
	near("orders", p.Tau, 1)
	near("orders, two turned", turned.Tau, 1./3)
}

// TestShowOfNothing: nothing known is said as nothing.
func TestShowOfNothing(t *testing.T) {
	if _, err := json.Marshal(Show([]string{"a", "b"}, []*result.Run{{}, {}})); err != nil {
		t.Error(err)
	}
}

// TestFloors: codecs that allocate are shown beside the floor of their own loops, and those with
// reuse beside that of theirs.
func TestFloors(t *testing.T) {
	took := func(ns float64) *result.Case {
		c := &result.Case{Ops: map[string]*result.Op{}}
		for _, op := range operations {
			c.Ops[string(op)] = &result.Op{Samples: []result.Sample{{N: 1, NSPerOp: ns}}}
		}
		return c
	}
	s := &result.Subject{Floor: took(1), FloorReuse: took(2)}
	for _, c := range codecs() {
		s.Cases = append(s.Cases, took(100))
		s.Cases[len(s.Cases)-1].Driver = c.name
	}
	var rep Report
	rep.fill(&result.Run{Subjects: []*result.Subject{s}})
	for k, kind := range Kinds {
		want := map[bool]float64{true: 1, false: 2}[kind.Allocates]
		if got := rep.Classes[k].Ops[0].FloorNS; got != want {
			t.Errorf("%s: the floor is %v ns, want %v", kind.title, got, want)
		}
	}
}
