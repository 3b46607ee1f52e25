// Package markdown sets a report in GitHub's Markdown, with the same content as
// package text.
//
// Unstable: names may change in a minor version.
package markdown

import (
	"bufio"
	"fmt"
	"io"
	"strings"

	"github.com/jedib0t/go-pretty/v6/table"
	prettytext "github.com/jedib0t/go-pretty/v6/text"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/report/visible"
	"github.com/assay-go/assay/report"
)

// Write sets the view.
func Write(w io.Writer, v *report.View, o report.Options) error {
	return Set(w, layout.New(v, o))
}

// Set sets the document.
func Set(w io.Writer, doc report.Document) error {
	out := bufio.NewWriter(w)
	for i, block := range visible.Copy(doc) {
		if i > 0 {
			out.WriteByte('\n')
		}
		switch b := block.(type) {
		case *layout.Heading:
			fmt.Fprintf(out, "%s %s\n", strings.Repeat("#", b.Level), escape(b.Text))
		case *layout.Paragraph:
			if b.Alarm {
				out.WriteString("> ")
			}
			fmt.Fprintf(out, "%s\n", escape(b.Text))
		case *layout.List:
			if b.Title != "" {
				fmt.Fprintf(out, "**%s**\n\n", escape(b.Title))
			}
			for _, item := range b.Items {
				mark := ""
				if item.Mark != "-" {
					mark = "**" + escape(item.Mark) + "** "
				}
				fmt.Fprintf(out, "- %s%s\n", mark, escape(item.Text))
			}
		case *layout.Table:
			if b.Title != "" {
				fmt.Fprintf(out, "**%s**\n\n", escape(b.Title))
			}
			fmt.Fprintf(out, "%s\n", grid(b))
		case *layout.Commands:
			fmt.Fprintf(out, "**%s**\n\n```sh\n", escape(b.Title))
			for _, l := range b.Lines {
				out.WriteString(l.Text)
				if l.Gives != "" {
					out.WriteString("  # " + l.Gives)
				}
				out.WriteByte('\n')
			}
			out.WriteString("```\n")
		case *layout.Chart:
			lines := layout.ChartLines(b, 100)
			fmt.Fprintf(out, "**%s**\n\n```\n%s\n```\n", escape(lines[0]), strings.Join(lines[1:], "\n"))
		}
	}
	return out.Flush() // the first error of any write
}

func grid(t *layout.Table) string {
	writer := table.NewWriter()
	style := table.StyleDefault
	style.Markdown.PadContent = true
	style.Format.Header = prettytext.FormatDefault
	writer.SetStyle(style)

	header := table.Row{}
	configs := []table.ColumnConfig{}
	for i, c := range t.Columns {
		heading, unit := c.Split()
		header = append(header, strings.TrimSpace(heading+" "+unit))
		if c.Number {
			configs = append(configs, table.ColumnConfig{Number: i + 1, Align: prettytext.AlignRight, AlignHeader: prettytext.AlignRight})
		}
	}
	writer.AppendHeader(header)
	writer.SetColumnConfigs(configs)
	for _, cells := range t.Rows {
		row := table.Row{}
		for i, cell := range cells {
			text := escape(cell.Text)
			if cell.Best && t.Columns[i].Names {
				text = "**" + text + "**"
			}
			row = append(row, text)
		}
		writer.AppendRow(row)
	}
	return writer.RenderMarkdown()
}

// escaper takes the meaning from what GitHub would read as markup. The bar of
// tables is escaped by go-pretty, a number in brackets is no link unless a
// parenthesis follows.
var escaper = strings.NewReplacer(
	`\`, `\\`, "`", "\\`", "*", `\*`, "_", `\_`, "~", `\~`, "$", `\$`,
	"<", `\<`, ">", `\>`, "&", `\&`, "](", `]\(`, "\r", " ", "\n", " ",
)

func escape(text string) string { return escaper.Replace(text) }
