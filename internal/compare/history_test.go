package compare

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/report/text"
	"github.com/assay-go/assay/result"
)

// TestHistory: what jumps is dated at the run where it did, what creeps is found
// before long, and of what has not changed nearly nothing is said.
func TestHistory(t *testing.T) {
	const runs, rows = 8, 48
	rng := rand.New(rand.NewPCG(3, 4))
	var list []*result.Run
	var names []string
	for i := range runs {
		run := simulated(rng, rows, func(row int) float64 {
			switch {
			case row == 5 && i >= 3:
				return 1.2
			case row == 6 && i >= 2 && i < 6:
				return 0.8
			case row == 7:
				return 1 + 0.03*float64(i) // no step by itself stands out
			}
			return 1
		})
		run.Started = time.Date(2026, 1, 1+i, 0, 0, 0, 0, time.UTC)
		list, names = append(list, run), append(names, fmt.Sprint("run", i))
	}
	// The order of the files is no matter.
	slices.Reverse(list)
	slices.Reverse(names)
	h, err := NewHistory(list, names, Options{Threshold: 0.03})
	if err != nil {
		t.Fatal(err)
	}
	if h.Runs[0].Name != "run0" || len(h.Subjects) != 1 || len(h.Subjects[0].Rows) != 2*rows {
		t.Fatalf("%d rows, the first run is %s", len(h.Subjects[0].Rows), h.Runs[0].Name)
	}
	other := 0
	for _, r := range h.Subjects[0].Rows {
		at := []int{}
		for _, c := range r.Changes {
			at = append(at, c.Run)
		}
		switch r.Row {
		case "row05":
			if !slices.Equal(at, []int{3}) || r.Changes[0].Ratio < 1.15 || r.Changes[0].Ratio > 1.25 {
				t.Errorf("%s %s: %+v, want a change by 1.2 in run 3", r.Row, r.Op, r.Changes)
			}
		case "row06":
			if !slices.Equal(at, []int{2, 6}) {
				t.Errorf("%s %s: %+v, want changes in runs 2 and 6", r.Row, r.Op, r.Changes)
			}
		case "row07":
			if len(at) == 0 || r.change() < 0.09 {
				t.Errorf("%s %s: %+v, want what creeps to be found", r.Row, r.Op, r.Changes)
			}
		default:
			other += len(at)
		}
	}
	if other > 4 {
		t.Errorf("%d changes of rows that have not changed", other)
	}
	var b bytes.Buffer
	if err := text.Set(&b, h.Document(true), text.Style{}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(b.String(), "in 4") || strings.Contains(b.String(), "row20") {
		t.Errorf("the table is\n%s", &b)
	}
}

// TestHistoryOfRowsThatComeAndGo: a run without a figure is a gap.
func TestHistoryOfRowsThatComeAndGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	var list []*result.Run
	for i := range 3 {
		run := simulated(rng, 8, unchanged)
		run.Started = time.Unix(int64(i), 0)
		if i != 1 {
			run.Subjects[0].Cases = append(run.Subjects[0].Cases, simulated(rng, 9, unchanged).Subjects[0].Cases[8])
		}
		list = append(list, run)
	}
	h, err := NewHistory(list, []string{"a", "b", "c"}, Options{Threshold: 0.03})
	if err != nil {
		t.Fatal(err)
	}
	i := slices.IndexFunc(h.Subjects[0].Rows, func(r Trend) bool { return r.Row == "row08" && r.Op == "marshal" })
	if i < 0 {
		t.Fatal("the row is not there")
	}
	if r := h.Subjects[0].Rows[i]; r.NS[0] == 0 || r.NS[1] != 0 || r.NS[2] == 0 || []rune(r.spark())[1] != ' ' {
		t.Errorf("figures %v, drawn %q", r.NS, r.spark())
	}
	if got := (Trend{NS: []float64{100, 0, 110}}).spark(); got != "▁ █" { // a gap is not the least
		t.Errorf("drawn %q", got)
	}
}

// TestHistoryOfBenchmarks: their files have no date, so none is shown, and they stay in the
// order in which they are named.
func TestHistoryOfBenchmarks(t *testing.T) {
	var list []*result.Run
	for i := range 3 {
		run := &result.Run{Schema: result.Schema, Complete: true}
		if i == 1 {
			run.Started = time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		}
		list = append(list, run)
	}
	h, err := NewHistory(list, []string{"c", "a", "b"}, Options{Threshold: 0.03})
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := text.Set(&b, h.Document(false), text.Style{}); err != nil {
		t.Fatal(err)
	}
	data, err := json.Marshal(h)
	if err != nil {
		t.Fatal(err)
	}
	if h.Runs[0].Name != "c" || h.Runs[2].Name != "b" || len(h.Warnings) != 1 || !strings.Contains(h.Warnings[0], "c does not say when") {
		t.Errorf("runs %+v, warnings %q", h.Runs, h.Warnings)
	}
	if year1 := "0001-"; strings.Contains(b.String(), year1) || strings.Contains(string(data), year1) || !strings.Contains(b.String(), "a: 2026-01-01") {
		t.Errorf("%s\n%s", &b, data)
	}
}
