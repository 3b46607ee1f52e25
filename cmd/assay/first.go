package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/report/layout"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/report/text"
)

// The shape of a first look: as little as gives an order.
const (
	firstTime      = 3 * time.Second
	firstProcesses = 3
)

// firstLook measures, for a moment, the first subject by the rows that are built
// quickly, and prints them while all is built. It does so where nothing was ever built
// and libraries that take long to compile are among the rows: there the run itself
// begins minutes later. What goes wrong here the run meets again, and says so.
func (c *runCommand) firstLook(ctx context.Context, s *session, p *progress, cfg bench.Config, o bench.Options, first bench.Source) {
	if c.Format != "text" || c.Resume != "" || c.Shard != "" || len(cfg.Sides) > 0 || !compile.Unused(compile.Config{CacheDir: s.cacheDir}) {
		return
	}
	slow := map[string]bool{}
	for _, d := range cfg.Drivers {
		slow[d.Name] = d.Facts.SlowToBuild
	}
	quick := 0
	var late []string
	chosen := cfg.Choose
	cfg.Choose = func(subject string, row rows.Candidate) bool {
		switch {
		case !chosen(subject, row):
			return false
		case slow[row.Driver]:
			late = append(late, row.Driver)
			return false
		}
		quick++
		return true
	}
	cfg.Layouts, cfg.Footprint = firstProcesses, false
	b, err := bench.Open(ctx, cfg, first)
	if err != nil || quick == 0 || len(late) == 0 {
		return
	}
	given := min(o.Time, firstTime)
	doc, err := b.Run(ctx, bench.Options{
		Time: given, Processes: firstProcesses, Seed: o.Seed, HeapMB: o.HeapMB, GOGC: o.GOGC, Require: o.Require, MemoryMB: o.MemoryMB, StepLimit: o.StepLimit,
	})
	if err != nil || !measured(doc) {
		return
	}
	slices.Sort(late)
	late = slices.Compact(late)
	var table strings.Builder
	for _, sub := range report.New(doc, nil).Subjects {
		_ = text.Set(&table, layout.Subject(sub, layout.Options{Several: true}), s.style.text()) // a Builder takes all
	}
	fmt.Fprintf(&table, "A first look, of %s in %d processes. Still compiling, for the run itself: %s.\n", given, firstProcesses, strings.Join(late, ", "))
	p.close()
	fmt.Fprintln(s.stdout, table.String())
}
