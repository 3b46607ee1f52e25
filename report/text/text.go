// Package text sets a report for a terminal: in at most 100 columns, with
// numbers aligned on the right. It decides nothing about colour: the caller
// says whether there is any.
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

// Width is the greatest length of a line, in characters.
const Width = 100

// Style is what the caller decides about the look.
type Style struct {
	Color bool // bold and coloured by escape sequences
}

// Write sets the view.
func Write(w io.Writer, v *report.View, o layout.Options, style Style) error {
	return Set(w, layout.New(v, o), style)
}

// Set sets a document, or a part of one.
func Set(w io.Writer, doc layout.Document, style Style) error {
	out := bufio.NewWriter(w)
	var last layout.Block
	for _, block := range visible.Copy(doc) {
		if last != nil && !follows(block, last) {
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

// follows reports whether the block stands close below the one before: plain
// paragraphs do, below a heading or another paragraph.
func follows(b, last layout.Block) bool {
	p, ok := b.(*layout.Paragraph)
	if !ok || p.Alarm {
		return false
	}
	switch last.(type) {
	case *layout.Heading, *layout.Paragraph:
		return true
	}
	return false
}

func (s Style) block(b layout.Block) string {
	switch b := b.(type) {
	case *layout.Heading:
		return s.heading(b)
	case *layout.Paragraph:
		text := wrap(b.Text, Width, "")
		if b.Alarm {
			return s.escape(red, text)
		}
		return text
	case *layout.List:
		return s.list(b)
	case *layout.Table:
		return s.table(b)
	case *layout.Chart:
		lines := b.Lines(Width)
		lines[0] = s.escape(bold, wrap(lines[0], Width, ""))
		return strings.Join(lines, "\n")
	}
	return ""
}

// heading underlines what opens a subject, and sets what opens an operation
// apart by capitals, so that both are seen without colour.
func (s Style) heading(h *layout.Heading) string {
	text := wrap(h.Text, Width, "")
	switch h.Level {
	case 2:
		line := strings.Repeat("=", min(Width, utf8.RuneCountInString(h.Text)))
		return s.escape(bold, text) + "\n" + line
	case 3:
		return s.escape(bold, strings.ToUpper(text))
	}
	return s.escape(bold, text)
}

func (s Style) list(l *layout.List) string {
	width := 0
	for _, item := range l.Items {
		width = max(width, utf8.RuneCountInString(item.Mark))
	}
	lines := []string{s.escape(bold, l.Title)}
	for _, item := range l.Items {
		mark := "  " + item.Mark + strings.Repeat(" ", width-utf8.RuneCountInString(item.Mark)) + "  "
		lines = append(lines, mark+wrap(item.Text, Width-width-4, strings.Repeat(" ", width+4)))
	}
	return strings.Join(lines, "\n")
}

// indent stands before the first column.
const indent = "  "

func (s Style) table(t *layout.Table) string {
	// Where huge figures leave no room for names, columns move together.
	gap := 2
	room := namesWidth(t, gap)
	if room < 12 {
		gap = 1
		room = max(namesWidth(t, gap), 8)
	}
	writer := table.NewWriter()
	style := table.StyleDefault
	style.Options = table.OptionsNoBordersAndSeparators
	style.Box.PaddingLeft, style.Box.PaddingRight = "", strings.Repeat(" ", gap)
	style.Format.Header = prettytext.FormatDefault
	writer.SetStyle(style)

	header := table.Row{}
	configs := []table.ColumnConfig{}
	for i, c := range t.Columns {
		header = append(header, s.escape(bold, c.Heading))
		if c.Number {
			configs = append(configs, table.ColumnConfig{Number: i + 1, Align: prettytext.AlignRight, AlignHeader: prettytext.AlignRight})
		}
	}
	writer.AppendHeader(header)
	writer.SetColumnConfigs(configs)
	for _, cells := range t.Rows {
		row := table.Row{}
		for i, cell := range cells {
			text := cell.Text
			if t.Columns[i].Names {
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

// namesWidth returns the room that the other columns leave to the names.
func namesWidth(t *layout.Table, gap int) int {
	room := Width - len(indent)
	for i, c := range t.Columns {
		room -= gap
		if c.Names {
			continue
		}
		width := utf8.RuneCountInString(c.Heading)
		for _, cells := range t.Rows {
			width = max(width, utf8.RuneCountInString(cells[i].Text))
		}
		room -= width
	}
	return room + gap // nothing follows the last column
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

// wrap breaks running text into lines of at most width characters at spaces,
// and within a word that is longer than a line. All lines but the first begin
// with the indent, which is not counted.
func wrap(text string, width int, indent string) string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		if line != "" && utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width {
			lines = append(lines, line)
			line = ""
		}
		if line != "" {
			line += " "
		}
		line += word
		for utf8.RuneCountInString(line) > width {
			runes := []rune(line)
			lines = append(lines, string(runes[:width]))
			line = string(runes[width:])
		}
	}
	return strings.Join(append(lines, line), "\n"+indent)
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
