package build

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"
)

// linkFlags leave out what a worker needs not: debug information (profiles and
// stack traces work without) and the state of the user's repository.
var linkFlags = []string{"-ldflags=-w", "-buildvcs=false"}

// build builds the unit and fills in the verdicts of its adapters.
func (u *unit) build(ctx context.Context, cfg Config, c *cache, built *Built, tell func(string, int, int)) error {
	j := &job{
		unit: u, cfg: cfg, cache: c, built: built, tell: tell,
		goCommand: goCommand{u.module.dir, u.module.env},
		dir:       filepath.Join(c.dir, "unit", hashStrings(u.module.dir, u.group)),
	}
	mains := j.mains()
	overlay, err := j.overlay(c, mains)
	if err != nil {
		return err
	}
	key := j.planKey(overlay)
	if p, ok := c.loadPlan(key); ok {
		return p.apply(j)
	}
	unlock, err := c.lock(ctx, j.dir)
	if err != nil {
		return err
	}
	defer unlock()
	if p, ok := c.loadPlan(key); ok { // made by the process that held the lock
		return p.apply(j)
	}
	if err := j.resolve(ctx); err != nil {
		return err
	}
	if err := j.compile(ctx); err != nil {
		return err
	}
	workers, err := j.link(ctx)
	if err != nil {
		return err
	}
	if err := j.findUnsafe(); err != nil {
		return err
	}
	for _, w := range workers {
		if err := built.addWorker(w.Name, w.Layouts, w.pkgs); err != nil {
			return err
		}
	}
	return c.savePlan(key, j, workers)
}

// event is a line of "go build -json".
type event struct{ ImportPath, Action, Output string }

// goBuild compiles packages and returns the first error of each package that
// failed, by import path. It tells how many packages were compiled.
func (j *job) goBuild(ctx context.Context, step string, args ...string) (failed map[string]string, err error) {
	failed = map[string]string{}
	output := map[string]string{}
	done, full := 0, false
	stderr, err := j.stream(ctx, func(line []byte) {
		var e event
		if json.Unmarshal(line, &e) != nil {
			return
		}
		switch {
		case e.Action == "build-fail":
			failed[e.ImportPath] = firstComplaint(output[e.ImportPath])
		case e.Output == e.ImportPath+"\n": // the flag -v: the package is about to be compiled
			if done++; step == "compile" {
				j.tell(step, min(done, len(j.graph)), len(j.graph))
			}
		default:
			output[e.ImportPath] += e.Output
			full = full || strings.Contains(e.Output, diskFull)
		}
	}, slices.Concat([]string{"build", "-json", "-v"}, j.goFlags(), linkFlags, args)...)
	if full || strings.Contains(stderr, diskFull) {
		return nil, fmt.Errorf("%wbuilding the worker: the disk is full", errEverywhere)
	}
	if err != nil && len(failed) == 0 {
		return nil, goError("building the worker", stderr, err)
	}
	return failed, nil
}

// compile compiles the adapters, all at once, and drops those that fail or
// import what fails.
func (j *job) compile(ctx context.Context) error {
	alive := j.alive()
	if len(alive) == 0 {
		return nil
	}
	if err := j.writeOverlay(nil); err != nil {
		return err
	}
	j.tell("compile", 0, len(j.graph))
	args := []string{"--", workerPath}
	for _, p := range alive {
		args = append(args, p.path)
	}
	failed, err := j.goBuild(ctx, "compile", args...)
	if err != nil {
		return err
	}
	if msg, ok := failed[workerPath]; ok {
		return fmt.Errorf("compiling the worker: %s", msg)
	}
	causes := map[string]string{} // packages other than adapters, and their first error
	for _, a := range alive {
		for _, p := range j.reach(a.path) {
			msg, ok := failed[p.ImportPath]
			if !ok {
				continue
			}
			msg = j.shorten(msg)
			if p.ImportPath != a.path {
				msg = fmt.Sprintf("package %s does not compile: %s", p.ImportPath, msg)
				causes[p.ImportPath] = msg
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
	j.tell("compile", len(j.graph), len(j.graph))
	return nil
}

// linked is a worker: its executables, and the adapters in each.
type linked struct {
	Name    string
	Layouts []string
	pkgs    []*adapterPackage
}

// link links the worker programs of the unit. An adapter that keeps its program
// from being linked is dropped.
func (j *job) link(ctx context.Context) ([]linked, error) {
	var list []linked
	mains := j.mains()
	layouts := max(j.cfg.Layouts, 1)
	for i, m := range mains {
		j.tell("link", i*layouts, len(mains)*layouts)
		pkgs, file, err := j.linkMain(ctx, m)
		if err != nil {
			return nil, err
		}
		if file == "" {
			continue
		}
		name := m.host.PkgPath
		if j.group != "" {
			name += " (" + j.group + ")"
		}
		l := linked{name, []string{file}, pkgs}
		for seed := 1; seed < layouts; seed++ {
			j.tell("link", i*layouts+seed, len(mains)*layouts)
			file, err := j.linkLayout(ctx, m, seed)
			if err != nil {
				return nil, err
			}
			l.Layouts = append(l.Layouts, file)
		}
		list = append(list, l)
	}
	j.tell("link", len(mains)*layouts, len(mains)*layouts)
	return list, nil
}

// linkLayout links a program that links with its functions in a random order.
func (j *job) linkLayout(ctx context.Context, m *mainPackage, seed int) (file string, err error) {
	out := filepath.Join(j.dir, exe(fmt.Sprintf("%s_%s_%d", path.Base(m.path), hashStrings(m.path), seed), j.module.goEnv["GOOS"]))
	failed, err := j.goBuild(ctx, "", fmt.Sprintf("-ldflags=-w -randlayout=%d", seed), "-o", out, "--", m.path)
	if err != nil {
		return "", err
	}
	for _, path := range sortedKeys(failed) {
		return "", fmt.Errorf("linking %s with its functions in another order: %s", m.path, failed[path])
	}
	return j.cache.addExecutable(out)
}

// linkMain links one program and moves it to a place named by its content. The
// file is empty when no adapter is left to link.
func (j *job) linkMain(ctx context.Context, m *mainPackage) (pkgs []*adapterPackage, file string, err error) {
	out := filepath.Join(j.dir, exe(path.Base(m.path)+"_"+hashStrings(m.path), j.module.goEnv["GOOS"]))
	for len(m.pkgs) > 0 {
		complaint, err := j.try(ctx, m, out)
		if err != nil {
			return nil, "", err
		}
		if complaint == "" {
			file, err := j.cache.addExecutable(out)
			return m.pkgs, file, err
		}
		bad, err := j.culprits(ctx, m, complaint)
		if err != nil {
			return nil, "", err
		}
		for p, msg := range bad {
			j.drop(p, "%s", j.shorten(firstComplaint(msg)))
		}
		m.pkgs = slices.DeleteFunc(slices.Clone(m.pkgs), func(p *adapterPackage) bool { return p.dropped })
	}
	return nil, "", nil
}

// startTimeout is how long a worker may take to start and stop when it has
// nothing to do: some milliseconds, but for libraries that set themselves up.
const startTimeout = time.Minute

// try links a program and starts it, without a request. It returns what the
// linker or the dying process says; empty means that all is well.
func (j *job) try(ctx context.Context, m *mainPackage, out string) (complaint string, err error) {
	if err := j.writeOverlay([]*mainPackage{m}); err != nil {
		return "", err
	}
	failed, err := j.goBuild(ctx, "link", "-o", out, "--", m.path)
	if err != nil {
		return "", err
	}
	for _, path := range sortedKeys(failed) {
		return "does not link: " + failed[path], nil
	}
	env := j.module.goEnv
	if env["GOOS"] != env["GOHOSTOS"] || env["GOARCH"] != env["GOHOSTARCH"] {
		return "", nil // built for another machine
	}
	limited, cancel := context.WithTimeout(ctx, startTimeout)
	defer cancel()
	cmd := exec.CommandContext(limited, out)
	cmd.Env = j.env
	var stderr strings.Builder
	cmd.Stderr = &stderr
	switch err := cmd.Run(); {
	case ctx.Err() != nil:
		return "", ctx.Err()
	case limited.Err() != nil:
		return fmt.Sprintf("does not start within %v: %s", startTimeout, stderr.String()), nil
	case err != nil:
		return fmt.Sprintf("does not start: %s (%v)", stderr.String(), err), nil
	}
	return "", nil
}

// culprits returns the adapters that keep a program from being linked or
// started, each with the complaint: those that the complaint names, or that
// import a package that it names, or else those whose program fails without
// the others.
func (j *job) culprits(ctx context.Context, m *mainPackage, complaint string) (map[*adapterPackage]string, error) {
	bad := map[*adapterPackage]string{}
	if len(m.pkgs) == 1 {
		bad[m.pkgs[0]] = complaint
		return bad, nil
	}
	for _, a := range m.pkgs {
		if namesPackage(complaint, a.path) {
			bad[a] = complaint
		}
	}
	if len(bad) > 0 {
		return bad, nil
	}
	common := j.reach(workerPath)
	for _, a := range m.pkgs {
		if slices.ContainsFunc(j.reach(a.path), func(p *listedPackage) bool {
			return !p.Standard && !slices.Contains(common, p) && namesPackage(complaint, p.ImportPath)
		}) {
			bad[a] = complaint
		}
	}
	if len(bad) > 0 && len(bad) < len(m.pkgs) {
		return bad, nil
	}
	clear(bad)
	half := len(m.pkgs) / 2
	for _, part := range [][]*adapterPackage{m.pkgs[:half], m.pkgs[half:]} {
		sub := &mainPackage{host: m.host, path: m.path, pkgs: part}
		complaint, err := j.try(ctx, sub, filepath.Join(j.dir, exe("try", j.module.goEnv["GOOS"])))
		if err != nil {
			return nil, err
		}
		if complaint == "" {
			continue
		}
		more, err := j.culprits(ctx, sub, complaint)
		if err != nil {
			return nil, err
		}
		maps.Copy(bad, more)
	}
	if len(bad) == 0 { // each half is fine, but not both: let go of one, and try again
		bad[m.pkgs[len(m.pkgs)-1]] = complaint
	}
	return bad, nil
}

// namesPackage reports whether a linker's message names a package.
func namesPackage(msg, pkg string) bool {
	return regexp.MustCompile(`(^|[^\w/.-])` + regexp.QuoteMeta(pkg) + `($|[^\w/-])`).MatchString(msg)
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

// addExecutable moves an executable to a folder named by its content.
func (c *cache) addExecutable(file string) (string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", cacheError(c.dir, err)
	}
	dir := filepath.Join(c.dir, "worker", hashStrings(string(data)))
	dst := filepath.Join(dir, filepath.Base(file))
	if _, err := os.Stat(dst); err == nil {
		touch(dir)
		return dst, nil
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return "", cacheError(c.dir, err)
	}
	// The original stays: the go command leaves it alone while it is current.
	tmp := dst + ".tmp"
	if err := os.WriteFile(tmp, data, 0o777); err != nil {
		return "", cacheError(c.dir, err)
	}
	if err := os.Rename(tmp, dst); err != nil {
		return "", cacheError(c.dir, err)
	}
	return dst, nil
}
