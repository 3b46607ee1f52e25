package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/result"
)

// warnings returns what makes the run doubtful: what it says itself, and what
// its figures say.
func warnings(run *result.Run) []string {
	list := slices.Clone(run.Warnings)
	if w := shortBatches(run); w != "" {
		list = append(list, w)
	}
	return list
}

// shortBatches says in one line which subjects have batches that took less than
// the shortest that the clock and a cold start allow; empty means that there are
// none.
func shortBatches(run *result.Run) string {
	var parts []string
	for _, s := range run.Subjects {
		short, all, most, worst := 0, 0, 0, ""
		for _, c := range s.Cases {
			for _, op := range ops {
				o := c.Ops[string(op)]
				if o == nil {
					continue
				}
				short, all = short+o.ShortBatches, all+len(o.Samples)
				if o.ShortBatches > most {
					most, worst = o.ShortBatches, fmt.Sprintf("%s of %s", op, c.Row)
				}
			}
		}
		if short > 0 {
			parts = append(parts, fmt.Sprintf("%d of %d batches of %s (most, %d, in %s)", short, all, s.Name, most, worst))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("the machine became faster after calibration, and what took less than %.0f µs is less exact: %s", run.Settings.BatchMinUS, strings.Join(parts, ", "))
}
