package bench

import (
	"context"
	"errors"
	"os"
	"runtime"
	"slices"
	"time"

	"github.com/assay-go/assay"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/measure"
	"github.com/assay-go/assay/internal/measure/compression"
	"github.com/assay-go/assay/result"
)

// Row is what is known of a row before it is measured.
type Row = result.Candidate

// Loop is how a row is driven where that is not as a run drives it.
type Loop struct {
	// Into is what is decoded into: "new" is a new value for each call, with reuse too;
	// "zeroed" one value that is set to zero before each call; "used" one value as an
	// earlier call has left it. Empty is as a run has it.
	Into string

	// NewStructs has the transformation make the serializer's own structs for each call,
	// with all that they refer to, where an adapter keeps one.
	NewStructs bool

	// Times is what times of the values are cut to, where the format carries no finer
	// ones; 0: they are left as they are.
	Times time.Duration
}

// Config says what is measured, and where it is built.
type Config struct {
	Drivers []*driver.Driver

	// Choose says of a row whether it is measured on a subject; nil means that
	// all are.
	Choose func(subject string, row Row) bool

	// Loop says how a row is driven where that is not as a run drives it; nil means
	// that all are as in a run.
	Loop func(subject string, row Row) Loop

	// CacheDir is the folder for everything that is written, and CacheLimit how
	// many bytes it may hold: see [compile.Config].
	CacheDir   string
	CacheLimit int64

	// Dir is the directory that types are looked up from; empty means the
	// current one.
	Dir string

	// Host is a package of the caller's module, by its import path or a path such as
	// ./mycodec, that the built-in workloads are built beside, so that codecs of that
	// module can be called with them; empty means a module of assay's own. The module has
	// to require assay, whose types they are.
	Host string

	// Env is the environment of the go command; nil means that of the process.
	Env []string

	// Sides are states of the code, or ways to build it, that are measured beside each
	// other; none means one, as the other fields have it.
	Sides []Side

	// Layouts is how many executables are linked of each worker, which a run
	// alternates between; 0 means 1. See [compile.Config].
	Layouts int

	// FuncAlign is what the addresses of all functions are multiples of, in bytes; 0 is
	// the linker's choice. See [CacheLine].
	FuncAlign int

	// Together has all subjects built before the first is measured, those of one
	// package into workers that they share. That takes less time and room in
	// all, since what libraries are made of is linked once, and processes are started
	// once. All figures are there at the end.
	Together bool

	// Footprint has the document say what each row adds to an executable, and to
	// the time of compiling: that compiles everything once more, for minutes.
	Footprint bool

	// Progress is told what is going on; nil tells nobody. It is called from
	// one goroutine at a time.
	Progress func(Step)

	flags []string // of a side
}

// Step is how far a bench is.
type Step struct {
	Kind    Kind
	Subject string // empty while what concerns all is done

	// Done parts of Total are finished; 0 of 0 means that it is not known.
	Done, Total int

	// TimeLeft is what remains of the time for measuring, over all subjects; 0
	// when it is not known.
	TimeLeft time.Duration
}

// Kind is what is done in a step.
type Kind string

// The kinds of steps in the order in which they come, those from Emitting on
// for each subject.
const (
	Loading     Kind = "loading types"
	Emitting    Kind = "emitting adapters"
	Generating  Kind = "running generators"
	Waiting     Kind = "waiting for another assay that builds the same"
	Fetching    Kind = "downloading modules"
	Compiling   Kind = "compiling adapters"
	Linking     Kind = "linking workers"
	Weighing    Kind = "building programs of their own"
	Proving     Kind = "looking for package unsafe"
	Verifying   Kind = "verifying"
	Calibrating Kind = "calibrating"
	Measuring   Kind = "measuring"
	Compressing Kind = "compressing"
	Sweeping    Kind = "measuring other sizes"
)

// buildKinds are the steps of package compile.
var buildKinds = map[compile.Step]Kind{
	compile.Emitting: Emitting, compile.Generating: Generating, compile.Waiting: Waiting, compile.Fetching: Fetching,
	compile.Compiling: Compiling, compile.Linking: Linking, compile.Weighing: Weighing, compile.Proving: Proving,
}

// runKinds are the steps of package measure.
var runKinds = map[measure.Kind]Kind{
	measure.Verifying: Verifying, measure.Calibrating: Calibrating, measure.Measuring: Measuring,
	measure.Compressing: Compressing, measure.Sweeping: Sweeping,
}

// Bench is a set of subjects, each of which is built when it is first needed.
// Its methods may not be called at the same time.
type Bench struct {
	cfg      Config
	subjects [][]*subject  // of each source as each side has it
	opening  time.Duration // that [Open] took, until a run counts it as its own
	notes    []string      // for the document: why sources could not be opened, and what was found out of others
}

// Open loads the types of the sources, and chooses the rows. A source of several
// that cannot be measured is a warning of the document; an error says why there
// is nothing to measure at all. Nothing is compiled yet.
func Open(ctx context.Context, cfg Config, sources ...Source) (*Bench, error) {
	if cfg.Progress == nil {
		cfg.Progress = func(Step) {}
	}
	b := &Bench{cfg: cfg}
	began := time.Now()
	defer func() { b.opening = time.Since(began) }()
	if err := checkNames(sources); err != nil {
		return nil, err
	}
	if err := CheckSides(cfg.Sides); err != nil {
		return nil, err
	}
	var openers []*opener
	for _, side := range cfg.sides() {
		o := newOpener(cfg.of(side))
		o.side = side
		if err := compile.CheckToolchain(ctx, o.compileConfig()); err != nil {
			return nil, side.error(err)
		}
		b.notes = append(b.notes, side.Notes...)
		openers = append(openers, o)
	}
	var failed []error
	for i, src := range sources {
		cfg.Progress(Step{Kind: Loading, Done: i, Total: len(sources)})
		list, err := openAll(ctx, openers, src)
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if err != nil {
			if len(sources) == 1 {
				return nil, err
			}
			failed = append(failed, err)
			b.notes = append(b.notes, err.Error())
			continue
		}
		for _, s := range list {
			s.choose(openers[0].cfg.Choose)
			b.notes = append(b.notes, s.notes...)
		}
		b.subjects = append(b.subjects, list)
	}
	if len(failed) > 0 && len(b.subjects) == 0 {
		return nil, errors.Join(failed...)
	}
	if len(failed) == 0 {
		if err := allMet(slices.Concat(b.subjects...)); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// openAll opens a source on each side.
func openAll(ctx context.Context, openers []*opener, src Source) (list []*subject, err error) {
	for _, o := range openers {
		s, err := o.open(ctx, src)
		if err != nil {
			return nil, o.side.error(err)
		}
		s.side, s.drivers = o.side, o.cfg.Drivers
		list = append(list, s)
	}
	return list, nil
}

// Options say how to measure. Zero values mean the defaults.
type Options struct {
	Time      time.Duration // for measuring, over all subjects; as little as can be by default
	Processes int           // over which each row is spread, at least, where the time allows more than three; 9 by default
	Seed      uint64        // of the order of measuring
	Repeat    int           // which time this is that the same is measured, from 0: the order is another each time
	Lean      bool          // marshal and unmarshal alone, of rows alone: neither the round trip nor floors and limits
	Window    time.Duration // of each window; by default, with CPU, a quarter of Time over all of them
	HeapMB    int           // live heap of a worker besides the values; 64 by default, and 16 for the collector's work
	GOGC      int           // of the workers; 100 by default
	Require   []string      // labels without which a row is not measured, see [result.LabelNames]
	Verify    bool          // again what an earlier run has verified
	MemoryMB  int           // that a worker process may use; 2048 by default
	StepLimit time.Duration // for one answer of a worker process, besides 10 s for each MB of values; 20 s by default
	result.Also

	// Profile is a row of which a CPU profile and one of allocations are taken when all is
	// measured, for go tool pprof. Profiled is given them, once for each subject that the
	// row carries; its error ends the run.
	Profile  string
	Profiled func(cpu, allocs []byte) error

	Shard *result.Shard // which part of a run this is, for the document; nil: all of it

	Tool    string   // name and version of the program, for the document
	Command []string // its arguments, likewise

	// Checkpoint is called, when it is not nil, whenever the document is worth
	// writing: every few seconds, and when a subject is complete.
	Checkpoint func(*result.Run)

	// Measured is called, when it is not nil, with each subject of the document
	// when no more will be added to it.
	Measured func(*result.Run, *result.Subject)
}

func (o Options) withDefaults() Options {
	if o.Processes == 0 {
		o.Processes = 9
	}
	if o.MemoryMB == 0 {
		o.MemoryMB = 2048
	}
	if o.StepLimit == 0 {
		o.StepLimit = 20 * time.Second
	}
	if o.Checkpoint == nil {
		o.Checkpoint = func(*result.Run) {}
	}
	if o.Measured == nil {
		o.Measured = func(*result.Run, *result.Subject) {}
	}
	return o
}

// Run measures the subjects one after the other. The document is valid whatever
// the error says: it holds what was measured until then. A row that cannot be
// built, carries its values wrongly or dies is no error but a fact in the
// document.
func (b *Bench) Run(ctx context.Context, o Options) (*result.Run, error) {
	return b.run(ctx, o, measure.Run)
}

// Verify is Run without measuring: rows that carry their values stay skipped,
// with their sizes and findings.
func (b *Bench) Verify(ctx context.Context, o Options) (*result.Run, error) {
	return b.run(ctx, o, measure.Verify)
}

func (b *Bench) run(ctx context.Context, o Options, do func(context.Context, measure.Config) error) (*result.Run, error) {
	o = o.withDefaults()
	doc := &result.Run{
		Schema: result.Schema, Tool: o.Tool, Command: o.Command, Shard: o.Shard, Started: time.Now().UTC(),
		Env: measure.Environment(),
		Settings: result.Settings{
			Seed: o.Seed, BudgetSec: o.Time.Seconds(), Processes: o.Processes, FuncAlign: b.cfg.FuncAlign, Also: o.Also,
		},
	}
	doc.Warnings = append(doc.Warnings, b.notes...)
	folder, err := compile.RunFolder(b.compileConfig())
	if err != nil {
		return doc, err
	}
	defer os.RemoveAll(folder)
	began := time.Now()
	groups := [][][]*subject{b.subjects}
	if !b.cfg.Together {
		groups = slices.Collect(slices.Chunk(b.subjects, 1))
	}
	var failed error
	for i, group := range groups {
		later := o.Time * time.Duration(len(groups)-1-i) / time.Duration(len(groups))
		if err := b.group(ctx, o, doc, group, o.Time/time.Duration(len(groups)), later, folder, do); err != nil {
			if ctx.Err() != nil {
				failed = ctx.Err()
				break
			}
			failed = errors.Join(failed, err)
		}
	}
	if doc.Spent != nil {
		doc.Spent.WallSec = (b.opening + time.Since(began)).Seconds()
		b.opening = 0
	}
	if ctx.Err() != nil {
		return doc, failed
	}
	doc.Complete = failed == nil
	o.Checkpoint(doc)
	return doc, failed
}

// group adds subjects to the document, after doing what is asked with the cases of
// all of them, for which there is the given budget. later is what follows of the
// time; executables are unpacked into the folder.
func (b *Bench) group(ctx context.Context, o Options, doc *result.Run, group [][]*subject, budget, later time.Duration, folder string, do func(context.Context, measure.Config) error) error {
	cfg := measure.Config{
		Run: doc, Budget: budget, Processes: o.Processes, Verify: o.Verify, Require: o.Require, Verifiers: runtime.NumCPU(), Seed: o.Seed, Repeat: o.Repeat,
		Also: o.Also, Lean: o.Lean, Window: o.Window, HeapMB: o.HeapMB, GOGC: o.GOGC, MemoryMB: o.MemoryMB, StepLimit: o.StepLimit, Profile: o.Profile, Profiled: o.Profiled,
		Progress: func(step measure.Step) {
			left := step.TimeLeft
			if left > 0 {
				left += later
			}
			b.cfg.Progress(Step{runKinds[step.Kind], step.Subject, step.Done, step.Total, left})
		},
		Checkpoint: func() { o.Checkpoint(doc) },
	}
	var failed error
	first := map[*Side]int{} // of a side's workers among those of all
	for _, list := range group {
		var built []*compile.Built
		for _, s := range list {
			one, err := b.build(ctx, s, budget+later)
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err != nil {
				failed = errors.Join(failed, s.side.error(err))
				break
			}
			built = append(built, one)
		}
		if len(built) < len(list) {
			continue
		}
		for i, s := range list {
			if _, ok := first[s.side]; ok { // those of a group are the same
				continue
			}
			first[s.side] = len(cfg.Workers)
			for _, w := range built[i].Workers {
				executables, err := w.Unpack(folder)
				if err != nil {
					return err
				}
				cfg.Workers = append(cfg.Workers, executables)
			}
			record(doc, s.side, built[i])
		}
		sub := list[0].result(o)
		ms := &measure.Subject{Name: sub.Name, Data: list[0].data, Result: sub, Sweep: list[0].sweep}
		for i, s := range list {
			s.record(doc, sub, ms, b.cfg, built[i], first[s.side])
		}
		doc.Subjects = append(doc.Subjects, sub)
		cfg.Subjects = append(cfg.Subjects, ms)
	}
	if o.Compression {
		b.cfg.Progress(Step{Kind: Compiling, TimeLeft: budget + later})
		var err error
		if cfg.Compressor, err = compile.Program(ctx, b.compileConfig(), assay.Programs(), compression.Program); err != nil {
			return err
		}
	}
	if len(cfg.Subjects) == 0 {
		return failed
	}
	steal := doc.Env.Steal
	failed = errors.Join(failed, do(ctx, cfg))
	doc.Env.Steal = max(doc.Env.Steal, steal)
	for _, s := range cfg.Subjects {
		o.Measured(doc, s.Result)
	}
	return failed
}

// build builds the subject's rows, once; with Together, those of all subjects.
func (b *Bench) build(ctx context.Context, s *subject, left time.Duration) (*compile.Built, error) {
	if s.built != nil {
		return s.built, nil
	}
	list, name := []*subject{s}, s.build.Name
	if b.cfg.Together {
		list, name = nil, ""
		for _, sides := range b.subjects {
			list = append(list, sides[slices.IndexFunc(sides, func(o *subject) bool { return o.side == s.side })])
		}
	}
	var adapters []compile.Adapter
	for _, s := range list {
		adapters = append(adapters, s.adapters()...)
	}
	built, err := compile.Build(ctx, b.cfg.of(s.side).compileConfig(), adapters, func(step compile.Step, done, total int) {
		b.cfg.Progress(Step{buildKinds[step], name, done, total, left})
	})
	if err != nil {
		return nil, err
	}
	rest := built.Verdicts
	for _, s := range list {
		own := *built
		own.Verdicts, rest = rest[:len(s.wanted)], rest[len(s.wanted):]
		s.built = &own
	}
	return s.built, nil
}

func (b *Bench) compileConfig() compile.Config { return b.cfg.compileConfig() }

func (cfg Config) compileConfig() compile.Config {
	return compile.Config{CacheDir: cfg.CacheDir, CacheLimit: cfg.CacheLimit, Dir: cfg.Dir, Env: cfg.Env, Flags: cfg.flags, Layouts: cfg.Layouts, FuncAlign: cfg.FuncAlign, Footprint: cfg.Footprint}
}
