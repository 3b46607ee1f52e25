package doctor

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
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

// noisy are runs of the codecs of a class in which the scatter is known.
func noisy(rng *rand.Rand, runs int, layout, process, round float64) []*result.Run {
	gauss := func(sd float64) float64 { return math.Exp(sd * rng.NormFloat64()) }
	var list []*result.Run
	lays := map[[3]int]float64{}
	for range runs {
		s := &result.Subject{}
		for k, name := range []string{"plain", "plain-again", "plain-66", "plain-67", "plain-70"} {
			c := &result.Case{Driver: name, Ops: map[string]*result.Op{}}
			for j, op := range operations {
				o := &result.Op{}
				for p := range 9 {
					at := [3]int{k, j, p}
					if lays[at] == 0 {
						lays[at] = gauss(layout)
					}
					ns := 100 * lays[at] * gauss(process)
					for r := range 20 {
						o.Samples = append(o.Samples, result.Sample{Process: p, Layout: p, Round: p*20 + r, N: 1, NSPerOp: ns * gauss(round)})
					}
				}
				c.Ops[string(op)] = o
			}
			s.Cases = append(s.Cases, c)
		}
		list = append(list, &result.Run{Subjects: []*result.Subject{s}})
	}
	return list
}

func TestVarianceIsParted(t *testing.T) {
	for _, want := range []Variance{{Layout: 0.03, Process: 0.01, Round: 0.02}, {Layout: 0.005, Process: 0.02, Round: 0.01}, {Round: 0.05}} {
		got := variance(noisy(rand.New(rand.NewPCG(1, 1)), 20, want.Layout, want.Process, want.Round), "plain")
		for _, f := range []struct {
			what      string
			got, want float64
		}{{"layout", got.Layout, want.Layout}, {"process", got.Process, want.Process}, {"round", got.Round, want.Round}} {
			if math.Abs(f.got-f.want) > 0.25*f.want+0.004 {
				t.Errorf("of %+v the %s's is %.4f", want, f.what, f.got)
			}
		}
	}
}

func TestAdvice(t *testing.T) {
	quiet := Variance{Layout: 0.005, Process: 0.002, Round: 0.02}
	if a := quiet.advice(0.03); a.Seconds <= 0 || a.Seconds > 1 || a.Layouts != 0 {
		t.Errorf("on a quiet machine 3 %%: %+v", a)
	}
	if a, b := quiet.advice(0.01), quiet.advice(0.03); a.Layouts == 0 && a.Seconds < b.Seconds {
		t.Errorf("1 %% takes %+v, and 3 %% %+v", a, b)
	}
	if a := (Variance{Layout: 0.05}).advice(0.03); a.Layouts <= 9 || a.Layouts > 100 {
		t.Errorf("where the layout decides: %+v", a)
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
	run := noisy(rand.New(rand.NewPCG(1, 1)), 1, 0, 0, 0.01)[0]
	few := thinned(run.Subjects[0].Cases[0])
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

// TestInterruptedAtOnce: nothing known is said as nothing.
func TestInterruptedAtOnce(t *testing.T) {
	l := &Long{}
	if err := l.fill(nil, nil, nil, nil); err != nil {
		t.Fatal(err)
	}
	if _, err := json.Marshal(l); err != nil {
		t.Error(err)
	}
	if _, err := json.Marshal(Show([]string{"a", "b"}, []*result.Run{{}, {}})); err != nil {
		t.Error(err)
	}
}

// TestIdenticals counts pairs that are called different, of both classes.
func TestIdenticals(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 1))
	s := &result.Subject{}
	for _, name := range classNames {
		for i := range 2 * copies {
			c := &result.Case{Driver: copyName(name, i), Ops: map[string]*result.Op{}}
			for _, op := range operations[:2] {
				o := &result.Op{}
				for k := range 90 {
					ns := 100 * math.Exp(0.01*rng.NormFloat64())
					if name == classNames[0] && i < 6 {
						ns *= 1 + 0.1*float64(i%2) // three pairs that differ
					}
					o.Samples = append(o.Samples, result.Sample{Process: k % 9, Layout: k % 9, Round: k, N: 1, NSPerOp: ns})
				}
				c.Ops[string(op)] = o
			}
			s.Cases = append(s.Cases, c)
		}
	}
	got := identicals(&result.Run{Settings: result.Settings{Seed: 3}, Subjects: []*result.Subject{s}})
	if got.Seed != 3 || got.Of != 4*copies || got.Called < 6 || got.Called > 6+4*copies/8 {
		t.Errorf("%+v, want 6 of %d and some by chance", got, 4*copies)
	}
}

// TestNear: rows that are all off by a fifth, as on a machine that has become slower, but
// for one that is off by itself.
func TestNear(t *testing.T) {
	list := []Charged{{NS: 80, WindowNS: 100}, {NS: 820, WindowNS: 1000}, {NS: 7.8, WindowNS: 10}, {NS: 100, WindowNS: 100}, {NS: 79, WindowNS: 100}}
	near, common, apart := Near(list)
	if near != 1 || apart != 4 || common < -0.21 || common > -0.19 {
		t.Errorf("%d are near, %.3f in common, %d without that", near, common, apart)
	}
}
