package compile_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/internal/compile"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

func TestHosts(t *testing.T) {
	tests := []struct {
		name, archive string
		dir, pkg      string // where, and what is asked for
		typ           string
		sample        string
		env           []string
		wantHost      string // path of the host package
		want          string
		long          bool // the short tests find the package, and build nothing
	}{
		{name: "package of the module", archive: "plain.txtar", pkg: ".", typ: "Outer",
			wantHost: "example.com/plain", want: `s json {"Inner":{"A":0}} <nil>`},
		{name: "internal package", archive: "plain.txtar", pkg: "./internal/model", typ: "Inner",
			wantHost: "example.com/plain/internal/model", want: `s json {"A":0} <nil>`},
		{name: "import path", archive: "plain.txtar", dir: "cmd/tool", pkg: "example.com/plain/internal/model", typ: "Inner", sample: "Samples",
			wantHost: "example.com/plain/internal/model", want: `s json {"A":7} <nil>`},
		{name: "without cgo", archive: "plain.txtar", pkg: ".", typ: "Outer", env: []string{"CGO_ENABLED=0"},
			wantHost: "example.com/plain", want: `s json {"Inner":{"A":0}} <nil>`, long: true},
		{name: "vendoring asked for", archive: "plain.txtar", pkg: ".", typ: "Outer", env: []string{"GOFLAGS=-mod=vendor"},
			wantHost: "example.com/plain", want: `s json {"Inner":{"A":0}} <nil>`},
		{name: "workspace", archive: "workspace.txtar", dir: "a", pkg: "./types", typ: "T",
			wantHost: "example.com/a/types", want: `s json {"B":{"C":0},"D":false} <nil>`, long: true},
		{name: "other module of the workspace", archive: "workspace.txtar", dir: "a", pkg: "example.com/b", typ: "B",
			wantHost: "example.com/b", want: `s json {"C":0} <nil>`},
		{name: "root of the workspace", archive: "workspace.txtar", pkg: "example.com/a/types", typ: "T",
			wantHost: "example.com/a/types", want: `s json {"B":{"C":0},"D":false} <nil>`, long: true},
		{name: "module within another of the workspace", archive: "workspace.txtar", dir: "a/inner", pkg: "net/url", typ: "Userinfo",
			wantHost: "example.com/a/inner", want: `s json "" <nil>`, long: true},
		{name: "relative replacement", archive: "replace.txtar", dir: "app", pkg: ".", typ: "App",
			wantHost: "example.com/app", want: `s json {"Dep":{"S":""}} <nil>`},
		{name: "dependency", archive: "replace.txtar", dir: "app", pkg: "example.com/dep", typ: "Dep",
			wantHost: "example.com/app", want: `s json {"S":""} <nil>`, long: true},
		{name: "standard library", archive: "plain.txtar", pkg: "net/url", typ: "Userinfo",
			wantHost: "example.com/plain", want: `s json "" <nil>`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root := unpack(t, test.archive)
			cfg := config(t, test.env...)
			cfg.Dir = filepath.Join(root, filepath.FromSlash(test.dir))
			before := snapshot(t, root)
			host, err := compile.OpenHost(t.Context(), cfg, test.pkg)
			if err != nil {
				t.Fatal(err)
			}
			if host.PkgPath != test.wantHost {
				t.Errorf("host package %s, want %s", host.PkgPath, test.wantHost)
			}
			if test.long {
				routinestest.NeedsLong(t) // a program each
			}
			subject := &compile.Subject{Name: "s", Type: named(host.TypePath, test.typ), Host: host, SampleFunc: test.sample}
			built := mustBuild(t, cfg, adapters(subject, fakeDriver("json", "", "")))
			if v := built.Verdicts[0]; v.Worker != 0 {
				t.Fatalf("not built: %s", v.Err)
			}
			if got := output(t, built); !slices.Equal(got, []string{test.want}) {
				t.Errorf("the worker prints %q, want %q", got, test.want)
			}
			if diff := cmp.Diff(before, snapshot(t, root)); diff != "" {
				t.Errorf("the user's files changed (-before +after):\n%s", diff)
			}
		})
	}
}

func TestHostErrors(t *testing.T) {
	tests := []struct {
		name, archive, dir, pkg string
		env                     []string
		want                    []string // parts of the message
	}{
		{name: "command", archive: "plain.txtar", pkg: "./cmd/tool", want: []string{"example.com/plain/cmd/tool", "cannot be imported", "move the type"}},
		{name: "no such package", archive: "plain.txtar", pkg: "./nowhere", want: []string{"./nowhere", "not found"}},
		{name: "several packages", archive: "plain.txtar", pkg: "./...", want: []string{"./...", "name one"}},
		{name: "internal to a dependency", archive: "replace.txtar", dir: "app", pkg: "example.com/dep/internal/secret", want: []string{"internal to example.com/dep"}},
		{name: "no module", archive: "replace.txtar", dir: "", pkg: "./app/..", want: []string{"no go.mod", "go mod init"}},
		{name: "no go command", archive: "plain.txtar", pkg: ".", env: []string{"PATH="}, want: []string{"no go command", "https://go.dev/dl"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			cfg := config(t)
			cfg.Dir = filepath.Join(unpack(t, test.archive), test.dir)
			for _, v := range test.env {
				name, value, _ := strings.Cut(v, "=")
				t.Setenv(name, value)
			}
			_, err := compile.OpenHost(t.Context(), cfg, test.pkg)
			if err == nil {
				t.Fatal("no error")
			}
			for _, part := range test.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("error %q lacks %q", err, part)
				}
			}
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("error of several lines: %q", err)
			}
		})
	}
}

func TestFolderInTheWay(t *testing.T) {
	cfg := config(t)
	cfg.Dir = unpack(t, "plain.txtar")
	if err := os.Mkdir(filepath.Join(cfg.Dir, "assay_worker"), 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := compile.OpenHost(t.Context(), cfg, "."); err == nil || !strings.Contains(err.Error(), "assay_worker") {
		t.Errorf("error %v", err)
	}
}

func TestUnwritableCache(t *testing.T) {
	cfg := config(t)
	cfg.CacheDir = filepath.Join(t.TempDir(), "file", "cache")
	filetest.Write(t, filepath.Dir(cfg.CacheDir), "")
	_, err := compile.Scratch(t.Context(), cfg)
	if err == nil || !strings.Contains(err.Error(), "cache folder "+cfg.CacheDir) {
		t.Errorf("error %v", err)
	}
}

// What cannot be had or does not compile costs the adapters that need it only.
func TestVerdicts(t *testing.T) {
	root := unpack(t, "replace.txtar")
	cfg := config(t)
	cfg.Dir = filepath.Join(root, "app")
	host, err := compile.OpenHost(t.Context(), cfg, ".")
	if err != nil {
		t.Fatal(err)
	}
	subject := &compile.Subject{Name: "s", Type: named("example.com/app", "App"), Host: host}
	list := adapters(subject,
		fakeDriver("good", "", ""),
		fakeDriver("broken", "", "return \"\", nil"),
		fakeDriver("missing", "example.com/missing", "return missing.Marshal(v)", driver.Module{Path: "example.com/missing", Version: "v1.2.3"}),
		fakeDriver("unnamed", "example.com/unnamed", "return unnamed.Marshal(v)"),
		fakeDriver("local", "example.com/dep", "return []byte(dep.Dep{}.S), nil", driver.Module{Path: "example.com/dep", Version: "v0.9.0"}),
	)
	built := mustBuild(t, cfg, list)
	want := map[string][]string{
		"good":    nil,
		"broken":  {"adapter.go:", "cannot use \"\""},
		"missing": {"module example.com/missing@v1.2.3 could not be fetched", "GOPROXY=off"},
		"unnamed": {"example.com/unnamed"},
		"local":   nil,
	}
	for i, v := range built.Verdicts {
		name := list[i].Driver.Name
		if (v.Worker >= 0) != (want[name] == nil) {
			t.Errorf("%s: worker %d, error %q", name, v.Worker, v.Err)
		}
		for _, part := range want[name] {
			if !strings.Contains(v.Err, part) {
				t.Errorf("%s: error %q lacks %q", name, v.Err, part)
			}
		}
		if strings.Contains(v.Err, "\n") {
			t.Errorf("%s: error of several lines: %q", name, v.Err)
		}
	}
	if got := built.Verdicts[4].Version; got != "v0.9.0 (replaced)" {
		t.Errorf("version of the replaced module %q", got)
	}
	if got := slices.Sorted(maps.Keys(built.Modules)); !slices.Equal(got, []string{"example.com/dep"}) {
		t.Errorf("linked modules %v", got)
	}
}

func TestUsersPackageDoesNotCompile(t *testing.T) {
	cfg := config(t)
	cfg.Dir = unpack(t, "plain.txtar")
	host, err := compile.OpenHost(t.Context(), cfg, "./broken")
	if err != nil {
		t.Fatal(err)
	}
	subject := &compile.Subject{Name: "s", Type: named("example.com/plain/broken", "T"), Host: host}
	_, err = compile.Build(t.Context(), cfg, adapters(subject, fakeDriver("json", "", ""), fakeDriver("other", "", "")), nil)
	if err == nil || err.Error() != "package example.com/plain/broken does not compile: broken/broken.go:4:4: undefined: undefined" {
		t.Errorf("error %v", err)
	}
}

// A change of the user's own source is seen, although nothing else changed.
func TestChangeOfTheUsersSource(t *testing.T) {
	cfg := config(t)
	cfg.Dir = unpack(t, "plain.txtar")
	host, err := compile.OpenHost(t.Context(), cfg, "./internal/model")
	if err != nil {
		t.Fatal(err)
	}
	subject := &compile.Subject{Name: "s", Type: named(host.TypePath, "Inner"), Host: host}
	list := adapters(subject, fakeDriver("json", "", ""))
	mustBuild(t, cfg, list)
	src := "package model\n\ntype Inner struct{ Changed string }\n"
	filetest.Write(t, filepath.Join(cfg.Dir, "internal/model/model.go"), src)
	if got := output(t, mustBuild(t, cfg, list)); got[0] != `s json {"Changed":""} <nil>` {
		t.Errorf("the worker prints %q", got)
	}
}
