package compile_test

import (
	"context"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/workloads/data"
)

// dataSubject is the workload data in the scratch module.
func dataSubject(t *testing.T, cfg compile.Config) *compile.Subject {
	t.Helper()
	host, err := compile.Scratch(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return &compile.Subject{Name: "data", Type: mustReflect(t, reflect.TypeFor[data.Data]()), Host: host, Workload: true}
}

func TestSomeOfTheBuiltAdaptersRelinkNothing(t *testing.T) {
	cfg := config(t)
	cfg.Layouts = 2
	subject := dataSubject(t, cfg)
	one, two, broken := fakeDriver("json", "", ""), fakeDriver("json2", "", ""), fakeDriver("broken", "", "return undefined(v)")
	all := mustBuild(t, cfg, adapters(subject, one, broken, two))
	cfg.Layouts = 1
	var steps []compile.Step
	some, err := compile.Build(t.Context(), cfg, adapters(subject, two, broken), func(step compile.Step, _, _ int) { steps = append(steps, step) })
	if err != nil {
		t.Fatal(err)
	}
	if slices.Contains(steps, compile.Compiling) || slices.Contains(steps, compile.Linking) {
		t.Errorf("all of it was built, but these steps were taken: %v", steps)
	}
	if len(some.Workers) != 1 || some.Workers[0].Path != all.Workers[0].Path || len(some.Workers[0].Layouts) != 1 {
		t.Errorf("workers %+v, want one layout of %+v", some.Workers, all.Workers)
	}
	if some.Verdicts[0].Worker != 0 || some.Verdicts[1].Err == "" || some.Verdicts[1].Err != all.Verdicts[1].Err {
		t.Errorf("verdicts %+v", some.Verdicts)
	}

	// Another func that makes the values is another program.
	other := *subject
	other.SampleFunc = "Nothing"
	built, err := compile.Build(t.Context(), cfg, adapters(&other, two), nil)
	if err == nil && built.Verdicts[0].Err == "" {
		t.Error("a worker whose values come from elsewhere was taken")
	}
}

func TestWhatOthersCouldHaveWrittenIsNotRun(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("permissions are not those of Unix")
	}
	cfg := cacheConfig(t)
	cfg.CacheDir = filepath.Join(cfg.CacheDir, "own")
	subject := dataSubject(t, cfg)
	list := adapters(subject, fakeDriver("json", "", ""))
	built := mustBuild(t, cfg, list)
	if info, err := os.Stat(cfg.CacheDir); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the cache folder has the mode %v: %v", info.Mode(), err)
	}

	planted := built.Workers[0].Path
	if err := os.WriteFile(planted, []byte("#!/bin/sh\necho planted\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(planted, 0o777); err != nil {
		t.Fatal(err)
	}
	if got := output(t, mustBuild(t, cfg, list)); strings.Contains(got[0], "planted") {
		t.Error("an executable was run that anybody could write")
	}

	if err := os.Chmod(cfg.CacheDir, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := compile.Scratch(t.Context(), cfg); err == nil || !strings.Contains(err.Error(), "others may write to it") {
		t.Errorf("a cache folder that anybody can write is used: %v", err)
	}
}

// What was used longest ago goes first, and what is in use stays.
func TestCacheLimit(t *testing.T) {
	cfg := cacheConfig(t)
	subject := dataSubject(t, cfg)
	first := mustBuild(t, cfg, adapters(subject, fakeDriver("json", "", "")))
	age(t, cfg.CacheDir, 2*time.Hour)
	second := mustBuild(t, cfg, adapters(subject, fakeDriver("json2", "", "")))
	if _, err := os.Stat(first.Workers[0].Path); err != nil {
		t.Errorf("within the limit: %v", err)
	}
	cfg.CacheLimit = 1
	mustBuild(t, cfg, adapters(subject, fakeDriver("json2", "", "")))
	if _, err := os.Stat(first.Workers[0].Path); err == nil {
		t.Error("above the limit, a worker of old is still there")
	}
	if _, err := os.Stat(second.Workers[0].Path); err != nil {
		t.Errorf("above the limit, a worker in use is gone: %v", err)
	}
}

// age makes everything two levels below dir look as if it was last used so long
// ago.
func age(t *testing.T, dir string, by time.Duration) {
	t.Helper()
	then := time.Now().Add(-by) // clock: files are older than days, by the system's clock
	entries, err := filepath.Glob(filepath.Join(dir, "*", "*"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if err := os.Chtimes(e, then, then); err != nil {
			t.Fatal(err)
		}
	}
}

// What is packed comes back as it was, once, and goes with the run's folder.
func TestUnpack(t *testing.T) {
	cfg := config(t)
	cfg.Layouts = 3
	subject := dataSubject(t, cfg)
	list := adapters(subject, fakeDriver("json", "", ""))
	worker := mustBuild(t, cfg, list).Workers[0]
	folder, err := compile.RunFolder(cfg)
	if err != nil {
		t.Fatal(err)
	}
	var infos []os.FileInfo
	for range 2 {
		files, err := worker.Unpack(folder)
		if err != nil {
			t.Fatal(err)
		}
		if len(files) != 3 || files[0] != worker.Path {
			t.Fatalf("executables %v", files)
		}
		for i, file := range files {
			if out, err := exec.Command(file).CombinedOutput(); err != nil {
				t.Errorf("layout %d does not run: %v %s", i, err, out)
			}
			info, err := os.Stat(file)
			if err != nil {
				t.Fatal(err)
			}
			infos = append(infos, info)
			stored, err := os.Stat(worker.Layouts[i])
			if err != nil || i > 0 && stored.Size() > info.Size()*2/3 {
				t.Errorf("layout %d takes %v: %v", i, stored, err)
			}
		}
	}
	for i := range 3 {
		if !os.SameFile(infos[i], infos[i+3]) {
			t.Errorf("layout %d was unpacked twice", i)
		}
	}
	if err := os.Remove(worker.Layouts[2]); err != nil {
		t.Fatal(err)
	}
	if again := mustBuild(t, cfg, list).Workers[0]; len(again.Layouts) != 3 {
		t.Errorf("after one was lost: %v", again.Layouts)
	}
	age(t, cfg.CacheDir, 25*time.Hour)
	mustBuild(t, cfg, list)
	if _, err := os.Stat(folder); err == nil {
		t.Error("the folder of a run that was broken off is still there")
	}
}

func TestCleanCache(t *testing.T) {
	cfg := cacheConfig(t)
	mustBuild(t, cfg, adapters(dataSubject(t, cfg), fakeDriver("json", "", "")))
	dir, usage, err := compile.CacheUsage(cfg)
	if err != nil || len(usage) == 0 || usage[0].Kind != "worker" || usage[0].Bytes < 1<<20 {
		t.Errorf("usage %v, %v", usage, err)
	}
	mine := filepath.Join(dir, "notes.txt")
	if err := os.WriteFile(mine, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	freed, err := compile.CleanCache(context.Background(), cfg, func() {})
	if err != nil || freed < usage[0].Bytes {
		t.Errorf("freed %d, %v", freed, err)
	}
	left := 0
	filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && !d.IsDir() {
			left++
		}
		return nil
	})
	if _, err := os.Stat(mine); err != nil || left != 2 {
		t.Errorf("%d files are left, want the mark and somebody's own: %v", left, err)
	}
	if err := os.Remove(mine); err != nil {
		t.Fatal(err)
	}
	if _, err := compile.CleanCache(context.Background(), cfg, func() {}); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(dir); err == nil {
		t.Error("the empty folder is still there")
	}
}
