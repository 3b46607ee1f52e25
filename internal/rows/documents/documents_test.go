package documents

import (
	"testing"

	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/workloads"
)

func TestRows(t *testing.T) {
	rows := map[string]bool{}
	for _, d := range drivers.All {
		for _, r := range d.Rows() {
			rows[r.Name] = true
		}
	}
	for _, d := range All {
		for _, w := range d.Workloads {
			if _, ok := workloads.Lookup(w); !ok {
				t.Errorf("%s: there is no workload %s", d.Name, w)
			}
		}
		seen := map[string]bool{}
		for _, n := range d.Names {
			if seen[n.Name] {
				t.Errorf("%s: %s stands twice", d.Name, n.Name)
			}
			seen[n.Name] = true
			for _, r := range n.Rows {
				if !rows[r] {
					t.Errorf("%s: %s: there is no row %s", d.Name, n.Name, r)
				}
			}
			if len(n.Rows) == 0 && n.Note == "" {
				t.Errorf("%s: %s has neither row nor reason", d.Name, n.Name)
			}
		}
	}
}
