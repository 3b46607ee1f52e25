package load_test

import (
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/assay-go/assay/typemodel/load"
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
		files[filepath.Join(dir, "more_test.go")] = []byte("package geometry_test\n\nimport geometry \"github.com/assay-go/assay/typemodel/load/testdata/kinds/geo\"\n\nvar more " + want + " = geometry.More(nil)\n")
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
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module sizes.test\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{filepath.Join(dir, "more.go"): []byte("package sizes\n\nvar more int = 1 << 40\n")}
	for arch, fits := range map[string]bool{"amd64": true, "386": false} {
		t.Setenv("GOARCH", arch)
		if err := load.Verify(t.Context(), load.Config{}, files); (err == nil) != fits {
			t.Errorf("%s: %v", arch, err)
		}
	}
}
