package export

import (
	"bufio"
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/assay-go/assay/internal/report/visible"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

// Benchfmt writes every sample behind the View as a line of Go's benchmark
// format (golang.org/design/14313-benchmark-format), from which benchstat
// computes its own figures:
//
//	BenchmarkAssay/subject=data/op=marshal/name=mus+raw 80000 13.1 ns/op 48 B/op 1 allocs/op 58 B/size
//
// The environment stands in configuration lines before them. A subject's full
// name and type are configuration too, since names in benchmarks can hold
// neither spaces nor slashes, which are written as "_". So is whether the
// collector ran, so that benchstat never mixes the two: samples with it off
// follow below "gc: off". Rows without figures and warnings are comments.
//
// Compare two rows of one file by benchstat -col /name, two files by
// benchstat -row .fullname.
func Benchfmt(w io.Writer, v *report.View) error {
	out := bufio.NewWriter(w)
	config := func(key, value string) {
		if value = oneLine(value); value != "" {
			fmt.Fprintf(out, "%s: %s\n", key, value)
		}
	}
	config("tool", v.Tool)
	config("goos", v.Environment.OS)
	config("goarch", v.Environment.Arch)
	config("cpu", v.Environment.CPU)
	config("go", v.Environment.GoVersion)
	if v.Environment.GOMAXPROCS > 0 {
		config("gomaxprocs", fmt.Sprint(v.Environment.GOMAXPROCS))
	}
	config("kernel", v.Environment.Kernel)
	config("governor", v.Environment.Governor)
	config("seed", fmt.Sprint(v.Settings.Seed))
	if v.Settings.FuncAlign > 0 {
		config("funcalign", fmt.Sprint(v.Settings.FuncAlign))
	}
	if !v.Complete {
		fmt.Fprintln(out, "# INCOMPLETE: the run was interrupted")
	}
	if busy := v.Environment.Busy(); busy != "" {
		fmt.Fprintf(out, "# %s\n", busy)
	}
	for _, warning := range v.Warnings {
		fmt.Fprintf(out, "# Warning: %s\n", oneLine(warning))
	}
	// Sizes are computed, not sampled; time and memory are the less the better.
	fmt.Fprint(out, "Unit ns/op better=lower\nUnit B/op better=lower\nUnit allocs/op better=lower\nUnit B/size better=lower assume=exact\n")

	for _, s := range v.Subjects {
		fmt.Fprintln(out)
		config("subject", s.Name)
		config("type", s.Type)
		config("gc", "on")
		samples(out, s, false)
		if measuredNoGC(s) {
			config("gc", "off")
			samples(out, s, true)
		}
		for _, e := range s.Excluded {
			fmt.Fprintf(out, "# %s: %s: %s\n", e.Status, oneLine(strings.Join(e.Rows, ", ")), oneLine(e.Reason))
		}
	}
	return out.Flush() // the first error of any write
}

// samples writes the subject's samples with the collector on or off.
func samples(out io.Writer, s *report.Subject, noGC bool) {
	for _, op := range s.Ops {
		for _, row := range op.All {
			for _, sample := range row.Samples {
				if sample.NoGC == noGC {
					fmt.Fprintf(out, "%s\t%d\t%s ns/op\t%s B/op\t%s allocs/op\t%s B/size\n",
						benchmark(s, op, row), sample.N, number(sample.NSPerOp),
						number(row.BytesPerOp), number(row.AllocsPerOp), number(row.Size.Mean))
				}
			}
		}
	}
}

func measuredNoGC(s *report.Subject) bool {
	for _, op := range s.Ops {
		for _, row := range op.All {
			if slices.ContainsFunc(row.Samples, func(s result.Sample) bool { return s.NoGC }) {
				return true
			}
		}
	}
	return false
}

// benchmark returns the name of a row's lines.
func benchmark(s *report.Subject, op *report.Op, row report.Row) string {
	name := "BenchmarkAssay/subject=" + part(s.Name) + "/op=" + string(op.Op) + "/name=" + part(row.Name)
	if procs.MatchString(name) {
		name += "-1" // else the row's own number would be read as GOMAXPROCS
	}
	return name
}

var procs = regexp.MustCompile(`-[0-9]+$`)

// part writes a name without what ends a part of a benchmark's name.
func part(name string) string {
	return strings.Map(func(r rune) rune {
		if r == '/' || unicode.IsSpace(r) {
			return '_'
		}
		return r
	}, visible.String(name))
}

func oneLine(text string) string { return strings.Join(strings.Fields(visible.String(text)), " ") }
