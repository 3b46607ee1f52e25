package rows_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/workloads"
)

func TestContendersAreRows(t *testing.T) {
	known := map[string]bool{}
	for _, c := range rows.All(drivers.All) {
		known[c.Row] = true
	}
	seen := map[string]bool{}
	for _, c := range rows.Contenders {
		switch {
		case !known[c.Row]:
			t.Errorf("there is no row %s", c.Row)
		case c.Reason == "":
			t.Errorf("%s contends without a reason", c.Row)
		case seen[c.Row]:
			t.Errorf("%s contends twice", c.Row)
		}
		seen[c.Row] = true
		for _, w := range c.Workloads {
			if _, ok := workloads.Lookup(w); !ok && w != "types" {
				t.Errorf("%s contends on %q, which is no workload", c.Row, w)
			}
		}
	}
}

func TestContendersOfEachWorkload(t *testing.T) {
	subjects := []string{"./orders.Order"}
	for _, w := range workloads.All {
		subjects = append(subjects, w.Name)
	}
	for _, subject := range subjects {
		count, own := 0, 0
		for _, c := range rows.Contenders {
			if rows.Contends(subject, c.Row) {
				count++
				if strings.HasPrefix(c.Row, "assay.") {
					own++
				}
			}
		}
		if count < 25 || count > 36 {
			t.Errorf("%s has %d contenders", subject, count)
		}
		most := 2
		if subject == "./orders.Order" || slices.Contains(workloads.Group(true), subject) {
			most = 3
			if !rows.Contends(subject, "assay.json+reuse") {
				t.Errorf("JSON is measured by %s, but assay.json does not contend there", subject)
			}
		}
		if own > most {
			t.Errorf("%s has %d of assay's own rows among the contenders, more than %d", subject, own, most)
		}
	}
}
