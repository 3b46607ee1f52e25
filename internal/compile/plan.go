package compile

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"
)

// plan is the outcome of a unit's build, kept so that the next build of the
// same adapters, or of some of them, need not ask the go command whether anything
// changed. It holds as long as its key (see planKey), the keys of the adapters
// and the files that the build read are the same. Files of the module cache and
// of GOROOT do not change.
type plan struct {
	Inputs   map[string]string // fingerprint by folder or file
	Adapters map[string]string // key by import path: those that were asked for
	Workers  []planWorker
	Failed   map[string]string   // error by adapter's import path
	Unsafe   map[string][]string // by adapter's import path
}

type planWorker struct {
	Name     string
	Layouts  []string // executables, packed but for the first
	Adapters []string // import paths
}

// loadPlan returns a plan with the given key that holds and has all of the
// adapters, in as many layouts. Of several the latest is taken.
func (c *cache) loadPlan(key string, adapters map[string]string, layouts int) (*plan, bool) {
	dir := filepath.Join(c.dir, "plan", key)
	entries, _ := os.ReadDir(dir)
	age := func(e os.DirEntry) time.Duration {
		info, err := e.Info()
		if err != nil {
			return math.MaxInt64
		}
		return time.Since(info.ModTime())
	}
	slices.SortFunc(entries, func(a, b os.DirEntry) int { return cmp.Compare(age(a), age(b)) })
	for _, e := range entries {
		file := filepath.Join(dir, e.Name())
		data, err := os.ReadFile(file)
		p := new(plan)
		if err != nil || json.Unmarshal(data, p) != nil || !p.covers(adapters, layouts) || !p.holds() {
			continue
		}
		touch(file, dir)
		return p, true
	}
	return nil, false
}

// covers reports whether the plan has all of the adapters, in as many layouts.
// What it has beyond them costs nothing.
func (p *plan) covers(adapters map[string]string, layouts int) bool {
	for path, key := range adapters {
		if p.Adapters[path] != key {
			return false
		}
	}
	for i, w := range p.Workers {
		if len(w.Layouts) < layouts {
			return false
		}
		p.Workers[i].Layouts = w.Layouts[:layouts]
	}
	return true
}

// holds reports whether nothing has changed since the plan was made, and the
// executables are such as nobody else could have written.
func (p *plan) holds() bool {
	for file, print := range p.Inputs {
		if fingerprint(file) != print {
			return false
		}
	}
	for _, w := range p.Workers {
		for _, file := range w.Layouts {
			if guard(file) != nil {
				return false
			}
		}
	}
	return true
}

// apply fills in the verdicts of the unit.
func (p *plan) apply(j *job) error {
	byPath := map[string]*adapterPackage{}
	for _, a := range j.pkgs {
		byPath[a.path] = a
		if msg, ok := p.Failed[a.path]; ok {
			j.drop(a, "%s", msg)
		}
		j.built.Verdicts[a.index].Unsafe = p.Unsafe[a.path]
	}
	for _, w := range p.Workers {
		var pkgs []*adapterPackage
		for _, path := range w.Adapters {
			if a := byPath[path]; a != nil {
				pkgs = append(pkgs, a)
			}
		}
		if len(pkgs) == 0 {
			continue
		}
		if err := j.built.addWorker(w.Name, w.Layouts, pkgs); err != nil {
			return err
		}
		for _, file := range w.Layouts {
			touch(filepath.Dir(file))
		}
	}
	return nil
}

// savePlan keeps the outcome of a build, unless it may be another the next
// time.
func (c *cache) savePlan(key string, adapters map[string]string, j *job, workers []linked) error {
	if j.passing {
		return nil
	}
	p := plan{Adapters: adapters, Inputs: map[string]string{}, Failed: map[string]string{}, Unsafe: map[string][]string{}}
	for _, l := range j.graph {
		if l.Standard || l.Dir == "" || j.constant(l.Dir) {
			continue
		}
		p.Inputs[l.Dir] = fingerprint(l.Dir)
		for _, name := range l.EmbedFiles {
			file := filepath.Join(l.Dir, name)
			p.Inputs[file] = fingerprint(file)
		}
		if l.Module != nil && l.Module.Dir != "" && !j.constant(l.Module.Dir) {
			p.Inputs[l.Module.Dir] = fingerprint(l.Module.Dir)
		}
	}
	for _, a := range j.pkgs {
		if a.dropped {
			p.Failed[a.path] = j.built.Verdicts[a.index].Err
		}
		p.Unsafe[a.path] = j.built.Verdicts[a.index].Unsafe
	}
	for _, w := range workers {
		pw := planWorker{Name: w.Name, Layouts: w.Layouts}
		for _, a := range w.pkgs {
			pw.Adapters = append(pw.Adapters, a.path)
		}
		p.Workers = append(p.Workers, pw)
	}
	data, err := json.Marshal(p)
	if err != nil {
		return err
	}
	name := hashStrings(slices.Concat(sortedKeys(adapters), slices.Sorted(maps.Values(adapters)))...)
	return c.writeFile(filepath.Join(c.dir, "plan", key, name+".json"), data)
}

// constant reports whether the files in dir never change.
func (j *job) constant(dir string) bool {
	for _, root := range []string{j.module.goEnv["GOMODCACHE"], j.module.goEnv["GOROOT"], j.cache.dir} {
		if root != "" && strings.HasPrefix(dir, root+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// fingerprint describes the state of a file, or of the files of a folder.
func fingerprint(file string) string {
	info, err := os.Stat(file)
	if err != nil {
		return "none"
	}
	if !info.IsDir() {
		return fmt.Sprint(info.Size(), info.ModTime().UnixNano())
	}
	entries, err := os.ReadDir(file)
	if err != nil {
		return "none"
	}
	var parts []string
	for _, e := range entries {
		if info, err := os.Stat(filepath.Join(file, e.Name())); err == nil && !info.IsDir() {
			parts = append(parts, e.Name(), fmt.Sprint(info.Size(), info.ModTime().UnixNano()))
		}
	}
	return hashStrings(parts...)
}
