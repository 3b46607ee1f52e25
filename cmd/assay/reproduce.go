package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/assay-go/assay/extprot/reproduce"
)

type reproduceCommand struct {
	Extprot reproduceExtprot `cmd:"" help:"The extprot document: its message, its sizes and its times beside XML."`
}

type reproduceExtprot struct {
	Messages int           `default:"100000" placeholder:"N" help:"How many random messages to make. Example: --messages=20000"`
	Time     time.Duration `default:"30s" help:"How long to measure times. Example: --time=2m"`
	Seed     uint64        `default:"1" help:"Seed of the messages and of the order of measuring. Example: --seed=7"`
	JSON     bool          `name:"json" help:"Print a JSON document. Example: --json"`
}

func (c *reproduceExtprot) Run(s *session) error {
	if c.Messages < 1 || c.Time <= 0 {
		return fmt.Errorf("give at least --messages=1, and --time above zero")
	}
	p := newProgress(s.stderr, s.style.progress)
	defer p.close()
	r, err := reproduce.Run(s.ctx, reproduce.Config{
		Messages: c.Messages, Time: c.Time, Seed: c.Seed,
		Progress: func(step string, done, total int) { p.update(step, done, total, 0) },
	})
	if err != nil {
		return interrupted(s.ctx, err)
	}
	p.close()
	if c.JSON {
		enc := json.NewEncoder(s.stdout)
		enc.SetIndent("", "  ")
		return enc.Encode(r)
	}
	return writeReproduction(s.stdout, r)
}

func writeReproduction(w io.Writer, r *reproduce.Report) error {
	same := "the bytes of the document"
	if !r.Identical {
		same = "NOT the bytes of the document"
	}
	fmt.Fprintf(w, "The document's message, %d bytes, %s:\n\n%s\n\n", len(r.Message), same, reproduce.Dump(r.Message))
	fmt.Fprintf(w, "As XML it takes %d bytes (published: 730), condensed %d (about 260), with gzip %d (190) and %d (150).\n\n", r.XML, r.Condensed, r.XMLGzip, r.CondensedZ)

	z := r.Sizes
	fmt.Fprintf(w, "Size of %d random messages\n", z.Messages)
	fmt.Fprintf(w, "XML / extprot: %d / %d = %.2f (published: 5.95); condensed XML: %.2f\n", z.XML, z.Extprot, z.Ratio(), float64(z.Condensed)/float64(z.Extprot))
	fmt.Fprintf(w, "As one stream: XML with gzip %d bytes, with LZW %d; extprot with gzip %d\n\n", z.XMLGzip, z.XMLCompress, z.ExtprotGzip)

	fmt.Fprintln(w, "Size by message, in bytes; published figures, of other messages of the same size, in brackets")
	t := plainTable()
	t.AppendHeader(table.Row{"extprot", "XML", "", "compressed XML", "", "compressed extprot", ""})
	gain := func(n, plain int) string {
		if n == 0 || n >= plain {
			return "NO GAIN"
		}
		return fmt.Sprint(n)
	}
	for _, l := range r.Table {
		row := table.Row{l.Extprot, "no message of this size", "", "", "", "", ""}
		if l.Found {
			row = table.Row{l.Extprot, l.XML, fmt.Sprintf("[%d]", l.Published[1]), l.XMLGzip, fmt.Sprintf("[%d]", l.Published[2]),
				gain(l.ExtprotGzip, l.Extprot), "[" + gain(l.Published[3], l.Extprot) + "]"}
		}
		t.AppendRow(row)
	}
	var columns []table.ColumnConfig
	for i := range 7 {
		columns = append(columns, table.ColumnConfig{Number: i + 1, Align: text.AlignRight, AlignHeader: text.AlignRight})
	}
	t.SetColumnConfigs(columns)
	fmt.Fprintln(w, t.Render())

	fmt.Fprintf(w, "\nSpeed, medians of %d rounds with 95 %% intervals; ratios to reading extprot into used values\n", r.Speed.Rounds)
	t = plainTable()
	t.AppendHeader(table.Row{"", "ns a message", "", "allocs", "ratio", "published"})
	for _, c := range r.Speed.Cases {
		old := ""
		if c.PublishedMS > 0 {
			old = fmt.Sprintf("%.1f", c.PublishedRatio())
		}
		t.AppendRow(table.Row{c.Name, fmt.Sprintf("%.0f", c.NS), fmt.Sprintf("%.0f to %.0f", c.Lo, c.Hi), fmt.Sprintf("%.0f", c.Allocs), fmt.Sprintf("%.2f", c.Ratio), old})
	}
	t.SetColumnConfigs(append([]table.ColumnConfig{{Number: 1, Align: text.AlignLeft}}, columns[1:6]...))
	fmt.Fprintln(w, t.Render())
	for _, note := range r.Speed.Notes {
		fmt.Fprintln(w, note)
	}
	return nil
}
