package compare

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	moremath "github.com/aclements/go-moremath/stats"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/result"
)

// Paired compares the two sides of one run: batches of both follow each other, so that
// there is no drift to be told, and no scatter from run to run. What is left of chance
// is where the code of either lies, and that differs between the layouts.
const Paired By = "paired"

// Sides compares two sides of a run, by the names of its Sides.
func Sides(run *result.Run, old, new string, o Options) (*Comparison, error) {
	if o.Keep == nil {
		o.Keep = func(*result.Case) bool { return true }
	}
	o.Anchors = func(string) bool { return true }
	c := &Comparison{Schema: 1, Old: sideOfRun(run, old), New: sideOfRun(run, new), By: Paired, Threshold: o.Threshold, Subjects: []*Subject{}}
	c.Warnings = append(c.Warnings, run.Warnings...)
	if !run.Complete {
		c.warn("the run was interrupted: it is compared as far as it came")
	}
	if c.New.Busy != "" {
		c.warn("%s: small changes take more --time then", c.New.Busy)
	}
	var pairs []*pair
	for _, s := range run.Subjects {
		a, b := half(s, old), half(s, new)
		both := newSubject(a, b, o)
		c.Subjects = append(c.Subjects, both)
		for _, p := range pairsOf(both, a, b, o, false, nil, nil) {
			if p.ratio = stats.Paired(p.new, p.old); p.judged && p.ratio.Layouts > 0 {
				pairs = append(pairs, p)
			}
		}
	}
	if len(pairs) == 0 {
		return nil, errors.New(noRow(run))
	}
	rows := make([]Row, len(pairs))
	lent := typicalVariance(pairs)
	for i, p := range pairs {
		rows[i] = p.paired(lent, c.Threshold)
	}
	for i := range significant(rows) {
		rows[i].changed(c.Threshold)
	}
	for _, g := range groups(pairs) {
		op := &Op{Op: g[0].op, Drift: 1}
		for _, p := range g {
			op.Rows = append(op.Rows, rows[slices.Index(pairs, p)])
		}
		slices.SortStableFunc(op.Rows, func(a, b Row) int { return cmp.Compare(b.Ratio, a.Ratio) })
		op.Means = means(op.Rows)
		g[0].subject.Ops = append(g[0].subject.Ops, op)
	}
	c.warnOfFew()
	return c, nil
}

// noRow says why nothing can be compared: what became of the first variant without figures.
func noRow(run *result.Run) string {
	for _, s := range run.Subjects {
		for _, c := range s.Cases {
			if c.Status != result.OK {
				return fmt.Sprintf("no variant has figures on both sides: %s, %s: %s", s.Name, c.Row, c.Reason)
			}
		}
	}
	return "no variant has figures on both sides"
}

func sideOfRun(run *result.Run, name string) Side {
	s := side(run)
	s.Name = name
	for _, one := range run.Sides {
		if one.Name == name {
			s.Go = goOf(one.GoVersion, one.BuildFlags)
		}
	}
	return s
}

// half returns the subject as one side has it, with rows by the names that they have
// on all.
func half(s *result.Subject, side string) *result.Subject {
	h := *s
	h.Cases = nil
	for _, c := range s.Cases {
		if c.Side == side {
			bare := *c
			bare.Row = c.Bare()
			h.Cases = append(h.Cases, &bare)
		}
	}
	return &h
}

// known is the variance of a ratio, and the degrees of freedom by which it is known.
type known struct{ variance, df float64 }

// typicalVariance is that of the row in the middle. Of a few rows it counts as so many
// degrees of freedom less one: a row alone has nothing but its own.
func typicalVariance(pairs []*pair) known {
	var list []float64
	for _, p := range pairs {
		if k := float64(p.ratio.Layouts - 1); k >= 2 {
			list = append(list, p.ratio.Variance/math.Pow(1-2/(9*k), 3)) // the median of χ² is less than its mean
		}
	}
	return known{stats.Median(list), float64(min(typicalLayouts, max(0, len(list)-1)))}
}

// paired judges one row by its layouts, and by how far those of others differ.
func (p *pair) paired(lent known, threshold float64) Row {
	d := p.ratio.Log
	// Both times are of the rounds that both sides took part in, and differ by the ratio.
	between := math.Sqrt(stats.Time(p.old).Median * stats.Time(p.new).Median)
	r := Row{
		Row: p.row, Class: p.class, OldNS: between * math.Exp(-d/2), NewNS: between * math.Exp(d/2),
		Ratio: math.Exp(d), P: 1, Verdict: Unsure,
	}
	if p.ratio.Layouts < minLayouts {
		return r
	}
	df := float64(p.ratio.Layouts - 1)
	se := math.Sqrt((df*p.ratio.Variance + lent.df*lent.variance) / (df + lent.df))
	dist := moremath.TDist{V: df + lent.df}
	half := quantile(dist, 1-(1-confidence)/2)
	r.Lo, r.Hi = math.Exp(d-half*se), math.Exp(d+half*se)
	r.Detectable = math.Exp((half+quantile(dist, power))*se) - 1
	switch {
	case se > 0:
		r.P = 2 * (1 - dist.CDF(math.Abs(d)/se))
	case d != 0:
		r.P = 0
	}
	if r.Lo > 1-threshold && r.Hi < 1+threshold {
		r.Verdict = Same
	}
	return r
}

// changed is said of a row that is significantly so.
func (r *Row) changed(threshold float64) {
	r.Verdict = Faster
	if r.Ratio > 1 {
		r.Verdict = Slower
		r.Over = r.Ratio > 1+threshold
	}
}

// sides arranges the comparison of two sides: a line a row.
func (c *Comparison) sides(brief bool) layout.Document {
	doc := layout.Document{
		&layout.Heading{Level: 1, Text: fmt.Sprintf("%s beside %s", c.New.Name, c.Old.Name)},
		&layout.Paragraph{Text: c.New.Machine},
	}
	for _, s := range []Side{c.Old, c.New} {
		doc = append(doc, &layout.Paragraph{Text: s.Name + ": " + s.Go})
	}
	for _, w := range c.Warnings {
		doc = append(doc, &layout.Paragraph{Text: "Warning: " + w, Alarm: true})
	}
	for _, s := range c.Subjects {
		doc = append(doc, &layout.Heading{Level: 2, Text: s.Name})
		doc = append(doc, s.lines(brief)...)
		doc = append(doc, s.counted()...)
	}
	return append(doc, &layout.List{Title: "How to read the table", Items: []layout.Item{
		{Mark: "1.050", Text: fmt.Sprintf("an operation takes 1.050 times as long on %s as on %s, give or take what follows (95%%).", c.New.Name, c.Old.Name)},
		{Mark: "slower", Text: "or faster: significant among all variants; same: surely within " + percent(c.Threshold) + "; else it cannot be told: longer, by --time, would."},
	}})
}

// lines are the rows, with the operations beside each other.
func (s *Subject) lines(brief bool) []layout.Block {
	t := &layout.Table{Columns: []layout.Column{{Heading: "VARIANT", Names: true}}}
	cells := map[string]map[string]Row{} // by row and operation
	worst := map[string]float64{}
	var names []string
	for _, op := range s.Ops {
		t.Columns = append(t.Columns, layout.Column{Heading: strings.ToUpper(layout.OpName(op.Op))})
		for _, r := range op.Rows {
			if cells[r.Row] == nil {
				cells[r.Row] = map[string]Row{}
				names = append(names, r.Row)
			}
			cells[r.Row][op.Op] = r
			worst[r.Row] = max(worst[r.Row], math.Abs(math.Log(r.Ratio)))
		}
	}
	slices.SortStableFunc(names, func(a, b string) int { return cmp.Compare(worst[b], worst[a]) })
	for _, name := range names {
		line := []layout.Cell{{Text: name}}
		interesting := false
		for _, op := range s.Ops {
			r, ok := cells[name][op.Op]
			if !ok {
				line = append(line, layout.Cell{})
				continue
			}
			interesting = interesting || r.Verdict == Slower || r.Verdict == Faster
			line = append(line, layout.Cell{Text: r.brief(), Best: r.Verdict == Faster})
		}
		if interesting || !brief {
			t.Rows = append(t.Rows, line)
		}
	}
	if len(t.Rows) == 0 {
		return []layout.Block{&layout.Paragraph{Text: "No variant has changed."}}
	}
	return []layout.Block{t}
}

// brief is a ratio with its interval and verdict, in few characters.
func (r Row) brief() string {
	text := fmt.Sprintf("%.3f ±?", r.Ratio)
	if r.Hi > 0 {
		text = fmt.Sprintf("%.3f ±%.3f", r.Ratio, (r.Hi-r.Lo)/2)
	}
	switch {
	case r.Over:
		return text + " SLOWER"
	case r.Verdict == Unsure:
		return text
	}
	return text + " " + string(r.Verdict)
}
