package check_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/drivers/assay"
	"github.com/assay-go/assay/internal/drivers/json"
	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/typemodel"
)

var cacheDir = compiletest.CacheDir()

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
		Facts:    driver.Facts{Licence: "none", Format: name, Identity: driver.ByOrder()},
		Variants: []driver.Variant{{Features: []driver.Feature{driver.Text}}},
		Emit: func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
			a.EmitNew(t, driver.Funcs{
				Imports: []string{"bytes", "encoding/json", "errors", "fmt", "time"},
				Decls:   "var memory = map[string]T{}\nvar _ = errors.New\nvar _ = time.Now\nvar sink []byte\nvar _ = sink\n",
				Marshal: "b, err := json.Marshal(v)\nif err == nil { memory[string(b)] = *v }\nreturn append([]byte(fmt.Sprintf(\"%T \", v)), b...), err",
				Unmarshal: "name, data, _ := bytes.Cut(data, []byte(\" \"))\nother := string(name) != fmt.Sprintf(\"%T\", v)\n_ = other\n" +
					"err := json.Unmarshal(data, v)\n" + unmarshal + "\nreturn err",
			})
			return nil
		},
	}
}

// Each verdict is earned by a codec that was made for it.
func TestBetween(t *testing.T) {
	t.Parallel() // most of it is waiting for limits
	dir := module(t, map[string]string{
		"go.mod": goMod, ".git/HEAD": "ref: refs/heads/main\n",
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
		bad("hangs", "for other { time.Sleep(time.Hour) }"),
		bad("spins", "for other { sink = nil }"),
		bad("recurses", "if other { var f func(int) int; f = func(n int) int { return f(n+1) + 1 }; err = fmt.Errorf(\"%d\", f(0)) }"),
		bad("always loses", "v.Name = \"\""), // in its own type too: no doing of the change
	}
	side := func(name string) check.Side {
		return check.Side{Name: name, Dir: dir, Source: bench.Source{Name: name, Seed: 1}}
	}
	report, err := check.Between(t.Context(), check.Config{Drivers: drivers, CacheDir: cacheDir, Limit: time.Second}, side("./v2.Order"), side("./v1.Order"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]check.Outcome{
		"json":  check.Backward, // an int64 that int32 cannot hold is refused
		"loses": check.Drops, "changes": check.Corrupts, "refuses": check.Breaks, "panics": check.Kills, "hangs": check.Kills, "spins": check.Kills, "allocates": check.Kills, "recurses": check.Kills,
		"always loses": check.Backward,
	}
	reasons := map[string]string{"panics": "panics: runtime error", "allocates": "memory", "recurses": "recursed without end", "refuses": "another type", "hangs": "stood still", "spins": "processor time"}
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
			"text":   {"Total int32 → int64, +Note", "BACKWARD", "DROPPED Name", "another type", "00000000", "  Name: near byte "},
			"md":     {"| json", "CORRUPTS"},
			"json":   {`"verdict": "CORRUPTS"`},
			"github": {"::error file=v2/o.go,line=4"}, // as the repository has it
		}[format] {
			if !strings.Contains(b.String(), want) {
				t.Errorf("%s has no %q:\n%s", format, want, b.String())
			}
		}
	}
}

// A place that may change and that there is not is a mistake of who names it.
func TestAllow(t *testing.T) {
	t.Parallel()
	dir := module(t, map[string]string{"go.mod": goMod, "o/o.go": "package o\n\ntype Order struct {\n\tTotal int64\n\tItems []*Item\n\tNext map[string]*Order\n\tAny any\n}\n\ntype Item struct{ Part }\n\ntype Part struct{ Qty int }\n"})
	side := check.Side{Name: "o.Order", Dir: dir, Source: bench.Source{Name: "./o.Order", Seed: 1}}
	for path, there := range map[string]bool{
		"Total": true, "Items[].Qty": true, "Next[].Next[].Total": true, "Any.What": true, "Items": true,
		"Totl": false, "Items.Qty": false, "Total[]": false, "Items[].Total": false,
	} {
		refuses := bad("refuses", "")
		refuses.Check = func(*typemodel.Type, driver.Variant) []typemodel.Diagnostic {
			return []typemodel.Diagnostic{{Text: "not that"}}
		}
		_, err := check.Between(t.Context(), check.Config{Drivers: []*driver.Driver{refuses}, CacheDir: cacheDir, Allow: []check.Consent{{Path: path, Verdict: check.Changed}}}, side, side)
		if err == nil || strings.Contains(err.Error(), path+": changed, of what may be lost, is no place in o.Order") == there {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// Alone finds what codecs do wrong with values of one type, and with messages that
// were broken.
func TestAlone(t *testing.T) {
	t.Parallel() // most of it is waiting for limits
	dir := module(t, map[string]string{
		"go.mod": goMod,
		"o/o.go": "package o\n\nimport \"time\"\n\ntype Order struct {\n\tTotal int64\n\tName string\n\tF float64\n\tAt time.Time\n\tItems []Item\n}\n\ntype Item struct {\n\tA, B, C, D, E, F, G, H, I, J int64\n}\n",
	})
	drivers := []*driver.Driver{
		&json.Driver,
		&flat,
		bad("ignores what follows", "err = json.NewDecoder(bytes.NewReader(data)).Decode(v)"),
		bad("takes what was cut", "if err != nil { err = nil; v.Name = \"cut\" }"),
		bad("panics on the third byte", "_ = data[:cap(data)][2:3]; if len(data) == 3 { panic(\"third\") }"),
		bad("allocates", "if err != nil { sink = make([]byte, 1<<20) }"),
		bad("hoards", "if len(v.Items) > 1000 { for range v.Items { sink = make([]byte, 16<<10) } }"),
		bad("dies", "if len(data) == 1 { sink = make([]byte, 1<<40) }"),
		bad("hangs", "if len(data) == 1 { select {} }"),
		bad("loses a name", "v.Name = \"\""),
		bad("remembers", "if w, ok := memory[string(data)]; ok { *v = w } else { v.Name = \"\" }"),
		bad("loses minus zero", "if v.F == 0 { v.F = 0 }"),
	}
	report, err := check.Alone(t.Context(), check.Config{Drivers: drivers, CacheDir: cacheDir, Limit: time.Second, MemoryMB: 2048},
		check.Side{Name: "o.Order", Dir: dir, Source: bench.Source{Name: "./o.Order", Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	want := map[string]struct {
		verdict         check.Outcome
		strict, bounded bool
	}{
		"json":                     {check.Alters, true, true}, // invalid UTF-8
		"assay.flat":               {check.Alters, true, true}, // zones
		"ignores what follows":     {check.Loose, false, true},
		"takes what was cut":       {check.Loose, false, true},
		"panics on the third byte": {check.Kills, false, false},
		"allocates":                {check.Loose, true, false},
		"hoards":                   {check.Loose, true, false},
		"dies":                     {check.Kills, false, false},
		"hangs":                    {check.Kills, false, false},
		"loses a name":             {check.Corrupts, true, true},
		"remembers":                {check.Corrupts, true, true},
		"loses minus zero":         {check.Alters, true, true},
	}
	for _, c := range report.Codecs {
		w := want[c.Name]
		delete(want, c.Name)
		if c.Verdict != w.verdict {
			t.Errorf("%s: %s (%s), want %s; deaths: %v", c.Name, c.Verdict, c.Reason, w.verdict, c.Hostile.Deaths)
		}
		for _, l := range c.Labels {
			if holds := map[string]bool{result.Strict: w.strict, result.Bounded: w.bounded}[l.Name]; l.Holds != holds {
				t.Errorf("%s %s: %v (%s)", c.Name, l.Name, l.Holds, l.Evidence)
			}
		}
		if c.Holds != (w.verdict == check.Alters || w.verdict == check.Loose) {
			t.Errorf("%s holds: %v", c.Name, c.Holds)
		}
	}
	if len(want) > 0 {
		t.Errorf("not told: %v", want)
	}
	var b bytes.Buffer
	if err := report.Print(&b, "text", false); err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(b.String(), "\n"); n > 25 || !strings.Contains(b.String(), "CHANGED value") {
		t.Errorf("%d lines:\n%s", n, b.String())
	}
}

// A type that no codec carries is no type that holds.
func TestNothingTold(t *testing.T) {
	t.Parallel()
	dir := module(t, map[string]string{"go.mod": goMod, "o/o.go": "package o\n\ntype Order struct{ ID int }\n"})
	refuses := bad("refuses", "")
	refuses.Check = func(*typemodel.Type, driver.Variant) []typemodel.Diagnostic {
		return []typemodel.Diagnostic{{Text: "not that"}}
	}
	side := check.Side{Name: "o.Order", Dir: dir, Source: bench.Source{Name: "./o.Order", Seed: 1}}
	cfg := check.Config{Drivers: []*driver.Driver{refuses}, CacheDir: cacheDir}
	for what, f := range map[string]func() (*check.Report, error){
		"alone":   func() (*check.Report, error) { return check.Alone(t.Context(), cfg, side) },
		"between": func() (*check.Report, error) { return check.Between(t.Context(), cfg, side, side) },
	} {
		untold := (*check.Untold)(nil)
		if _, err := f(); !errors.As(err, &untold) || !strings.Contains(err.Error(), "not that") {
			t.Errorf("%s: %v", what, err)
		}
	}
	side.Source.As = []string{"time.Time=fields"}
	if _, err := check.Alone(t.Context(), cfg, side); err == nil || !strings.Contains(err.Error(), "--as=time.Time=fields: o.Order holds no such type") {
		t.Errorf("a flag about a type that is not there: %v", err)
	}
}

// flat is assay's own format, in its first variant.
var flat = func() driver.Driver {
	d := assay.Driver
	d.Variants = slices.DeleteFunc(slices.Clone(d.Variants), func(v driver.Variant) bool { return d.RowName(v) != "assay.flat" })
	return d
}()
