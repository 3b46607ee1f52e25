package bench_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/drivertest/roundtrip"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/result"
)

// cacheDir is one folder for what all tests build. The go command's own cache knows
// packages by their folders, so that in folders of their own each test would
// have assay's packages compiled again for its workers.
var cacheDir = compiletest.CacheDir()

func TestMain(m *testing.M) { compiletest.Main(m) }

// Everything that can be wrong with the sources is found before anything is
// compiled.
func TestWrongSources(t *testing.T) {
	dir := t.TempDir()
	filetest.All(t, dir, map[string]string{
		"go.mod":          "module example.com/shop\n\ngo 1.26\n",
		"orders/order.go": "package orders\n\ntype Order struct{ ID int }\n\nfunc Samples() []Order { return nil }\nfunc With(n int) []Order { return nil }\nfunc hidden() []Order { return nil }\n",
		"good.jsonl":      "{\"ID\":1}\n\n{\"ID\":2}",
		"bad.jsonl":       "{\"ID\":1}\n{\"ID\":\n",
		"empty.jsonl":     "\n",
		"utf16.jsonl":     "\xff\xfe{\x00}\x00\n\x00",
		"orders/line.go": "package orders\n\nimport (\n\t\"encoding/json\"\n\t\"time\"\n)\n\ntype Base struct{ Note string }\n\n" +
			"type Line struct {\n\tBase\n\tAt time.Time\n\tHash []byte\n\tPrice json.Number\n\tAny any\n\tQuoted int `json:\",string\"`\n" +
			"\tParts map[string][]Part `json:\"parts\"`\n}\n\ntype Part struct {\n\tN *float64 `json:\"n,omitempty\"`\n\tSame, SAME bool\n\tlocal int\n}\n",
		"lines.jsonl":  `{"note":"","at":"2026-01-02T03:04:05Z","Hash":"AAE=","Price":1.5,"Any":[1,{}],"Quoted":"7","PARTS":{"a":[{"n":1},{"N":null}],"b":null}}`,
		"kind.jsonl":   `{"ID":1}` + "\n" + `{"ID":"1"}`,
		"deep.jsonl":   `{"parts":{"a":[{"n":1},{"n":true}]}}`,
		"member.jsonl": `{"parts":{"a":[{"local":1}]}}`,
	})
	cfg := bench.Config{CacheDir: cacheDir, Dir: dir}
	loader := bench.NewLoader(cfg) // by which Open loads each source
	order := func(file, sample string) bench.Source {
		if file != "" {
			file = filepath.Join(dir, file)
		}
		return bench.Source{Name: "./orders.Order", File: file, Sample: sample}
	}
	for _, test := range []struct {
		name    string
		sources []bench.Source
		want    string // in the error; empty: there is none
	}{
		{"good", []bench.Source{order("good.jsonl", "")}, ""},
		{"good sample", []bench.Source{order("", "Samples")}, ""},
		{"no such workload", []bench.Source{{Name: "data"}, {Name: "dta"}}, `there is no workload "dta"; did you mean "data"?`},
		{"twice", []bench.Source{{Name: "data"}, {Name: "data"}}, "data is named twice"},
		{"broken line", []bench.Source{order("bad.jsonl", "")}, "bad.jsonl: line 2: unexpected end"},
		{"values of all kinds", []bench.Source{{Name: "./orders.Line", File: filepath.Join(dir, "lines.jsonl")}}, ""},
		{"another kind", []bench.Source{order("kind.jsonl", "")}, "kind.jsonl: line 2: ID: a JSON string, where the type has int"},
		{"another kind within", []bench.Source{{Name: "./orders.Line", File: filepath.Join(dir, "deep.jsonl")}}, "line 1: Parts[a][1].N: a JSON bool, where the type has float64"},
		{"no such field", []bench.Source{{Name: "./orders.Line", File: filepath.Join(dir, "member.jsonl")}}, `line 1: json: unknown field "local" of Parts[a][0]`},
		{"no values", []bench.Source{order("empty.jsonl", "")}, "no values"},
		{"UTF-16", []bench.Source{order("utf16.jsonl", "")}, "utf16.jsonl begins with a byte order mark"},
		{"no file", []bench.Source{order("none.jsonl", "")}, "none.jsonl"},
		{"no such func", []bench.Source{order("", "Sample")}, `has no sample func Sample; did you mean "Samples"?`},
		{"func with arguments", []bench.Source{order("", "With")}, "takes arguments"},
		{"a type that none holds", []bench.Source{{Name: "./orders.Order", As: []string{"./orders.Part=fields"}}}, "--as=./orders.Part=fields: no type here holds what it is about"},
		{"a type of a workload", []bench.Source{{Name: "data", As: []string{"./orders.Part=fields"}, Omit: []string{"A", "B"}}}, "--as=./orders.Part=fields: no type here holds what it is about: leave the flag out, or name a type that does\n--omit=A,B: "},
		{"a type of the user's beside a workload", []bench.Source{{Name: "data", Omit: []string{"ID"}}, {Name: "./orders.Order", Omit: []string{"ID"}}}, ""},
		{"a type that one of two holds", []bench.Source{
			{Name: "./orders.Order", As: []string{"./orders.Part=fields"}}, {Name: "./orders.Line", As: []string{"./orders.Part=fields"}},
		}, ""},
		{"hidden func", []bench.Source{order("", "hidden")}, "not exported"},
	} {
		t.Run(test.name, func(t *testing.T) {
			var err error
			if len(test.sources) == 1 && test.sources[0].As == nil {
				_, err = loader.Load(t.Context(), test.sources[0])
			} else {
				_, err = bench.Open(t.Context(), cfg, test.sources...)
			}
			switch {
			case test.want == "" && err != nil:
				t.Error(err)
			case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}

	t.Run("no toolchain", func(t *testing.T) {
		t.Setenv("PATH", t.TempDir())
		if _, err := bench.Open(t.Context(), bench.Config{CacheDir: dir}, bench.Source{Name: "data"}); err == nil || !strings.Contains(err.Error(), "install Go") {
			t.Errorf("without a go command: %v", err)
		}
	})
}

// Whether subjects are built together or one by one, each is complete before the
// next is begun, and only the rows that were chosen are in the document.
func TestRun(t *testing.T) {
	for _, together := range []bool{false, true} {
		t.Run(fmt.Sprint("together=", together), func(t *testing.T) {
			if !together { // as no command has it: each subject is a program of its own
				roundtrip.NeedsLong(t)
			}
			var kinds []string
			b, err := bench.Open(t.Context(), bench.Config{
				Drivers: []*driver.Driver{drivers.Find("json"), drivers.Find("gob")}, CacheDir: cacheDir, Together: together,
				Choose: func(subject string, r rows.Candidate) bool {
					return r.Row == "json" || subject == "data" && r.Row == "gob+reuse"
				},
				Progress: func(s bench.Step) {
					if k := fmt.Sprint(s.Kind, " ", s.Subject); len(kinds) == 0 || kinds[len(kinds)-1] != k {
						kinds = append(kinds, k)
					}
				},
			}, bench.Source{Name: "data", Count: 3}, bench.Source{Name: "colorgroup", Count: 2})
			if err != nil {
				t.Fatal(err)
			}
			var complete []string
			run, err := b.Run(t.Context(), bench.Options{Processes: 3, Also: result.Also{Compression: routinestest.Long}, Verify: true, Measured: func(_ *result.Run, s *result.Subject) {
				complete = append(complete, s.Name)
				kinds = append(kinds, "complete "+s.Name)
			}})
			if err != nil || !run.Complete {
				t.Fatal(err)
			}
			got := ""
			for _, s := range run.Subjects {
				got += fmt.Sprint(s.Name, " ", s.Values, ":")
				for _, c := range s.Cases {
					got += fmt.Sprint(" ", c.Row, " ", c.Status, c.Reason, ";")
				}
				got += "\n"
			}
			if want := "data 3: json ok; gob+reuse ok;\ncolorgroup 2: json ok;\n"; got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
			if z := run.Subjects[0].Cases[1].Compression; routinestest.Long != (len(z) > 0) || len(z) > 0 && (z[0].Messages != 1000 || z[0].Plain < 100) {
				t.Errorf("compression: %+v", z)
			}
			measured := false
			for _, k := range kinds {
				measured = measured || strings.HasPrefix(k, "measuring data")
				if k == "complete data" {
					break
				}
				if measured && strings.Contains(k, "colorgroup") {
					t.Errorf("%s while data was measured", k)
				}
			}
			if fmt.Sprint(complete) != "[data colorgroup]" {
				t.Errorf("complete: %v", complete)
			}
		})
	}
}
