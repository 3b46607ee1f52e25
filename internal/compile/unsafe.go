package compile

import (
	"encoding/json"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/internal/compile/reach"
	"github.com/assay-go/assay/typemodel"
)

// findUnsafe fills in which functions using package unsafe each adapter
// reaches.
func (j *job) findUnsafe() error {
	emitted := map[string]*adapterPackage{}
	for _, a := range j.alive() {
		emitted[a.path] = a
	}
	summaries := map[string]*reach.Summary{}
	for i, a := range j.alive() {
		j.progress(Proving, i, len(emitted))
		charged := j.charged(a)
		fields := fieldNames(a.subject.Type)
		looked := map[string]*reach.Summary{}
		for _, p := range j.deps(a.path) {
			if p.Standard || !charged[p.ImportPath] {
				continue
			}
			if summaries[p.ImportPath] == nil {
				var emittedFor map[string]bool
				if within(p.ImportPath, a.path) {
					emittedFor = fields
				}
				s, err := j.summary(p, emittedFor)
				if err != nil {
					return err
				}
				summaries[p.ImportPath] = s
			}
			looked[p.ImportPath] = summaries[p.ImportPath]
		}
		found := reach.Unsafe(a.path, []string{"New", "NewWire", "ToWire", "FromWire"}, looked)
		j.built.Verdicts[a.index].Unsafe = slices.DeleteFunc(found, func(name string) bool {
			return slices.Contains(a.own, strings.TrimPrefix(strings.TrimPrefix(name, a.path), "."))
		})
	}
	j.progress(Proving, len(emitted), len(emitted))
	return nil
}

// charged returns the adapter's package and those that it imports otherwise than
// by the subject's types: what their methods and their packages do is the same
// for all serializers, and so is what a method called there may be the name of.
func (j *job) charged(a *adapterPackage) map[string]bool {
	subject := map[string]bool{a.path + "/carried": true}
	if !slices.ContainsFunc(a.driver.Facts.Modules, func(m driver.Module) bool { return m.Path == carry.ProtoModule }) {
		subject[carry.ProtoPackage] = true // the codec of a message, as its methods are that of other types
	}
	typemodel.Walk(a.subject.Type, func(_ string, t *typemodel.Type) bool {
		if t.Name.PkgPath != "" {
			subject[t.Name.PkgPath] = true
		}
		return true
	})
	entered := map[string]bool{}
	var enter func(path string)
	enter = func(path string) {
		p := j.graph[path]
		if p == nil || entered[path] || subject[path] {
			return
		}
		entered[path] = true
		for _, imp := range p.Imports {
			if to, ok := p.ImportMap[imp]; ok {
				imp = to
			}
			enter(imp)
		}
	}
	enter(a.path)
	return entered
}

// fieldNames returns the names of the fields of all structs within t: emitted code
// selects them, and calls none of the methods that have such a name too.
func fieldNames(t *typemodel.Type) map[string]bool {
	names := map[string]bool{}
	for _, t := range typemodel.Structs(t) {
		for i := range t.Fields {
			names[t.Fields[i].Name] = true
		}
	}
	return names
}

// summaryForm changes when kept summaries say other things than before.
const summaryForm = "2"

// summary returns what is to be known of a package. Those of packages in the
// module cache are kept. fields are the names of the fields that it was emitted
// for, nil of others.
func (j *job) summary(p *listedPackage, fields map[string]bool) (*reach.Summary, error) {
	names := append(append([]string{}, p.GoFiles...), p.CgoFiles...)
	imports := map[string]string{} // the names of imported packages
	for _, imp := range p.Imports {
		resolved := imp
		if m, ok := p.ImportMap[imp]; ok {
			resolved = m
		}
		if q := j.graph[resolved]; q != nil {
			imports[imp] = q.Name
		}
	}
	keep := j.module.goEnv["GOMODCACHE"] != "" && within(filepath.ToSlash(p.Dir), filepath.ToSlash(j.module.goEnv["GOMODCACHE"]))
	file := filepath.Join(j.cache.dir, "reach", hashStrings(append([]string{summaryForm, p.Dir, p.ImportPath}, names...)...)+".json")
	if keep {
		if data, err := os.ReadFile(file); err == nil {
			s := new(reach.Summary)
			if json.Unmarshal(data, s) == nil {
				return s, nil
			}
		}
	}
	files := map[string][]byte{}
	for _, name := range names {
		data, err := j.source(filepath.Join(p.Dir, name))
		if err != nil {
			return nil, err
		}
		files[name] = data
	}
	s, err := reach.Summarize(p.ImportPath, files, func(imp string) string {
		if name := imports[imp]; name != "" {
			return name
		}
		return path.Base(imp)
	}, fields)
	if err != nil || !keep {
		return s, err
	}
	data, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	return s, j.cache.writeFile(file, data)
}

// source reads a file that may be there virtually only.
func (j *job) source(file string) ([]byte, error) {
	if data, err := os.ReadFile(file); err == nil {
		return data, nil
	}
	for _, a := range j.pkgs {
		rel, err := filepath.Rel(a.dir(), file)
		if err != nil || !filepath.IsLocal(rel) {
			continue
		}
		if data, ok := a.files[filepath.ToSlash(rel)]; ok {
			return data, nil
		}
	}
	return os.ReadFile(file)
}

// dir is the virtual folder of the adapter.
func (p *adapterPackage) dir() string {
	host := p.subject.Host
	return filepath.Join(host.PkgDir, filepath.FromSlash(strings.TrimPrefix(p.path, host.PkgPath)))
}
