package compare

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/result"
)

// Document arranges the comparison for reading. A brief one leaves out the rows
// of which nothing is known to have changed.
func (c *Comparison) Document(brief bool) layout.Document {
	if c.By == Paired {
		return c.sides(brief)
	}
	doc := layout.Document{
		&layout.Heading{Level: 1, Text: "Comparison of two runs"},
		&layout.Paragraph{Text: "Old: " + c.Old.String()},
		&layout.Paragraph{Text: "New: " + c.New.String()},
		&layout.Paragraph{Text: c.method()},
	}
	for _, w := range c.Warnings {
		doc = append(doc, &layout.Paragraph{Text: "Warning: " + w, Alarm: true})
	}
	for _, s := range c.Subjects {
		doc = append(doc, &layout.Heading{Level: 2, Text: s.Name})
		for _, op := range s.Ops {
			doc = append(doc, c.operation(op, brief)...)
		}
		doc = append(doc, s.counted()...)
	}
	return append(doc, &layout.List{Title: "How to read the tables", Items: []layout.Item{
		{Mark: "RATIO", Text: "time in the new run to time in the old one, with the 95% interval of another pair of such runs."},
		{Mark: "slower", Text: "or faster: significant among all variants of the comparison; of variants so called one in twenty is so by chance."},
		{Mark: "same", Text: fmt.Sprintf("the whole interval is within %s of 1; cannot tell: neither the one nor the other.", percent(c.Threshold))},
	}})
}

func (s Side) String() string {
	var parts []string
	if s.Tool != "" {
		parts = append(parts, s.Tool)
	}
	if !s.Started.IsZero() {
		parts = append(parts, s.Started.UTC().Format("2006-01-02 15:04 UTC"))
	}
	for _, p := range []string{strings.TrimSpace(s.Go), s.Machine} {
		if p != "" {
			parts = append(parts, p)
		}
	}
	return strings.Join(parts, ", ")
}

func (c *Comparison) method() string {
	text := "Compared in relation to the other variants of each run: what all variants have in common is the drift, given with each table and taken out of the ratios; where there are enough, that of variants that allocate and of others apart."
	if c.By == Time {
		text = "Compared by absolute times: what the machine itself does differently counts as a change of the variants."
	}
	switch a, b := c.Old, c.New; {
	case a.FuncAlign != b.FuncAlign: // there is a warning
	case a.FuncAlign > 0:
		text += " In both functions begin at cache lines."
	case strings.HasPrefix(a.Tool, "assay") && strings.HasPrefix(b.Tool, "assay"):
		text += " Functions begin where the linker put them, which moves variants from build to build: two runs with --align show smaller changes."
	}
	return text
}

func (c *Comparison) operation(op *Op, brief bool) []layout.Block {
	name := layout.OpName(op.Op)
	t := &layout.Table{Columns: []layout.Column{{Heading: "VARIANT", Names: true}, {Heading: "OLD NS/OP", Number: true}, {Heading: "NEW NS/OP", Number: true},
		{Heading: "RATIO", Number: true}, {Heading: "INTERVAL", Number: true}, {Heading: "VERDICT"}}}
	count := map[Verdict]int{}
	for _, r := range op.Rows {
		count[r.Verdict]++
		if brief && r.Verdict != Faster && r.Verdict != Slower {
			continue
		}
		interval := "?"
		if r.Hi > 0 {
			interval = fmt.Sprintf("%.3f to %.3f", r.Lo, r.Hi)
		}
		verdict := string(r.Verdict)
		if r.Over {
			verdict += ", over " + percent(c.Threshold)
		}
		best := r.Verdict == Faster
		t.Rows = append(t.Rows, []layout.Cell{
			{Text: r.Row, Best: best}, {Text: layout.Figure(r.OldNS), Best: best}, {Text: layout.Figure(r.NewNS), Best: best},
			{Text: fmt.Sprintf("%.3f", r.Ratio), Best: best}, {Text: interval, Best: best}, {Text: verdict, Best: best},
		})
	}
	summary := fmt.Sprintf("%d slower, %d faster, %d the same, %d cannot be told.", count[Slower], count[Faster], count[Same], count[Unsure])
	var parts []string
	for _, m := range op.Means {
		parts = append(parts, fmt.Sprintf("%s %.3f (%d)", m.Class, m.Ratio, m.Rows))
	}
	summary += " Geometric means of the ratios: " + strings.Join(parts, ", ") + "."
	if d := op.detectable(); d > 1 {
		summary += " One variant could take twice the time, and that would seldom be found."
	} else if d > 0 {
		summary += fmt.Sprintf(" A change of %s in one variant would be found four times of five.", percent(d))
	}
	if op.Anchors > 0 {
		summary += fmt.Sprintf(" Drift: %+.1f%%, told by %d variants.", 100*(op.Drift-1), op.Anchors)
	}
	blocks := []layout.Block{&layout.Heading{Level: 3, Text: name}, &layout.Paragraph{Text: summary}}
	if len(t.Rows) > 0 {
		blocks = append(blocks, t)
	}
	return blocks
}

// detectable is the median of what the rows could show.
func (op *Op) detectable() float64 {
	var list []float64
	for _, r := range op.Rows {
		if r.Detectable > 0 {
			list = append(list, r.Detectable)
		}
	}
	return stats.Median(list)
}

// counted are the changes that need no statistics.
func (s *Subject) counted() []layout.Block {
	var blocks []layout.Block
	if len(s.Exact) > 0 {
		t := &layout.Table{Title: "Sizes and allocations that changed", Columns: []layout.Column{{Heading: "VARIANT", Names: true}, {Heading: "OPERATION"}, {Heading: "UNIT"},
			{Heading: "OLD", Number: true}, {Heading: "NEW", Number: true}, {Heading: "CHANGE", Number: true}}}
		for _, e := range s.Exact {
			change := "from nothing"
			if e.Old != 0 {
				change = fmt.Sprintf("%+.1f%%", 100*(e.New/e.Old-1))
			}
			best := e.New < e.Old
			t.Rows = append(t.Rows, []layout.Cell{{Text: e.Row, Best: best}, {Text: layout.OpName(e.Op)}, {Text: e.Unit},
				{Text: layout.Count(e.Old), Best: best}, {Text: layout.Count(e.New), Best: best}, {Text: change, Best: best}})
		}
		blocks = append(blocks, t)
	} else {
		blocks = append(blocks, &layout.Paragraph{Text: "No size and no allocation has changed."})
	}
	l := &layout.List{Title: "Variants that are not in both"}
	for _, st := range s.Status {
		verb := "has figures now"
		if st.Old == result.OK {
			verb = "has no figures any more"
		} else if st.New != result.OK {
			verb = "has none in either"
		}
		l.Items = append(l.Items, layout.Item{Mark: "-", Text: fmt.Sprintf("%s %s (%s, was %s): %s", st.Row, verb, st.New, st.Old, st.Reason)})
	}
	for _, only := range []struct {
		rows []string
		text string
	}{{s.OnlyOld, "in the old run only: "}, {s.OnlyNew, "in the new run only: "}} {
		if len(only.rows) > 0 {
			l.Items = append(l.Items, layout.Item{Mark: "-", Text: only.text + strings.Join(slices.Sorted(slices.Values(only.rows)), ", ")})
		}
	}
	if len(l.Items) > 0 {
		blocks = append(blocks, l)
	}
	return blocks
}

func percent(share float64) string {
	return strings.TrimSuffix(fmt.Sprintf("%.1f", 100*share), ".0") + "%"
}
