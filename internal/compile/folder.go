package compile

import (
	"os"
	"path/filepath"
	"time"

	"github.com/assay-go/assay/internal/atomic"
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
	return dir, c.fill(dir, fill)
}

// fill makes a folder of the cache. Who fills it says itself what is wrong.
func (c *cache) fill(dir string, fill func(tmp string) error) error {
	var failed error
	err := atomic.Folder(dir, func(tmp string) error {
		failed = fill(tmp)
		return failed
	})
	if failed == nil && err != nil {
		return cacheError(c.dir, err)
	}
	return failed
}
