package check_test

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/check"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers/json"
	"github.com/assay-go/assay/typemodel"
)

var cacheDir string

func TestMain(m *testing.M) {
	os.Exit(func() int {
		dir, err := os.MkdirTemp("", "check-")
		if err != nil {
			panic(err)
		}
		defer os.RemoveAll(dir)
		cacheDir = filepath.Join(dir, "cache")
		return m.Run()
	}())
}

// module writes a module with the given files and returns its folder.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		file := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

const goMod = "module shop.test\n\ngo 1.26\n"

// bad returns a driver that is encoding/json but for what it does between the two
// types: statements that see data, v and the flag other, which says that another type
// was written.
func bad(name, unmarshal string) *driver.Driver {
	return &driver.Driver{
		Name: name, Doc: "A bad codec.",
		Facts:    driver.Facts{Licence: "none", Format: name, Evolution: "positional"},
		Variants: []driver.Variant{{Features: []driver.Feature{driver.Text}}},
		Emit: func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
			a.EmitNew(t, driver.Funcs{
				Imports: []string{"bytes", "encoding/json", "errors", "fmt", "time"},
				Decls:   "var _ = errors.New\nvar _ = time.Now\nvar sink []byte\nvar _ = sink\n",
				Marshal: "b, err := json.Marshal(v)\nreturn append([]byte(fmt.Sprintf(\"%T \", v)), b...), err",
				Unmarshal: "name, data, _ := bytes.Cut(data, []byte(\" \"))\nother := string(name) != fmt.Sprintf(\"%T\", v)\n_ = other\n" +
					"err := json.Unmarshal(data, v)\n" + unmarshal + "\nreturn err",
			})
			return nil
		},
	}
}

// Each verdict is earned by a codec that was made for it.
func TestBetween(t *testing.T) {
	dir := module(t, map[string]string{
		"go.mod":  goMod,
		"v1/o.go": "package v1\n\ntype Order struct {\n\tTotal int32\n\tName string\n}\n",
		"v2/o.go": "package v2\n\ntype Order struct {\n\tTotal int64\n\tName string\n\tNote string\n}\n",
	})
	drivers := []*driver.Driver{
		&json.Driver,
		bad("loses", "if other { v.Name = \"\" }"),
		bad("changes", "if other { v.Name += \"x\" }"),
		bad("refuses", "if other { err = errors.New(\"another type\") }"),
		bad("panics", "if other { _ = data[:3][len(data)] }"),
		bad("allocates", "if other { sink = make([]byte, 1<<40) }"),
		bad("recurses", "if other { var f func(int) int; f = func(n int) int { return f(n+1) + 1 }; err = fmt.Errorf(\"%d\", f(0)) }"),
		bad("always loses", "v.Name = \"\""), // in its own type too: no doing of the change
	}
	side := func(name string) check.Side {
		return check.Side{Name: name, Dir: dir, Source: bench.Source{Name: name, Seed: 1}}
	}
	report, err := check.Between(t.Context(), check.Config{Drivers: drivers, CacheDir: cacheDir}, side("./v1.Order"), side("./v2.Order"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]check.Outcome{
		"json":  check.Backward, // an int64 that int32 cannot hold is refused
		"loses": check.Corrupts, "changes": check.Corrupts, "refuses": check.Breaks, "panics": check.Kills, "allocates": check.Kills, "recurses": check.Kills,
		"always loses": check.Backward,
	}
	reasons := map[string]string{"panics": "panics: runtime error", "allocates": "memory", "recurses": "recursed without end", "refuses": "another type"}
	for _, c := range report.Codecs {
		if c.Verdict != want[c.Name] {
			t.Errorf("%s: %s (%s), want %s", c.Name, c.Verdict, c.Reason, want[c.Name])
			continue
		}
		if c.Holds != (c.Verdict == check.Backward) {
			t.Errorf("%s holds: %v", c.Name, c.Holds)
		}
		if why := reasons[c.Name]; why != "" {
			if _, cell := c.Ways[0].Worst(); !strings.Contains(cell.Reason, why) {
				t.Errorf("%s: %q, want %q", c.Name, cell.Reason, why)
			}
		}
		delete(want, c.Name)
	}
	if len(want) > 0 || report.Holds() {
		t.Errorf("not told: %v; holds: %v", want, report.Holds())
	}
	for _, format := range check.Formats {
		var b bytes.Buffer
		if err := report.Print(&b, format, true); err != nil {
			t.Fatal(err)
		}
		for _, want := range map[string][]string{
			"text":   {"Total int32 → int64, +Note", "BACKWARD", "LOST Name", "another type", "00000000"},
			"md":     {"| json", "CORRUPTS"},
			"json":   {`"verdict": "CORRUPTS"`},
			"github": {"::error file=" + filepath.Join(dir, "v2", "o.go") + ",line=4"},
		}[format] {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s has no %q:\n%s", format, want, b.String())
			}
		}
	}
}
