package compile

import (
	"context"
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

// linked is a worker: its executable, those of other layouts, packed, and the
// adapters in each.
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
		j.tell("link", i*layouts+1, len(mains)*layouts)
		more, err := j.linkLayouts(ctx, m, layouts)
		if err != nil {
			return nil, err
		}
		list = append(list, linked{name, append([]string{file}, more...), pkgs})
	}
	j.tell("link", len(mains)*layouts, len(mains)*layouts)
	return list, nil
}

// linkLayouts links a program that links again, with its functions in random
// orders, until there are as many executables as layouts. One go command links
// all of them, as many at a time as there are processors.
func (j *job) linkLayouts(ctx context.Context, m *mainPackage, layouts int) (files []string, err error) {
	if layouts < 2 {
		return nil, nil
	}
	dir := filepath.Join(j.dir, "layouts")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, cacheError(j.cache.dir, err)
	}
	defer os.RemoveAll(dir)
	args := []string{"-o", dir + string(filepath.Separator)}
	var paths []string
	for seed := 1; seed < layouts; seed++ {
		p := m.layoutPath(seed)
		paths = append(paths, p)
		args = append(args, fmt.Sprintf("-ldflags=%s=-s -w -randlayout=%d", p, seed))
	}
	failed, err := j.goBuild(ctx, "", slices.Concat(args, []string{"--"}, paths)...)
	if err != nil {
		return nil, err
	}
	for _, path := range sortedKeys(failed) {
		return nil, fmt.Errorf("linking %s with its functions in another order: %s", path, failed[path])
	}
	files = make([]string, len(paths))
	err = eachProcessor(len(paths), func(i int) (err error) {
		files[i], err = j.cache.addPacked(filepath.Join(dir, exe(path.Base(paths[i]), j.module.goEnv["GOOS"])))
		return err
	})
	return files, err
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
	common := j.deps(workerPath)
	for _, a := range m.pkgs {
		if slices.ContainsFunc(j.deps(a.path), func(p *listedPackage) bool {
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
