package plot

import (
	"bytes"
	"encoding/xml"
	"flag"
	"image/png"
	"io"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/report/plot/draw"
	"github.com/assay-go/assay/internal/report/reporttest"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/report"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// The first picture stands in a file, for people to read.
func TestScatter(t *testing.T) {
	s := report.New(reporttest.Run(), nil).Subjects[0]
	picture, err := Scatter(s, s.Ops[0])
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := atomic.WriteLines(&text, picture, 2); err != nil {
		t.Fatal(err)
	}
	// Processors differ in the last digits.
	filetest.Golden(t, *update, "testdata/picture.json", regexp.MustCompile(`(\d\.\d{4})\d+`).ReplaceAll(text.Bytes(), []byte("$1")))
	if _, err := Scatter(s, &report.Op{}); err == nil {
		t.Error("nothing to draw: no error")
	}
}

// TestDrawn has every picture be drawn in both formats, with the names of its rows, by a
// program whose libraries nothing else needs.
func TestDrawn(t *testing.T) {
	routinestest.NeedsLong(t)
	module, program := t.TempDir(), filepath.Join(t.TempDir(), "drawer.exe")
	filetest.Copy(t, module, draw.Program())
	filetest.Run(t, module, []string{"GOWORK=off", "GOFLAGS=-mod=readonly -buildvcs=false"}, "go", "build", "-o", program, ".")
	drawn := func(s *report.Subject, op *report.Op, format string) *bytes.Buffer {
		picture, err := Scatter(s, op)
		if err != nil {
			t.Fatal(err)
		}
		picture.Format = format
		var out bytes.Buffer
		if err := draw.Write(t.Context(), &out, program, picture); err != nil {
			t.Fatalf("%s %s: %v", s.Name, op.Op, err)
		}
		return &out
	}
	v := report.New(reporttest.Run(), nil)
	for _, s := range v.Subjects {
		for _, op := range s.Ops {
			svg := drawn(s, op, "svg").String()
			for d := xml.NewDecoder(strings.NewReader(svg)); ; {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("%s %s: %v", s.Name, op.Op, err)
				}
			}
			if s != v.Subjects[0] || op != s.Ops[0] {
				continue
			}
			for _, want := range []string{">benc<", ">json<", ">gob<", "safe"} {
				if !strings.Contains(svg, want) {
					t.Errorf("no %s in the picture", want)
				}
			}
			if _, err := png.Decode(drawn(s, op, "png")); err != nil {
				t.Errorf("%s %s: %v", s.Name, op.Op, err)
			}
		}
	}
	if err := draw.Write(t.Context(), io.Discard, program, draw.Picture{Format: "svg", Classes: []draw.Class{{Shape: "star"}}}); err == nil || !strings.Contains(err.Error(), "star") {
		t.Errorf("a shape that is none: %v", err)
	}
}

// The front holds what no row beats in both figures, and nothing else.
func TestFront(t *testing.T) {
	op := report.New(reporttest.Run(), nil).Subjects[0].Ops[1]
	rows := best(op)
	ahead := map[string]bool{}
	for _, r := range front(rows) {
		ahead[r.Name] = true
	}
	for _, r := range rows {
		beaten := false
		for _, o := range rows {
			beaten = beaten || o.NS.Median <= r.NS.Median && o.Size.Mean <= r.Size.Mean && (o.NS.Median < r.NS.Median || o.Size.Mean < r.Size.Mean)
		}
		if beaten == ahead[r.Name] {
			t.Errorf("%s: beaten %v, on the front %v", r.Name, beaten, ahead[r.Name])
		}
	}
}

func TestText(t *testing.T) {
	for _, s := range report.New(reporttest.Run(), nil).Subjects {
		for _, op := range s.Ops {
			var out bytes.Buffer
			if err := Bars(&out, s, op); err != nil {
				t.Fatal(err)
			}
			bars := strings.Count(out.String(), "\n") - 1
			if bars != len(best(op)) {
				t.Errorf("%d bars of %d rows", bars, len(best(op)))
			}
			if err := TextScatter(&out, s, op); err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(out.String()) {
				if n := utf8.RuneCountInString(strings.TrimRight(line, "\n")); n > 118 {
					t.Errorf("%s: a line of %d characters: %s", s.Name, n, line)
				}
			}
		}
	}
}
