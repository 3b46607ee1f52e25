package main

import (
	"cmp"
	"fmt"
	"html/template"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// charted is how many serializers the picture of the first page has, encoding/json's not
// counted.
const charted = 6

// chart draws what the workload data takes, a bar a serializer: the fastest of the committed
// results that may be given untrusted bytes, the best variant of each, and encoding/json.
func chart(root string) (template.HTML, error) {
	all, err := readFigures(filepath.Join(root, "docs", "results", "page.json"))
	if err != nil {
		return "", err
	}
	type bar struct {
		name, serializer string
		ns               float64
	}
	var bars []bar
	for _, f := range all {
		marshal, _ := strconv.ParseFloat(f.marshal, 64)
		unmarshal, _ := strconv.ParseFloat(f.unmarshal, 64)
		if f.workload == "data" && f.untrusted && marshal > 0 && unmarshal > 0 {
			name, _, _ := strings.Cut(f.row, "+")
			bars = append(bars, bar{name, f.serializer, marshal + unmarshal})
		}
	}
	slices.SortStableFunc(bars, func(a, b bar) int { return cmp.Compare(a.ns, b.ns) })
	seen := map[string]bool{}
	bars = slices.DeleteFunc(bars, func(b bar) bool {
		again := seen[b.serializer] || len(seen) >= charted && b.name != "json"
		seen[b.serializer] = true
		return again
	})
	if len(bars) < 2 {
		return "", fmt.Errorf("the results have %d serializers for the picture of the first page", len(bars))
	}
	const left, width, step = 112, 300, 24
	longest := bars[len(bars)-1].ns
	var b strings.Builder
	fmt.Fprintf(&b, "<svg viewBox=\"0 0 %d %d\" role=\"img\" aria-labelledby=\"chart\"><title id=\"chart\">Nanoseconds to marshal and unmarshal one small struct", left+width+68, step*len(bars)+4)
	for i, one := range bars {
		fmt.Fprintf(&b, "%s %s %.0f", map[bool]string{true: ":", false: ","}[i == 0], template.HTMLEscapeString(one.name), one.ns)
	}
	b.WriteString("</title>\n")
	for i, one := range bars {
		y := i*step + 4
		fmt.Fprintf(&b, "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%s</text><rect x=\"%d\" y=\"%d\" width=\"%.1f\" height=\"16\"/><text x=\"%.1f\" y=\"%d\">%.0f ns</text>\n",
			left-8, y+13, template.HTMLEscapeString(one.name), left, y, max(2, width*one.ns/longest), left+max(2, width*one.ns/longest)+6, y+13, one.ns)
	}
	b.WriteString("</svg>")
	return template.HTML(b.String()), nil
}
