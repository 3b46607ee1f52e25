package compile

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/rogpeppe/go-internal/lockedfile"

	"github.com/assay-go/assay"
	"github.com/assay-go/assay/internal/atomic"
)

// cache is the folder that everything is written to:
//
//	src/<hash>/         sources of assay, unpacked as modules
//	emitted/<hash>/     emitted files by content
//	scratch/<hash>/     the module that hosts built-in workloads
//	tool/<hash>/        generators, and commands of assay's, that run as programs of their own
//	generated/<hash>/   what they made
//	unit/<hash>/        one link group in one module: go.mod, go.sum, overlay.json, lock
//	plan/<hash>/        outcomes of builds, for as long as their inputs stay the same
//	worker/<hash>/      executables, packed where they are another layout
//	tree/<hash>/        files of a commit of a user's, and the standard types of assay check
//	run/<name>/         layouts unpacked by a run under way
//	reach/<hash>.json   what packages call, and do with package unsafe
//	std/<version>/      a build cache of the go command with nothing but the standard library
//	in-use              locked by all processes that use the folder, and alone by one that cleans it
//
// All but unit/, run/ and std/ is written once, under a temporary name that is then renamed,
// so that processes share the folder without waiting for each other. A file marks the
// folder as a cache: without it nothing is ever removed.
type cache struct {
	dir   string
	src   string // the unpacked sources
	limit int64  // bytes; see [Config]
}

// Unused reports whether no worker is in the cache folder: then little that a worker
// needs is compiled yet, as a rule.
func Unused(cfg Config) bool {
	dir, err := cacheDir(cfg)
	if err != nil {
		return false // which a build says better
	}
	list, err := os.ReadDir(filepath.Join(dir, "worker"))
	return len(list) == 0 && (err == nil || errors.Is(err, fs.ErrNotExist))
}

// openCache creates the folder and unpacks the sources that workers import.
func openCache(cfg Config) (*cache, error) {
	dir, err := cacheDir(cfg)
	if err != nil {
		return nil, err
	}
	for there := false; !there; {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			return nil, cacheError(dir, err)
		}
		// The go command prints paths without symbolic links.
		if dir, err = filepath.EvalSymlinks(dir); err != nil {
			return nil, cacheError(dir, err)
		}
		if err := guard(dir); err != nil {
			return nil, fmt.Errorf("cache folder %s: %w: what it holds is run, so choose another, or take it for yourself with chmod 700 and empty it", dir, err)
		}
		if err := mark(dir); err != nil {
			return nil, err
		}
		if there, err = use(dir); err != nil {
			return nil, cacheError(dir, err)
		}
	}
	c := &cache{dir: dir, limit: cfg.CacheLimit}
	src := cfg.Sources
	if src == nil {
		src = assay.Sources()
	}
	if c.src, err = c.unpack(src); err != nil {
		return nil, err
	}
	return c, nil
}

// The file that marks a folder as a cache of assay's. Its first line is what programs
// that make backups look for: https://bford.info/cachedir/
const (
	markFile = "CACHEDIR.TAG"
	markText = "Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of assay's: assay clean removes what assay has written to it.\n"
)

// mark marks the folder as a cache. One that holds anything else is refused: what
// was somebody's own would lie among what assay removes.
func mark(dir string) error {
	if isCache(dir) {
		return nil
	}
	list, err := os.ReadDir(dir)
	if err != nil {
		return cacheError(dir, err)
	}
	// What another process is writing is a mark as well.
	list = slices.DeleteFunc(list, func(e fs.DirEntry) bool { return strings.HasPrefix(e.Name(), markFile+".") || e.Name() == useFile })
	if len(list) > 0 && !isEarlierCache(dir) && !isCache(dir) {
		return fmt.Errorf("cache folder %s: it is no cache of assay's, and not empty (%s): name a folder that is empty or not there yet", dir, list[0].Name())
	}
	if err := atomic.Write(filepath.Join(dir, markFile), []byte(markText)); err != nil { // no process finds half of it
		return cacheError(dir, err)
	}
	return nil
}

// isCache reports whether the folder is marked as a cache.
func isCache(dir string) bool {
	path := filepath.Join(dir, markFile)
	if info, err := os.Lstat(path); err != nil || !info.Mode().IsRegular() {
		return false
	}
	text, err := os.ReadFile(path)
	return err == nil && string(text) == markText
}

// isEarlierCache reports whether an earlier version, which made no mark, has unpacked
// its sources in the folder.
func isEarlierCache(dir string) bool {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return false
	}
	defer root.Close()
	return slices.ContainsFunc(entries(root, "src"), func(e entry) bool {
		goMod, err := root.ReadFile(filepath.Join(e.path, "go.mod"))
		return err == nil && strings.HasPrefix(string(goMod), "module "+assay.ModulePath+"\n")
	})
}

// cacheDir returns the folder, which need not exist.
func cacheDir(cfg Config) (string, error) {
	dir := cfg.CacheDir
	if dir == "" {
		user, err := os.UserCacheDir()
		if err != nil {
			return "", fmt.Errorf("no cache folder: %w; name one", err)
		}
		dir = filepath.Join(user, "assay")
	}
	dir, err := filepath.Abs(dir)
	if err != nil {
		return "", fmt.Errorf("cache folder %s: %w", dir, err)
	}
	return dir, nil
}

// cacheError explains why the cache cannot be written.
func cacheError(dir string, err error) error {
	switch {
	case errors.Is(err, syscall.ENOSPC):
		return fmt.Errorf("cache folder %s: the disk is full: make room or choose another folder", dir)
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return fmt.Errorf("cache folder %s cannot be written: %w: choose another folder", dir, err)
	}
	return fmt.Errorf("cache folder %s: %w", dir, err)
}

// sourcesGoMod is the go.mod of the unpacked sources. They import the standard
// library only.
const sourcesGoMod = "module " + assay.ModulePath + "\n\ngo " + sourcesGoVersion + "\n"

// sourcesGoVersion is the version of the language that the sources are written
// in, and so the oldest toolchain that builds a worker.
const sourcesGoVersion = "1.26"

// unpack writes the sources as a module, with a go.mod where they have none, and
// returns its folder.
func (c *cache) unpack(src fs.FS) (string, error) {
	files := map[string][]byte{"go.mod": []byte(sourcesGoMod)}
	err := fs.WalkDir(src, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files[name], err = fs.ReadFile(src, name)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("reading the sources of the worker: %w", err)
	}
	return c.addFolder("src", files)
}

// addFolder writes files below kind/<hash of their names and contents> and
// returns that folder. An existing one is left alone.
func (c *cache) addFolder(kind string, files map[string][]byte) (string, error) {
	dir := filepath.Join(c.dir, kind, hashFiles(files))
	if info, err := os.Stat(dir); err == nil {
		if time.Since(info.ModTime()) > 24*time.Hour {
			touch(dir) // in use, so not to be trimmed
		}
		return dir, nil
	}
	return dir, c.fillFolder(dir, files)
}

// fillFolder makes the folder dir of the cache with the given files, in one
// step. Another process may be faster.
func (c *cache) fillFolder(dir string, files map[string][]byte) error {
	if err := atomic.Folder(dir, func(tmp string) error { return writeFolder(tmp, files) }); err != nil {
		return cacheError(c.dir, err)
	}
	return nil
}

// addFile writes one file by content and returns its path, which ends in name.
func (c *cache) addFile(name string, data []byte) (string, error) {
	base := path.Base(name)
	dir, err := c.addFolder("emitted", map[string][]byte{base: data})
	return filepath.Join(dir, base), err
}

// writeFile replaces a file as a whole.
func (c *cache) writeFile(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o700); err != nil {
		return cacheError(c.dir, err)
	}
	if err := atomic.Write(file, data); err != nil {
		return cacheError(c.dir, err)
	}
	return nil
}

// lock keeps other processes out of dir until unlock is called. It calls waiting
// again and again while another process has the lock: a caller may keep quiet about
// waits that are short.
func (c *cache) lock(ctx context.Context, dir string, waiting func()) (unlock func(), err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, cacheError(c.dir, err)
	}
	file, err := lock(ctx, filepath.Join(dir, "lock"), waiting)
	if err != nil {
		return nil, cacheError(c.dir, err)
	}
	return func() { file.Close() }, nil
}

// lock opens a file that no other process has locked, and locks it. It calls waiting again
// and again until then.
func lock(ctx context.Context, name string, waiting func()) (*lockedfile.File, error) {
	type locked struct {
		file *lockedfile.File
		err  error
	}
	done := make(chan locked)
	go func() {
		file, err := lockedfile.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o600)
		select {
		case done <- locked{file, err}:
		case <-ctx.Done():
			if err == nil {
				file.Close()
			}
		}
	}()
	patience := time.NewTicker(time.Second / 5)
	defer patience.Stop()
	for {
		select {
		case l := <-done:
			return l.file, l.err
		case <-patience.C:
			waiting()
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
}

// touch marks files as used now.
func touch(files ...string) {
	now := time.Now()
	for _, f := range files {
		os.Chtimes(f, now, now)
	}
}

// exe adds the ending that executables have on the target system.
func exe(name, goos string) string {
	if goos == "" {
		goos = runtime.GOOS
	}
	if goos == "windows" {
		return name + ".exe"
	}
	return name
}

// hashFiles returns a short name for files: a hash of their names and contents.
func hashFiles(files map[string][]byte) string {
	var parts []string
	for _, name := range sortedKeys(files) {
		parts = append(parts, name, string(files[name]))
	}
	return hashStrings(parts...)
}

// hashStrings returns a short name for a list of strings.
func hashStrings(parts ...string) string {
	h := sha256.New()
	for _, p := range parts {
		fmt.Fprintf(h, "%d:%s", len(p), p)
	}
	return hex.EncodeToString(h.Sum(nil)[:12])
}

func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

// oneLine folds a text of several lines into one.
func oneLine(s string) string {
	return strings.Join(strings.Fields(s), " ")
}
