package check_test

import (
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/drivers/gob"
	"github.com/assay-go/assay/internal/drivers/json"
	"github.com/assay-go/assay/internal/drivers/jsonv2"
	"github.com/assay-go/assay/internal/drivers/shamaton"
	"github.com/assay-go/assay/internal/drivers/vmihailenco"
	"github.com/assay-go/assay/typemodel"
)

func order(t *testing.T) string {
	return module(t, map[string]string{"go.mod": goMod, "o/o.go": "package o\n\ntype Order struct {\n\tTotal int64\n\tName string\n\tTags map[string]string\n}\n"})
}

// Two codecs read each other's bytes, and it is told where they write others.
func TestSwap(t *testing.T) {
	t.Parallel()
	dir := order(t)
	side := func(d *driver.Driver, row string) check.Side {
		return check.Side{Name: d.Name, As: "a ↔ b", Row: row, Only: []*driver.Driver{d}, Dir: dir, Source: bench.Source{Name: "./o.Order", Seed: 1}}
	}
	for _, test := range []struct {
		b     *driver.Driver
		want  check.Outcome
		equal bool
		first string
	}{
		{&jsonv2.Driver, check.Full, false, `:null}`}, // nil is [] there
		{bad("another", ""), check.Breaks, false, "at byte 0"},
	} {
		report, err := check.Swap(t.Context(), check.Config{CacheDir: cacheDir}, side(&json.Driver, "json"), side(test.b, test.b.Name))
		if err != nil {
			t.Fatal(err)
		}
		c := report.Codecs[0]
		if c.Verdict != test.want || c.Bytes == nil || (c.Bytes.Equal == c.Bytes.Values) != test.equal || !strings.Contains(c.Bytes.First, test.first) {
			t.Errorf("%s: %s, bytes %+v", test.b.Name, c.Verdict, c.Bytes)
		}
		var b strings.Builder
		report.Print(&b, "text", false)
		if !strings.Contains(b.String(), "first difference: ") {
			t.Error(b.String())
		}
	}
}

// The order of a map is no difference between two codecs: it is one between two messages
// of the same.
func TestSwapOfMaps(t *testing.T) {
	t.Parallel()
	dir := module(t, map[string]string{"go.mod": goMod, "o/o.go": "package o\n\ntype Order struct {\n\tID int64\n\tM map[string]int64\n}\n\nfunc Values() []Order { return []Order{{ID: 1}, {ID: 2, M: map[string]int64{\"a\": 1, \"b\": 2, \"c\": 3, \"d\": 4}}} }\n"})
	side := func(name string) check.Side {
		return check.Side{Name: name, As: "a ↔ b", Only: []*driver.Driver{&gob.Driver}, Dir: dir, Source: bench.Source{Name: "./o.Order", Sample: "Values", Seed: 1}}
	}
	report, err := check.Swap(t.Context(), check.Config{CacheDir: cacheDir}, side("a"), side("b"))
	if err != nil {
		t.Fatal(err)
	}
	if b := report.Codecs[0].Bytes; b == nil || b.Varies == 0 || b.Values == 0 || b.Equal != b.Values {
		t.Errorf("bytes %+v", b)
	}
}

// What a codec refuses of its own bytes is no doing of the swap.
func TestSwapOfWhatTheWriterRefuses(t *testing.T) {
	t.Parallel()
	dir := order(t)
	side := func(name string, d *driver.Driver) check.Side {
		return check.Side{Name: name, As: "a ↔ b", Only: []*driver.Driver{d}, Dir: dir, Source: bench.Source{Name: "./o.Order", Seed: 1}}
	}
	picky := "if bytes.Contains(data, []byte(`\\ufffd`)) { err = errors.New(\"no text\") }"
	for _, test := range []struct {
		b    *driver.Driver
		want check.Outcome
	}{
		{bad("picky", picky), check.Full},
		{bad("picky", picky+"\nif v.Total > 1<<60 { err = errors.New(\"too large\") }"), check.Forward},
	} {
		report, err := check.Swap(t.Context(), check.Config{CacheDir: cacheDir}, side("a", bad("picky", picky)), side("b", test.b))
		if err != nil {
			t.Fatal(err)
		}
		if c := report.Codecs[0]; c.Verdict != test.want {
			v, cell := c.Ways[0].Worst()
			t.Errorf("%s, want %s: %s at %s: %s", c.Verdict, test.want, v, cell.Place, cell.Reason)
		}
	}
}

func TestAtVersion(t *testing.T) {
	other, err := check.AtVersion(&shamaton.Driver, "v3.2.2")
	if err != nil || other.Facts.Modules[0].Version != "v3.2.2" || shamaton.Driver.Facts.Modules[0].Version == "v3.2.2" {
		t.Errorf("%v, %+v", err, other)
	}
	if _, err := check.AtVersion(&json.Driver, "v1.0.0"); err == nil || !strings.Contains(err.Error(), "--go=") {
		t.Errorf("the standard library at a version: %v", err)
	}
}

// A library is found by the path of any major version of its module, and its adapter
// imports that one.
func TestAtModule(t *testing.T) {
	all := []*driver.Driver{&json.Driver, &vmihailenco.Driver}
	for path, want := range map[string]string{
		"github.com/vmihailenco/msgpack/v4": `msgpack "github.com/vmihailenco/msgpack/v4"`,
		"github.com/vmihailenco/msgpack/v5": `"github.com/vmihailenco/msgpack/v5"`,
		"github.com/vmihailenco/msgpack":    `"github.com/vmihailenco/msgpack"`,
	} {
		d := check.AtModule(all, path, "v9.9.9")
		if d == nil || d.Facts.Modules[0] != (driver.Module{Path: path, Version: "v9.9.9"}) {
			t.Errorf("%s: %+v", path, d)
			continue
		}
		model, _ := typemodel.FromReflect(reflect.TypeFor[orderV1]())
		a := driver.NewAdapter("example.com/adapter")
		if err := d.Emit(a, model, d.Variants[0]); err != nil {
			t.Fatal(err)
		}
		src, err := a.Source()
		if err != nil || strings.Count(string(src), "vmihailenco/") != 1 || !strings.Contains(string(src), want+"\n") {
			t.Errorf("%s: %v\n%s", path, err, src)
		}
	}
	if vmihailenco.Driver.Facts.Modules[0].Version == "v9.9.9" {
		t.Error("the driver itself is another")
	}
	if d := check.AtModule(all, "example.com/other/v2", "v2.0.0"); d != nil {
		t.Errorf("of a module that nobody knows: %s", d.Name)
	}
}

// What was written when a lock file was made is read for ever, or it is told.
func TestAgainst(t *testing.T) {
	t.Parallel()
	dir := order(t)
	file := filepath.Join(t.TempDir(), "orders.wire")
	for i, step := range []struct {
		unmarshal string
		want      check.Outcome
		holds     bool
	}{
		{"", check.Backward, true}, // makes the file
		{"", check.Backward, true},
		{"v.Name = \"\"", check.Drops, false},
		{"err = errors.New(\"no longer\")", check.Breaks, false},
		{"panic(\"no longer\")", check.Kills, false},
	} {
		report, err := check.Against(t.Context(), check.Config{Drivers: []*driver.Driver{bad("codec", step.unmarshal)}, CacheDir: cacheDir},
			check.Side{Name: "tree", Dir: dir, Source: bench.Source{Name: "./o.Order", Seed: 1}}, file, false)
		if err != nil {
			t.Fatal(err)
		}
		c := report.Codecs[0]
		if c.Verdict != step.want || report.Holds() != step.holds || (len(report.Notes) == 1) != (i == 0) {
			t.Errorf("step %d: %s (%s), holds %v, notes %q", i, c.Verdict, c.Reason, report.Holds(), report.Notes)
		}
	}
	write(t, filepath.Dir(file), "orders.wire", "{")
	if _, err := check.Against(t.Context(), check.Config{CacheDir: cacheDir}, check.Side{Dir: dir, Source: bench.Source{Name: "./o.Order"}}, file, false); err == nil || !strings.Contains(err.Error(), "no lock file") {
		t.Errorf("a broken lock file: %v", err)
	}
}
