package html

import (
	"bufio"
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/report"
)

//go:embed document.css
var documentStyle string

// Set sets documents as one page: a section each, with what is in it named on top.
// The page has no script and needs no network.
func Set(w io.Writer, title string, docs ...report.Document) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="generator" content="assay">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>%[1]s</title>
<style>
%[2]s%[3]s</style>
</head>
<body>
<header>
<h1>%[1]s</h1>
<nav class="sections" aria-label="Sections">
`, html.EscapeString(title), style, documentStyle)
	for i, doc := range docs {
		fmt.Fprintf(out, "<a href=\"#s%d\">%s</a>\n", i+1, html.EscapeString(opening(doc)))
	}
	fmt.Fprint(out, "</nav>\n</header>\n<main>\n")
	for i, doc := range docs {
		fmt.Fprintf(out, "<section id=\"s%d\">\n", i+1)
		level := 1 // of the heading above
		for _, block := range doc {
			if h, ok := block.(*layout.Heading); ok {
				level = h.Level + 1 // the page itself is level 1
				fmt.Fprintf(out, "<h%d>%s</h%[1]d>\n", level, html.EscapeString(h.Text))
				continue
			}
			set(out, block, level+1)
		}
		fmt.Fprint(out, "</section>\n")
	}
	fmt.Fprint(out, "</main>\n</body>\n</html>\n")
	return out.Flush() // the first error of any write
}

// opening is the first heading of a document.
func opening(doc layout.Document) string {
	for _, block := range doc {
		if h, ok := block.(*layout.Heading); ok {
			return h.Text
		}
	}
	return ""
}

// set sets a block, whose own title is a heading of the level.
func set(out *bufio.Writer, block layout.Block, level int) {
	title := func(text string) {
		fmt.Fprintf(out, "<h%d class=\"title\">%s</h%[1]d>\n", level, html.EscapeString(text))
	}
	switch b := block.(type) {
	case *layout.Paragraph:
		class := ""
		if b.Alarm {
			class = ` class="alarm"`
		}
		fmt.Fprintf(out, "<p%s>%s</p>\n", class, html.EscapeString(b.Text))
	case *layout.List:
		if b.Title != "" {
			title(b.Title)
		}
		fmt.Fprint(out, "<ul class=\"marked\">\n")
		for _, i := range b.Items {
			fmt.Fprintf(out, "<li><b>%s</b><span>%s</span></li>\n", html.EscapeString(i.Mark), html.EscapeString(i.Text))
		}
		fmt.Fprint(out, "</ul>\n")
	case *layout.Table:
		if b.Title != "" {
			title(b.Title)
		}
		setTable(out, b)
	case *layout.Commands:
		title(b.Title)
		fmt.Fprint(out, "<pre>")
		for _, l := range b.Lines {
			fmt.Fprintf(out, "%s\n", html.EscapeString(l.Text))
		}
		fmt.Fprint(out, "</pre>\n")
	case *layout.Chart:
		setChart(out, b)
	}
}

func setTable(out *bufio.Writer, t *layout.Table) {
	class := func(i int) string {
		switch c := t.Columns[i]; {
		case c.Names:
			return ` class="name"`
		case !c.Number:
			return ` class="text"`
		}
		return ""
	}
	fmt.Fprint(out, "<div class=\"scroll\" tabindex=\"0\"><table>\n<thead><tr>")
	for i, c := range t.Columns {
		heading, unit := c.Split()
		fmt.Fprintf(out, "<th%s>%s</th>", class(i), html.EscapeString(strings.TrimSpace(heading+" "+unit)))
	}
	fmt.Fprint(out, "</tr></thead>\n<tbody>\n")
	for _, row := range t.Rows {
		fmt.Fprint(out, "<tr>")
		for i, cell := range row {
			fmt.Fprintf(out, "<td%s>%s</td>", class(i), html.EscapeString(cell.Text))
		}
		fmt.Fprint(out, "</tr>\n")
	}
	fmt.Fprint(out, "</tbody></table></div>\n")
}

// setChart draws bars below one another: the first series lighter than the second.
func setChart(out *bufio.Writer, c *layout.Chart) {
	const width, names, figures, line = 900, 300, 70, 26
	height := line*len(c.Bars) + 30
	fmt.Fprintf(out, "<figure class=\"chart\"><svg class=\"bars\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"%s\">\n", width, height, html.EscapeString(c.Title))
	fmt.Fprintf(out, "<text x=\"4\" y=\"16\">%s</text>\n", html.EscapeString(c.Title))
	for i, b := range c.Bars {
		y := 28 + i*line
		name := b.Name
		if runes := []rune(name); len(runes) > 46 {
			name = string(runes[:45]) + "…"
		}
		fmt.Fprintf(out, "<text class=\"name\" x=\"%d\" y=\"%d\">%s</text>\n", names-8, y+14, html.EscapeString(name))
		for j, f := range b.Figures {
			length := float64(width-names-figures) * c.Length(f)
			if length == 0 {
				continue
			}
			fmt.Fprintf(out, "<rect class=\"series%d\" x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"10\"><title>%s</title></rect><text x=\"%.1f\" y=\"%d\">%s</text>\n",
				j+1, names, y+11*j, length, html.EscapeString(strings.Join([]string{b.Name, c.Series[j], layout.Ratio(f)}, ", ")), float64(names)+length+5, y+11*j+9, layout.Ratio(f))
		}
	}
	fmt.Fprintf(out, "</svg><figcaption class=\"hint\"><i class=\"series1\"></i> %s <i class=\"series2\"></i> %s</figcaption></figure>\n",
		html.EscapeString(c.Series[0]), html.EscapeString(c.Series[1]))
}
