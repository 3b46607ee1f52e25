package check_test

import (
	"bytes"
	stdjson "encoding/json"
	"errors"
	"fmt"
	"math"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/typemodel"
	"github.com/assay-go/assay/worker"
)

func order(t *testing.T) string {
	return module(t, map[string]string{"go.mod": goMod, "o/o.go": "package o\n\ntype Order struct {\n\tTotal int64\n\tName string\n\tTags map[string]string\n}\n"})
}

// Two codecs read each other's bytes, and it is told where they write others.
func TestSwap(t *testing.T) {
	t.Parallel()
	dir := order(t)
	side := func(d *driver.Driver) check.Side {
		return check.Side{Name: d.Name, As: "a ↔ b", Row: d.Name, Only: []*driver.Driver{d}, Dir: dir, Source: bench.Source{Name: "./o.Order", Seed: 1}}
	}
	lower := reader("lower", "")
	lower.Emit = func(a *driver.Adapter, t *typemodel.Type, _ driver.Variant) error {
		a.EmitNew(t, driver.Funcs{
			Imports: []string{"bytes", "encoding/json"}, Unmarshal: "return json.Unmarshal(data, v)",
			Marshal: "b, err := json.Marshal(v)\nreturn bytes.Replace(b, []byte(`\"Total\"`), []byte(`\"total\"`), 1), err",
		})
		return nil
	}
	report, err := check.Swap(t.Context(), check.Config{CacheDir: cacheDir}, side(drivers.Find("json")), side(lower))
	if err != nil {
		t.Fatal(err)
	}
	swapped(t, report, check.Full, "at byte 2")
	another := func(v any) ([]byte, error) {
		b, err := stdjson.Marshal(v)
		return append([]byte("another "), b...), err
	}
	reads := func(data []byte, v any) error {
		return stdjson.Unmarshal(bytes.TrimPrefix(data, []byte("another ")), v)
	}
	refuses := func(data []byte, v any) error {
		if !bytes.HasPrefix(data, []byte("another ")) {
			return errors.New("another")
		}
		return reads(data, v)
	}
	if report, err = check.LocalSwap(t.Context(), two(subjects(stdjson.Marshal, stdjson.Unmarshal, full), subjects(another, refuses, full)), full.of); err != nil {
		t.Fatal(err)
	}
	swapped(t, report, check.Breaks, "at byte 0")
}

// swapped looks for the verdict of the only pair of codecs, which write other bytes.
func swapped(t *testing.T, report *check.Report, want check.Outcome, first string) {
	t.Helper()
	c := report.Codecs[0]
	if c.Verdict != want || c.Bytes == nil || c.Bytes.Equal == c.Bytes.Values || !strings.Contains(c.Bytes.First, first) {
		t.Errorf("%s, bytes %+v, want %s", c.Verdict, c.Bytes, want)
	}
	var b strings.Builder
	report.Print(&b, "text", false)
	if !strings.Contains(b.String(), "first difference: ") {
		t.Error(b.String())
	}
}

var full = sampleOf(orderV2{1 << 40, "cd", "ef"})

// two are two codecs in this process, of one type.
func two(a, b []worker.Subject) check.Local {
	d := &driver.Driver{Name: "a ↔ b", Facts: driver.Facts{Format: "words", Identity: driver.ByOrder()}, Variants: []driver.Variant{{}}}
	return check.Local{Driver: d, Subjects: append(a, b...)}
}

// The order of a map is no difference between two codecs: it is one between two messages
// of the same.
func TestSwapOfMaps(t *testing.T) {
	type mapped struct {
		ID int64
		M  map[string]int64
	}
	a := subjects(marshalGob, unmarshalGob, sampleOf(mapped{ID: 2, M: map[string]int64{"a": 1, "b": 2, "c": 3, "d": 4}}, mapped{ID: 1}))
	report, err := check.LocalSwap(t.Context(), two(a, a), reflect.TypeFor[mapped]())
	if err != nil {
		t.Fatal(err)
	}
	if b := report.Codecs[0].Bytes; b == nil || b.Varies == 0 || b.Values == 0 || b.Equal != b.Values {
		t.Errorf("bytes %+v", b)
	}
}

// What a codec refuses of its own bytes is no doing of the swap.
func TestSwapOfWhatTheWriterRefuses(t *testing.T) {
	picky := func(most int64) []worker.Subject {
		return subjects(stdjson.Marshal, func(data []byte, v any) error {
			if err := stdjson.Unmarshal(data, v); err != nil || !bytes.Contains(data, []byte(`\ufffd`)) && v.(*orderV2).Total <= most {
				return err
			}
			return errors.New("no text, or too large")
		}, full)
	}
	for most, want := range map[int64]check.Outcome{math.MaxInt64: check.Full, 1 << 60: check.Forward} {
		report, err := check.LocalSwap(t.Context(), two(picky(math.MaxInt64), picky(most)), full.of)
		if err != nil {
			t.Fatal(err)
		}
		if c := report.Codecs[0]; c.Verdict != want {
			v, cell := c.Ways[0].Worst()
			t.Errorf("%s, want %s: %s at %s: %s", c.Verdict, want, v, cell.Place, cell.Reason)
		}
	}
}

func TestAtVersion(t *testing.T) {
	other, err := check.AtVersion(drivers.Find("shamaton"), "v3.2.2")
	if err != nil || other.Facts.Modules[0].Version != "v3.2.2" || drivers.Find("shamaton").Facts.Modules[0].Version == "v3.2.2" {
		t.Errorf("%v, %+v", err, other)
	}
	if _, err := check.AtVersion(drivers.Find("json"), "v1.0.0"); err == nil || !strings.Contains(err.Error(), "--go=") {
		t.Errorf("the standard library at a version: %v", err)
	}
}

// A library is found by the path of any major version of its module, and its adapter
// imports that one.
func TestAtModule(t *testing.T) {
	all := []*driver.Driver{drivers.Find("json"), drivers.Find("vmihailenco"), drivers.Find("bson")}
	for path, want := range map[string]string{
		"github.com/vmihailenco/msgpack/v4": `msgpack "github.com/vmihailenco/msgpack/v4"`,
		"github.com/vmihailenco/msgpack/v5": `"github.com/vmihailenco/msgpack/v5"`,
		"github.com/vmihailenco/msgpack":    `"github.com/vmihailenco/msgpack"`,
		"go.mongodb.org/mongo-driver":       `"go.mongodb.org/mongo-driver/bson"`, // which has no NewDocumentWriter
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
		if err != nil || strings.Count(string(src), path) != 1 || !strings.Contains(string(src), want+"\n") || strings.Contains(string(src), "NewDocumentWriter") {
			t.Errorf("%s: %v\n%s", path, err, src)
		}
	}
	if drivers.Find("vmihailenco").Facts.Modules[0].Version == "v9.9.9" {
		t.Error("the driver itself is another")
	}
	if d := check.AtModule(all, "example.com/other/v2", "v2.0.0"); d != nil {
		t.Errorf("of a module that nobody knows: %s", d.Name)
	}
}

// What was written when a lock file was made is read for ever, or it is told.
func TestAgainst(t *testing.T) {
	file := filepath.Join(t.TempDir(), "orders.wire")
	for i, step := range []struct {
		then  func(v *orderV2) error // when it is read
		want  check.Outcome
		holds bool
	}{
		{func(*orderV2) error { return nil }, check.Backward, true}, // makes the file
		{func(*orderV2) error { return nil }, check.Backward, true},
		{func(v *orderV2) error { v.Name = ""; return nil }, check.Drops, false},
		{func(*orderV2) error { return errors.New("no longer") }, check.Breaks, false},
		{func(*orderV2) error { panic("no longer") }, check.Kills, false},
	} {
		d := &driver.Driver{Name: "codec", Facts: driver.Facts{Format: "words", Identity: driver.ByOrder()}, Variants: []driver.Variant{{}}}
		codec := check.Local{Driver: d, Subjects: subjects(stdjson.Marshal, func(data []byte, v any) error {
			if err := stdjson.Unmarshal(data, v); err != nil {
				return err
			}
			return step.then(v.(*orderV2))
		}, full)}
		report, err := check.LocalAgainst(t.Context(), []check.Local{codec}, full.of, file)
		if err != nil {
			t.Fatal(err)
		}
		c := report.Codecs[0]
		if c.Verdict != step.want || report.Holds() != step.holds || (len(report.Notes) == 1) != (i == 0) {
			t.Errorf("step %d: %s (%s), holds %v, notes %q", i, c.Verdict, c.Reason, report.Holds(), report.Notes)
		}
	}
	codec := check.Local{Driver: drivers.Find("json"), Subjects: subjects(stdjson.Marshal, stdjson.Unmarshal, full)}
	for schema, versions := range map[string]string{ // those of earlier assays are read as they are
		"1": `"codecs":{"json":{"values":[%s]}}`,
		"2": `"type":"shop.Order","versions":[{"shape":"a","codecs":{"json":{"values":[%s],"varied":{"encoded":"e30=","leaves":[{"p":"Gone","k":"string","v":"x"}],"varied":[{"path":"Gone","encoded":["eyJHb25lIjoieSJ9"]}]}}}}]`,
	} {
		write(t, filepath.Dir(file), "orders.wire", `{"schema":`+schema+`,`+fmt.Sprintf(versions, `{"name":"value 0","leaves":[{"k":"struct"},{"p":"Name","k":"string","v":"ab"},{"p":"Gone","k":"string","v":"x"}],"encoded":"eyJOYW1lIjoiYWIiLCJHb25lIjoieCJ9"}`)+`}`)
		report, err := check.LocalAgainst(t.Context(), []check.Local{codec}, full.of, file)
		if err != nil || len(report.Codecs[0].Ways) != 1 || schema == "2" && (report.Codecs[0].Verdict != check.Drops || report.Codecs[0].Ways[0].Dropped[0] != "Gone") {
			t.Errorf("a lock of schema %s: %v, %+v", schema, err, report)
		}
	}
	write(t, filepath.Dir(file), "orders.wire", "{")
	if _, err := check.Against(t.Context(), check.Config{CacheDir: cacheDir}, check.Side{}, file, false); err == nil || !strings.Contains(err.Error(), "no lock file") {
		t.Errorf("a broken lock file: %v", err)
	}
	for _, versions := range []string{
		`null`, `{"shape":"a"}`, `{"codecs":{"json":null}}`, `{"codecs":{"json":{}}}`, `{"type":[{"kind":"slice","elem":2}],"codecs":{}}`, `{"type":[{"kind":"map","elem":1}],"codecs":{}}`,
		`{"codecs":{"json":{"values":[{}],"edges":[{"of":1}]}}}`, `{"codecs":{"json":{"values":[{}],"edges":[{"encoded":{"tail":9}}]}}}`, `{"codecs":{"json":{"values":[{}],"variations":[{"again":[{"head":-1}]}]}}}`,
	} {
		write(t, filepath.Dir(file), "orders.wire", `{"schema":2,"type":"shop.Order","versions":[`+versions+`]}`)
		if _, err := check.ReadLock(file); err == nil || !strings.Contains(err.Error(), "damaged: its version 1") {
			t.Errorf("a version that is %s: %v", versions, err)
		}
	}
}
