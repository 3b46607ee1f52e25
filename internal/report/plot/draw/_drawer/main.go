// Command drawer draws the picture that its standard input describes, as package
// draw says, on its standard output.
package main

import (
	"encoding/json"
	"fmt"
	"image/color"
	"io"
	"os"

	"gonum.org/v1/plot"
	"gonum.org/v1/plot/plotter"
	"gonum.org/v1/plot/text"
	"gonum.org/v1/plot/vg"
	vgdraw "gonum.org/v1/plot/vg/draw"

	"drawer/draw"
)

func main() {
	if err := serve(os.Stdin, os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, "drawer:", err)
		os.Exit(1)
	}
}

func serve(in io.Reader, out io.Writer) error {
	var picture draw.Picture
	if err := json.NewDecoder(in).Decode(&picture); err != nil {
		return fmt.Errorf("reading the picture: %w", err)
	}
	return scatter(out, picture)
}

// scatter draws a picture.
func scatter(w io.Writer, picture draw.Picture) error {
	p := plot.New()
	p.Title.Text = picture.Title
	p.Title.Padding = vg.Points(8)
	p.X.Label.Text, p.Y.Label.Text = picture.X.Label, picture.Y.Label
	for _, style := range []*text.Style{&p.Title.TextStyle, &p.X.Label.TextStyle, &p.Y.Label.TextStyle, &p.X.Tick.Label, &p.Y.Tick.Label, &p.Legend.TextStyle} {
		style.Font.Variant = "Sans"
		style.Font.Size *= 0.85
	}
	scale(&p.X, picture.X)
	scale(&p.Y, picture.Y)
	grid := plotter.NewGrid()
	grid.Vertical.Color, grid.Horizontal.Color = color.Gray{232}, color.Gray{232}
	p.Add(grid)

	line, err := plotter.NewLine(points(picture.Line))
	if err != nil {
		return err
	}
	line.Color, line.Dashes = color.RGBA{47, 125, 50, 255}, []vg.Length{vg.Points(4), vg.Points(3)}
	p.Add(line)
	p.Legend.Add(picture.LineName, line)
	for _, class := range picture.Classes {
		marks, err := plotter.NewScatter(points(class.Points))
		if err != nil {
			return err
		}
		shape, ok := shapes[class.Shape]
		if !ok {
			return fmt.Errorf("there is no shape %q", class.Shape)
		}
		rgb := class.Color
		marks.GlyphStyle = vgdraw.GlyphStyle{Color: color.RGBA{rgb[0], rgb[1], rgb[2], 255}, Radius: vg.Points(3.2), Shape: shape}
		p.Add(marks)
		p.Legend.Add(class.Name, marks)
	}
	p.Legend.Top, p.Legend.Left = true, false
	var list plotter.XYLabels
	for _, l := range picture.Labels {
		list.XYs, list.Labels = append(list.XYs, plotter.XY(l.At)), append(list.Labels, l.Text)
	}
	names, err := plotter.NewLabels(list)
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
	out, err := p.WriterTo(vg.Points(picture.Width), vg.Points(picture.Height), picture.Format)
	if err != nil {
		return err
	}
	_, err = out.WriteTo(w)
	return err
}

// scale makes the axis a logarithmic one with the given ticks.
func scale(axis *plot.Axis, like draw.Axis) {
	axis.Scale, axis.Min, axis.Max = plot.LogScale{}, like.Min, like.Max
	var ticks plot.ConstantTicks
	for _, t := range like.Ticks {
		ticks = append(ticks, plot.Tick(t))
	}
	axis.Tick.Marker = ticks
}

func points(list []draw.Point) plotter.XYs {
	var xys plotter.XYs
	for _, p := range list {
		xys = append(xys, plotter.XY(p))
	}
	return xys
}

// shapes draw the marks of points.
var shapes = map[draw.Shape]vgdraw.GlyphDrawer{
	draw.Circle:   vgdraw.CircleGlyph{},
	draw.Triangle: vgdraw.PyramidGlyph{},
	draw.Diamond:  diamond{},
}

// diamond is a square on its tip.
type diamond struct{}

func (diamond) DrawGlyph(c *vgdraw.Canvas, style vgdraw.GlyphStyle, at vg.Point) {
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
