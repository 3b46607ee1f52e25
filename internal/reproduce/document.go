package reproduce

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/reproduce/extprot"
)

// Options choose how much of a report is shown.
type Options struct {
	Full    bool // every change of place, and why each exact figure differs
	Charts  bool // published figures beside today's as bars
	Explain bool // how rows are driven, where that is not as in a run
}

// Layout arranges the report for reading: what the document says and what today's
// figures say of it, then the tables.
func (r *Report) Layout(o Options) layout.Document {
	machine := r.Env.CPU
	if machine == "" {
		machine = r.Env.OS + "/" + r.Env.Arch
	}
	doc := layout.Document{
		&layout.Heading{Level: 1, Text: r.Title},
		&layout.Paragraph{Text: "Published: " + r.Source + "; machine: " + r.Machine + "."},
		&layout.Paragraph{Text: fmt.Sprintf("Today: %s, %s, %d cores. Ratios are to the row that was published as the best of its table; they travel between machines, times do not.", r.Env.GoVersion, machine, r.Env.Cores)},
	}
	if len(r.Command) > 0 {
		doc = append(doc, &layout.Paragraph{Text: "Measured by assay " + strings.Join(r.Command, " ") + "."})
	}
	for _, w := range r.Warnings {
		doc = append(doc, &layout.Paragraph{Text: "Warning: " + w, Alarm: true})
	}
	if len(r.Claims) > 0 {
		l := &layout.List{Title: "What the document says, and today's figures: = the same, ≠ moved, ? cannot be asked of this machine"}
		for _, c := range r.Claims {
			l.Items = append(l.Items, c.item())
		}
		doc = append(doc, l)
	}
	if r.Bytes != nil {
		doc = append(doc, bytesOf(r.Bytes)...)
	}
	for _, b := range r.Best {
		doc = append(doc, b.table())
	}
	for _, t := range slices.Concat(r.Tables, r.Then) {
		doc = append(doc, r.blocks(t, o)...)
	}
	if len(r.Features) > 0 {
		doc = append(doc, features(r.Features))
	}
	if len(r.Commands) > 0 {
		doc = append(doc, commands(r.Commands)...)
	}
	return doc
}

func (c Claim) item() layout.Item {
	i := layout.Item{Mark: map[Verdict]string{Same: "=", Moved: "≠", Elsewhere: "?"}[c.Verdict], Text: c.Says + " → " + c.Today}
	if c.Verdict == Moved {
		i.Text += " " + capital(ruling{c.Verdict, c.Shown}.String()) + "."
	}
	return i
}

func capital(s string) string { return strings.ToUpper(s[:1]) + s[1:] }

func (r *Report) blocks(c *Compared, o Options) []layout.Block {
	blocks := []layout.Block{&layout.Heading{Level: 2, Text: c.Title}}
	if c.Deep[1] > 0 {
		blocks = append(blocks, &layout.Paragraph{Text: fmt.Sprintf("Deep size of the value: %d bytes (published: %d, approximate).", c.Deep[1], c.Deep[0])})
	}
	blocks = append(blocks, &layout.Paragraph{Text: c.unit()}, c.grid())
	if o.Charts {
		blocks = append(blocks, c.chart())
	}
	for _, text := range []string{c.Note, c.instead(), c.apart(), r.exact(c, o.Full)} {
		if text != "" {
			blocks = append(blocks, &layout.Paragraph{Text: text})
		}
	}
	without := &layout.List{Title: "Rows without a figure of today"}
	for _, row := range c.Rows {
		if row.Reason != "" {
			without.Items = append(without.Items, layout.Item{Mark: "-", Text: strings.TrimSpace(row.Name+" "+bracket(row.Row)) + ": " + row.Reason})
		}
	}
	if len(without.Items) > 0 {
		blocks = append(blocks, without)
	}
	if o.Full {
		differ := &layout.List{Title: "Exact figures that differ, and why"}
		for _, row := range c.Rows {
			if d := r.differs(c, row); d != "" {
				differ.Items = append(differ.Items, layout.Item{Mark: "-", Text: d})
			}
		}
		if len(differ.Items) > 0 {
			blocks = append(blocks, differ)
		}
	}
	if o.Explain {
		if l := c.driven(); l != nil {
			blocks = append(blocks, l)
		}
	}
	return append(blocks, c.order(o)...)
}

// driven says how rows are driven, each way once.
func (c *Compared) driven() *layout.List {
	var ways []string
	of := map[string][]string{}
	for _, r := range c.Rows {
		if r.Loop == "" || r.Row == "" {
			continue
		}
		if of[r.Loop] == nil {
			ways = append(ways, r.Loop)
		}
		of[r.Loop] = append(of[r.Loop], r.Name)
	}
	if len(ways) == 0 {
		return nil
	}
	l := &layout.List{Title: "How rows are driven, as the document's loop does"}
	for _, way := range ways {
		l.Items = append(l.Items, layout.Item{Mark: "-", Text: join(of[way]) + ": " + way})
	}
	return l
}

// unit says what the figures of the table are.
func (c *Compared) unit() string {
	what := "ns/op of " + layout.OpName(c.Op)
	switch {
	case c.Op == "size":
		what = "bytes"
	case c.Each > 0:
		what = "ns a message"
	}
	if c.Op == "size" {
		return "In " + what + "."
	}
	return "In " + what + "; ± is half the interval of today's ratio. What has an arrow is published → today."
}

// grid is the table itself.
func (c *Compared) grid() *layout.Table {
	t := &layout.Table{Columns: []layout.Column{{Heading: "ROW", Names: true}, {Heading: "PUBLISHED", Number: true}, {Heading: "×", Number: true},
		{Heading: "TODAY", Number: true}, {Heading: "×", Number: true}}}
	sized := c.Op == "size"
	lengths := !sized && anyRow(c, func(r Row) bool { return r.PublishedSize > 0 })
	bytes := anyRow(c, func(r Row) bool { return r.PublishedBytes != nil })
	allocs := anyRow(c, func(r Row) bool { return r.PublishedAllocs != nil })
	support := anyRow(c, func(r Row) bool { return r.Times != "" })
	for _, column := range []struct {
		heading string
		shown   bool
	}{{"±", !sized}, {"B/SIZE", lengths}, {"B/OP", bytes}, {"ALLOCS", allocs}} {
		if column.shown {
			t.Columns = append(t.Columns, layout.Column{Heading: column.heading, Number: true})
		}
	}
	if support {
		t.Columns = append(t.Columns, layout.Column{Heading: "TIMES"})
	}
	for _, r := range c.Rows {
		p, now := c.figure(r)
		cells := []layout.Cell{{Text: r.label()}, {Text: orNothing(p, layout.Figure)}, {Text: orNothing(r.PublishedRatio, layout.Ratio)},
			{Text: orNothing(now, layout.Figure)}, {Text: orNothing(r.Ratio, layout.Ratio)}}
		if !sized {
			spread := ""
			if r.Hi > r.Lo {
				spread = percent(50 * (r.Hi - r.Lo) / r.Ratio)
			}
			cells = append(cells, layout.Cell{Text: spread})
		}
		if lengths {
			cells = append(cells, layout.Cell{Text: beside(orNil(r.PublishedSize), r.Size, now > 0)})
		}
		if bytes {
			cells = append(cells, layout.Cell{Text: beside(r.PublishedBytes, math.Round(r.Bytes), now > 0)})
		}
		if allocs {
			cells = append(cells, layout.Cell{Text: beside(r.PublishedAllocs, r.Allocs, now > 0)})
		}
		if support {
			cells = append(cells, layout.Cell{Text: r.Times})
		}
		t.Rows = append(t.Rows, cells)
	}
	return t
}

// percent writes half an interval.
func percent(x float64) string {
	if x > 999 {
		return ">999%"
	}
	return fmt.Sprintf("%.0f%%", math.Ceil(x))
}

// chart sets both ratios of each row beside each other.
func (c *Compared) chart() *layout.Chart {
	chart := &layout.Chart{Title: c.Title + ", times " + c.Base + ", on a logarithmic scale", Series: [2]string{"published", "today"}}
	for _, r := range c.Rows {
		if r.PublishedRatio > 0 || r.Ratio > 0 {
			chart.Bars = append(chart.Bars, layout.Bar{Name: r.label(), Figures: [2]float64{r.PublishedRatio, r.Ratio}})
		}
	}
	return chart
}

// label is the row's name, with a mark where it is of another library than the document's.
func (r Row) label() string {
	if r.Instead != "" {
		return r.Name + " *"
	}
	return r.Name
}

// instead says of the rows with a mark what was measured.
func (c *Compared) instead() string {
	var parts []string
	for _, r := range c.Rows {
		if r.Instead != "" {
			parts = append(parts, r.label()+": "+r.Instead+".")
		}
	}
	return strings.Join(parts, " ")
}

// apart says of the rows that the document has no figure of why it does not.
func (c *Compared) apart() string {
	var why []string
	of := map[string][]string{}
	for _, r := range c.Rows {
		if r.Apart == "" {
			continue
		}
		if of[r.Apart] == nil {
			why = append(why, r.Apart)
		}
		of[r.Apart] = append(of[r.Apart], r.Name)
	}
	var parts []string
	for _, w := range why {
		parts = append(parts, join(of[w])+": "+w)
	}
	if len(parts) == 0 {
		return ""
	}
	return "Rows beside the published ones: " + strings.Join(parts, "; ") + "."
}

// order says how the order of the rows has changed.
func (c *Compared) order(o Options) []layout.Block {
	var blocks []layout.Block
	if len(c.Changes) > 0 {
		const most = 5
		l := &layout.List{Title: "Who has overtaken whom, by more than the noise: published → today"}
		for i, text := range c.Changes {
			if i == most && !o.Full {
				l.Items = append(l.Items, layout.Item{Mark: "-", Text: fmt.Sprintf("and %d more: --full", len(c.Changes)-most)})
				break
			}
			l.Items = append(l.Items, layout.Item{Mark: "-", Text: text})
		}
		blocks = append(blocks, l)
	}
	var parts []string
	if len(c.Changes) == 0 && c.Tau != nil && (c.Op == "size" || anyRow(c, func(r Row) bool { return r.Hi > r.Lo })) {
		parts = append(parts, "No two rows have changed places by more than the noise.")
	}
	if c.Resolution != "" {
		parts = append(parts, c.Resolution)
	}
	if c.Tau != nil {
		parts = append(parts, fmt.Sprintf("The orders agree by %.2f (Kendall's tau, 1 is wholly).", *c.Tau))
	}
	if len(parts) > 0 {
		blocks = append(blocks, &layout.Paragraph{Text: strings.Join(parts, " ")})
	}
	return blocks
}

func (b Best) table() *layout.Table {
	t := &layout.Table{Title: b.Title + ": the best row of each serializer, by the document's rule of names, and by what is proven", Columns: []layout.Column{
		{Heading: "SERIALIZER"}, {Heading: "PUBLISHED", Number: true}, {Heading: "TODAY", Number: true}, {Heading: "ROW", Names: true},
		{Heading: "PROVEN", Number: true}, {Heading: "ROW"}}}
	for _, r := range b.Rows {
		t.Rows = append(t.Rows, []layout.Cell{{Text: r.Serializer}, {Text: orNothing(r.PublishedNS, layout.Figure)}, {Text: orNothing(r.NS, layout.Figure)},
			{Text: r.Today}, {Text: orNothing(r.ProvenNS, layout.Figure)}, {Text: strings.TrimPrefix(r.Proven, r.Serializer)}})
	}
	return t
}

func features(list []Featured) *layout.Table {
	t := &layout.Table{Title: "Features: the document's words, and those of our rows", Columns: []layout.Column{
		{Heading: "SERIALIZER"}, {Heading: "BOTH"}, {Heading: "DOCUMENT"}, {Heading: "OURS", Names: true}}}
	for _, f := range list {
		t.Rows = append(t.Rows, []layout.Cell{{Text: f.Name}, {Text: strings.Join(f.Both, " ")}, {Text: strings.Join(f.Missing, " ")}, {Text: strings.Join(f.More, " ")}})
	}
	return t
}

// commands set the document's command lines above ours: both are too long for
// columns.
func commands(list []Command) []layout.Block {
	l := &layout.List{Title: "The document's commands and flags, and ours"}
	for _, c := range list {
		text := c.Theirs + " (" + c.What + ") → " + c.Ours
		if c.Note != "" {
			text += " (" + c.Note + ")"
		}
		l.Items = append(l.Items, layout.Item{Mark: "-", Text: text})
	}
	return []layout.Block{l}
}

// bytesOf arranges what the extprot document says of bytes.
func bytesOf(r *extprot.Report) []layout.Block {
	dump := &layout.List{Title: fmt.Sprintf("The document's message, %d bytes", len(r.Message))}
	for line := range strings.Lines(extprot.Dump(r.Message)) {
		address, rest, _ := strings.Cut(strings.TrimSpace(line), " ")
		dump.Items = append(dump.Items, layout.Item{Mark: address, Text: strings.TrimSpace(rest)})
	}
	t := &layout.Table{Title: "Size by message, published → today: the document's of 110 bytes, and others of the same sizes", Columns: []layout.Column{
		{Heading: "EXTPROT", Number: true}, {Heading: "XML", Number: true}, {Heading: "COMPRESSED XML", Number: true}, {Heading: "COMPRESSED EXTPROT", Number: true}}}
	gain := func(n, plain int) string {
		if n == 0 || n >= plain {
			return "NO GAIN"
		}
		return fmt.Sprint(n)
	}
	for _, l := range r.Table {
		cells := []layout.Cell{{Text: fmt.Sprint(l.Extprot)}, {Text: fmt.Sprintf("%d → ?", l.Published[1])}, {Text: fmt.Sprintf("%d → ?", l.Published[2])}, {Text: gain(l.Published[3], l.Extprot) + " → ?"}}
		if l.Found {
			cells = []layout.Cell{cells[0], {Text: fmt.Sprintf("%d → %d", l.Published[1], l.XML)}, {Text: fmt.Sprintf("%d → %d", l.Published[2], l.XMLGzip)},
				{Text: gain(l.Published[3], l.Extprot) + " → " + gain(l.ExtprotGzip, l.Extprot)}}
		}
		t.Rows = append(t.Rows, cells)
	}
	z := r.Sizes
	return []layout.Block{dump, t, &layout.Paragraph{Text: fmt.Sprintf("%d messages: extprot %d bytes, XML %d, condensed %d; as one stream, XML with gzip %d, with LZW %d, extprot with gzip %d.",
		z.Messages, z.Extprot, z.XML, z.Condensed, z.XMLGzip, z.XMLCompress, z.ExtprotGzip)}}
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

func orNil(x float64) *float64 {
	if x == 0 {
		return nil
	}
	return &x
}

// beside writes a published figure and today's.
func beside(published *float64, today float64, measured bool) string {
	now := "?"
	if measured {
		now = layout.Count(today)
	}
	if published == nil {
		return now
	}
	return layout.Count(*published) + " → " + now
}

func bracket(row string) string {
	if row == "" {
		return ""
	}
	return "(" + row + ")"
}
