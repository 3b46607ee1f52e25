package compile

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/assay-go/assay/driver"
)

// Download returns the folder of a module in the module cache, to which it is
// brought if it is not there. Its checksum must be the pinned one.
func Download(ctx context.Context, cfg Config, m driver.Module) (dir string, err error) {
	list, err := download(ctx, append(environ(cfg), "GOWORK=off"), pinnedSums, []driver.Module{m})
	if err != nil {
		return "", err
	}
	if list[0].Error != "" {
		return "", errors.New(notFetched(m.Path, m.Version, list[0].Error))
	}
	return list[0].Dir, nil
}

// downloaded is what "go mod download" tells of a module.
type downloaded struct{ Path, Version, Dir, Error string }

// download has the go command bring modules into the module cache. What becomes
// of each is in the list, which is not empty; the error is what concerns all.
func download(ctx context.Context, env []string, goSum []byte, mods []driver.Module) ([]*downloaded, error) {
	// A module of its own, so that nothing but these modules is looked at.
	dir, err := os.MkdirTemp("", "assay-fetch-")
	if err != nil {
		return nil, fmt.Errorf("fetching modules: %w", err)
	}
	defer os.RemoveAll(dir)
	for name, data := range map[string][]byte{"go.mod": []byte("module fetch\n\ngo " + sourcesGoVersion + "\n"), "go.sum": goSum} {
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			return nil, fmt.Errorf("fetching modules: %w", err)
		}
	}
	args := []string{"mod", "download", "-json"}
	for _, m := range mods {
		args = append(args, m.Path+"@"+m.Version)
	}
	out, stderr, err := goCommand{dir, env}.run(ctx, args...)
	list, jsonErr := decodeStream[downloaded](out)
	if len(list) == 0 || jsonErr != nil {
		return nil, goError("fetching modules", stderr, errors.Join(err, jsonErr))
	}
	return list, nil
}
