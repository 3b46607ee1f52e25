package compile_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"pgregory.net/rapid"

	"github.com/assay-go/assay/internal/compile"
)

// The kinds of folders that a cache has, and names as assay gives them below each.
var madeNames = map[string]string{
	"src": "0123456789abcdef01234567", "worker": "aaaaaaaaaaaaaaaaaaaaaaaa", "std": "0123456789abcdef0123456f", "tool": "tmp-12345",
	"emitted": "bbbbbbbbbbbbbbbbbbbbbbbb", "generated": "cccccccccccccccccccccccc", "unit": "dddddddddddddddddddddddd",
	"plan": "eeeeeeeeeeeeeeeeeeeeeeee", "tree": "0123456789abcdef01234567", "reach": "0123456789abcdef01234567.json", "scratch": "ffffffffffffffffffffffff",
	"run": "layouts-123", "unsafe": "0123456789abcdef01234567.json",
}

// sources are few, since each folder that is made has them.
var sources = fstest.MapFS{"worker/worker.go": {Data: []byte("package worker\n")}}

// layout is a folder made at random: what assay made in it, and what is somebody's
// own.
type layout struct {
	dir, outside string
	made, theirs []string
}

// drawLayout makes a folder with what people and assay may have in it.
func drawLayout(t *rapid.T, parent string, marked bool) layout {
	root, err := os.MkdirTemp(parent, "")
	if err != nil {
		t.Fatal(err)
	}
	l := layout{dir: filepath.Join(root, "cache"), outside: filepath.Join(root, "outside")}
	write := func(path string) string {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte("content of "+path), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	kinds := slices.Sorted(maps.Keys(madeNames))
	for _, kind := range kinds { // as a cache of somebody else's, behind symlinks
		l.theirs = append(l.theirs, write(filepath.Join(l.outside, kind, madeNames[kind], "file")))
	}
	if err := os.Mkdir(l.dir, 0o700); err != nil {
		t.Fatal(err)
	}
	if marked {
		if err := compile.Trim(compile.Config{CacheDir: l.dir, Sources: sources}); err != nil { // which opens it
			t.Fatal(err)
		}
	}
	link := func(target, path string) {
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if os.Symlink(target, path) == nil { // or there is something already
			l.theirs = append(l.theirs, path)
		}
	}
	for _, kind := range kinds {
		switch folder, name := filepath.Join(l.dir, kind), madeNames[kind]; rapid.SampledFrom([]string{
			"none", "made", "made with a link in it", "of a project", "hidden", "near", "both", "link", "link to one of ours", "link to another kind", "link around", "link to nothing", "file", "empty",
		}).Draw(t, kind) {
		case "made":
			l.made = append(l.made, filepath.Dir(write(filepath.Join(folder, name, "file"))))
		case "made with a link in it":
			l.made = append(l.made, filepath.Dir(write(filepath.Join(folder, name, "file"))))
			os.Symlink(filepath.Join(l.outside, kind), filepath.Join(folder, name, "link"))
		case "of a project":
			l.theirs = append(l.theirs, write(filepath.Join(folder, "main.go")), write(filepath.Join(folder, "deep", name, "main.go")))
		case "hidden":
			l.theirs = append(l.theirs, write(filepath.Join(folder, ".git", "config")))
		case "near":
			l.theirs = append(l.theirs, write(filepath.Join(folder, name+"-mine", "file")), write(filepath.Join(folder, strings.ToUpper(name)+"Z")), write(filepath.Join(folder, "2024")))
		case "both":
			l.theirs = append(l.theirs, write(filepath.Join(folder, "notes.txt")))
			l.made = append(l.made, filepath.Dir(write(filepath.Join(folder, name, "file"))))
		case "link":
			link(filepath.Join(l.outside, kind), folder)
		case "link to one of ours":
			link(filepath.Join(l.outside, kind, name), filepath.Join(folder, name))
		case "link to another kind":
			link(filepath.Join(l.dir, rapid.SampledFrom(kinds).Draw(t, "to")), folder)
		case "link around":
			link(l.dir, folder)
		case "link to nothing":
			link(filepath.Join(l.dir, "nothing"), folder)
		case "file":
			if _, err := os.Lstat(folder); err != nil {
				l.theirs = append(l.theirs, write(folder))
			}
		case "empty":
			os.MkdirAll(folder, 0o700)
		}
	}
	for i := range rapid.IntRange(0, 2).Draw(t, "files") {
		l.theirs = append(l.theirs, write(filepath.Join(l.dir, fmt.Sprintf("note%d.txt", i))))
	}
	return l
}

// listing returns the paths below a folder, without following symlinks, those of files
// with their content.
func listing(t *rapid.T, dir string) []string {
	var list []string
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		line := path + " " + d.Type().String()
		if d.Type().IsRegular() {
			data, err := os.ReadFile(path)
			if err != nil {
				return err
			}
			line += " " + string(data)
		}
		list = append(list, line)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

// A folder that assay did not mark as its cache stays as it is, whatever it looks
// like, and is not taken for a cache.
func TestWhatIsNoCacheIsLeftAlone(t *testing.T) {
	parent := t.TempDir()
	rapid.Check(t, func(t *rapid.T) {
		l := drawLayout(t, parent, false)
		before := listing(t, filepath.Dir(l.dir))
		cfg := compile.Config{CacheDir: l.dir, Sources: sources}
		if _, err := compile.CleanCache(context.Background(), cfg, func() {}); err == nil || !strings.Contains(err.Error(), "nothing was removed") {
			t.Errorf("cleaning: %v", err)
		}
		if _, usage, err := compile.CacheUsage(cfg); err != nil || len(usage) > 0 {
			t.Errorf("usage: %v %v", usage, err)
		}
		if entries, err := os.ReadDir(l.dir); err != nil || len(entries) > 0 {
			if err := compile.Trim(cfg); err == nil || !strings.Contains(err.Error(), "no cache of assay's") {
				t.Errorf("taken for a cache: %v", err)
			}
		}
		if after := listing(t, filepath.Dir(l.dir)); !slices.Equal(before, after) {
			t.Errorf("before %q, after %q", before, after)
		}
	})
}

// Of a marked folder goes what assay made, all of it, and nothing else.
func TestOnlyWhatAssayMadeIsRemoved(t *testing.T) {
	parent := t.TempDir()
	for _, do := range []struct {
		name string
		age  time.Duration // of all files
		call func(compile.Config) error
	}{
		{"clean", 0, func(cfg compile.Config) error {
			_, err := compile.CleanCache(context.Background(), cfg, func() {})
			return err
		}},
		{"trim by age", 365 * 24 * time.Hour, compile.Trim},
		{"trim by size", 25 * time.Hour, func(cfg compile.Config) error { cfg.CacheLimit = 1; return compile.Trim(cfg) }},
	} {
		t.Run(do.name, func(t *testing.T) {
			rapid.Check(t, func(t *rapid.T) {
				l := drawLayout(t, parent, true)
				long := time.Now().Add(-do.age) // clock: files are older than hours, by the system's clock
				for _, path := range slices.Concat(l.theirs, l.made) {
					if info, err := os.Lstat(path); err == nil && info.Mode()&fs.ModeSymlink == 0 {
						os.Chtimes(path, long, long)
						os.Chtimes(filepath.Dir(path), long, long)
					}
				}
				if err := do.call(compile.Config{CacheDir: l.dir, Sources: sources}); err != nil {
					t.Fatal(err)
				}
				for _, path := range l.made {
					if _, err := os.Lstat(path); err == nil {
						t.Errorf("%s is left", path)
					}
				}
				for _, path := range l.theirs {
					info, err := os.Lstat(path)
					if err != nil {
						t.Error(err)
					} else if data, _ := os.ReadFile(path); info.Mode().IsRegular() && string(data) != "content of "+path {
						t.Errorf("%s holds %q", path, data)
					}
				}
			})
		})
	}
}

// usesCache names, in the environment of this program, a cache folder for useCache.
const usesCache = "ASSAY_TEST_USES_CACHE"

// useCache is a process that uses the cache folder until its standard input ends.
func useCache(dir string) {
	if err := compile.Trim(compile.Config{CacheDir: dir, Sources: sources}); err != nil {
		panic(err)
	}
	fmt.Println("open")
	io.Copy(io.Discard, os.Stdin)
}

// What another process uses is cleaned when that has ended, and not before.
func TestCleanWaitsForRuns(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "cache")
	other := exec.CommandContext(t.Context(), os.Args[0])
	other.Env = append(os.Environ(), usesCache+"="+dir)
	in, err := other.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	out, err := other.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := other.Start(); err != nil {
		t.Fatal(err)
	}
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "open\n" {
		t.Fatalf("%q, %v", line, err)
	}
	cfg, waited := compile.Config{CacheDir: dir}, false
	cancelled, cancel := context.WithCancel(t.Context())
	if freed, err := compile.CleanCache(cancelled, cfg, cancel); freed > 0 || !errors.Is(err, context.Canceled) {
		t.Errorf("interrupted: freed %d, %v", freed, err)
	}
	freed, err := compile.CleanCache(t.Context(), cfg, func() {
		if _, list, err := compile.CacheUsage(cfg); !waited && (err != nil || len(list) == 0) {
			t.Errorf("cleaned while it is used: %v, %v", list, err)
		}
		if !waited {
			waited = true
			in.Close()
		}
	})
	if err != nil || freed == 0 || !waited {
		t.Errorf("freed %d, waited %t, %v", freed, waited, err)
	}
	if err := other.Wait(); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the empty folder is still there")
	}
}

// The folder may be reached by a symlink, which stays.
func TestCacheBehindALink(t *testing.T) {
	dir := t.TempDir()
	link, target := filepath.Join(dir, "link"), filepath.Join(dir, "target")
	if err := os.Mkdir(target, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, link); err != nil {
		t.Skip(err)
	}
	cfg := compile.Config{CacheDir: link}
	for range 2 {
		if err := compile.Trim(cfg); err != nil {
			t.Fatal(err)
		}
		if freed, err := compile.CleanCache(context.Background(), cfg, func() {}); err != nil || freed == 0 {
			t.Fatalf("freed %d, %v", freed, err)
		}
	}
}

// The caches of earlier versions have no mark, but sources of assay.
func TestAnEarlierCacheIsMarked(t *testing.T) {
	cfg := compile.Config{CacheDir: t.TempDir()}
	if err := compile.Trim(cfg); err != nil {
		t.Fatal(err)
	}
	mark := filepath.Join(cfg.CacheDir, "CACHEDIR.TAG")
	if err := os.Remove(mark); err != nil {
		t.Fatal(err)
	}
	if err := compile.Trim(cfg); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(mark); err != nil {
		t.Error(err)
	}
}

// The cache of another program bears the same tag with that program's words, and is no cache
// of assay's.
func TestTheTagOfAnotherCacheIsNoMark(t *testing.T) {
	cfg := compile.Config{CacheDir: t.TempDir()}
	tag := []byte("Signature: 8a477f597d28d172789f06886806bc55\n# This folder is a cache of another program.\n")
	if err := os.WriteFile(filepath.Join(cfg.CacheDir, "CACHEDIR.TAG"), tag, 0o600); err != nil {
		t.Fatal(err)
	}
	if err := compile.Trim(cfg); err == nil || !strings.Contains(err.Error(), "no cache of assay's") {
		t.Errorf("taken for a cache: %v", err)
	}
	if _, err := compile.CleanCache(context.Background(), cfg, func() {}); err == nil || !strings.Contains(err.Error(), "nothing was removed") {
		t.Errorf("cleaned: %v", err)
	}
}
