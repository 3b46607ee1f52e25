package compare

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/internal/gobench/lines"
	"github.com/assay-go/assay/internal/report/export"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

// ReadFile reads a results file, or the output of go test -bench or of another
// program that writes Go's benchmark format. Of the latter every benchmark is
// a row of its package, or, where its name was written by assay, of its
// subject; every line is a sample that stands for itself, since the format does
// not tell which of them were measured together.
func ReadFile(name string) (*result.Run, error) {
	data, err := os.ReadFile(name)
	if err != nil {
		return nil, fmt.Errorf("reading the results: %w", err)
	}
	text := bytes.TrimSpace(result.Text(data))
	if len(text) == 0 || text[0] == '{' {
		return result.ReadFile(name)
	}
	if !bytes.Contains(text, []byte("Benchmark")) {
		return nil, fmt.Errorf("%s: this is neither a results file, which assay run --out writes, nor Go benchmark output", name)
	}
	run, err := parse(text)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return run, nil
}

func parse(data []byte) (*result.Run, error) {
	run := &result.Run{Schema: result.Schema, Complete: true}
	list, err := lines.Read(bytes.NewReader(data))
	if err != nil {
		return nil, err
	}
	found := false
	procs := processors(list)
	for _, line := range list {
		ns, ok := nanoseconds(line)
		if !ok || line.Config["gc"] == "off" {
			continue
		}
		found = true
		env := &run.Env
		env.OS, env.Arch, env.CPU, env.GoVersion = line.Config["goos"], line.Config["goarch"], line.Config["cpu"], line.Config["go"]
		if run.Tool = line.Config["tool"]; run.Tool == "" {
			run.Tool = "Go benchmarks"
		}
		env.GOMAXPROCS = procs
		if n, err := strconv.Atoi(line.Config["gomaxprocs"]); err == nil {
			env.GOMAXPROCS = n
		}
		if line.Procs > 1 && procs == 0 {
			line.Name = line.Full
		}
		run.Settings.Seed, _ = strconv.ParseUint(line.Config["seed"], 10, 64)
		run.Settings.FuncAlign, _ = strconv.Atoi(line.Config["funcalign"])

		subject, op, row := names(line)
		s := subjectOf(run, subject)
		s.Type = line.Config["type"]
		c := find(s, row)
		if c == nil {
			c = &result.Case{Row: row, Driver: row, Status: result.OK, Features: []string{}, Ops: map[string]*result.Op{}}
			s.Cases = append(s.Cases, c)
		}
		if c.Ops[op] == nil {
			c.Ops[op] = &result.Op{}
		}
		o := c.Ops[op]
		o.BytesPerOp = counted(line, "B/op")
		o.AllocsPerOp = counted(line, "allocs/op")
		if size, ok := line.Values["B/size"]; ok {
			c.Size.Mean = size
		}
		n := len(o.Samples)
		o.Samples = append(o.Samples, result.Sample{Round: n, Process: n, Layout: n, N: max(line.N, 1), NSPerOp: ns})
	}
	if !found {
		return nil, errors.New("no benchmark line has a time: expected lines such as BenchmarkX 1000 25.1 ns/op")
	}
	run.Warnings = append(run.Warnings, "read from benchmark lines, which do not tell what was measured together: each stands for itself")
	return run, nil
}

// processors is the number at the end of all names, which package testing has put there:
// GOMAXPROCS, unless that is 1. It is 0 where names end in several numbers, as by the flag
// -cpu, or some in none: then they are parts of the names.
func processors(list []lines.Line) (procs int) {
	for i, line := range list {
		if line.Procs != list[0].Procs || i == 0 && line.Procs == 1 {
			return 0
		}
		procs = line.Procs
	}
	return procs
}

// nanoseconds is what an operation took, as package testing writes it or as benchstat
// does.
func nanoseconds(line lines.Line) (ns float64, ok bool) {
	if ns, ok = line.Values["ns/op"]; !ok {
		ns, ok = line.Values["sec/op"]
		ns *= 1e9
	}
	return ns, ok
}

// counted is what a line has in a unit, or NaN: without -benchmem package testing counts nothing.
func counted(line lines.Line, unit string) float64 {
	if n, ok := line.Values[unit]; ok {
		return n
	}
	return math.NaN()
}

// timed is the operation of a benchmark that is not assay's.
const timed = "time"

// names splits a benchmark's name. assay's own are
// Assay/subject=data/op=marshal/name=mus+raw.
func names(line lines.Line) (subject, op, row string) {
	name, parts, _ := strings.Cut(line.Name, "/")
	for p := range strings.SplitSeq(parts, "/") {
		switch key, value, _ := strings.Cut(p, "="); {
		case p == "":
		case key == "subject":
			subject = value
		case key == "op":
			op = value
		case key == "name":
			row = value
		default:
			name += "/" + p
		}
	}
	if row != "" && op != "" {
		return subject, op, row
	}
	if subject = line.Config["pkg"]; subject == "" {
		subject = "benchmarks"
	}
	return subject, timed, name
}

func subjectOf(run *result.Run, name string) *result.Subject {
	i := slices.IndexFunc(run.Subjects, func(s *result.Subject) bool { return s.Name == name })
	if i >= 0 {
		return run.Subjects[i]
	}
	s := &result.Subject{Name: name, Origin: "benchmark lines"}
	run.Subjects = append(run.Subjects, s)
	return s
}

// Benchfmt writes both runs in Go's benchmark format, distinguished by the
// configuration key "run": benchstat -col run compares them. Benchmarks that are not assay's are an
// error.
func Benchfmt(w io.Writer, old, new *result.Run) error {
	for _, side := range []struct {
		name string
		run  *result.Run
	}{{"old", old}, {"new", new}} {
		for _, s := range side.run.Subjects {
			if slices.ContainsFunc(s.Cases, func(c *result.Case) bool { return c.Ops[timed] != nil }) {
				return fmt.Errorf("the %s run is of Go benchmarks, which benchstat reads as they are", side.name)
			}
		}
		if _, err := fmt.Fprintf(w, "run: %s\n", side.name); err != nil {
			return err
		}
		if err := export.Benchfmt(w, report.New(side.run, nil)); err != nil {
			return err
		}
	}
	return nil
}
