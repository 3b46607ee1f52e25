package reproduce

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/stats"
)

// gap is how far a row's time, as a multiple of the table's base, is from the same
// multiple in the document's own program, and its allocations beside the program's.
type gap struct {
	table, row    string
	base          bool // it is the row that the others are multiples of
	ours, program float64
	older         []float64 // multiples by versions of the program's time
	why           string    // what shows the cause of a time that is far; empty for none
	allocs, taken float64
	whyAllocs     string // what shows why allocations are others; empty for none
	otherAllocs   bool
}

func (g gap) far() float64 { return math.Abs(g.ours/g.program - 1) }

func (g gap) String() string {
	return fmt.Sprintf("%s, %s: %s times the base, in the document's own program %s", g.table, g.row, layout.Ratio(g.ours), layout.Ratio(g.program))
}

// open says what of the gap nothing shows the cause of.
func (g gap) open() (list []string) {
	if g.far() > tolerance && g.why == "" {
		text := g.String()
		if len(g.older) > 0 {
			text += fmt.Sprintf(", by versions of its time %.3v", g.older)
		}
		list = append(list, text+", and nothing shows why")
	}
	if g.otherAllocs && g.whyAllocs == "" {
		list = append(list, fmt.Sprintf("%s, %s: %s allocations, in the document's own program %s, and nothing shows why", g.table, g.row, layout.Count(g.allocs), layout.Count(g.taken)))
	}
	return list
}

// gaps returns those of all rows that both have, as multiples of a base whose own gap is none: the
// first row that allocates as often in both, or the first of all.
func (r *Report) gaps() (list []gap) {
	for _, c := range r.Tables {
		rows := slices.DeleteFunc(slices.Clone(c.Rows), func(r Row) bool { return !timedByBoth(r) })
		if len(rows) == 0 {
			continue
		}
		base := rows[max(0, slices.IndexFunc(rows, func(r Row) bool { return r.Original.Allocs != nil && about(*r.Original.Allocs, r.Allocs) }))]
		for _, row := range rows {
			g := gap{table: c.Title, row: row.Name, base: row.Name == base.Name, ours: row.least() / base.least(), program: row.Original.NS / base.Original.NS}
			then := r.thenOf(c.Title, row.Name)
			g.older = versions(row, then, base, r.thenOf(c.Title, base.Name))
			switch {
			case g.far() <= tolerance:
			case row.Instead != "":
				g.why = row.Instead
			case slices.ContainsFunc(g.older, func(x float64) bool { return math.Abs(x/g.program-1) <= tolerance }):
				g.why = "the library: by the version and the calls of the program it is as much"
			case row.op != nil && base.op != nil:
				x, lo, hi := ratio(&row, &base)
				least, most := row.Original.times(base.Original)
				switch {
				case math.Abs(x/g.program-1) <= tolerance:
					g.why = "by the median of the layouts here it is " + layout.Ratio(x)
				case near(g.program, g.ours, lo, hi):
					g.why = fmt.Sprintf("layouts here have an interval from %s to %s", layout.Ratio(lo), layout.Ratio(hi))
				case near(g.ours, g.program, least, most):
					g.why = fmt.Sprintf("layouts of the program reach from %s to %s", layout.Ratio(least), layout.Ratio(most))
				}
			}
			if taken := row.Original.Allocs; taken != nil {
				g.allocs, g.taken = row.Allocs, *taken
				g.otherAllocs = !about(g.taken, g.allocs)
				if g.otherAllocs {
					g.whyAllocs = cmp.Or(row.Instead, c.ofProgram(row, exact{allocated, row.PublishedAllocs, row.Allocs}, then))
				}
			}
			list = append(list, g)
		}
	}
	return list
}

// least is the shortest time of a row, as it is of a document's own program: in its best layout, with
// nothing beside it.
func (r Row) least() float64 {
	if r.op == nil {
		return r.NS
	}
	return stats.Least(r.op)
}

// versions returns the multiples with a version of the program's time in the place of the row, of the
// base, or of both; then and thenBase may be nil.
func versions(row Row, then *Row, base Row, thenBase *Row) (list []float64) {
	if then != nil {
		list = append(list, then.least()/base.least())
	}
	if thenBase != nil {
		list = append(list, row.least()/thenBase.least())
	}
	if then != nil && thenBase != nil {
		list = append(list, then.least()/thenBase.least())
	}
	return list
}

// times returns the least and the largest multiple of the base in one layout; both are 0 of one alone.
func (f *Figures) times(base *Figures) (lo, hi float64) {
	if len(f.runs) < 2 || len(f.runs) != len(base.runs) {
		return 0, 0
	}
	for i, ns := range f.runs {
		x := ns / base.runs[i]
		if i == 0 || x < lo {
			lo = x
		}
		hi = max(hi, x)
	}
	return lo, hi
}

// timedByBoth reports whether a row has a time of today here, and in the document's own
// program one that a clock can tell from nothing.
func timedByBoth(r Row) bool {
	return r.NS > 0 && r.Reason == "" && !r.Opened && r.Original != nil && r.Original.NS >= 1
}

// An agreement says of the gaps of a document how many are within the tolerance, how large
// they are, and how far both orders agree, by Kendall's tau over pairs of a table.
type agreement struct {
	rows, within, shown int
	equal, shownAllocs  int // of allocations
	median, widest, tau float64
}

func agreementOf(list []gap) (a agreement) {
	var far []float64
	agree, pairs := 0, 0
	for i, g := range list {
		for _, o := range list[i+1:] {
			if o.table == g.table {
				pairs++
				agree += cmp.Compare(g.ours, o.ours) * cmp.Compare(g.program, o.program)
			}
		}
		switch {
		case !g.otherAllocs:
			a.equal++
		case g.whyAllocs != "":
			a.shownAllocs++
		}
		if g.base {
			continue
		}
		a.rows++
		switch {
		case g.far() <= tolerance:
			a.within++
		case g.why != "":
			a.shown++
		}
		far = append(far, g.far())
	}
	if len(far) > 0 {
		slices.Sort(far)
		a.median, a.widest = far[len(far)/2], far[len(far)-1]
	}
	a.tau = float64(agree) / float64(max(pairs, 1))
	return a
}

// besidePrograms arranges the gaps of documents: a line each, and every row.
func besidePrograms(names []string, of map[string][]gap) (summary *layout.Table, rows layout.Document) {
	number := func(heading string) layout.Column { return layout.Column{Heading: heading, Number: true} }
	summary = &layout.Table{Columns: []layout.Column{{Heading: "Document", Names: true}, number("Rows"), number("Within 10 %"), number("Cause shown"), number("Open"),
		number("Median"), number("Widest"), number("Allocations equal"), number("Cause shown"), number("Open"), number("Kendall's tau")}}
	percent := func(x float64) string { return fmt.Sprintf("%.0f %%", 100*x) }
	for _, name := range names {
		list := of[name]
		a := agreementOf(list)
		line := []layout.Cell{{Text: name}}
		for _, n := range []int{a.rows, a.within, a.shown, a.rows - a.within - a.shown} {
			line = append(line, layout.Cell{Text: fmt.Sprint(n)})
		}
		line = append(line, layout.Cell{Text: percent(a.median)}, layout.Cell{Text: percent(a.widest)})
		for _, n := range []int{a.equal, a.shownAllocs, len(list) - a.equal - a.shownAllocs} {
			line = append(line, layout.Cell{Text: fmt.Sprint(n)})
		}
		summary.Rows = append(summary.Rows, append(line, layout.Cell{Text: fmt.Sprintf("%.2f", a.tau)}))

		rows = append(rows, &layout.Heading{Level: 2, Text: name})
		var t *layout.Table
		for i, g := range list {
			if i == 0 || g.table != list[i-1].table {
				t = &layout.Table{Title: g.table, Columns: []layout.Column{{Heading: "Row", Names: true}, number("×, its program"), number("×, assay"), number("Differs by"), number("Allocations, its program"), number("assay"), {Heading: "Cause"}}}
				rows = append(rows, t)
			}
			var causes []string
			if g.far() > tolerance {
				causes = append(causes, cmp.Or(g.why, "no experiment shows why"))
			}
			if g.otherAllocs {
				causes = append(causes, "allocations: "+cmp.Or(g.whyAllocs, "no experiment shows why"))
			}
			t.Rows = append(t.Rows, []layout.Cell{{Text: g.row}, {Text: layout.Ratio(g.program)}, {Text: layout.Ratio(g.ours)}, {Text: fmt.Sprintf("%+.0f %%", 100*(g.ours/g.program-1))},
				{Text: layout.Count(g.taken)}, {Text: layout.Count(g.allocs)}, {Text: strings.Join(causes, "; ")}})
		}
	}
	return summary, rows
}
