package main

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/assay-go/assay/internal/compare"
	"github.com/assay-go/assay/internal/report/visible"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/report/markdown"
	"github.com/assay-go/assay/report/text"
	"github.com/assay-go/assay/result"
)

type compareCommand struct {
	Old string `arg:"" type:"existingfile" help:"Results file, or Go benchmark output, from before."`
	New string `arg:"" type:"existingfile" help:"The same from after."`

	gate
	By      string `enum:"auto,time,ratio" default:"auto" help:"Compare absolute times, or ratios to the other variants of the same run; auto takes ratios where there are variants enough, and always between machines. Example: --by=time"`
	Anchors string `placeholder:"GLOB" help:"Variants that have not changed, and so show the drift of the machine; all variants by default. Example: --anchors='json,gob'"`

	Serializers string `placeholder:"GLOB" help:"Judge only these variants, by name or serializer: the fewer, the smaller the changes that can be found. The others still show the drift of the machine. Example: --serializers='mus,go-codec*'"`
	Features    string `placeholder:"LIST" help:"Judge only variants with these features; ! negates. Example: --features='binary,!unsafe'"`

	Format string `enum:"text,md,json,benchfmt" default:"text" help:"What to print: text, md, json, or benchfmt, of both runs, for benchstat -col run. Example: --format=md"`
	asJSON
	Brief bool `help:"Only variants that have changed. Example: --brief"`
}

// gate is when a comparison fails.
type gate struct {
	FailOver share `placeholder:"SHARE" help:"Exit with 1 if a variant is significantly slower by more than this, if a size or a number of allocations has grown, or if a variant is lost. Example: --fail-over=3%"`
}

// share is a part of the whole, written as 3% or 0.03.
type share struct {
	value float64
	given bool
}

// UnmarshalText reads the share.
func (s *share) UnmarshalText(b []byte) error {
	digits, percent := strings.CutSuffix(strings.TrimSpace(string(b)), "%")
	x, err := strconv.ParseFloat(strings.TrimSpace(digits), 64)
	if percent {
		x /= 100
	} else if x >= 1 { // 3 is meant as 3 %
		return fmt.Errorf("%q would be %g %%: write it as 3%% or 0.03", b, 100*x)
	}
	if err != nil || !(x >= 0 && x < 10) {
		return fmt.Errorf("%q is no share: write it as 3%% or 0.03", b)
	}
	s.value, s.given = x, true
	return nil
}

// threshold is that of the gate, or what counts as the same without one.
func (g gate) threshold() float64 {
	if g.FailOver.given {
		return g.FailOver.value
	}
	return 0.03
}

// judge says what the gate stops for, and stops.
func (g gate) judge(s *session, c *compare.Comparison) error {
	if !g.FailOver.given {
		return nil
	}
	list := c.Regressions()
	for _, line := range list {
		fmt.Fprintln(s.stderr, "regression:", line)
	}
	if len(list) > 0 {
		return errFinding
	}
	return nil
}

func (c *compareCommand) Run(s *session) error {
	old, err := compare.ReadFile(c.Old)
	if err != nil {
		return err
	}
	new, err := compare.ReadFile(c.New)
	if err != nil {
		return err
	}
	candidates := recorded(old, new)
	o := compare.Options{By: compare.By(c.By), Threshold: c.threshold()}
	keep, err := rows.Parse(c.Serializers, c.Features, candidates)
	if err != nil {
		return err
	}
	o.Keep = func(r *result.Case) bool { return keep.Match(rows.OfCase(r)) }
	if c.Anchors != "" {
		anchors, err := rows.Parse(c.Anchors, "", candidates)
		if err != nil {
			return fmt.Errorf("--anchors: %w", err)
		}
		o.Anchors = func(row string) bool {
			return anchors.Match(rows.OfCase(&result.Case{Row: row}))
		}
	}
	diff, err := compare.Runs(old, new, o)
	if err != nil {
		return fmt.Errorf("comparing %s with %s: %w", c.Old, c.New, err)
	}
	switch c.Format {
	case "benchfmt":
		err = compare.Benchfmt(s.stdout, old, new)
	default:
		err = printComparison(s, diff, c.Format, c.Brief)
	}
	if err != nil {
		return err
	}
	return c.judge(s, diff)
}

func printComparison(s *session, diff *compare.Comparison, format string, brief bool) error {
	switch format {
	case "json":
		enc := json.NewEncoder(visible.Writer(s.stdout))
		enc.SetIndent("", "  ")
		return enc.Encode(diff)
	case "md":
		return markdown.Set(s.stdout, diff.Document(brief))
	}
	return text.Set(s.stdout, diff.Document(brief), text.Style{Color: s.style.color})
}

// recorded are the rows of results, for filters.
func recorded(runs ...*result.Run) []rows.Candidate {
	var list []rows.Candidate
	for _, run := range runs {
		for _, s := range run.Subjects {
			for _, c := range s.Cases {
				list = append(list, rows.OfCase(c))
			}
		}
	}
	return list
}
