package report_test

import (
	"fmt"
	"log"

	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
)

// The View of a run holds what every report shows.
func ExampleNew() {
	run, err := result.Parse([]byte(`{"schema": 2, "tool": "assay", "started": "2026-11-20T10:30:00Z", "complete": true, "subjects": [
		{"name": "data", "type": "data.Data", "cases": [
			{"row": "mus", "driver": "mus", "status": "ok", "size": {"mean": 58}},
			{"row": "xdr", "driver": "xdr", "status": "failed", "reason": "Time: has unexported fields"}
		]}
	]}`)) // or result.ReadFile, of what assay run --out wrote
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range report.New(run, nil).Subjects {
		for _, size := range s.Sizes {
			fmt.Printf("%s %s: %.0f bytes\n", s.Name, size.Rows[0], size.Size.Mean)
		}
		for _, x := range s.Excluded {
			fmt.Printf("%s %s: %s\n", s.Name, x.Rows[0], x.Reason)
		}
	}
	// Output:
	// data mus: 58 bytes
	// data xdr: Time: has unexported fields
}
