package compile

import (
	_ "embed"
	"fmt"
	"go/version"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"

	"github.com/assay-go/assay"
	"github.com/assay-go/assay/driver"
)

// pinnedSums are the checksums of the drivers' modules and of all that these
// need, so that a build from an empty module cache is verified.
//
//go:embed pins/go.sum
var pinnedSums []byte

// pinnedMod lists the versions of modules that drivers' modules need without
// saying so, or in versions too old to be had.
//
//go:embed pins/pinned.mod
var pinnedMod []byte

// alternative returns the go.mod and go.sum that a build in the module at dir
// uses in place of the module's own: with replace directives made absolute, the
// other modules of the workspace and what only the vendor folder has as replacements, and assay replaced by its
// unpacked sources.
func alternative(dir, goMod, goWork, assayDir string, vendored map[module.Version]string) (mod, sum []byte, err error) {
	f, err := parseMod(goMod)
	if err != nil {
		return nil, nil, err
	}
	sums := newSums(pinnedSums)
	if err := sums.addFile(strings.TrimSuffix(goMod, ".mod") + ".sum"); err != nil {
		return nil, nil, err
	}
	if err := absoluteReplaces(f, f.Replace, dir); err != nil {
		return nil, nil, err
	}
	goVersion := sourcesGoVersion
	if f.Go != nil {
		goVersion = laterGo(goVersion, f.Go.Version)
	}
	if !noFile(goWork) {
		v, err := addWorkspace(f, sums, dir, goWork)
		if err != nil {
			return nil, nil, err
		}
		goVersion = laterGo(goVersion, v)
	}
	if err := replaceVendored(f, vendored); err != nil {
		return nil, nil, err
	}
	if f.Module.Mod.Path != assay.ModulePath {
		if err := replaceModule(f, assay.ModulePath, "v0.0.0", assayDir); err != nil {
			return nil, nil, err
		}
	}
	if err := f.AddGoStmt(goVersion); err != nil {
		return nil, nil, fmt.Errorf("%s: %w", goMod, err)
	}
	f.Cleanup()
	mod, err = f.Format()
	return mod, sums.bytes(), err
}

// addWorkspace copies what a workspace adds to the main module: its other
// modules, their replace directives, and its own, which win.
func addWorkspace(f *modfile.File, sums *sums, dir, goWork string) (goVersion string, err error) {
	data, err := os.ReadFile(goWork)
	if err != nil {
		return "", fmt.Errorf("reading the workspace: %w", err)
	}
	work, err := modfile.ParseWork(goWork, data, nil)
	if err != nil {
		return "", fmt.Errorf("reading the workspace: %s", oneLine(err.Error()))
	}
	if work.Go != nil {
		goVersion = work.Go.Version
	}
	root := filepath.Dir(goWork)
	if err := sums.addFile(goWork + ".sum"); err != nil {
		return "", err
	}
	uses := map[string]string{} // folder by module path
	for _, use := range work.Use {
		useDir := absolute(root, use.Path)
		if sameDir(useDir, dir) {
			continue
		}
		g, err := parseMod(filepath.Join(useDir, "go.mod"))
		if err != nil {
			return "", err
		}
		if err := sums.addFile(filepath.Join(useDir, "go.sum")); err != nil {
			return "", err
		}
		uses[g.Module.Mod.Path] = useDir
		if g.Go != nil {
			goVersion = laterGo(goVersion, g.Go.Version)
		}
		if err := absoluteReplaces(f, g.Replace, useDir); err != nil {
			return "", err
		}
	}
	if err := absoluteReplaces(f, work.Replace, root); err != nil {
		return "", err
	}
	for _, path := range sortedKeys(uses) {
		if err := replaceModule(f, path, unknownVersion, uses[path]); err != nil {
			return "", err
		}
	}
	return goVersion, nil
}

// unknownVersion is what the go command requires of a module that is known by
// its folder only.
const unknownVersion = "v0.0.0-00010101000000-000000000000"

// absoluteReplaces adds replace directives found in dir to f.
func absoluteReplaces(f *modfile.File, list []*modfile.Replace, dir string) error {
	for _, r := range append([]*modfile.Replace(nil), list...) {
		path := r.New.Path
		if r.New.Version == "" {
			path = absolute(dir, path)
		}
		if err := f.AddReplace(r.Old.Path, r.Old.Version, path, r.New.Version); err != nil {
			return fmt.Errorf("replacing %s: %w", r.Old.Path, err)
		}
	}
	return nil
}

// replaceModule has a folder stand in for every version of a module, and
// requires the module.
func replaceModule(f *modfile.File, path, version, dir string) error {
	for _, r := range append([]*modfile.Replace(nil), f.Replace...) {
		if r.Old.Path == path {
			if err := f.DropReplace(r.Old.Path, r.Old.Version); err != nil {
				return fmt.Errorf("replacing %s: %w", path, err)
			}
		}
	}
	if err := f.AddReplace(path, "", dir, ""); err != nil {
		return fmt.Errorf("replacing %s: %w", path, err)
	}
	// A version that is required already may be needed by others in the graph;
	// with the replacement it no longer matters.
	if required(f, path) != "" {
		return nil
	}
	if _, major, ok := module.SplitPathVersion(path); ok && version == unknownVersion && major != "" {
		// The version must suit the path's major version.
		version = strings.TrimLeft(major, "/.") + strings.TrimPrefix(unknownVersion, "v0")
	}
	return f.AddRequire(path, version)
}

// withModules adds requirements to a go.mod. A higher version that is required
// already stays.
func withModules(goMod []byte, mods []driver.Module) ([]byte, error) {
	f, err := modfile.Parse("go.mod", goMod, nil)
	if err != nil {
		return nil, fmt.Errorf("alternative go.mod: %s", oneLine(err.Error()))
	}
	for _, m := range mods {
		if m.Path == f.Module.Mod.Path || semver.Compare(required(f, m.Path), m.Version) >= 0 {
			continue
		}
		if err := f.AddRequire(m.Path, m.Version); err != nil {
			return nil, fmt.Errorf("requiring %s@%s: %w", m.Path, m.Version, err)
		}
	}
	f.Cleanup()
	return f.Format()
}

// required returns the version that f requires of a module; empty means none.
func required(f *modfile.File, path string) string {
	for _, r := range f.Require {
		if r.Mod.Path == path {
			return r.Mod.Version
		}
	}
	return ""
}

// pins returns the versions in pins/pinned.mod by module path.
func pins() map[string]string {
	f, err := modfile.Parse("pins/pinned.mod", pinnedMod, nil)
	if err != nil {
		panic(err) // embedded, and parsed by the tests
	}
	list := map[string]string{}
	for _, r := range f.Require {
		list[r.Mod.Path] = r.Mod.Version
	}
	return list
}

// pinFor returns the pinned module that provides a package: the one with the
// longest path.
func pinFor(pins map[string]string, pkg string) (driver.Module, bool) {
	for path := pkg; path != "." && path != "/" && path != ""; path = parent(path) {
		if v, ok := pins[path]; ok {
			return driver.Module{Path: path, Version: v}, true
		}
	}
	return driver.Module{}, false
}

func parent(path string) string {
	i := strings.LastIndexByte(path, '/')
	return path[:max(i, 0)]
}

func parseMod(file string) (*modfile.File, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, fmt.Errorf("reading the module: %w", err)
	}
	f, err := modfile.Parse(file, data, nil)
	if err != nil {
		return nil, fmt.Errorf("reading the module: %s", oneLine(err.Error()))
	}
	if f.Module == nil {
		return nil, fmt.Errorf("reading the module: %s has no module line", file)
	}
	return f, nil
}

func absolute(dir, path string) string {
	path = filepath.FromSlash(path)
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(dir, path)
}

func sameDir(a, b string) bool {
	x, err1 := os.Stat(a)
	y, err2 := os.Stat(b)
	return err1 == nil && err2 == nil && os.SameFile(x, y)
}

func laterGo(a, b string) string {
	if b != "" && version.Compare("go"+b, "go"+a) > 0 {
		return b
	}
	return a
}

// modfileQuote quotes a path for a go.mod when it must be.
func modfileQuote(path string) string { return modfile.AutoQuote(path) }

// sums is the set of lines of several go.sum files.
type sums struct {
	seen  map[string]bool
	lines []string
}

func newSums(data []byte) *sums {
	s := &sums{seen: map[string]bool{}}
	s.add(data)
	return s
}

func (s *sums) add(data []byte) {
	for line := range strings.Lines(string(data)) {
		line = strings.TrimSpace(line)
		if line != "" && !s.seen[line] {
			s.seen[line] = true
			s.lines = append(s.lines, line)
		}
	}
}

func (s *sums) addFile(name string) error {
	data, err := readOptional(name)
	if err != nil {
		return fmt.Errorf("reading the checksums: %w", err)
	}
	s.add(data)
	return nil
}

func (s *sums) bytes() []byte {
	return []byte(strings.Join(s.lines, "\n") + "\n")
}
