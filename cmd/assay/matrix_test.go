package main

import (
	"flag"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/generate"
	"github.com/assay-go/assay/internal/drivertest/roundtrip"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/typemodel"
)

// matrix are the values of docs/formats, as expressions of Go, by the type that
// holds them.
var matrix = []struct{ what, of, value string }{
	{"a time in UTC", "Time", "time.Unix(1e9, 700).UTC()"},
	{"a time with single nanoseconds", "Time", "time.Unix(1e9, 7).UTC()"},
	{"a time in another zone", "Time", `time.Unix(1e9, 0).In(time.FixedZone("", 7200))`},
	{"a zone with seconds", "Time", `time.Unix(1e9, 0).In(time.FixedZone("", 1))`},
	{"the zero time", "Time", "time.Time{}"},
	{"the start of 1970", "Time", "time.Unix(0, 0).UTC()"},
	{"the year 1600", "Time", "time.Date(1600, 1, 1, 0, 0, 0, 0, time.UTC)"},
	{"the year 2500", "Time", "time.Date(2500, 1, 1, 0, 0, 0, 0, time.UTC)"},
	{"the year 12000", "Time", "time.Date(12000, 1, 1, 0, 0, 0, 0, time.UTC)"},
	{"one instant in two zones, as keys", "Keys", `map[time.Time]bool{time.Unix(0, 0).UTC(): true, time.Unix(0, 0).In(time.FixedZone("", 3600)): false}`},
	{"a nil slice", "Slice", "nil"},
	{"an empty slice", "Slice", "[]int32{}"},
	{"a nil slice of texts", "Texts", "nil"},
	{"an empty slice of texts", "Texts", "[]string{}"},
	{"nil bytes", "Bytes", "nil"},
	{"no bytes", "Bytes", "[]byte{}"},
	{"a nil map", "Map", "nil"},
	{"an empty map", "Map", "map[string]int32{}"},
	{"a nil pointer", "Pointer", "nil"},
	{"a pointer to zero", "Pointer", "new(int32)"},
	{"a pointer to a nil slice", "PointerSlice", "new([]int32)"},
	{"the int 1<<40", "Int", "1 << 40"},
	{"the largest uint", "Uint", "math.MaxUint"},
	{"negative zero", "Float", "math.Copysign(0, -1)"},
	{"a NaN with a payload", "Float", "math.Float64frombits(0x7ff8000000000abc)"},
	{"text that is no UTF-8", "Text", `"a\xffb"`},
	{"the int 7 in an any", "Any", "int(7)"},
}

// TestMatrix holds the table of docs/formats that says of values which tell formats
// apart what becomes of them: generated code writes and reads each. With -update it
// is written.
func TestMatrix(t *testing.T) {
	roundtrip.NeedsLong(t) // compiles the code of all formats
	page, err := filepath.Abs("../../docs/formats/README.md")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	filetest.Copy(t, dir, os.DirFS("testdata/matrix"))
	filetest.Write(t, filepath.Join(dir, "go.mod"), "module example.com/matrix\n\ngo 1.26\n")
	t.Chdir(dir)
	var source strings.Builder
	source.WriteString("package main\n\nimport (\n\"fmt\"\n\"math\"\n\"time\"\n\n\"example.com/matrix/values\"\n")
	for _, f := range generate.Names() {
		fmt.Fprintf(&source, "%q\n", "example.com/matrix/"+f)
	}
	source.WriteString(")\n\nfunc main() {\n")
	carried := map[string]string{} // how functions are called behind their verb
	models := map[string]*typemodel.Type{}
	var of []string // the types, each once
	for _, row := range matrix {
		if !slices.Contains(of, row.of) {
			of = append(of, row.of)
		}
	}
	packages := load.Remember(nil)
	for _, f := range generate.Names() {
		cfg := generate.Request{Formats: []codec.Format{generate.Lookup(f)}, Out: filepath.Join(dir, f, "code.go"), Packages: packages}
		for _, name := range of {
			cfg.Types = append(cfg.Types, "./values."+name)
		}
		all, err := cfg.Load(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		for i, name := range of { // in a file of its own, since the format may refuse it
			models[name] = all.Types[i]
			one := *all
			one.Types, one.Names, one.Out = all.Types[i:i+1], all.Names[i:i+1], filepath.Join(dir, f, strings.ToLower(name)+".go")
			cfg.Types, cfg.Out = []string{"./values." + name}, one.Out
			made, err := cfg.Files(&one)
			if err != nil {
				continue
			}
			for _, file := range made.Files {
				if err := generate.Write(file); err != nil {
					t.Fatal(err)
				}
				if m := regexp.MustCompile(`func Marshal(` + name + `\w+)\(`).FindSubmatch(file.Source); m != nil && file.Name == one.Out {
					carried[name+f] = string(m[1])
				}
			}
		}
	}
	for _, row := range matrix {
		for _, f := range generate.Names() {
			name := carried[row.of+f]
			if name == "" {
				fmt.Fprintf(&source, "fmt.Println(\"refused\")\n")
				continue
			}
			fmt.Fprintf(&source, "show(&values.%s{V: %s}, %s.Marshal%s, %s.Unmarshal%s)\n", row.of, row.value, f, name, f, name)
		}
	}
	source.WriteString("}\n")
	filetest.Write(t, filepath.Join(dir, "main.go"), source.String())
	run := exec.CommandContext(t.Context(), "go", "run", ".")
	run.Env = append(os.Environ(), "GOWORK=off", "TZ=Asia/Tokyo") // which none of the zones is
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	cells := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(cells) != len(matrix)*len(generate.Names()) {
		t.Fatalf("%d cells:\n%s", len(cells), out)
	}
	for i, cell := range cells {
		row, f := matrix[i/len(generate.Names())], generate.Lookup(generate.Names()[i%len(generate.Names())])
		switch {
		case cell == "kept" || cell == "error" || cell == "refused":
		case !changes(f, models[row.of]):
			t.Errorf("%s: %s comes back as %s, which nobody is told", f.Name(), row.what, cell)
		}
	}
	var table strings.Builder
	table.WriteString("| value | " + strings.Join(generate.Names(), " | ") + " |\n|---" + strings.Repeat("|---", len(generate.Names())) + "|\n")
	for i, row := range matrix {
		table.WriteString("| " + row.what + " | " + strings.Join(cells[i*len(generate.Names()):(i+1)*len(generate.Names())], " | ") + " |\n")
	}
	text := filetest.Read(t, page)
	const begin, end = "<!-- matrix: made by TestMatrix -->\n", "<!-- end of matrix -->"
	before, rest, found := strings.Cut(string(text), begin)
	have, after, closed := strings.Cut(rest, end)
	if !found || !closed {
		t.Fatalf("%s has no place for the table", page)
	}
	if flag.Lookup("update").Value.String() == "true" { // testscript's
		filetest.Write(t, page, before+begin+table.String()+end+after)
		return
	}
	if d := cmp.Diff(have, table.String()); d != "" {
		t.Errorf("docs/formats/README.md (-have +want), written by -update:\n%s", d)
	}
}

// changes reports whether a format says that something of a type comes back as something
// else.
func changes(f codec.Format, t *typemodel.Type) bool {
	p, err := f.Plan("", []*typemodel.Type{t}, codec.Options{})
	return err == nil && len(p.Said(0, typemodel.Changed)) > 0
}
