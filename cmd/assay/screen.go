package main

import (
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/jedib0t/go-pretty/v6/text"
	"golang.org/x/term"
)

// screen keeps lines at the end of a terminal's output, and draws them again in
// place. Nothing else may write to the terminal while there are any.
type screen struct {
	out   io.Writer
	size  func() (width, height int)
	drawn int // lines
}

func newScreen(out io.Writer) *screen {
	return &screen{out: out, size: func() (int, int) {
		if f, ok := out.(*os.File); ok {
			if w, h, err := term.GetSize(int(f.Fd())); err == nil && w > 0 && h > 0 {
				return w, h
			}
		}
		return 80, 24
	}}
}

// draw puts lines in the place of those drawn before. What the terminal has no
// room for is cut off, since a line that wraps or scrolls away cannot be drawn
// again.
func (s *screen) draw(lines []string) {
	width, height := s.size()
	lines = lines[:min(len(lines), max(height-1, 1))]
	var b strings.Builder
	if s.drawn > 0 {
		fmt.Fprintf(&b, "\x1b[%dA", min(s.drawn, max(height-1, 1)))
	}
	for _, line := range lines {
		fmt.Fprintf(&b, "\r\x1b[2K%s\n", text.Trim(line, width-1))
	}
	b.WriteString("\x1b[J") // what remains of longer drawings
	s.drawn = len(lines)
	_, _ = io.WriteString(s.out, b.String()) // a terminal that is gone has nobody to tell
}

// clear removes what is drawn.
func (s *screen) clear() {
	if s.drawn > 0 {
		s.draw(nil)
	}
}
