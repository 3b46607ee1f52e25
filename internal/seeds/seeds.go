// Package seeds adds the inputs that fuzzing has found to fuzz targets. A package keeps those
// of all its targets in one file, testdata/seeds.txt: a line has the target's name and the
// arguments, as the files of go test -fuzz have them, with tabs between. This appends such a file:
//
//	echo "FuzzName	$(tail -n +2 testdata/fuzz/FuzzName/0123456789abcdef | paste -s)" >> testdata/seeds.txt
package seeds

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
)

// Add adds the inputs in a file that are the target's, or fails.
func Add(f *testing.F, file string) {
	f.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		f.Fatal(err)
	}
	added := 0
	for line := range strings.Lines(string(text)) {
		fields := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if fields[0] != f.Name() {
			continue
		}
		args := make([]any, len(fields)-1)
		for i, field := range fields[1:] {
			if args[i], err = parse(field); err != nil {
				f.Fatalf("%s: %v", file, err)
			}
		}
		f.Add(args...)
		added++
	}
	if added == 0 {
		f.Fatalf("%s has no inputs for %s", file, f.Name())
	}
}

// parse returns an argument that go test -fuzz has written, of a type that targets here have.
func parse(field string) (any, error) {
	kind, literal, _ := strings.Cut(strings.TrimSuffix(field, ")"), "(")
	switch kind {
	case "[]byte", "string":
		s, err := strconv.Unquote(literal)
		if kind == "string" {
			return s, err
		}
		return []byte(s), err
	case "byte":
		r, _, rest, err := strconv.UnquoteChar(strings.TrimPrefix(literal, "'"), '\'')
		if rest != "'" {
			return nil, fmt.Errorf("%s is no byte", field)
		}
		return byte(r), err
	case "uint64":
		return strconv.ParseUint(literal, 10, 64)
	}
	return nil, fmt.Errorf("%s is no argument of a fuzz target", field)
}
