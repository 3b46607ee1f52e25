package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"slices"
	"testing"

	"github.com/alecthomas/kong"
	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/internal/filetest"
)

// The committed schema is what assay init --schema prints, which is made of the command
// line that also reads the file.
func TestSchemaIsCurrent(t *testing.T) {
	var out, errors bytes.Buffer
	if code := run(t.Context(), &out, &errors, []string{"init", "--schema"}); code != exitOK {
		t.Fatalf("exit status %d: %s", code, &errors)
	}
	const name = "../../docs/assay.schema.json"
	if flag.Lookup("update").Value.String() == "true" { // testscript's
		filetest.Write(t, name, out.Bytes())
	}
	committed := filetest.Read(t, name)
	if diff := cmp.Diff(string(committed), out.String()); diff != "" {
		t.Errorf("run go test ./cmd/assay -run Schema -update (-committed +made):\n%s", diff)
	}
	var schema struct {
		Properties map[string]any `json:"properties"`
	}
	if err := json.Unmarshal(committed, &schema); err != nil {
		t.Fatal(err)
	}
	for _, v := range fileVerbs {
		if schema.Properties[v.name] == nil {
			t.Errorf("the schema has no %s", v.name)
		}
	}
}

func modelOf(t *testing.T) *kong.Application {
	t.Helper()
	_, parser, err := newCommandLine(nil)
	if err != nil {
		t.Fatal(err)
	}
	return parser.Model
}

// What the file says is the command line that somebody would type.
func TestFileLines(t *testing.T) {
	model := modelOf(t)
	got, err := parseFile(model, []byte(`
run: {types: [./a.A, ./a.B], time: 5s, serializers: 'json,mus', full: true, all: false}
compare: {old: main.json, new: now.json, fail-over: 3%}
ab: {base: main, types: [./a.A], fail-over: 3%}
check:
  - types: [./a.A]
    from: git:main
  - matrix: true
`))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][][]string{
		"run":     {{"--time=5s", "--serializers=json,mus", "--full", "./a.A", "./a.B"}},
		"compare": {{"--fail-over=3%", "main.json", "now.json"}},
		"ab":      {{"--fail-over=3%", "main", "./a.A"}},
		"check":   {{"--from=git:main", "./a.A"}, {"--matrix"}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("-want +got:\n%s", diff)
	}
}

// A mistake is told with its line and column, and the name that was meant.
func TestFileMistakes(t *testing.T) {
	model := modelOf(t)
	for text, want := range map[string]string{
		"runn: {}":                              `:1:1: there is no section "runn"; did you mean "run"? (the sections are run, gen, check, compare, ab)`,
		"run:\n  types: [./a.A]\n  tme: 5s":     `:3:3: run has no flag "tme"; did you mean "time"? (assay help run lists them)`,
		"run:\n  types: [./a.A]\n  full: maybe": `:3:9: full is true or false`,
		"compare:\n  old: a.json":               `:2:3: compare has no new`,
		"compare:\n  old: [a.json]":             `:2:8: old takes one value, and no list`,
		"gen:\n  - format: [flat]":              `:2:5: gen has no types`,
		"ab:\n  types: [./a.A]":                 `:2:3: ab has no base`,
		"run:\n  types: [./a.A]\n  types: []":   `:3:3: types is there twice`,
		"run:\n  types: [./a.A]\n  time: soon":  `:3:9: time: expected duration but got "soon": time: invalid duration "soon"`,
		"run:\n  types: [./a.A]\n  format: xls": `:3:11: format: "xls" is none of text, md, csv, json, benchfmt`,
		"run:\n  types: [./a.A]\n  seed: one":   `:3:9: seed: expected a valid 64 bit uint but got "one"`,
		"run: [":                                `:2:1: did not find expected node content`,
	} {
		_, err := parseFile(model, []byte(text))
		if err == nil || err.Error() != want {
			t.Errorf("%q: %v, want %s", text, err, want)
		}
	}
	if !slices.ContainsFunc(fileVerbs, func(v fileVerb) bool { return v.name == "compare" }) {
		t.Error("the file does not speak of compare")
	}
}
