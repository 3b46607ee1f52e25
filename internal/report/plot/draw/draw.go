// Package draw says what a picture of points shows, and has it drawn.
//
// It is drawn by a program of its own, the command in folder drawer, which is
// built when it is first asked for: most users never draw a picture, and do
// without the fonts and the modules of drawing.
package draw

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"os/exec"
	"strings"
)

// Program is the package of the command, below the root of this module.
const Program = "internal/report/plot/draw/drawer"

// Picture is a scatter of points on logarithmic axes, under a line.
type Picture struct {
	Format        string  // svg or png
	Width, Height float64 // points
	Title         string
	X, Y          Axis
	LineName      string
	Line          []Point
	Classes       []Class
	Labels        []Label
}

// Axis is a logarithmic axis.
type Axis struct {
	Label    string
	Min, Max float64
	Ticks    []Tick
}

// Tick is a mark on an axis.
type Tick struct {
	Value float64
	Label string
}

// Point is a place on the axes.
type Point struct{ X, Y float64 }

// Class is a set of points that look alike.
type Class struct {
	Name   string
	Color  [3]uint8 // red, green, blue
	Shape  Shape
	Points []Point
}

// Shape is that of a point's mark.
type Shape string

// The shapes.
const (
	Circle   Shape = "circle"
	Triangle Shape = "triangle"
	Diamond  Shape = "diamond"
)

// Label is a text to the right of a point.
type Label struct {
	At   Point
	Text string
}

// Write has the executable of [Program] draw the picture, and writes it to w.
func Write(ctx context.Context, w io.Writer, executable string, p Picture) error {
	data, err := json.Marshal(p)
	if err != nil {
		return fmt.Errorf("drawing: %w", err)
	}
	var complaint bytes.Buffer
	cmd := exec.CommandContext(ctx, executable)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = bytes.NewReader(data), w, &complaint
	if err := cmd.Run(); err != nil {
		return fmt.Errorf("drawing: %w %s", err, strings.TrimSpace(complaint.String()))
	}
	return nil
}
