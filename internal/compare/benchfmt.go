package compare

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/perf/benchfmt"

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
	text := bytes.TrimSpace(data)
	if len(text) == 0 || text[0] == '{' || !bytes.Contains(data, []byte("Benchmark")) {
		return result.ReadFile(name)
	}
	run, err := parse(data, name)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	return run, nil
}

func parse(data []byte, name string) (*result.Run, error) {
	run := &result.Run{Schema: result.Schema, Complete: true}
	reader := benchfmt.NewReader(bytes.NewReader(data), name)
	found := false
	for reader.Scan() {
		line, ok := reader.Result().(*benchfmt.Result)
		if !ok {
			continue // what is no benchmark line, such as the test's own output
		}
		ns, ok := line.Value("sec/op")
		if !ok || line.GetConfig("gc") == "off" {
			continue
		}
		found = true
		env := &run.Env
		env.OS, env.Arch, env.CPU, env.GoVersion = line.GetConfig("goos"), line.GetConfig("goarch"), line.GetConfig("cpu"), line.GetConfig("go")
		if run.Tool = line.GetConfig("tool"); run.Tool == "" {
			run.Tool = "Go benchmarks"
		}
		run.Settings.Seed, _ = strconv.ParseUint(line.GetConfig("seed"), 10, 64)
		run.Settings.FuncAlign, _ = strconv.Atoi(line.GetConfig("funcalign"))

		subject, op, row := names(line)
		s := subjectOf(run, subject)
		s.Type = line.GetConfig("type")
		c := find(s, row)
		if c == nil {
			c = &result.Case{Row: row, Driver: row, Status: result.OK, Features: []string{}, Ops: map[string]*result.Op{}}
			s.Cases = append(s.Cases, c)
		}
		if c.Ops[op] == nil {
			c.Ops[op] = &result.Op{}
		}
		o := c.Ops[op]
		o.BytesPerOp, _ = line.Value("B/op")
		o.AllocsPerOp, _ = line.Value("allocs/op")
		if size, ok := line.Value("B/size"); ok {
			c.Size.Mean = size
		}
		n := len(o.Samples)
		o.Samples = append(o.Samples, result.Sample{Round: n, Process: n, Layout: n, N: max(line.Iters, 1), NSPerOp: ns * 1e9})
	}
	if err := reader.Err(); err != nil {
		return nil, err
	}
	if !found {
		return nil, errors.New("no benchmark line has a time: expected lines such as BenchmarkX 1000 25.1 ns/op")
	}
	run.Warnings = append(run.Warnings, "read from benchmark lines, which do not tell what was measured together: each stands for itself")
	return run, nil
}

// names splits a benchmark's name. assay's own are
// Assay/subject=data/op=marshal/name=mus+raw.
func names(line *benchfmt.Result) (subject, op, row string) {
	base, parts := line.Name.Parts()
	name := string(base)
	for _, p := range parts {
		key, value, ok := strings.Cut(strings.TrimPrefix(string(p), "/"), "=")
		switch {
		case ok && key == "subject":
			subject = value
		case ok && key == "op":
			op = value
		case ok && key == "name":
			row = value
		default:
			name += string(p)
		}
	}
	if row != "" && op != "" {
		return subject, op, row
	}
	if subject = line.GetConfig("pkg"); subject == "" {
		subject = "benchmarks"
	}
	return subject, "time", name
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

// Benchfmt writes both runs in Go's benchmark format, told apart by the
// configuration key "run": benchstat -col run compares them.
func Benchfmt(w io.Writer, old, new *result.Run) error {
	for _, side := range []struct {
		name string
		run  *result.Run
	}{{"old", old}, {"new", new}} {
		if _, err := fmt.Fprintf(w, "run: %s\n", side.name); err != nil {
			return err
		}
		if err := export.Benchfmt(w, report.New(side.run, nil)); err != nil {
			return err
		}
	}
	return nil
}
