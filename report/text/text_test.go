package text

import (
	"bytes"
	"errors"
	"flag"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/report/reporttest"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestGolden(t *testing.T) {
	interrupted := reporttest.Short()
	interrupted.Complete = false
	interrupted.Subjects = interrupted.Subjects[:1]
	safe := func(c *result.Case) bool { return c.Safe() && slices.Contains(c.Features, "reuse") }
	for _, test := range []struct {
		name  string
		run   *result.Run
		keep  func(*result.Case) bool
		o     layout.Options
		style Style
	}{
		{name: "glance", run: reporttest.Run()},
		{name: "more", run: measured()},
		{name: "more_compact", run: measured(), o: layout.Options{Compact: true}},
		{name: "full", run: reporttest.Short(), o: layout.Options{Full: true}},
		{name: "color", run: interrupted, o: layout.Options{Compact: true}, style: Style{Color: true}},
		{name: "filtered", run: reporttest.Run(), keep: safe, o: layout.Options{Full: true}},
		{name: "empty", run: &result.Run{Schema: result.Schema, Complete: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			var out bytes.Buffer
			if err := Write(&out, report.New(test.run, test.keep), test.o, test.style); err != nil {
				t.Fatal(err)
			}
			filetest.Golden(t, *update, filepath.Join("testdata", test.name+".golden"), out.Bytes())
			escapes := regexp.MustCompile("\x1b\\[[0-9;]*m")
			for i, line := range strings.Split(out.String(), "\n") {
				plain := escapes.ReplaceAllString(line, "")
				if n := utf8.RuneCountInString(plain); n > test.style.Of(test.o).Width && !strings.HasPrefix(plain, "  assay ") {
					t.Errorf("line %d has %d characters:\n%s", i+1, n, plain)
				}
				if plain != line && !test.style.Color {
					t.Errorf("line %d is coloured: %q", i+1, line)
				}
			}
		})
	}
}

// Of what is measured on request the full report has all rows, and the brief one those that it
// names besides.
func TestRowsOfMore(t *testing.T) {
	rows := func(o layout.Options) (n int) {
		for _, b := range layout.New(report.New(measured(), nil), o) {
			if table, ok := b.(*layout.Table); ok && strings.HasPrefix(table.Title, "Several goroutines, marshal") {
				n += len(table.Rows)
			}
		}
		return n
	}
	if full, brief := rows(layout.Options{Full: true}), rows(layout.Options{Compact: true}); brief == 0 || full <= brief {
		t.Errorf("%d rows in full, %d in brief", full, brief)
	}
}

func TestBreakName(t *testing.T) {
	for _, test := range []struct {
		name  string
		width int
		want  string
	}{
		{"mus+raw", 7, "mus+raw"},
		{"mus+raw", 6, "mus\n +raw"},
		{"mus+raw+reuse [1,2]", 14, "mus+raw+reuse\n [1,2]"},
		{"mus+raw [1,2]", 13, "mus+raw [1,2]"},
		{"abcdefghij", 8, "abcdefgh\n ij"},
		{"abcdefghij+klm", 8, "abcdefgh\n ij+klm"},
		{"äöüäöüäöüä", 8, "äöüäöüäö\n üä"},
		{"", 8, ""},
	} {
		if got := breakName(test.name, test.width); got != test.want {
			t.Errorf("breakName(%q, %d) = %q, want %q", test.name, test.width, got, test.want)
		}
	}
}

func TestShorten(t *testing.T) {
	for _, test := range []struct {
		name  string
		width int
		want  string
	}{
		{"mus+raw", 7, "mus+raw"},
		{"mus+raw", 6, "mus…aw"},
		{"vtprotobuf+raw+reuse+unsafeunm+varint", 16, "vtprotob…+varint"},
		{"äöüäöüäöüä", 5, "äö…üä"},
		{"", 8, ""},
	} {
		if got := shorten(test.name, test.width); got != test.want {
			t.Errorf("shorten(%q, %d) = %q, want %q", test.name, test.width, got, test.want)
		}
	}
}

func TestWriteError(t *testing.T) {
	full := errors.New("no space left on device")
	err := Write(writerFunc(func([]byte) (int, error) { return 0, full }), report.New(reporttest.Run(), nil), layout.Options{}, Style{})
	if !errors.Is(err, full) {
		t.Errorf("got %v, want %v", err, full)
	}
}

type writerFunc func([]byte) (int, error)

func (f writerFunc) Write(p []byte) (int, error) { return f(p) }

// measured returns a run that has what is measured on request besides rounds.
func measured() *result.Run {
	run := reporttest.Short()
	run.Subjects = run.Subjects[:1]
	run.Subjects[0].Cases = run.Subjects[0].Cases[:10]
	for _, c := range run.Subjects[0].Cases {
		for name, op := range c.Ops {
			ns := op.Samples[0].NSPerOp
			for p := range 3 {
				off := 1 + float64(p-1)/10
				for _, n := range []int{1, 2} {
					op.Parallel = append(op.Parallel,
						result.Parallel{Process: p, Goroutines: n, N: 1000 * n, NSPerOp: off * ns / math.Pow(float64(n), 0.9)},
						result.Parallel{Process: p, Goroutines: n, Pooled: true, N: 1000 * n, NSPerOp: off * (ns + 10) / float64(n)})
				}
				op.Cold = append(op.Cold, result.Cold{Process: p, N: 1000, Bytes: 1 << 26, NSPerOp: off * (2*ns + 200)})
				op.First = append(op.First, result.First{Process: p, OpenNS: 3000, NS: int64(off * 40 * ns)})
				if ns > 500 {
					op.Latency = append(op.Latency, result.Latency{Process: p, N: 20000, P50: int64(ns), P99: int64(2 * off * ns), P999: int64(5 * off * ns), Max: int64(90 * off * ns)})
				}
				for scale := 10; scale <= 10000; scale *= 10 {
					op.Sweep = append(op.Sweep, result.Point{Scale: scale, Round: p, Process: p, Bytes: c.Size.Mean * float64(scale), N: 10, NSPerOp: off * (20 + ns*math.Pow(float64(scale), 0.97))})
				}
			}
			c.Ops[name] = op
		}
	}
	return run
}
