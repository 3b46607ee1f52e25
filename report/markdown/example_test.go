package markdown_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/report/markdown"
	"github.com/assay-go/assay/result"
)

// A README has a place for a table, which is written anew from every run.
func ExampleInsert() {
	run, err := result.Parse([]byte(`{"schema": 2, "tool": "assay", "started": "2026-11-20T10:30:00Z", "complete": true, "subjects": [
		{"name": "data", "type": "data.Data", "cases": [
			{"row": "mus", "driver": "mus", "status": "ok", "size": {"mean": 58}},
			{"row": "xdr", "driver": "xdr", "status": "failed", "reason": "Time: has unexported fields"}
		]}
	]}`)) // or result.ReadFile, of what assay run --out wrote
	if err != nil {
		log.Fatal(err)
	}
	readme := []byte("# Mine\n\n<!-- assay report subject=data table=size -->\n<!-- assay end -->\n")
	out, err := markdown.Insert(readme, report.New(run, nil))
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Contains(string(out), "58"), strings.HasPrefix(string(out), "# Mine"))
	// Output: true true
}
