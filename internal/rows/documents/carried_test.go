package documents

import (
	"maps"
	"slices"
	"testing"

	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/drivertest/roundtrip"
)

// uncarried are the rows that do not carry the workload of their own document, and
// what becomes of them there. The note on their name in the document says why.
var uncarried = map[string]string{
	"teststruc sereal": "refused",
	"teststruc xdr":    "refused",
	"data mgo":         "failed",
	"data bson":        "failed",
	"data goavro":      "failed",
}

// Every row of a document carries the values of the document's workload.
func TestCarried(t *testing.T) {
	roundtrip.NeedsLong(t)
	rows := map[string][]string{}
	notes := map[string]string{} // by workload and row
	for _, d := range All {
		for _, w := range d.Workloads {
			for _, n := range d.Names {
				for _, r := range n.Rows {
					rows[w] = append(rows[w], r)
					notes[w+" "+r] += n.Note
				}
			}
			slices.Sort(rows[w])
			rows[w] = slices.Compact(rows[w])
		}
	}
	found := map[string]string{}
	for w, list := range roundtrip.Workloads(t, drivers.All, rows) {
		for row, o := range list {
			key, status := w+" "+row, "failed"
			if o.Refused {
				status = "refused"
			}
			found[key] = status
			if uncarried[key] != status {
				t.Errorf("%s: %s: %s", key, status, o.Reason)
			} else if notes[key] == "" {
				t.Errorf("%s: %s, and no note says so: %s", key, status, o.Reason)
			}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(uncarried)) {
		if found[key] == "" {
			t.Errorf("%s is carried now", key)
		}
	}
}
