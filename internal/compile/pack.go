package compile

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"strings"

	"github.com/klauspost/compress/zstd"
	"golang.org/x/sync/errgroup"
)

// packed is the ending of packed executables. Of each worker only the first layout
// lies ready: nine of the contenders' would take 300 MB. Packing makes a third of each,
// in less than half the time of linking it.
const packed = ".zst"

// RunFolder makes a folder in the cache for what a run unpacks, which is the run's
// to remove.
func RunFolder(cfg Config) (string, error) {
	dir, err := cacheDir(cfg)
	if err != nil {
		return "", err
	}
	runs := filepath.Join(dir, "run")
	if err := os.MkdirAll(runs, 0o700); err != nil {
		return "", cacheError(dir, err)
	}
	folder, err := os.MkdirTemp(runs, "layouts-")
	if err != nil {
		return "", cacheError(dir, err)
	}
	return folder, nil
}

// Unpack returns the worker's executables in all layouts, that of Path first. It
// unpacks the others into a folder, as from [RunFolder], unless they are there.
func (w Worker) Unpack(folder string) ([]string, error) {
	files := append([]string{}, w.Layouts...)
	err := eachProcessor(len(files), func(i int) error {
		name, ok := strings.CutSuffix(files[i], packed)
		if !ok {
			return nil
		}
		from, to := files[i], filepath.Join(folder, filepath.Base(filepath.Dir(name)), filepath.Base(name))
		files[i] = to
		if _, err := os.Stat(to); err == nil {
			return nil
		}
		if err := unpack(from, to); err != nil {
			return cacheError(filepath.Dir(folder), err)
		}
		return nil
	})
	return files, err
}

func unpack(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	r, err := zstd.NewReader(in, zstd.WithDecoderConcurrency(1))
	if err != nil {
		return err
	}
	defer r.Close()
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return err
	}
	out, err := os.OpenFile(to, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o700)
	if err != nil {
		return err
	}
	_, err = io.Copy(out, r)
	return errors.Join(err, out.Close())
}

// addExecutable moves an executable to a folder named by its content.
func (c *cache) addExecutable(file string) (string, error) {
	dst, err := c.workerFile(file)
	if err != nil {
		return "", err
	}
	if err := os.Rename(file, dst); err != nil {
		return "", cacheError(c.dir, err)
	}
	return dst, nil
}

// addPacked packs an executable into a folder named by its content, and removes
// it.
func (c *cache) addPacked(file string) (string, error) {
	dst, err := c.workerFile(file)
	if err != nil {
		return "", err
	}
	if err := pack(file, dst+packed); err != nil {
		return "", cacheError(c.dir, err)
	}
	if err := os.Remove(file); err != nil {
		return "", cacheError(c.dir, err)
	}
	return dst + packed, nil
}

// workerFile returns the place of an executable, in a folder that it makes.
func (c *cache) workerFile(file string) (string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return "", cacheError(c.dir, err)
	}
	dir := filepath.Join(c.dir, "worker", hashStrings(string(data)))
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", cacheError(c.dir, err)
	}
	touch(dir)
	return filepath.Join(dir, filepath.Base(file)), nil
}

// pack writes the packed form of a file, in one step.
func pack(from, to string) error {
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	out, err := os.CreateTemp(filepath.Dir(to), "tmp-")
	if err != nil {
		return err
	}
	defer os.Remove(out.Name()) // unless it was renamed
	w, err := zstd.NewWriter(out, zstd.WithEncoderConcurrency(1))
	if err == nil {
		_, err = io.Copy(w, in)
		err = errors.Join(err, w.Close())
	}
	if err = errors.Join(err, out.Close()); err != nil {
		return err
	}
	return os.Rename(out.Name(), to)
}

// eachProcessor calls do for each i below n, as many at a time as there are
// processors.
func eachProcessor(n int, do func(i int) error) error {
	var group errgroup.Group
	group.SetLimit(runtime.NumCPU())
	for i := range n {
		group.Go(func() error { return do(i) })
	}
	return group.Wait()
}
