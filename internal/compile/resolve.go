package compile

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"github.com/assay-go/assay/driver"
)

// job is one build of a unit: its folder in the cache, and what it has found
// out so far.
type job struct {
	*unit
	goCommand
	cfg      Config
	cache    *cache
	dir      string // in the cache
	built    *Built
	progress func(step Step, done, total int)
	graph    map[string]*listedPackage // all packages of the build, by import path

	compiled bool // whether the adapters that do not compile are known, and dropped

	// passing says that an adapter was dropped for a reason that may be gone
	// the next time, such as the network.
	passing bool

	prefetched func() []*downloaded // waits for what prefetch began; nil when there is nothing to wait for
}

// goFlags are the flags that lay the unit into its module.
func (j *job) goFlags() []string {
	return append([]string{"-mod=mod", "-modfile=" + filepath.Join(j.dir, "go.mod"), "-overlay=" + filepath.Join(j.dir, "overlay.json")}, j.module.flags...)
}

// alive returns the adapters that have not failed.
func (j *job) alive() []*adapterPackage {
	return slices.DeleteFunc(slices.Clone(j.pkgs), func(p *adapterPackage) bool { return p.dropped })
}

// drop records why an adapter is not built.
func (j *job) drop(p *adapterPackage, format string, args ...any) {
	p.dropped = true
	j.built.Verdicts[p.index].Err = fmt.Sprintf(format, args...)
}

// modules returns the modules that an adapter asks for and those that were found
// to be needed besides.
func (p *adapterPackage) modules() []driver.Module {
	return append(p.driver.Facts.Modules[:len(p.driver.Facts.Modules):len(p.driver.Facts.Modules)], p.extra...)
}

// modules returns the modules of the living adapters, each at the highest
// version asked for.
func (j *job) modules() []driver.Module {
	highest := map[string]driver.Module{}
	for _, p := range j.alive() {
		for _, m := range p.modules() {
			if h, ok := highest[m.Path]; !ok || semver.Compare(h.Version, m.Version) < 0 {
				highest[m.Path] = m
			}
		}
	}
	return slices.SortedFunc(maps.Values(highest), compareModules)
}

func compareModules(a, b driver.Module) int { return strings.Compare(a.Path, b.Path) }

// resolve settles the alternative go.mod: every package that an adapter imports
// is found in a module of a known version. Adapters of modules that cannot be
// had are dropped. It fills j.graph.
func (j *job) resolve(ctx context.Context) error {
	own := map[string]bool{}
	if f, err := modfile.Parse("go.mod", j.module.goMod, nil); err == nil {
		for _, r := range f.Require {
			own[r.Mod.Path] = true
		}
	}
	pins := pins()
	tried := map[driver.Module]bool{} // to be downloaded
	if err := j.fetch(ctx, j.modules()); err != nil {
		return err
	}
	if err := j.cache.writeFile(filepath.Join(j.dir, "go.sum"), j.module.goSum); err != nil {
		return err
	}
	for range 50 { // each pass drops an adapter or adds a module
		if done, err := j.settle(ctx); err != nil {
			return err
		} else if !done {
			continue
		}
		found, download, err := j.missing(ctx, pins, own)
		download = slices.DeleteFunc(download, func(m driver.Module) bool { return tried[m] })
		if err != nil && len(download) == 0 {
			return err
		}
		switch {
		case found:
		case len(download) > 0:
			for _, m := range download {
				tried[m] = true
			}
			if err := j.fetch(ctx, download); err != nil {
				return err
			}
		default:
			return j.list(ctx)
		}
	}
	return fmt.Errorf("settling the versions of the modules: no end after 50 passes")
}

// prefetch begins to download the modules that resolve will ask for, while the
// tools run. The func that it returns ends it.
func (j *job) prefetch(ctx context.Context) (end func()) {
	mods := j.absent(j.modules())
	if len(mods) == 0 {
		return func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	var list []*downloaded
	done := make(chan struct{})
	go func() {
		defer close(done)
		list, _ = download(ctx, j.env, j.module.goSum, mods) // what concerns all, resolve meets again
	}()
	j.prefetched = func() []*downloaded { <-done; return list }
	return func() { cancel(); <-done }
}

// fetch downloads the modules that are not in the module cache and drops the
// adapters of those that cannot be had.
func (j *job) fetch(ctx context.Context, mods []driver.Module) error {
	var early []*downloaded
	if j.prefetched != nil {
		j.progress(Fetching, 0, len(mods))
		early, j.prefetched = j.prefetched(), nil
		j.dropUnfetched(early)
	}
	mods = slices.DeleteFunc(j.absent(mods), func(m driver.Module) bool {
		return slices.ContainsFunc(early, func(d *downloaded) bool { return d.Path == m.Path && d.Version == m.Version })
	})
	if len(mods) == 0 {
		return nil
	}
	const atOnce = 8
	for done := 0; done < len(mods); done += atOnce {
		j.progress(Fetching, done, len(mods))
		list, err := download(ctx, j.env, j.module.goSum, mods[done:min(done+atOnce, len(mods))])
		if err != nil {
			return err
		}
		j.dropUnfetched(list)
	}
	j.progress(Fetching, len(mods), len(mods))
	return nil
}

// absent returns the modules that are to be downloaded.
func (j *job) absent(mods []driver.Module) []driver.Module {
	return slices.DeleteFunc(slices.Clone(mods), func(m driver.Module) bool {
		p, err1 := module.EscapePath(m.Path)
		v, err2 := module.EscapeVersion(m.Version)
		if err1 != nil || err2 != nil {
			return false
		}
		_, err := os.Stat(filepath.Join(j.module.goEnv["GOMODCACHE"], filepath.FromSlash(p)+"@"+v))
		return err == nil || m.Path == j.module.path || j.replaced(m.Path)
	})
}

// dropUnfetched drops the adapters of modules that could not be had.
func (j *job) dropUnfetched(list []*downloaded) {
	for _, m := range list {
		if m.Error == "" {
			continue
		}
		for _, p := range j.alive() {
			if slices.Contains(p.modules(), driver.Module{Path: m.Path, Version: m.Version}) {
				j.passing = true
				j.drop(p, "%s", notFetched(m.Path, m.Version, m.Error))
			}
		}
	}
}

// replaced reports whether the user's module replaces a module.
func (j *job) replaced(path string) bool {
	f, err := modfile.Parse("go.mod", j.module.goMod, nil)
	return err == nil && slices.ContainsFunc(f.Replace, func(r *modfile.Replace) bool { return r.Old.Path == path })
}

// notFetched words the complaint about a module that cannot be had.
func notFetched(path, version, reason string) string {
	reason = oneLine(reason)
	reason = strings.TrimPrefix(reason, path+"@"+version+": ")
	advice := "check the network and GOPROXY, or leave it out"
	switch {
	case strings.Contains(reason, "SECURITY ERROR"), strings.Contains(reason, "checksum mismatch"):
		advice = "what was downloaded is not what this version was checked with"
	case strings.Contains(reason, "GOPROXY=off"):
		advice = "GOPROXY=off forbids downloads: allow them once, or leave it out"
	}
	return fmt.Sprintf("module %s@%s could not be fetched: %s (%s)", path, version, reason, advice)
}

// settle writes the alternative go.mod with the requirements of the living
// adapters and has the go command make it consistent. It reports false when it
// dropped adapters instead.
func (j *job) settle(ctx context.Context) (done bool, err error) {
	complaint, err := j.require(ctx, j.modules())
	if err != nil || complaint == "" {
		return err == nil, err
	}
	// The complaint mostly names the modules on the way to the bad one.
	var bad []*adapterPackage
	for _, p := range j.alive() {
		if slices.ContainsFunc(p.modules(), func(m driver.Module) bool { return namesVersion(complaint, m) }) {
			bad = append(bad, p)
		}
	}
	for _, p := range bad {
		j.passing = true
		j.drop(p, "%s", blamed(complaint))
	}
	if len(bad) > 0 {
		return false, nil
	}
	// Otherwise each adapter's modules are tried alone.
	tried := map[*driver.Driver]string{}
	dropped := false
	for _, p := range j.alive() {
		alone, ok := tried[p.driver]
		if !ok {
			if alone, err = j.require(ctx, p.modules()); err != nil {
				return false, err
			}
			tried[p.driver] = alone
		}
		if alone != "" && len(p.modules()) > 0 {
			j.passing, dropped = true, true
			j.drop(p, "%s", blamed(alone))
		}
	}
	if dropped {
		return false, nil
	}
	return false, goError("reading the modules of "+j.module.path, complaint, nil)
}

// require writes the alternative go.mod with some requirements and has the go
// command complete it. It returns what the command complains of.
func (j *job) require(ctx context.Context, mods []driver.Module) (complaint string, err error) {
	goMod, err := withModules(j.module.goMod, mods)
	if err != nil {
		return "", err
	}
	if err := j.cache.writeFile(filepath.Join(j.dir, "go.mod"), goMod); err != nil {
		return "", err
	}
	if err := j.cache.writeFile(filepath.Join(j.dir, "overlay.json"), []byte("{}\n")); err != nil {
		return "", err
	}
	_, stderr, err := j.run(ctx, slices.Concat([]string{"list"}, j.goFlags(), []string{"-m", "all"})...)
	if exit := (*exec.ExitError)(nil); errors.As(err, &exit) {
		return cmp.Or(stderr, exit.Error()), nil
	}
	return "", err
}

// namesVersion reports whether a complaint of the go command names a module at
// a version.
func namesVersion(complaint string, m driver.Module) bool {
	return regexp.MustCompile(`(^|[\s(])` + regexp.QuoteMeta(m.Path+"@"+m.Version) + `($|[\s/:)])`).MatchString(complaint)
}

var moduleVersion = regexp.MustCompile(`(\S+)@(v[0-9]\S*?)(?:/go\.mod)?: (reading|verifying|checksum mismatch|unknown|invalid|module lookup|no matching|unrecognized|Get)`)

// blamed words the complaint of a go command about one module.
func blamed(stderr string) string {
	msg := firstComplaint(stderr)
	if m := moduleVersion.FindStringSubmatchIndex(msg); m != nil {
		return notFetched(msg[m[2]:m[3]], msg[m[4]:m[5]], msg[m[6]:])
	}
	return msg
}

// missing looks for packages without a network, and so without the go command
// choosing versions by itself. It adds to the adapters the pinned modules that
// they need beside those in the go.mod (of packages that no module provides,
// and in place of versions lower than the pinned ones) and reports whether it
// found any. It returns the modules of the build list that are to be
// downloaded. What the user's own go.mod or an adapter requires is left alone.
func (j *job) missing(ctx context.Context, pins map[string]string, own map[string]bool) (found bool, download []driver.Module, err error) {
	if err := j.load(ctx, "GOPROXY=off"); err != nil {
		// The go command reads the requirements of some modules only when it
		// looks for a package, and stops at the first that is not there.
		if m, ok := absentModule(err.Error()); ok {
			return false, []driver.Module{m}, err
		}
		return false, nil, err
	}
	settled := maps.Clone(own)
	for _, m := range j.modules() {
		settled[m.Path] = true
	}
	need := map[string]driver.Module{} // by import path
	for _, p := range j.graph {
		if p.Error != nil {
			if m, ok := absentModule(p.Error.Err); ok {
				if pin := pins[m.Path]; !settled[m.Path] && semver.Compare(m.Version, pin) < 0 {
					need[p.ImportPath] = driver.Module{Path: m.Path, Version: pin}
				} else if !slices.Contains(download, m) {
					download = append(download, m)
				}
			} else if m, ok := pinFor(pins, p.ImportPath); ok {
				need[p.ImportPath] = m
			}
		}
		if m := p.Module; m != nil && m.Replace == nil && !settled[m.Path] && semver.Compare(m.Version, pins[m.Path]) < 0 {
			need[p.ImportPath] = driver.Module{Path: m.Path, Version: pins[m.Path]}
		}
	}
	slices.SortFunc(download, compareModules)
	for _, a := range j.alive() {
		for _, p := range j.deps(a.home) {
			if m, ok := need[p.ImportPath]; ok && !slices.Contains(a.modules(), m) {
				a.extra = append(a.extra, m)
				found = true
			}
		}
	}
	return found, download, nil
}

// absentModule returns the module that a complaint of the go command without a
// network is about.
func absentModule(complaint string) (driver.Module, bool) {
	m := moduleVersion.FindStringSubmatch(complaint)
	if m == nil {
		return driver.Module{}, false
	}
	return driver.Module{Path: m[1], Version: m[2]}, true
}

func (j *job) writeOverlay(mains []*mainPackage) error {
	overlay, err := j.overlay(j.cache, mains, max(j.cfg.Layouts, 1))
	if err != nil {
		return err
	}
	return j.cache.writeFile(filepath.Join(j.dir, "overlay.json"), overlay)
}

// load fills j.graph with the packages of the build. Those with errors are among
// them.
func (j *job) load(ctx context.Context, env ...string) error {
	if err := j.writeOverlay(nil); err != nil {
		return err
	}
	args := slices.Concat([]string{"list", "-e", "-deps", "-json=Dir,ImportPath,Name,Standard,Module,Error,GoFiles,CgoFiles,EmbedFiles,Imports,ImportMap"}, j.goFlags(), []string{"--", workerPath})
	args = append(args, j.homes()...)
	g := goCommand{j.goCommand.dir, append(j.env[:len(j.env):len(j.env)], env...)}
	out, stderr, err := g.run(ctx, args...)
	if err != nil {
		return goError("listing the packages of the build", stderr, err)
	}
	list, err := decodeStream[listedPackage](out)
	if err != nil {
		return fmt.Errorf("listing the packages of the build: %w", err)
	}
	j.graph = map[string]*listedPackage{}
	for _, p := range list {
		j.graph[p.ImportPath] = p
	}
	return nil
}

// list drops the adapters that reach a package with an error. What was found
// without a network is found again with one if something was missing.
func (j *job) list(ctx context.Context) error {
	for _, p := range j.graph {
		if p.Error != nil {
			if err := j.load(ctx); err != nil {
				return err
			}
			break
		}
	}
	for _, p := range j.graph {
		if p.Error != nil && j.gathered { // whose it is, packages of their own say
			j.part()
			return j.resolve(ctx)
		}
	}
	for _, a := range j.alive() {
		for _, p := range j.deps(a.home) {
			if p.Error != nil {
				j.passing = true
				j.drop(a, "%s", j.packageError(a, p))
				break
			}
		}
	}
	return nil
}

// deps returns the packages that path reaches by imports, itself included,
// dependencies last.
func (j *job) deps(path string) []*listedPackage {
	var list []*listedPackage
	seen := map[string]bool{}
	var visit func(path string)
	visit = func(path string) {
		p := j.graph[path]
		if seen[path] || p == nil {
			return
		}
		seen[path] = true
		list = append(list, p)
		for _, imp := range p.Imports {
			if m, ok := p.ImportMap[imp]; ok {
				imp = m
			}
			visit(imp)
		}
	}
	visit(path)
	return list
}

// packageError words what is wrong with a package that an adapter reaches.
func (j *job) packageError(a *adapterPackage, p *listedPackage) string {
	msg := oneLine(p.Error.Err)
	if p.ImportPath == a.path {
		return j.shorten(positioned(p.Error.Pos, msg))
	}
	if moduleVersion.MatchString(msg) {
		return blamed(msg)
	}
	if m := p.Module; m != nil && m.Version != "" && (strings.Contains(msg, "reading ") || strings.Contains(msg, "Get ")) {
		return notFetched(m.Path, m.Version, msg)
	}
	return fmt.Sprintf("package %s: %s", p.ImportPath, j.shorten(positioned(p.Error.Pos, msg)))
}

func positioned(pos, msg string) string {
	if pos == "" || strings.HasPrefix(msg, pos) {
		return msg
	}
	return pos + ": " + msg
}

// planKey names everything that builds of the unit depend on, but the adapters
// and the user's source files.
func (j *job) planKey() string {
	env, _ := json.Marshal(j.module.goEnv) // sorted by key
	return hashStrings(j.module.dir, j.group, string(j.module.goMod), string(j.module.goSum), string(env),
		strings.Join(j.module.flags, "\x00"), string(pinnedMod), strings.Join(linkFlags, " "), fmt.Sprint(j.cfg.FuncAlign, j.cfg.Untimed, j.cfg.Whole), packed)
}

// adapterKeys name, by import path, everything that the adapters and what the
// worker program says of their subjects depend on.
func (j *job) adapterKeys() map[string]string {
	keys := map[string]string{}
	for _, p := range j.pkgs {
		if p.dropped {
			continue
		}
		mods, _ := json.Marshal(p.modules())
		s := p.subject
		keys[p.path] = hashStrings(hashFiles(p.files), string(p.looped), string(mods), p.row, fmt.Sprint(p.wire),
			s.Name, s.Type.String(), s.Host.PkgPath, s.SampleFunc, fmt.Sprint(s.Workload))
	}
	return keys
}
