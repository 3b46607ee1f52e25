// Command trials holds assay's figures against answers that are known, by many short runs:
//
//	go run ./trials -time=30m
//
// It makes runs of four kinds in turns: codecs of known differences, the same with functions
// at cache lines, as sides of a run, and one codec under 96 names. Of these it prints how well
// figures repeat, how often assay run, compare and ab, and benchstat on the same batches, find 1.6,
// 3.1, 4.7 and 9.4 %, and how often they find what is not there. The last quarter of the time, with -runs=0 all of it, goes to
// what rows are charged for the collector, beside what it takes of processes that do nothing else: each row's takes turns
// with a collector that is off. Building comes on top of the time.
package main

import (
	"context"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"golang.org/x/perf/benchmath"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/compare"
	"github.com/assay-go/assay/internal/doctor"
	"github.com/assay-go/assay/internal/measure"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/internal/stats"
	"github.com/assay-go/assay/internal/worker/protocol"
	"github.com/assay-go/assay/result"
)

func main() {
	var cfg config
	flag.DurationVar(&cfg.time, "time", 30*time.Minute, "of measuring")
	flag.IntVar(&cfg.runs, "runs", 20, "how many runs of each kind at most")
	flag.Uint64Var(&cfg.seed, "seed", 1, "of values and of the order of measuring")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := try(ctx, os.Stdout, cfg); err != nil {
		fmt.Fprintln(os.Stderr, "trials:", err)
		os.Exit(1)
	}
}

type config struct {
	time time.Duration
	runs int
	seed uint64
}

const (
	length   = 7 * time.Second // of a run, where the time is enough for two of each kind
	copies   = 24              // pairs of one codec, of each kind
	limit    = 0.03            // of compare and ab
	windowed = 7 * time.Second // the longest window of an operation
	off      = 0.05            // of what an operation takes, that its charge may be
	judgings = 4               // of the charge: in a single one the machine had another speed in the windows than in the rounds
)

// more are the steps that slower codecs do beyond the usual number: 1.6, 3.1, 4.7 and 9.4 %.
var more = []int{1, 2, 3, 6}

// charged are rows that allocate nothing, little, and at every field, with pointers and
// without, of the workloads that chargedOf lists.
var (
	charged = []string{
		"assay.flat", "assay.flat+reuse", "assay.json", "cbor", "json", "jsoniter", "msgp", "mus+notunsafe", "vmihailenco",
	}
	chargedOf = []string{"data", "signedblock", "teststruc"}
)

var operations = []protocol.Op{protocol.Marshal, protocol.Unmarshal, protocol.RoundTrip}

// kind is a sort of runs that are made again and again.
type kind struct {
	bench   *bench.Bench
	options bench.Options
	anew    bool // each run has another seed
	list    []*result.Run
}

// try makes runs of all kinds until the time is over, and prints what they show.
func try(ctx context.Context, w io.Writer, cfg config) error {
	var known, same []*driver.Driver
	for _, codec := range doctor.Kinds {
		known = append(known, codec.Codec(codec.Name, 0), codec.Codec(again(codec), 0))
		for _, n := range more {
			known = append(known, codec.Codec(slower(codec, n), n))
		}
		for i := range 2 * copies {
			same = append(same, codec.Codec(copyName(codec, i), 0))
		}
	}
	windows, err := open(ctx, cfg, bench.Config{Drivers: drivers.All}, chargedOf...)
	if err != nil {
		return err
	}
	if _, err := charge(ctx, windows, bench.Options{Seed: cfg.seed}); err != nil { // builds and verifies
		return err
	}
	left := cfg.time
	if cfg.runs > 0 {
		began := time.Now()
		if err := trials(ctx, w, cfg, known, same); err != nil {
			return err
		}
		left = max(cfg.time-time.Since(began), cfg.time/4)
	}
	const ends = judgings * 2 // half of the time is the run's, half the windows'
	var lists [][]charges
	for i := range judgings {
		list, err := charge(ctx, windows, bench.Options{
			Seed: cfg.seed, Repeat: i, Time: left / ends / 2, Also: result.Also{CPU: true}, Window: min(windowed, left/ends/time.Duration(measure.WindowPasses*2*len(charged)*len(chargedOf))),
		})
		if err != nil {
			return err
		}
		lists = append(lists, list)
	}
	list := typical(lists)
	printCharges(w, list)
	return nil
}

// trials makes the runs of codecs of known differences.
func trials(ctx context.Context, w io.Writer, cfg config, known, same []*driver.Driver) error {
	ends := cfg.time * 3 / 4 // of the runs in turns
	lean := bench.Options{Lean: true}
	alone, aligned, beside, identical := &kind{}, &kind{}, &kind{options: lean}, &kind{options: lean, anew: true}
	kinds := []*kind{alone, aligned, beside, identical}
	for i, c := range []bench.Config{{Drivers: known}, {Drivers: known, FuncAlign: bench.CacheLine}, {Sides: sides(), FuncAlign: bench.CacheLine}, {Drivers: same}} {
		var err error
		if kinds[i].bench, err = open(ctx, cfg, c, "data"); err != nil {
			return err
		}
	}
	// The first run builds and verifies, which is no part of the time.
	for _, k := range kinds {
		if err := k.run(ctx, cfg, time.Nanosecond); err != nil {
			return err
		}
		k.list = nil
	}

	began := time.Now()
	for i := 0; i < cfg.runs; i++ {
		if spent := time.Since(began); i >= 2 && spent+spent/time.Duration(i) > ends {
			break
		}
		fmt.Fprintf(os.Stderr, "runs of each kind: %d, after %v\n", i, time.Since(began).Round(time.Second))
		for _, k := range kinds {
			if err := k.run(ctx, cfg, min(length, ends/time.Duration(2*len(kinds)))); err != nil {
				return err
			}
		}
	}
	fmt.Fprintf(w, "%d runs of each kind, of %v\n\n", len(alone.list), min(length, ends/time.Duration(2*len(kinds))))
	printIdentical(w, identical.list)
	printRepeats(w, alone.list)
	for _, p := range []struct {
		title string
		count func() ([]power, error)
	}{
		{"assay run, by rank", func() ([]power, error) { return ranked(alone.list), nil }},
		{"benchstat, of two runs, the mean of each process", func() ([]power, error) { return benchstat(alone.list) }},
		{"assay compare, of files of two runs", func() ([]power, error) { return compared(alone.list) }},
		{"assay compare, of files of two runs with --align", func() ([]power, error) { return compared(aligned.list) }},
		{"assay ab, of two sides of a run", func() ([]power, error) { return besides(beside.list) }},
	} {
		powers, err := p.count()
		if err != nil {
			return err
		}
		fmt.Fprintf(w, "\n%s\n", p.title)
		for _, p := range powers {
			fmt.Fprintf(w, "  %4.1f %% longer: called different %3d of %d, stopped by a limit of 3 %% %d\n", 100*p.difference, p.called, p.of, p.stopped)
		}
	}
	return nil
}

func again(k doctor.Kind) string           { return k.Name + "-again" }
func slower(k doctor.Kind, n int) string   { return fmt.Sprintf("%s-more%d", k.Name, n) }
func copyName(k doctor.Kind, i int) string { return fmt.Sprintf("%s-copy%d", k.Name, i) }
func sideName(i int) string                { return fmt.Sprintf("side%d", i) }

// sides are those of a run: the base, the same again, and those that take longer.
func sides() (list []bench.Side) {
	for i, n := range append([]int{0, 0}, more...) {
		side := bench.Side{Name: sideName(i)}
		for _, codec := range doctor.Kinds {
			side.Drivers = append(side.Drivers, codec.Codec(codec.Name, n))
		}
		list = append(list, side)
	}
	return list
}

func open(ctx context.Context, cfg config, c bench.Config, workloads ...string) (*bench.Bench, error) {
	c.Layouts, c.Together = 9, true
	c.Choose = func(_ string, row rows.Candidate) bool {
		for _, codec := range doctor.Kinds {
			if strings.HasPrefix(row.Driver, codec.Name) {
				return slices.Contains(row.Features, string(driver.Reuse)) != codec.Allocates
			}
		}
		return slices.Contains(charged, row.Row)
	}
	var sources []bench.Source
	for _, name := range workloads {
		sources = append(sources, bench.Source{Name: name, Seed: cfg.seed})
	}
	return bench.Open(ctx, c, sources...)
}

// run makes one run more.
func (k *kind) run(ctx context.Context, cfg config, length time.Duration) error {
	o := k.options
	o.Time, o.Seed, o.Repeat = length, cfg.seed, len(k.list)
	if k.anew {
		o.Seed, o.Repeat = cfg.seed+uint64(len(k.list)), 0
	}
	run, err := measured(ctx, k.bench, o)
	k.list = append(k.list, run)
	return err
}

func measured(ctx context.Context, b *bench.Bench, o bench.Options) (*result.Run, error) {
	run, err := b.Run(ctx, o)
	if err != nil {
		return nil, err
	}
	for _, s := range run.Subjects {
		for _, c := range s.Cases {
			if c.Status != result.OK {
				return nil, fmt.Errorf("%s of %s: %s", c.Row, s.Name, c.Reason)
			}
		}
	}
	return run, nil
}

// find returns the row of a driver.
func find(s *result.Subject, name string) *result.Case {
	return s.Cases[slices.IndexFunc(s.Cases, func(c *result.Case) bool { return c.Driver == name })]
}

func printIdentical(w io.Writer, list []*result.Run) {
	fmt.Fprintln(w, "One codec under two names, called different at the level of 5 %, by runs of other seeds")
	for _, run := range list {
		called, of := identical(run)
		fmt.Fprintf(w, "  %d of %d\n", called, of)
	}
}

// identical counts the pairs of copies of one codec that are called different.
func identical(run *result.Run) (called, of int) {
	for _, codec := range doctor.Kinds {
		for i := 0; i < 2*copies; i += 2 {
			a, b := find(run.Subjects[0], copyName(codec, i)), find(run.Subjects[0], copyName(codec, i+1))
			for _, op := range operations {
				x, y := a.Ops[string(op)], b.Ops[string(op)]
				if x == nil || y == nil {
					continue
				}
				of++
				if faster := stats.Faster([]*result.Op{x, y}); len(faster[0])+len(faster[1]) > 0 {
					called++
				}
			}
		}
	}
	return called, of
}

func printRepeats(w io.Writer, list []*result.Run) {
	var names []string
	for i := range list {
		names = append(names, fmt.Sprint(i+1))
	}
	fmt.Fprintln(w, "\nTwo runs one after the other")
	for _, p := range doctor.Show(names, list).Pairs {
		fmt.Fprintf(w, "  %s, %s: Kendall's τ %.3f at least; half of the times repeat within %.1f %%, nine of ten within %.1f %%\n", p.First, p.Second, p.Tau, 100*p.Half, 100*p.Most)
	}
}

// power is how often a codec that takes so much longer is called slower. Of no difference it
// is how often it is called anything, which is to be seldom.
type power struct {
	difference          float64 // as a share
	called, stopped, of int
}

// add counts what a comparison says.
func (p *power) add(c *compare.Comparison) {
	for _, s := range c.Subjects {
		for _, op := range s.Ops {
			for _, r := range op.Rows {
				p.of++
				if r.Verdict == compare.Slower || p.difference == 0 && r.Verdict == compare.Faster {
					p.called++
				}
				if r.Over {
					p.stopped++
				}
			}
		}
	}
}

// compared is how often the comparison of each run with the one before finds a codec that
// stands in it for a faster one. The two lie at other places, as changed code does.
func compared(list []*result.Run) (powers []power, err error) {
	for _, n := range append([]int{0}, more...) {
		p := power{difference: float64(n) / doctor.Steps}
		for i := 1; i < len(list); i++ {
			for _, codec := range doctor.Kinds {
				c, err := compare.Runs(list[i-1], instead(list[i], codec.Name, otherName(codec, n)), compare.Options{
					Threshold: limit, Keep: func(c *result.Case) bool { return c.Driver == codec.Name },
				})
				if err != nil {
					return nil, err
				}
				p.add(c)
			}
		}
		powers = append(powers, p)
	}
	return powers, nil
}

// ranked is how often the table of a run ranks a codec behind a faster one.
func ranked(list []*result.Run) (powers []power) {
	for _, n := range append([]int{0}, more...) {
		p := power{difference: float64(n) / doctor.Steps}
		for _, run := range list {
			for _, op := range operations {
				var ops []*result.Op
				at := map[string]int{}
				for _, c := range run.Subjects[0].Cases {
					if o := c.Ops[string(op)]; o != nil {
						at[c.Driver] = len(ops)
						ops = append(ops, o)
					}
				}
				faster := stats.Faster(ops)
				for _, codec := range doctor.Kinds {
					base, other := at[codec.Name], at[otherName(codec, n)]
					p.of++
					if slices.Contains(faster[other], base) || n == 0 && slices.Contains(faster[base], other) {
						p.called++
					}
				}
			}
		}
		powers = append(powers, p)
	}
	return powers
}

// benchstat is how often benchstat's test finds a codec slower in one run than a faster one
// in the run before. It gets a figure a process, as go test -count gives.
func benchstat(list []*result.Run) (powers []power, err error) {
	for _, n := range append([]int{0}, more...) {
		p := power{difference: float64(n) / doctor.Steps}
		for i := 1; i < len(list); i++ {
			for _, codec := range doctor.Kinds {
				for _, op := range operations {
					a, b := find(list[i-1].Subjects[0], codec.Name).Ops[string(op)], find(list[i].Subjects[0], otherName(codec, n)).Ops[string(op)]
					if a == nil || b == nil {
						continue
					}
					old, new := processMeans(a), processMeans(b)
					p.of++
					c := benchmath.AssumeNothing.Compare(old, new)
					longer := benchmath.AssumeNothing.Summary(new, 0.95).Center > benchmath.AssumeNothing.Summary(old, 0.95).Center
					if c.P < c.Alpha && (n == 0 || longer) {
						p.called++
					}
				}
			}
		}
		powers = append(powers, p)
	}
	return powers, nil
}

func processMeans(op *result.Op) *benchmath.Sample {
	sum, n := map[int]float64{}, map[int]float64{}
	for _, s := range op.Samples {
		if !s.NoGC {
			sum[s.Process] += s.NSPerOp
			n[s.Process]++
		}
	}
	var means []float64
	for process := range sum {
		means = append(means, sum[process]/n[process])
	}
	return benchmath.NewSample(means, &benchmath.DefaultThresholds)
}

// otherName is the codec that does so many steps more than another.
func otherName(codec doctor.Kind, n int) string {
	if n == 0 {
		return again(codec)
	}
	return slower(codec, n)
}

// instead is the run with the figures of another codec under the name of one.
func instead(run *result.Run, name, other string) *result.Run {
	copied, sub := *run, *run.Subjects[0]
	copied.Subjects, sub.Cases = []*result.Subject{&sub}, slices.Clone(sub.Cases)
	for i, c := range sub.Cases {
		if c.Driver == name {
			one := *c
			one.Ops = find(&sub, other).Ops
			sub.Cases[i] = &one
		}
	}
	return &copied
}

// besides is how often the comparison of two sides finds a codec that takes longer.
func besides(list []*result.Run) (powers []power, err error) {
	for i, n := range append([]int{0}, more...) {
		p := power{difference: float64(n) / doctor.Steps}
		for _, run := range list {
			c, err := compare.Sides(run, sideName(0), sideName(1+i), compare.Options{Threshold: limit})
			if err != nil {
				return nil, err
			}
			p.add(c)
		}
		powers = append(powers, p)
	}
	return powers, nil
}

// charges are what an operation is charged for the collector beside what that takes of it.
type charges struct {
	subject, row   string
	op             protocol.Op
	bytes          float64 // that it allocates
	ns, gc         float64 // charged, of it for the collector
	own, collector float64 // processor time in windows: beside a collector that is off, and what it takes more otherwise
	cycles         int     // collections in these
}

// charge runs the charged rows.
func charge(ctx context.Context, b *bench.Bench, o bench.Options) (list []charges, err error) {
	o.Lean = true
	run, err := measured(ctx, b, o)
	if err != nil {
		return nil, err
	}
	price := stats.NewPrice(run.Payloads, "")
	for _, s := range run.Subjects {
		for _, c := range s.Cases {
			for _, name := range []protocol.Op{protocol.Marshal, protocol.Unmarshal} {
				op := c.Ops[string(name)]
				if op == nil || len(op.Windows) == 0 {
					continue
				}
				gc := price.Charge(op).Median
				x := charges{subject: s.Name, row: c.Row, op: name, bytes: op.BytesPerOp, ns: stats.Typical(op).Median + gc, gc: gc}
				var own, more []float64
				for _, w := range op.Windows {
					x.cycles += w.Cycles
					if w.OwnN > 0 {
						alone := float64(w.OwnCPUNS) / float64(w.OwnN)
						own, more = append(own, alone), append(more, float64(w.CPUNS)/float64(w.N)-alone)
					}
				}
				x.own, _ = stats.Window(op)
				if len(own) > 0 {
					x.own, x.collector = median(own), median(more)
				}
				list = append(list, x)
			}
		}
	}
	return list, nil
}

// typical returns the charges that lie in the middle of several judgings.
func typical(lists [][]charges) (list []charges) {
	for _, x := range lists[0] {
		var all []charges
		for _, l := range lists {
			for _, c := range l {
				if c.subject == x.subject && c.row == x.row && c.op == x.op {
					all = append(all, c)
				}
			}
		}
		of := func(figure func(c charges) float64) float64 {
			var list []float64
			for _, c := range all {
				list = append(list, figure(c))
			}
			slices.Sort(list)
			return (list[(len(list)-1)/2] + list[len(list)/2]) / 2
		}
		x.ns, x.gc = of(func(c charges) float64 { return c.ns }), of(func(c charges) float64 { return c.gc })
		x.own, x.collector = of(func(c charges) float64 { return c.own }), of(func(c charges) float64 { return c.collector })
		x.cycles = 0
		for _, c := range all {
			x.cycles += c.cycles
		}
		list = append(list, x)
	}
	return list
}

func median(x []float64) float64 { return slices.Sorted(slices.Values(x))[len(x)/2] }

func printCharges(w io.Writer, list []charges) {
	fmt.Fprintln(w, "\nWhat operations are charged for the collector, beside what it takes of processes that do nothing else, in ns")
	for _, c := range list {
		fmt.Fprintf(w, "  %-11s %-18s %-9s charged %8.1f, of it for the collector %7.1f; alone %8.1f, of it %7.1f with %d collections: off by %+5.1f %%\n",
			c.subject, c.row, c.op, c.ns, c.gc, c.own+c.collector, c.collector, c.cycles, 100*c.off())
	}
	within, apart, of, ran := near(list)
	fmt.Fprintf(w, "Of %d that allocate the charge is off by at most 5 %% of what they take for %d. In the rounds operations took %.2f times what they take alone, apart from the collector: without that it is so for %d.\n", of, within, ran, apart)
}

// off is how far the charge is off, as a share of what the operation takes in all.
func (c charges) off() float64 { return (c.gc - c.collector) / (c.own + c.collector) }

// near returns for how many of the operations that allocate the charge is off by little,
// and for how many it would be without what all operations took longer in the rounds than
// alone, at the median, which is nothing that is charged.
func near(list []charges) (within, apart, of int, ran float64) {
	var ratios []float64
	for _, c := range list {
		ratios = append(ratios, (c.ns-c.gc)/c.own)
	}
	if len(ratios) == 0 {
		return 0, 0, 0, math.NaN()
	}
	ran = median(ratios)
	for _, c := range list {
		if c.bytes == 0 {
			continue
		}
		of++
		if math.Abs(c.off()) <= off {
			within++
		}
		if c.gc /= ran; math.Abs(c.off()) <= off {
			apart++
		}
	}
	return within, apart, of, ran
}
