package compile

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"sync"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"
)

// DefaultCacheLimit is how many bytes the cache folder may hold.
const DefaultCacheLimit = 6 << 30

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

// CacheUsage returns the cache folder, and what assay has written to it, the most
// first: nothing for a folder that is no cache. Nothing is created.
func CacheUsage(cfg Config) (dir string, list []Usage, err error) {
	if dir, err = cacheDir(cfg); err != nil {
		return "", nil, err
	}
	if !isCache(dir) {
		return dir, nil, nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return "", nil, cacheError(dir, err)
	}
	defer root.Close()
	for kind := range kinds {
		bytes := int64(0)
		for _, e := range entries(root, kind) {
			bytes += size(root, e.path)
		}
		if bytes > 0 {
			list = append(list, Usage{kind, bytes})
		}
	}
	slices.SortFunc(list, func(a, b Usage) int { return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), cmp.Compare(a.Kind, b.Kind)) })
	return dir, list, nil
}

// CleanCache removes what assay has written to the cache folder, and the folder
// if nothing else is in it. It returns the bytes that were freed. A folder without
// the mark of a cache is refused, and what assay did not make stays where it is. While
// other processes use the folder it waits for them, and calls waiting again and again.
func CleanCache(ctx context.Context, cfg Config, waiting func()) (freed int64, err error) {
	dir, err := cacheDir(cfg)
	if err != nil {
		return 0, err
	}
	info, err := os.Lstat(dir)
	if os.IsNotExist(err) {
		return 0, nil
	}
	if !isCache(dir) {
		return 0, fmt.Errorf("cache folder %s: nothing was removed: it has no %s of assay's, so that it is not known for a cache: name another, or remove it by hand", dir, markFile)
	}
	alone, err := useAlone(ctx, dir, waiting)
	if err != nil {
		return 0, cacheError(dir, err)
	}
	defer alone.Close()
	if !isCache(dir) { // any more
		return 0, nil
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		return 0, cacheError(dir, err)
	}
	defer root.Close()
	for kind := range kinds {
		for _, e := range entries(root, kind) {
			freed += size(root, e.path)
			if err := root.RemoveAll(e.path); err != nil {
				return freed, cacheError(dir, err)
			}
		}
		if folder, err := root.Lstat(kind); err == nil && folder.IsDir() {
			root.Remove(kind) // if it is empty
		}
	}
	if err := root.Remove(useFile); err != nil && runtime.GOOS != "windows" { // which keeps files that are open
		return freed, cacheError(dir, err)
	}
	left, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return freed, cacheError(dir, err)
	}
	if len(left) > 1 || !info.IsDir() { // somebody's own, or a symlink that would lead nowhere
		return freed, nil
	}
	if err := root.Remove(markFile); err != nil {
		return freed, cacheError(dir, err)
	}
	os.Remove(dir) // if nothing was added meanwhile
	return freed, nil
}

// useFile is in the cache folder: see [cache].
const useFile = "in-use"

// uses are the folders that this process uses, each with its useFile, which is locked until
// the process ends: what was built is run until then.
var uses struct {
	sync.Mutex
	files map[string]*lockedfile.File
}

// use keeps others from cleaning the folder while this process lives. It reports whether
// the folder is still there: one may have been cleaned meanwhile.
func use(dir string) (there bool, err error) {
	uses.Lock()
	defer uses.Unlock()
	name := filepath.Join(dir, useFile)
	if file := uses.files[dir]; file != nil {
		if isAt(file, name) {
			return true, nil
		}
		delete(uses.files, dir)
		file.Close()
	}
	file, err := lockedfile.OpenFile(name, os.O_RDONLY|os.O_CREATE, 0o600)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return false, nil
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return true, nil // nobody cleans it
	case err != nil:
		return false, err
	case !isAt(file, name) || !isCache(dir):
		return false, file.Close()
	}
	if uses.files == nil {
		uses.files = map[string]*lockedfile.File{}
	}
	uses.files[dir] = file
	return true, nil
}

// useAlone waits until no process uses the folder, and keeps them out until the file is
// closed. What this process used of it, it does not use any more.
func useAlone(ctx context.Context, dir string, waiting func()) (*lockedfile.File, error) {
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		uses.Lock()
		if file := uses.files[real]; file != nil {
			delete(uses.files, real)
			file.Close()
		}
		uses.Unlock()
	}
	name := filepath.Join(dir, useFile)
	for {
		file, err := lock(ctx, name, waiting)
		if err != nil {
			return nil, err
		}
		if isAt(file, name) {
			return file, nil
		}
		file.Close() // another one has cleaned it, and removed the file
	}
}

// isAt reports whether a file is the one of that name.
func isAt(file *lockedfile.File, name string) bool {
	open, err := file.Stat()
	at, errAt := os.Stat(name)
	return err == nil && errAt == nil && os.SameFile(open, at)
}

// kinds are the folders of the cache, each with the names that assay gives to what
// lies in it. "unsafe" is one of earlier versions.
var kinds = map[string]*regexp.Regexp{
	"worker": hashed, "plan": hashed, "unit": hashed, "emitted": hashed, "tool": hashed, "generated": hashed,
	"reach": hashed, "scratch": hashed, "src": hashed, "std": hashed, "unsafe": hashed, "tree": hashed,
	"run": regexp.MustCompile(`^(layouts|footprint)-[0-9]+$`),
}

// hashed are names by content, as [hashStrings] makes them, and those of what was
// being written when a process ended.
var hashed = regexp.MustCompile(`^([0-9a-f]{24}(\.json)?|tmp-[0-9]+)$`)

// entry is a file or folder that assay made.
type entry struct {
	path string // below the cache folder
	used time.Time
}

// entries returns what assay made of a kind. Symlinks are none of it, and neither is
// what lies behind one in the place of the kind's folder.
func entries(root *os.Root, kind string) (list []entry) {
	if folder, err := root.Lstat(kind); err != nil || !folder.IsDir() {
		return nil
	}
	found, _ := fs.ReadDir(root.FS(), kind)
	for _, e := range found {
		if !kinds[kind].MatchString(e.Name()) || !e.IsDir() && !e.Type().IsRegular() {
			continue
		}
		if info, err := e.Info(); err == nil {
			list = append(list, entry{filepath.Join(kind, e.Name()), info.ModTime()})
		}
	}
	return list
}

// size returns the bytes of a file, or of the files in a folder.
func size(root *os.Root, path string) (bytes int64) {
	fs.WalkDir(root.FS(), filepath.ToSlash(path), func(_ string, d fs.DirEntry, err error) error {
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
	root, err := os.OpenRoot(c.dir)
	if err != nil {
		return
	}
	defer root.Close()
	var list []entry
	sizes := map[string]int64{}
	total := int64(0)
	for kind := range kinds {
		for _, e := range entries(root, kind) {
			if age := time.Since(e.used); age > keepDays*24*time.Hour || kind == "run" && age > longestRun {
				root.RemoveAll(e.path)
				continue
			}
			if kind == "run" {
				continue // somebody's
			}
			sizes[e.path] = size(root, e.path)
			total += sizes[e.path]
			list = append(list, e)
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
		if root.RemoveAll(e.path) == nil {
			total -= sizes[e.path]
		}
	}
}
