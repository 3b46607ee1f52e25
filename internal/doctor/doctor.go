// Package doctor finds out how small a difference between two serializers a
// machine resolves. It runs trials through the whole line, from type to ranked
// ratio, in which the answer is known: one codec under two names, whose ratio is
// 1, and codecs that do the same work a few more times, by a known share. There
// are such that allocate and such that do not.
package doctor

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/measure"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

// Config says how to examine.
type Config struct {
	CacheDir string // for the worker; empty means the folder assay in the user's cache directory

	Time      time.Duration // for the main trial
	Trials    int           // further trials, each as short as can be
	Processes int
	Seed      uint64

	Progress func(bench.Step) // may be nil
}

// Report is what was found.
type Report struct {
	Environment  result.Environment `json:"environment"`
	Machine      Machine            `json:"machine"`
	ClockNS      float64            `json:"clock_ns"`  // smallest step of the clock, in nanoseconds
	Rounds       int                `json:"rounds"`    // of the main trial
	ProcessCount int                `json:"processes"` // of the main trial
	Classes      []Class            `json:"classes"`   // codecs that allocate and others apart
	Recorded     float64            `json:"recorded"`  // share of its time in which something was timed that is recorded, 0 to 1
	Trials       int                `json:"trials"`    // further trials, each as short as can be
	Warnings     []string           `json:"warnings,omitempty"`
}

// Class is what was found of one kind of codec.
type Class struct {
	Name string `json:"name"` // "allocating" or "not allocating"
	Ops  []Op   `json:"operations"`

	// Trusted is the smallest of the known differences from which on ranks were
	// right, as a share: every operation of the main trial told that one and all
	// larger ones apart in the right order. 0 when not even the largest was.
	Trusted float64 `json:"trusted"`

	// Default are the operations with no more rounds of the main trial than a run of
	// assay without flags gives each of its own; DefaultRounds is how many they were.
	Default       []Op    `json:"default_operations"`
	DefaultRounds int     `json:"default_rounds"`
	DefaultFrom   float64 `json:"default_trusted"` // Trusted of these

	// Of the further trials:
	Intervals  int     `json:"intervals"`   // of the codec's ratio to itself, one for each operation
	Covered    int     `json:"covered"`     // how many of them held 1
	Pairs      int     `json:"pairs"`       // ratios of two trials that followed each other
	Overlapped int     `json:"overlapped"`  // how many of their intervals overlap
	Repeated   int     `json:"repeated"`    // how many intervals held what the next trial found
	TrialWidth float64 `json:"trial_width"` // median width of the intervals, as a share of the ratio

	widths []float64
}

// Op is the main trial of one operation.
type Op struct {
	Op       protocol.Op `json:"op"`
	NS       float64     `json:"ns_op"`    // of the codec
	FloorNS  float64     `json:"floor_ns"` // of the harness
	Same     Interval    `json:"same"`     // ratio of the codec to itself under another name
	Resolves float64     `json:"resolves"` // half the width of that interval at its wider side, as a share
	Slower   []Slower    `json:"slower"`   // codecs that do more of the same work
}

// Slower is a codec that takes a known time longer.
type Slower struct {
	Difference float64  `json:"difference"` // as a share of the codec's time
	Ratio      Interval `json:"ratio"`      // as measured
	ToldApart  bool     `json:"told_apart"` // it ranks behind the codec
	Reversed   bool     `json:"reversed"`   // it ranks before it
}

// Interval is a ratio with its interval.
type Interval struct {
	Ratio float64 `json:"ratio"`
	Lo    float64 `json:"lo"`
	Hi    float64 `json:"hi"`
}

// Examine runs the trials. Its error says that they could not be run.
func Examine(ctx context.Context, cfg Config) (*Report, error) {
	progress := cfg.Progress
	if progress == nil {
		progress = func(bench.Step) {}
	}
	var drivers []*driver.Driver
	reuses := map[string]bool{}
	for _, c := range codecs() {
		drivers = append(drivers, Kinds[c.kind].Codec(c.name, c.more))
		reuses[c.name] = !Kinds[c.kind].Allocates
	}
	quiet := false // within the many short trials, whose own steps say nothing
	b, err := bench.Open(ctx, bench.Config{
		Drivers: drivers, CacheDir: cfg.CacheDir, Layouts: cfg.Processes,
		Choose: func(_ string, row rows.Candidate) bool {
			return slices.Contains(row.Features, string(driver.Reuse)) == reuses[row.Driver]
		},
		Progress: func(s bench.Step) {
			if !quiet {
				progress(s)
			}
		},
	}, bench.Source{Name: "data", Seed: cfg.Seed})
	if err != nil {
		return nil, err
	}
	rep := &Report{Environment: measure.Environment(), Machine: examineMachine(), ClockNS: clockStep()}
	main, err := trial(ctx, b, cfg, cfg.Time, cfg.Seed)
	if err != nil {
		return nil, err
	}
	quiet = true
	rep.Warnings = main.Warnings
	rep.Environment.Steal, rep.Recorded = main.Env.Steal, main.Spent.Share()
	rep.fill(main)
	var earlier *result.Run
	for i := range cfg.Trials {
		progress(bench.Step{Kind: "short trials", Done: i, Total: cfg.Trials})
		run, err := trial(ctx, b, cfg, time.Nanosecond, cfg.Seed)
		if err != nil {
			return nil, err
		}
		rep.Trials++
		for k := range rep.Classes {
			rep.Classes[k].repeat(earlier, run, k)
		}
		earlier = run
	}
	for k := range rep.Classes {
		rep.Classes[k].median()
	}
	return rep, nil
}

// trial measures all codecs.
func trial(ctx context.Context, b *bench.Bench, cfg Config, budget time.Duration, seed uint64) (*result.Run, error) {
	run, err := b.Run(ctx, bench.Options{Time: budget, Processes: cfg.Processes, Seed: seed, MemoryMB: 1024})
	if err != nil {
		return nil, err
	}
	for _, c := range run.Subjects[0].Cases {
		if c.Status != result.OK {
			return nil, &failedError{c.Row + ": " + c.Reason}
		}
	}
	return run, nil
}

// failedError says that a trial's own codec did not work.
type failedError struct{ reason string }

func (e *failedError) Error() string { return "a trial could not be run: " + e.reason }

// operations are those that the trials measure.
var operations = []protocol.Op{protocol.Marshal, protocol.Unmarshal, protocol.RoundTrip}

// of returns a kind's rows in the order of codecs: the codec, the same again,
// the slower ones.
func of(run *result.Run, k int) []*result.Case {
	list := make([]*result.Case, 0, 2+len(moreSteps))
	for _, c := range codecs() {
		if c.kind != k {
			continue
		}
		i := slices.IndexFunc(run.Subjects[0].Cases, func(r *result.Case) bool { return r.Driver == c.name })
		list = append(list, run.Subjects[0].Cases[i])
	}
	return list
}

func (rep *Report) fill(run *result.Run) {
	sub := run.Subjects[0]
	for k, kind := range Kinds {
		floor := sub.Floor
		if !kind.Allocates {
			floor = sub.FloorReuse
		}
		cases := of(run, k)
		c := Class{Name: kind.title}
		for _, op := range operations {
			c.Ops = append(c.Ops, examine(op, cases, floor))
		}
		c.Trusted = trusted(c.Ops)
		few := make([]*result.Case, len(cases))
		for i, one := range cases {
			few[i] = thinned(one)
		}
		for _, op := range operations {
			c.Default = append(c.Default, examine(op, few, floor))
		}
		c.DefaultFrom, c.DefaultRounds = trusted(c.Default), len(few[0].Ops[string(protocol.Marshal)].Samples)
		rep.Classes = append(rep.Classes, c)
	}
	processes := map[int]bool{}
	for _, s := range of(run, 0)[0].Ops[string(protocol.Marshal)].Samples {
		rep.Rounds++
		processes[s.Process] = true
	}
	rep.ProcessCount = len(processes)
}

// defaultRounds are those that each process of a default run serves of a row that others
// are near, on the machine of audit/measuring.md: some 90 of nine processes.
const defaultRounds = 10

// thinned is the case with the first rounds of each process.
func thinned(c *result.Case) *result.Case {
	few := *c
	few.Ops = map[string]*result.Op{}
	for name, op := range c.Ops {
		one := *op
		one.Samples = nil
		served := map[int]int{}
		for _, s := range op.Samples {
			if served[s.Process]++; served[s.Process] <= defaultRounds {
				one.Samples = append(one.Samples, s)
			}
		}
		few.Ops[name] = &one
	}
	return &few
}

// examine compares the codecs of a class at one operation.
func examine(name protocol.Op, cases []*result.Case, floor *result.Case) Op {
	ops := make([]*result.Op, len(cases))
	for i, c := range cases {
		ops[i] = c.Ops[string(name)]
	}
	same := stats.Ratio(ops[1], ops[0])
	o := Op{
		Op: name, NS: stats.Time(ops[0]).Median, Same: interval(same),
		Resolves: max(same.Hi-same.Median, same.Median-same.Lo) / same.Median,
	}
	if floor != nil && floor.Ops[string(name)] != nil {
		o.FloorNS = stats.Time(floor.Ops[string(name)]).Median
	}
	faster := stats.Faster(ops)
	for i, more := range moreSteps {
		o.Slower = append(o.Slower, Slower{
			Difference: float64(more) / Steps, Ratio: interval(stats.Ratio(ops[2+i], ops[0])),
			ToldApart: slices.Contains(faster[2+i], 0), Reversed: slices.Contains(faster[0], 2+i),
		})
	}
	return o
}

// trusted returns the smallest difference from which on all were distinguished.
func trusted(ops []Op) float64 {
	from := 0.0
	for i := len(moreSteps) - 1; i >= 0; i-- {
		if slices.ContainsFunc(ops, func(o Op) bool { return !o.Slower[i].ToldApart }) {
			break
		}
		from = ops[0].Slower[i].Difference
	}
	return from
}

// repeat adds what a short trial says of class k, and of the trial before it.
func (c *Class) repeat(earlier, run *result.Run, k int) {
	cases := of(run, k)
	for _, name := range operations {
		op := string(name)
		base := cases[0].Ops[op]
		for i, other := range cases[1:] {
			e := stats.Ratio(other.Ops[op], base)
			if !e.HasInterval() {
				continue
			}
			if i == 0 {
				c.Intervals++
				if e.Lo <= 1 && 1 <= e.Hi {
					c.Covered++
				}
				c.widths = append(c.widths, e.Hi-e.Lo)
			}
			if earlier == nil {
				continue
			}
			old := of(earlier, k)
			before := stats.Ratio(old[1+i].Ops[op], old[0].Ops[op])
			c.Pairs++
			if before.Lo <= e.Hi && e.Lo <= before.Hi {
				c.Overlapped++
			}
			if before.Lo <= e.Median && e.Median <= before.Hi {
				c.Repeated++
			}
		}
	}
}

func (c *Class) median() {
	if len(c.widths) > 0 {
		slices.Sort(c.widths)
		c.TrialWidth = c.widths[len(c.widths)/2]
	}
}

func interval(e stats.Estimate) Interval { return Interval{e.Median, e.Lo, e.Hi} }

// clockStep returns the smallest difference between two readings of the clock
// that is not zero, in nanoseconds.
func clockStep() float64 {
	least := math.Inf(1)
	for range 20000 {
		begin := time.Now()
		d := time.Since(begin)
		for d == 0 {
			d = time.Since(begin)
		}
		least = min(least, float64(d.Nanoseconds()))
	}
	return least
}
