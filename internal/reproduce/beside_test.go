package reproduce

import "testing"

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
			{Name: "ours alone", NS: 5}, row("base", 100, 50), row("near", 218, 100), row("far", 300, 100), row("old", 300, 101), row("collected", 300, 400), instead, row("untimed", 1, 0.3),
		}}},
		Then: []*Compared{{Title: "Marshal" + byThen, Rows: []Row{{Name: "old (old 1)", NS: 205}, {Name: "far (far 1)", NS: 400}}}},
	}
	want := map[string]struct {
		off   bool
		shown bool
	}{"near": {false, false}, "far": {true, false}, "old": {true, true}, "collected": {true, true}, "instead": {true, true}}
	list := r.gaps(map[string]map[string]*Figures{"Marshal": {"base": {NS: 40}, "far": {NS: 400}, "collected": {NS: 125}}})
	if len(list) != len(want) {
		t.Errorf("%d gaps: %v", len(list), list)
	}
	for _, g := range list {
		if w := want[g.row]; w.off != (g.far() > tolerance) || w.shown != (g.why != "") {
			t.Errorf("%s: %s", g, g.why)
		}
	}
	if got, want := agreement(list), "5 rows, 1 within 10 %, 3 with a cause; median gap 50 %, widest 309 %; tau 0.40"; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
