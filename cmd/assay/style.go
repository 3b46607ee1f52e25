package main

import (
	"io"
	"os"

	"golang.org/x/term"
)

// style is how output may look. It is decided here and nowhere else.
type style struct {
	color    bool // colour on standard output
	progress bool // a progress bar, redrawn in place, on standard error
}

// newStyle decides by the --color flag, then by what is no terminal, then by
// NO_COLOR (https://no-color.org), then by TERM=dumb.
func newStyle(flag string, stdout, stderr io.Writer) style {
	switch flag {
	case "always":
		return style{color: true, progress: true}
	case "never":
		return style{}
	}
	plain := os.Getenv("NO_COLOR") != "" || os.Getenv("TERM") == "dumb"
	return style{color: isTerminal(stdout) && !plain, progress: isTerminal(stderr) && !plain}
}

func isTerminal(w io.Writer) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}
