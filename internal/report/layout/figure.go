package layout

import (
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/report"
)

// Figure writes a measured figure with three digits that count, as package
// testing does, and in at most eight characters.
func Figure(x float64) string {
	switch abs := math.Abs(x); {
	case math.IsNaN(x):
		return "?"
	case math.IsInf(x, 0):
		return "∞"
	case x == 0:
		return "0"
	case abs >= 99999999.5 || abs < 0.001:
		return strconv.FormatFloat(x, 'e', 2, 64)
	case abs >= 99.95:
		return strconv.FormatFloat(x, 'f', 0, 64)
	case abs >= 9.995:
		return strconv.FormatFloat(x, 'f', 1, 64)
	case abs >= 0.9995:
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
	return strconv.FormatFloat(x, 'f', 3, 64)
}

// Count writes a figure that is mostly whole, such as allocations: without
// decimals where it has none.
func Count(x float64) string {
	if r := math.Round(x); math.Abs(x-r) < 0.005 && math.Abs(r) < 1e8 {
		return strconv.FormatFloat(r+0, 'f', 0, 64) // +0: no minus before a zero
	}
	return Figure(x)
}

// Ratio writes a ratio to the best with two decimals as long as they count.
func Ratio(x float64) string {
	if x > 0.005 && x < 9.995 {
		return strconv.FormatFloat(x, 'f', 2, 64)
	}
	return Figure(x)
}

// spread writes the wider side of an interval in per cent of the median.
func spread(e report.Estimate) string {
	if e.Interval == nil || e.Median == 0 {
		return "?"
	}
	side := max(e.Interval.Hi-e.Median, e.Median-e.Interval.Lo) / math.Abs(e.Median) * 100
	switch {
	case math.IsNaN(side) || math.IsInf(side, 0):
		return "?"
	case side >= 999.5:
		return ">999%"
	case side > 0 && side < 0.5:
		return "<1%"
	}
	return fmt.Sprintf("%.0f%%", side)
}

func plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return strconv.Itoa(n) + " " + many
}

// Flags lists what scales a workload, as "depth 1, small 0".
func Flags(m map[string]int) string {
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(m)) {
		parts = append(parts, fmt.Sprintf("%s %d", name, m[name]))
	}
	return strings.Join(parts, ", ")
}
