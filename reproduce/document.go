package reproduce

import (
	"fmt"
	"strings"

	"github.com/assay-go/assay/report/layout"
	"github.com/assay-go/assay/worker/protocol"
)

// Layout arranges the report for reading.
func (r *Report) Layout() layout.Document {
	machine := r.Env.CPU
	if machine == "" {
		machine = r.Env.OS + "/" + r.Env.Arch
	}
	doc := layout.Document{
		&layout.Heading{Level: 1, Text: r.Title},
		&layout.Paragraph{Text: "Published: " + r.Source + "; machine: " + r.Machine + "."},
		&layout.Paragraph{Text: fmt.Sprintf("Today: %s, %s, %d cores. Ratios are to the row that was published as the best of its table; they travel between machines, times do not.", r.Env.GoVersion, machine, r.Env.Cores)},
	}
	for _, w := range r.Warnings {
		doc = append(doc, &layout.Paragraph{Text: "Warning: " + w, Alarm: true})
	}
	for _, t := range r.Tables {
		doc = append(doc, t.blocks()...)
	}
	if len(r.Sentences) > 0 {
		l := &layout.List{Title: "The document's conclusions, today"}
		for _, s := range r.Sentences {
			l.Items = append(l.Items, layout.Item{Mark: "-", Text: s})
		}
		doc = append(doc, l)
	}
	return doc
}

func (c *Compared) blocks() []layout.Block {
	blocks := []layout.Block{&layout.Heading{Level: 2, Text: c.Title}}
	if c.Deep[1] > 0 {
		blocks = append(blocks, &layout.Paragraph{Text: fmt.Sprintf("Deep size of the value: %d bytes (published: %d, approximate).", c.Deep[1], c.Deep[0])})
	}
	t := &layout.Table{Columns: []layout.Column{{Heading: "NAME", Names: true}, {Heading: "PUBLISHED", Number: true}, {Heading: "×", Number: true},
		{Heading: "TODAY", Number: true}, {Heading: "×", Number: true}, {Heading: "INTERVAL", Number: true}}}
	sized := c.Op == "size"
	lengths := !sized && anyRow(c, func(r Row) bool { return r.PublishedSize > 0 })
	allocs := anyRow(c, func(r Row) bool { return r.PublishedAllocs != nil })
	if lengths {
		t.Columns = append(t.Columns, layout.Column{Heading: "B/SIZE", Number: true})
	}
	if allocs {
		t.Columns = append(t.Columns, layout.Column{Heading: "ALLOCS", Number: true})
	}
	without := &layout.List{Title: "Published rows without a figure of today"}
	for _, r := range c.Rows {
		if r.Reason != "" {
			without.Items = append(without.Items, layout.Item{Mark: "-", Text: strings.TrimSpace(r.Name+" "+bracket(r.Row)) + ": " + r.Reason})
		}
		p, now := c.figure(r)
		cells := []layout.Cell{{Text: r.Name}, {Text: orNothing(p, layout.Figure)}, {Text: orNothing(r.PublishedRatio, layout.Ratio)},
			{Text: orNothing(now, layout.Figure)}, {Text: orNothing(r.Ratio, layout.Ratio)}}
		interval := ""
		if r.Hi > 0 && r.Lo != r.Hi {
			interval = layout.Ratio(r.Lo) + " – " + layout.Ratio(r.Hi)
		}
		cells = append(cells, layout.Cell{Text: interval})
		if lengths {
			cells = append(cells, layout.Cell{Text: beside(&r.PublishedSize, r.Size, now > 0)})
		}
		if allocs {
			cells = append(cells, layout.Cell{Text: beside(r.PublishedAllocs, r.Allocs, now > 0)})
		}
		t.Rows = append(t.Rows, cells)
	}
	what := "ns/op of " + layout.OpName(protocol.Op(c.Op))
	switch {
	case sized:
		what = "bytes"
	case c.Each > 0:
		what = "ns a message"
	}
	if lengths || allocs {
		what += "; B/SIZE and ALLOCS are published → today"
	}
	blocks = append(blocks, &layout.Paragraph{Text: "In " + what + "."}, t)
	if c.Note != "" {
		blocks = append(blocks, &layout.Paragraph{Text: c.Note})
	}
	if len(without.Items) > 0 {
		blocks = append(blocks, without)
	}
	switch {
	case len(c.Changes) > 0:
		l := &layout.List{Title: "Rows that have changed places by more than the noise"}
		for _, text := range c.Changes {
			l.Items = append(l.Items, layout.Item{Mark: "-", Text: text})
		}
		blocks = append(blocks, l)
	case c.Tau != nil:
		blocks = append(blocks, &layout.Paragraph{Text: "No two rows have changed places by more than the noise."})
	}
	if c.Tau != nil {
		blocks = append(blocks, &layout.Paragraph{Text: fmt.Sprintf("The orders agree by %.2f (Kendall's tau, 1 is wholly).", *c.Tau)})
	}
	return blocks
}

func anyRow(c *Compared, has func(Row) bool) bool {
	for _, r := range c.Rows {
		if has(r) {
			return true
		}
	}
	return false
}

func orNothing(x float64, text func(float64) string) string {
	if x == 0 {
		return ""
	}
	return text(x)
}

// beside writes a published figure and today's.
func beside(published *float64, today float64, measured bool) string {
	old, now := "?", "?"
	if published != nil {
		old = layout.Count(*published)
	}
	if measured {
		now = layout.Count(today)
	}
	return old + " → " + now
}

func bracket(row string) string {
	if row == "" {
		return ""
	}
	return "(" + row + ")"
}
