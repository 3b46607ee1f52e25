package bench_test

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/result"
)

// TestWaysOut takes each way out of what keeps a type from being measured: the
// script ways of the command shows that they are told, and one of them by flags.
func TestWaysOut(t *testing.T) {
	archive, err := txtar.ParseFile(filepath.Join("testdata", "remedies.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	filetest.Unpack(t, dir, archive)
	const (
		secret = "money.Secret as int64 by money.Reveal"
		shapes = "geo.Shape as a struct of pointers by its 2 types"
	)
	tests := []struct {
		source bench.Source
		want   string // how the values travel, or why they do not, by row
	}{
		{bench.Source{Name: "./orders.Order", Count: 4, Omit: []string{"Done", "Lines[].Secret", "Shapes"}}, "json [orders.Order without Shapes, Done, left out orders.Line without Secret, left out]"},
		{bench.Source{Name: "./orders.Drawing", Sample: "Drawings"}, "gob []; json [" + shapes + "]"},
		{bench.Source{Name: "./orders.Typed", File: filepath.Join(dir, "typed.jsonl")}, "gob []"},
		{bench.Source{Name: "./told.Order", Count: 4}, "json [" + secret + " told.Order without Done, left out " + shapes + "]"},
		{bench.Source{Name: "./money.Sealed", File: filepath.Join(dir, "sealed.jsonl")}, "json []"},
		{bench.Source{Name: "./money.Signed", Sample: "Samples"}, "json []"},
	}
	if !routinestest.Long { // each is verified for seconds
		tests = tests[1:3]
	}
	var sources []bench.Source
	for _, test := range tests {
		sources = append(sources, test.source)
	}
	b, err := bench.Open(t.Context(), bench.Config{
		Drivers: []*driver.Driver{drivers.Find("gob"), drivers.Find("json")}, CacheDir: cacheDir, Dir: dir, Together: true,
		Choose: func(subject string, r rows.Candidate) bool {
			return r.Row == "gob" && (subject == "./orders.Drawing" || subject == "./orders.Typed") || r.Row == "json" && subject != "./orders.Typed"
		},
	}, sources...)
	if err != nil {
		t.Fatal(err)
	}
	run, err := b.Verify(t.Context(), bench.Options{})
	if err != nil || len(run.Subjects) != len(tests) {
		t.Fatalf("%d subjects: %v", len(run.Subjects), err)
	}
	for i, test := range tests {
		var got []string
		for _, c := range run.Subjects[i].Cases {
			if c.Status == result.Skipped { // verified, and not measured
				got = append(got, fmt.Sprint(c.Row, " ", c.Workarounds))
			} else {
				got = append(got, fmt.Sprint(c.Row, " ", c.Status, " ", c.Reason))
			}
		}
		if got := strings.Join(got, "; "); got != test.want {
			t.Errorf("%s: got\n%s\nwant\n%s", test.source.Name, got, test.want)
		}
	}
	for _, want := range []string{
		"./orders.Drawing: what its interfaces hold was found in the values: example.com/shop/geo.Shape=example.com/shop/geo.Circle,*example.com/shop/geo.Square",
		"./orders.Typed: what its interfaces hold was found in the values: example.com/shop/geo.Shape=example.com/shop/geo.Circle",
	} {
		if !slices.Contains(run.Warnings, want) {
			t.Errorf("no warning %q in %q", want, run.Warnings)
		}
	}
}
