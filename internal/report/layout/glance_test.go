package layout

import (
	"testing"

	"github.com/assay-go/assay/report"
)

func TestTie(t *testing.T) {
	line := func(name string, rank int, lo, hi float64) report.Glance {
		g := report.Glance{Name: name, Rank: rank}
		if hi > 0 {
			g.Interval = &report.Interval{Lo: lo, Hi: hi}
		}
		return g
	}
	wide := line("wide", 1, 0.5, 2)
	wide.Wide = true
	first := line("flat", 1, 1, 1)
	for _, test := range []struct {
		name  string
		lines []report.Glance
		want  string
	}{
		{"nobody", nil, ""},
		{"one", []report.Glance{first, line("gob", 2, 4, 5)}, ""},
		{"one and who is hardly known", []report.Glance{first, wide}, ""},
		{"slower by the upper end", []report.Glance{first, line("mus", 1, 0.98, 1.05), line("gob", 3, 4, 5)},
			"This run does not tell which is the fastest: flat and mus are within 5.0 % of each other."},
		{"faster by the lower end", []report.Glance{first, line("mus", 1, 0.93, 1.01)},
			"This run does not tell which is the fastest: flat and mus are within 7.0 % of each other."},
		{"three", []report.Glance{first, line("mus", 1, 0.99, 1.01), line("benc", 1, 0.99, 1.02)},
			"This run does not tell which is the fastest: flat, mus and benc are within 2.0 % of the first."},
		{"too few layouts", []report.Glance{first, line("mus", 1, 0, 0)},
			"This run does not tell which is the fastest: flat and mus."},
	} {
		if got := tie(test.lines); got != test.want {
			t.Errorf("%s: %q, want %q", test.name, got, test.want)
		}
	}
}
