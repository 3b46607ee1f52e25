package compile

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/assay-go/assay/internal/worker/child"
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
		m.untimed, m.whole = j.cfg.Untimed, j.cfg.Whole
		if j.compiled {
			j.progress(Linking, i*layouts, len(mains)*layouts)
		}
		pkgs, files, err := j.linkMain(ctx, m, layouts)
		if errors.Is(err, errApart) {
			return j.link(ctx)
		}
		if err != nil {
			return nil, err
		}
		if len(files) == 0 {
			continue
		}
		name := m.host.PkgPath
		if j.group != "" {
			name += " (" + j.group + ")"
		}
		list = append(list, linked{name, files, pkgs})
	}
	j.progress(Linking, len(mains)*layouts, len(mains)*layouts)
	return list, nil
}

// errApart says that what was gathered is not any more, so that there are other programs.
var errApart = errors.New("not together")

// linkMain links one program in all its layouts and moves them to places named
// by their content. There are no files when no adapter is left to link.
func (j *job) linkMain(ctx context.Context, m *mainPackage, layouts int) (pkgs []*adapterPackage, files []string, err error) {
	dir := filepath.Join(j.dir, "layouts")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, nil, cacheError(j.cache.dir, err)
	}
	defer os.RemoveAll(dir)
	for {
		m.pkgs = slices.DeleteFunc(slices.Clone(m.pkgs), func(p *adapterPackage) bool { return p.dropped })
		if len(m.pkgs) == 0 {
			return nil, nil, nil
		}
		complaint, err := j.try(ctx, m, dir, layouts)
		if err != nil {
			return nil, nil, err
		}
		if complaint == "" {
			files, err := j.keep(m, dir, layouts)
			return m.pkgs, files, err
		}
		if j.gathered {
			j.part()
			if err := j.load(ctx); err != nil {
				return nil, nil, err
			}
			return nil, nil, errApart
		}
		if !j.compiled { // each by itself, which says who does not compile
			if err := j.compile(ctx); err != nil {
				return nil, nil, err
			}
			continue
		}
		bad, err := j.withoutAdapters(ctx, m, dir)
		if err == nil && bad == nil {
			bad, err = j.culprits(ctx, m, dir, complaint)
		}
		if err != nil {
			return nil, nil, err
		}
		for p, msg := range bad {
			j.drop(p, "%s", j.shorten(firstComplaint(msg)))
		}
	}
}

// keep moves the layouts of a program from dir into the cache.
func (j *job) keep(m *mainPackage, dir string, layouts int) (files []string, err error) {
	files = make([]string, layouts)
	err = eachProcessor(layouts, func(seed int) (err error) {
		out := j.executable(dir, m.layoutPath(seed))
		if seed == 0 {
			files[seed], err = j.cache.addExecutable(out)
		} else {
			files[seed], err = j.cache.addPacked(out)
		}
		return err
	})
	return files, err
}

// executable returns what the go command calls a program that it links into dir.
func (j *job) executable(dir, pkgPath string) string {
	return filepath.Join(dir, exe(path.Base(pkgPath), j.module.goEnv["GOOS"]))
}

// startTimeout is how long a worker may take to start and stop when it has
// nothing to do: some milliseconds, but for libraries that set themselves up.
const startTimeout = 20 * time.Second

// try links a program into dir and starts it, without a request; its other
// layouts have its functions in random orders. One go command links them all, as
// many at a time as there are processors. It returns what the linker or the dying
// process says; empty means that all is well.
func (j *job) try(ctx context.Context, m *mainPackage, dir string, layouts int) (complaint string, err error) {
	if err := j.writeOverlay([]*mainPackage{m}); err != nil {
		return "", err
	}
	linker := "-s -w"
	if n := j.cfg.FuncAlign; n > 0 {
		linker += fmt.Sprint(" -funcalign=", n)
	}
	args := []string{"-o", dir + string(filepath.Separator), "-ldflags=" + linker}
	var paths []string
	for seed := range layouts {
		p := m.layoutPath(seed)
		paths = append(paths, p)
		if seed > 0 {
			args = append(args, fmt.Sprintf("-ldflags=%s=%s -randlayout=%d", p, linker, seed))
		}
	}
	step := Linking
	if !j.compiled {
		step = Compiling
	}
	failed, err := j.goBuild(ctx, step, slices.Concat(args, []string{"--"}, paths)...)
	if err != nil {
		return "", err
	}
	for _, path := range sortedKeys(failed) {
		if !slices.Contains(paths[1:], path) {
			return "does not link: " + failed[path], nil
		}
	}
	for _, path := range sortedKeys(failed) {
		return "", fmt.Errorf("linking %s with its functions in another order: %s", path, failed[path])
	}
	env := j.module.goEnv
	if env["GOOS"] != env["GOHOSTOS"] || env["GOARCH"] != env["GOHOSTARCH"] {
		return "", nil // built for another machine
	}
	p, err := child.Start(ctx, j.executable(dir, m.path), child.Config{Env: j.env})
	if err == nil {
		err = p.Close(startTimeout)
	}
	if ctx.Err() != nil {
		return "", ctx.Err()
	}
	died := (*child.Died)(nil)
	switch {
	case errors.As(err, &died):
		return fmt.Sprintf("does not start: %s\n%s", died.Reason, died.Words), nil
	case err != nil:
		return fmt.Sprintf("does not start: %v", err), nil
	}
	return "", nil
}

// withoutAdapters tries a program that has the types of another, and none of its
// adapters. Where that fails, it is by the packages of the types: it returns all
// adapters, each with the complaint.
func (j *job) withoutAdapters(ctx context.Context, m *mainPackage, dir string) (map[*adapterPackage]string, error) {
	bare := &mainPackage{host: m.host, path: m.path}
	for _, p := range m.pkgs {
		if !slices.Contains(bare.types, p.subject) {
			bare.types = append(bare.types, p.subject)
		}
	}
	complaint, err := j.try(ctx, bare, dir, 1)
	if err != nil || complaint == "" {
		return nil, err
	}
	complaint, words, _ := strings.Cut(complaint, "\n")
	bad := map[*adapterPackage]string{}
	for _, p := range m.pkgs {
		bad[p] = complaint + " (by the type's package alone)\n" + words
	}
	return bad, nil
}

// culprits returns the adapters that keep a program from being linked or
// started, each with the complaint: those that the complaint names, or that
// import a package that it names, or else those whose program fails without
// the others.
func (j *job) culprits(ctx context.Context, m *mainPackage, dir, complaint string) (map[*adapterPackage]string, error) {
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
		sub := *m
		sub.pkgs = part
		complaint, err := j.try(ctx, &sub, dir, 1)
		if err != nil {
			return nil, err
		}
		if complaint == "" {
			continue
		}
		more, err := j.culprits(ctx, &sub, dir, complaint)
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
