package report_test

import (
	"math"
	"slices"
	"testing"

	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

// timed returns a case whose round trips took so long, one sample a process and
// layout.
func timed(row string, size float64, portable bool, ns ...float64) *result.Case {
	c := &result.Case{
		Row: row, Driver: row, Status: result.OK, Class: result.Safe, Portable: portable, Size: result.Size{Mean: size},
		Ops:    map[string]*result.Op{"roundtrip": {}},
		Labels: []result.Label{{Name: result.Strict, Holds: true}, {Name: result.Bounded, Holds: true}},
	}
	for i, t := range ns {
		c.Ops["roundtrip"].Samples = append(c.Ops["roundtrip"].Samples, result.Sample{Round: i, Process: i, Layout: i, N: 1, NSPerOp: t})
	}
	return c
}

func steady(t float64) []float64 { return []float64{t, t, t, t, t, t, t, t, t, t} }

// A row whose figure is hardly known stands where that says, and is not what is taken
// while there is one that it cannot be told from.
func TestWideRowIsNotTaken(t *testing.T) {
	run := &result.Run{Subjects: []*result.Subject{{Name: "s", Cases: []*result.Case{
		timed("noisy", 10, false, 20, 90, 21, 95, 22, 88, 23, 91, 24, 99),
		timed("steady", 10, false, steady(60)...),
	}}}}
	view := report.New(run, nil)
	s := view.Subjects[0]
	if s.Glance[1].Name != "steady" || s.Glance[1].Wide || !s.Glance[0].Wide || !s.Glance[0].Tied || s.Glance[1].Rank != 1 {
		t.Errorf("at a glance: %+v", s.Glance)
	}
	if rows := s.Ops[0].All; rows[1].Name != "steady" || !rows[0].Wide || rows[1].NS.Median < rows[0].NS.Median {
		t.Errorf("all rows: %s before %s", rows[0].Name, rows[1].Name)
	}
	if c := view.Choices[0]; c.Row != "steady" {
		t.Errorf("%+v is taken", c)
	}
}

func TestChoices(t *testing.T) {
	unsafe := timed("unsafe+raw", 30, false, steady(5)...)
	unsafe.Class = "aliases"
	own := timed("proto+notransform", 9, true, steady(1)...)
	evolving, too := timed("json", 40, true, steady(30)...), timed("json", 40, true, steady(40)...)
	for _, c := range []*result.Case{evolving, too} {
		c.Labels = append(c.Labels, result.Label{Name: result.Evolves, Holds: true}, result.Label{Name: result.Survives, Holds: true})
	}
	run := &result.Run{
		Serializers: map[string]result.Serializer{"json": {Evolution: "tagged"}, "own": {Evolution: "tagged"}, "fast": {Evolution: "positional"}},
		Subjects: []*result.Subject{
			{Name: "a", Cases: []*result.Case{timed("fast", 20, false, steady(10)...), evolving, unsafe, own}},
			{Name: "b", Cases: []*result.Case{
				timed("fast", 20, false, steady(10)...), too, unsafe,
				timed("not everywhere", 1, true, steady(1)...),
			}},
		},
	}
	got := map[report.Need]report.Choice{}
	for _, c := range report.New(run, nil).Choices {
		got[c.Need] = c
	}
	for need, want := range map[report.Need]string{
		report.Untrusted: "fast", report.Trusted: "unsafe+raw", report.Least: "fast", report.Portable: "json", report.Evolving: "json",
	} {
		if got[need].Row != want {
			t.Errorf("%s: %q, want %q", need, got[need].Row, want)
		}
	}
	// A row that was found to read no other fields does not, whatever its format may.
	for _, s := range run.Subjects {
		c := s.Cases[1]
		c.Labels = slices.DeleteFunc(c.Labels, func(l result.Label) bool { return l.Name == result.Evolves })
		c.Labels = append(c.Labels, result.Label{Name: result.Evolves, Fault: "reads no type with more fields or fewer"})
	}
	for _, c := range report.New(run, nil).Choices {
		if c.Need == report.Evolving {
			t.Errorf("%s keeps up with type changes, though it reads no type with more fields or fewer", c.Row)
		}
	}
	if c := got[report.Portable]; c.Time < 3.46 || c.Time > 3.47 || c.Size != 2 || c.Subjects != 2 {
		t.Errorf("json against fast: %+v, want √12 times the time and twice the size", c)
	}
}

// scattered are times about t, by some percent.
func scattered(t, by float64) (list []float64) {
	for i := range 12 {
		list = append(list, t*(1+by*float64(i%2*2-1)*float64(1+i%3)/100))
	}
	return list
}

// Rows that no subject can tell apart are said to be tied, and the safe one of
// them is taken, then the smaller one, unless it seems to take a twentieth longer; a row
// that is ahead in one subject is not.
func TestTiedChoices(t *testing.T) {
	unsafe := timed("unsafe", 20, false, scattered(99, 1)...)
	unsafe.Class = "unsafe"
	cases := func(ahead float64) []*result.Case {
		return []*result.Case{unsafe, timed("big", 30, false, scattered(100, 2)...), timed("small", 20, false, scattered(101, -1)...), timed("ahead", 20, false, scattered(ahead, 1)...)}
	}
	run := &result.Run{Subjects: []*result.Subject{{Name: "a", Cases: cases(103)}, {Name: "b", Cases: cases(150)}}}
	choices := report.New(run, nil).Choices
	if c := choices[0]; c.Need != report.Untrusted || c.Row != "small" || !slices.Equal(c.Tied, []string{"big"}) {
		t.Errorf("untrusted: %+v", c)
	}
	if c := choices[1]; c.Need != report.Trusted || c.Row != "small" || !slices.Equal(c.Tied, []string{"big", "unsafe"}) {
		t.Errorf("trusted: %+v", c)
	}
	if c := choices[2]; c.Need != report.Least || c.Row != "small" || !slices.Equal(c.Tied, []string{"unsafe"}) {
		t.Errorf("smallest: %+v", c)
	}
}

// A smaller row that a noisy run cannot tell from another is not taken where it seems to
// take much longer.
func TestTiedChoiceIsNotFarBehind(t *testing.T) {
	run := &result.Run{Subjects: []*result.Subject{{Name: "a", Cases: []*result.Case{
		timed("small", 20, false, scattered(110, -4)...), timed("big", 30, false, scattered(100, 4)...),
	}}}}
	if c := report.New(run, nil).Choices[0]; c.Row != "big" || !slices.Equal(c.Tied, []string{"small"}) {
		t.Errorf("%s is taken, %q are tied", c.Row, c.Tied)
	}
}

// A row whose values share memory stands in the table of all rows, however fast
// it is, and nowhere else.
func TestSharedMemoryIsNotTheFastest(t *testing.T) {
	arena := timed("flat+arena", 10, false, steady(5)...)
	arena.Features = []string{"arena"}
	v := report.New(&result.Run{Subjects: []*result.Subject{{Name: "s", Cases: []*result.Case{
		arena, timed("flat", 10, false, steady(10)...), timed("other", 10, false, steady(30)...),
	}}}}, nil)
	s := v.Subjects[0]
	if s.Glance[0].Name != "flat" || len(s.Glance) != 2 {
		t.Errorf("at a glance: %+v", s.Glance)
	}
	if op := s.Ops[0]; len(op.All) != 3 || op.All[0].Name != "flat+arena" || op.Safe[0].Name != "flat" {
		t.Errorf("all rows begin with %s, the safe ones with %s", op.All[0].Name, op.Safe[0].Name)
	}
	for _, a := range s.Answers {
		if a.Question == report.FastestSafe && a.Rows[0] != "flat" {
			t.Errorf("the fastest safe row is %s", a.Rows[0])
		}
	}
	if v.Choices[0].Row != "flat" {
		t.Errorf("the choice is %s", v.Choices[0].Row)
	}
}

// Rows that no round has together are compared by their figures.
func TestRatioOfRowsThatNeverMeet(t *testing.T) {
	fast, slow := timed("fast", 10, false, steady(50)...), timed("slow", 10, false, steady(100)...)
	for i := range slow.Ops["roundtrip"].Samples {
		slow.Ops["roundtrip"].Samples[i].Round += 100
	}
	s := report.New(&result.Run{Subjects: []*result.Subject{{Name: "s", Cases: []*result.Case{slow, fast}}}}, nil).Subjects[0]
	if s.Glance[1].Name != "slow" || math.Abs(s.Glance[1].Ratio-2) > 1e-9 || s.Glance[1].Interval != nil {
		t.Errorf("at a glance: %+v", s.Glance[1])
	}
}
