package layout

import (
	"strings"
	"testing"
	"unicode/utf8"
)

// Bars grow with the logarithm of their figures, and lines keep to the width.
func TestChart(t *testing.T) {
	c := &Chart{Title: "marshal, times mus", Series: [2]string{"published", "today"}, Bars: []Bar{
		{Name: "mus", Figures: [2]float64{1, 1}}, {Name: "json", Figures: [2]float64{100, 10}}, {Name: strings.Repeat("long", 20), Figures: [2]float64{0, 100}},
	}}
	for _, test := range []struct{ x, want float64 }{{0, 0}, {-1, 0}, {1, 0.04}, {10, 0.52}, {100, 1}} {
		if got := c.Length(test.x); got < test.want-1e-9 || got > test.want+1e-9 {
			t.Errorf("Length(%v) = %v, want %v", test.x, got, test.want)
		}
	}
	lines := ChartLines(c, 100)
	if len(lines) != 1+5 {
		t.Errorf("%d lines: %q", len(lines), lines)
	}
	for _, line := range lines {
		if n := utf8.RuneCountInString(line); n > 100 {
			t.Errorf("a line of %d characters: %s", n, line)
		}
	}
	if n, m := strings.Count(lines[3], "░"), strings.Count(lines[4], "█"); n < 2*m-2 || n > 2*m+2 {
		t.Errorf("100 and 10 are drawn by %d and %d", n, m)
	}
	if !strings.Contains(lines[5], "today") {
		t.Errorf("a figure that is missing is drawn: %q", lines[5])
	}
	if got := (&Chart{Bars: []Bar{{Name: "one", Figures: [2]float64{3, 3}}}}).Length(3); got != 1 {
		t.Errorf("all alike: %v", got)
	}
}
