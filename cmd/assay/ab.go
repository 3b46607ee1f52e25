package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/commit"
	"github.com/assay-go/assay/internal/compare"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/gobench"
	"github.com/assay-go/assay/internal/measure"
	"github.com/assay-go/assay/internal/rows"
	"github.com/assay-go/assay/result"
	"github.com/assay-go/assay/workloads"
)

type abCommand struct {
	Args []string `arg:"" optional:"" name:"base [head] type" help:"Commits, and what is measured: assay ab main ./orders.Order compares the working tree with the branch main, assay ab v1.0 v1.1 ./orders.Order two tags. git: before a commit says that it is one."`

	typeFlags
	rowFlags

	BaseGo    string   `name:"base-go" placeholder:"VERSION" help:"Build the base with this toolchain. Example: --base-go=1.26"`
	HeadGo    string   `name:"head-go" placeholder:"VERSION" help:"Build the head with this toolchain. Example: --head-go=1.27"`
	BaseBuild []string `name:"base-build" sep:"none" placeholder:"SETTING" help:"Build the base with this flag of go build, or this setting of the go command. Example: --base-build=-pgo=off"`
	HeadBuild []string `name:"head-build" sep:"none" placeholder:"SETTING" help:"Build the head with this flag of go build, or this setting of the go command. Example: --head-build=GOAMD64=v3"`
	Bench     string   `placeholder:"REGEXP" help:"Measure the benchmarks of these packages of yours, as go test -bench names them, in place of serializers. Example: --bench=. with main ./orders for arguments"`
	Libs      []string `placeholder:"A,B" help:"Two versions of a library. Example: --libs=mus@v0.4.0,mus@v0.5.0"`

	Time      time.Duration `default:"25s" help:"How long to measure. Example: --time=1m"`
	Processes int           `rare:"" default:"9" help:"Over how many processes of each side the variants are spread at least, where --time is enough for them. Example: --processes=15"`
	Memory    int           `rare:"" default:"2048" placeholder:"MB" help:"Memory that a worker process may use, in MB. Example: --memory=8192"`

	FailOver share `default:"3%" placeholder:"SHARE" help:"Exit with 1 if a variant is significantly slower by more than this, if a size or a number of allocations has grown, or if a variant is lost. Example: --fail-over=5%"`

	Out    string `placeholder:"FILE" type:"path" help:"Write the results document. Example: --out=ab.json"`
	Format string `enum:"text,md,json,github" default:"text" help:"What to print: text, md, json, or github (annotations). Example: --format=github"`
	asJSON
	Brief bool `help:"Only variants that have changed. Example: --brief"`

	overwrite
}

func (c *abCommand) Run(ctx context.Context, s *session) error {
	refs, subjects := c.arguments()
	switch {
	case c.Bench != "" && c.typeFlagsGiven():
		return errors.New("--bench is for the benchmarks of packages: leave out what is about types, variants and libraries")
	case c.Bench != "" && len(subjects) == 0:
		return errors.New("--bench: name a package, such as ./orders, or ./... for all")
	case len(refs) > 2:
		return fmt.Errorf("%s: give one commit, or two, and a type as ./orders.Order or a workload (see assay list)", strings.Join(refs, ", "))
	case len(subjects) == 0:
		return errors.New("say what is measured: a type as ./orders.Order, or a workload (see assay list)")
	case c.Time <= 0:
		return fmt.Errorf("--time=%s: give a time above zero, such as 60s", c.Time)
	case c.Processes < 3:
		return fmt.Errorf("--processes=%d: give at least 3, so that one lucky layout of memory decides nothing; intervals need 6", c.Processes)
	}
	if _, err := regexp.Compile(c.Bench); err != nil {
		return fmt.Errorf("--bench: %w", err)
	}
	for _, pkg := range subjects {
		if path, name, dot := cutName(pkg); dot && c.Bench != "" {
			return fmt.Errorf("--bench is for the benchmarks of packages: name %s, and not the type %s", path, name)
		}
	}
	if err := s.mayReplace(c.Out); err != nil { // before minutes of building
		return err
	}
	sides, err := c.sides(ctx, s, refs)
	if err != nil {
		return err
	}
	if c.Bench != "" {
		return c.benchmarks(ctx, s, sides, subjects)
	}
	// What a codec of yours is called may be known on one side alone.
	var both []*driver.Driver
	for _, side := range sides {
		both = append(both, side.Drivers...)
	}
	selection, err := rows.Parse(c.Serializers, c.Features, rows.All(both))
	if err != nil {
		return err
	}
	lib, _, _ := strings.Cut(slices.Concat(c.Libs, []string{""})[0], "@")
	choose := func(subject string, row rows.Candidate) bool {
		switch {
		case yours(row.Driver):
			return true
		case lib != "" && !c.All && c.Serializers == "" && c.Features == "":
			return row.Driver == lib
		}
		return c.choose(selection, subject, row)
	}
	p := newProgress(s.terminal, s.style.progress)
	defer p.close()
	var sources []bench.Source
	for _, name := range subjects {
		src := c.source(name)
		if _, ok := workloads.Lookup(name); ok {
			src = bench.Source{Name: name, Seed: c.Seed, Count: c.Count, TimePrecision: c.TimePrecision}
		}
		sources = append(sources, src)
	}
	b, err := bench.Open(ctx, bench.Config{
		CacheDir: s.cacheDir, CacheLimit: s.cacheLimit, Layouts: c.Processes, FuncAlign: bench.CacheLine, Together: true,
		Choose: choose, Sides: sides, Progress: p.step,
	}, sources...)
	if err != nil {
		return interrupted(ctx, err)
	}
	var file *result.File
	if c.Out != "" {
		if file, err = s.create(c.Out); err != nil {
			return err
		}
	}
	doc, err := b.Run(ctx, bench.Options{
		Time: c.Time, Processes: c.Processes, Seed: c.Seed, Lean: true, MemoryMB: c.Memory, Tool: version(), Command: s.args,
	})
	p.close()
	if file != nil {
		err = errors.Join(err, file.Write(doc))
	}
	if err != nil {
		return interrupted(ctx, err)
	}
	return c.compare(s, doc, sides)
}

// compare compares the sides of the run, and prints it.
func (c *abCommand) compare(s *session, doc *result.Run, sides []bench.Side) error {
	diff, err := compare.Sides(doc, sides[0].Name, sides[1].Name, compare.Options{Threshold: c.FailOver.value})
	if err != nil {
		return err
	}
	return c.print(s, diff, c.Format)
}

// typeFlagsGiven reports whether a flag was given that benchmarks have no use for.
func (c *abCommand) typeFlagsGiven() bool {
	return c.All || len(c.Libs)+len(c.With) > 0 || c.Serializers+c.Features+c.Data+c.Sample != ""
}

// benchmarks measures the user's own benchmarks on both sides.
func (c *abCommand) benchmarks(ctx context.Context, s *session, sides []bench.Side, packages []string) error {
	if err := bench.CheckSides(sides); err != nil {
		return err
	}
	folder, err := compile.RunFolder(compile.Config{CacheDir: s.cacheDir})
	if err != nil {
		return err
	}
	defer os.RemoveAll(folder)
	var file *result.File
	if c.Out != "" {
		if file, err = s.create(c.Out); err != nil {
			return err
		}
	}
	p := newProgress(s.terminal, s.style.progress)
	defer p.close()
	doc := &result.Run{
		Schema: result.Schema, Tool: version(), Command: s.args, Started: time.Now().UTC(),
		Env:      measure.Environment(),
		Settings: result.Settings{Seed: c.Seed, BudgetSec: c.Time.Seconds(), Processes: c.Processes, FuncAlign: bench.CacheLine},
	}
	cfg := gobench.Config{
		Packages: packages, Bench: c.Bench, Time: c.Time, Layouts: c.Processes, FuncAlign: bench.CacheLine, Seed: c.Seed, Folder: folder, Run: doc,
		Compile: func(done, total int) { p.update("linking the tests", done, total, c.Time) },
		Measure: func(left time.Duration) {
			p.update(string(bench.Measuring), int((c.Time - left).Milliseconds()), int(c.Time.Milliseconds()), left)
		},
	}
	for _, side := range sides {
		cfg.Sides = append(cfg.Sides, gobench.Side{Name: side.Name, Dir: side.Dir, Env: side.Env, Flags: side.Flags})
		doc.Warnings = append(doc.Warnings, side.Notes...)
	}
	err = gobench.Run(ctx, cfg)
	p.close()
	if file != nil && len(doc.Subjects) > 0 {
		err = errors.Join(err, file.Write(doc))
	}
	if err != nil {
		return interrupted(ctx, err)
	}
	return c.compare(s, doc, sides)
}

// print prints the comparison, and stops what has become slower.
func (c *abCommand) print(s *session, diff *compare.Comparison, format string) error {
	if format == "github" {
		list := diff.Regressions()
		for _, line := range list {
			fmt.Fprintf(s.stdout, "::error title=assay ab::%s\n", line)
		}
		if len(list) > 0 {
			return errFinding
		}
		fmt.Fprintf(s.stdout, "::notice title=assay ab::nothing is slower by more than %g %%\n", 100*c.FailOver.value)
		return nil
	}
	if err := printComparison(s, diff, format, c.Brief); err != nil {
		return err
	}
	return gate{FailOver: share{c.FailOver.value, true}}.judge(s, diff)
}

// arguments tells commits from what is measured: workloads, and types, which are
// written with a dot before a name, or, for benchmarks, packages, which begin with a dot.
func (c *abCommand) arguments() (refs, subjects []string) {
	for _, arg := range c.Args {
		if ref, ok := strings.CutPrefix(arg, "git:"); ok {
			refs = append(refs, ref)
			continue
		}
		if c.Bench != "" {
			if strings.HasPrefix(arg, ".") {
				subjects = append(subjects, arg)
			} else {
				refs = append(refs, arg)
			}
			continue
		}
		_, workload := workloads.Lookup(arg)
		if _, _, isType := cutName(arg); workload || isType {
			subjects = append(subjects, arg)
		} else {
			refs = append(refs, arg)
		}
	}
	return refs, subjects
}

// cutName cuts what may be a type into its package and its name, which begins with a capital.
func cutName(arg string) (pkg, name string, isType bool) {
	path, _, _ := strings.Cut(arg, "[") // a type's arguments
	dot := strings.LastIndex(path, ".")
	name = path[dot+1:]
	return path[:max(dot, 0)], name, dot >= 0 && name != "" && name[0] >= 'A' && name[0] <= 'Z'
}

// sides returns the base and the head.
func (c *abCommand) sides(ctx context.Context, s *session, refs []string) ([]bench.Side, error) {
	sides := []bench.Side{{Name: "base"}, {Name: "head"}}
	given := len(refs) > 0
	for i, ref := range refs {
		tree, err := commit.Unpack(ctx, ".", ref, s.cacheDir)
		if err != nil {
			return nil, err
		}
		sides[i] = bench.Side{Name: ref, Dir: tree.Dir, Env: tree.Env, Notes: tree.Notes}
		if bench.CheckSides(sides[i:i+1]) != nil {
			sides[i].Name = tree.Commit
		}
		if len(refs) == 1 {
			sides[1].Name = "working-tree"
			if tree.Changed != "" {
				sides[1].Notes = []string{tree.Changed}
			}
		}
	}
	for i, version := range []string{c.BaseGo, c.HeadGo} {
		if version == "" {
			continue
		}
		name := sides[i].Name
		sides[i].Name = ""
		if err := buildWith(ctx, &sides[i], version); err != nil {
			return nil, err
		}
		if given {
			sides[i].Name = name
		}
	}
	for i, settings := range [][]string{c.BaseBuild, c.HeadBuild} {
		for _, setting := range settings {
			if err := buildBy(ctx, &sides[i], setting); err != nil {
				return nil, err
			}
		}
	}
	given = given || len(c.BaseBuild)+len(c.HeadBuild) > 0 || c.BaseGo+c.HeadGo != ""
	for i := range sides {
		if c.Bench != "" {
			break // they need none
		}
		var err error
		if sides[i].Drivers, _, err = c.rowFlags.drivers(ctx, sides[i]); err != nil {
			return nil, err
		}
	}
	if len(c.Libs) > 0 {
		given = true
		if err := c.libraries(sides, len(refs) == 0); err != nil {
			return nil, err
		}
	}
	if !given {
		return nil, errors.New("say what the two sides differ in: a commit, as in assay ab main ./orders.Order, or --base-go, --base-build or --libs")
	}
	return sides, nil
}

// libraries gives each side its version of the library.
func (c *abCommand) libraries(sides []bench.Side, named bool) error {
	if len(c.Libs) != 2 {
		return errors.New("--libs: name two versions of a library, as in --libs=mus@v0.4.0,mus@v0.5.0")
	}
	var names [2]string
	for i, text := range c.Libs {
		name, version, ok := strings.Cut(text, "@")
		at := slices.IndexFunc(drivers.All, func(d *driver.Driver) bool { return d.Name == name })
		if !ok || at < 0 {
			_, err := rows.Parse(name, "", rows.All(drivers.All)) // it has a hint
			return cmp.Or(err, fmt.Errorf("--libs: %s: write the name of a serializer, as assay list has it, and a version: mus@v0.4.0", text))
		}
		d, err := check.AtVersion(drivers.All[at], version)
		if err != nil {
			return fmt.Errorf("--libs: %w", err)
		}
		names[i] = name
		j := slices.IndexFunc(sides[i].Drivers, func(o *driver.Driver) bool { return o.Name == name })
		sides[i].Drivers = slices.Clone(sides[i].Drivers)
		sides[i].Drivers[j] = d
		if named {
			sides[i].Name = version
		}
	}
	if names[0] != names[1] {
		return fmt.Errorf("--libs: %s and %s are two libraries, which assay run measures beside each other: name two versions of one", names[0], names[1])
	}
	return nil
}

// yours reports whether the name is that of a codec of --with.
func yours(name string) bool {
	return drivers.Find(name) == nil
}
