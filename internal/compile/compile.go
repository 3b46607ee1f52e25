package compile

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// linkFlags leave out what a worker needs not: debug information and symbols
// (profiles and stack traces work without), a third of an executable, and the
// state of the user's repository.
var linkFlags = []string{"-ldflags=-s -w", "-buildvcs=false"}

// build builds the unit and fills in the verdicts of its adapters.
func (u *unit) build(ctx context.Context, cfg Config, c *cache, built *Built, progress func(Step, int, int)) error {
	j := &job{
		unit: u, cfg: cfg, cache: c, built: built, progress: progress,
		goCommand: goCommand{u.module.dir, u.module.env},
		dir:       filepath.Join(c.dir, "unit", hashStrings(u.module.dir, u.group)),
	}
	end := j.prefetch(ctx)
	defer end()
	if err := j.generate(ctx); err != nil {
		return err
	}
	if cfg.Untimed && cfg.Unproven && !cfg.Footprint {
		u.gather()
	}
	key, adapters := j.planKey(), j.adapterKeys()
	if cfg.Unproven {
		if p, ok := c.loadPlan(key, adapters, max(cfg.Layouts, 1)); ok { // it says more
			return p.apply(j)
		}
		key = hashStrings(key, "unproven")
	}
	if p, ok := c.loadPlan(key, adapters, max(cfg.Layouts, 1)); ok && !cfg.Footprint {
		return p.apply(j)
	}
	unlock, err := c.lock(ctx, j.dir, func() { progress(Waiting, 0, 0) })
	if err != nil {
		return err
	}
	defer unlock()
	if p, ok := c.loadPlan(key, adapters, max(cfg.Layouts, 1)); ok { // made by the process that held the lock
		if err := p.apply(j); err != nil || !cfg.Footprint {
			return err
		}
		if err := j.resolve(ctx); err != nil {
			return err
		}
		return j.footprints(ctx)
	}
	if err := j.resolve(ctx); err != nil {
		return err
	}
	if cfg.Layouts > 1 { // else one go command compiles and links
		if err := j.compile(ctx); err != nil {
			return err
		}
	}
	workers, err := j.link(ctx)
	if err != nil {
		return err
	}
	if !cfg.Unproven {
		if err := j.findUnsafe(); err != nil {
			return err
		}
	}
	for _, w := range workers {
		if err := built.addWorker(w.Name, w.Layouts, w.pkgs); err != nil {
			return err
		}
	}
	if err := c.savePlan(key, adapters, j, workers); err != nil || !cfg.Footprint {
		return err
	}
	return j.footprints(ctx)
}

// event is a line of "go build -json".
type event struct{ ImportPath, Action, Output string }

// goBuild compiles packages and returns the first error of each package that
// failed, by import path. It tells how many packages were compiled.
func (j *job) goBuild(ctx context.Context, step Step, args ...string) (failed map[string]string, err error) {
	failed = map[string]string{}
	output := map[string]string{}
	done, full := 0, ""
	stderr, err := j.stream(ctx, func(line []byte) {
		var e event
		if json.Unmarshal(line, &e) != nil {
			return
		}
		switch {
		case e.Action == "build-fail":
			failed[e.ImportPath] = firstComplaint(output[e.ImportPath])
		case e.Output == e.ImportPath+"\n": // the flag -v: the package is about to be compiled
			if done++; step == Compiling {
				j.progress(step, min(done, len(j.graph)), len(j.graph))
			}
		default:
			output[e.ImportPath] += e.Output
			if strings.Contains(e.Output, diskFull) {
				full += e.Output
			}
		}
	}, slices.Concat([]string{"build", "-json", "-v"}, j.goFlags(), linkFlags, j.noDebug(), args)...)
	if full != "" || strings.Contains(stderr, diskFull) {
		return nil, fmt.Errorf("%w%w", errEverywhere, fullDisk("building the worker", full+stderr))
	}
	if err != nil && len(failed) == 0 {
		return nil, goError("building the worker", stderr, err)
	}
	return failed, nil
}

const noDebugFlag = "/...=-dwarf=false" // for all below a root of import paths

// noDebug has the compiler leave out debug information, which linkFlags drop anyway:
// a tenth of what the contenders take in the build cache, and of the time. The
// standard library is left alone, since it is there with it for everything else,
// and so is all where somebody has flags of their own for the compiler.
func (j *job) noDebug() []string {
	if strings.Contains(strings.Join(j.module.flags, " ")+j.module.goEnv["GOFLAGS"], "gcflags") {
		return nil
	}
	roots := map[string]bool{}
	for _, p := range j.graph {
		if !p.Standard {
			root, _, _ := strings.Cut(p.ImportPath, "/")
			roots[root] = true
		}
	}
	var flags []string
	for _, root := range sortedKeys(roots) {
		flags = append(flags, "-gcflags="+root+noDebugFlag)
	}
	return flags
}

// compile compiles the adapters, all at once, and drops those that fail or
// import what fails.
func (j *job) compile(ctx context.Context) error {
	j.compiled = true
	alive := j.alive()
	if len(alive) == 0 {
		return nil
	}
	if err := j.writeOverlay(nil); err != nil {
		return err
	}
	j.progress(Compiling, 0, len(j.graph))
	args := []string{"--", workerPath}
	args = append(args, j.homes()...)
	failed, err := j.goBuild(ctx, Compiling, args...)
	if err != nil {
		return err
	}
	if msg, ok := failed[workerPath]; ok {
		return fmt.Errorf("compiling the worker: %s", msg)
	}
	causes := map[string]string{} // packages other than adapters, and their first error
	for _, a := range alive {
		for _, p := range j.deps(a.path) {
			msg, ok := failed[p.ImportPath]
			if !ok {
				continue
			}
			msg = j.shorten(msg)
			if p.ImportPath != a.path {
				msg = fmt.Sprintf("package %s does not compile: %s", p.ImportPath, msg)
				if !strings.HasPrefix(p.ImportPath, a.path+"/") { // generated with it
					causes[p.ImportPath] = msg
				}
			}
			j.drop(a, "%s", msg)
			break
		}
	}
	if len(causes) == 1 && len(alive) > 0 && len(j.alive()) == 0 {
		for path, msg := range causes {
			if p := j.graph[path]; p.Module != nil && !j.constant(p.Dir) { // the user's own
				return errors.New(msg)
			}
		}
	}
	j.progress(Compiling, len(j.graph), len(j.graph))
	return nil
}

// shorten makes the positions in a message relative: to the adapter's folder
// for emitted files, to the module's for the user's own, and to the module
// cache for those of dependencies. The go command prints paths as they are or
// relative to its directory.
func (j *job) shorten(msg string) string {
	const sep = string(filepath.Separator)
	for _, root := range []struct{ dir, below string }{
		{filepath.Join(j.cache.dir, "emitted"), `[0-9a-f]{24}[/\\]`},
		{j.cache.src, ""},
		{j.module.goEnv["GOMODCACHE"], ""},
		{j.module.dir, ""},
	} {
		if root.dir == "" {
			continue
		}
		forms := []string{root.dir + sep}
		if rel, err := filepath.Rel(j.module.dir, root.dir); err == nil && rel != "." {
			forms = append(forms, rel+sep)
		}
		for _, form := range forms {
			msg = regexp.MustCompile(regexp.QuoteMeta(form)+root.below).ReplaceAllString(msg, "")
		}
	}
	return strings.TrimPrefix(msg, "."+sep)
}
