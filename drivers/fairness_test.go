package drivers_test

import (
	"os"
	"regexp"
	"testing"

	"github.com/assay-go/assay/drivers"
)

// docs/fairness.md has a line for each driver, in no need of being remembered.
func TestFairnessHasEveryDriver(t *testing.T) {
	doc, err := os.ReadFile("../docs/fairness.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]int{}
	for _, m := range regexp.MustCompile(`(?m)^- \*\*([^*]+)\*\*: .{40,}$`).FindAllSubmatch(doc, -1) {
		lines[string(m[1])]++
	}
	for _, d := range drivers.All {
		if lines[d.Name] != 1 {
			t.Errorf("docs/fairness.md has %d lines about %s, want one that says how it is called", lines[d.Name], d.Name)
		}
		delete(lines, d.Name)
	}
	for name := range lines {
		t.Errorf("docs/fairness.md is about %s, which is no driver", name)
	}
}
