package assaytest_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"

	"github.com/assay-go/assay/assaytest"
	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/workloads/data"
)

// TestExample looks at the lines of the example's benchmark.
func TestExample(t *testing.T) {
	routinestest.NeedsLong(t) // compiles the command's packages and workers in a module of its own
	out := example(t)
	for _, want := range []string{
		`(?m)^BenchmarkOrder/op=marshal/name=mine\+reuse.*\s1\.000 ×own`,
		`(?m)^BenchmarkOrder/op=unmarshal/name=json.*ns/op.*×own`,
		`(?m)^BenchmarkOrder/op=roundtrip/name=gob.*B/size`,
		`(?m)^BenchmarkOrder/op=compared/name=mine.*ns/op`,
		`(?m)^BenchmarkOrder/op=compared/name=json.*×own`,
		`(?m)^ok`,
	} {
		if !regexp.MustCompile(want).Match(out) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
}

// example runs the tests and the benchmark of the example, a module that knows nothing
// of this one but the package, and returns what they print.
func example(t *testing.T) []byte {
	t.Helper()
	dir := t.TempDir()
	filetest.Copy(t, dir, os.DirFS("testdata/shop"))
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	// The example's own go.mod names this module by a relative path, and needs
	// what this module needs.
	data := filetest.Read(t, filepath.Join(dir, "go.mod"))
	file, err := modfile.Parse("go.mod", data, nil)
	if err != nil {
		t.Fatal(err)
	}
	if err := file.AddReplace("github.com/assay-go/assay", "", root, ""); err != nil {
		t.Fatal(err)
	}
	if data, err = file.Format(); err != nil {
		t.Fatal(err)
	}
	sums := filetest.Read(t, filepath.Join(root, "go.sum"))
	for name, content := range map[string][]byte{"go.mod": data, "go.sum": sums} {
		filetest.Write(t, filepath.Join(dir, name), content)
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", "-mod=mod", "-vet=off", "-bench=.", "./...")
	cmd.Dir = dir
	goCache, err := exec.Command("go", "env", "GOCACHE").Output() // which is found by the same variable
	if err != nil {
		t.Fatal(err)
	}
	cache := compiletest.UserCacheDir()
	cmd.Env = append(os.Environ(), "GOFLAGS=", "GOWORK=off", "GOGC=400", "GOCACHE="+strings.TrimSpace(string(goCache)), "XDG_CACHE_HOME="+cache, "LocalAppData="+cache)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return out
}

// list is a type of which no worker can name the instances.
type list[T any] []T

// What no worker could call is found before anything is compiled.
func TestNamed(t *testing.T) {
	for name, tc := range map[string]struct {
		err  error
		want string
	}{
		"no name":      {measured(t, assaytest.Codec[[]int]{}), "[]int is no declared type of a package"},
		"an instance":  {measured(t, assaytest.Codec[list[int]]{}), "list[int] is no declared type of a package"},
		"a name twice": {measured(t, assaytest.Codec[data.Data]{Name: "json"}), "codec json: a serializer has that name already"},
		"in a test":    {measured(t, assaytest.Codec[data.Data]{Marshal: marshalData}), "marshalData is declared in assaytest_test.go:"},
	} {
		if tc.err == nil || !strings.Contains(tc.err.Error(), tc.want) {
			t.Errorf("%s: %v, want %s", name, tc.err, tc.want)
		}
	}
}

func measured[T any](t *testing.T, c assaytest.Codec[T]) error {
	t.Helper()
	_, err := assaytest.Measure(t.Context(), c, assaytest.Options{})
	return err
}

func marshalData(*data.Data) ([]byte, error) { return nil, nil }

// The package stays small: at most fifteen exported names.
func TestSmall(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "assaytest.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			if d.Recv == nil && d.Name.IsExported() {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if s, ok := s.(*ast.TypeSpec); ok && s.Name.IsExported() {
					names = append(names, s.Name.Name)
				}
			}
		}
	}
	if len(names) == 0 || len(names) > 15 {
		t.Errorf("%d exported names: %s", len(names), strings.Join(names, ", "))
	}
}
