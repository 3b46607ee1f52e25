// Package plot draws results as still pictures: time against size as SVG or PNG,
// and bars and a scatter in text, for those who stay in the terminal. What can
// be asked of a picture stands on the page of package html.
package plot

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strings"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"

	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/report/layout"
)

// Formats are those that Scatter writes.
var Formats = []string{"svg", "png"}

// classes are drawn apart by shape and colour, as on the page.
var classes = []struct {
	name  string
	has   func(report.Row) bool
	color color.Color
	shape draw.GlyphDrawer
}{
	{"safe", func(r report.Row) bool { return r.Unsafe == "" }, color.RGBA{11, 110, 143, 255}, draw.CircleGlyph{}},
	{"unsafe in the library", func(r report.Row) bool { return r.Unsafe == "internal" }, color.RGBA{179, 84, 30, 255}, draw.PyramidGlyph{}},
	{"values alias the input", func(r report.Row) bool { return r.Unsafe == "aliases" }, color.RGBA{122, 58, 163, 255}, diamond{}},
}

// diamond is a square on its tip.
type diamond struct{}

func (diamond) DrawGlyph(c *draw.Canvas, style draw.GlyphStyle, at vg.Point) {
	r := style.Radius * 1.3
	var p vg.Path
	p.Move(vg.Point{X: at.X, Y: at.Y + r})
	p.Line(vg.Point{X: at.X + r, Y: at.Y})
	p.Line(vg.Point{X: at.X, Y: at.Y - r})
	p.Line(vg.Point{X: at.X - r, Y: at.Y})
	p.Close()
	c.SetColor(style.Color)
	c.Fill(p)
}

// Scatter draws the best row of each serializer and class, time against size on
// logarithmic axes, with the line of those that no other beats in both.
func Scatter(w io.Writer, s *report.Subject, op *report.Op, format string) error {
	rows := best(op)
	if len(rows) == 0 {
		return fmt.Errorf("%s, %s: there is no row to draw", s.Name, layout.OpName(op.Op))
	}
	p := plot.New()
	p.Title.Text = fmt.Sprintf("%s, %s: time against size", s.Name, layout.OpName(op.Op))
	p.Title.Padding = vg.Points(8)
	p.X.Label.Text, p.Y.Label.Text = "encoded size, bytes", "ns/op"
	for _, style := range []*text.Style{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle} {
		style.Font.Variant = "Sans"
		style.Font.Size *= 0.85
	}
	p.X.Scale, p.Y.Scale = plot.LogScale{}, plot.LogScale{}
	p.X.Tick.Marker, p.Y.Tick.Marker = ticks{}, ticks{}
	p.X.Min, p.X.Max = around(rows, func(r report.Row) float64 { return r.Size.Mean })
	p.Y.Min, p.Y.Max = around(rows, func(r report.Row) float64 { return r.NS.Median })
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{232}, color.Gray{232}
	p.Add(grid)

	line, err := plotter.NewLine(steps(rows, p.X.Max, p.Y.Max))
	if err != nil {
		return err
	}
	line.Color, line.Dashes = color.RGBA{47, 125, 50, 255}, []vg.Length{vg.Points(4), vg.Points(3)}
	p.Add(line)
	p.Legend.Add("no row beats these in both", line)
	for _, class := range classes {
		var points plotter.XYs
		for _, r := range rows {
			if class.has(r) {
				points = append(points, plotter.XY{X: r.Size.Mean, Y: r.NS.Median})
			}
		}
		if len(points) == 0 {
			continue
		}
		marks, err := plotter.NewScatter(points)
		if err != nil {
			return err
		}
		marks.GlyphStyle = draw.GlyphStyle{Color: class.color, Radius: vg.Points(3.2), Shape: class.shape}
		p.Add(marks)
		p.Legend.Add(class.name, marks)
	}
	p.Legend.Top, p.Legend.Left = true, false
	width, height := 9*vg.Inch, 5.4*vg.Inch
	names, err := plotter.NewLabels(labels(rows, p, width, height))
	if err != nil {
		return err
	}
	for i := range names.TextStyle {
		names.TextStyle[i].Font.Size = vg.Points(7.5)
		names.TextStyle[i].Font.Variant = "Sans"
		names.TextStyle[i].XAlign, names.TextStyle[i].YAlign = text.XLeft, text.YCenter
	}
	names.Offset = vg.Point{X: vg.Points(6)}
	p.Add(names)
	out, err := p.WriterTo(width, height, format)
	if err != nil {
		return err
	}
	_, err = out.WriteTo(w)
	return err
}

// best returns the fastest row of each serializer and class that has a size,
// the fastest first.
func best(op *report.Op) []report.Row {
	rows := slices.Clone(op.All)
	slices.SortStableFunc(rows, func(a, b report.Row) int { return cmp.Compare(a.NS.Median, b.NS.Median) })
	seen := map[string]bool{}
	return slices.DeleteFunc(rows, func(r report.Row) bool {
		key := base(r) + " " + r.Unsafe
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

func steps(rows []report.Row, right, top float64) plotter.XYs {
	var list plotter.XYs
	last := top
	for _, r := range front(rows) {
		list = append(list, plotter.XY{X: r.Size.Mean, Y: last}, plotter.XY{X: r.Size.Mean, Y: r.NS.Median})
		last = r.NS.Median
	}
	return append(list, plotter.XY{X: right, Y: last})
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
func labels(rows []report.Row, p *plot.Plot, width, height vg.Length) plotter.XYLabels {
	var out plotter.XYLabels
	type box struct{ x, y, w, h float64 }
	var taken []box
	for _, r := range append(front(rows), rows...) {
		name := base(r)
		// Positions in points, as near as they can be known before drawing.
		x := math.Log(r.Size.Mean/p.X.Min) / math.Log(p.X.Max/p.X.Min) * float64(width) * 0.92
		y := math.Log(r.NS.Median/p.Y.Min) / math.Log(p.Y.Max/p.Y.Min) * float64(height) * 0.84
		b := box{x, y - 4, float64(len(name))*4.4 + 8, 8}
		free := !slices.ContainsFunc(taken, func(t box) bool {
			return b.x < t.x+t.w && t.x < b.x+b.w && b.y < t.y+t.h && t.y < b.y+b.h
		})
		if free && b.x+b.w < float64(width)*0.93 {
			taken = append(taken, b)
			out.XYs = append(out.XYs, plotter.XY{X: r.Size.Mean, Y: r.NS.Median})
			out.Labels = append(out.Labels, name)
		}
	}
	return out
}

// ticks stand at 1, 2 and 5, with plain figures.
type ticks struct{}

func (ticks) Ticks(lo, hi float64) []plot.Tick {
	var list []plot.Tick
	steps := []float64{1, 2, 5}
	if hi/lo > 1e3 {
		steps = []float64{1}
	}
	for e := math.Floor(math.Log10(lo)); e <= math.Log10(hi); e++ {
		for _, m := range steps {
			if v := m * math.Pow(10, e); v >= lo && v <= hi {
				list = append(list, plot.Tick{Value: v, Label: layout.Count(v)})
			}
		}
	}
	return list
}
