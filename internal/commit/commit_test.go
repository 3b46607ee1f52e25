package commit_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/commit"
	"github.com/assay-go/assay/internal/filetest"
)

const goMod = "module shop.test\n\ngo 1.26\n"

// git runs git in a folder, as nobody.
func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	filetest.Run(t, dir, nil, "git", append([]string{"-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "protocol.file.allow=always"}, args...)...)
}

func write(t *testing.T, dir, name, text string) {
	t.Helper()
	filetest.Write(t, filepath.Join(dir, name), text)
}

// repository is one with a commit of the files, on main.
func repository(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		write(t, dir, name, text)
	}
	git(t, dir, "init", "-q", "-b", "main")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "one")
	return dir
}

// What cannot be had of a commit is one clear line.
func TestNotes(t *testing.T) {
	dir := repository(t, map[string]string{"go.mod": goMod, "o.go": "package o\n"})
	sub := repository(t, map[string]string{"go.mod": goMod})
	git(t, sub, "submodule", "--quiet", "add", dir, "vendored")
	git(t, sub, "commit", "-qm", "with a submodule")
	without := t.TempDir()
	git(t, without, "clone", "-q", "file://"+sub, "clone")
	added := repository(t, map[string]string{"go.mod": goMod})
	write(t, added, "more.go", "package o\n")
	work := t.TempDir()
	write(t, work, "go.work", "go 1.26\n\nuse ./r\n")
	if err := os.Rename(repository(t, map[string]string{"go.mod": goMod}), filepath.Join(work, "r")); err != nil {
		t.Fatal(err)
	}
	write(t, dir, "o.go", "package o\n\n")
	git(t, dir, "commit", "-qam", "two") // so that a shallow clone lacks one
	git(t, dir, "tag", "v1", "HEAD~")
	changed := repository(t, map[string]string{"go.mod": goMod})
	write(t, changed, "go.mod", goMod+"\n")
	os.Mkdir(filepath.Join(dir, "later"), 0o777)
	shallow := t.TempDir()
	git(t, shallow, "clone", "-q", "--depth=1", "file://"+dir, "clone")
	replaced := map[string]string{"m/go.mod": goMod + "\nrequire dep.test v0.0.0\n\nreplace dep.test => ../../dep\n", "m/o/o.go": "package o\n"}
	out := repository(t, replaced)
	replaced["m/vendor/modules.txt"] = "# dep.test v0.0.0 => ../../dep\n"
	vendored := repository(t, replaced)
	for _, test := range []struct{ name, dir, ref, want string }{
		{"a module beside", filepath.Join(out, "m", "o"), "main", "git:main: its go.mod replaces dep.test by ../../dep, which is outside"},
		{"a module beside, vendored", filepath.Join(vendored, "m", "o"), "main", "note: "},
		{"no repository", t.TempDir(), "main", "in no git repository"},
		{"no commit", dir, "nonsense", "git:nonsense: there is no such commit here; git log"},
		{"a flag", dir, "--all", "that is no commit"},
		{"a shallow clone", filepath.Join(shallow, "clone"), "v1", "the clone is shallow: git fetch --unshallow"},
		{"a folder of later", filepath.Join(dir, "later"), "v1", "there was no folder later at that commit"},
		{"a submodule that is not checked out", filepath.Join(without, "clone"), "main", "note: git:main: the submodule vendored is not here at "},
		{"a submodule", sub, "main", "note: ; changed: \n"},
		{"a new file", added, "main", "note: ; changed: the working tree has changes that are in no commit"},
		{"a change", changed, "main", "note: ; changed: the working tree has changes that are in no commit"},
		{"a workspace above", filepath.Join(work, "r"), "main", "note: git:main: the workspace " + filepath.Join(work, "go.work") + " is not at that commit"},
	} {
		t.Run(test.name, func(t *testing.T) {
			tree, err := commit.Unpack(t.Context(), test.dir, test.ref, t.TempDir())
			got := ""
			if err != nil {
				got = err.Error()
			} else {
				got = "note: " + strings.Join(tree.Notes, "; ") + "; changed: " + tree.Changed
			}
			if !strings.Contains(got+"\n", test.want) || strings.Contains(got, "\n") {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

// A submodule's files are those of the commit that the repository had of it, and so are
// those of a submodule within.
func TestSubmodule(t *testing.T) {
	inner := repository(t, map[string]string{"in.txt": "inner, one\n"})
	middle := repository(t, map[string]string{"mid.txt": "middle, one\n"})
	git(t, middle, "submodule", "--quiet", "add", inner, "inner")
	git(t, middle, "commit", "-qm", "with a submodule")
	dir := repository(t, map[string]string{"go.mod": goMod})
	git(t, dir, "submodule", "--quiet", "add", middle, "third/middle")
	git(t, dir, "submodule", "--quiet", "update", "--init", "--recursive")
	git(t, dir, "commit", "-qm", "with submodules")
	git(t, dir, "tag", "v1")
	write(t, filepath.Join(dir, "third", "middle"), "mid.txt", "middle, two\n")
	git(t, filepath.Join(dir, "third", "middle"), "commit", "-qam", "two")
	git(t, dir, "commit", "-qam", "two")
	cache := t.TempDir()
	for ref, want := range map[string]string{"v1": "middle, one\n", "main": "middle, two\n"} {
		tree, err := commit.Unpack(t.Context(), dir, ref, cache)
		if err != nil || len(tree.Notes) > 0 {
			t.Fatal(tree, err)
		}
		for name, want := range map[string]string{"third/middle/mid.txt": want, "third/middle/inner/in.txt": "inner, one\n"} {
			if got, err := os.ReadFile(filepath.Join(tree.Dir, name)); err != nil || string(got) != want {
				t.Errorf("%s: %s: %q, %v", ref, name, got, err)
			}
		}
	}
	// What could be had of it is another folder than what could not.
	os.RemoveAll(filepath.Join(dir, "third", "middle"))
	tree, err := commit.Unpack(t.Context(), dir, "v1", cache)
	if err != nil || len(tree.Notes) != 1 {
		t.Fatal(tree, err)
	}
	if _, err := os.Stat(filepath.Join(tree.Dir, "third", "middle", "mid.txt")); err == nil {
		t.Error("the submodule's files are there, and it is noted that they are not")
	}
}
