package main

import (
	"bytes"
	"cmp"
	"os"
	"path/filepath"
	"testing"
)

// The weaker loop of each cell counts, by the other that is nearest: in turns b is 1.2 behind and
// c 1.4, by loops b 2 and c 1.3, so that it is b in turns for 1.2. What the decoder makes is a
// column, and memory nobody's.
func TestTables(t *testing.T) {
	windows := []string{`
BenchmarkRatios/data/marshal-fresh/assay.a/b 9 1.1 ratio
BenchmarkRatios/data/marshal-fresh/assay.a/c 9 1.4 ratio
BenchmarkRatios/data/unmarshal-fresh/assay.a/b 9 0.5 ratio
BenchmarkRatios/data/unmarshal-fresh/assay.a+new/b 9 3.0 ratio
BenchmarkAll/data/marshal-fresh/assay.a-2 100 10 ns/op 0 B/op
BenchmarkAll/data/marshal-fresh/b-2 100 20 ns/op
BenchmarkAll/data/marshal-fresh/c-2 100 12 ns/op 3 B/op
BenchmarkAll/data/marshal-fresh/c-2 100 14 ns/op
BenchmarkAll/data/marshal-fresh/memory-2 100 1 ns/op
BenchmarkAll/other/marshal-fresh/assay.a-2 100 10 ns/op
BenchmarkAll/other/marshal-fresh/b-2 100 40 ns/op
`, `
what a test says besides
BenchmarkRatios/data/marshal-fresh/assay.a/b 9 1.3 ratio
BenchmarkRatios/data/unmarshal-fresh/assay.a/b 9 0.7 ratio
`}
	var dirs []string
	for _, text := range windows {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "loops.txt"), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		dirs = append(dirs, dir)
	}
	for _, c := range []struct {
		form form
		want string
	}{
		{form{rows: "^assay.a$"}, `| | marshal-fresh | unmarshal-fresh | new |
|---|--:|--:|--:|
| data | 1.20 (1.10–1.30) | 0.60 (0.50–0.70) | 3.00 (3.00–3.00) |
| other | 4.00 (4.00–4.00) |  |  |
| geometric mean of assay.a | 2.19 (1.30–2.10) | 0.60 (0.50–0.70) | 3.00 (3.00–3.00) |
`},
		{form{others: true, only: "data"}, `| | marshal-fresh | unmarshal-fresh | new |
|---|--:|--:|--:|
| data: b | 1.20 (1.10–1.30) | 0.60 (0.50–0.70) | 3.00 (3.00–3.00) |
| data: c | 1.30 (1.30–1.30) |  |  |
`},
		{form{means: true, ways: "^(un)?marshal-fresh$", only: "data"}, `| | weaker of both | first | in turns | first | by loops | first |
|---|--:|--:|--:|--:|--:|--:|
| assay.a, all | 0.85 (0.74–0.95) | 1 of 2 | 0.85 (0.74–0.95) | 1 of 2 | 1.30 (1.30–1.30) | 1 of 1 |
| assay.a, marshal-fresh | 1.20 (1.10–1.30) | 1 of 1 | 1.20 (1.10–1.30) | 1 of 1 | 1.30 (1.30–1.30) | 1 of 1 |
| assay.a, unmarshal-fresh | 0.60 (0.50–0.70) | 0 of 1 | 0.60 (0.50–0.70) | 0 of 1 |  |  |
`},
		{form{others: true, unit: "B/op"}, `| | marshal-fresh |
|---|--:|
| data: c | 4.00 (4.00–4.00) |
`},
	} {
		var got bytes.Buffer
		c.form.unit = cmp.Or(c.form.unit, "sec/op")
		if err := printTables(&got, c.form, dirs); err != nil || got.String() != c.want {
			t.Errorf("%+v: %v\n%s\nwant\n%s", c.form, err, got.String(), c.want)
		}
	}
	if err := printTables(new(bytes.Buffer), form{unit: "sec/op"}, []string{t.TempDir()}); err == nil {
		t.Error("a folder without lines makes a table")
	}
}
