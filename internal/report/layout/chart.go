package layout

import (
	"fmt"
	"math"
	"strings"
	"unicode/utf8"
)

// chartName is the longest name of a bar that is set whole in text.
const chartName = 40

// ChartLines draws a chart in text of at most width characters a line.
func ChartLines(c *Chart, width int) []string {
	names := 0
	for _, b := range c.Bars {
		names = max(names, min(chartName, utf8.RuneCountInString(b.Name)))
	}
	series := max(utf8.RuneCountInString(c.Series[0]), utf8.RuneCountInString(c.Series[1]))
	room := width - names - series - 13
	lines := []string{c.Title}
	for _, b := range c.Bars {
		name := Cut(b.Name, names)
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
