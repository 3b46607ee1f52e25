package reproduce

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/report/markdown"
	"github.com/assay-go/assay/result"
)

// Gaps are those of the multiples of the first row that both have, and each is within the
// tolerance, has its cause, or stays open.
func TestGaps(t *testing.T) {
	row := func(name string, ours, program float64) Row {
		return Row{Name: name, NS: ours, Original: &Figures{NS: program}}
	}
	instead := row("instead", 900, 110)
	instead.Instead = "cannot be had"
	r := &Report{
		Tables: []*Compared{{Title: "Marshal", Rows: []Row{
			{Name: "ours alone", NS: 5}, row("base", 100, 50), row("near", 218, 100), row("far", 300, 100), row("old", 300, 101), instead, row("untimed", 1, 0.3),
		}}},
		Then: []*Compared{{Title: "Marshal" + byThen, Rows: []Row{{Name: "old (old 1)", NS: 205}, {Name: "far (far 1)", NS: 400}}}},
	}
	want := map[string]struct {
		off   bool
		shown bool
	}{"base": {false, false}, "near": {false, false}, "far": {true, false}, "old": {true, true}, "instead": {true, true}}
	list := r.gaps()
	if len(list) != len(want) {
		t.Errorf("%d gaps: %v", len(list), list)
	}
	for _, g := range list {
		if w := want[g.row]; w.off != (g.far() > tolerance) || w.shown != (g.why != "") || (len(g.open()) > 0) != (w.off && !w.shown) {
			t.Errorf("%s: %s", g, g.why)
		}
	}
	a := agreementOf(list)
	if got, want := fmt.Sprintf("%d rows, %d within, %d shown; median %.2f, widest %.2f; tau %.2f", a.rows, a.within, a.shown, a.median, a.widest, a.tau),
		"4 rows, 1 within, 2 shown; median 0.50, widest 3.09; tau 0.80"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

// A row's time is its least, in whichever layout, as the program's is.
func TestGapsOfLeast(t *testing.T) {
	op := func(ns ...float64) *result.Op {
		op := new(result.Op)
		for i, x := range ns {
			op.Samples = append(op.Samples, result.Sample{Round: i, Layout: i, N: 1, NSPerOp: x})
		}
		return op
	}
	r := &Report{Tables: []*Compared{{Title: "Marshal", Rows: []Row{
		{Name: "base", NS: 130, Original: &Figures{NS: 50}, op: op(100, 130, 140)},
		{Name: "row", NS: 200, Original: &Figures{NS: 100}, op: op(300, 200, 200)},
	}}}}
	if list := r.gaps(); list[1].ours != 2 {
		t.Errorf("%s, want 2 times the base", list[1])
	}
}

// The base is the first row that allocates as often in both, and an older version may stand in
// for it, for the row or for both.
func TestBaseOfGaps(t *testing.T) {
	row := func(name string, ours, program, allocs, taken float64) Row {
		return Row{Name: name, NS: ours, Allocs: allocs, Original: &Figures{NS: program, Allocs: &taken}}
	}
	r := &Report{
		Tables: []*Compared{{Title: "Marshal", Rows: []Row{
			row("first", 10, 90, 2, 7), row("base", 100, 50, 1, 1), row("older base", 100, 100, 1, 1), row("both", 120, 40, 1, 1), row("neither", 500, 100, 1, 1),
		}}},
		Then: []*Compared{{Title: "Marshal" + byThen, Rows: []Row{{Name: "base (base 1)", NS: 50}, {Name: "both (both 1)", NS: 40}}}},
	}
	want := map[string]string{"first": "0.10 1.80 open", "base": "1.00 1.00 ", "older base": "1.00 2.00 shown", "both": "1.20 0.80 shown", "neither": "5.00 2.00 open"}
	for _, g := range r.gaps() {
		state := ""
		switch {
		case g.far() > tolerance && g.why == "":
			state = "open"
		case g.far() > tolerance:
			state = "shown"
		}
		if got := fmt.Sprintf("%.2f %.2f %s", g.ours, g.program, state); got != want[g.row] || g.base != (g.row == "base") {
			t.Errorf("%s: %s, want %s", g.row, got, want[g.row])
		}
	}
}

// A row of any document that agrees with its program does so no more when a wrong time or a
// wrong number of allocations is put in, on either side.
func TestGapsOfWrongFigures(t *testing.T) {
	for _, name := range Documents() {
		p, err := Load(name)
		if err != nil {
			t.Fatal(err)
		}
		report := func(change func(r *Row)) []gap {
			r := &Report{Document: name}
			for _, table := range p.Tables {
				c := &Compared{document: name, Title: table.Title, Op: table.Op, Value: valueSize(table.Workload)}
				for i, l := range table.Rows {
					allocs := 20.0
					row := Row{Name: l.Name, NS: float64(100 + 7*i), Allocs: allocs, Original: &Figures{NS: float64(50) + 3.5*float64(i), Allocs: &allocs}}
					if i == len(table.Rows)-1 && i > 0 {
						change(&row)
					}
					c.Rows = append(c.Rows, row)
				}
				r.Tables = append(r.Tables, c)
			}
			return r.gaps()
		}
		open := func(list []gap) (n int) {
			for _, g := range list {
				n += len(g.open())
			}
			return n
		}
		tables := 0
		for _, table := range p.Tables {
			if len(table.Rows) > 1 {
				tables++
			}
		}
		if n := open(report(func(*Row) {})); n > 0 {
			t.Errorf("%s: %d open where all is equal", name, n)
		}
		for what, change := range map[string]func(r *Row){
			"a time of ours":         func(r *Row) { r.NS *= 1.2 },
			"a time of the program":  func(r *Row) { r.Original.NS *= 1.2 },
			"allocations of ours":    func(r *Row) { r.Allocs += 3 },
			"those of the program's": func(r *Row) { more := *r.Original.Allocs + 3; r.Original.Allocs = &more },
		} {
			if n := open(report(change)); n != tables {
				t.Errorf("%s, %s: %d open, want %d", name, what, n, tables)
			}
		}
	}
}

// The layouts of a program have a multiple that lies between their least and their largest, if these
// are near enough to each other to say anything.
func TestRunsOfPrograms(t *testing.T) {
	base := &Figures{runs: []float64{10, 20, 10}}
	for _, test := range []struct {
		runs   []float64
		lo, hi float64
	}{
		{[]float64{20, 44, 23}, 2, 2.3}, {[]float64{20}, 0, 0}, {nil, 0, 0},
	} {
		if lo, hi := (&Figures{runs: test.runs}).times(base); lo != test.lo || hi != test.hi {
			t.Errorf("%v: from %v to %v", test.runs, lo, hi)
		}
	}
	if near(2.9, 2, 2, 4) || !near(2.4, 2, 2, 2.5) {
		t.Error("runs that are far from each other say something, or near ones nothing")
	}
}

// The table has a line for each document, and one for each row with its figures and its cause.
func TestBesidePrograms(t *testing.T) {
	summary, rows := besidePrograms([]string{"skycoin"}, map[string][]gap{"skycoin": {
		{table: "Marshal", row: "base", base: true, ours: 1, program: 1, allocs: 1, taken: 1},
		{table: "Marshal", row: "near", ours: 2.1, program: 2},
		{table: "Marshal", row: "older", ours: 3, program: 4, why: "the library"},
		{table: "Marshal", row: "far", ours: 9, program: 3, allocs: 7, taken: 5, otherAllocs: true},
	}})
	var out strings.Builder
	if err := markdown.Set(&out, append(layout.Document{summary}, rows...)); err != nil {
		t.Fatal(err)
	}
	var lines []string
	for line := range strings.Lines(out.String()) {
		lines = append(lines, strings.Join(strings.Fields(line), " "))
	}
	for _, want := range []string{
		"| skycoin | 3 | 1 | 1 | 1 | 25 % | 200 % | 3 | 0 | 1 | 0.67 |",
		"| near | 2.00 | 2.10 | +5 % | 0 | 0 | |",
		"| older | 4.00 | 3.00 | -25 % | 0 | 0 | the library |",
		"| far | 3.00 | 9.00 | +200 % | 5 | 7 | no experiment shows why; allocations: no experiment shows why |",
	} {
		if !slices.Contains(lines, want) {
			t.Errorf("no line %s in\n%s", want, out.String())
		}
	}
}
