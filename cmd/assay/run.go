package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"time"

	"github.com/alecthomas/kong"

	"github.com/assay-go/assay/compile"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/measure"
	"github.com/assay-go/assay/report"
	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/workloads"
)

type runCommand struct {
	Subjects []string `arg:"" optional:"" name:"subject" help:"Workloads (see assay list), or types: ./orders.Order, import/path.Type. All workloads by default."`

	Data   string `placeholder:"FILE" type:"path" help:"Values of the type as JSON Lines, one a line, decoded with encoding/json. Example: --data=orders.jsonl"`
	Sample string `placeholder:"FUNC" help:"An exported func of the type's package that returns a value or a slice of values, and an error if it likes. Example: --sample=SampleOrders"`
	Count  int    `placeholder:"N" help:"How many values to make, where they are made. Example: --count=100"`
	Seed   uint64 `default:"1" help:"Seed of values and of the order of measuring. Example: --seed=7"`

	Serializers string `placeholder:"GLOB" help:"Only these rows, by name or serializer. Example: --serializers='mus,go-codec*'"`
	Features    string `placeholder:"LIST" help:"Only rows with these features; ! negates. Example: --features='binary,!unsafe'"`

	Time      time.Duration `default:"45s" help:"How long to measure, over all subjects; close races get more of it. Example: --time=5m"`
	Processes int           `default:"9" help:"Over how many processes each case is spread at least. Example: --processes=15"`
	Stream    bool          `help:"Measure io.Writer and io.Reader too. Example: --stream"`
	NoGC      bool          `name:"nogc" help:"Measure with the collector off as well. Example: --nogc"`
	Memory    int           `default:"2048" placeholder:"MB" help:"Memory that a worker process may use, in MB. Example: --memory=8192"`
	Limit     time.Duration `default:"20s" help:"How long one serializer may take for a step before it is stopped. Example: --limit=2m"`

	Out    string `placeholder:"FILE" type:"path" help:"Write the results document, also while the run goes on. Example: --out=results.json"`
	Resume string `placeholder:"FILE" type:"path" help:"Go on with an interrupted run's document, and write it. Example: --resume=results.json"`
	Format string `enum:"text,md,csv,json,benchfmt" default:"text" help:"What to print: text, md, csv, json or benchfmt, which benchstat reads. Example: --format=md"`
	Brief  bool   `help:"Leave out the tables of all rows. Example: --brief"`

	kong.Plugins
	flags *workloadFlags
}

func newRunCommand() runCommand {
	flags := newWorkloadFlags(workloads.All)
	return runCommand{Plugins: flags.plugins(), flags: flags}
}

func (c *runCommand) Run(s *session) error {
	filter, err := report.ParseFilter(c.Serializers, c.Features, candidates(drivers.All))
	if err != nil {
		return err
	}
	if err := c.check(); err != nil {
		return err
	}
	doc, file, err := c.open(s)
	if err != nil {
		return err
	}
	p := newProgress(s.stderr, s.style.progress)
	defer p.close()

	subjects, err := c.subjects(s, p)
	if err != nil {
		return interrupted(s.ctx, err)
	}
	plan := newPlan(subjects, drivers.All, filter)
	buildCfg := s.buildConfig()
	buildCfg.Layouts = c.Processes
	built, err := compile.Build(s.ctx, buildCfg, plan.adapters(), func(step string, done, total int) {
		p.update(buildSteps[step], done, total, 0)
	})
	if err != nil {
		return interrupted(s.ctx, err)
	}
	cfg := plan.config(built, doc)
	cfg.Budget, cfg.Processes, cfg.Seed = c.Time, c.Processes, c.Seed
	cfg.Stream, cfg.NoGC = c.Stream, c.NoGC
	cfg.Verifiers = runtime.NumCPU()
	cfg.MemoryMB, cfg.StepLimit = c.Memory, c.Limit
	cfg.Progress = func(step measure.Step) {
		p.update(fmt.Sprintf("%s %s", step.Kind, step.Subject), step.Done, step.Total, step.TimeLeft)
	}
	var writeErr error
	cfg.Checkpoint = func() {
		if file != nil && writeErr == nil {
			writeErr = file.Write(doc)
		}
	}
	measureErr := measure.Run(s.ctx, cfg)
	p.close()
	doc.Complete = measureErr == nil
	if file != nil && writeErr == nil {
		writeErr = file.Write(doc)
	}
	// What was measured is shown, whatever became of the rest.
	view := report.New(doc, report.Filter{})
	printErr := c.print(s, view)
	switch {
	case errors.Is(measureErr, context.Canceled):
		return errors.Join(errors.New("interrupted: the tables hold what was measured until then"), writeErr, printErr)
	case measureErr != nil:
		return errors.Join(measureErr, writeErr, printErr)
	case errors.Join(writeErr, printErr) != nil:
		return errors.Join(writeErr, printErr)
	}
	return nil
}

// buildSteps are the steps of package compile, in words.
var buildSteps = map[string]string{
	"emit":     "emitting adapters",
	"generate": "running generators",
	"fetch":    "downloading modules",
	"compile":  "compiling adapters",
	"link":     "linking workers",
}

// check refuses flags that contradict each other.
func (c *runCommand) check() error {
	var types []string
	for _, name := range c.Subjects {
		if _, ok := workloads.Lookup(name); !ok {
			types = append(types, name)
		}
	}
	switch {
	case c.Data != "" && c.Sample != "":
		return errors.New("--data and --sample both say where values come from: give one")
	case (c.Data != "" || c.Sample != "") && len(types) != 1:
		return errors.New("--data and --sample are for one type of yours: name exactly one, such as ./orders.Order")
	case c.Time <= 0:
		return fmt.Errorf("--time=%s: give a time above zero, such as 60s", c.Time)
	case c.Processes < 3:
		return fmt.Errorf("--processes=%d: give at least 3, so that one lucky layout of memory decides nothing; intervals need 6", c.Processes)
	case c.Memory < 256:
		return fmt.Errorf("--memory=%d: a worker needs at least 256 MB", c.Memory)
	}
	if c.Data != "" {
		f, err := os.Open(c.Data)
		if err != nil {
			return fmt.Errorf("--data: %w", err)
		}
		return f.Close()
	}
	return nil
}

// open returns the run's document, new or resumed, and the file that it is
// written to, nil when there is none.
func (c *runCommand) open(s *session) (*result.Run, *result.File, error) {
	doc := &result.Run{
		Schema: result.Schema, Tool: version(), Command: s.args, Started: time.Now().UTC(),
		Env: measure.Environment(),
		Settings: result.Settings{
			Seed: c.Seed, BudgetSec: c.Time.Seconds(), Processes: c.Processes, NoGC: c.NoGC, Stream: c.Stream,
		},
	}
	name := c.Out
	if c.Resume != "" {
		old, err := result.ReadFile(c.Resume)
		if err != nil {
			return nil, nil, err
		}
		if old.Settings.Seed != c.Seed || old.Env.CPU != doc.Env.CPU {
			return nil, nil, fmt.Errorf("--resume=%s: that run had another seed or was on another machine, so its rounds do not go on here", c.Resume)
		}
		doc = old
		if name == "" {
			name = c.Resume
		}
	}
	if name == "" {
		return doc, nil, nil
	}
	file, err := result.Create(name)
	return doc, file, err
}

// interrupted replaces what a cancelled step says by what happened.
func interrupted(ctx context.Context, err error) error {
	if ctx.Err() != nil {
		return errors.New("interrupted before anything was measured")
	}
	return err
}
