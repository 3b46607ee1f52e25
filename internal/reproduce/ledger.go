package reproduce

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/internal/rows/documents"
)

// An Entry is a statement of a document with what today's figures make of it.
type Entry struct {
	Text    string
	Today   string
	Verdict string // a Verdict, "opinion" or "command"; empty for a heading
	ruling  ruling
	row     bool // of a table
}

// Entries hold every statement of the report's document against its figures, in the
// document's order. A statement that nothing in the report answers is an error.
func (r *Report) Entries() ([]Entry, error) {
	list, err := Statements(r.Document)
	if err != nil {
		return nil, err
	}
	var out []Entry
	for _, s := range list {
		for _, m := range s.Marks {
			e, err := r.entry(s, m)
			if err != nil {
				return nil, fmt.Errorf("%s: %q: %w", r.Document, s.Text, err)
			}
			e.row = m.Kind == "row"
			out = append(out, e)
		}
	}
	return out, nil
}

func (r *Report) entry(s Statement, m Mark) (Entry, error) {
	e := Entry{Text: s.Text}
	ruled := func(today string, k ruling) (Entry, error) {
		e.Today, e.ruling, e.Verdict = today, k, k.String()
		return e, nil
	}
	held := func(today string, is bool) (Entry, error) {
		return ruled(today, ruling{verdict: map[bool]Verdict{true: Same, false: Moved}[is]})
	}
	switch m.Kind {
	case "heading":
		return e, nil
	case "opinion":
		e.Verdict = "opinion"
		return e, nil
	case "machine":
		return ruled(strings.TrimSpace(fmt.Sprintf("%s, %s/%s, %d cores.", r.Env.CPU, r.Env.OS, r.Env.Arch, r.Env.Cores)), ruling{verdict: Elsewhere})
	case "source":
		return ruled("", ruling{Elsewhere, "it is about source code"})
	case "claim":
		i := slices.IndexFunc(r.Claims, func(c Claim) bool { return c.Key == m.Arg })
		if i < 0 {
			return ruled("Its rows have no figures.", ruling{verdict: Elsewhere})
		}
		return ruled(r.Claims[i].Today, ruling{r.Claims[i].Verdict, r.Claims[i].Shown})
	case "row":
		title, name := m.table()
		for _, b := range r.Best {
			if b.Title == title {
				return r.bestEntry(e, b, name)
			}
		}
		c := r.table(title)
		if c == nil || c.named(name) == nil {
			return e, fmt.Errorf("there is no row %s in a table %s", name, title)
		}
		return ruled(r.rowEntry(c, *c.named(name)))
	case "size":
		return r.sizeEntry(e, m.Arg)
	case "name":
		i := slices.IndexFunc(documents.All, func(d documents.Document) bool { return d.Name == r.Document })
		j := slices.IndexFunc(documents.All[i].Names, func(n documents.Name) bool { return n.Name == m.Arg })
		if j < 0 {
			return e, fmt.Errorf("no serializer is called %s", m.Arg)
		}
		n := documents.All[i].Names[j]
		if len(n.Rows) == 0 {
			stands := slices.ContainsFunc(r.Tables, func(c *Compared) bool { row := c.named(m.Arg); return row != nil && row.Row != "" })
			if !stands {
				return ruled("", ruling{Elsewhere, n.Note})
			}
			return held("A program of this document's: "+n.Note+".", true)
		}
		return held(strings.TrimSuffix("assay has "+join(n.Rows)+": "+n.Note, ": ")+".", len(n.Rows) > 0)
	case "word":
		if slices.Contains(rows.Vocabulary(), m.Arg) {
			return held("A word that rows of assay's have.", true)
		}
		named := slices.ContainsFunc(r.Tables, func(c *Compared) bool {
			return anyRow(c, func(row Row) bool { return slices.Contains(strings.Split(row.Name, "+"), m.Arg) })
		})
		shown := "the document has no row with it"
		if named {
			shown = ""
		}
		return ruled("No row of assay's has it; a codec of your own can.", ruling{Moved, shown})
	case "sum", "time", "kind", "flags":
		return r.smallEntry(e, m, ruled)
	case "feature":
		row, word, _ := strings.Cut(m.Arg, ": ")
		all := rows.All(drivers.All)
		i := slices.IndexFunc(all, func(c rows.Candidate) bool { return c.Row == row })
		if i < 0 {
			return e, fmt.Errorf("there is no row %s", row)
		}
		return held(row+": "+strings.Join(all[i].Features, ", ")+".", slices.Contains(all[i].Features, word))
	case "command":
		i := slices.IndexFunc(r.Commands, func(c Command) bool { return c.Theirs == m.Arg })
		if i < 0 {
			return e, fmt.Errorf("nothing stands for the command %s", m.Arg)
		}
		c := r.Commands[i]
		e.Today, e.Verdict = c.Ours, "command"
		if c.Note != "" {
			e.Today += " (" + c.Note + ")"
		}
		return e, nil
	}
	return e, fmt.Errorf("[%s] is no mark", m.Kind)
}

// rowEntry rules on the figures of a row together: the first that moved without an
// experiment decides, then the first that moved.
func (r *Report) rowEntry(c *Compared, row Row) (string, ruling) {
	if row.Reason != "" {
		return row.Reason, ruling{verdict: Elsewhere}
	}
	var parts []string
	var rulings []ruling
	if row.PublishedNS > 0 && c.Op != "size" {
		k := c.ruleTime(row)
		text := layout.Figure(row.NS) + " ns"
		if row.Ratio > 0 && row.Name != c.Base {
			text += fmt.Sprintf(", %s of %s (published: %s)", times(row.Ratio, row.Lo, row.Hi), c.Base, layout.Ratio(row.PublishedRatio))
		}
		parts, rulings = append(parts, text), append(rulings, k)
	}
	for _, x := range c.exacts(row) {
		parts = append(parts, x.what+" "+layout.Count(x.today))
		rulings = append(rulings, c.rule(row, x, r.thenOf(c.Title, row.Name)))
	}
	total := ruling{verdict: Elsewhere}
	var shown []string
	for _, k := range rulings {
		switch {
		case k.open():
			return strings.Join(parts, "; "), k
		case k.verdict == Moved:
			total.verdict = Moved
			shown = append(shown, k.shown)
		case k.verdict == Same && total.verdict != Moved:
			total.verdict = Same
		case k.shown != "" && total.verdict == Elsewhere:
			shown = append(shown, k.shown)
		}
	}
	total.shown = strings.Join(slices.Compact(shown), "; ")
	if total.verdict == Same {
		total.shown = ""
	}
	return strings.Join(parts, "; "), total
}

// bestEntry says which row is the best of a serializer today, by the document's rule.
func (r *Report) bestEntry(e Entry, b Best, name string) (Entry, error) {
	i := slices.IndexFunc(b.Rows, func(row BestRow) bool { return row.Serializer == name && row.Published != "" })
	if i < 0 {
		return e, fmt.Errorf("%s has no row of %s", b.Title, name)
	}
	row := b.Rows[i]
	e.Today = fmt.Sprintf("%s, %s ns; published: %s", row.Today, layout.Figure(row.NS), row.Published)
	e.ruling = ruling{verdict: Same}
	if row.Today == "" {
		e.Today, e.ruling.verdict = "Its rows have no figures.", Elsewhere
	} else if row.Today != row.Published {
		e.ruling.verdict = Moved
		c := r.table(comparedTable)
		was, is := c.named(row.Published), c.named(row.Today)
		if was != nil && is != nil && was.op != nil && is.op != nil {
			if _, lo, hi := ratio(is, was); lo == 0 || lo <= 1 && hi >= 1 {
				e.ruling = ruling{verdict: Same}
				e.Today += ", which no interval tells apart"
			}
		}
		if x := c.original(row.Today, row.Published); e.ruling.verdict == Moved && x > 0 && x < 1 {
			e.ruling.shown = fmt.Sprintf("the document's own program takes %s of the time with it too", layout.Ratio(x))
		}
	}
	e.Verdict = e.ruling.String()
	return e, nil
}

// sizeEntry holds a line of the extprot document's table of sizes against messages of
// the same length. Only that of 110 bytes is the document's own message.
func (r *Report) sizeEntry(e Entry, of string) (Entry, error) {
	if r.Bytes == nil {
		e.Verdict = string(Elsewhere)
		return e, nil
	}
	for _, l := range r.Bytes.Table {
		if fmt.Sprint(l.Extprot) != of {
			continue
		}
		e.ruling = ruling{Elsewhere, "the document's message has no seed: this is another one of the same length"}
		if l.Found {
			e.Today = fmt.Sprintf("%d as XML, %d and %d compressed.", l.XML, l.XMLGzip, l.ExtprotGzip)
			if l.XML == l.Published[1] && l.XMLGzip == l.Published[2] && (l.ExtprotGzip == l.Published[3] || l.Published[3] == 0 && l.ExtprotGzip >= l.Extprot) {
				e.ruling = ruling{verdict: Same}
			}
		}
		e.Verdict = e.ruling.String()
		return e, nil
	}
	return e, fmt.Errorf("the table of sizes has no line of %s bytes", of)
}

// Ledger arranges every statement of the documents, a line each: the document's words,
// what today's figures are, and the verdict. [Page] has the tables.
func Ledger(reports []*Report) (layout.Document, error) {
	doc, err := summary(reports)
	if err != nil {
		return nil, err
	}
	for _, r := range reports {
		doc = append(doc, &layout.Heading{Level: 2, Text: r.Title},
			&layout.Paragraph{Text: "Command: assay reproduce " + r.Document + "; measured by assay " + strings.Join(r.Command, " ") + ", with load averages of " + r.Env.Load + ". Published: " + r.Source + "; machine: " + r.Machine + "."})
		entries, err := r.Entries()
		if err != nil {
			return nil, err
		}
		doc = append(doc, said(entries)...)
	}
	return doc, nil
}

// said lists the statements, below the headings that they stand under.
func said(entries []Entry) (blocks []layout.Block) {
	l := new(layout.List)
	add := func() {
		if len(l.Items) > 0 {
			blocks = append(blocks, l)
		}
	}
	for _, e := range entries {
		if e.Verdict == "" {
			add()
			l = &layout.List{Title: e.Text}
			continue
		}
		text := strings.TrimLeft(e.Text, "-• ")
		if e.Today != "" {
			text += " → " + e.Today
		}
		l.Items = append(l.Items, layout.Item{Mark: "-", Text: text + " — " + e.Verdict})
	}
	add()
	return blocks
}

// summary counts the verdicts, a line a document.
func summary(reports []*Report) (layout.Document, error) {
	t := &layout.Table{Columns: []layout.Column{{Heading: "Document"}, {Heading: "Statements", Number: true}, {Heading: "Same", Number: true}, {Heading: "Moved, shown why", Number: true},
		{Heading: "Moved, not shown why", Number: true}, {Heading: "Cannot be asked here", Number: true}, {Heading: "Opinion", Number: true}, {Heading: "Command", Number: true}, {Heading: "Orders agree by (Kendall's tau)"}}}
	machine := ""
	for _, r := range reports {
		entries, err := r.Entries()
		if err != nil {
			return nil, err
		}
		n := map[string]int{}
		for _, e := range entries {
			switch {
			case e.ruling.open():
				n["open"]++
			case e.ruling.verdict != "":
				n[string(e.ruling.verdict)]++
			case e.Verdict != "":
				n[e.Verdict]++
			default:
				continue // a heading
			}
			n["all"]++
		}
		var taus []string
		for _, c := range r.Tables {
			if c.Tau != nil {
				taus = append(taus, fmt.Sprintf("%.2f", *c.Tau))
			}
		}
		cells := []layout.Cell{{Text: r.Title}}
		for _, what := range []string{"all", string(Same), string(Moved), "open", string(Elsewhere), "opinion", "command"} {
			cells = append(cells, layout.Cell{Text: fmt.Sprint(n[what])})
		}
		t.Rows = append(t.Rows, append(cells, layout.Cell{Text: strings.Join(taus, ", ")}))
		machine = fmt.Sprintf("Measured with %s on %s, %d cores.", r.Env.GoVersion, strings.TrimSpace(r.Env.CPU), r.Env.Cores)
	}
	return layout.Document{&layout.Paragraph{Text: machine}, t}, nil
}

// Open names what no experiment explains: exact figures, which do not depend on the
// machine, and claims.
func Open(reports []*Report) (figures, sentences []string) {
	for _, r := range reports {
		for _, c := range r.Claims {
			if (ruling{c.Verdict, c.Shown}).open() {
				sentences = append(sentences, fmt.Sprintf("%s: %s → %s", r.Document, c.Says, c.Today))
			}
		}
		for _, c := range r.Tables {
			for _, row := range c.Rows {
				for _, x := range c.exacts(row) {
					if c.rule(row, x, r.thenOf(c.Title, row.Name)).open() {
						figures = append(figures, fmt.Sprintf("%s, %s, %s: %s %s → %s", r.Document, c.Title, row.Name, x.what, layout.Count(*x.published), layout.Count(x.today)))
					}
				}
			}
		}
	}
	return figures, sentences
}
