// Package plot draws results as still pictures: time against size as SVG or PNG,
// and bars and a scatter in text, for those who stay in the terminal. What can
// be asked of a picture stands on the page of package html.
package plot

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/report/plot/draw"
	"github.com/assay-go/assay/internal/report/visible"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

// Formats are those that a picture is written in.
var Formats = []string{"svg", "png"}

// classes are drawn apart by shape and colour, as on the page.
var classes = []struct {
	has   func(report.Row) bool
	drawn draw.Class
}{
	{func(r report.Row) bool { return r.Class == result.Safe }, draw.Class{Name: "safe", Color: [3]uint8{11, 110, 143}, Shape: draw.Circle}},
	{func(r report.Row) bool { return r.Class == result.Unsafe }, draw.Class{Name: "unsafe in the library", Color: [3]uint8{179, 84, 30}, Shape: draw.Triangle}},
	{func(r report.Row) bool { return r.Class == result.Aliases }, draw.Class{Name: "zero-copy", Color: [3]uint8{122, 58, 163}, Shape: draw.Diamond}},
}

// The size of a picture, in points.
const pictureWidth, pictureHeight = 648, 389

// Scatter places the best row of each serializer and class, time against size on
// logarithmic axes, with the line of those that no other beats in both.
func Scatter(s *report.Subject, op *report.Op) (draw.Picture, error) {
	rows := best(op)
	if len(rows) == 0 {
		return draw.Picture{}, fmt.Errorf("%s, %s: there is no variant to draw", s.Name, layout.OpName(op.Op))
	}
	p := draw.Picture{
		Width: pictureWidth, Height: pictureHeight,
		Title: fmt.Sprintf("%s, %s: time against size", s.Name, layout.OpName(op.Op)),
		X:     axis("encoded size, bytes", rows, func(r report.Row) float64 { return r.Size.Mean }),
		Y:     axis("ns/op", rows, func(r report.Row) float64 { return r.NS.Median }),
	}
	p.LineName, p.Line = "no variant beats these in both", steps(rows, p.X.Max, p.Y.Max)
	for _, class := range classes {
		c := class.drawn
		for _, r := range rows {
			if class.has(r) {
				c.Points = append(c.Points, at(r))
			}
		}
		if len(c.Points) > 0 {
			p.Classes = append(p.Classes, c)
		}
	}
	p.Labels = labels(rows, p)
	return visible.Copy(p), nil
}

func at(r report.Row) draw.Point { return draw.Point{X: r.Size.Mean, Y: r.NS.Median} }

// axis is a logarithmic axis with all rows on it.
func axis(label string, rows []report.Row, of func(report.Row) float64) draw.Axis {
	a := draw.Axis{Label: label}
	a.Min, a.Max = around(rows, of)
	a.Ticks = ticks(a.Min, a.Max)
	return a
}

// best returns the fastest row of each serializer and class that has a size,
// the fastest first.
func best(op *report.Op) []report.Row {
	rows := slices.Clone(op.All)
	slices.SortStableFunc(rows, func(a, b report.Row) int { return cmp.Compare(a.NS.Median, b.NS.Median) })
	seen := map[string]bool{}
	return slices.DeleteFunc(rows, func(r report.Row) bool {
		key := base(r) + " " + string(r.Class)
		drop := seen[key] || r.Size.Mean <= 0 || r.NS.Median <= 0
		seen[key] = true
		return drop
	})
}

func base(r report.Row) string {
	name, _, _ := strings.Cut(r.Name, "+")
	return name
}

// front returns the rows that no other row beats in time and size, the
// smallest first.
func front(rows []report.Row) []report.Row {
	sorted := slices.Clone(rows)
	slices.SortStableFunc(sorted, func(a, b report.Row) int {
		return cmp.Or(cmp.Compare(a.Size.Mean, b.Size.Mean), cmp.Compare(a.NS.Median, b.NS.Median))
	})
	var list []report.Row
	for _, r := range sorted {
		if len(list) == 0 || r.NS.Median < list[len(list)-1].NS.Median {
			list = append(list, r)
		}
	}
	return list
}

func steps(rows []report.Row, right, top float64) []draw.Point {
	var list []draw.Point
	last := top
	for _, r := range front(rows) {
		list = append(list, draw.Point{X: r.Size.Mean, Y: last}, at(r))
		last = r.NS.Median
	}
	return append(list, draw.Point{X: right, Y: last})
}

// around returns the ends of a logarithmic axis.
func around(rows []report.Row, of func(report.Row) float64) (lo, hi float64) {
	lo, hi = math.Inf(1), 0
	for _, r := range rows {
		lo, hi = min(lo, of(r)), max(hi, of(r))
	}
	return lo / 1.3, hi * 1.6
}

// labels names rows where there is room: the front first.
func labels(rows []report.Row, p draw.Picture) []draw.Label {
	var out []draw.Label
	type box struct{ x, y, w, h float64 }
	var taken []box
	for _, r := range append(front(rows), rows...) {
		name := base(r)
		// Positions in points, as near as they can be known before drawing.
		x := math.Log(r.Size.Mean/p.X.Min) / math.Log(p.X.Max/p.X.Min) * p.Width * 0.92
		y := math.Log(r.NS.Median/p.Y.Min) / math.Log(p.Y.Max/p.Y.Min) * p.Height * 0.84
		b := box{x, y - 4, float64(len(name))*4.4 + 8, 8}
		free := !slices.ContainsFunc(taken, func(t box) bool {
			return b.x < t.x+t.w && t.x < b.x+b.w && b.y < t.y+t.h && t.y < b.y+b.h
		})
		if free && b.x+b.w < p.Width*0.93 {
			taken = append(taken, b)
			out = append(out, draw.Label{At: at(r), Text: name})
		}
	}
	return out
}

// ticks stand at 1, 2 and 5, with plain figures.
func ticks(lo, hi float64) []draw.Tick {
	var list []draw.Tick
	steps := []float64{1, 2, 5}
	if hi/lo > 1e3 {
		steps = []float64{1}
	}
	for e := math.Floor(math.Log10(lo)); e <= math.Log10(hi); e++ {
		for _, m := range steps {
			if v := m * math.Pow(10, e); v >= lo && v <= hi {
				list = append(list, draw.Tick{Value: v, Label: layout.Count(v)})
			}
		}
	}
	return list
}
