package layout

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// Follows reports whether a block stands close below the one before, without an empty
// line: plain paragraphs and lists without a title do, below a heading or a paragraph,
// and alarms below alarms.
func Follows(b, last Block) bool {
	alarm := false
	switch b := b.(type) {
	case *Paragraph:
		alarm = b.Alarm
	case *List:
		if b.Title != "" {
			return false
		}
	default:
		return false
	}
	switch last := last.(type) {
	case *Heading:
		return !alarm
	case *Paragraph:
		return alarm == last.Alarm
	}
	return false
}

// Wrap breaks running text into lines of at most width characters at spaces, and
// within a word that is longer than a line.
func Wrap(text string, width int) []string {
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
	return append(lines, line)
}

func lines(text string, width int, one bool) int {
	if one {
		return 1
	}
	return len(Wrap(text, width))
}

// height is how many lines the document takes in text of the width [Narrow], with an
// empty line before it. Tables are taken to have a line a row.
func height(doc Document) int {
	n := 0
	var last Block
	for _, block := range doc {
		if last == nil || !Follows(block, last) {
			n++
		}
		last = block
		switch b := block.(type) {
		case *Paragraph:
			n += lines(b.Text, Narrow, b.OneLine)
		case *List:
			n += min(len(b.Title), 1)
			for _, item := range b.Items {
				n += lines(item.Text, Narrow-b.MarkWidth()-4, item.OneLine)
			}
		case *Table:
			n += min(len(b.Title), 1) + 1 + len(b.Rows)
			if slices.ContainsFunc(b.Columns, func(c Column) bool { return c.Unit != "" }) {
				n++
			}
		case *Commands:
			n += 1 + len(b.Lines)
		default:
			n++
		}
	}
	return n
}
