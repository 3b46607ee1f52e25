package main

import (
	"io"
	"os"
	"strconv"

	"golang.org/x/term"

	"github.com/assay-go/assay/report/text"
)

// style is how output may look. It is decided here and nowhere else.
type style struct {
	color    bool // colour on standard output
	progress bool // a progress bar, redrawn in place, on standard error
	width    int  // greatest length of a line on standard output, in characters
}

// newStyle decides by the --color flag, then by what is no terminal, then by
// NO_COLOR (https://no-color.org), then by TERM=dumb. The width is that of COLUMNS,
// then that of the terminal, then [text.Width].
func newStyle(flag string, stdout, stderr io.Writer) style {
	s := style{width: width(stdout)}
	switch flag {
	case "always":
		s.color, s.progress = true, true
	case "never":
	default:
		plain := os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb"
		s.color, s.progress = isTerminal(stdout) && !plain, isTerminal(stderr) && !plain
	}
	return s
}

// narrowest is the width below which no table is set.
const narrowest = 60

func width(stdout io.Writer) int {
	if n, err := strconv.Atoi(os.Getenv("COLUMNS")); err == nil && n > 0 {
		return max(n, narrowest)
	}
	if f, ok := stdout.(*os.File); ok {
		if n, _, err := term.GetSize(int(f.Fd())); err == nil && n > 0 {
			return max(n, narrowest)
		}
	}
	return text.Width
}

// text is how documents for people are set.
func (s style) text() text.Style { return text.Style{Color: s.color, Width: s.width} }

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
