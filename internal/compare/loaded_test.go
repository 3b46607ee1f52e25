package compare

import (
	"compress/gzip"
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	moremath "github.com/aclements/go-moremath/stats"

	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/result"
)

var update = flag.Bool("update", false, "write the tables of the documents")

// loaded reads runs of a busy machine: six of 25 s, one after the other, of data, in turns
// of two executables, while workers had a processor for 38 to 51 % of the time that they
// wanted one. So they have beside four programs that never rest on two processors. A line
// is a round, and a column an operation: 500 times the logarithm of its time in ns. The
// second line has the bytes that it allocates.
func loaded(t *testing.T) (runs []*result.Run) {
	t.Helper()
	f, err := os.Open("testdata/loaded.csv.gz")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		t.Fatal(err)
	}
	lines, err := csv.NewReader(z).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	const moment = 4 // columns: the run, and the process, layout and round
	var ops []*result.Op
	for _, line := range lines[2:] {
		var at [moment]int
		for i := range at {
			at[i], _ = strconv.Atoi(line[i])
		}
		if at[0] == len(runs) {
			ops = nil
			s := &result.Subject{Name: "data"}
			runs = append(runs, &result.Run{Complete: true, Env: result.Environment{Cores: 2}, Subjects: []*result.Subject{s}})
			for i, name := range lines[0][moment:] {
				row, op, _ := strings.Cut(name, " ")
				c := find(s, row)
				if c == nil {
					c = &result.Case{Row: row, Status: result.OK, Ops: map[string]*result.Op{}}
					s.Cases = append(s.Cases, c)
				}
				bytes, _ := strconv.ParseFloat(lines[1][moment+i], 64)
				c.Ops[op] = &result.Op{BytesPerOp: bytes}
				ops = append(ops, c.Ops[op])
			}
		}
		for i, cell := range line[moment:] {
			if x, err := strconv.ParseFloat(cell, 64); err == nil { // it took part in the round
				ops[i].Samples = append(ops[i].Samples, result.Sample{Process: at[1], Layout: at[2], Round: at[3], N: 1, NSPerOp: math.Exp(x / 500)})
			}
		}
	}
	return runs
}

// slowedBy is the run with the times of one row a so many times as long.
func slowedBy(run *result.Run, row string, factor float64) *result.Run {
	r, s := *run, *run.Subjects[0]
	r.Subjects, s.Cases = []*result.Subject{&s}, slices.Clone(s.Cases)
	for i, c := range s.Cases {
		if c.Row == row {
			slow := *c
			slow.Ops = map[string]*result.Op{}
			for name, op := range c.Ops {
				slow.Ops[name] = &result.Op{BytesPerOp: op.BytesPerOp, Samples: slices.Clone(op.Samples)}
				for k := range op.Samples {
					slow.Ops[name].Samples[k].NSPerOp *= factor
				}
			}
			s.Cases[i] = &slow
		}
	}
	return &r
}

// benchstat is what benchstat finds in figures of both runs: Mann and Whitney's test at 5 %.
func benchstat(t *testing.T, old, new []float64) Verdict {
	t.Helper()
	test, err := moremath.MannWhitneyUTest(old, new, moremath.LocationDiffers)
	switch {
	case err != nil:
		t.Fatal(err)
	case test.P > 0.05:
		return Unsure
	case stats.Median(slices.Clone(new)) > stats.Median(slices.Clone(old)):
		return Slower
	}
	return Faster
}

// asBenchmarks are the figures of an operation as go test -bench -count has them: one a
// process, of all the time that it took.
func asBenchmarks(op *result.Op) (figures []float64) {
	by := map[int][]float64{}
	for _, s := range op.Samples {
		by[s.Process] = append(by[s.Process], s.NSPerOp)
	}
	for _, list := range by {
		figures = append(figures, moremath.Mean(list))
	}
	return figures
}

func batches(op *result.Op) (figures []float64) {
	for _, s := range op.Samples {
		figures = append(figures, s.NSPerOp)
	}
	return figures
}

// TestLoadedFiles: of runs of a busy machine a row that takes 10 % longer is found nine
// times of ten, 5 % seven times, and what has not changed is called so one time in twenty
// at the most. docs/measuring.md has what is found, and what benchstat finds in the same.
func TestLoadedFiles(t *testing.T) {
	routinestest.NeedsLong(t)
	const rows = 10
	runs := loaded(t)
	judged := func(c *result.Case) bool {
		return c.Row != "floor" && c.Row != "floor+reuse" && !strings.HasPrefix(c.Row, "limit.")
	}
	type counts struct{ found, of, called, others int }
	count := func(c *counts, slowed bool, v Verdict) {
		switch {
		case slowed:
			c.of++
			if v == Slower {
				c.found++
			}
		default:
			c.others++
			if v == Slower || v == Faster {
				c.called++
			}
		}
	}
	var table strings.Builder
	table.WriteString("| longer by | `assay compare` | benchstat, a figure a process | benchstat, a figure a batch |\n|--:|--:|--:|--:|\n")
	var by []counts
	steps := []float64{0, 1.5, 3, 5, 10}
	for _, percent := range steps {
		var ours, processes, all counts
		for i, old := range runs[:len(runs)-1] {
			for _, c := range runs[i+1].Subjects[0].Cases {
				if !judged(c) {
					continue
				}
				new := slowedBy(runs[i+1], c.Row, 1+percent/100)
				for name, b := range find(new.Subjects[0], c.Row).Ops {
					a := find(old.Subjects[0], c.Row).Ops[name]
					count(&processes, percent > 0, benchstat(t, asBenchmarks(a), asBenchmarks(b)))
					count(&all, percent > 0, benchstat(t, batches(a), batches(b)))
				}
				if percent == 0 && ours.others >= (i+1)*2*rows {
					continue // all were counted as others
				}
				diff, err := Runs(old, new, Options{Threshold: 0.03, Keep: judged})
				if err != nil {
					t.Fatal(err)
				}
				for _, op := range diff.Subjects[0].Ops {
					for _, r := range op.Rows {
						count(&ours, percent > 0 && r.Row == c.Row, r.Verdict)
					}
				}
			}
		}
		cell := func(c counts) string {
			if percent > 0 {
				return fmt.Sprintf("%d of %d", c.found, c.of)
			}
			return fmt.Sprintf("%d of %d", c.called, c.others)
		}
		fmt.Fprintf(&table, "| %v %% | %s | %s | %s |\n", percent, cell(ours), cell(processes), cell(all))
		by = append(by, ours)
	}
	for i, percent := range steps {
		least := map[float64]float64{5: 0.7, 10: 0.9}[percent]
		if c := by[i]; float64(c.found) < least*float64(c.of) || c.called > c.others/20 {
			t.Errorf("found %d of %d, want %v of them; of others called %d of %d", c.found, c.of, least, c.called, c.others)
		}
	}
	written(t, table.String())
}

// written holds the table of docs against what was found, or writes it.
func written(t *testing.T, table string) {
	t.Helper()
	const page = "../../docs/measuring.md"
	const begin, end = "<!-- written by go test ./internal/compare -tags long -run TestLoadedFiles -update -->\n", "<!-- end -->\n"
	data := filetest.Read(t, page)
	before, rest, ok := strings.Cut(string(data), begin)
	former, after, ended := strings.Cut(rest, end)
	switch {
	case !ok || !ended:
		t.Fatalf("%s has no place for the table", page)
	case former == table:
	case *update:
		filetest.Write(t, page, before+begin+table+end+after)
	default:
		t.Errorf("%s has\n%s\nwant\n%s", page, former, table)
	}
}

// A row is the same where its interval is within the threshold that was asked for.
func TestThreshold(t *testing.T) {
	runs := loaded(t)
	for threshold, want := range map[float64]bool{0.001: false, 0.9: true} {
		diff, err := Runs(runs[0], runs[1], Options{Threshold: threshold})
		if err != nil {
			t.Fatal(err)
		}
		same := 0
		for _, op := range diff.Subjects[0].Ops {
			for _, r := range op.Rows {
				if r.Verdict == Same {
					same++
				}
			}
		}
		if (same > 0) != want {
			t.Errorf("within %v of 1 %d rows are the same", threshold, same)
		}
	}
}
