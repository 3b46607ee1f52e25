package report

import (
	"fmt"
	"slices"
	"strings"

	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/result"
)

// warnings returns what makes the run doubtful: what it says itself, and what
// its figures say.
func warnings(run *result.Run) []string {
	list := slices.Clone(run.Warnings)
	if w := shortBatches(run); w != "" {
		list = append(list, w)
	}
	if w := severalThreads(run); w != "" {
		list = append(list, w)
	}
	return list
}

// manyTimes its wall time and the collector's work is what an operation's processor
// time may not reach without more than one thread working for it.
const manyTimes = 1.5

// severalThreads names rows whose processor time over longer windows is far from what
// the clock and the collector account for: they have other threads work.
func severalThreads(run *result.Run) string {
	prices := newPrices(run)
	var rows []string
	for _, s := range run.Subjects {
		for _, c := range s.Cases {
			for _, op := range ops {
				o := c.Ops[string(op)]
				if o == nil {
					continue
				}
				used, _ := stats.Window(o)
				charge := prices[c.Side].Charge(o).Median
				if used > manyTimes*(stats.Typical(o).Median+charge) { // not where one is not known
					rows = append(rows, fmt.Sprintf("%s of %s at %s", op, c.Row, s.Name))
				}
			}
		}
	}
	if len(rows) == 0 {
		return ""
	}
	more := ""
	if n := len(rows) - 3; n > 0 {
		rows, more = rows[:3], fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("more than %.1f times the processor time that the clock and the collector account for, as of work on several threads: %s%s", manyTimes, strings.Join(rows, ", "), more)
}

// shortBatches says in one line which subjects have operations with many batches that took
// less than the shortest that the clock and a cold start allow; empty means that there are
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
				if o.ShortBatches*20 <= len(o.Samples) { // a median does not see a few
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
