package reproduce

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/report/layout"
)

// Ledger arranges every table, every row and every sentence of the documents, a line
// each: what was published, what today's figures are, and why they differ where they
// do.
func Ledger(reports []*Report) layout.Document {
	var doc layout.Document
	doc = append(doc, summary(reports)...)
	for _, r := range reports {
		doc = append(doc, &layout.Heading{Level: 2, Text: r.Title},
			&layout.Paragraph{Text: "Command: assay reproduce " + r.Document + "; measured by assay " + strings.Join(r.Command, " ") + ", with load averages of " + r.Env.Load + ". Published: " + r.Source + "; machine: " + r.Machine + "."})
		if len(r.Claims) > 0 {
			t := &layout.Table{Title: "What it says", Columns: []layout.Column{{Heading: "The document"}, {Heading: "Today"}, {Heading: "Verdict"}}}
			for _, c := range r.Claims {
				t.Rows = append(t.Rows, []layout.Cell{{Text: c.Says}, {Text: c.Today}, {Text: c.verdict()}})
			}
			doc = append(doc, t)
		}
		for _, b := range r.Best {
			doc = append(doc, b.table())
		}
		for _, c := range slices.Concat(r.Tables, r.Then) {
			doc = append(doc, c.ledger()...)
		}
		if r.Bytes != nil {
			doc = append(doc, bytesOf(r.Bytes)...)
		}
		if len(r.Features) > 0 {
			doc = append(doc, features(r.Features))
		}
		t := &layout.Table{Title: "Its commands and flags", Columns: []layout.Column{{Heading: "The document"}, {Heading: "What it does"}, {Heading: "Ours"}, {Heading: "Note"}}}
		for _, c := range r.Commands {
			t.Rows = append(t.Rows, []layout.Cell{{Text: c.Theirs}, {Text: c.What}, {Text: c.Ours}, {Text: c.Note}})
		}
		doc = append(doc, t)
	}
	return doc
}

func (c Claim) verdict() string {
	if c.Reproduced {
		return "reproduced"
	}
	return "differs because " + c.Because
}

// summary counts, a line a document.
func summary(reports []*Report) layout.Document {
	t := &layout.Table{Columns: []layout.Column{{Heading: "Document"}, {Heading: "Sentences reproduced", Number: true}, {Heading: "Lengths as published", Number: true},
		{Heading: "Allocations", Number: true}, {Heading: "B/op", Number: true}, {Heading: "Orders agree by (Kendall's tau)", Number: true}}}
	machine := ""
	for _, r := range reports {
		said := 0
		for _, c := range r.Claims {
			if c.Reproduced {
				said++
			}
		}
		same, all := map[string]int{}, map[string]int{}
		var taus []string
		for _, c := range r.Tables {
			for _, row := range c.Rows {
				for _, x := range c.exacts(row) {
					if all[x.what]++; x.same() {
						same[x.what]++
					}
				}
			}
			if c.Tau != nil {
				taus = append(taus, fmt.Sprintf("%.2f", *c.Tau))
			}
		}
		count := func(what string) string {
			if all[what] == 0 {
				return "–"
			}
			return fmt.Sprintf("%d of %d", same[what], all[what])
		}
		t.Rows = append(t.Rows, []layout.Cell{{Text: r.Title}, {Text: fmt.Sprintf("%d of %d", said, len(r.Claims))}, {Text: count(length)}, {Text: count(allocated)},
			{Text: count(bytesEach)}, {Text: strings.Join(taus, ", ")}})
		machine = fmt.Sprintf("Measured with %s on %s, %d cores.", r.Env.GoVersion, strings.TrimSpace(r.Env.CPU), r.Env.Cores)
	}
	return layout.Document{&layout.Paragraph{Text: machine}, t}
}

// ledger is the table, a line a row.
func (c *Compared) ledger() []layout.Block {
	unit := "ns"
	if c.Op == "size" {
		unit = "bytes"
	}
	t := &layout.Table{Columns: []layout.Column{{Heading: "Row", Names: true}, {Heading: "Published " + unit, Number: true}, {Heading: "×", Number: true},
		{Heading: "Today " + unit, Number: true}, {Heading: "×", Number: true}, {Heading: "Exact figures"}}}
	for _, r := range c.Rows {
		p, now := c.figure(r)
		x := orNothing(r.Ratio, layout.Ratio)
		if r.Hi > r.Lo {
			x += fmt.Sprintf(" [%s, %s]", layout.Ratio(r.Lo), layout.Ratio(r.Hi))
		}
		t.Rows = append(t.Rows, []layout.Cell{{Text: r.Name}, {Text: orNothing(p, layout.Figure)}, {Text: orNothing(r.PublishedRatio, layout.Ratio)},
			{Text: orNothing(now, layout.Figure)}, {Text: x}, {Text: c.verdict(r)}})
	}
	blocks := []layout.Block{&layout.Heading{Level: 3, Text: c.Title}, t}
	var text []string
	for _, s := range []string{c.Note, c.why(), c.apart(), c.Resolution} {
		if s != "" {
			text = append(text, s)
		}
	}
	if len(c.Changes) > 0 {
		text = append(text, "By more than the noise, "+strings.Join(c.Changes, "; ")+".")
	}
	if c.Tau != nil {
		text = append(text, fmt.Sprintf("The orders agree by %.2f.", *c.Tau))
	}
	return append(blocks, &layout.Paragraph{Text: strings.Join(text, " ")})
}

// verdict says of the exact figures of a row whether they are as published, and why
// not.
func (c *Compared) verdict(r Row) string {
	if r.Reason != "" {
		return "no figure: " + r.Reason
	}
	list := c.exacts(r)
	if len(list) == 0 {
		return ""
	}
	var parts []string
	for _, x := range list {
		if x.same() {
			parts = append(parts, x.what+" "+layout.Count(*x.published))
		} else {
			parts = append(parts, fmt.Sprintf("%s %s → %s", x.what, layout.Count(*x.published), layout.Count(x.today)))
		}
	}
	text := strings.Join(parts, ", ")
	if r.Why != "" && !slices.ContainsFunc(list, func(x exact) bool { return !x.same() }) {
		return text
	}
	if r.Why != "" {
		text += ": " + r.Why
	}
	return text
}

// Open names what is neither as published nor explained.
func Open(reports []*Report) []string {
	var list []string
	for _, r := range reports {
		for _, c := range r.Claims {
			if !c.Reproduced && c.Because == "" {
				list = append(list, fmt.Sprintf("%s: %s", r.Document, c.Says))
			}
		}
		for _, c := range r.Tables {
			for _, row := range c.Rows {
				if d := c.differs(row); d != "" && row.Why == "" && c.Why == "" {
					list = append(list, fmt.Sprintf("%s, %s: %s", r.Document, c.Title, d))
				}
			}
		}
	}
	return list
}
