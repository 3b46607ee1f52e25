package main

import (
	"encoding/json"
	"fmt"
	"io"
	"time"

	"github.com/alecthomas/kong"
	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/drivers"
	extprot "github.com/assay-go/assay/extprot/reproduce"
	"github.com/assay-go/assay/report/markdown"
	reporttext "github.com/assay-go/assay/report/text"
	"github.com/assay-go/assay/reproduce"
)

type reproduceCommand struct {
	Skycoin    reproduceDocument `cmd:"" help:"Benchmarks of serializers for core Skycoin types, with its conclusions recomputed."`
	GSB        reproduceDocument `cmd:"" name:"go-serialization-benchmarks" help:"go-serialization-benchmarks, with the comparison inside the loop as there."`
	GoCodec    reproduceGoCodec  `cmd:"" name:"go-codec" help:"Benchmarks of ugorji/go/codec, with and without interfaces, generated code against reflection."`
	Gosercomp  reproduceDocument `cmd:"" help:"Gosercomp."`
	Extprot    reproduceExtprot  `cmd:"" help:"The extprot document: its message, its sizes and its times beside XML."`
	Everything reproduceAll      `cmd:"" name:"all" help:"All of them, one after the other."`
}

// reproduction are the flags that all documents share.
type reproduction struct {
	Time      time.Duration `default:"30s" help:"How long to measure. Example: --time=2m"`
	Processes int           `default:"9" help:"Over how many processes each row is spread at least. Example: --processes=15"`
	Seed      uint64        `default:"1" help:"Seed of the values and of the order of measuring. Example: --seed=7"`
	Format    string        `enum:"text,md,json" default:"text" help:"What to print: text, md or json. Example: --format=md"`
	JSON      bool          `name:"json" help:"The same as --format=json."`
}

// document measures what a document measured and prints both.
func (r *reproduction) document(s *session, name string, flags map[string]int) error {
	if r.Time <= 0 || r.Processes < 3 {
		return fmt.Errorf("give --time above zero, and --processes of at least 3")
	}
	p := newProgress(s.stderr, s.style.progress)
	defer p.close()
	rep, err := reproduce.Run(s.ctx, name, reproduce.Config{
		Bench:   bench.Config{Drivers: drivers.All, CacheDir: s.cacheDir, Layouts: r.Processes, Progress: p.step},
		Options: bench.Options{Time: r.Time, Processes: r.Processes, Seed: r.Seed, Tool: version(), Command: s.args},
		Seed:    r.Seed, Flags: flags,
	})
	if err != nil {
		return interrupted(s.ctx, fmt.Errorf("reproducing %s: %w", name, err))
	}
	p.close()
	switch {
	case r.JSON || r.Format == "json":
		return writeJSON(s.stdout, rep)
	case r.Format == "md":
		return markdown.Set(s.stdout, rep.Layout())
	}
	return reporttext.Set(s.stdout, rep.Layout(), reporttext.Style{Color: s.style.color})
}

func writeJSON(w io.Writer, v any) error {
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	enc.SetIndent("", "  ")
	return enc.Encode(v)
}

type reproduceDocument struct{ reproduction }

func (c *reproduceDocument) Run(s *session, ctx *kong.Context) error {
	return c.document(s, ctx.Selected().Name, nil)
}

type reproduceGoCodec struct {
	reproduction
	Depth      *int  `placeholder:"N" help:"The document's -bd: levels of TestStruc in each other; 1 as published. Example: --depth=2"`
	StringKeys *bool `negatable:"" help:"The document's -bs: maps behind interfaces have string keys only. Example: --no-string-keys"`
}

// Help says what stands for the document's flags.
func (c *reproduceGoCodec) Help() string {
	return `The document's flags and what stands for them:

-bd: --depth. -bf: both are measured, with interfaces and without. -bs: --string-keys.
-bv: always; nothing is timed that was not verified. -bi: always; the encoded lengths and the deep size of the value are part of the tables.
-brw: assay run teststruc --stream, which measures io.Writer and io.Reader beside the bytes.
-bm: none is needed; every call checks its error, as a program must, and what that costs is below what can be measured.
-bu: --time=1ns, the least number of rounds. -bg: --json, which has every figure.`
}

func (c *reproduceGoCodec) Run(s *session) error {
	flags := map[string]int{}
	if c.Depth != nil {
		flags["depth"] = *c.Depth
	}
	if c.StringKeys != nil {
		flags["string-keys"] = map[bool]int{true: 1}[*c.StringKeys]
	}
	return c.document(s, "go-codec", flags)
}

type reproduceAll struct{ reproduction }

func (c *reproduceAll) Run(s *session) error {
	for i, name := range reproduce.Documents() {
		if i > 0 {
			fmt.Fprintln(s.stdout)
		}
		if err := c.document(s, name, nil); err != nil {
			return err
		}
	}
	return nil
}

type reproduceExtprot struct {
	reproduction
	Messages int `default:"100000" placeholder:"N" help:"How many random messages to make. Example: --messages=20000"`
}

// Run gives half of the time to what serializers do, through the harness that
// measures everything, and half to what they do not: compressing, and parsing
// without building anything.
func (c *reproduceExtprot) Run(s *session) error {
	if c.Messages < 1 || c.Time <= 0 {
		return fmt.Errorf("give at least --messages=1, and --time above zero")
	}
	p := newProgress(s.stderr, s.style.progress)
	defer p.close()
	r, err := extprot.Run(s.ctx, extprot.Config{
		Messages: c.Messages, Time: c.Time / 2, Seed: c.Seed,
		Progress: func(step string, done, total int) { p.update(step, done, total, 0) },
	})
	if err != nil {
		return interrupted(s.ctx, err)
	}
	p.close()
	if c.JSON || c.Format == "json" {
		return writeJSON(s.stdout, r)
	}
	if err := writeReproduction(s.stdout, r); err != nil {
		return err
	}
	fmt.Fprintln(s.stdout)
	half := c.reproduction
	half.Time /= 2
	return half.document(s, "extprot", nil)
}

func writeReproduction(w io.Writer, r *extprot.Report) error {
	same := "the bytes of the document"
	if !r.Identical {
		same = "NOT the bytes of the document"
	}
	fmt.Fprintf(w, "The document's message, %d bytes, %s:\n\n%s\n\n", len(r.Message), same, extprot.Dump(r.Message))
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
