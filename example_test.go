package assay_test

import (
	"context"
	"fmt"
	"log"
	"strings"
	"time"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/result"
)

// A program that measures the rows for JSON on a type, and prints what a value
// takes to marshal: the median of the rounds.
func Example() {
	ctx := context.Background()
	b, err := bench.Open(ctx, bench.Config{
		Drivers: drivers.All,
		Choose:  func(_ string, row bench.Row) bool { return strings.HasPrefix(row.Row, "json") },
	}, bench.Source{Name: "./orders.Order"})
	if err != nil {
		log.Fatal(err)
	}
	run, err := b.Run(ctx, bench.Options{Time: 10 * time.Second, Measured: func(_ *result.Run, s *result.Subject) {
		for _, c := range s.Cases {
			fmt.Println(s.Name, c.Row, c.Status, c.Reason)
		}
	}})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(len(run.Subjects), "subjects, complete:", run.Complete)
}
