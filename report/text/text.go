// Package text sets a report for a terminal: in lines of a width, with numbers
// aligned on the right. It decides nothing about colour and width: the caller does.
//
// Unstable: names may change in a minor version.
package text

import (
	"bufio"
	"io"
	"strings"
	"unicode/utf8"

	"github.com/jedib0t/go-pretty/v6/table"
	prettytext "github.com/jedib0t/go-pretty/v6/text"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/report/visible"
	"github.com/assay-go/assay/report"
)

// Width is the greatest length of a line, in characters, where nobody knows the
// terminal's.
const Width = layout.Narrow

// Wide is that of documents with tables of intervals, which do not fit in less.
const Wide = 100

// Style is what the caller decides about the look.
type Style struct {
	Color bool // bold and coloured by escape sequences
	Width int  // greatest length of a line, in characters; 0 is Wide
}

// Of returns the style as the document of these options is set: in no less than Wide
// where it has tables of intervals.
func (s Style) Of(o report.Options) Style {
	switch {
	case o.Full || o.Compact:
		s.Width = max(s.Width, Wide)
	case s.Width == 0:
		s.Width = Width
	}
	return s
}

// Write sets the view.
func Write(w io.Writer, v *report.View, o report.Options, style Style) error {
	return Set(w, layout.New(v, o), style.Of(o))
}

// Set sets a document, or a part of one.
func Set(w io.Writer, doc report.Document, style Style) error {
	if style.Width == 0 {
		style.Width = Wide
	}
	out := bufio.NewWriter(w)
	var last layout.Block
	for _, block := range visible.Copy(doc) {
		if last != nil && !layout.Follows(block, last) {
			out.WriteByte('\n')
		}
		last = block
		for line := range strings.SplitSeq(style.block(block), "\n") {
			out.WriteString(strings.TrimRight(line, " "))
			out.WriteByte('\n')
		}
	}
	return out.Flush() // the first error of any write
}

func (s Style) block(b layout.Block) string {
	switch b := b.(type) {
	case *layout.Heading:
		return s.heading(b)
	case *layout.Paragraph:
		text := fit(b.Text, s.prose(), "", b.OneLine)
		if b.Alarm {
			return s.escape(red, text)
		}
		return text
	case *layout.List:
		return s.list(b)
	case *layout.Table:
		return s.table(b)
	case *layout.Commands:
		return s.commands(b)
	case *layout.Chart:
		lines := layout.ChartLines(b, s.prose())
		lines[0] = s.escape(bold, wrap(lines[0], s.prose(), ""))
		return strings.Join(lines, "\n")
	}
	return ""
}

// prose is the length of a line of running text, which nobody reads in long ones.
func (s Style) prose() int { return min(s.Width, Wide) }

// heading marks what opens a subject, and sets what opens an operation apart by
// capitals, so that both are seen without colour.
func (s Style) heading(h *layout.Heading) string {
	text := h.Text
	switch h.Level {
	case 2:
		text = "== " + text
	case 3:
		text = strings.ToUpper(text)
	}
	return s.escape(bold, fit(text, s.prose(), "", h.OneLine))
}

func (s Style) list(l *layout.List) string {
	width := l.MarkWidth()
	var lines []string
	if l.Title != "" {
		lines = append(lines, s.escape(bold, l.Title))
	}
	for _, item := range l.Items {
		mark := "  " + item.Mark + strings.Repeat(" ", width-utf8.RuneCountInString(item.Mark)) + "  "
		lines = append(lines, mark+fit(item.Text, s.prose()-width-4, strings.Repeat(" ", width+4), item.OneLine))
	}
	return strings.Join(lines, "\n")
}

// commands sets each on a line of its own, whatever its length: what is broken or
// shortened cannot be typed. What comes of it stands behind it where there is room.
func (s Style) commands(c *layout.Commands) string {
	lines := []string{s.escape(bold, c.Title)}
	width := 0
	for _, l := range c.Lines {
		width = max(width, utf8.RuneCountInString(l.Text))
	}
	for _, l := range c.Lines {
		text := indent + l.Text
		remark := strings.Repeat(" ", width-utf8.RuneCountInString(l.Text)) + "  # " + l.Gives
		if l.Gives != "" && utf8.RuneCountInString(text+remark) <= s.Width {
			text += remark
		}
		lines = append(lines, text)
	}
	return strings.Join(lines, "\n")
}

// indent stands before the first column.
const indent = "  "

// leastName is the least room that the names of rows are given.
const leastName = 12

func (s Style) table(t *layout.Table) string {
	t, gap, room := s.fit(t)
	writer := table.NewWriter()
	style := table.StyleDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Box.PaddingLeft, style.Box.PaddingRight = "", strings.Repeat(" ", gap)
	style.Format.Header = prettytext.FormatDefault
	writer.SetStyle(style)

	header, units := table.Row{}, table.Row{}
	configs := []table.ColumnConfig{}
	hasUnits := false
	for i, c := range t.Columns {
		header = append(header, s.escape(bold, c.Heading))
		units = append(units, c.Unit)
		hasUnits = hasUnits || c.Unit != ""
		if c.Number {
			configs = append(configs, table.ColumnConfig{Number: i + 1, Align: prettytext.AlignRight, AlignHeader: prettytext.AlignRight})
		}
	}
	writer.AppendHeader(header)
	if hasUnits {
		writer.AppendHeader(units)
	}
	writer.SetColumnConfigs(configs)
	for _, cells := range t.Rows {
		row := table.Row{}
		for i, cell := range cells {
			text := cell.Text
			switch c := t.Columns[i]; {
			case c.Short:
				text = shorten(text, room)
			case c.Names:
				text = breakName(text, room)
			}
			if cell.Best {
				text = s.escape(green, text)
			}
			row = append(row, text)
		}
		writer.AppendRow(row)
	}

	var lines []string
	if t.Title != "" {
		lines = append(lines, s.escape(bold, t.Title))
	}
	for line := range strings.SplitSeq(writer.Render(), "\n") {
		lines = append(lines, indent+line)
	}
	return strings.Join(lines, "\n")
}

// fit returns the table as it has room in a line: without what can be spared where
// names would not be whole, and, where they are not even so, with columns moved
// together. room is that of the names.
func (s Style) fit(t *layout.Table) (fitting *layout.Table, gap, room int) {
	names := 0
	for i, c := range t.Columns {
		if !c.Names {
			continue
		}
		for _, cells := range t.Rows {
			names = max(names, utf8.RuneCountInString(cells[i].Text))
		}
		if !c.Short {
			names = leastName // they may be broken
		}
		names = max(names, utf8.RuneCountInString(c.Heading))
	}
	if room = s.namesWidth(t, 2); room >= names {
		return t, 2, room
	}
	spared := *t
	spared.Columns, spared.Rows = nil, make([][]layout.Cell, len(t.Rows))
	for i, c := range t.Columns {
		if c.Spare {
			continue
		}
		spared.Columns = append(spared.Columns, c)
		for j := range t.Rows {
			spared.Rows[j] = append(spared.Rows[j], t.Rows[j][i])
		}
	}
	if room = s.namesWidth(&spared, 2); room >= names {
		return &spared, 2, room
	}
	return &spared, 1, max(s.namesWidth(&spared, 1), 8)
}

// namesWidth returns the room that the other columns leave to the names.
func (s Style) namesWidth(t *layout.Table, gap int) int {
	room := s.Width - len(indent)
	for i, c := range t.Columns {
		room -= gap
		if c.Names {
			continue
		}
		width := max(utf8.RuneCountInString(c.Heading), utf8.RuneCountInString(c.Unit))
		for _, cells := range t.Rows {
			width = max(width, utf8.RuneCountInString(cells[i].Text))
		}
		room -= width
	}
	return room + gap // nothing follows the last column
}

// shorten leaves out the middle of a name that is longer than width characters.
func shorten(name string, width int) string {
	runes := []rune(name)
	if len(runes) <= width {
		return name
	}
	tail := (width - 1) / 2
	return string(runes[:width-1-tail]) + "…" + string(runes[len(runes)-tail:])
}

// breakName breaks a row's name into lines of at most width characters, before
// a "+" or after a space where it can. Every line but the first is indented.
func breakName(name string, width int) string {
	var lines []string
	line := ""
	for _, piece := range pieces(name) {
		for {
			n := utf8.RuneCountInString(line) + utf8.RuneCountInString(strings.TrimRight(piece, " "))
			if n <= width {
				line += piece
				break
			}
			if strings.TrimSpace(line) != "" {
				lines = append(lines, strings.TrimRight(line, " "))
				line = " "
				continue
			}
			cut := string([]rune(piece)[:width-utf8.RuneCountInString(line)])
			lines = append(lines, line+cut)
			line, piece = " ", piece[len(cut):]
		}
	}
	return strings.Join(append(lines, strings.TrimRight(line, " ")), "\n")
}

// pieces cuts a name before each "+" and after each space.
func pieces(name string) []string {
	var list []string
	start := 0
	for i := range len(name) {
		if i > start && (name[i] == '+' || name[i-1] == ' ') {
			list = append(list, name[start:i])
			start = i
		}
	}
	return append(list, name[start:])
}

// wrap breaks running text into lines of at most width characters. All but the first
// begin with the indent, which is not counted.
// fit breaks a text into lines, or cuts it to one.
func fit(text string, width int, indent string, oneLine bool) string {
	if oneLine {
		return layout.Cut(text, width-1)
	}
	return wrap(text, width, indent)
}

func wrap(text string, width int, indent string) string {
	return strings.Join(layout.Wrap(text, max(width, 1)), "\n"+indent)
}

// The escape sequences in use (ECMA-48, select graphic rendition).
const (
	bold  = "\x1b[1m"
	red   = "\x1b[31m"
	green = "\x1b[32m"
	reset = "\x1b[0m"
)

// escape sets each line of the text in the given rendition.
func (s Style) escape(sequence, text string) string {
	if !s.Color || text == "" {
		return text
	}
	return sequence + strings.ReplaceAll(text, "\n", reset+"\n"+sequence) + reset
}
