package main

import (
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/report/export"
	"github.com/assay-go/assay/report/layout"
	"github.com/assay-go/assay/report/markdown"
	"github.com/assay-go/assay/report/text"
)

// print writes the view to standard output in the chosen format.
func (c *runCommand) print(s *session, v *report.View) error {
	return printView(s, v, c.Format, c.Brief)
}

func printView(s *session, v *report.View, format string, brief bool) error {
	o := layout.Options{Compact: brief}
	switch format {
	case "md":
		return markdown.Write(s.stdout, v, o)
	case "csv":
		return export.CSV(s.stdout, v)
	case "json":
		return export.JSON(s.stdout, v)
	case "benchfmt":
		return export.Benchfmt(s.stdout, v)
	}
	return text.Write(s.stdout, v, o, text.Style{Color: s.style.color})
}
