package main

import (
	"bytes"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/bench"
)

// terminal shows what is written to it, as a terminal that knows the sequences
// used here would: a line that is too long takes two, and lines beyond its height
// scroll away.
type terminal struct {
	t             *testing.T
	width, height int
	scrolled      []string
	lines         []string // visible
	row, col      int
}

var sequence = regexp.MustCompile(`^\x1b\[(\d*)([AJKm])`)

func (m *terminal) Write(data []byte) (int, error) {
	for s := string(data); s != ""; {
		if c := sequence.FindStringSubmatch(s); c != nil {
			s = s[len(c[0]):]
			switch c[2] {
			case "A":
				var n int
				fmt.Sscan(c[1], &n)
				m.row = max(m.row-n, 0)
			case "J":
				m.lines = m.lines[:min(m.row, len(m.lines))]
			case "K":
				if m.row < len(m.lines) {
					m.lines[m.row] = ""
				}
			}
			continue
		}
		r := []rune(s)[0]
		s = s[len(string(r)):]
		switch r {
		case '\x1b':
			m.t.Fatalf("the sequence %.5q is not known", s)
		case '\r':
			m.col = 0
		case '\n':
			m.row, m.col = m.row+1, 0
		default:
			if m.col == m.width {
				m.row, m.col = m.row+1, 0
			}
			for len(m.lines) <= m.row {
				m.lines = append(m.lines, "")
			}
			line := []rune(m.lines[m.row])
			for len(line) <= m.col {
				line = append(line, ' ')
			}
			line[m.col] = r
			m.lines[m.row] = string(line)
			m.col++
		}
		for m.row >= m.height {
			first := ""
			if len(m.lines) > 0 {
				first, m.lines = m.lines[0], m.lines[1:]
			}
			m.scrolled, m.row = append(m.scrolled, first), m.row-1
		}
	}
	return len(data), nil
}

// Whatever was drawn before, the terminal shows what was drawn last, and above it
// what it showed before anything was drawn.
func TestScreen(t *testing.T) {
	m := &terminal{t: t, width: 20, height: 6}
	fmt.Fprint(m, "before\n")
	s := &screen{out: m, size: func() (int, int) { return m.width, m.height }}
	long := strings.Repeat("x", 50)
	for _, step := range []struct{ draw, want []string }{
		{[]string{"a", "b"}, []string{"a", "b"}},
		{[]string{"c", "d", "e"}, []string{"c", "d", "e"}},
		{[]string{"f"}, []string{"f"}},
		{[]string{"bar", long}, []string{"bar", long[:19]}},
		{[]string{"\x1b[1m" + long + "\x1b[0m", "█████▍"}, []string{long[:19], "█████▍"}},
		{[]string{"1", "2", "3", "4", "5", "6", "7", "8"}, []string{"1", "2", "3", "4", "5"}},
		{[]string{"1", "2"}, []string{"1", "2"}},
		{nil, nil},
	} {
		s.draw(step.draw)
		got := append(slices.Clone(m.scrolled), m.lines...)
		if want := append([]string{"before"}, step.want...); !slices.Equal(got, want) {
			t.Fatalf("after drawing %q the terminal shows %q, want %q", step.draw, got, want)
		}
	}
}

// On a terminal the table stands below one line with the bar, refines in place,
// and leaves nothing when it is done.
func TestTableRefinesBelowTheBar(t *testing.T) {
	m := &terminal{t: t, width: 100, height: 24}
	now := time.Unix(0, 0)
	p := newProgress(m, true)
	p.screen.size = func() (int, int) { return m.width, m.height }
	p.now = func() time.Time { return now }
	step := func(done int, left time.Duration) {
		now = now.Add(2 * time.Second)
		p.step(bench.Step{Kind: bench.Measuring, Subject: "data", Done: done, Total: 10, TimeLeft: left})
	}
	step(0, 0)
	for i := range 9 {
		step(i+1, time.Duration(30-i)*time.Second)
		p.show(fmt.Sprintf("NAME  NS\njson  %d\nmus   %d\n", 100+i, 10+i))
		if len(m.lines) != 5 || len(m.scrolled) > 0 {
			t.Fatalf("the terminal shows %q, want a bar, an empty line and a table of three", m.lines)
		}
		bar, left, table := m.lines[0], fmt.Sprintf("measuring data, %ds to measure", 30-i), strings.Join(m.lines[2:], "\n")
		if !strings.Contains(bar, left) || !strings.Contains(bar, fmt.Sprintf("%d%%", 10*(i+1))) {
			t.Errorf("the bar is %q, want %q", bar, left)
		}
		if want := fmt.Sprintf("NAME  NS\njson  %d\nmus   %d", 100+i, 10+i); table != want {
			t.Errorf("the table is\n%s\nwant\n%s", table, want)
		}
	}
	p.show("")
	if len(m.lines) != 1 {
		t.Errorf("without a table the terminal shows %q", m.lines)
	}
	p.close()
	if len(m.lines) > 0 {
		t.Errorf("in the end the terminal shows %q", m.lines)
	}
}

// A step that turns out to be longer does not take the bar back, and the next one
// begins it anew.
func TestBarNeverRunsBackwards(t *testing.T) {
	m := &terminal{t: t, width: 100, height: 24}
	now := time.Unix(0, 0)
	p := newProgress(m, true)
	p.screen.size = func() (int, int) { return m.width, m.height }
	p.now = func() time.Time { return now }
	for _, step := range []struct {
		kind        bench.Kind
		done, total int
		want        string
	}{
		{bench.Verifying, 1, 10, "10%"}, {bench.Verifying, 8, 10, "80%"}, {bench.Verifying, 9, 100, "80%"}, {bench.Verifying, 85, 100, "85%"},
		{bench.Measuring, 1, 10, "10%"},
	} {
		for range 2 { // a step is silent in its first second
			now = now.Add(2 * time.Second)
			p.step(bench.Step{Kind: step.kind, Subject: "data", Done: step.done, Total: step.total})
		}
		if len(m.lines) != 1 || !strings.Contains(m.lines[0], " "+step.want+" ") {
			t.Errorf("%d of %d: the terminal shows %q, want %s", step.done, step.total, m.lines, step.want)
		}
	}
}

// Where there is no terminal, no table refines.
func TestNoTableWithoutATerminal(t *testing.T) {
	var out bytes.Buffer
	p := newProgress(&out, false)
	p.show("NAME  NS\n")
	p.close()
	if out.Len() > 0 {
		t.Errorf("%q was written", out.String())
	}
}
