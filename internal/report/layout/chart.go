package layout

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

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

func (*Chart) block() {}

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

// chartName is the longest name of a bar that is set whole in text.
const chartName = 40

// Lines draws the chart in text of at most width characters a line.
func (c *Chart) Lines(width int) []string {
	names := 0
	for _, b := range c.Bars {
		names = max(names, min(chartName, utf8.RuneCountInString(b.Name)))
	}
	series := max(utf8.RuneCountInString(c.Series[0]), utf8.RuneCountInString(c.Series[1]))
	room := width - names - series - 13
	lines := []string{c.Title}
	for _, b := range c.Bars {
		name := cut(b.Name, names)
		for i, f := range b.Figures {
			if !(f > 0) {
				continue
			}
			n := max(1, int(math.Round(float64(room)*c.Length(f))))
			lines = append(lines, fmt.Sprintf("  %-*s %-*s %8s %s", names, name, series, c.Series[i], Ratio(f), strings.Repeat([]string{"░", "█"}[i], n)))
			name = ""
		}
	}
	return lines
}
