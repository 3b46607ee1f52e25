package check_test

import (
	"errors"
	"maps"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/bench"
	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/commit"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

// git runs git in a folder, as nobody.
func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	filetest.Run(t, dir, nil, "git", append([]string{"-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "protocol.file.allow=always"}, args...)...)
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	filetest.Write(t, filepath.Join(dir, name), text)
}

// repository has a type in three commits: v1, v2 where a field was renamed, and one
// called broken that does not compile. The tree is as at v2, with a change of its own.
func repository(t *testing.T) string {
	dir := module(t, map[string]string{"go.mod": goMod, "o/o.go": "package o\n\ntype Order struct{ Total int32; Name string }\n"})
	git(t, dir, "init", "-q", "-b", "main")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "one")
	git(t, dir, "tag", "v1")
	write(t, dir, "o/o.go", "package o\n\ntype Order struct{ Total int32; Name string; Oops }\n")
	git(t, dir, "commit", "-qam", "broken")
	git(t, dir, "tag", "broken")
	write(t, dir, "o/o.go", "package o\n\ntype Order struct{ Total int64; Name string }\n")
	git(t, dir, "commit", "-qam", "two")
	git(t, dir, "tag", "v2")
	write(t, dir, "o/o.go", "package o\n\ntype Order struct{ Total int64; Title string }\n")
	return dir
}

// A tree is compared with commits of its repository, and stays as it is.
func TestCommit(t *testing.T) {
	t.Parallel()
	dir := repository(t)
	var older []check.Side
	for _, ref := range []string{"v1", "v2"} {
		tree, err := commit.Unpack(t.Context(), filepath.Join(dir, "o"), ref, cacheDir)
		if err != nil {
			t.Fatal(err)
		}
		if len(tree.Notes) != 0 || !strings.Contains(tree.Changed, "changes that are in no commit") {
			t.Errorf("of a tree with changes: %q, %q", tree.Notes, tree.Changed)
		}
		older = append(older, check.Side{Name: ref, Dir: tree.Dir, Env: tree.Env, Notes: []string{tree.Changed}, Source: bench.Source{Name: ".Order", Seed: 1}})
	}
	cfg := check.Config{Drivers: []*driver.Driver{drivers.Find("json")}, CacheDir: cacheDir}
	newer := check.Side{Name: "tree", Dir: filepath.Join(dir, "o"), Source: bench.Source{Name: ".Order", Seed: 1}}
	report, err := check.Between(t.Context(), cfg, newer, older...)
	if err != nil {
		t.Fatal(err)
	}
	if len(report.Codecs) != 1 || !report.Codecs[0].Transitive || len(report.Codecs[0].Ways) != 4 {
		t.Errorf("%+v", report.Codecs)
	}
	var b strings.Builder
	report.Print(&b, "text", false)
	for _, want := range []string{"v1, v2 → tree: Total int32 → int64, -Name (renamed?), +Title (renamed?)", "DROPS_TRANSITIVE", "note: the working tree"} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%s", want, b.String())
		}
	}
	cmd := exec.Command("git", "status", "--porcelain")
	cmd.Dir = dir
	if out, _ := cmd.Output(); string(out) != " M o/o.go\n" {
		t.Errorf("the tree: %s", out)
	}
	// What does not compile says so in the compiler's words.
	tree, err := commit.Unpack(t.Context(), dir, "broken", cacheDir)
	if err != nil {
		t.Fatal(err)
	}
	_, err = check.Between(t.Context(), cfg, newer, check.Side{Name: "broken", Dir: filepath.Join(tree.Dir, "o"), Source: bench.Source{Name: ".Order"}})
	undecided := (*check.Undecided)(nil)
	if !errors.As(err, &undecided) || !strings.Contains(err.Error(), "undefined: Oops") || strings.Contains(err.Error(), "\n") {
		t.Errorf("a commit that does not compile: %v", err)
	}
}

// A module with replaced modules, vendored ones or a workspace is built at a commit as
// it is in the tree.
func TestCommitOfOtherLayouts(t *testing.T) {
	t.Parallel()
	dep := map[string]string{"dep/go.mod": "module dep.test\n\ngo 1.26\n", "dep/dep.go": "package dep\n\ntype Part struct{ N int32 }\n"}
	order := "package o\n\nimport \"dep.test\"\n\ntype Order struct{ Part dep.Part }\n"
	for _, test := range []struct {
		name   string
		files  map[string]string
		vendor bool
	}{
		{"replace", map[string]string{"go.mod": goMod + "\nrequire dep.test v0.0.0\n\nreplace dep.test => ./dep\n", "o/o.go": order}, false},
		{"vendor", map[string]string{"go.mod": goMod + "\nrequire dep.test v0.0.0\n\nreplace dep.test => ./dep\n", "o/o.go": order}, true},
		{"workspace", map[string]string{"go.work": "go 1.26\n\nuse (\n\t.\n\t./dep\n)\n", "go.mod": goMod, "o/o.go": order}, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			if !test.vendor {
				routinestest.NeedsLong(t) // the vendored one has a replaced module too
			}
			maps.Copy(test.files, dep)
			dir := module(t, test.files)
			if test.vendor {
				filetest.Run(t, dir, nil, "go", "mod", "vendor")
			}
			git(t, dir, "init", "-q", "-b", "main")
			git(t, dir, "add", ".")
			git(t, dir, "commit", "-qm", "one")
			write(t, dir, "o/o.go", strings.Replace(order, "Part dep", "Whole dep", 1))
			tree, err := commit.Unpack(t.Context(), filepath.Join(dir, "o"), "main", cacheDir)
			if err != nil {
				t.Fatal(err)
			}
			report, err := check.Between(t.Context(), check.Config{Drivers: []*driver.Driver{drivers.Find("json")}, CacheDir: cacheDir},
				check.Side{Name: "tree", Dir: filepath.Join(dir, "o"), Source: bench.Source{Name: ".Order", Seed: 1}},
				check.Side{Name: "main", Dir: tree.Dir, Env: tree.Env, Source: bench.Source{Name: ".Order", Seed: 1}})
			if err != nil {
				t.Fatal(err)
			}
			if v := report.Codecs[0].Verdict; v != check.Drops || len(report.Changes) != 2 {
				t.Errorf("%s, %v", v, report.Changes)
			}
		})
	}
}
