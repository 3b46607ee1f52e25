package main

import (
	"context"
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
	JSON      bool          `name:"json" help:"The same as --format=json. Example: --json"`
}

func (r *reproduction) check() error {
	if r.Time <= 0 || r.Processes < 3 {
		return fmt.Errorf("give --time above zero, and --processes of at least 3")
	}
	return nil
}

// measure measures what a document measured.
func (r *reproduction) measure(ctx context.Context, s *session, name string, flags map[string]int) (*reproduce.Report, error) {
	if err := r.check(); err != nil {
		return nil, err
	}
	p := newProgress(s.terminal, s.style.progress)
	defer p.close()
	rep, err := reproduce.Run(ctx, name, reproduce.Config{
		Bench:   bench.Config{Drivers: drivers.All, CacheDir: s.cacheDir, Layouts: r.Processes, Progress: p.step},
		Options: bench.Options{Time: r.Time, Processes: r.Processes, Seed: r.Seed, Tool: version(), Command: s.args},
		Seed:    r.Seed, Flags: flags,
	})
	if err != nil {
		return nil, interrupted(ctx, fmt.Errorf("reproducing %s: %w", name, err))
	}
	return rep, nil
}

// document measures what a document measured and prints both.
func (r *reproduction) document(ctx context.Context, s *session, name string, flags map[string]int) error {
	rep, err := r.measure(ctx, s, name, flags)
	if err != nil {
		return err
	}
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

func (c *reproduceDocument) Run(ctx context.Context, s *session, parsed *kong.Context) error {
	return c.document(ctx, s, parsed.Selected().Name, nil)
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

func (c *reproduceGoCodec) Run(ctx context.Context, s *session) error {
	flags := map[string]int{}
	if c.Depth != nil {
		flags["depth"] = *c.Depth
	}
	if c.StringKeys != nil {
		flags["string-keys"] = map[bool]int{true: 1}[*c.StringKeys]
	}
	return c.document(ctx, s, "go-codec", flags)
}

type reproduceAll struct {
	reproduction
	Messages int `default:"100000" help:"How many random messages to make for the sizes of the extprot document. Example: --messages=20000"`
}

func (c *reproduceAll) Run(ctx context.Context, s *session) error {
	for i, name := range reproduce.Documents() {
		if i > 0 {
			fmt.Fprintln(s.stdout)
		}
		err := error(nil)
		if name == "extprot" {
			err = (&reproduceExtprot{c.reproduction, c.Messages}).Run(ctx, s)
		} else {
			err = c.document(ctx, s, name, nil)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

type reproduceExtprot struct {
	reproduction
	Messages int `default:"100000" help:"How many random messages to make. Example: --messages=20000"`
}

// Run holds the document's bytes against today's, and measures its times through
// the harness that measures everything.
func (c *reproduceExtprot) Run(ctx context.Context, s *session) error {
	if c.Messages < 1 {
		return fmt.Errorf("give at least --messages=1")
	}
	if err := c.check(); err != nil {
		return err
	}
	p := newProgress(s.terminal, s.style.progress)
	defer p.close()
	sizes, err := extprot.Run(ctx, extprot.Config{
		Messages: c.Messages, Seed: c.Seed,
		Progress: func(step string, done, total int) { p.update(step, done, total, 0) },
	})
	if err != nil {
		return interrupted(ctx, err)
	}
	p.close()
	if c.JSON || c.Format == "json" {
		rep, err := c.measure(ctx, s, "extprot", nil)
		if err != nil {
			return err
		}
		return writeJSON(s.stdout, struct {
			*extprot.Report
			Measured *reproduce.Report `json:"measured"`
		}{sizes, rep})
	}
	if err := writeReproduction(s.stdout, sizes); err != nil {
		return err
	}
	fmt.Fprintln(s.stdout)
	return c.document(ctx, s, "extprot", nil)
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

	return nil
}
