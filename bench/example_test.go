package bench_test

import (
	"context"
	"fmt"
	"time"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/drivers"
)

// A program measures serializers on a workload; a type of its own is named like
// ./orders.Order.
func Example() {
	ctx := context.Background()
	b, err := bench.Open(ctx, bench.Config{Drivers: drivers.All}, bench.Source{Name: "data"})
	if err != nil {
		fmt.Println(err)
		return
	}
	run, err := b.Run(ctx, bench.Options{Time: 10 * time.Second})
	if err != nil {
		fmt.Println(err)
	}
	for _, c := range run.Subjects[0].Cases {
		fmt.Println(c.Row, c.Status, c.Size.Mean)
	}
}
