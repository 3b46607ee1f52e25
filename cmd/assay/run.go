package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"time"

	"github.com/alecthomas/kong"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/compare"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/internal/usercodec"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/report/markdown"
	"github.com/assay-go/assay/report/text"
	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/workloads"
)

// typeFlags say more of types of yours than their source does, and where their values
// come from.
type typeFlags struct {
	Data          string        `group:"Values:" placeholder:"FILE" type:"path" help:"Values of the type as JSON Lines, one a line, decoded with encoding/json. Example: --data=orders.jsonl"`
	Sample        string        `group:"Values:" placeholder:"FUNC" help:"An exported func of the type's package that returns a value or a slice of values, and may return an error. Example: --sample=SampleOrders"`
	Impl          []string      `group:"Values:" sep:"none" placeholder:"TYPE=NAME,NAME" help:"The types that an interface may hold, in place of a directive. Example: --impl='./geo.Shape=./geo.Circle,*./geo.Square'"`
	As            []string      `group:"Values:" sep:"none" placeholder:"TYPE=FUNC,FUNC" help:"Two funcs by which a type travels as another, in place of a directive. Example: --as='example.com/money.Amount=./orders.ToText,./orders.FromText'"`
	Omit          []string      `group:"Values:" placeholder:"PATHS" help:"Leave fields out, by their paths, as if they had the tag assay:\"-\". Example: --omit=Cache,Items[].Hash"`
	Count         int           `group:"Values:" placeholder:"N" help:"How many values to make, where they are made. Example: --count=100"`
	TimePrecision time.Duration `group:"Values:" rare:"" placeholder:"DURATION" help:"Cut the times in made values to multiples of this: by default those generated from a type to 1ms, and none of a workload. Example: --time-precision=1us"`
	Seed          uint64        `group:"Values:" default:"1" help:"Seed of values and of the order of measuring. Example: --seed=7"`
}

// Validate returns what no command that has the flags can mean by them.
func (f *typeFlags) Validate() error {
	if f.Count < 0 {
		return fmt.Errorf("--count=%d: give at least 1", f.Count)
	}
	return nil
}

// rowFlags choose serializers.
type rowFlags struct {
	All         bool   `group:"Serializers:" help:"Every variant there is. By default, without the two flags below, those that people choose from. Example: --all"`
	Serializers string `group:"Serializers:" placeholder:"GLOB" help:"Only these variants, by name or serializer. Example: --serializers='mus,go-codec*'"`
	Features    string `group:"Serializers:" placeholder:"LIST" help:"Only variants with these features; ! negates. Example: --features='binary,!unsafe'"`

	With []string `group:"Serializers:" placeholder:"PACKAGE" help:"The codecs of this package of yours too: its funcs MarshalX or AppendX, and UnmarshalX. Example: --with=./mycodec"`
}

type runCommand struct {
	Subjects []string `arg:"" optional:"" name:"type or workload" help:"Types, such as ./orders.Order or import/path.Type, or workloads (see assay list): corpora stands for those that JSON is measured by, all for the others. By default data."`

	typeFlags
	rowFlags

	Time      time.Duration `group:"Measuring:" default:"25s" help:"How long to measure, over all types or workloads; close races get more of it. Example: --time=5m"`
	Processes int           `group:"Measuring:" rare:"" default:"9" help:"Over how many processes each case is spread at least, where --time is enough for them. Example: --processes=15"`
	Repeat    int           `group:"Measuring:" default:"1" help:"Measure all of it so many times, each for --time: assay compare learns from the repeats how far variants move without a reason. Example: --repeat=5"`
	Go        []string      `group:"Measuring:" name:"go" placeholder:"A,B" help:"Measure variants built by each of these toolchains, beside each other: a version, or a line of releases. Example: --go=1.26,1.27"`
	Build     []string      `group:"Measuring:" sep:"none" placeholder:"SETTING" help:"Measure variants built by each of these settings, beside each other: a flag of go build, a setting of the go command, or default. Example: --build=default --build=GOAMD64=v3"`
	Align     bool          `group:"Measuring:" rare:"" help:"Begin every function at a cache line, in runs for assay compare or history: changed code then moves the times of other code less. With --baseline or --resume it is as in that run. Example: --align"`
	Also      []string      `group:"Measuring:" enum:"stream,access,compared,nogc,cpu,parallel,cold,latency,compression,sweep,footprint" placeholder:"LIST" help:"Measure more: stream (io.Writer and io.Reader), access (one number of the struct read, and written, in the encoded bytes, by libraries that have calls for it; reading all fields so is measured anyway), compared (the round trip with a comparison of the values inside, as go-serialization-benchmarks has it), nogc (with the collector off), cpu (processor time, in longer windows that take a quarter more time, and what the collector costs, in runs shorter than --time=20s too), parallel (1 to GOMAXPROCS goroutines at a time), cold (values and buffers that are in no cache, and first calls), latency (percentiles of single operations of a microsecond or more), compression (what gzip, zstd, snappy and lz4 make of each message, and of a stream of 1,000), sweep (values of a few bytes to 100 MB, of workloads that scale), footprint (what each variant adds to an executable and to the time of compiling, which takes minutes). Example: --also=stream,cold"`
	Heap      int           `group:"Measuring:" rare:"" placeholder:"MB" help:"Live heap that a worker keeps besides the values, in MB; by default 64, and 16, full of pointers, for what the collector costs. Example: --heap=512"`
	GOGC      int           `group:"Measuring:" rare:"" name:"gogc" default:"100" placeholder:"PERCENT" help:"How much the heap of a worker grows between collections. Example: --gogc=400"`
	Require   []string      `group:"Serializers:" enum:"strict,bounded,survives,evolves" placeholder:"LABELS" help:"Measure only variants that are proven to be strict (refuse messages that were cut short, and bytes behind them), bounded (allocate no more than a message justifies, and never die), to survive (no standard change of a type loses or changes a value in silence) or to evolve (types with more fields, or fewer, are read). Example: --require=strict,bounded"`
	Verify    bool          `group:"Measuring:" rare:"" help:"Verify again what an earlier run has verified: by default a verdict is kept beside the worker that it is about. Example: --verify"`
	Memory    int           `group:"Measuring:" rare:"" default:"2048" placeholder:"MB" help:"Memory that a worker process may use, in MB. Example: --memory=8192"`
	Limit     time.Duration `group:"Measuring:" rare:"" default:"20s" help:"Processor time that one serializer may take for a step before it is stopped, besides 10 s for each MB of the values. Example: --limit=2m"`

	Profile string `group:"Output:" placeholder:"VARIANT" help:"Write profiles of marshal and unmarshal together by this variant, for go tool pprof, to VARIANT.cpu.pprof and VARIANT.allocs.pprof. Example: --profile=json+reuse"`

	Out    string `group:"Output:" placeholder:"FILE" type:"path" help:"Write the results document, also while the run goes on. Example: --out=results.json"`
	Resume string `group:"Output:" placeholder:"FILE" type:"path" help:"Go on with an interrupted run's document, and write it. Example: --resume=results.json"`
	Format string `group:"Output:" enum:"${outputs}" default:"text" help:"What to print: ${outputs}; benchstat reads benchfmt. Example: --format=md"`
	asJSON `group:"Output:"`
	Full   bool `group:"Output:" xor:"detail" help:"Tables of every operation and every variant, with intervals. Example: --full"`
	Brief  bool `group:"Output:" xor:"detail" help:"As --full, without the tables of all variants. Example: --brief"`

	Shard string `group:"Measuring:" rare:"" placeholder:"I/N" help:"Measure the I-th of N parts of the variants, to be joined by assay merge: for a run on many machines. Example: --shard=2/5"`

	Baseline  string `group:"Output:" placeholder:"FILE" type:"existingfile" help:"Compare with this run's document, or Go benchmark output, at the end. Example: --baseline=main.json"`
	gate      `group:"Output:"`
	overwrite `group:"Output:"`

	kong.Plugins
	flags *workloadFlags
}

func newRunCommand() runCommand {
	flags := newWorkloadFlags(workloads.All)
	return runCommand{Plugins: flags.plugins(), flags: flags}
}

func (c *runCommand) Run(ctx context.Context, s *session) error {
	all, yours, err := c.drivers(ctx, bench.Side{})
	if err != nil {
		return err
	}
	selection, err := rows.Parse(c.Serializers, c.Features, rows.All(all))
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	profiled := &profiles{variant: c.Profile}
	if c.Profile != "" {
		if err := cmp.Or(wholeName("--profile", c.Profile, rows.All(all)), profiled.check(s)); err != nil {
			return err
		}
	}
	sources := c.sources()
	choose := func(subject string, row rows.Candidate) bool {
		return yours[row.Driver] || row.Row == c.Profile || c.choose(selection, subject, row)
	}
	var part *result.Shard
	if c.Shard != "" {
		if part, choose, err = c.shard(all, choose, sources); err != nil {
			return err
		}
	}
	var baseline *result.Run
	if c.Baseline != "" {
		if baseline, err = compare.ReadFile(c.Baseline); err != nil {
			return err
		}
	}
	sides, err := c.sides(ctx)
	if err != nil {
		return err
	}
	out, err := c.open(s)
	if err != nil {
		return err
	}
	p := newProgress(s.terminal, s.style.progress)
	defer p.close()

	cfg := bench.Config{
		Drivers: all, CacheDir: s.cacheDir, CacheLimit: s.cacheLimit, Layouts: c.Processes, FuncAlign: c.funcAlign(out.resumed, baseline), Together: true, Footprint: c.also("footprint"),
		Choose: choose, Sides: sides, Progress: p.step, Host: hostOf(c.With),
	}
	measuring, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	shown := &tables{session: s, options: c.layout()}
	shown.options.Several = len(sources) > 1
	options := bench.Options{
		Time: c.Time, Processes: c.Processes, Seed: c.Seed,
		Also: result.Also{
			Stream: c.also("stream"), Compared: c.also("compared"), Partial: c.also("access"), NoGC: c.also("nogc"), CPU: c.also("cpu"), Parallel: c.also("parallel"),
			Cold: c.also("cold"), Latency: c.also("latency"), Compression: c.also("compression"), Sweep: c.also("sweep"),
		},
		HeapMB: c.Heap, GOGC: c.GOGC, Require: c.Require, Verify: c.Verify, MemoryMB: c.Memory, StepLimit: c.Limit,
		Tool: version(), Command: s.args, Shard: part, Profile: c.Profile, Profiled: profiled.write,
		Checkpoint: func(doc *result.Run) {
			if err := out.write(doc); err != nil {
				cancel(err)
			}
			if s.style.progress && !doc.Complete {
				p.show(glance(doc, s.style.text()))
			}
		},
		Measured: func(doc *result.Run, sub *result.Subject) {
			if joined, err := out.joined(doc); err == nil && c.Format == "text" && out.last {
				p.close()
				shown.subject(joined, sub.Name)
			}
		},
	}
	c.firstLook(measuring, s, p, cfg, options, sources[0])
	b, err := bench.Open(measuring, cfg, sources...)
	if err != nil {
		return interrupted(ctx, err)
	}
	doc, measureErr := c.repeated(measuring, b, options, out)
	p.close()
	if cause := context.Cause(measuring); cause != nil && ctx.Err() == nil {
		return cause
	}
	if len(doc.Subjects) == 0 && measureErr != nil {
		return interrupted(ctx, measureErr)
	}
	doc, writeErr := out.close(doc)
	if doc == nil {
		return writeErr
	}
	if err := out.nothing(ctx, doc, measureErr); err != nil {
		return errors.Join(err, writeErr)
	}
	// What was measured is shown, whatever became of the rest.
	var printErr error
	if c.Format == "text" {
		printErr = shown.close(doc)
	} else {
		printErr = printView(s, report.New(doc, nil), c.Format, c.layout())
	}
	profiled.say(s)
	switch {
	case errors.Is(measureErr, context.Canceled):
		measureErr = errors.New("interrupted: the tables hold what was measured until then")
	case measureErr == nil && !measured(doc):
		measureErr = errors.New("no variant was measured: the tables say why")
	}
	if err := errors.Join(measureErr, writeErr, printErr); err != nil || baseline == nil {
		return err
	}
	return c.compare(s, baseline, doc)
}

// also reports whether more is measured, by its name in --also.
func (c *runCommand) also(what string) bool { return slices.Contains(c.Also, what) }

// repeated measures as often as asked for, each time on from what was measured before.
func (c *runCommand) repeated(ctx context.Context, b *bench.Bench, o bench.Options, out *output) (*result.Run, error) {
	for ; ; o.Repeat++ {
		out.last = o.Repeat == c.Repeat-1
		doc, err := b.Run(ctx, o)
		if out.last || err != nil {
			return doc, err
		}
		if out.resumed, err = out.joined(doc); err != nil {
			return doc, err
		}
		out.resumed.Command, out.repeated = o.Command, true
		o.Verify = false // it was
	}
}

// funcAlign is what functions begin at multiples of, in bytes; 0 leaves it to the linker.
// It is that of the run that this one goes on with or is compared with; nil is none.
func (c *runCommand) funcAlign(resumed, baseline *result.Run) int {
	switch {
	case c.Align:
		return bench.CacheLine
	case resumed != nil:
		return resumed.Settings.FuncAlign
	case baseline != nil:
		return baseline.Settings.FuncAlign
	}
	return 0
}

// choose reports whether a row takes part: the contenders do, unless others are asked
// for.
func (f *rowFlags) choose(selection rows.Selection, subject string, row rows.Candidate) bool {
	if !f.All && f.Serializers == "" && f.Features == "" {
		return rows.Contends(subject, row.Row)
	}
	return selection.Match(row)
}

// measured reports whether the run has a figure.
func measured(doc *result.Run) bool {
	return slices.ContainsFunc(doc.Subjects, func(s *result.Subject) bool {
		return slices.ContainsFunc(s.Cases, func(c *result.Case) bool { return c.Status == result.OK })
	})
}

// drivers returns all serializers, with the codecs of the packages of --with, and
// the names of the latter, as a side has them.
func (f *rowFlags) drivers(ctx context.Context, side bench.Side) (all []*driver.Driver, yours map[string]bool, err error) {
	if all, err = findCodecs(ctx, f.With, side); err != nil {
		return nil, nil, err
	}
	yours = map[string]bool{}
	for _, d := range all {
		yours[d.Name] = true
	}
	return append(all, drivers.All...), yours, nil
}

// hostOf is the package that workloads are built beside, where codecs of the user's are
// to be called with them.
func hostOf(with []string) string {
	if len(with) == 0 {
		return ""
	}
	return with[0]
}

// findCodecs returns the drivers of the codecs of the packages of --with.
func findCodecs(ctx context.Context, with []string, side bench.Side) ([]*driver.Driver, error) {
	var taken []string
	for _, d := range drivers.All {
		taken = append(taken, d.Name)
	}
	var codecs []usercodec.Codec
	for _, pattern := range with {
		list, err := usercodec.Find(ctx, cmp.Or(side.Dir, "."), side.Env, pattern, taken)
		if err != nil {
			return nil, fmt.Errorf("--with: %w", err)
		}
		codecs = append(codecs, list...)
	}
	found, err := usercodec.Drivers(codecs...)
	if err != nil {
		return nil, fmt.Errorf("--with: %w", err)
	}
	return found, nil
}

// shard returns which part of the run is measured, and which of the chosen rows
// those are.
func (c *runCommand) shard(all []*driver.Driver, chosen func(string, rows.Candidate) bool, sources []bench.Source) (*result.Shard, func(string, rows.Candidate) bool, error) {
	number := map[string]int{}
	for i, src := range sources {
		number[src.Name] = i
	}
	whole := slices.DeleteFunc(rows.All(all), func(row rows.Candidate) bool {
		return !slices.ContainsFunc(sources, func(src bench.Source) bool { return chosen(src.Name, row) })
	})
	shard, err := rows.ParseShard(c.Shard, whole)
	if err != nil {
		return nil, nil, err
	}
	return &result.Shard{Index: shard.Index, Count: shard.Count, Anchors: shard.Anchors}, func(subject string, row rows.Candidate) bool {
		return slices.Contains(shard.Anchors, row.Row) || chosen(subject, row) && shard.Match(number[subject], row)
	}, nil
}

// compare says what has changed since the baseline: below tables for people, and
// on standard error where standard output is for programs.
func (c *runCommand) compare(s *session, baseline, doc *result.Run) error {
	diff, err := compare.Runs(baseline, doc, compare.Options{Threshold: c.threshold(), Chosen: true})
	if err != nil {
		return fmt.Errorf("comparing with %s: %w", c.Baseline, err)
	}
	switch c.Format {
	case "md":
		fmt.Fprintln(s.stdout)
		err = markdown.Set(s.stdout, diff.Document(c.Brief))
	case "text":
		fmt.Fprintln(s.stdout)
		err = text.Set(s.stdout, diff.Document(c.Brief), text.Style{Color: s.style.color})
	default:
		err = text.Set(s.stderr, diff.Document(c.Brief), text.Style{})
	}
	if err != nil {
		return err
	}
	return c.judge(s, diff)
}

// subjects returns the names on the command line, those that stand for several as
// what they stand for.
func (c *runCommand) subjects() []string {
	if len(c.Subjects) == 0 {
		return []string{workloads.Default}
	}
	var names []string
	for _, name := range c.Subjects {
		switch name {
		case workloads.Every, workloads.Corpora:
			names = append(names, workloads.Group(name == workloads.Corpora)...)
		default:
			names = append(names, name)
		}
	}
	return names
}

// sources returns what the subjects are.
func (c *runCommand) sources() []bench.Source {
	var list []bench.Source
	for _, name := range c.subjects() {
		src := bench.Source{Name: name, Seed: c.Seed, Count: c.Count, TimePrecision: c.TimePrecision, Impls: c.Impl, As: c.As, Omit: c.Omit}
		if w, ok := workloads.Lookup(name); ok {
			src.Flags = c.flags.of(w)
		} else {
			src.File, src.Sample = c.Data, c.Sample
		}
		list = append(list, src)
	}
	return list
}

// check refuses flags that contradict each other.
func (c *runCommand) check() error {
	var types []string
	for _, name := range c.subjects() {
		if _, ok := workloads.Lookup(name); !ok {
			types = append(types, name)
		}
	}
	switch {
	case c.Data != "" && c.Sample != "":
		return errors.New("--data and --sample both say where values come from: give one")
	case (c.Data != "" || c.Sample != "") && len(types) != 1:
		return errors.New("--data and --sample are for one type of yours: name exactly one, such as ./orders.Order")
	case c.TimePrecision < 0 || c.TimePrecision > 0 && (c.Data != "" || c.Sample != ""):
		return errors.New("--time-precision is for values that are made: give a duration above zero such as 1us, and neither --data nor --sample")
	case c.Time <= 0:
		return fmt.Errorf("--time=%s: give a time above zero, such as 60s", c.Time)
	case c.Processes < 3:
		return fmt.Errorf("--processes=%d: give at least 3, so that one lucky layout of memory decides nothing; intervals need 6", c.Processes)
	case c.Repeat < 1 || c.Repeat > 1 && c.Shard != "":
		return errors.New("--repeat: give at least 1, and no --shard beside more")
	case c.FailOver.given && c.Baseline == "":
		return errors.New("--fail-over says when a comparison fails: name the run to compare with by --baseline")
	case c.Profile != "" && (len(c.subjects()) > 1 || c.Repeat > 1):
		return errors.New("--profile is of one type or workload that is measured once: name exactly one, and no --repeat")
	case c.Heap < 0:
		return fmt.Errorf("--heap=%d: give a live heap in MB above zero, or leave it out", c.Heap)
	case c.GOGC < 10:
		return fmt.Errorf("--gogc=%d: give a growth of at least 10 per cent", c.GOGC)
	case c.Memory < c.Heap*(200+c.GOGC)/100:
		return fmt.Errorf("--memory=%d: a worker with --heap=%d and --gogc=%d needs at least %d MB", c.Memory, c.Heap, c.GOGC, c.Heap*(200+c.GOGC)/100)
	case c.Memory < 256:
		return fmt.Errorf("--memory=%d: a worker needs at least 256 MB", c.Memory)
	}
	if c.Data != "" {
		if err := bench.CheckSize(c.Data, bench.Options{MemoryMB: c.Memory, HeapMB: c.Heap, GOGC: c.GOGC}); err != nil {
			return err
		}
	}
	return c.flags.check(c.subjects())
}

// output is where a run's document is written to, and the run that it goes on
// with.
type output struct {
	file    *result.File // nil when nothing is written
	resumed *result.Run  // nil when the run is a new one

	last, repeated bool  // time that all is measured; not the first one
	failed         error // of writing
}

// open opens the document's file before anything is measured.
func (c *runCommand) open(s *session) (*output, error) {
	o := &output{}
	name := c.Out
	if c.Resume != "" {
		old, err := result.ReadFile(c.Resume)
		if err != nil {
			return nil, err
		}
		// A subject that was interrupted before its values were made has nothing
		// to go on with.
		old.Subjects = slices.DeleteFunc(old.Subjects, func(s *result.Subject) bool { return s.Values == 0 })
		o.resumed = old
		if name == "" {
			name = c.Resume
		}
	}
	if name == "" {
		return o, nil
	}
	var err error
	o.file, err = s.create(name)
	return o, err
}

// joined returns the run with that which it goes on with. The error says that the
// two may not stand in one table.
func (o *output) joined(doc *result.Run) (*result.Run, error) {
	if o.resumed == nil {
		return doc, nil
	}
	old, new := *o.resumed, *doc
	if !reflect.DeepEqual(old.Shard, new.Shard) {
		return nil, fmt.Errorf("--resume: that run is of another shard than this one, or of other variants: give the flags that it was begun with")
	}
	shard := old.Shard
	old.Shard, new.Shard = nil, nil // two times of one shard, not two shards
	joined, err := result.Merge(&old, &new)
	if err != nil {
		return nil, fmt.Errorf("--resume: %w", err)
	}
	if shard != nil {
		joined.Shard, joined.Parts = shard, nil
	}
	if joined.Complete = doc.Complete && (o.last || !o.repeated); o.repeated {
		joined.Command = doc.Command
	}
	for i := range joined.Parts { // what one was interrupted in, the next has done
		joined.Parts[i].Interrupted = !doc.Complete
	}
	return joined, nil
}

// kept says what there is of a run without figures.
func (o *output) kept() string {
	if o.file == nil {
		return ": there is nothing to show, and nothing was written"
	}
	return ": there is nothing to show yet; run goes on with what was written by --resume"
}

// nothing returns the error of a run that did not go to its end, where there is nothing to show, and no
// reason beside that error.
func (o *output) nothing(ctx context.Context, doc *result.Run, measureErr error) error {
	switch {
	case measureErr == nil || measured(doc):
		return nil
	case errors.Is(measureErr, context.Canceled):
		return errors.New("interrupted before a variant was measured" + o.kept())
	}
	return interrupted(ctx, measureErr)
}

// write writes the document as it is now. Its error says that the run had better
// not go on; that the file cannot be written is not one, since the tables can
// still be printed.
func (o *output) write(doc *result.Run) error {
	joined, err := o.joined(doc)
	if err == nil && o.file != nil && o.failed == nil {
		o.failed = o.file.Write(joined)
	}
	return err
}

// close writes the document for the last time, and returns it as it is to be
// shown.
func (o *output) close(doc *result.Run) (*result.Run, error) {
	if err := o.write(doc); err != nil {
		return nil, err
	}
	doc, err := o.joined(doc)
	return doc, errors.Join(err, o.failed)
}

// interrupted replaces what a cancelled step says by what happened.
func interrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return errors.New("interrupted before anything was measured: there is nothing to show, and nothing was written")
	}
	return err
}
