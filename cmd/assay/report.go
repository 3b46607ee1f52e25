package main

import (
	"bytes"
	"fmt"
	"io"

	"github.com/assay-go/assay/report/html"
	"github.com/assay-go/assay/result"
)

type reportCommand struct {
	Results []string `arg:"" type:"existingfile" help:"Results files; several are merged, and machines of other kinds stand beside each other."`

	HTML string `name:"html" placeholder:"FILE" type:"path" help:"Write one page with charts, filters and a cost calculator, which needs no network. Example: --html=results.html"`
}

func (c *reportCommand) Run(s *session) error {
	runs, err := readResults(c.Results)
	if err != nil {
		return err
	}
	run, missing := gather(s, c.Results, runs)
	if run == nil {
		return missing
	}
	if c.HTML != "" {
		if err := replace(c.HTML, func(w io.Writer) error { return html.Write(w, run) }); err != nil {
			return err
		}
		fmt.Fprintln(s.stderr, "wrote", c.HTML)
	}
	return missing
}

// replace writes a file, whole or not at all.
func replace(name string, write func(io.Writer) error) error {
	file, err := result.Create(name)
	if err != nil {
		return err
	}
	var out bytes.Buffer
	if err := write(&out); err != nil {
		return err
	}
	return file.Replace(out.Bytes())
}
