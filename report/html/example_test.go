package html_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/assay-go/assay/report/html"
	"github.com/assay-go/assay/result"
)

// The page is one file, which fetches nothing.
func ExampleWrite() {
	run, err := result.Parse([]byte(`{"schema": 2, "tool": "assay", "started": "2026-11-20T10:30:00Z", "complete": true, "subjects": [
		{"name": "data", "type": "data.Data", "cases": [
			{"row": "mus", "driver": "mus", "status": "ok", "size": {"mean": 58}},
			{"row": "xdr", "driver": "xdr", "status": "failed", "reason": "Time: has unexported fields"}
		]}
	]}`)) // or result.ReadFile, of what assay run --out wrote
	if err != nil {
		log.Fatal(err)
	}
	var page strings.Builder
	if err := html.Write(&page, run); err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.HasPrefix(page.String(), "<!doctype html>"), strings.Contains(page.String(), "src="))
	// Output: true false
}
