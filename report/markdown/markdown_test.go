package markdown

import (
	"bytes"
	"flag"
	"path/filepath"
	"strings"
	"testing"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"

	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/report/reporttest"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func TestGolden(t *testing.T) {
	interrupted := reporttest.Short()
	interrupted.Complete = false
	interrupted.Subjects = interrupted.Subjects[2:]
	for _, test := range []struct {
		name string
		run  *result.Run
	}{
		{"full", reporttest.Short()},
		{"interrupted", interrupted},
		{"empty", &result.Run{Complete: true}},
	} {
		t.Run(test.name, func(t *testing.T) {
			filetest.Golden(t, *update, filepath.Join("testdata", test.name+".md.golden"), set(t, test.run))
		})
	}
}

// TestRenders holds the Markdown to what a reader of GitHub's dialect makes of
// it: every table is one, every row and cell is there, and no text has turned
// into markup.
func TestRenders(t *testing.T) {
	run := reporttest.Run()
	odd := "a|b_c_d*e*<i>`x` [1](y) $z$ &amp; ~~s~~\n# h"
	run.Subjects[0].Cases[0].Row = odd
	run.Subjects[0].Cases[13].Reason = odd
	view := report.New(run, nil)
	var html bytes.Buffer
	if err := goldmark.New(goldmark.WithExtensions(extension.GFM)).Convert([]byte(set(t, run)), &html); err != nil {
		t.Fatal(err)
	}
	tables, rows, cells := 0, 0, 0
	for _, block := range layout.New(view, layout.Options{Full: true}) {
		if table, ok := block.(*layout.Table); ok {
			tables++
			rows += 1 + len(table.Rows)
			cells += len(table.Rows) * len(table.Columns)
		}
	}
	for tag, want := range map[string]int{"<table>": tables, "<tr>": rows, "<td": cells, "<em>": 0, "<i>": 0, "<a ": 0, "<code>": 0, "<del>": 0, "<h1>": 1} {
		if got := strings.Count(html.String(), tag); got != want {
			t.Errorf("%d %s, want %d", got, tag, want)
		}
	}
	text := "a|b_c_d*e*&lt;i&gt;`x` [1](y) $z$ &amp;amp; ~~s~~ # h"
	if got := strings.Count(html.String(), text); got < 4 { // the three All tables and the reason
		t.Errorf("the odd name stands there %d times", got)
	}
}

func set(t *testing.T, run *result.Run) string {
	t.Helper()
	var out bytes.Buffer
	if err := Write(&out, report.New(run, nil), layout.Options{Full: true}); err != nil {
		t.Fatal(err)
	}
	return out.String()
}
