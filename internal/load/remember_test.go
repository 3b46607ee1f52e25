package load_test

import (
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/load"
)

// TestRemember loads types of one package, for which the go command is asked once, and
// once more when a file of it is another.
func TestRemember(t *testing.T) {
	asked := 0
	cfg := load.Config{Packages: load.Remember(func(c *packages.Config, patterns ...string) ([]*packages.Package, error) {
		asked++
		return packages.Load(c, patterns...)
	})}
	const dir = "./testdata/kinds/geo"
	for _, name := range []string{".Point", ".Point", ".Missing"} {
		r, err := load.Load(t.Context(), cfg, dir+name)
		if name == ".Missing" {
			if err == nil {
				t.Error("a type that is not there was loaded")
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		if want := mustLoad(t, dir+name).Type; !reflect.DeepEqual(r.Type, want) {
			t.Errorf("%s is %+v, want %+v", name, r.Type, want)
		}
	}
	if asked != 1 {
		t.Errorf("the package was loaded %d times", asked)
	}
	other := cfg
	other.Overlay = map[string][]byte{"/nowhere/other.go": []byte("package other\n")}
	if _, err := load.Load(t.Context(), other, dir+".Point"); err != nil {
		t.Fatal(err)
	}
	if asked != 2 {
		t.Errorf("with another file the package was loaded %d times", asked-1)
	}
}

// TestPackagesAreNotCompiled looks at what the go command is asked for: export data of a
// package would have to be compiled, which takes far longer than to check its types.
func TestPackagesAreNotCompiled(t *testing.T) {
	dir, err := filepath.Abs("./testdata/kinds/geo")
	if err != nil {
		t.Fatal(err)
	}
	asked := 0
	all := load.Together{Load: func(c *packages.Config, patterns ...string) ([]*packages.Package, error) {
		asked++
		if slices.Contains(patterns, dir) && c.Mode&(packages.NeedTypes|packages.NeedExportFile) != 0 {
			t.Errorf("the package is asked for with mode %v", c.Mode)
		}
		return packages.Load(c, patterns...)
	}}
	all.Forget()
	cfg := load.Config{Packages: all.Packages}
	file := func(body string) map[string][]byte {
		return map[string][]byte{filepath.Join(dir, "more.go"): []byte("package geometry\n\nimport \"net/url\"\n\n" + body + "\n")}
	}
	if err := load.Verify(t.Context(), cfg, file("func More(p *Point) *url.URL { return new(url.URL) }")); err != nil {
		t.Error(err)
	}
	if _, err := load.Load(t.Context(), cfg, dir+".Point"); err != nil {
		t.Error(err)
	}
	tested := func(want string) map[string][]byte {
		files := file("func More(p *Point) *url.URL { return less(p) }")
		files[filepath.Join(dir, "less_test.go")] = []byte("package geometry\n\nimport \"net/url\"\n\nfunc less(*Point) *url.URL { return nil }\n")
		files[filepath.Join(dir, "more_test.go")] = []byte("package geometry_test\n\nimport geometry \"github.com/assay-go/assay/internal/load/testdata/kinds/geo\"\n\nvar more " + want + " = geometry.More(nil)\n")
		return files
	}
	if err := load.Verify(t.Context(), cfg, tested("= geometry.Point{}; var _")); err == nil || strings.Count(err.Error(), "\n") > 0 || !strings.Contains(err.Error(), "more.go:5:39: undefined: less") {
		t.Errorf("what only a test has: %v", err)
	}
	if err := load.Verify(t.Context(), cfg, tested("int")); err == nil || !strings.Contains(err.Error(), "more_test.go:5:16") {
		t.Errorf("a mistake in a test: %v", err)
	}
	if asked != 8 {
		t.Errorf("the go command was asked %d times", asked)
	}
	for body, want := range map[string]string{
		"func More(p *Point) *url.URL { return 1 }":  "more.go:5:39",
		"func More() *url.Absent { return nil }":     "undefined: url.Absent",
		"func More(p *Point) *url.URL { return nil ": "more.go",
	} {
		if err := load.Verify(t.Context(), cfg, file(body)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", body, err, want)
		}
	}
}

// What does not fit an int of the processor that is built for is a mistake.
func TestVerifyKnowsSizes(t *testing.T) {
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "go.mod"), "module sizes.test\n")
	files := map[string][]byte{filepath.Join(dir, "more.go"): []byte("package sizes\n\nvar more int = 1 << 40\n")}
	for arch, fits := range map[string]bool{"amd64": true, "386": false} {
		t.Setenv("GOARCH", arch)
		if err := load.Verify(t.Context(), load.Config{}, files); (err == nil) != fits {
			t.Errorf("%s: %v", arch, err)
		}
	}
}

// A mistake is found whatever the folder is called: on Windows every name has a colon.
func TestVerifyKnowsFilesByNamesWithColons(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the other tests of Verify have a drive")
	}
	dir := filepath.Join(t.TempDir(), "c:1")
	err := errors.Join(os.Mkdir(dir, 0o777), os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module colons.test\n"), 0o666))
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{filepath.Join(dir, "more.go"): []byte("package colons\n\nvar more int = true\n")}
	if err := load.Verify(t.Context(), load.Config{}, files); err == nil || !strings.Contains(err.Error(), "more.go:3:16") {
		t.Errorf("no mistake was found: %v", err)
	}
}

// TestTogetherVerifies checks files that are added to a package with what was loaded
// before: the go command is not asked again, unless they import what is not known.
func TestTogetherVerifies(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod": "module added.test\n\ngo 1.26\n",
		"a.go":   "package added\n\ntype A struct{ B []string }\n",
		"old.go": "package added\n\nfunc (A) Old() {}\n",
	} {
		filetest.Write(t, filepath.Join(dir, name), text)
	}
	asked := 0
	all := load.Together{Imports: []string{"strings"}, Load: func(c *packages.Config, patterns ...string) ([]*packages.Package, error) {
		asked++
		return packages.Load(c, patterns...)
	}}
	old := filepath.Join(dir, "old.go")
	r, err := load.Load(t.Context(), load.Config{Dir: dir, Incomplete: true, Packages: all.Packages, Overlay: map[string][]byte{old: []byte("package added\n")}}, "A")
	if err != nil || r.Type.Name.Name != "A" {
		t.Fatal(r, err)
	}
	const calls = 2 // for the files, and for what they import
	for _, test := range []struct {
		name, text, want string
		more             bool // the go command is asked
	}{
		{"new.go", "import \"strings\"\n\nfunc (a A) New() string { return strings.Join(a.B, \"\") }", "", false},
		{"new.go", "import \"strings\"\n\nfunc (a A) New() int { return strings.Join(a.B, \"\") }", "new.go:5:31: cannot use", false},
		{"new.go", "func (A) Old() {}", "Old", false}, // as the file on disk has it
		{"old.go", "func (A) Old() int { return 1 }", "", false},
		{"new_plan9.go", "func (A) New() { return 1 }", "", false}, // not built here
		{"new.go", "import \"errors\"\n\nvar Err = errors.New(1)", "new.go:5:22: cannot use 1", true},
		{"new.go", "func (", "new.go:3", true},
	} {
		asked = 0
		err := load.Verify(t.Context(), load.Config{Packages: all.Packages}, map[string][]byte{filepath.Join(dir, test.name): []byte("package added\n\n" + test.text + "\n")})
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", test.text, err, test.want)
		}
		if asked > 0 != test.more || asked > calls {
			t.Errorf("%s: the go command was asked %d times", test.text, asked)
		}
	}
}
