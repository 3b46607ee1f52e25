package report

import (
	"math"
	"strings"
	"unicode/utf8"
)

// Options choose how much a document holds.
type Options struct {
	Full    bool // every table of every operation
	Compact bool // as Full, without the All tables: a line for each variant of each serializer

	Several bool // at a glance: a subject stands among others, and takes fewer lines
}

// Document is what the packages text, markdown and html set, from top to bottom.
type Document []Block

// Block is a *Heading, *Paragraph, *List, *Table, *Commands or *Chart.
type Block interface{ block() }

// Heading opens a part. Level 1 is the document, 2 a subject, 3 an operation.
type Heading struct {
	Level   int
	Text    string
	OneLine bool // where lines have a width, it is cut to one
}

// Paragraph is running text in one line.
type Paragraph struct {
	Text    string
	Alarm   bool // the reader must not miss it
	OneLine bool // where lines have a width, it is cut to one
}

// List is a list, which may have a title.
type List struct {
	Title string
	Items []Item
}

// Item is an element of a list: a mark such as "[1]" or "-", and a text.
type Item struct {
	Mark, Text string
	OneLine    bool // where lines have a width, it is cut to one
}

// Table is a table of cells.
type Table struct {
	Title   string // may be empty
	Columns []Column
	Rows    [][]Cell
}

// Column is a heading and what stands below it.
type Column struct {
	Heading string
	Unit    string // of the figures, below the heading; may be empty
	Number  bool   // set to the right
	Names   bool   // row names: where room is short, broken before a "+" or after a space
	Short   bool   // of Names: shortened in the middle instead, so that a row is a line
	Spare   bool   // left out where a line has no room for it
}

// Split returns the heading and its unit where a line has room for both: a word that is
// broken between them is whole.
func (c Column) Split() (heading, unit string) {
	switch word, broken := strings.CutSuffix(c.Heading, "-"); {
	case broken:
		return word + c.Unit, ""
	case c.Unit == strings.ToUpper(c.Unit) && strings.Trim(c.Unit, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") == "" && c.Unit != "":
		return c.Heading + " " + c.Unit, ""
	}
	return c.Heading, c.Unit
}

// Commands are lines to be typed into a shell.
type Commands struct {
	Title string
	Lines []CommandLine
}

// CommandLine is a line for a shell, and what comes of it.
type CommandLine struct{ Text, Gives string }

// Cell is the text of a cell. Best marks what stands first.
type Cell struct {
	Text string
	Best bool
}

func (*Heading) block()   {}
func (*Paragraph) block() {}
func (*List) block()      {}
func (*Table) block()     {}
func (*Commands) block()  {}
func (*Chart) block()     {}

// Chart draws two figures of each name as bars below one another, on a logarithmic
// scale: a tenth of the longest is not lost beside it.
type Chart struct {
	Title  string // with the unit
	Series [2]string
	Bars   []Bar
}

// Bar is a name with its figures; what is not above zero has no bar.
type Bar struct {
	Name    string
	Figures [2]float64
}

// Length returns how long the bar of a figure is, beside that of the greatest, 0 to
// 1; it is never so short that it is not seen.
func (c *Chart) Length(x float64) float64 {
	lo, hi := math.Inf(1), 0.0
	for _, b := range c.Bars {
		for _, f := range b.Figures {
			if f > 0 {
				lo, hi = min(lo, f), max(hi, f)
			}
		}
	}
	switch {
	case !(x > 0):
		return 0
	case hi <= lo:
		return 1
	}
	const shortest = 0.04
	return shortest + (1-shortest)*math.Log(x/lo)/math.Log(hi/lo)
}

// MarkWidth is the length of the longest mark, in characters.
func (l *List) MarkWidth() int {
	width := 0
	for _, item := range l.Items {
		width = max(width, utf8.RuneCountInString(item.Mark))
	}
	return width
}
