package report_test

import (
	"fmt"

	"github.com/assay-go/assay/internal/report/reporttest"
	"github.com/assay-go/assay/report"
)

// The View of a run holds what every report shows; here, what to take. A run of
// your own comes from result.ReadFile.
func ExampleNew() {
	view := report.New(reporttest.Run(), nil)
	for _, c := range view.Choices {
		fmt.Printf("%s: %s, %.2f × the time\n", c.Need, c.Row, c.Time)
	}
	// Output:
	// untrusted bytes: mus+raw+reuse, 1.00 × the time
	// trusted bytes: benc+raw+reuse+unsafestr, 0.39 × the time
	// smallest: mus+raw+reuse, 1.00 × the time
}
