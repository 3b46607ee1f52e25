package compile

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// plan is the outcome of a unit's build, kept so that the next build of the
// same adapters need not ask the go command whether anything changed. It holds
// as long as its key (see planKey) and the files that the build read are the
// same. Files of the module cache and of GOROOT do not change.
type plan struct {
	Inputs  map[string]string // fingerprint by folder or file
	Workers []planWorker
	Failed  map[string]string   // error by adapter's import path
	Unsafe  map[string][]string // by adapter's import path
}

type planWorker struct {
	Name     string
	Layouts  []string // executables
	Adapters []string // import paths
}

func (c *cache) planFile(key string) string { return filepath.Join(c.dir, "plan", key+".json") }

// loadPlan returns the plan with the given key if it still holds.
func (c *cache) loadPlan(key string) (*plan, bool) {
	data, err := os.ReadFile(c.planFile(key))
	if err != nil {
		return nil, false
	}
	p := new(plan)
	if json.Unmarshal(data, p) != nil {
		return nil, false
	}
	for file, print := range p.Inputs {
		if fingerprint(file) != print {
			return nil, false
		}
	}
	for _, w := range p.Workers {
		for _, file := range w.Layouts {
			if _, err := os.Stat(file); err != nil {
				return nil, false
			}
		}
	}
	touch(c.planFile(key))
	return p, true
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
			pkgs = append(pkgs, byPath[path])
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
func (c *cache) savePlan(key string, j *job, workers []linked) error {
	if j.passing {
		return nil
	}
	p := plan{Inputs: map[string]string{}, Failed: map[string]string{}, Unsafe: map[string][]string{}}
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
	return c.writeFile(c.planFile(key), data)
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
