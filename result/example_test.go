package result_test

import (
	"fmt"
	"log"

	"github.com/assay-go/assay/result"
)

// A document that assay run wrote with --out is read, and what became of each row
// is printed. Parse reads what is in memory, ReadFile a file.
func ExampleParse() {
	document := `{"schema": 2, "tool": "assay", "started": "2026-11-20T10:30:00Z", "complete": true, "subjects": [
		{"name": "data", "type": "data.Data", "cases": [
			{"row": "mus", "driver": "mus", "status": "ok", "size": {"mean": 58}},
			{"row": "xdr", "driver": "xdr", "status": "failed", "reason": "Time: has unexported fields"}
		]}
	]}`
	run, err := result.Parse([]byte(document))
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range run.Subjects {
		for _, c := range s.Cases {
			if c.Status == result.OK {
				fmt.Printf("%s %s: %.0f bytes\n", s.Name, c.Row, c.Size.Mean)
			} else {
				fmt.Printf("%s %s: %s\n", s.Name, c.Row, c.Reason)
			}
		}
	}
	// Output:
	// data mus: 58 bytes
	// data xdr: Time: has unexported fields
}
