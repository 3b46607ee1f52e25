//go:build long

package check_test

import (
	"slices"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/check/standard"
)

// extprot keeps its rules (docs/extprot.md, Evolution): what they allow is read as it
// is meant, and what they forbid is refused, but for what stands in another's place and
// has its type, which nothing on the wire tells apart.
func TestExtprotRules(t *testing.T) {
	t.Parallel()
	rules := map[string]struct {
		older, newer check.Verdict // what comes of what each wrote
		rule         string
	}{
		"AddEnd":          {check.Refused, check.Same, "appended: old readers pass over it, new ones need a default, which Go's types have not"},
		"AddInList":       {check.Refused, check.Same, "appended, in a message within"},
		"AddMiddle":       {check.Refused, check.Changed, "nothing may be inserted"},
		"ReorderSame":     {check.Changed, check.Changed, "nothing may be moved"},
		"AddNumbered":     {check.Refused, check.Same, "inserted in Go under the next number, which is appended"},
		"ReorderNumbered": {check.Same, check.Same, "numbers are kept"},
		"ReorderMixed":    {check.Refused, check.Refused, "nothing may be moved"},
		"RenameGo":        {check.Same, check.Same, "names are not on the wire"},
		"RenameWire":      {check.Same, check.Same, "names are not on the wire"},
		"Widen":           {check.Same, check.Same, "both are int"},
		"BoolInt":         {check.Same, check.Refused, "a bool may become an int, and not the other way round"},
		"StrInt":          {check.Refused, check.Refused, "no widening"},
		"ToSlice":         {check.Refused, check.Refused, "a list is no tuple"},
	}
	var changes []standard.Change
	for _, c := range standard.Changes {
		if _, ok := rules[c.Name]; ok {
			changes = append(changes, c)
		}
	}
	if len(changes) != len(rules) {
		t.Fatalf("%d of %d changes are standard ones", len(changes), len(rules))
	}
	m, err := check.Tabulate(t, check.Config{Drivers: []*driver.Driver{drivers.Find("extprot")}, CacheDir: cacheDir}, changes, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i, c := range changes {
		rule := rules[c.Name]
		for way, want := range []check.Verdict{rule.older, rule.newer} {
			got, what := check.Same, ""
			if j := slices.IndexFunc(m.Rows[0].Changes, func(cell check.MatrixCell) bool { return cell.At == 2*i+way }); j >= 0 {
				got, what = m.Rows[0].Changes[j].Verdict, m.Rows[0].Changes[j].What
			}
			if got != want {
				t.Errorf("%s, way %d: %s (%s), want %s: %s", c.Title, way, got, what, want, rule.rule)
			}
		}
	}
}
