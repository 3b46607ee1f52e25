package compile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
)

// vendored makes modules of what a module has in its folder vendor and the module cache
// has not, as of those that only their owners can download, and returns where they are:
// what is built for a module must not ask for more than the module itself. A vendored
// module has the packages alone that the main module needs, which is what the type needs
// too.
func (c *cache) vendored(dir, modCache string) (folders map[module.Version]string, err error) {
	root := filepath.Join(dir, "vendor")
	list, err := os.ReadFile(filepath.Join(root, "modules.txt"))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	} else if err != nil {
		return nil, fmt.Errorf("reading the vendored modules: %w", err)
	}
	type entry struct {
		module.Version
		packages []string
		version  string // of Go
	}
	var entries []*entry
	for line := range strings.Lines(string(list)) {
		line = strings.TrimSpace(line)
		switch head, ok := strings.CutPrefix(line, "# "); {
		case ok:
			words := strings.Fields(head)
			from := module.Version{Path: words[0]}
			if len(words) > 1 && words[1] != "=>" {
				from.Version = words[1]
			}
			entries = append(entries, &entry{Version: from})
			if i := slices.Index(words, "=>"); i >= 0 && len(words) != i+3 { // a folder stands for it
				entries = entries[:len(entries)-1]
				entries = append(entries, &entry{})
			}
		case strings.HasPrefix(line, "##"):
			if _, v, ok := strings.Cut(line, "go "); ok && len(entries) > 0 {
				entries[len(entries)-1].version = v
			}
		case line != "" && len(entries) > 0:
			entries[len(entries)-1].packages = append(entries[len(entries)-1].packages, line)
		}
	}
	folders = map[module.Version]string{}
	for _, e := range entries {
		if e.Path == "" || e.Version.Version == "" || downloadedTo(modCache, e.Version) {
			continue
		}
		files := map[string][]byte{"go.mod": []byte("module " + modfileQuote(e.Path) + "\n")}
		if e.version != "" {
			files["go.mod"] = append(files["go.mod"], "\ngo "+e.version+"\n"...)
		}
		for _, pkg := range e.packages {
			rel := strings.TrimPrefix(strings.TrimPrefix(pkg, e.Path), "/")
			if err := addFiles(files, filepath.Join(root, filepath.FromSlash(pkg)), rel); err != nil {
				return nil, fmt.Errorf("reading the vendored module %s: %w", e.Path, err)
			}
		}
		if folders[e.Version], err = c.addFolder("vendored", files); err != nil {
			return nil, err
		}
	}
	return folders, nil
}

// addFiles adds those of a package, with what it may embed from folders below.
func addFiles(files map[string][]byte, dir, rel string) error {
	return filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil || !d.Type().IsRegular() {
			return err
		}
		below, err := filepath.Rel(dir, name)
		if err != nil {
			return err
		}
		data, err := os.ReadFile(name)
		files[filepath.ToSlash(filepath.Join(rel, below))] = data
		return err
	})
}

// downloadedTo reports whether the module cache has a module.
func downloadedTo(modCache string, m module.Version) bool {
	path, err := module.EscapePath(m.Path)
	version, err2 := module.EscapeVersion(m.Version)
	if err != nil || err2 != nil {
		return true // nothing can be made of it
	}
	_, err = os.Stat(filepath.Join(modCache, "cache", "download", filepath.FromSlash(path), "@v", version+".zip"))
	return err == nil
}

// replaceVendored has the vendored modules stand for themselves.
func replaceVendored(f *modfile.File, folders map[module.Version]string) error {
	for m, dir := range folders {
		if err := f.AddReplace(m.Path, m.Version, dir, ""); err != nil {
			return err
		}
	}
	return nil
}
