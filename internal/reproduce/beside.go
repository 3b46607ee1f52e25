package reproduce

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/assay-go/assay/internal/report/layout"
)

// gap is how far a row's time, as a multiple of the table's first row, is from the same
// multiple in the document's own program.
type gap struct {
	table, row    string
	ours, program float64
	why           string // what shows the cause; empty for none
}

func (g gap) far() float64 { return math.Abs(g.ours/g.program - 1) }

func (g gap) String() string {
	return fmt.Sprintf("%s, %s: %s times the base, in the document's own program %s", g.table, g.row, layout.Ratio(g.ours), layout.Ratio(g.program))
}

// gaps returns those of all rows that both have. The base is the first row of a table that
// both have, whose own gap is none. uncollected has the figures of the program with its collector
// off, where that was tried: beside a heap of nothing but the benchmark it comes at every few
// megabytes, and here beside that of a server.
func (r *Report) gaps(uncollected map[string]map[string]*Figures) (list []gap) {
	for _, c := range r.Tables {
		i := slices.IndexFunc(c.Rows, timedByBoth)
		if i < 0 {
			continue
		}
		base := c.Rows[i]
		for _, row := range c.Rows[i+1:] {
			if !timedByBoth(row) {
				continue
			}
			g := gap{table: c.Title, row: row.Name, ours: row.NS / base.NS, program: row.Original.NS / base.Original.NS}
			then := r.thenOf(c.Title, row.Name)
			calm, calmBase := uncollected[c.Title][row.Name], uncollected[c.Title][base.Name]
			switch {
			case g.far() <= tolerance:
			case row.Instead != "":
				g.why = row.Instead
			case then != nil && math.Abs(then.NS/base.NS/g.program-1) <= tolerance:
				g.why = "the library: the version of the program takes as long"
			case calm != nil && calmBase != nil && math.Abs(g.ours*calmBase.NS/calm.NS-1) <= tolerance:
				g.why = "the collector: with it off the program takes as long"
			case row.op != nil && base.op != nil:
				if x, lo, hi := ratio(row.op, base.op); near(g.program, x, lo, hi) {
					g.why = "the interval has it"
				}
			}
			list = append(list, g)
		}
	}
	return list
}

// timedByBoth reports whether a row has a time of today here, and in the document's own
// program one that a clock can tell from nothing.
func timedByBoth(r Row) bool {
	return r.NS > 0 && r.Reason == "" && !r.Opened && r.Original != nil && r.Original.NS >= 1
}

// agreement says of gaps how many are within the tolerance, how large they are, and how far
// both orders agree, by Kendall's tau over pairs of a table.
func agreement(list []gap) string {
	within, shown := 0, 0
	var far []float64
	agree, pairs := 0, 0
	for i, g := range list {
		switch {
		case g.far() <= tolerance:
			within++
		case g.why != "":
			shown++
		}
		far = append(far, g.far())
		for _, o := range list[i+1:] {
			if o.table == g.table {
				pairs++
				agree += cmp.Compare(g.ours, o.ours) * cmp.Compare(g.program, o.program)
			}
		}
	}
	if len(far) == 0 {
		return "no row is timed by both"
	}
	slices.Sort(far)
	return fmt.Sprintf("%d rows, %d within %.0f %%, %d with a cause; median gap %.0f %%, widest %.0f %%; tau %.2f", len(list), within, 100*tolerance, shown, 100*far[len(far)/2], 100*far[len(far)-1], float64(agree)/float64(max(pairs, 1)))
}
