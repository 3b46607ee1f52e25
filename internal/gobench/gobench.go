// Package gobench measures the benchmarks of a package, as its authors wrote them, on
// two sides at a time: states of the code, or ways to build it.
//
// The test binary of each side is linked several times with its functions in other
// orders. Every batch is a process of its own: one benchmark, run a fixed number of
// times by package testing, so that nothing but the -test flags is needed of it. The
// batches of both sides follow each other, in random order, within rounds that go
// through all benchmarks; so the document can be judged as that of any other paired run.
package gobench

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/assay-go/assay/internal/gobench/lines"
	"github.com/assay-go/assay/internal/worker/child"
	"github.com/assay-go/assay/result"
)

// Side is one of the two.
type Side struct {
	Name  string
	Dir   string   // that packages are looked up from
	Env   []string // of the go command; nil is the process's own
	Flags []string // of go build
}

// Config says what to measure.
type Config struct {
	Sides    []Side
	Packages []string // patterns of the go command, such as ./...
	Bench    string   // as go test -bench takes it

	Time      time.Duration // for rounds, over all benchmarks
	Layouts   int           // of each side, and rounds at the least
	FuncAlign int           // what the addresses of functions are multiples of, in bytes; 0: the linker's choice
	Seed      uint64        // of the order

	Folder  string                    // for executables
	Run     *result.Run               // filled as the run goes on
	Compile func(done int, total int) // told how far that is
	Measure func(left time.Duration)  // likewise
}

// batchTime is what a batch is to take on the side that runs it first: as long again as
// the process takes to start.
const batchTime = 20 * time.Millisecond

// binary is the test of a package on one side.
type binary struct {
	dir     string   // that it is run in
	layouts []string // executables
	had     schedule // its processes in batches, in all
}

// benchmark is one, as both sides have it.
type benchmark struct {
	pkg  string
	name string // with those of sub-benchmarks, as testing prints it
	n    int
	cs   []*result.Case // of each side
}

// Run measures. Its error says that there is nothing to measure, that it does not build,
// or that a benchmark failed.
func Run(ctx context.Context, cfg Config) error {
	began := time.Now()
	cfg.Run.Spent = &result.Spent{}
	binaries := map[string][]*binary{} // by package, of each side
	for i, side := range cfg.Sides {
		version, err := goVersion(ctx, side)
		if err != nil {
			return err
		}
		if i == 0 {
			cfg.Run.Env.GoVersion = version
		}
		flags := map[string]string{}
		for _, f := range side.Flags {
			name, value, _ := strings.Cut(f, "=")
			flags[name] = value
		}
		cfg.Run.Sides = append(cfg.Run.Sides, result.Side{Name: side.Name, GoVersion: version, BuildFlags: flags})
		list, err := packages(ctx, side, cfg.Packages)
		if err != nil {
			return fmt.Errorf("%s: %w", side.Name, err)
		}
		for _, path := range slices.Sorted(maps.Keys(list)) {
			if i > 0 && binaries[path] == nil {
				cfg.warn("%s is on %s only", path, side.Name)
				continue
			}
			binaries[path] = append(binaries[path], &binary{dir: list[path]})
		}
	}
	for _, path := range slices.Sorted(maps.Keys(binaries)) {
		if len(binaries[path]) < len(cfg.Sides) {
			cfg.warn("%s is on %s only", path, cfg.Sides[0].Name)
			delete(binaries, path)
		}
	}
	if err := cfg.link(ctx, binaries); err != nil {
		return err
	}
	list, err := cfg.find(ctx, binaries)
	if err != nil {
		return err
	}
	if len(list) == 0 {
		return fmt.Errorf("no benchmark matches %q on both sides, in %s", cfg.Bench, strings.Join(cfg.Packages, " "))
	}
	err = cfg.rounds(ctx, binaries, list)
	var all schedule
	for _, sides := range binaries {
		for _, b := range sides {
			all.ran, all.waited = all.ran+b.had.ran, all.waited+b.had.waited
		}
	}
	if all.ran > 0 {
		cfg.Run.Env.CPUShare = float64(all.ran) / float64(all.ran+all.waited)
	}
	cfg.Run.Spent.WallSec = time.Since(began).Seconds()
	cfg.Run.Complete = err == nil
	return err
}

func (cfg *Config) warn(format string, args ...any) {
	cfg.Run.Warnings = append(cfg.Run.Warnings, fmt.Sprintf(format, args...))
}

func (s Side) command(ctx context.Context, args ...string) *exec.Cmd {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = s.Dir, s.Env
	return cmd
}

// flags returns those of go build but for the linker's, which stand apart.
func (s Side) flags() (build []string, linker string) {
	for _, f := range s.Flags {
		if text, ok := strings.CutPrefix("-"+strings.TrimLeft(f, "-"), "-ldflags="); ok {
			linker = text + " "
		} else {
			build = append(build, f)
		}
	}
	return build, linker
}

func goVersion(ctx context.Context, s Side) (string, error) {
	out, err := output(s.command(ctx, "env", "GOVERSION"))
	return strings.TrimSpace(string(out)), err
}

// packages returns the folders of the packages that have tests, by path.
func packages(ctx context.Context, s Side, patterns []string) (map[string]string, error) {
	args := append([]string{"list", "-f", "{{if or .TestGoFiles .XTestGoFiles}}{{.ImportPath}}\t{{.Dir}}{{end}}"}, s.Flags...)
	out, err := output(s.command(ctx, append(append(args, "--"), patterns...)...))
	if err != nil {
		return nil, err
	}
	list := map[string]string{}
	for line := range strings.Lines(string(out)) {
		if path, dir, ok := strings.Cut(strings.TrimSpace(line), "\t"); ok {
			list[path] = dir
		}
	}
	return list, nil
}

// output runs a command, whose words are in the error.
func output(cmd *exec.Cmd) ([]byte, error) {
	var words bytes.Buffer
	cmd.Stderr = &words
	out, err := cmd.Output()
	return out, failed(cmd, err, out, words.Bytes())
}

// failed returns the error of a command with its words, or with what it printed; nil is none.
func failed(cmd *exec.Cmd, err error, printed, words []byte) error {
	if err == nil {
		return nil
	}
	text := bytes.TrimSpace(words)
	if len(text) == 0 {
		text = bytes.TrimSpace(printed)
	}
	return fmt.Errorf("%s: %w: %s", strings.Join(cmd.Args[:min(2, len(cmd.Args))], " "), err, text)
}

// schedule is how long threads had a processor, and waited for one.
type schedule struct{ ran, waited time.Duration }

// watchEvery is the time between two looks at a process: it is gone when it has ended.
const watchEvery = 5 * time.Millisecond

// watch looks at the schedule of a process until it is stopped, and returns the last that it saw;
// none where the system does not tell.
func watch(pid int) (stop func() schedule) {
	var last schedule
	ended, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		ticker := time.NewTicker(watchEvery)
		defer ticker.Stop()
		for ending := false; ; {
			var now schedule
			now.ran, now.waited = child.ProcessorOf(pid)
			if now.ran > last.ran {
				last = now
			}
			if ending {
				return
			}
			select {
			case <-ended:
				ending = true
			case <-ticker.C:
			}
		}
	}()
	return func() schedule {
		close(ended)
		<-done
		return last
	}
}

// link builds the tests of all packages on all sides, once in each layout.
func (cfg *Config) link(ctx context.Context, binaries map[string][]*binary) error {
	total, done := len(binaries)*len(cfg.Sides)*cfg.Layouts, 0
	finished := make(chan struct{}, total)
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.NumCPU())
	for k, path := range slices.Sorted(maps.Keys(binaries)) {
		for i, b := range binaries[path] {
			b.layouts = make([]string, cfg.Layouts)
			for layout := range b.layouts {
				b.layouts[layout] = filepath.Join(cfg.Folder, fmt.Sprintf("%d-%d-%d.test", k, i, layout))
				group.Go(func() error {
					flags, linker := cfg.Sides[i].flags()
					if cfg.FuncAlign > 0 {
						linker = fmt.Sprintf("-funcalign=%d %s", cfg.FuncAlign, linker)
					}
					args := slices.Concat([]string{"test", "-c", "-o", b.layouts[layout]}, flags, []string{fmt.Sprintf("-ldflags=%s-randlayout=%d", linker, layout+1), path})
					_, err := output(cfg.Sides[i].command(ctx, args...))
					if err != nil {
						return fmt.Errorf("%s: %w", cfg.Sides[i].Name, err)
					}
					finished <- struct{}{}
					return nil
				})
			}
		}
	}
	ended := make(chan error, 1)
	go func() { ended <- group.Wait() }()
	for {
		cfg.Compile(done, total)
		select {
		case <-finished:
			done++
		case err := <-ended:
			return err
		}
	}
}

// find returns the benchmarks that both sides have, sub-benchmarks one by one, with the
// number of operations that makes a batch.
func (cfg *Config) find(ctx context.Context, binaries map[string][]*binary) ([]*benchmark, error) {
	var list []*benchmark
	for _, path := range slices.Sorted(maps.Keys(binaries)) {
		var found []map[string]int
		var names []string
		for i, b := range binaries[path] {
			cfg.Measure(cfg.Time)
			lines, err := b.run(ctx, 0, cfg.Bench, batchTime.String())
			if err != nil {
				return nil, fmt.Errorf("%s on %s: %w", path, cfg.Sides[i].Name, err)
			}
			n := map[string]int{}
			for _, l := range lines {
				n[l.name] = max(n[l.name], l.n)
				if i == 0 && !slices.Contains(names, l.name) {
					names = append(names, l.name)
				}
			}
			found = append(found, n)
		}
		s := &result.Subject{Name: path, Type: path, Origin: "benchmarks"}
		for _, name := range names {
			b := &benchmark{pkg: path, name: name}
			for i, side := range cfg.Sides {
				n, ok := found[i][name]
				if !ok {
					break
				}
				b.n = max(b.n, n)
				b.cs = append(b.cs, &result.Case{
					Row: name + "@" + side.Name, Side: side.Name, Driver: name, Features: []string{}, Status: result.Skipped, Ops: map[string]*result.Op{"time": {}},
				})
			}
			if len(b.cs) < len(cfg.Sides) {
				cfg.warn("%s: %s is on %s only", path, name, cfg.Sides[0].Name)
				continue
			}
			list = append(list, b)
			s.Cases = append(s.Cases, b.cs...)
		}
		for i, n := range found[1:] {
			for _, name := range slices.Sorted(maps.Keys(n)) {
				if _, ok := found[0][name]; !ok {
					cfg.warn("%s: %s is on %s only", path, name, cfg.Sides[i+1].Name)
				}
			}
		}
		if len(s.Cases) > 0 {
			cfg.Run.Subjects = append(cfg.Run.Subjects, s)
		}
	}
	return list, nil
}

// rounds goes through all benchmarks, each on every side, until the time is used up and
// every layout has served.
func (cfg *Config) rounds(ctx context.Context, binaries map[string][]*binary, list []*benchmark) error {
	rng := rand.New(rand.NewPCG(cfg.Seed, 0))
	began := time.Now()
	for round := 0; round < cfg.Layouts || time.Since(began) < cfg.Time; round++ {
		layout := round % cfg.Layouts
		for _, k := range rng.Perm(len(list)) {
			b := list[k]
			for _, i := range rng.Perm(len(cfg.Sides)) {
				cfg.Measure(max(0, cfg.Time-time.Since(began)))
				lines, err := binaries[b.pkg][i].run(ctx, layout, only(b.name), fmt.Sprintf("%dx", b.n))
				if err == nil && len(lines) != 1 {
					err = fmt.Errorf("%d lines of it, and one was asked for", len(lines))
				}
				if err != nil {
					return fmt.Errorf("%s: %s on %s: %w", b.pkg, b.name, cfg.Sides[i].Name, err)
				}
				l, op := lines[0], b.cs[i].Ops["time"]
				b.cs[i].Status = result.OK
				op.Samples = append(op.Samples, result.Sample{Round: round, Process: round, Layout: layout, N: l.n, NSPerOp: l.ns})
				// What is set up once counts as well; of the fewest there is least of it.
				if round == 0 || l.bytes < op.BytesPerOp {
					op.BytesPerOp = l.bytes
				}
				if round == 0 || l.allocs < op.AllocsPerOp {
					op.AllocsPerOp = l.allocs
				}
				cfg.Run.Spent.RecordedSec += l.ns * float64(l.n) / 1e9
			}
		}
	}
	return nil
}

// line is what a benchmark printed.
type line struct {
	name          string
	n             int
	ns            float64 // an operation
	bytes, allocs float64
}

// run runs the benchmarks that the pattern matches, in one process.
func (b *binary) run(ctx context.Context, layout int, pattern, benchtime string) ([]line, error) {
	cmd := exec.CommandContext(ctx, b.layouts[layout], "-test.run=^$", "-test.bench="+pattern, "-test.benchtime="+benchtime, "-test.benchmem", "-test.count=1")
	cmd.Dir = b.dir
	var printed, words bytes.Buffer
	cmd.Stdout, cmd.Stderr = &printed, &words
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	stop := watch(cmd.Process.Pid)
	err := failed(cmd, cmd.Wait(), printed.Bytes(), words.Bytes())
	had := stop()
	b.had.ran, b.had.waited = b.had.ran+had.ran, b.had.waited+had.waited
	if err != nil {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		return nil, err
	}
	var list []line
	read, err := lines.Read(&printed)
	if err != nil {
		return nil, err
	}
	for _, l := range read {
		if ns, ok := l.Values["ns/op"]; ok {
			list = append(list, line{name: l.Name, n: l.N, ns: ns, bytes: l.Values["B/op"], allocs: l.Values["allocs/op"]})
		}
	}
	return list, nil
}

// only is the pattern that matches this benchmark alone: the elements of a name are
// matched one by one.
func only(name string) string {
	parts := strings.Split("Benchmark"+name, "/")
	for i, p := range parts {
		parts[i] = "^" + regexp.QuoteMeta(p) + "$"
	}
	return strings.Join(parts, "/")
}
