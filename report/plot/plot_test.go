package plot

import (
	"bytes"
	"encoding/xml"
	"image/png"
	"io"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/report/reporttest"
)

func TestScatter(t *testing.T) {
	v := report.New(reporttest.Run(), nil)
	for _, s := range v.Subjects {
		for _, op := range s.Ops {
			var svg, picture bytes.Buffer
			if err := Scatter(&svg, s, op, "svg"); err != nil {
				t.Fatal(err)
			}
			for d := xml.NewDecoder(&svg); ; {
				if _, err := d.Token(); err == io.EOF {
					break
				} else if err != nil {
					t.Fatalf("%s %s: %v", s.Name, op.Op, err)
				}
			}
			if err := Scatter(&picture, s, op, "png"); err != nil {
				t.Fatal(err)
			}
			if _, err := png.Decode(&picture); err != nil {
				t.Errorf("%s %s: %v", s.Name, op.Op, err)
			}
		}
	}
	if err := Scatter(io.Discard, v.Subjects[0], &report.Op{}, "svg"); err == nil {
		t.Error("nothing to draw: no error")
	}
}

func TestNamesInPicture(t *testing.T) {
	v := report.New(reporttest.Run(), nil)
	var svg bytes.Buffer
	if err := Scatter(&svg, v.Subjects[0], v.Subjects[0].Ops[0], "svg"); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{">benc<", ">json<", ">gob<", "safe"} {
		if !strings.Contains(svg.String(), want) {
			t.Errorf("no %s in the picture", want)
		}
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
