package build

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
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
		if err := built.addWorker(w.Name, w.Path, w.pkgs); err != nil {
			return err
		}
	}
	return c.savePlan(key, j, workers)
}

// event is a line of "go build -json".
type event struct{ ImportPath, Action, Output string }

// goBuild compiles packages and returns the first error of each package that
// failed, by import path.
func (j *job) goBuild(ctx context.Context, args ...string) (failed map[string]string, err error) {
	stdout, stderr, err := j.run(ctx, slices.Concat([]string{"build", "-json"}, j.goFlags(), linkFlags, args)...)
	failed = map[string]string{}
	output := map[string]string{}
	for sc := lines(stdout); sc.Scan(); {
		var e event
		if json.Unmarshal(sc.Bytes(), &e) != nil {
			continue
		}
		switch e.Action {
		case "build-output":
			output[e.ImportPath] += e.Output
		case "build-fail":
			failed[e.ImportPath] = firstComplaint(output[e.ImportPath])
		}
		if strings.Contains(e.Output, "no space left on device") {
			return nil, fmt.Errorf("%wcompiling: the disk is full", errEverywhere)
		}
	}
	if err != nil && len(failed) == 0 {
		return nil, goError("compiling", stderr, err)
	}
	return failed, nil
}

func lines(data []byte) *bufio.Scanner {
	sc := bufio.NewScanner(bytes.NewReader(data))
	sc.Buffer(nil, 1<<26)
	return sc
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
	j.tell("compile", 0, len(alive))
	args := []string{"--", workerPath}
	for _, p := range alive {
		args = append(args, p.path)
	}
	failed, err := j.goBuild(ctx, args...)
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
	j.tell("compile", len(alive), len(alive))
	return nil
}

// linked is an executable with the adapters in it.
type linked struct {
	Name, Path string
	pkgs       []*adapterPackage
}

// link links the worker programs of the unit. An adapter that keeps its program
// from being linked is dropped.
func (j *job) link(ctx context.Context) ([]linked, error) {
	var list []linked
	mains := j.mains()
	for i, m := range mains {
		j.tell("link", i, len(mains))
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
		list = append(list, linked{name, file, pkgs})
	}
	j.tell("link", len(mains), len(mains))
	return list, nil
}

// linkMain links one program and moves it to a place named by its content key.
func (j *job) linkMain(ctx context.Context, m *mainPackage) (pkgs []*adapterPackage, file string, err error) {
	tmp := filepath.Join(j.dir, exe(path.Base(m.path)+"_"+hashStrings(m.path), j.module.goEnv["GOOS"]))
	for len(m.pkgs) > 0 {
		if err := j.writeOverlay([]*mainPackage{m}); err != nil {
			return nil, "", err
		}
		failed, err := j.goBuild(ctx, "-o", tmp, "--", m.path)
		if err != nil {
			return nil, "", err
		}
		if len(failed) == 0 {
			file, err := j.cache.addExecutable(tmp)
			return m.pkgs, file, err
		}
		for _, msg := range failed {
			bad, err := j.culprits(ctx, m, msg)
			if err != nil {
				return nil, "", err
			}
			for _, p := range bad {
				j.drop(p, "does not link: %s", j.shorten(msg))
			}
			m.pkgs = slices.DeleteFunc(slices.Clone(m.pkgs), func(p *adapterPackage) bool { return p.dropped })
			break
		}
	}
	return nil, "", nil
}

// culprits returns the adapters that keep a program from being linked: those
// that import a package that the linker names, or else those whose program does
// not link without the others.
func (j *job) culprits(ctx context.Context, m *mainPackage, msg string) ([]*adapterPackage, error) {
	if len(m.pkgs) == 1 {
		return m.pkgs, nil
	}
	common := j.reach(workerPath)
	var bad []*adapterPackage
	for _, a := range m.pkgs {
		if slices.ContainsFunc(j.reach(a.path), func(p *listedPackage) bool {
			return !p.Standard && !slices.Contains(common, p) && namesPackage(msg, p.ImportPath)
		}) {
			bad = append(bad, a)
		}
	}
	if len(bad) > 0 {
		return bad, nil
	}
	half := len(m.pkgs) / 2
	for _, part := range [][]*adapterPackage{m.pkgs[:half], m.pkgs[half:]} {
		sub := &mainPackage{host: m.host, path: m.path, pkgs: part}
		if err := j.writeOverlay([]*mainPackage{sub}); err != nil {
			return nil, err
		}
		failed, err := j.goBuild(ctx, "-o", os.DevNull, "--", m.path)
		if err != nil {
			return nil, err
		}
		for _, msg := range failed {
			more, err := j.culprits(ctx, sub, msg)
			if err != nil {
				return nil, err
			}
			bad = append(bad, more...)
			break
		}
	}
	if len(bad) == 0 { // each half links, but not both: let go of one, and try again
		bad = m.pkgs[len(m.pkgs)-1:]
	}
	return bad, nil
}

// namesPackage reports whether a linker's message names a package.
func namesPackage(msg, pkg string) bool {
	return regexp.MustCompile(`(^|[^\w/.-])` + regexp.QuoteMeta(pkg) + `($|[^\w/-])`).MatchString(msg)
}

var position = regexp.MustCompile(`(?:^|\s)(\S+\.\w+):\d+(?::\d+)?:`)

// shorten makes the positions in a message relative: to the adapter's folder
// for emitted files, to the module's for the user's own.
func (j *job) shorten(msg string) string {
	emitted := filepath.Join(j.cache.dir, "emitted") + string(filepath.Separator)
	return position.ReplaceAllStringFunc(msg, func(s string) string {
		m := position.FindStringSubmatchIndex(s)
		file := s[m[2]:m[3]]
		abs := absolute(j.module.dir, file)
		short := file
		if rest, ok := strings.CutPrefix(abs, emitted); ok {
			_, short, _ = strings.Cut(rest, string(filepath.Separator))
		} else if rel, err := filepath.Rel(j.module.dir, abs); err == nil && filepath.IsLocal(rel) {
			short = rel
		} else if rel, err := filepath.Rel(j.module.goEnv["GOMODCACHE"], abs); err == nil && filepath.IsLocal(rel) {
			short = rel
		}
		return s[:m[2]] + filepath.ToSlash(short) + s[m[3]:]
	})
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
