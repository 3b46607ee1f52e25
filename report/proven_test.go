package report_test

import (
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

// A full report says of each row what was proven of it, and what speaks against it.
func TestProven(t *testing.T) {
	label := func(name, fault string) result.Label {
		return result.Label{Name: name, Holds: fault == "", Fault: fault, Evidence: "tried"}
	}
	run := &result.Run{Subjects: []*result.Subject{{Name: "s", Cases: []*result.Case{
		{Row: "sound", Labels: []result.Label{label(result.Survives, ""), label(result.Strict, ""), label(result.Bounded, "")}},
		{Row: "lax", Labels: []result.Label{label(result.Strict, "panics on cut input"), label(result.Survives, "changes values when types change")}},
		{Row: "unknown"},
	}}}}
	var rows, reasons []string
	for _, b := range layout.New(report.New(run, nil), layout.Options{Full: true}) {
		switch b := b.(type) {
		case *layout.Table:
			for _, row := range b.Rows {
				var cells []string
				for _, c := range row {
					cells = append(cells, c.Text)
				}
				rows = append(rows, strings.Join(cells, " "))
			}
		case *layout.List:
			for _, i := range b.Items {
				reasons = append(reasons, i.Text)
			}
		}
	}
	all := strings.Join(append(rows, reasons...), "\n")
	for _, want := range []string{"lax no - no -\n", "sound yes yes yes -\n", "not strict: panics on cut input: lax", "not survives: changes values when types change: lax"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in\n%s", want, all)
		}
	}
	if strings.Contains(all, "unknown - -") {
		t.Errorf("what is not known has a line:\n%s", all)
	}
}
