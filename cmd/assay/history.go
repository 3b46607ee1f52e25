package main

import (
	"encoding/json"
	"errors"
	"path/filepath"

	"github.com/assay-go/assay/internal/compare"
	"github.com/assay-go/assay/internal/report/visible"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/report/markdown"
	"github.com/assay-go/assay/report/text"
	"github.com/assay-go/assay/result"
)

type historyCommand struct {
	Files []string `arg:"" type:"existingfile" help:"Results files, or Go benchmark output, two or more, in any order; as they follow each other where one does not say when it was measured. Example: results/*.json"`

	Serializers string `placeholder:"GLOB" help:"Only these variants, by name or serializer; the others still show the drift of the machine. Example: --serializers='mus,go-codec*'"`
	Features    string `placeholder:"LIST" help:"Only variants with these features; ! negates. Example: --features='binary,!unsafe'"`

	Format string `enum:"text,md,json" default:"text" help:"What to print: text, md or json. Example: --format=md"`
	asJSON
	Brief bool `help:"Only variants that have changed. Example: --brief"`
}

func (c *historyCommand) Run(s *session) error {
	if len(c.Files) < 2 {
		return errors.New("a history has two runs or more: name their files")
	}
	var runs []*result.Run
	var names []string
	for _, file := range c.Files {
		run, err := compare.ReadFile(file)
		if err != nil {
			return err
		}
		runs, names = append(runs, run), append(names, filepath.Base(file))
	}
	keep, err := rows.Parse(c.Serializers, c.Features, recorded(runs...))
	if err != nil {
		return err
	}
	h, err := compare.NewHistory(runs, names, compare.Options{
		Threshold: gate{}.threshold(), Keep: func(r *result.Case) bool { return keep.Match(rows.OfCase(r)) },
	})
	if err != nil {
		return err
	}
	switch {
	case c.Format == "json":
		enc := json.NewEncoder(visible.Writer(s.stdout))
		enc.SetIndent("", "  ")
		return enc.Encode(h)
	case c.Format == "md":
		return markdown.Set(s.stdout, h.Document(c.Brief))
	}
	return text.Set(s.stdout, h.Document(c.Brief), text.Style{Color: s.style.color})
}
