package compile

import (
	"encoding/json"
	"fmt"
	"go/token"
	"maps"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/assay-go/assay/driver"
)

// workerDir is the folder below the host package that emitted packages are laid
// into.
const workerDir = "assay_worker"

// adapterFile is the file of an adapter that has New and what belongs to it.
const adapterFile = "adapter.go"

// adapterPackage is an emitted adapter.
type adapterPackage struct {
	index   int // of the adapter and its verdict
	subject *Subject
	driver  *driver.Driver
	row     string
	path    string // import path
	home    string // import path of the package that its code is laid into: see gather
	suffix  string // that its names have there
	files   map[string][]byte
	homely  map[string][]byte // the package's files as they are laid into home, where that is another
	looped  []byte            // the file adapter.go of workers, which has loops besides where they time
	loops   []string          // the funcs of it that return codecs with loops
	tools   []driver.Tool     // that make further files
	own     []string          // declarations using package unsafe that are no doing of the serializer
	wire    bool
	named   bool // the library may go by the names of types
	dropped bool // its verdict holds an error

	extra []driver.Module // found to be needed beside those that the driver names
}

// unit is what is built together: the adapters of one link group in one module.
type unit struct {
	module   *hostModule
	group    string
	pkgs     []*adapterPackage
	subjects []*Subject // of the module, with adapters or without
	seat     *Host      // below which the program of all subjects lies, where there is one: see gather
	gathered bool
}

// emitAll emits the adapters, records refusals and failures in their verdicts,
// and groups the rest.
func emitAll(cfg Config, adapters []Adapter, verdicts []Verdict, progress func(Step, int, int)) []*unit {
	var units []*unit
	names := names{}
	var subjects []*Subject // in the order of the adapters
	for i, a := range adapters {
		progress(Emitting, i, len(adapters))
		p := &adapterPackage{index: i, subject: a.Subject, driver: a.Driver, row: a.Driver.RowName(a.Variant), wire: a.Variant.Transform}
		p.named = a.Variant.Has(driver.Reflect) && a.Driver.Identity(a.Variant).By != driver.Number
		if !slices.Contains(subjects, a.Subject) {
			subjects = append(subjects, a.Subject)
		}
		host := a.Subject.Host
		base := path.Join(host.PkgPath, workerDir, names.mangle(host.PkgPath, a.Subject.Name))
		p.path = path.Join(base, names.mangle(base, p.row))
		p.home = p.path
		v := &verdicts[i]
		*v = Verdict{Worker: -1, Path: p.path}
		var carried *driver.Carried
		if carried, v.Refusals = a.Driver.Carry(a.Subject.Type, a.Variant); len(v.Refusals) > 0 {
			continue
		}
		var only []string
		if cfg.Whole {
			only = whole
		}
		out, err := p.emit(a, carried, cfg.Untimed, only)
		if err != nil {
			v.Err = err.Error()
			continue
		}
		v.Workarounds = out.Workarounds
		k := slices.IndexFunc(units, func(u *unit) bool {
			return u.module.same(host.module) && u.group == a.Driver.Facts.Separate
		})
		if k < 0 {
			k = len(units)
			units = append(units, &unit{module: host.module, group: a.Driver.Facts.Separate})
		}
		units[k].pkgs = append(units[k].pkgs, p)
	}
	progress(Emitting, len(adapters), len(adapters))
	for _, u := range units { // adapters of a subject stand together
		u.subjects = slices.DeleteFunc(slices.Clone(subjects), func(s *Subject) bool { return !u.module.same(s.Host.module) })
		slices.SortStableFunc(u.pkgs, func(a, b *adapterPackage) int {
			return slices.Index(subjects, a.subject) - slices.Index(subjects, b.subject)
		})
	}
	// The shared group comes first, so that its versions are those of the run.
	slices.SortStableFunc(units, func(a, b *unit) int { return strings.Compare(a.group, b.group) })
	return units
}

// whole are the funcs that carry values of the user's types.
var whole = []string{"Marshal", "Unmarshal", "Construct", "Read"}

// emit prints the adapter. A panic of the emitter is an error.
func (p *adapterPackage) emit(a Adapter, carried *driver.Carried, untimed bool, only []string) (out *driver.Adapter, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("emitting %s for %s: the emitter panicked: %s", a.Driver.Name, a.Subject.Type, oneLine(fmt.Sprint(r)))
		}
	}()
	out, err = carried.Emit(p.path, only...)
	if err != nil {
		return nil, fmt.Errorf("emitting %s for %s: %s", a.Driver.Name, a.Subject.Type, oneLine(err.Error()))
	}
	src, err := out.Source()
	if err != nil {
		first, _, _ := strings.Cut(err.Error(), "\n")
		return nil, fmt.Errorf("emitting %s for %s: %s", a.Driver.Name, a.Subject.Type, first)
	}
	p.files, p.looped, p.tools, p.own = map[string][]byte{adapterFile: src}, src, out.Tools, out.OwnUnsafe
	if !untimed {
		if p.looped, p.loops, err = withLoops(src); err != nil {
			return nil, fmt.Errorf("printing the loops of %s for %s: %s", a.Driver.Name, a.Subject.Type, oneLine(err.Error()))
		}
	}
	if err := p.addFiles(out.Files); err != nil {
		return nil, fmt.Errorf("emitting %s for %s: %w", a.Driver.Name, a.Subject.Type, err)
	}
	return out, nil
}

// addFiles adds files beside the adapter's main one.
func (p *adapterPackage) addFiles(files map[string][]byte) error {
	for name, data := range files {
		name = path.Clean(name)
		if _, taken := p.files[name]; taken || !filepath.IsLocal(name) {
			return fmt.Errorf("the file name %q is not free", name)
		}
		p.files[name] = data
	}
	return nil
}

// names gives out names that are valid as Go package names and unique within a
// folder.
type names map[string]map[string]string // folder to mangled name to original

func (n names) mangle(folder, name string) string {
	taken := n[folder]
	if taken == nil {
		taken = map[string]string{}
		n[folder] = taken
	}
	base := mangle(name)
	for i := 1; ; i++ {
		m := base
		if i > 1 {
			m += "_" + strconv.Itoa(i)
		}
		if orig, ok := taken[m]; !ok || orig == name {
			taken[m] = name
			return m
		}
	}
}

// mangle turns a row's or subject's name into a Go package name: small letters,
// digits and underscores.
func mangle(name string) string {
	m := strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z', '0' <= r && r <= '9':
			return r
		case 'A' <= r && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '_'
	}, name)
	m = strings.Trim(m, "_")
	switch {
	case m == "", '0' <= m[0] && m[0] <= '9':
		m = "p" + m
	case token.IsKeyword(m), slices.Contains([]string{"main", "internal", "vendor", "testdata", "init", "unsafe", "c"}, m):
		m += "_"
	case strings.HasSuffix(m, "_test"):
		m += "_"
	}
	return m
}

// mains returns the emitted main files of the unit by import path: one for each
// host package that has programs.
func (u *unit) mains() []*mainPackage {
	var list []*mainPackage
	for _, p := range u.pkgs {
		if p.dropped {
			continue
		}
		host := u.seatOf(p.subject)
		k := slices.IndexFunc(list, func(m *mainPackage) bool { return m.host.PkgPath == host.PkgPath })
		if k < 0 {
			k = len(list)
			list = append(list, &mainPackage{
				host: host, path: path.Join(host.PkgPath, workerDir, groupName(u.group)),
				subjects: slices.DeleteFunc(slices.Clone(u.subjects), func(s *Subject) bool {
					return u.seatOf(s).PkgPath != host.PkgPath || !nameable(s.Type) && !slices.ContainsFunc(u.pkgs, func(p *adapterPackage) bool { return p.subject == s })
				}),
			})
		}
		list[k].pkgs = append(list[k].pkgs, p)
	}
	return list
}

func groupName(group string) string {
	if group == "" {
		return "main_shared"
	}
	return "main_" + mangle(group)
}

// overlay writes the files into the cache and returns the overlay that lays
// them into the module. Programs that are no workers have adapters without loops.
func (u *unit) overlay(c *cache, mains []*mainPackage, layouts int) (overlayJSON []byte, err error) {
	replace := map[string]string{}
	add := func(host *Host, pkgPath string, files map[string][]byte) error {
		rel := strings.TrimPrefix(strings.TrimPrefix(pkgPath, host.PkgPath), "/")
		for _, name := range slices.Sorted(maps.Keys(files)) {
			real, err := c.addFile(name, files[name])
			if err != nil {
				return err
			}
			replace[filepath.Join(host.PkgDir, filepath.FromSlash(rel), filepath.FromSlash(name))] = real
		}
		return nil
	}
	for _, p := range u.pkgs {
		if !p.dropped {
			files := p.files
			if !slices.ContainsFunc(mains, func(m *mainPackage) bool { return m.alone != nil }) {
				files = maps.Clone(files)
				files[adapterFile] = p.looped
			}
			if p.home != p.path {
				if err := add(u.seatOf(p.subject), p.home, p.homely); err != nil {
					return nil, err
				}
				files = maps.Clone(files)
				maps.DeleteFunc(files, func(name string, _ []byte) bool { return !strings.Contains(name, "/") })
			}
			if err := add(p.subject.Host, p.path, files); err != nil {
				return nil, err
			}
		}
	}
	for _, m := range mains {
		sources, err := m.sources(layouts)
		if err != nil {
			return nil, err
		}
		for path, src := range sources {
			if err := add(m.host, path, map[string][]byte{"main.go": src}); err != nil {
				return nil, err
			}
		}
	}
	return json.MarshalIndent(map[string]any{"Replace": replace}, "", "\t")
}
