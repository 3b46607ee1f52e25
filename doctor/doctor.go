// Package doctor finds out how small a difference between two serializers a
// machine resolves. It runs trials through the whole line, from type to ranked
// ratio, in which the answer is known: one codec under two names, whose ratio is
// 1, and the same codec with a delay, whose length is known.
package doctor

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/measure"
	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/rows"
	"github.com/assay-go/assay/stats"
	"github.com/assay-go/assay/worker/protocol"
)

// Config says how to examine.
type Config struct {
	CacheDir string // for the worker; empty means the folder assay in the user's cache directory

	Time      time.Duration // for the main trial
	Trials    int           // further A/A trials, each as short as can be
	Processes int
	Seed      uint64

	Progress func(bench.Step) // may be nil
}

// Report is what was found.
type Report struct {
	Environment  result.Environment `json:"environment"`
	ClockNS      float64            `json:"clock_ns"`    // smallest step of the clock, in nanoseconds
	Rounds       int                `json:"rounds"`      // of the main trial
	ProcessCount int                `json:"processes"`   // of the main trial
	Ops          []Op               `json:"operations"`  // of the main trial
	Trials       int                `json:"trials"`      // further A/A trials
	Intervals    int                `json:"intervals"`   // of those trials: one for each operation
	Covered      int                `json:"covered"`     // of the intervals, how many held the true ratio, 1
	TrialWidth   float64            `json:"trial_width"` // median width of those intervals, as a share of the ratio
	Warnings     []string           `json:"warnings,omitempty"`
}

// Op is the main trial of one operation.
type Op struct {
	Op        protocol.Op `json:"op"`
	NS        float64     `json:"ns_op"`    // of the codec
	Same      Interval    `json:"same"`     // ratio of the codec to itself under another name
	Resolves  float64     `json:"resolves"` // the smallest difference that is told from none, as a share
	DelayNS   float64     `json:"delay_ns"` // what the delay takes by itself
	Expected  float64     `json:"expected"` // ratio of the delayed codec if the processor overlaps nothing of the delay with other work
	Delayed   Interval    `json:"delayed"`  // the same, as measured
	FloorNS   float64     `json:"floor_ns"` // of the harness
	ToldApart bool        `json:"told_apart"`
}

// Interval is a ratio with its interval.
type Interval struct {
	Ratio float64 `json:"ratio"`
	Lo    float64 `json:"lo"`
	Hi    float64 `json:"hi"`
}

// Examine runs the trials. Its error says that they could not be run.
func Examine(ctx context.Context, cfg Config) (*Report, error) {
	rep := &Report{Environment: measure.Environment(), ClockNS: clockStep()}
	progress := cfg.Progress
	if progress == nil {
		progress = func(bench.Step) {}
	}
	quiet := false // within the many short trials, whose own steps say nothing
	b, err := bench.Open(ctx, bench.Config{
		Drivers: trialDrivers, CacheDir: cfg.CacheDir, Layouts: cfg.Processes,
		Choose: func(_ string, row rows.Candidate) bool { return slices.Contains(row.Features, string(driver.Reuse)) },
		Progress: func(s bench.Step) {
			if !quiet {
				progress(s)
			}
		},
	}, bench.Source{Name: "data", Seed: cfg.Seed})
	if err != nil {
		return nil, err
	}
	main, err := trial(ctx, b, cfg, cfg.Time, cfg.Seed)
	if err != nil {
		return nil, err
	}
	quiet = true
	rep.Warnings = main.Warnings
	rep.Environment.Steal = main.Env.Steal
	rep.fill(main)
	var widths []float64
	for i := range cfg.Trials {
		progress(bench.Step{Kind: "A/A trials", Done: i, Total: cfg.Trials})
		run, err := trial(ctx, b, cfg, time.Nanosecond, cfg.Seed+uint64(i)+1)
		if err != nil {
			return nil, err
		}
		rep.Trials++
		one, two := run.Subjects[0].Cases[0], run.Subjects[0].Cases[1]
		for op := range one.Ops {
			e := stats.Ratio(two.Ops[op], one.Ops[op])
			if !e.HasInterval() {
				continue
			}
			rep.Intervals++
			if e.Lo <= 1 && 1 <= e.Hi {
				rep.Covered++
			}
			widths = append(widths, e.Hi-e.Lo)
		}
	}
	if len(widths) > 0 {
		slices.Sort(widths)
		rep.TrialWidth = widths[len(widths)/2]
	}
	return rep, nil
}

// trial measures the codec, the codec again and the delayed codec.
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

func (rep *Report) fill(run *result.Run) {
	sub := run.Subjects[0]
	one, two, delayed := sub.Cases[0], sub.Cases[1], sub.Cases[2]
	step := chainStep()
	for _, name := range []protocol.Op{protocol.Marshal, protocol.Unmarshal, protocol.RoundTrip} {
		op := string(name)
		base := stats.Time(one.Ops[op])
		same, slow := stats.Ratio(two.Ops[op], one.Ops[op]), stats.Ratio(delayed.Ops[op], one.Ops[op])
		o := Op{
			Op: name, NS: base.Median, DelayNS: step * chainLength,
			Same: interval(same), Delayed: interval(slow),
			Resolves: max(same.Hi-same.Median, same.Median-same.Lo) / same.Median,
		}
		if name == protocol.RoundTrip {
			o.DelayNS *= 2 // marshal and unmarshal are both delayed
		}
		o.Expected = 1 + o.DelayNS/base.Median
		o.ToldApart = slow.Lo > 1
		if floor := sub.Floor; floor != nil && floor.Ops[op] != nil {
			o.FloorNS = stats.Time(floor.Ops[op]).Median
		}
		rep.Ops = append(rep.Ops, o)
	}
	processes := map[int]bool{}
	for _, s := range one.Ops[string(protocol.Marshal)].Samples {
		rep.Rounds++
		processes[s.Process] = true
	}
	rep.ProcessCount = len(processes)
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
