package main

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/report/plot"
	"github.com/assay-go/assay/internal/report/plot/draw"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/internal/rows/spelling"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/report/html"
	"github.com/assay-go/assay/report/markdown"
	"github.com/assay-go/assay/result"
)

type reportCommand struct {
	Results []string `arg:"" type:"existingfile" help:"Results files; several are merged, and machines of other kinds stand beside each other."`

	Serializers string `placeholder:"GLOB" help:"Only these variants, by name or serializer. Example: --serializers='mus,go-codec*'"`
	Features    string `placeholder:"LIST" help:"Only variants with these features; ! negates. Example: --features='binary,!unsafe'"`

	HTML string `name:"html" placeholder:"FILE" type:"path" help:"Write one page with charts, filters and a cost calculator, which needs no network. Example: --html=results.html"`
	MD   string `name:"md" placeholder:"FILE" type:"existingfile" help:"Put the tables between the markers <!-- assay report --> and <!-- assay end --> of this Markdown file; subject=, op= and table= in the first marker choose some. Example: --md=README.md"`
	Plot string `placeholder:"FILE" type:"path" help:"Draw time against size to a .svg or .png file; what draws is built the first time, for half a minute. Example: --plot=data.svg"`

	Subject string `placeholder:"NAME" help:"Only this type or workload; --plot draws the first without it. Example: --subject=data"`
	Op      string `placeholder:"NAME" help:"The operation of --plot and --charts; by default the first, or all. Example: --op=marshal"`
	Charts  bool   `help:"Print charts in text instead of tables. Example: --charts"`
	Format  string `enum:",${outputs}" default:"" help:"Print tables as one of ${outputs}; text when nothing is written. Example: --format=md"`
	asJSON
	Full  bool `xor:"detail" help:"Tables of every operation and every variant, with intervals. Example: --full"`
	Brief bool `xor:"detail" help:"As --full, without the tables of all variants. Example: --brief"`

	overwrite
}

func (c *reportCommand) Run(ctx context.Context, s *session) error {
	if c.Op != "" && !c.Charts && c.Plot == "" {
		return errors.New("--op is for --plot and --charts: give one of them, or leave it out")
	}
	runs, err := readResults(c.Results)
	if err != nil {
		return err
	}
	run, missing := gather(s, c.Results, runs)
	if run == nil {
		return missing
	}
	if c.Subject != "" {
		if run, err = oneSubject(run, c.Subject); err != nil {
			return err
		}
	}
	candidates := recorded(append([]*result.Run{run}, run.Others...)...)
	selection, err := rows.Parse(c.Serializers, c.Features, candidates)
	if err != nil {
		return err
	}
	view := report.New(run, func(r *result.Case) bool { return selection.Match(rows.OfCase(r)) })
	written := false
	for _, o := range []struct {
		file  string
		write func(io.Writer) error
	}{
		{c.HTML, func(w io.Writer) error { return html.Write(w, run) }},
		{c.Plot, func(w io.Writer) error { return c.plot(ctx, s, w, view) }},
		{c.MD, func(w io.Writer) error { return insert(w, c.MD, view) }},
	} {
		if o.file == "" {
			continue
		}
		if o.file != c.MD { // which is the user's, and has marks around what is replaced
			if err := s.mayReplace(o.file); err != nil {
				return err
			}
		}
		if err := replace(o.file, o.write); err != nil {
			return err
		}
		fmt.Fprintln(s.stderr, "wrote", o.file)
		written = true
	}
	switch {
	case c.Charts:
		err = c.charts(s, view)
	case c.Format != "" || !written:
		err = printView(s, view, cmp.Or(c.Format, "text"), layout.Options{Full: c.Full, Compact: c.Brief})
	}
	return errors.Join(err, missing)
}

// oneSubject returns the run with one subject.
func oneSubject(run *result.Run, subject string) (*result.Run, error) {
	one := *run
	one.Subjects, one.Others = nil, nil
	var names []string
	for _, s := range run.Subjects {
		if names = append(names, s.Name); s.Name == subject {
			one.Subjects = []*result.Subject{s}
		}
	}
	for _, other := range run.Others {
		if o, err := oneSubject(other, subject); err == nil {
			one.Others = append(one.Others, o)
		}
	}
	if one.Subjects == nil {
		return nil, fmt.Errorf("there is no type or workload %q%s (the results have %s)", subject, spelling.Hint(subject, names), strings.Join(names, ", "))
	}
	return &one, nil
}

// ops returns the operations that --op chooses, with their subjects.
func (c *reportCommand) ops(v *report.View) ([]*report.Subject, []*report.Op, error) {
	var subjects []*report.Subject
	var ops []*report.Op
	var names []string
	for _, s := range v.Subjects {
		for _, op := range s.Ops {
			names = append(names, s.Name+" "+string(op.Op))
			if c.Op == "" || c.Op == string(op.Op) {
				subjects, ops = append(subjects, s), append(ops, op)
			}
		}
	}
	if len(ops) == 0 {
		return nil, nil, fmt.Errorf("there is nothing to draw for --op=%q; the results have: %s", c.Op, strings.Join(names, ", "))
	}
	return subjects, ops, nil
}

func (c *reportCommand) plot(ctx context.Context, s *session, w io.Writer, v *report.View) error {
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(c.Plot)), ".")
	if !slices.Contains(plot.Formats, format) {
		return fmt.Errorf("a picture is written as .svg or .png, by the name of its file")
	}
	subjects, ops, err := c.ops(v)
	if err != nil {
		return err
	}
	picture, err := plot.Scatter(subjects[0], ops[0])
	if err != nil {
		return err
	}
	picture.Format = format
	drawer, err := compile.Program(ctx, compile.Config{CacheDir: s.cacheDir, CacheLimit: s.cacheLimit}, draw.Program(), ".")
	if err != nil {
		return err
	}
	var image bytes.Buffer
	if err := draw.Write(ctx, &image, drawer, picture); err != nil {
		return err
	}
	_, err = w.Write(atomic.Marked(image.Bytes()))
	return err
}

func (c *reportCommand) charts(s *session, v *report.View) error {
	subjects, ops, err := c.ops(v)
	for i := range ops {
		if i > 0 {
			fmt.Fprintln(s.stdout)
		}
		if err = plot.Bars(s.stdout, subjects[i], ops[i]); err != nil {
			return err
		}
		fmt.Fprintln(s.stdout)
		if err = plot.TextScatter(s.stdout, subjects[i], ops[i]); err != nil {
			return err
		}
	}
	return err
}

// insert writes the named document with the tables between its markers.
func insert(w io.Writer, name string, v *report.View) error {
	doc, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	if doc, err = markdown.Insert(doc, v); err != nil {
		return err
	}
	_, err = w.Write(doc)
	return err
}

// replace writes a file, whole or not at all.
func replace(name string, write func(io.Writer) error) error {
	file, err := result.Create(name)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := write(&out); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return file.Replace(out.Bytes())
}
