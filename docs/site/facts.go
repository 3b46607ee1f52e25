package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/workload"
	"github.com/assay-go/assay/workloads"
)

// factPages returns the pages that no file says: the command's verbs, the serializers and
// the workloads.
func factPages(ctx context.Context, root, command string) ([]page, error) {
	pages, err := verbPages(ctx, command)
	if err != nil {
		return nil, err
	}
	figures, err := readFigures(filepath.Join(root, "docs", "results", "page.json"))
	if err != nil {
		return nil, err
	}
	for _, d := range drivers.All {
		p, err := serializerPage(root, d, figures)
		if err != nil {
			return nil, err
		}
		pages = append(pages, p)
	}
	for _, w := range workloads.All {
		pages = append(pages, workloadPage(w))
	}
	return pages, nil
}

// buildCommand builds the command into dir, so that a flag is described in one place.
func buildCommand(ctx context.Context, root, dir string) (executable string, err error) {
	executable = filepath.Join(dir, "assay")
	build := exec.CommandContext(ctx, "go", "build", "-ldflags=-s -w", "-o", executable, "./cmd/assay")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		return "", fmt.Errorf("building the command: %w: %s", err, out)
	}
	return executable, nil
}

var verbLine = regexp.MustCompile(`(?m)^  ([a-z]+(?: [a-z]+)?)  `)

// verbPages asks the command itself.
func verbPages(ctx context.Context, command string) ([]page, error) {
	top, err := run(ctx, command, "help")
	if err != nil {
		return nil, err
	}
	list, _, _ := strings.Cut(top, "\nFlags:\n")
	if !verbLine.MatchString(list) {
		return nil, errors.New("assay help lists no commands")
	}
	pages := []page{{section: "Command", path: "command/index", title: "assay", markdown: "# assay\n\n" + fenced(top)}}
	for _, m := range verbLine.FindAllStringSubmatch(list, -1) {
		text, err := run(ctx, command, append([]string{"help"}, strings.Fields(m[1])...)...)
		if err != nil {
			return nil, err
		}
		title := "assay " + m[1]
		pages = append(pages, page{section: "Command", path: "command/" + strings.ReplaceAll(m[1], " ", "-"), title: title, markdown: "# " + title + "\n\n" + fenced(text)})
	}
	return pages, nil
}

func fenced(text string) string { return "```text\n" + strings.TrimRight(text, "\n") + "\n```\n" }

// serializerPage sets what the driver of a serializer says.
func serializerPage(root string, d *driver.Driver, all []figure) (page, error) {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\n| fact | |\n|---|---|\n", d.Name, cell(d.Doc))
	for _, m := range d.Facts.Modules {
		fmt.Fprintf(&b, "| Module | `%s` %s |\n", m.Path, m.Version)
	}
	fmt.Fprintf(&b, "| Licence | %s |\n", d.Facts.Licence)
	if d.Facts.URL != "" {
		fmt.Fprintf(&b, "| Home | <%s> |\n", d.Facts.URL)
	}
	fmt.Fprintf(&b, "| Evolution | %s |\n", d.Facts.Evolution())
	if d.Facts.Unmaintained != "" {
		fmt.Fprintf(&b, "| Maintained | %s |\n", d.Facts.Unmaintained)
	}
	fmt.Fprintf(&b, "| Names or types travel with the value | %s |\n", yes(d.Facts.SelfDescribing))
	fmt.Fprintf(&b, "| Interface language of its own | %s |\n", yes(d.Facts.Schema))
	if d.Facts.Separate != "" {
		b.WriteString("| Worker | of its own: it is never linked with the others |\n")
	}

	b.WriteString("\n## Variants\n\nMemory says what package unsafe does on the way: *internal* where decoded values share nothing with the input, *aliases* where they do.\n\n| variant | features | memory |\n|---|---|---|\n")
	for _, r := range d.Rows() {
		c, memory := rows.OfDriver(d, r), "safe"
		switch {
		case r.Variant.Aliases:
			memory = "aliases"
		case r.Variant.InternalUnsafe:
			memory = "internal"
		}
		fmt.Fprintf(&b, "| `%s` | %s | %s |\n", c.Row, strings.Join(c.Features, ", "), memory)
	}

	if d.Calls != "" {
		fmt.Fprintf(&b, "\n## How it is called\n\n%s\n\n[How each serializer is called](/docs/fairness.md) says what everybody gets.\n", strings.ToUpper(d.Calls[:1])+d.Calls[1:])
	}

	var table strings.Builder
	for _, f := range all {
		if f.serializer == d.Name {
			fmt.Fprintf(&table, "| %s | `%s` | %s | %s | %.0f |\n", f.workload, f.row, f.marshal, f.unmarshal, f.size)
		}
	}
	if table.Len() > 0 {
		b.WriteString("\n## Figures\n\nFrom the run of the [results](/docs/results/README.md); ratios travel between machines better than nanoseconds.\n\n| workload | variant | marshal, ns | unmarshal, ns | bytes |\n|---|---|--:|--:|--:|\n" + table.String())
	}
	return page{section: "Serializers", path: "serializers/" + d.Name, title: d.Name, markdown: b.String()}, nil
}

// workloadPage sets what a workload says of itself.
func workloadPage(w workload.Workload) page {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n%s\n\nThe Go type is `%s.%s`; %d values are made unless `--count` says another number.\n\n```sh\nassay run %s\n```\n", w.Name, w.Doc, w.Name, w.Type, w.Count, w.Name)
	if w.Corpus != nil {
		fmt.Fprintf(&b, "\nThe value is decoded from `%s` of %s %s.\n", w.Corpus.File, workload.CorpusModule, workload.CorpusVersion)
	}
	if len(w.Flags) > 0 {
		b.WriteString("\n| flag | what it scales | default |\n|---|---|--:|\n")
		for _, f := range w.Flags {
			fmt.Fprintf(&b, "| `--%s` | %s | %d |\n", f.Name, cell(f.Help), f.Default)
		}
	}
	return page{section: "Workloads", path: "workloads/" + w.Name, title: w.Name, markdown: b.String()}
}

func yes(b bool) string {
	if b {
		return "yes"
	}
	return "no"
}

// cell keeps text from ending a cell of a table.
func cell(s string) string { return strings.ReplaceAll(s, "|", `\|`) }

// figure is a row's line in the committed results.
type figure struct {
	workload, serializer, row string
	marshal, unmarshal        string // median, ns
	size                      float64
	untrusted                 bool // it may be given bytes of strangers
}

// readFigures reads what the page of results shows.
func readFigures(file string) ([]figure, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var results struct {
		Kinds []struct {
			Subjects []struct {
				Name string
				Rows []struct {
					Row        string                        `json:"n"`
					Serializer string                        `json:"d"`
					Size       []float64                     `json:"s"` // mean, least, most
					Bytes      report.Bytes                  `json:"b"`
					Ops        map[string][]*json.RawMessage `json:"o"` // median, its interval, …
				}
			}
		}
	}
	if err := json.Unmarshal(text, &results); err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if len(results.Kinds) == 0 {
		return nil, fmt.Errorf("%s holds no machine", file)
	}
	var out []figure
	for _, s := range results.Kinds[0].Subjects {
		for _, r := range s.Rows {
			median := func(op string) string {
				if o := r.Ops[op]; len(o) > 0 && o[0] != nil {
					return string(*o[0])
				}
				return ""
			}
			f := figure{workload: s.Name, serializer: r.Serializer, row: r.Row, untrusted: r.Bytes == report.UntrustedBytes, marshal: median("marshal"), unmarshal: median("unmarshal")}
			if len(r.Size) > 0 {
				f.size = r.Size[0]
			}
			out = append(out, f)
		}
	}
	return out, nil
}
