package compare

import (
	"bytes"
	"fmt"
	"io"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf16"

	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/report/export"
	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/report/reporttest"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/report/text"
	"github.com/assay-go/assay/result"
)

func TestMain(m *testing.M) { compiletest.Main(m) }

// noise is that of a shared virtual machine with two cores, as seen in runs of
// assay itself: what a round does to all rows, what a layout of the code does
// to one of them, what a single batch meets, and what differs from one run to
// the next, for the machine and for a row.
var noise = struct{ round, layout, batch, burst, machine, row float64 }{
	round: 0.05, layout: 0.015, batch: 0.012, burst: 0.03, machine: 0.02, row: 0.006,
}

// simulated is a run of rows whose true times are those of base, slowed where
// slow says so.
func simulated(rng *rand.Rand, rows int, slow func(row int) float64) *result.Run {
	return laid(rng, rng, rows, slow)
}

// laid is such a run whose code lies as places draws it.
func laid(rng, places *rand.Rand, rows int, slow func(row int) float64) *result.Run {
	const layouts, lifetime, processes = 9, 3, 18
	run := &result.Run{Schema: 1, Complete: true, Env: result.Environment{CPU: "simulated", Cores: 2, OS: "linux", Arch: "amd64"}}
	s := &result.Subject{Name: "data", Type: "data.Data", Values: 100}
	run.Subjects = append(run.Subjects, s)
	gauss := func(sd float64) float64 { return math.Exp(sd * rng.NormFloat64()) }
	machine := gauss(noise.machine)
	var rounds []float64
	for range processes * lifetime {
		rounds = append(rounds, math.Exp(noise.round*math.Abs(rng.NormFloat64())))
	}
	for i := range rows {
		c := &result.Case{Row: fmt.Sprintf("row%02d", i), Driver: "d", Status: result.OK, Ops: map[string]*result.Op{}, Size: result.Size{Mean: 58}}
		if i%3 == 0 {
			c.Class = result.Unsafe
		}
		for k, op := range []string{"marshal", "unmarshal"} {
			o := &result.Op{AllocsPerOp: float64(i % 2)}
			base := 10 * math.Pow(1.13, float64(i)) * float64(k+1)
			o.BytesPerOp = o.AllocsPerOp * base // one a nanosecond
			truth := base * slow(i) * gauss(noise.row) * machine
			var lays []float64
			for range layouts {
				lays = append(lays, math.Exp(noise.layout*places.NormFloat64()))
			}
			for p := range processes {
				for r := range lifetime {
					n := p*lifetime + r
					ns := truth * rounds[n] * lays[p%layouts] * gauss(noise.batch)
					if rng.Float64() < noise.burst { // something else ran
						ns *= 1 + rng.Float64()
					}
					o.Samples = append(o.Samples, result.Sample{Round: n, Process: p, Layout: p % layouts, N: 1000, NSPerOp: ns})
				}
			}
			c.Ops[op] = o
		}
		s.Cases = append(s.Cases, c)
	}
	return run
}

func unchanged(int) float64 { return 1 }

// few is a run of some rows of one's own, with the harness's beside them.
func few(rng *rand.Rand, rows int, slow func(row int) float64) *result.Run {
	return fewLaid(rng, rng, rows, slow)
}

func fewLaid(rng, places *rand.Rand, rows int, slow func(row int) float64) *result.Run {
	run := laid(rng, places, rows+4, slow)
	s := run.Subjects[0]
	own := s.Cases[rows:]
	s.Cases, s.Floor, s.FloorReuse, s.Limits = s.Cases[:rows], own[0], own[1], own[2:]
	for i, c := range own {
		c.Row = []string{"harness floor", "harness floor", "limit.copy", "limit.alloc"}[i]
	}
	return run
}

// TestFewRows: with the harness's own rows for anchors a run of one or two codecs
// of one's own can be compared. Without them nobody can tell a row from the machine,
// and that is said.
func TestFewRows(t *testing.T) {
	const pairs = 100
	for _, rows := range []int{1, 2, 4} {
		for _, percent := range []int{0, 5, 10} {
			rng := rand.New(rand.NewPCG(uint64(rows), uint64(percent)))
			found, all, detectable := 0, 0, 0.0
			for range pairs {
				c := compared(t, few(rng, rows, unchanged), few(rng, rows, func(i int) float64 {
					if i == 0 {
						return 1 + float64(percent)/100
					}
					return 1
				}), Options{Threshold: 0.01, Keep: func(c *result.Case) bool { return c.Row == "row00" }})
				if c.By != Ratio || len(c.Warnings) > 0 {
					t.Fatalf("compared by %s, warnings %q", c.By, c.Warnings)
				}
				for _, op := range c.Subjects[0].Ops {
					for _, r := range op.Rows {
						if all++; r.Verdict == Slower || r.Verdict == Faster {
							found++
						}
						detectable += r.Detectable
					}
				}
			}
			detectable /= float64(all)
			t.Logf("%d rows, %d %% slower: found in %d of %d; a change of %.1f %% is said to be", rows, percent, found, all, 100*detectable)
			share := float64(found) / float64(all)
			switch {
			case percent == 0 && share > 0.07:
				t.Errorf("%d rows of which none has changed: %d of %d called so", rows, found, all)
			case float64(percent)/100 > 1.2*detectable && share < 0.8:
				t.Errorf("%d rows, %d %% slower: found in %d of %d, though %.1f %% are said to be", rows, percent, found, all, 100*detectable)
			case percent == 10 && share < 0.95:
				t.Errorf("%d rows, 10 %% slower: found in %d of %d", rows, found, all)
			}
		}
	}
	rng := rand.New(rand.NewPCG(9, 9))
	old, new := few(rng, 2, unchanged), few(rng, 2, unchanged)
	new.Env.GoVersion = "go1.99" // of which the harness's loops are made as well
	c := compared(t, old, new, Options{})
	if c.By != Time || c.Subjects[0].Ops[0].Anchors != 0 {
		t.Errorf("of two Go versions compared by %s, with %d anchors", c.By, c.Subjects[0].Ops[0].Anchors)
	}
}

// repeatedRun is a run measured so many times, the code of which lies as it did.
func repeatedRun(t *testing.T, rng *rand.Rand, rows, times int, slow func(row int) float64) *result.Run {
	t.Helper()
	layouts := rng.Uint64()
	var runs []*result.Run
	for i := range times {
		run := fewLaid(rng, rand.New(rand.NewPCG(layouts, 0)), rows, slow)
		run.Started = run.Started.Add(time.Duration(i+1) * time.Minute)
		runs = append(runs, run)
	}
	run, err := result.Merge(runs...)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// TestRepeatsTellTheScatter: of files of repeated runs a change of 5 % in the only row is
// found in six cases of seven, and what has not changed is called so seldom.
func TestRepeatsTellTheScatter(t *testing.T) {
	const pairs = 70
	for _, percent := range []int{0, 5} {
		rng := rand.New(rand.NewPCG(5, uint64(percent)))
		found, all := 0, 0
		for range pairs {
			slow := func(i int) float64 {
				if i == 0 {
					return 1 + float64(percent)/100
				}
				return 1
			}
			c := compared(t, repeatedRun(t, rng, 1, 3, unchanged), repeatedRun(t, rng, 1, 3, slow), Options{Threshold: 0.01})
			if len(c.Warnings) > 0 {
				t.Fatalf("warnings %q", c.Warnings)
			}
			for _, op := range c.Subjects[0].Ops {
				if all++; op.Rows[0].Verdict == Slower || op.Rows[0].Verdict == Faster {
					found++
				}
			}
		}
		t.Logf("%d %% slower: found in %d of %d", percent, found, all)
		if percent == 0 && found > all/20 || percent == 5 && found < all*6/7 {
			t.Errorf("%d %% slower: found in %d of %d", percent, found, all)
		}
	}
}

// TestWhatRepeatsShowCounts: rows that move by a tenth between repeats are not called
// slower by a tenth.
func TestWhatRepeatsShowCounts(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	wild := func() *result.Run {
		var runs []*result.Run
		for i := range 4 {
			run := few(rng, 2, func(row int) float64 { return 1 + 0.1*float64((i+row)%2) })
			run.Started = run.Started.Add(time.Duration(i+1) * time.Minute)
			runs = append(runs, run)
		}
		run, err := result.Merge(runs...)
		if err != nil {
			t.Fatal(err)
		}
		return run
	}
	c := compared(t, wild(), wild(), Options{})
	for _, op := range c.Subjects[0].Ops {
		for _, r := range op.Rows {
			if r.Detectable < 0.08 {
				t.Errorf("%s of %s could show a change of %.3f", op.Op, r.Row, r.Detectable)
			}
		}
	}
}

// TestMemoryIsSlower: where a machine slows those that allocate, that is no change of
// them, and hides no change of others.
func TestMemoryIsSlower(t *testing.T) {
	const pairs = 50
	rng := rand.New(rand.NewPCG(8, 8))
	found, called := 0, 0
	for range pairs {
		c := compared(t, simulated(rng, 14, unchanged), simulated(rng, 14, func(i int) float64 {
			switch {
			case i%2 == 1: // allocates
				return 1.08
			case i == 4:
				return 1.1
			}
			return 1
		}), Options{Threshold: 0.01})
		for _, op := range c.Subjects[0].Ops {
			for _, r := range op.Rows {
				switch changed := r.Verdict == Slower || r.Verdict == Faster; {
				case changed && r.Row == "row04":
					found++
				case changed:
					called++
				}
			}
		}
	}
	t.Logf("slowed by 10 %%: found in %d of %d; of %d others called %d", found, 2*pairs, 2*13*pairs, called)
	if found < 2*pairs*9/10 || called > 2*13*pairs/20 {
		t.Errorf("slowed by 10 %%: found in %d of %d; of %d others called %d", found, 2*pairs, 2*13*pairs, called)
	}
}

// TestAlignmentIsSaid: where functions lie moves rows, so a comparison says what the two
// runs have of it.
func TestAlignmentIsSaid(t *testing.T) {
	for _, test := range []struct {
		old, new   int
		tool, want string
		warned     bool
	}{
		{64, 64, "assay", "In both functions begin at cache lines.", false},
		{0, 64, "assay", "measure both with --align", true},
		{64, 0, "assay", "measure both with --align", true},
		{0, 0, "assay", "two runs with --align show smaller changes", false},
		{0, 0, "Go benchmarks", "", false},
	} {
		rng := rand.New(rand.NewPCG(9, 9))
		old, new := simulated(rng, 6, unchanged), simulated(rng, 6, unchanged)
		old.Tool, new.Tool = test.tool, test.tool
		old.Settings.FuncAlign, new.Settings.FuncAlign = test.old, test.new
		c := compared(t, old, new, Options{})
		var out bytes.Buffer
		if err := text.Set(&out, c.Document(true), text.Style{}); err != nil {
			t.Fatal(err)
		}
		said := strings.Join(strings.Fields(out.String()), " ")
		if (len(c.Warnings) > 0) != test.warned || !strings.Contains(said, test.want) || test.want == "" && strings.Contains(said, "align") {
			t.Errorf("%s, functions at %d and %d: warnings %q, and\n%s", test.tool, test.old, test.new, c.Warnings, said)
		}
	}
}

// TestATenthOfTheRowsChanged: three rows of thirty are slower by a fifth, and do not
// stand for the scatter that they are judged by.
func TestATenthOfTheRowsChanged(t *testing.T) {
	rng := rand.New(rand.NewPCG(7, 7))
	c := compared(t, simulated(rng, 30, unchanged), simulated(rng, 30, func(i int) float64 {
		if i%10 == 4 {
			return 1.2
		}
		return 1
	}), Options{})
	for _, op := range c.Subjects[0].Ops {
		for _, r := range op.Rows {
			if changed := strings.HasSuffix(r.Row, "4"); changed != (r.Verdict == Slower) {
				t.Errorf("%s of %s: %.3f [%.3f, %.3f] is called %s", op.Op, r.Row, r.Ratio, r.Lo, r.Hi, r.Verdict)
			}
		}
	}
}

// Of pairs of runs in which nothing changed, at most one in twenty has a row
// that is called changed, and fewer are stopped by the gate.
func TestNothingChanged(t *testing.T) {
	const pairs = 100
	for _, rows := range []int{8, 40} {
		rng := rand.New(rand.NewPCG(1, uint64(rows)))
		alarms, stopped, called, all, same := 0, 0, 0, 0, 0
		for range pairs {
			c := compared(t, simulated(rng, rows, unchanged), simulated(rng, rows, unchanged), Options{Threshold: 0.03})
			if c.By != Ratio {
				t.Fatalf("compared by %s", c.By)
			}
			any := false
			for _, op := range c.Subjects[0].Ops {
				for _, r := range op.Rows {
					all++
					switch r.Verdict {
					case Faster, Slower:
						any = true
						called++
					case Same:
						same++
					}
				}
			}
			if any {
				alarms++
			}
			if len(c.Regressions()) > 0 {
				stopped++
			}
		}
		t.Logf("%d rows: %d of %d pairs call a row changed, %d are stopped; %d of %d rows are called changed, %d the same", rows, alarms, pairs, stopped, called, all, same)
		if alarms > pairs/20 || stopped > pairs/20 {
			t.Errorf("%d rows: %d false alarms, %d stopped", rows, alarms, stopped)
		}
	}
}

// A row that was slowed is found, the sooner the more; and where it alone is
// judged, with the others for anchors, sooner than among all.
func TestSlowedRow(t *testing.T) {
	const pairs = 50
	for name, keep := range map[string]func(*result.Case) bool{
		"among all rows": nil,
		"by itself":      func(c *result.Case) bool { return c.Row == "row17" },
	} {
		found := map[int]int{}
		for _, percent := range []int{3, 5, 10} {
			rng := rand.New(rand.NewPCG(2, uint64(percent)))
			for range pairs {
				slowed := func(i int) float64 {
					if i == 17 {
						return 1 + float64(percent)/100
					}
					return 1
				}
				c := compared(t, simulated(rng, 40, unchanged), simulated(rng, 40, slowed), Options{Threshold: 0.01, Keep: keep})
				for _, op := range c.Subjects[0].Ops {
					for _, r := range op.Rows {
						if r.Row == "row17" && r.Verdict == Slower {
							found[percent]++
						}
					}
				}
			}
			t.Logf("%s: slowed by %d %%: found in %d of %d", name, percent, found[percent], 2*pairs)
		}
		if found[10] < 2*pairs-2 || found[5] < 2*pairs*3/10 || found[3] > found[5] || found[5] > found[10] {
			t.Errorf("%s: of %d: %v", name, 2*pairs, found)
		}
	}
}

// Between machines only ratios are compared, and what all rows have in common
// is no change.
func TestOtherMachine(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 3))
	old, new := simulated(rng, 20, unchanged), simulated(rng, 20, func(int) float64 { return 1.7 })
	new.Env.CPU = "another"
	if _, err := Runs(old, new, Options{By: Time}); err == nil || !strings.Contains(err.Error(), "different machines (processor simulated and another)") {
		t.Errorf("absolute times of two machines: %v", err)
	}
	c := compared(t, old, new, Options{Threshold: 0.03})
	if list := c.Regressions(); len(list) > 0 {
		t.Errorf("stopped for %q", list)
	}
	if drift := c.Subjects[0].Ops[0].Drift; drift < 1.5 || drift > 1.9 {
		t.Errorf("drift %v, want about 1.7", drift)
	}
	few := simulated(rng, 3, unchanged)
	few.Env.CPU = "another"
	if _, err := Runs(old, few, Options{}); err == nil || !strings.Contains(err.Error(), "4 variants in both") {
		t.Errorf("three rows on another machine: %v", err)
	}
}

// On one machine absolute times show what all rows have in common.
func TestByTime(t *testing.T) {
	rng := rand.New(rand.NewPCG(4, 4))
	c := compared(t, simulated(rng, 20, unchanged), simulated(rng, 20, func(int) float64 { return 1.5 }), Options{By: Time, Threshold: 0.03})
	for _, r := range c.Subjects[0].Ops[0].Rows {
		if r.Verdict != Slower || !r.Over {
			t.Errorf("%s: %s at %.2f [%.2f, %.2f]", r.Row, r.Verdict, r.Ratio, r.Lo, r.Hi)
		}
	}
}

func TestExactChanges(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	old := simulated(rng, 12, unchanged)
	new := simulated(rng, 12, unchanged)
	cases := new.Subjects[0].Cases
	cases[0].Size.Mean = 58.01
	cases[1].Ops["marshal"].AllocsPerOp = 2
	cases[2].Ops["marshal"].AllocsPerOp = 0.001 // the runtime's own
	cases[3].Status, cases[3].Reason, cases[3].Ops = result.Failed, "loses the zone", nil
	new.Subjects[0].Cases = append(cases[:4:4], cases[5:]...)
	c := compared(t, old, new, Options{Threshold: 0.5})
	got := c.Regressions()
	want := []string{
		"data, row00: B/size grew from 58 to 58.01",
		"data, row01 marshal: allocs/op grew from 1 to 2",
		"data, row03: was ok, is failed: loses the zone",
		"data, row04: was ok, and is not in the new run",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if !slices.Equal(c.Subjects[0].OnlyOld, []string{"row04"}) {
		t.Errorf("only in the old run: %q", c.Subjects[0].OnlyOld)
	}
	var out bytes.Buffer
	if err := text.Set(&out, c.Document(false), text.Style{}); err != nil {
		t.Fatal(err)
	}
	for _, line := range strings.Split(out.String(), "\n") {
		if len([]rune(line)) > text.Wide {
			t.Errorf("a line of %d characters: %s", len(line), line)
		}
	}
	for _, want := range []string{"row03 has no figures any more (failed, was ok): loses the zone", "in the old run only: row04", "Drift:"} {
		if !strings.Contains(out.String(), want) {
			t.Errorf("no %q in\n%s", want, out.String())
		}
	}
}

// A run compared with itself has not changed at all.
func TestItself(t *testing.T) {
	run := reporttest.Run()
	c := compared(t, run, run, Options{Threshold: 0.03})
	for _, s := range c.Subjects {
		for _, op := range s.Ops {
			for _, r := range op.Rows {
				if r.Ratio != 1 || r.Verdict == Faster || r.Verdict == Slower {
					t.Errorf("%s %s: %v %s", op.Op, r.Row, r.Ratio, r.Verdict)
				}
			}
		}
	}
}

func TestNothingInCommon(t *testing.T) {
	a, b := reporttest.Run(), reporttest.Run()
	a.Subjects, b.Subjects = a.Subjects[:1], b.Subjects[1:]
	if _, err := Runs(a, b, Options{}); err == nil || !strings.Contains(err.Error(), "nothing in common") {
		t.Errorf("other subjects: %v", err)
	}
	b = reporttest.Run()
	b.Settings.Seed = 2
	if _, err := Runs(a, b, Options{}); err == nil || !strings.Contains(err.Error(), "seed 2") {
		t.Errorf("other values: %v", err)
	}
	b = reporttest.Run()
	b.Subjects[0].Flags = map[string]int{"small": 0}
	b.Subjects = b.Subjects[:1]
	if _, err := Runs(a, b, Options{}); err == nil || !strings.Contains(err.Error(), "it is scaled by small 0, and was by strlen 16") {
		t.Errorf("other flags: %v", err)
	}
	// What a sample function gives is the same whatever the seed, and defaults are when they are given.
	b = reporttest.Run()
	b.Settings.Seed = 2
	b.Subjects[0].Flags = map[string]int{"small": 0}
	a = reporttest.Run()
	for _, s := range slices.Concat(a.Subjects, b.Subjects) {
		s.Digest = "of " + s.Name
	}
	if _, err := Runs(a, b, Options{}); err != nil {
		t.Errorf("the same values by another seed: %v", err)
	}
}

// TestBusyMachinesAreSaid, with what to do.
func TestBusyMachinesAreSaid(t *testing.T) {
	a, b := reporttest.Run(), reporttest.Run()
	b.Env.RunQueue, b.Env.CPUShare = 4.2, 0.31
	c := compared(t, a, b, Options{})
	want := "while the new run was measured the machine was busy: workers had a processor for 31 % of the time they needed: to find small changes, measure both states in one run with assay ab"
	if !slices.ContainsFunc(c.Warnings, func(w string) bool { return strings.HasPrefix(w, want) }) {
		t.Errorf("warnings %q", c.Warnings)
	}
	if c.Old.Busy != "" || c.New.Busy == "" {
		t.Errorf("%q and %q", c.Old.Busy, c.New.Busy)
	}
	sides := twoSides(rand.New(rand.NewPCG(1, 2)), 3, 1)
	sides.Env.CPUShare = 0.31
	c, err := Sides(sides, "old", "new", Options{})
	if err != nil {
		t.Fatal(err)
	}
	want = "the machine was busy: workers had a processor for 31 % of the time they needed: small changes take more --time then"
	if !slices.Contains(c.Warnings, want) {
		t.Errorf("warnings of ab %q", c.Warnings)
	}
}

// What is written as benchmark lines is read again, row by row.
func TestBenchfmtAgain(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	run := simulated(rng, 10, unchanged)
	var out bytes.Buffer
	if err := export.Benchfmt(&out, report.New(run, nil)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "new.txt")
	filetest.Write(t, file, out.Bytes())
	got, err := ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	c := compared(t, got, got, Options{})
	if len(c.Subjects) != 1 || len(c.Subjects[0].Ops) != 2 || len(c.Subjects[0].Ops[0].Rows) != 10 {
		t.Errorf("got %+v", c.Subjects)
	}
	if c.Old.Machine == "" {
		t.Error("no machine")
	}
}

func TestGoBenchmarks(t *testing.T) {
	write := func(ns float64) string {
		file := filepath.Join(t.TempDir(), "bench.txt")
		text := "goos: linux\ngoarch: amd64\npkg: example.com/shop\ncpu: some\n"
		for i := range 10 {
			for j := range 8 {
				text += fmt.Sprintf("BenchmarkOrder/row%d-2 1000 %.3f ns/op 16 B/op 1 allocs/op\n", i, ns*(1+0.001*float64(j)))
				if i == 3 {
					text = strings.TrimSuffix(text, "\n") + "\n"
				}
			}
		}
		filetest.Write(t, file, text+"PASS\n")
		return file
	}
	old, err := ReadFile(write(100))
	if err != nil {
		t.Fatal(err)
	}
	new, err := ReadFile(write(120))
	if err != nil {
		t.Fatal(err)
	}
	c := compared(t, old, new, Options{By: Time, Threshold: 0.03})
	if n := len(c.Regressions()); n != 10 || c.Subjects[0].Name != "example.com/shop" {
		t.Errorf("%d regressions of %s", n, c.Subjects[0].Name)
	}
}

// Rows that are not in the new run are regressions, as are all of a subject that it lacks,
// unless its rows were chosen.
func TestVanishedRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 6))
	for what, test := range map[string]struct {
		lose func(old, new *result.Run)
		o    Options
		want []string
	}{
		"none":  {lose: func(_, _ *result.Run) {}},
		"a row": {lose: func(_, new *result.Run) { new.Subjects[0].Cases = new.Subjects[0].Cases[1:] }, want: []string{"data, row00: was ok, and is not in the new run"}},
		"one that had failed": {lose: func(old, new *result.Run) {
			old.Subjects[0].Cases[0].Status, old.Subjects[0].Cases[0].Ops = result.Failed, nil
			new.Subjects[0].Cases = new.Subjects[0].Cases[1:]
		}},
		"one that is not judged": {
			lose: func(_, new *result.Run) { new.Subjects[0].Cases = new.Subjects[0].Cases[1:] },
			o:    Options{Keep: func(c *result.Case) bool { return c.Row != "row00" }},
		},
		"one that was not chosen": {lose: func(_, new *result.Run) { new.Subjects[0].Cases = new.Subjects[0].Cases[1:] }, o: Options{Chosen: true}},
		"a subject": {
			lose: func(old, _ *result.Run) {
				old.Subjects = append(old.Subjects, &result.Subject{Name: "other", Cases: old.Subjects[0].Cases[:1]})
			},
			want: []string{"other, row00: was ok, and is not in the new run"},
		},
	} {
		old, new := simulated(rng, 12, unchanged), simulated(rng, 12, unchanged)
		test.lose(old, new)
		test.o.Threshold = 9
		c := compared(t, old, new, test.o)
		if got := c.Regressions(); !slices.Equal(got, test.want) {
			t.Errorf("%s: %q, want %q", what, got, test.want)
		}
	}
}

// A benchmark that a file does not have any more stops a gate, whatever else has happened to the file.
func TestVanishedBenchmarks(t *testing.T) {
	line := func(name string) string { return strings.Repeat("Benchmark"+name+" 1000 100 ns/op\n", 8) }
	old := readText(t, line("A")+line("B"))
	utf16 := []byte{0xff, 0xfe}
	for _, r := range line("A") {
		utf16 = append(utf16, byte(r), 0)
	}
	for what, text := range map[string]string{
		"a failure":             line("A") + "--- FAIL: BenchmarkB\nFAIL\n",
		"another name":          line("A") + line("C"),
		"UTF-16":                string(utf16),
		"Windows":               strings.ReplaceAll(line("A"), "\n", "\r\n"),
		"a line without a time": line("A") + "BenchmarkB 1000 3 allocs/op\n",
		"another package":       line("A") + "pkg: example.com/other\n" + line("B"),
	} {
		c, err := Runs(old, readText(t, text), Options{Threshold: 0.03})
		if err != nil {
			t.Errorf("%s: %v", what, err)
		} else if got := c.Regressions(); !slices.Equal(got, []string{"benchmarks, B: was ok, and is not in the new run"}) {
			t.Errorf("%s: %q", what, got)
		}
	}
	if c, err := Runs(old, readText(t, line("A")+line("B")+line("C")), Options{Threshold: 0.03}); err != nil || len(c.Regressions()) > 0 {
		t.Errorf("one more: %v", err)
	}
}

// readText returns the run that lines of benchmarks are.
func readText(t *testing.T, text string) *result.Run {
	t.Helper()
	file := filepath.Join(t.TempDir(), "bench.txt")
	filetest.Write(t, file, text)
	run, err := ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

// What a run has not counted is not zero: it is no change, and stops a gate where the old run has it.
func TestAllocationsThatNobodyCounted(t *testing.T) {
	read := func(counts string) *result.Run {
		return readText(t, strings.Repeat("BenchmarkA 1000 100 ns/op"+counts+"\n", 8))
	}
	with, without := read(" 64 B/op 3 allocs/op"), read("")
	for _, test := range []struct {
		old, new *result.Run
		want     []string
	}{
		{with, with, nil}, {without, without, nil}, {without, with, nil},
		{with, without, []string{"benchmarks: the new run has not counted allocations, as without -benchmem"}},
	} {
		c := compared(t, test.old, test.new, Options{Threshold: 0.03})
		if got := c.Regressions(); !slices.Equal(got, test.want) || len(c.Subjects[0].Exact) > 0 {
			t.Errorf("%q, want %q; changed: %v", got, test.want, c.Subjects[0].Exact)
		}
	}
	if err := Benchfmt(io.Discard, with, without); err == nil || !strings.Contains(err.Error(), "as they are") {
		t.Error(err)
	}
}

// The number behind a benchmark's name is GOMAXPROCS where all have the same, and it is
// said where two files differ in it; else it is a part of the name.
func TestProcessorsOfBenchmarks(t *testing.T) {
	read := func(text string) *result.Run { return readText(t, text) }
	for text, want := range map[string]string{
		"BenchmarkA-8 1 2 ns/op\nBenchmarkB-8 1 2 ns/op\n":                       "8 A B",
		"BenchmarkA/size-8 1 2 ns/op\nBenchmarkA/size-16 1 2 ns/op\n":            "0 A/size-8 A/size-16", // by one processor
		"BenchmarkA 1 2 ns/op\nBenchmarkA-2 1 2 ns/op\nBenchmarkA-4 1 2 ns/op\n": "0 A A-2 A-4",          // by -cpu=1,2,4
		"BenchmarkA/x-3 1 2 ns/op\nBenchmarkB 1 2 ns/op\n":                       "0 A/x-3 B",
		"BenchmarkA-1 1 2 ns/op\nBenchmarkB-1 1 2 ns/op\n":                       "0 A B", // as assay writes names that end in a number
		"gomaxprocs: 4\nBenchmarkA 1 2 ns/op\n":                                  "4 A",
	} {
		run := read(text)
		got := fmt.Sprint(run.Env.GOMAXPROCS)
		for _, c := range run.Subjects[0].Cases {
			got += " " + c.Row
		}
		if got != want {
			t.Errorf("%q: %s, want %s", text, got, want)
		}
	}
	c := compared(t, read(strings.Repeat("BenchmarkA-8 1 2 ns/op\n", 8)), read(strings.Repeat("BenchmarkA-4 1 2 ns/op\n", 8)), Options{By: Time})
	if len(c.Warnings) == 0 || !strings.HasPrefix(c.Warnings[0], "GOMAXPROCS differs: 8 and 4") {
		t.Errorf("%q", c.Warnings)
	}
}

// What PowerShell has written is read.
func TestFilesOfWindows(t *testing.T) {
	utf16le := func(text string) []byte {
		b := []byte{0xff, 0xfe}
		for _, u := range utf16.Encode([]rune(text)) {
			b = append(b, byte(u), byte(u>>8))
		}
		return b
	}
	document, err := result.Marshal(simulated(rand.New(rand.NewPCG(1, 1)), 2, unchanged))
	if err != nil {
		t.Fatal(err)
	}
	for name, data := range map[string][]byte{
		"benchmarks": utf16le("pkg: é\r\nBenchmarkA-8 1 2 ns/op\r\n"),
		"document":   utf16le(string(document)),
		"marked":     append([]byte("\xef\xbb\xbf"), document...),
	} {
		file := filepath.Join(t.TempDir(), "f")
		filetest.Write(t, file, data)
		if run, err := ReadFile(file); err != nil || len(run.Subjects) != 1 || name == "benchmarks" && run.Subjects[0].Name != "é" {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestBadFiles(t *testing.T) {
	for name, text := range map[string]string{
		"empty":    "",
		"no times": "BenchmarkX 100 5 MB/s\n",
		"prose":    "hello\n",
		"cut":      `{"schema":1,"subjects":[`,
		"later":    `{"schema":99}`,
	} {
		file := filepath.Join(t.TempDir(), "f")
		filetest.Write(t, file, text)
		_, err := ReadFile(file)
		if err == nil || strings.Contains(err.Error(), "\n") || !strings.HasPrefix(err.Error(), file) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestWhatCannotBeFoundIsNoFigure: of files that tell nothing a change of so many million per
// cent would be found, which says less than that nothing would.
func TestWhatCannotBeFoundIsNoFigure(t *testing.T) {
	for detectable, want := range map[float64]string{
		0.031: " A change of 3.1% in one variant would be found four times of five.",
		2e6:   " One variant could take twice the time, and that would seldom be found.",
	} {
		c := &Comparison{}
		blocks := c.operation(&Op{Op: "marshal", Rows: []Row{{Row: "json", Class: "safe", Verdict: Unsure, Detectable: detectable}}}, true)
		if text := blocks[1].(*layout.Paragraph).Text; !strings.Contains(text, want) {
			t.Errorf("of %v: %q, want %q", detectable, text, want)
		}
	}
}

// compared compares two runs that can be.
func compared(t *testing.T, old, new *result.Run, o Options) *Comparison {
	t.Helper()
	c, err := Runs(old, new, o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}
