package main

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	"github.com/jedib0t/go-pretty/v6/text"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/internal/rows/documents"
	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads"
)

type listCommand struct {
	Serializers string `placeholder:"GLOB" help:"Only these variants, by name or serializer. Example: --serializers='mus,go-codec*'"`
	Features    string `placeholder:"LIST" help:"Only variants with these features; ! negates. Example: --features='binary,!unsafe'"`
	Seeds       bool   `help:"Which variants stand for the serializers of the published benchmarks. Example: --seeds"`
	JSON        bool   `name:"json" help:"Print a JSON document. Example: --json"`
}

// listedDocument is a published benchmark in the JSON form of --seeds.
type listedDocument struct {
	Name      string       `json:"name"`
	Title     string       `json:"title"`
	Workloads []string     `json:"workloads"`
	Names     []listedName `json:"names"`
}

type listedName struct {
	Name string   `json:"name"`
	Rows []string `json:"rows"`
	Note string   `json:"note,omitempty"`
}

// seeds lists the published benchmarks' names with the rows that stand for them.
func (c *listCommand) seeds(w io.Writer) error {
	var list []listedDocument
	for _, d := range documents.All {
		out := listedDocument{Name: d.Name, Title: d.Title, Workloads: d.Workloads}
		for _, n := range d.Names {
			out.Names = append(out.Names, listedName{n.Name, append([]string{}, n.Rows...), n.Note})
		}
		list = append(list, out)
	}
	if c.JSON {
		enc := json.NewEncoder(w)
		enc.SetIndent("", "  ")
		return enc.Encode(list)
	}
	for i, d := range list {
		if i > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintf(w, "%s, workload %s\n", d.Title, strings.Join(d.Workloads, ", "))
		t := plainTable()
		t.AppendHeader(table.Row{"Name", "Variants", "Note"})
		for _, n := range d.Names {
			t.AppendRow(table.Row{n.Name, strings.Join(n.Rows, ", "), n.Note})
		}
		t.SetColumnConfigs([]table.ColumnConfig{{Number: 2, WidthMax: 50, WidthMaxEnforcer: text.WrapSoft}, {Number: 3, WidthMax: 50, WidthMaxEnforcer: text.WrapSoft}})
		fmt.Fprintln(w, t.Render())
	}
	return nil
}

// listing is what assay list prints; its JSON form is stable.
type listing struct {
	Serializers []listedSerializer `json:"serializers"`
	Workloads   []listedWorkload   `json:"workloads"`
}

type listedSerializer struct {
	Name           string      `json:"name"`
	Doc            string      `json:"doc"`
	Module         string      `json:"module,omitempty"` // empty for the standard library and assay's own code
	Version        string      `json:"version,omitempty"`
	Licence        string      `json:"licence"`
	URL            string      `json:"url"`
	SelfDescribing bool        `json:"self_describing"`
	Schema         bool        `json:"schema"`
	Evolution      string      `json:"evolution"`
	Unmaintained   string      `json:"unmaintained,omitempty"`
	Separate       bool        `json:"separate_worker"`
	Rows           []listedRow `json:"rows"`
}

type listedRow struct {
	Row      string       `json:"row"`
	Features []string     `json:"features"`
	Class    result.Class `json:"class"` // as declared

	// Labels is what assay check --matrix found of the row; nothing where it was not
	// tried, or at another version.
	Labels []result.Label `json:"labels,omitempty"`
}

type listedWorkload struct {
	Name  string `json:"name"`
	Doc   string `json:"doc"`
	Type  string `json:"type"`
	Count int    `json:"values"`

	// Corpus is the file that the value is decoded from, in its module.
	Corpus string `json:"corpus,omitempty"`

	Flags []listedFlag `json:"flags,omitempty"`
}

type listedFlag struct {
	Name    string   `json:"name"`
	Default int      `json:"default"` // an index where there are choices
	preset  string   // the same as it is given
	Choices []string `json:"choices,omitempty"`
	Help    string   `json:"help"`
}

func (c *listCommand) Run(s *session) error {
	if c.Seeds {
		return c.seeds(s.stdout)
	}
	filter, err := rows.Parse(c.Serializers, c.Features, rows.All(drivers.All))
	if err != nil {
		return err
	}
	l := newListing(drivers.All, workloads.All, filter)
	if c.JSON {
		enc := json.NewEncoder(s.stdout)
		enc.SetIndent("", "  ")
		return enc.Encode(l)
	}
	return l.write(s.stdout)
}

func newListing(all []*driver.Driver, wls []workload.Workload, filter rows.Selection) *listing {
	l := &listing{}
	for _, d := range all {
		ls := listedSerializer{
			Name: d.Name, Doc: d.Doc, Licence: d.Facts.Licence, URL: d.Facts.URL, Unmaintained: d.Facts.Unmaintained,
			SelfDescribing: d.Facts.SelfDescribing, Schema: d.Facts.Schema,
			Evolution: d.Facts.Evolution(), Separate: d.Facts.Separate != "",
		}
		if len(d.Facts.Modules) > 0 {
			ls.Module, ls.Version = d.Facts.Modules[0].Path, d.Facts.Modules[0].Version
		}
		for _, row := range d.Rows() {
			c := rows.OfDriver(d, row)
			if !filter.Match(c) {
				continue
			}
			lr := listedRow{Row: c.Row, Features: c.Features, Class: result.Safe}
			switch {
			case row.Variant.Aliases:
				lr.Class = result.Aliases
			case row.Variant.InternalUnsafe:
				lr.Class = result.Unsafe
			}
			slices.Sort(lr.Features)
			if known := rows.Labels()[lr.Row]; ls.Version == "" || known.Version == ls.Version {
				lr.Labels = known.Labels
			}
			ls.Rows = append(ls.Rows, lr)
		}
		if len(ls.Rows) > 0 {
			l.Serializers = append(l.Serializers, ls)
		}
	}
	for _, w := range wls {
		lw := listedWorkload{Name: w.Name, Doc: w.Doc, Type: w.Type, Count: w.Count}
		if w.Corpus != nil {
			lw.Corpus = workload.CorpusModule + "@" + workload.CorpusVersion + "/" + w.Corpus.File
		}
		for _, f := range w.Flags {
			lw.Flags = append(lw.Flags, listedFlag{f.Name, f.Default, f.Preset(), f.Choices, f.Help})
		}
		l.Workloads = append(l.Workloads, lw)
	}
	return l
}

// proven has a letter of each label, in their order: of strict, bounded, survives and
// evolves. One holds that does of every row that was tried.
func (s *listedSerializer) proven() string {
	letters := map[string]string{result.Strict: "s", result.Bounded: "b", result.Survives: "v", result.Evolves: "e"}
	var list []string
	for _, name := range result.LabelNames {
		letter := ""
		for _, r := range s.Rows {
			for _, l := range r.Labels {
				switch {
				case l.Name != name:
				case !l.Holds:
					letter = "-"
				case letter == "":
					letter = letters[name]
				}
			}
		}
		if letter != "" {
			list = append(list, letter)
		}
	}
	return strings.Join(list, " ")
}

// write prints the listing in at most 100 columns.
func (l *listing) write(w io.Writer) error {
	t := plainTable()
	t.AppendHeader(table.Row{"Serializer", "Version", "Licence", "Proven", "Variants"})
	count := 0
	for _, s := range l.Serializers {
		version := s.Version
		switch {
		case s.Module == "" && s.Schema:
			version = "generated code only"
		case s.Module == "" && strings.HasPrefix(s.URL, "https://pkg.go.dev/"):
			version = "standard library"
		case s.Module == "":
			version = "assay's own code"
		}
		if parts := strings.Split(version, "-"); len(parts) == 3 && len(parts[2]) == 12 { // a pseudo-version: its commit says enough
			version = "commit " + parts[2]
		}
		licence := s.Licence
		if s.Separate {
			licence += " *"
		}
		var names []string
		for _, r := range s.Rows { // by what follows the serializer's name
			names = append(names, cmp.Or(strings.TrimPrefix(r.Row, s.Name), "plain"))
		}
		count += len(names)
		t.AppendRow(table.Row{s.Name, version, licence, s.proven(), strings.Join(names, " ")})
	}
	t.SetColumnConfigs([]table.ColumnConfig{
		{Number: 1, WidthMax: 20}, {Number: 2, WidthMax: 22}, {Number: 3, WidthMax: 12, WidthMaxEnforcer: text.WrapSoft},
		{Number: 5, WidthMax: 32, WidthMaxEnforcer: text.WrapSoft},
	})
	if _, err := fmt.Fprintln(w, trimLines(t.Render())); err != nil {
		return err
	}
	fmt.Fprintf(w, "\n%d serializers, %d variants, each named by what follows the serializer's name. * has a worker of its own.\n", len(l.Serializers), count)
	fmt.Fprintln(w, "Proven: s strict, b bounded, v survives changes, e evolves, - found not to be; see docs/check.md.")
	for _, s := range l.Serializers {
		if s.Unmaintained != "" {
			fmt.Fprintf(w, "%s: %s.\n", s.Name, s.Unmaintained)
		}
	}
	fmt.Fprintln(w)

	t = plainTable()
	t.AppendHeader(table.Row{"Workload", "Values", "What it is"})
	for _, wl := range l.Workloads {
		doc := wl.Doc
		for _, f := range wl.Flags {
			doc += fmt.Sprintf("\n--%s: %s (%s)", f.Name, f.Help, f.preset)
		}
		t.AppendRow(table.Row{wl.Name, wl.Count, doc})
	}
	t.SetColumnConfigs([]table.ColumnConfig{{Number: 3, WidthMax: 76, WidthMaxEnforcer: text.WrapSoft}})
	_, err := fmt.Fprintf(w, "%s\n\nWhere none is named, assay run measures %s; assay run %s measures %s.\nassay run %s measures those that are there for JSON: %s.\n",
		trimLines(t.Render()), workloads.Default, workloads.Every, strings.Join(workloads.Group(false), ", "), workloads.Corpora, strings.Join(workloads.Group(true), ", "))
	return err
}

// plainTable is a table without lines, two spaces between its columns.
func plainTable() table.Writer {
	t := table.NewWriter()
	style := table.StyleDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Box.PaddingLeft, style.Box.PaddingRight = "", "  "
	style.Format.Header = text.FormatDefault
	t.SetStyle(style)
	return t
}

func trimLines(s string) string {
	lines := strings.Split(s, "\n")
	for i, l := range lines {
		lines[i] = strings.TrimRight(l, " ")
	}
	return strings.Join(lines, "\n")
}
