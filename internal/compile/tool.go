package compile

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"runtime"
	"slices"
)

// Program returns the executable of a command of this program's own: a folder of the
// module. It is compiled when it is not in the cache.
func Program(ctx context.Context, cfg Config, module fs.FS, folder string) (executable string, err error) {
	c, err := openCache(cfg)
	if err != nil {
		return "", err
	}
	src, err := c.unpack(module)
	if err != nil {
		return "", err
	}
	g := goCommand{src, append(environ(cfg), "GOWORK=off", "GOFLAGS=-mod=readonly")}
	goEnv, err := g.goEnv(ctx)
	if err != nil {
		return "", err
	}
	name := path.Base(path.Join("program", folder)) // the module itself is the folder "."
	key := hashStrings(goEnv["GOVERSION"], folder, name, filepath.Base(src))
	executable, err = c.addTool(ctx, g, goEnv, key, name, "--", "./"+folder)
	if err != nil && ctx.Err() == nil {
		return "", fmt.Errorf("building %s: %w", name, err)
	}
	return executable, err
}

// CProgram returns the executable of a C program of one file, which the C compiler cc
// makes with the given arguments behind it, such as -lexpat, when it is not in the
// cache.
func CProgram(ctx context.Context, cfg Config, name string, source []byte, args ...string) (executable string, err error) {
	cc, err := exec.LookPath("cc")
	if err != nil {
		return "", errors.New("there is no C compiler cc")
	}
	c, err := openCache(cfg)
	if err != nil {
		return "", err
	}
	key := hashStrings(slices.Concat([]string{name, string(source)}, args)...)
	return c.addBuilt(key, exe(name, runtime.GOOS), func(out string) error {
		cmd := exec.CommandContext(ctx, cc, slices.Concat([]string{"-O2", "-o", out, "-x", "c", "-", "-x", "none"}, args)...)
		cmd.Stdin = bytes.NewReader(source)
		if text, err := cmd.CombinedOutput(); err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			return fmt.Errorf("cc: %s", oneLine(string(text)))
		}
		return nil
	})
}

// addTool returns the executable tool/<key>/name, and has the go command build it
// when it is not in the cache. A tool runs here, whatever workers are built for.
func (c *cache) addTool(ctx context.Context, g goCommand, goEnv map[string]string, key, name string, args ...string) (executable string, err error) {
	g.env = append(slices.Clone(g.env), "GOOS="+goEnv["GOHOSTOS"], "GOARCH="+goEnv["GOHOSTARCH"])
	return c.addBuilt(key, exe(name, goEnv["GOHOSTOS"]), func(out string) error {
		_, stderr, err := g.run(ctx, slices.Concat([]string{"build"}, linkFlags, []string{"-o", out}, args)...)
		if err == nil || errors.Is(err, errEverywhere) || ctx.Err() != nil {
			return err
		}
		return errors.New(blamed(stderr))
	})
}

// addBuilt returns the file tool/<key>/name, and has it built when it is not in
// the cache.
func (c *cache) addBuilt(key, name string, build func(out string) error) (executable string, err error) {
	dir := filepath.Join(c.dir, "tool", key)
	executable = filepath.Join(dir, name)
	if _, err := os.Stat(executable); err == nil {
		touch(dir)
		return executable, nil
	}
	return executable, c.fill(dir, func(tmp string) error { return build(filepath.Join(tmp, name)) })
}
