package inspect

import "strings"

// The margins of the layout: lines have margin columns, and no box is opened
// beyond maxIndent, where the line is broken instead.
const (
	margin    = 100
	maxIndent = 68
)

// layout breaks text into lines as OCaml's Format module does with its boxes
// (@[ … @]) and break hints (@ ), so that dumps look like the original's. The
// algorithm is Oppen's ("Prettyprinting", 1980) with the module's additions: a
// box indents the lines that are broken in it; a break inside a box that does
// not fit on the line is taken if what follows up to the next break does not
// fit, or if the line is indented more than the box.
type layout struct {
	tokens []piece
	open   []int // indices of the boxes that are open
	breaks []int // for every open box the index of its last break, or -1
	total  int
}

type pieceKind uint8

const (
	pieceText pieceKind = iota
	pieceOpen
	pieceClose
	pieceBreak
)

type piece struct {
	kind   pieceKind
	text   string
	indent int // of a box
	size   int // of a box its whole width, of a break the width up to the next one
}

func (l *layout) text(s string) {
	l.tokens = append(l.tokens, piece{kind: pieceText, text: s})
	l.total += len(s)
}

func (l *layout) box(indent int) {
	l.open = append(l.open, len(l.tokens))
	l.breaks = append(l.breaks, -1)
	l.tokens = append(l.tokens, piece{kind: pieceOpen, indent: indent, size: -l.total})
}

func (l *layout) space() {
	l.endBreak()
	if n := len(l.breaks); n > 0 {
		l.breaks[n-1] = len(l.tokens)
	}
	l.tokens = append(l.tokens, piece{kind: pieceBreak, size: -l.total})
	l.total++
}

// endBreak completes the size of the innermost box's last break.
func (l *layout) endBreak() {
	if n := len(l.breaks); n > 0 && l.breaks[n-1] >= 0 {
		l.tokens[l.breaks[n-1]].size += l.total
		l.breaks[n-1] = -1
	}
}

func (l *layout) end() {
	l.endBreak()
	n := len(l.open) - 1
	l.tokens[l.open[n]].size += l.total
	l.open, l.breaks = l.open[:n], l.breaks[:n]
	l.tokens = append(l.tokens, piece{kind: pieceClose})
}

func (l *layout) String() string {
	type frame struct {
		fits  bool
		width int // space left on a line that is broken in the box
	}
	var b strings.Builder
	var stack []frame
	left, indent, fresh := margin, 0, true
	newLine := func(width int) {
		b.WriteByte('\n')
		fresh = true
		indent = min(maxIndent, margin-width)
		left = margin - indent
		b.WriteString(strings.Repeat(" ", indent))
	}
	for _, t := range l.tokens {
		switch t.kind {
		case pieceText:
			left -= len(t.text)
			b.WriteString(t.text)
			fresh = fresh && t.text == ""
		case pieceOpen:
			if n := len(stack); margin-left > maxIndent && n > 0 && !stack[n-1].fits && stack[n-1].width > left {
				newLine(stack[n-1].width)
			}
			stack = append(stack, frame{fits: t.size < left, width: left - t.indent})
		case pieceClose:
			stack = stack[:len(stack)-1]
		case pieceBreak:
			top := stack[len(stack)-1]
			if !top.fits && !fresh && (t.size >= left || indent > margin-top.width) {
				newLine(top.width)
			} else {
				left--
				b.WriteByte(' ')
			}
		}
	}
	return b.String()
}
