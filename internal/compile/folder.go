package compile

import (
	"os"
	"path/filepath"
	"time"
)

// TreeFolder returns the folder of the cache for files that are unpacked once, such as
// those of a commit, by what their hash begins with. fill writes them where they are not
// there yet.
func TreeFolder(cfg Config, hash string, fill func(dir string) error) (string, error) {
	c, err := openCache(cfg)
	if err != nil {
		return "", err
	}
	dir := filepath.Join(c.dir, "tree", hashStrings(hash))
	if info, err := os.Stat(dir); err == nil {
		if time.Since(info.ModTime()) > 24*time.Hour {
			touch(dir) // in use, so not to be trimmed
		}
		return dir, nil
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		return "", cacheError(c.dir, err)
	}
	tmp, err := os.MkdirTemp(filepath.Dir(dir), "tmp-")
	if err != nil {
		return "", cacheError(c.dir, err)
	}
	defer os.RemoveAll(tmp)
	if err := fill(tmp); err != nil {
		return "", err
	}
	err = os.Rename(tmp, dir)
	if _, there := os.Stat(dir); there == nil { // another process may have been faster
		return dir, nil
	}
	return "", cacheError(c.dir, err)
}
