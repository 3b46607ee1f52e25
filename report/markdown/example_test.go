package markdown_test

import (
	"fmt"
	"log"
	"strings"

	"github.com/assay-go/assay/internal/report/reporttest"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/report/markdown"
)

// A README has a place for a table, which is written anew from every run.
func ExampleInsert() {
	readme := []byte("# Mine\n\n<!-- assay report subject=data op=marshal table=safe -->\n<!-- assay end -->\n")
	out, err := markdown.Insert(readme, report.New(reporttest.Run(), nil)) // yours is of result.ReadFile
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(strings.Contains(string(out), "benc+raw+reuse"), strings.HasPrefix(string(out), "# Mine"))
	// Output: true true
}
