package main

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/alecthomas/kong"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/reproduce"
	"github.com/assay-go/assay/internal/reproduce/extprot"
	"github.com/assay-go/assay/report/markdown"
	reporttext "github.com/assay-go/assay/report/text"
	"github.com/assay-go/assay/result"
)

type reproduceCommand struct {
	Skycoin    reproduceDocument `cmd:"" help:"Benchmarks of serializers for core Skycoin types, with its conclusions recomputed."`
	GSB        reproduceDocument `cmd:"" name:"go-serialization-benchmarks" help:"go-serialization-benchmarks, with the comparison inside the loop as there."`
	GoCodec    reproduceGoCodec  `cmd:"" name:"go-codec" help:"Benchmarks of ugorji/go/codec, with and without interfaces, generated code against reflection."`
	Gosercomp  reproduceDocument `cmd:"" help:"Gosercomp."`
	Extprot    reproduceExtprot  `cmd:"" help:"The extprot document: its message, its sizes and its times beside XML."`
	Alecthomas reproduceDocument `cmd:"" help:"go_serialization_benchmarks of Alec Thomas: one small struct, every serializer of Go, and what becomes of times."`
	Everything reproduceAll      `cmd:"" name:"all" help:"The five that assay comes from, one after the other. Not alecthomas, which is measured by itself: for many of its figures no experiment shows what moved them."`
}

// reproduction are the flags that all documents share.
type reproduction struct {
	Time      time.Duration `default:"30s" help:"How long to measure. Example: --time=2m"`
	Processes int           `default:"9" help:"Over how many processes each variant is spread at least. Example: --processes=15"`
	Seed      uint64        `default:"1" help:"Seed of the values and of the order of measuring. Example: --seed=7"`
	Results   string        `placeholder:"FILE" type:"existingfile" help:"Show what was measured before, printed by --format=json, instead of measuring. Example: --results=documents.json"`
	HTML      string        `name:"html" placeholder:"FILE" type:"path" help:"Write one page, a section a document, with charts; it needs no network. Example: --html=documents.html"`
	Format    string        `enum:"text,md,json" default:"text" help:"What to print: text, md or json. Example: --format=md"`
	asJSON
	Full    bool `help:"Every variant that has overtaken another, and why a length or an allocation is not as published. Example: --full"`
	Then    bool `help:"Versions of the documents' time too, as further variants, where they can be had: what libraries have changed since. Example: --then"`
	Explain bool `help:"How variants are called, where the document's loop is not that of assay run. Example: --explain"`
	Charts  bool `help:"Charts of published ratios beside today's, too. Example: --charts"`

	overwrite
}

func (r *reproduction) check() error {
	if r.Time <= 0 || r.Processes < 3 {
		return fmt.Errorf("give --time above zero, and --processes of at least 3")
	}
	return nil
}

// asked is what documents have flags of their own for.
type asked struct {
	flags    map[string]int // of workloads
	messages int            // of the extprot document
	with     []*driver.Driver
	packages []string // that they are of
}

// documents measures what the named documents measured, or takes it from the
// results, and shows both.
func (r *reproduction) documents(ctx context.Context, s *session, a asked, names ...string) error {
	if err := r.check(); err != nil {
		return err
	}
	var page *result.File
	if r.HTML != "" {
		var err error
		if page, err = s.create(r.HTML); err != nil { // before minutes of measuring
			return err
		}
	}
	var reports []*reproduce.Report
	for _, name := range names {
		rep, err := r.report(ctx, s, name, a)
		if err != nil {
			return err
		}
		reports = append(reports, rep)
		if r.Format != "json" {
			if len(reports) > 1 {
				fmt.Fprintln(s.stdout)
			}
			if err := r.show(s, rep); err != nil {
				return err
			}
		}
	}
	if r.Format == "json" {
		if err := atomic.WriteLines(s.stdout, reports, 5); err != nil {
			return err
		}
	}
	if page == nil {
		return nil
	}
	var out bytes.Buffer
	if err := reproduce.Page(&out, reports); err != nil {
		return err
	}
	if err := page.Replace(out.Bytes()); err != nil {
		return err
	}
	fmt.Fprintln(s.stderr, "wrote", r.HTML)
	return nil
}

// report measures what a document measured, or finds it in the results.
func (r *reproduction) report(ctx context.Context, s *session, name string, a asked) (*reproduce.Report, error) {
	if r.Results != "" {
		list, err := reproduce.ReadFile(r.Results)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(list, func(rep *reproduce.Report) bool { return rep.Document == name })
		if i < 0 {
			var has []string
			for _, rep := range list {
				has = append(has, rep.Document)
			}
			return nil, fmt.Errorf("%s: it has nothing of %s: ask for one of %s", r.Results, name, strings.Join(has, ", "))
		}
		return list[i], nil
	}
	p := newProgress(s.terminal, s.style.progress)
	defer p.close()
	rep, err := reproduce.Run(ctx, name, reproduce.Config{
		Bench:   bench.Config{Drivers: drivers.All, CacheDir: s.cacheDir, Layouts: r.Processes, Progress: p.step, Host: hostOf(a.packages)},
		Options: bench.Options{Time: r.Time, Processes: r.Processes, Seed: r.Seed, Tool: version(), Command: s.args},
		Seed:    r.Seed, Flags: a.flags, Then: r.Then, With: a.with,
		Extprot: extprot.Config{
			Messages: a.messages, Seed: r.Seed,
			Progress: func(step string, done, total int) { p.update(step, done, total, 0) },
		},
	})
	if err != nil {
		return nil, interrupted(ctx, fmt.Errorf("reproducing %s: %w", name, err))
	}
	return rep, nil
}

// show prints a report for people.
func (r *reproduction) show(s *session, rep *reproduce.Report) error {
	doc := rep.Layout(reproduce.Options{Full: r.Full, Charts: r.Charts, Explain: r.Explain})
	if r.Format == "md" {
		return markdown.Set(s.stdout, doc)
	}
	return reporttext.Set(s.stdout, doc, reporttext.Style{Color: s.style.color})
}

type reproduceDocument struct {
	reproduction
	With []string `placeholder:"PACKAGE" help:"Put the codecs of this package of yours into the document's tables: its funcs MarshalX or AppendX, and UnmarshalX, for the document's type. Example: --with=./mycodec"`
}

func (c *reproduceDocument) Run(ctx context.Context, s *session, parsed *kong.Context) error {
	with, err := findCodecs(ctx, c.With, bench.Side{})
	if err != nil {
		return err
	}
	return c.documents(ctx, s, asked{with: with, packages: c.With}, parsed.Selected().Name)
}

type reproduceGoCodec struct {
	reproduction
	Depth      *int  `placeholder:"N" help:"The document's -bd: levels of TestStruc in each other; 1 as published. Example: --depth=2"`
	StringKeys *bool `negatable:"" help:"The document's -bs: maps behind interfaces have string keys only. Example: --no-string-keys"`
}

// Help says what stands for the document's flags.
func (c *reproduceGoCodec) Help() string {
	p, err := reproduce.Load("go-codec")
	if err != nil {
		return err.Error()
	}
	var out strings.Builder
	out.WriteString("The document's flags and what stands for them:\n")
	for _, x := range p.Commands {
		if !strings.HasPrefix(x.Theirs, "-") {
			continue
		}
		fmt.Fprintf(&out, "\n%s, which %s: %s", x.Theirs, x.What, x.Ours)
		if x.Note != "" {
			fmt.Fprintf(&out, " (%s)", x.Note)
		}
		out.WriteString("\n")
	}
	return out.String()
}

func (c *reproduceGoCodec) Run(ctx context.Context, s *session) error {
	flags := map[string]int{}
	if c.Depth != nil {
		flags["depth"] = *c.Depth
	}
	if c.StringKeys != nil {
		flags["string-keys"] = map[bool]int{true: 1}[*c.StringKeys]
	}
	return c.documents(ctx, s, asked{flags: flags}, "go-codec")
}

// corpus are the flags of the extprot document.
type corpus struct {
	Messages int `default:"100000" help:"How many random messages to make for the sizes of the extprot document. Example: --messages=200000"`
}

func (c *corpus) check() error {
	if c.Messages < 1 {
		return fmt.Errorf("give at least --messages=1")
	}
	return nil
}

type reproduceExtprot struct {
	reproduction
	corpus
}

func (c *reproduceExtprot) Run(ctx context.Context, s *session) error {
	if err := c.corpus.check(); err != nil {
		return err
	}
	return c.documents(ctx, s, asked{messages: c.Messages}, "extprot")
}

type reproduceAll struct {
	reproduction
	corpus
}

func (c *reproduceAll) Run(ctx context.Context, s *session) error {
	if err := c.corpus.check(); err != nil {
		return err
	}
	five := slices.DeleteFunc(reproduce.Documents(), func(name string) bool { return name == reproduce.Beside })
	return c.documents(ctx, s, asked{messages: c.Messages}, five...)
}
