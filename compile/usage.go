package compile

import (
	"cmp"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"
)

// DefaultCacheLimit is how many bytes the cache folder may hold.
const DefaultCacheLimit = 3 << 30

// keepDays is how long what was written is kept after its last use.
const keepDays = 5

// longestRun is after how long the folder of a run is taken for one that was
// left behind.
const longestRun = 24 * time.Hour

// justUsed is for how long what was used is kept even if there is too much: a
// process may be using it.
const justUsed = time.Hour

// Usage is what a kind of files takes in the cache folder.
type Usage struct {
	Kind  string // the folder's name, such as "worker"
	Bytes int64
}

// CacheUsage returns the cache folder, and what lies in it, the most first.
// Nothing is created.
func CacheUsage(cfg Config) (dir string, list []Usage, err error) {
	if dir, err = cacheDir(cfg); err != nil {
		return "", nil, err
	}
	kinds, _ := os.ReadDir(dir)
	for _, k := range kinds {
		list = append(list, Usage{k.Name(), size(filepath.Join(dir, k.Name()))})
	}
	slices.SortFunc(list, func(a, b Usage) int { return cmp.Compare(b.Bytes, a.Bytes) })
	return dir, list, nil
}

// CleanCache removes what assay has written to the cache folder, and the folder
// if nothing else is in it. It returns the bytes that were freed.
func CleanCache(cfg Config) (freed int64, err error) {
	dir, err := cacheDir(cfg)
	if err != nil {
		return 0, err
	}
	for _, kind := range kinds {
		name := filepath.Join(dir, kind)
		freed += size(name)
		if err := os.RemoveAll(name); err != nil {
			return freed, cacheError(dir, err)
		}
	}
	os.Remove(dir) // if it is empty
	return freed, nil
}

// kinds are the folders of the cache; "unsafe" is one of earlier versions.
var kinds = []string{"worker", "run", "plan", "unit", "emitted", "tool", "generated", "reach", "scratch", "src", "std", "unsafe"}

// size returns the bytes of the files in a folder.
func size(dir string) (bytes int64) {
	filepath.WalkDir(dir, func(_ string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return nil
		}
		if info, err := d.Info(); err == nil {
			bytes += info.Size()
		}
		return nil
	})
	return bytes
}

// trim removes what was not used for some days, and then what was used longest
// ago until the rest is within the limit. Failures are of no consequence: the next
// run tries again.
func (c *cache) trim() {
	type entry struct {
		path  string
		used  time.Time
		bytes int64
	}
	var list []entry
	total := int64(0)
	for _, kind := range kinds {
		entries, _ := os.ReadDir(filepath.Join(c.dir, kind))
		for _, e := range entries {
			info, err := e.Info()
			if err != nil {
				continue
			}
			path := filepath.Join(c.dir, kind, e.Name())
			if age := time.Since(info.ModTime()); age > keepDays*24*time.Hour || kind == "run" && age > longestRun {
				os.RemoveAll(path)
				continue
			}
			if kind == "run" {
				continue // somebody's
			}
			one := entry{path, info.ModTime(), size(path)}
			total += one.bytes
			list = append(list, one)
		}
	}
	limit := cmp.Or(c.limit, DefaultCacheLimit)
	if limit < 0 {
		return
	}
	slices.SortFunc(list, func(a, b entry) int { return a.used.Compare(b.used) })
	for _, e := range list {
		if total <= limit || time.Since(e.used) < justUsed {
			return
		}
		if os.RemoveAll(e.path) == nil {
			total -= e.bytes
		}
	}
}
