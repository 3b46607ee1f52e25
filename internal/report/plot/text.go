package plot

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/report/visible"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

// width is that of a chart in text, in characters.
const width = 100

// Bars draws a bar for the best row of each serializer and class, the fastest
// first, as long as the logarithm of its time: a tenth of the longest is not
// lost beside it.
func Bars(w io.Writer, s *report.Subject, op *report.Op) error {
	rows := best(op)
	if len(rows) == 0 {
		return nil
	}
	slices.SortStableFunc(rows, func(a, b report.Row) int { return cmp.Compare(a.NS.Median, b.NS.Median) })
	names := 0
	for _, r := range rows {
		names = max(names, utf8.RuneCountInString(r.Name))
	}
	names = min(names, 44)
	room := width - names - 13
	least, most := rows[0].NS.Median, rows[len(rows)-1].NS.Median
	var out strings.Builder
	fmt.Fprintf(&out, "%s, %s, ns/op, on a logarithmic scale (= safe, ~ unsafe)\n", s.Name, layout.OpName(op.Op))
	for _, r := range rows {
		n := 1
		if most > least {
			n = 1 + int(math.Round(float64(room-1)*(0.08+0.92*math.Log(r.NS.Median/least)/math.Log(most/least))))
		}
		bar := "="
		if r.Class != result.Safe {
			bar = "~"
		}
		fmt.Fprintf(&out, "%-*s %9s  %s\n", names, cut(r.Name, names), layout.Figure(r.NS.Median), strings.Repeat(bar, min(n, room)))
	}
	_, err := io.WriteString(visible.Writer(w), out.String())
	return err
}

func cut(name string, n int) string {
	if runes := []rune(name); len(runes) > n {
		return string(runes[:n-1]) + "…"
	}
	return name
}

// TextScatter draws time against size with letters, which are named below: the
// front in capitals.
func TextScatter(w io.Writer, s *report.Subject, op *report.Op) error {
	rows := best(op)
	if len(rows) == 0 {
		return nil
	}
	const lines, left = 20, 9
	columns := width - left - 2
	grid := make([][]rune, lines)
	for i := range grid {
		grid[i] = []rune(strings.Repeat(" ", columns))
	}
	xlo, xhi := around(rows, func(r report.Row) float64 { return r.Size.Mean })
	ylo, yhi := around(rows, func(r report.Row) float64 { return r.NS.Median })
	at := func(v, lo, hi float64, n int) int {
		return min(n-1, max(0, int(math.Log(v/lo)/math.Log(hi/lo)*float64(n))))
	}
	ahead := map[string]bool{}
	for _, r := range front(rows) {
		ahead[r.Name] = true
	}
	var keys []string
	letter := 'a'
	for _, r := range rows {
		if letter > 'z' {
			break
		}
		mark := letter
		if ahead[r.Name] {
			mark = letter - 'a' + 'A'
		}
		y, x := lines-1-at(r.NS.Median, ylo, yhi, lines), at(r.Size.Mean, xlo, xhi, columns)
		if other := grid[y][x]; other != ' ' {
			mark = other // they share a place, and its letter
		} else {
			letter++
		}
		grid[y][x] = mark
		keys = append(keys, fmt.Sprintf("%c %s", mark, r.Name))
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s, %s: time against size, both logarithmic; capitals are those that no variant beats in both\n", s.Name, layout.OpName(op.Op))
	for i, line := range grid {
		label := ""
		if i%5 == 0 || i == lines-1 {
			label = layout.Figure(ylo * math.Pow(yhi/ylo, (float64(lines-1-i)+0.5)/lines))
		}
		fmt.Fprintf(&out, "%*s |%s\n", left, label, strings.TrimRight(string(line), " "))
	}
	fmt.Fprintf(&out, "%*s +%s\n", left, "ns/op", strings.Repeat("-", columns))
	lo, hi := layout.Figure(xlo), layout.Figure(xhi)
	fmt.Fprintf(&out, "%*s  %s%*s\n", left, "", lo, columns-utf8.RuneCountInString(lo), hi+" bytes")
	line := ""
	for _, k := range keys {
		if utf8.RuneCountInString(line)+utf8.RuneCountInString(k)+3 > width {
			fmt.Fprintln(&out, strings.TrimRight(line, " "))
			line = ""
		}
		line += k + "   "
	}
	fmt.Fprintln(&out, strings.TrimRight(line, " "))
	_, err := io.WriteString(visible.Writer(w), out.String())
	return err
}
