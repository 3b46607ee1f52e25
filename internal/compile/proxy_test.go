package compile_test

import (
	"archive/zip"
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/lockedfile"
	"golang.org/x/tools/txtar"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/typemodel"
)

// coldConfig is a build with an empty module cache, and a folder with the modules of testdata/proxy
// for a proxy.
func coldConfig(t *testing.T) compile.Config {
	t.Helper()
	dir := filepath.ToSlash(t.TempDir())
	names, err := filepath.Glob("testdata/proxy/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatalf("no modules: %v", err)
	}
	for _, name := range names {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		called, _, _ := strings.Cut(string(archive.Comment), "\n")
		path, version, _ := strings.Cut(strings.TrimPrefix(called, "module "), "@")
		file := filepath.Join(dir, path, "@v", version)
		var packed bytes.Buffer
		z := zip.NewWriter(&packed)
		for _, f := range archive.Files {
			if strings.HasPrefix(f.Name, ".") {
				err = errors.Join(err, os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file+f.Name, f.Data, 0o666))
				continue
			}
			w, createErr := z.Create(path + "@" + version + "/" + f.Name)
			if createErr == nil {
				_, createErr = w.Write(f.Data)
			}
			err = errors.Join(err, createErr)
		}
		if err := errors.Join(err, z.Close(), os.WriteFile(file+".zip", packed.Bytes(), 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	return config(t, "GOPROXY=file:///"+strings.TrimPrefix(dir, "/"), "GOSUMDB=off", "GOMODCACHE="+filepath.Join(t.TempDir(), "mod"), "GOFLAGS=-modcacherw")
}

func scratchSubject(t *testing.T, cfg compile.Config) *compile.Subject {
	t.Helper()
	host, err := compile.Scratch(t.Context(), cfg)
	if err != nil {
		t.Fatal(err)
	}
	return &compile.Subject{Name: "data", Type: named("github.com/assay-go/assay/workloads/data", "Data"), Host: host, Workload: true}
}

func TestModulesThatCannotBeHad(t *testing.T) {
	module := func(path string) driver.Module { return driver.Module{Path: path, Version: "v1.0.0"} }
	list := func(s *compile.Subject) []compile.Adapter {
		return adapters(s,
			fakeDriver("good", "", ""),
			fakeDriver("gone", "example.com/gone", "return []byte(gone.V), nil", module("example.com/gone")),
			fakeDriver("needy", "example.com/needy", "return []byte(needy.V), nil", module("example.com/needy")),
			fakeDriver("pinned", "example.com/lib", "return []byte(lib.V), nil", module("example.com/lib")),
		)
	}
	tests := []struct {
		name string
		env  []string
		want map[string][]string // parts of the error
	}{
		{"proxy without some modules", nil, map[string][]string{
			"gone":  {"module example.com/gone@v1.0.0 could not be fetched", "GOPROXY"},
			"needy": {"module example.com/gone@v1.4.0 could not be fetched"},
			// The pinned version is chosen, not the latest, and is found not to
			// be the one whose checksum the pins hold.
			"pinned": {"module github.com/modern-go/reflect2@v1.0.2 could not be fetched", "checksum mismatch"},
		}},
		{"no network", []string{"GOPROXY=http://127.0.0.1:1"}, map[string][]string{
			"gone":   {"module example.com/gone@v1.0.0 could not be fetched", "connection refused", "check the network"},
			"needy":  {"module example.com/needy@v1.0.0 could not be fetched"},
			"pinned": {"module example.com/lib@v1.0.0 could not be fetched"},
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			cfg := coldConfig(t)
			cfg.Env = append(cfg.Env, test.env...)
			all := list(scratchSubject(t, cfg))
			built := mustBuild(t, cfg, all)
			for i, v := range built.Verdicts {
				name := all[i].Driver.Name
				if name == "good" {
					if v.Worker < 0 {
						t.Errorf("good: not built: %s", v.Err)
					}
					continue
				}
				for _, part := range test.want[name] {
					if !strings.Contains(v.Err, part) {
						t.Errorf("%s: error %q lacks %q", name, v.Err, part)
					}
				}
				if v.Worker >= 0 || strings.Contains(v.Err, "\n") {
					t.Errorf("%s: worker %d, error %q", name, v.Worker, v.Err)
				}
			}
		})
	}
}

// A module that could not be had is asked for again the next time.
func TestNetworkComesBack(t *testing.T) {
	cfg := coldConfig(t)
	offline := cfg
	offline.Env = append(offline.Env[:len(offline.Env):len(offline.Env)], "GOPROXY=off")
	d := fakeDriver("needs", "example.com/other", "return []byte(other.V), nil", driver.Module{Path: "example.com/other", Version: "v1.0.0"})
	good := fakeDriver("good", "", "")
	if v := mustBuild(t, offline, adapters(scratchSubject(t, offline), good, d)).Verdicts[1]; v.Worker >= 0 || !strings.Contains(v.Err, "GOPROXY=off") {
		t.Fatalf("without a network: worker %d, %q", v.Worker, v.Err)
	}
	v := mustBuild(t, cfg, adapters(scratchSubject(t, cfg), good, d)).Verdicts[1]
	if v.Worker < 0 || v.Version != "v1.0.0" {
		t.Errorf("with a network: worker %d, version %q, %s", v.Worker, v.Version, v.Err)
	}
}

// An adapter that keeps the program from being linked or started costs nothing
// but itself.
func TestLinkAndStart(t *testing.T) {
	cfg := config(t)
	subject := scratchSubject(t, cfg)
	with := func(name, decl string) *driver.Driver {
		d := fakeDriver(name, "", "")
		emit := d.Emit
		d.Emit = func(a *driver.Adapter, t *typemodel.Type, v driver.Variant) error {
			a.Files["more.go"] = []byte(decl)
			return emit(a, t, v)
		}
		return d
	}
	list := adapters(subject,
		fakeDriver("good", "", ""),
		with("unlinked", "package unlinked\n\nimport _ \"unsafe\"\n\n//go:linkname gc runtime.GC\nfunc gc() {}\n"),
		with("panics", "package panics\n\nfunc init() { panic(\"no such processor\") }\n"),
		with("exits", "package exits\n\nimport \"os\"\n\nfunc init() { os.Exit(3) }\n"),
		with("speaks", "package speaks\n\nimport \"fmt\"\n\nfunc init() { fmt.Println(\"speaks 1.0\") }\n"),
		fakeDriver("last", "", ""),
	)
	want := []string{"", "does not link: ", "does not start: panic: no such processor", "does not start: the worker process ended: exit status 3", "", ""}
	if routinestest.Long { // programs are linked until each is found
		list = append(list, adapters(subject,
			with("leaves", "package leaves\n\nimport \"os\"\n\nfunc init() { println(\"have a nice day\"); os.Exit(0) }\n"),
			with("waits", "package waits\n\nfunc init() { select {} }\n"),
		)...)
		want = append(want, "does not start: the worker process ended: exit status 0; its last words: have a nice day", "does not start: fatal error: all goroutines are asleep")
	}
	built := mustBuild(t, cfg, list)
	for i, v := range built.Verdicts {
		if !strings.HasPrefix(v.Err, want[i]) || (v.Err == "") != (want[i] == "") || (v.Worker >= 0) != (want[i] == "") {
			t.Errorf("%s: worker %d, error %q, want %q", list[i].Driver.Name, v.Worker, v.Err, want[i])
		}
	}
	if got := output(t, built); len(got) != 4 || !strings.HasPrefix(got[3], "data last") {
		t.Errorf("the worker prints %q", got)
	}
}

// A package of the type that ends the process is blamed itself, at once.
func TestTypeThatEndsTheProcess(t *testing.T) {
	cfg := config(t)
	dir := t.TempDir()
	filetest.All(t, dir, map[string]string{
		"go.mod": "module example.com/ends\n\ngo 1.26\n",
		"a/a.go": "package a\n\nimport \"os\"\n\ntype T struct{ A int }\n\nfunc init() { os.Exit(0) }\n",
	})
	cfg.Dir = dir
	host, err := compile.OpenHost(t.Context(), cfg, "./a")
	if err != nil {
		t.Fatal(err)
	}
	subject := &compile.Subject{Name: "a.T", Type: named("example.com/ends/a", "T"), Host: host}
	var drivers []*driver.Driver
	for _, name := range []string{"one", "two", "three", "four", "five"} {
		drivers = append(drivers, fakeDriver(name, "", ""))
	}
	built, err := compile.Build(t.Context(), cfg, adapters(subject, drivers...), nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, v := range built.Verdicts {
		if v.Err != "does not start: the worker process ended: exit status 0 (by the type's package alone)" {
			t.Errorf("error %q", v.Err)
		}
	}
}

func TestTooOldGo(t *testing.T) {
	dir := t.TempDir()
	script := "#!/bin/sh\necho '{\"GOVERSION\": \"go1.21.3\"}'\n"
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte(script), 0o777); err != nil {
		t.Fatal(err)
	}
	cfg := config(t)
	t.Setenv("PATH", dir)
	if _, err := os.Stat("/bin/sh"); err != nil {
		t.Skip("needs a shell")
	}
	_, err := compile.Scratch(t.Context(), cfg)
	if err == nil || !strings.Contains(err.Error(), "go1.21.3") || !strings.Contains(err.Error(), "https://go.dev/dl") {
		t.Errorf("error %v", err)
	}
}

// A build that waits for another process says so for as long as it waits.
func TestWaiting(t *testing.T) {
	cfg := cacheConfig(t)
	subject := scratchSubject(t, cfg)
	mustBuild(t, cfg, adapters(subject, fakeDriver("first", "", "")))
	locks, err := filepath.Glob(filepath.Join(cfg.CacheDir, "unit", "*", "lock"))
	if err != nil || len(locks) != 1 {
		t.Fatalf("locks %v: %v", locks, err)
	}
	unlock, err := lockedfile.MutexAt(locks[0]).Lock()
	if err != nil {
		t.Fatal(err)
	}
	waits := 0
	_, err = compile.Build(t.Context(), cfg, adapters(subject, fakeDriver("second", "", "")), func(step compile.Step, _, _ int) {
		if step != compile.Waiting {
			return
		}
		if waits++; waits == 3 {
			unlock()
		}
	})
	if err != nil || waits < 3 {
		t.Errorf("said %d times that it waits, then: %v", waits, err)
	}
}

// Several processes may build in one cache at once.
func TestBuildsAtOnce(t *testing.T) {
	cfg := cacheConfig(t)
	subject := scratchSubject(t, cfg)
	const n = 4
	type outcome struct {
		built *compile.Built
		err   error
	}
	done := make(chan outcome)
	for i := range n {
		list := adapters(subject, fakeDriver("json", "", "return []byte(\""+strings.Repeat("x", i/2)+"\"), nil"), fakeDriver("broken", "", "return 1"))
		go func() {
			built, err := compile.Build(t.Context(), cfg, list, nil)
			done <- outcome{built, err}
		}()
	}
	seen := map[string]int{}
	for range n {
		o := <-done
		if o.err != nil {
			t.Error(o.err)
			continue
		}
		for _, line := range output(t, o.built) {
			seen[line]++
		}
	}
	if seen["data json  <nil>"] != n/2 || seen["data json x <nil>"] != n/2 {
		t.Errorf("the workers print %v", seen)
	}
}

// A driver's pin raises the user's version of a module and never lowers it.
func TestVersionsOfTheUser(t *testing.T) {
	for required, want := range map[string]string{"v0.9.0": "v1.0.0", "v1.0.0": "v1.0.0", "v1.1.0": "v1.1.0"} {
		t.Run(required, func(t *testing.T) {
			cfg := coldConfig(t)
			cfg.Dir = t.TempDir()
			for name, data := range map[string]string{
				"go.mod": "module example.com/user\n\ngo 1.20\n\nrequire example.com/other " + required + "\n",
				"t.go":   "package user\n\nimport \"example.com/other\"\n\ntype T struct{}\n\nvar V = other.V\n",
			} {
				filetest.Write(t, filepath.Join(cfg.Dir, name), data)
			}
			before := snapshot(t, cfg.Dir)
			host, err := compile.OpenHost(t.Context(), cfg, ".")
			if err != nil {
				t.Fatal(err)
			}
			subject := &compile.Subject{Name: "s", Type: named("example.com/user", "T"), Host: host}
			d := fakeDriver("other", "example.com/other", "return []byte(other.V), nil", driver.Module{Path: "example.com/other", Version: "v1.0.0"})
			v := mustBuild(t, cfg, adapters(subject, d)).Verdicts[0]
			if v.Version != want {
				t.Errorf("version %q, want %q (%s)", v.Version, want, v.Err)
			}
			if diff := cmp.Diff(before, snapshot(t, cfg.Dir)); diff != "" {
				t.Errorf("the user's files changed (-before +after):\n%s", diff)
			}
		})
	}
}

// A version that a driver asks for is not raised to the pinned one.
func TestVersionsOfDrivers(t *testing.T) {
	cfg := coldConfig(t)
	module := driver.Module{Path: "github.com/modern-go/reflect2", Version: "v1.0.0"}
	d := fakeDriver("lower", module.Path, "return []byte(reflect2.V), nil", module)
	v := mustBuild(t, cfg, adapters(scratchSubject(t, cfg), d)).Verdicts[0]
	if v.Version != module.Version {
		t.Errorf("version %q, want %q (%s)", v.Version, module.Version, v.Err)
	}
}
