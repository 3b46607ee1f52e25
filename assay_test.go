package assay_test

import (
	"go/build/constraint"
	"go/parser"
	"go/token"
	"io/fs"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/assay-go/assay"
	"github.com/assay-go/assay/internal/compile/compiletest"
)

func TestMain(m *testing.M) { compiletest.Main(m) }

func TestSources(t *testing.T) {
	src := assay.Sources()
	if err := fstest.TestFS(src, "worker/adapter/adapter.go", "workload/workload.go", "result/result.go", "workloads/data/data.go"); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"workloads/workloads_test.go", "worker/testdata"} {
		if _, err := fs.Stat(src, name); err == nil {
			t.Errorf("%s is among the sources of the worker", name)
		}
	}
}

// A worker is compiled inside the user's module, where nothing but the standard
// library may be assumed.
func TestSourcesImportTheStandardLibraryOnly(t *testing.T) {
	src := assay.Sources()
	err := fs.WalkDir(src, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || !strings.HasSuffix(name, ".go") {
			return err
		}
		data, err := fs.ReadFile(src, name)
		if err != nil {
			return err
		}
		if ignored(string(data)) {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, data, parser.ImportsOnly)
		if err != nil {
			return err
		}
		for _, spec := range file.Imports {
			path, _ := strconv.Unquote(spec.Path.Value)
			if own, ok := strings.CutPrefix(path, assay.ModulePath+"/"); ok {
				if _, err := fs.Stat(src, own); err != nil {
					t.Errorf("%s imports %s, which is not among the sources of the worker", name, path)
				}
			} else if first, _, _ := strings.Cut(path, "/"); strings.Contains(first, ".") {
				t.Errorf("%s imports %s, which is outside of the standard library", name, path)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// ignored reports whether the file is kept out of every build.
func ignored(src string) bool {
	for line := range strings.Lines(src) {
		if constraint.IsGoBuild(line) {
			return strings.Contains(line, "ignore")
		}
		if strings.HasPrefix(line, "package ") {
			return false
		}
	}
	return false
}
