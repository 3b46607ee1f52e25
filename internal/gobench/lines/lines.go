// Package lines reads Go's benchmark format: what go test -bench prints, and what
// programs beside it write of the same form.
package lines

import (
	"bufio"
	"io"
	"maps"
	"strconv"
	"strings"
)

// Line is the result of a benchmark, as its line and those above it have it.
type Line struct {
	Config map[string]string  // of the lines "key: value" above it
	Full   string             // the name, without "Benchmark"
	Name   string             // the same without the number of processors at its end
	Procs  int                // that number; 0 where there is none
	N      int                // times that the operation was done
	Values map[string]float64 // by unit: ns/op, B/op
}

// Read returns the results. What is no line of the format is the benchmarks' own output,
// and is skipped.
func Read(r io.Reader) ([]Line, error) {
	var list []Line
	config := map[string]string{}
	text := bufio.NewScanner(r)
	text.Buffer(nil, 1<<20)
	for text.Scan() {
		if key, value, ok := setting(text.Text()); ok {
			config = maps.Clone(config)
			config[key] = value
			continue
		}
		if l, ok := result(text.Text()); ok {
			l.Config = config
			list = append(list, l)
		}
	}
	return list, text.Err()
}

// setting splits a line such as "goos: linux". Keys begin with a lower-case letter and
// hold neither spaces nor capitals.
func setting(line string) (key, value string, ok bool) {
	key, value, ok = strings.Cut(line, ":")
	if !ok || key == "" || key[0] < 'a' || key[0] > 'z' || strings.ContainsAny(key, " \t") || key != strings.ToLower(key) {
		return "", "", false
	}
	return key, strings.TrimSpace(value), value == "" || value[0] == ' ' || value[0] == '\t'
}

// result parses a line such as "BenchmarkX-8  1000  25.1 ns/op  3 B/op".
func result(line string) (Line, bool) {
	fields := strings.Fields(line)
	if len(fields) < 4 || len(fields)%2 > 0 {
		return Line{}, false
	}
	name, ok := strings.CutPrefix(fields[0], "Benchmark")
	n, err := strconv.Atoi(fields[1])
	if !ok || err != nil {
		return Line{}, false
	}
	l := Line{Full: name, N: n, Values: map[string]float64{}}
	l.Name, l.Procs = bare(name)
	for i := 2; i < len(fields); i += 2 {
		v, err := strconv.ParseFloat(fields[i], 64)
		if err != nil {
			return Line{}, false
		}
		l.Values[fields[i+1]] = v
	}
	return l, true
}

// bare is the name without the number of processors that package testing adds, and that
// number.
func bare(full string) (name string, procs int) {
	i := strings.LastIndexByte(full, '-')
	if i < 0 {
		return full, 0
	}
	n, err := strconv.Atoi(full[i+1:])
	if err != nil {
		return full, 0
	}
	return full[:i], n
}
