package export

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/gobench/lines"
	"github.com/assay-go/assay/internal/report/reporttest"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

var update = flag.Bool("update", false, "rewrite the golden files and the documents")

func view() *report.View { return report.New(reporttest.Run(), nil) }

// measured counts the rows and operations that have figures.
func measured(run *result.Run) (ops, samples int) {
	for _, s := range run.Subjects {
		for _, c := range s.Cases {
			for _, op := range c.Ops {
				ops++
				samples += len(op.Samples)
			}
		}
	}
	return ops, samples
}

func TestCSV(t *testing.T) {
	var out bytes.Buffer
	if err := CSV(&out, view()); err != nil {
		t.Fatal(err)
	}
	filetest.Golden(t, *update, filepath.Join("testdata", "run.csv.golden"), out.Bytes())

	records, err := csv.NewReader(&out).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	run := reporttest.Run()
	want, _ := measured(run)
	index := map[string]int{}
	for i, name := range records[0] {
		index[name] = i
	}
	got := 0
	for _, record := range records[1:] {
		cell := func(name string) string { return record[index[name]] }
		if cell("status") != "ok" {
			if cell("reason") == "" || cell("ns_op") != "" {
				t.Errorf("a row without figures: %q", record)
			}
			continue
		}
		got++
		c := find(t, run, cell("subject"), cell("row"))
		if mean, err := strconv.ParseFloat(cell("size_mean"), 64); err != nil || mean != c.Size.Mean {
			t.Errorf("%s: size_mean %s, want %v", c.Row, cell("size_mean"), c.Size.Mean)
		}
		if n, err := strconv.ParseFloat(cell("bytes_op"), 64); err != nil || n != c.Ops[cell("op")].BytesPerOp {
			t.Errorf("%s: bytes_op %s, want %v", c.Row, cell("bytes_op"), c.Ops[cell("op")].BytesPerOp)
		}
		if rank, err := strconv.Atoi(cell("rank")); err != nil || rank < 1 {
			t.Errorf("%s: rank %q", c.Row, cell("rank"))
		}
	}
	if got != want {
		t.Errorf("%d lines with figures, want %d", got, want)
	}
}

func find(t *testing.T, run *result.Run, subject, row string) *result.Case {
	t.Helper()
	for _, s := range run.Subjects {
		for _, c := range s.Cases {
			if s.Name == subject && c.Row == row {
				return c
			}
		}
	}
	t.Fatalf("no row %q of %q", row, subject)
	return nil
}

func TestJSON(t *testing.T) {
	for _, run := range []*result.Run{reporttest.Run(), {Complete: true}} {
		var out bytes.Buffer
		want := report.New(run, nil)
		if err := JSON(&out, want); err != nil {
			t.Fatal(err)
		}
		got := new(report.View)
		d := json.NewDecoder(&out)
		d.DisallowUnknownFields()
		if err := d.Decode(got); err != nil {
			t.Fatal(err)
		}
		for _, s := range want.Subjects {
			for _, op := range s.Ops {
				for _, rows := range [][]report.Row{op.Safe, op.Unsafe, op.All} {
					for i := range rows {
						rows[i].Samples = nil // not part of the document
					}
				}
			}
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	}
}

func TestBenchfmt(t *testing.T) {
	run := reporttest.Run()
	run.Complete = false
	run.Subjects[1].Name = "example.com/linear.Matrix of 3"
	run.Subjects[0].Cases[0].Ops["marshal"].Samples[0].NoGC = true
	run.Subjects[0].Cases[1].Row = "sha-256"
	var out bytes.Buffer
	if err := Benchfmt(&out, report.New(run, nil)); err != nil {
		t.Fatal(err)
	}

	samples := 0
	keys := map[string]int{}
	read, err := lines.Read(&out)
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range read {
		samples++
		keys[fmt.Sprint("gc:", l.Config["gc"], " subject:", l.Config["subject"], " cpu:", l.Config["cpu"], " ", l.Name)]++
		for _, unit := range []string{"ns/op", "B/op", "allocs/op", "B/size"} {
			if _, ok := l.Values[unit]; !ok {
				t.Errorf("%s has no %s", l.Name, unit)
			}
		}
	}
	if _, want := measured(run); samples != want {
		t.Errorf("%d samples, want %d", samples, want)
	}
	for key, want := range map[string]int{
		"gc:on subject:data cpu:AMD EPYC 7B13 Assay/subject=data/op=marshal/name=mus+raw":                                                    23,
		"gc:off subject:data cpu:AMD EPYC 7B13 Assay/subject=data/op=marshal/name=mus+raw":                                                   1,
		"gc:on subject:data cpu:AMD EPYC 7B13 Assay/subject=data/op=marshal/name=sha-256":                                                    24,
		"gc:on subject:data cpu:AMD EPYC 7B13 Assay/subject=data/op=access/name=flatbuffers":                                                 24,
		"gc:on subject:example.com/linear.Matrix of 3 cpu:AMD EPYC 7B13 Assay/subject=example.com_linear.Matrix_of_3/op=unmarshal/name=tiny": 24,
	} {
		if keys[key] != want {
			t.Errorf("%d samples of %s, want %d; there are %v", keys[key], key, want, keys)
		}
	}
}

func TestBenchfmtGolden(t *testing.T) {
	run := reporttest.Run()
	run.Complete = false
	run.Subjects = run.Subjects[:1]
	run.Subjects[0].Cases = append(run.Subjects[0].Cases[:1], run.Subjects[0].Cases[13:]...)
	var out bytes.Buffer
	if err := Benchfmt(&out, report.New(run, nil)); err != nil {
		t.Fatal(err)
	}
	filetest.Golden(t, *update, filepath.Join("testdata", "run.bench.golden"), out.Bytes())
}

func TestColumnNames(t *testing.T) {
	seen := map[string]bool{}
	for _, c := range columns {
		if seen[c.name] || c.doc == "" || strings.ToLower(c.name) != c.name {
			t.Errorf("column %q: a second one, not documented or not in lower case", c.name)
		}
		seen[c.name] = true
	}
}

// TestBusy: who reads samples with benchstat is told as well that others kept the machine busy.
func TestBusy(t *testing.T) {
	for share, want := range map[float64]bool{0.36: true, 0.97: false} {
		v := view()
		v.Environment.CPUShare = share
		var out bytes.Buffer
		if err := Benchfmt(&out, v); err != nil {
			t.Fatal(err)
		}
		if told := strings.Contains(out.String(), "\n# the machine was busy: workers had a processor for 36 %"); told != want {
			t.Errorf("at a share of %v it says that the machine was busy: %t", share, told)
		}
	}
}
