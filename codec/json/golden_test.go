package json_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"github.com/assay-go/assay/internal/routines/routinestest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGenerated generates the code for many types, in a folder of its own, and runs
// the tests of testdata/subjects over it, with encoding/json as the judge, and those of
// testdata/subjectsv2, with encoding/json/v2. The code for one type, and what is
// refused, are committed, so that a change shows.
func TestGenerated(t *testing.T) {
	out := generate(t)
	for _, golden := range []string{"subjects/testdata/order.go.golden", "subjectsv2/testdata/refused.txt"} {
		got, err := os.ReadFile(filepath.Join(out, golden))
		if err != nil {
			t.Fatal(err)
		}
		routinestest.Golden(t, *update, filepath.Join("testdata", golden), got)
	}
	short := "-short=" + map[bool]string{true: "true", false: "false"}[testing.Short()]
	// .ci/run vets the code, for 386 too, which compiles both packages twice more.
	goCommand(t, nil, "test", "-vet=off", overlay(out, "subjects"), short, ".")
	// encoding/json/v2 is an experiment in Go 1.26.
	goCommand(t, []string{"GOEXPERIMENT=jsonv2"}, "test", "-vet=off", overlay(out, "subjectsv2"), short, "../subjectsv2")
}

// generate returns a folder with the code.
func generate(t testing.TB) (out string) {
	t.Helper()
	out = t.TempDir()
	goCommand(t, nil, "run", "./gen", "-out="+out)
	return out
}

// overlay returns go's flag that puts the code for a package in its place.
func overlay(out, pkg string) string {
	return "-overlay=" + filepath.Join(out, pkg, "overlay.json")
}

// goCommand runs go in testdata/subjects and returns what it says. The packages
// that are compiled are large: a third of the compiler's time is the collector's
// with the heap that Go keeps by default.
func goCommand(t testing.TB, env []string, args ...string) string {
	t.Helper()
	return run(t, filepath.Join("testdata", "subjects"), env, "go", args...)
}

// run runs a command in a folder and returns what it says.
func run(t testing.TB, dir string, env []string, name string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, args...)
	cmd.Dir, cmd.Env = dir, append(append(os.Environ(), "GOGC=400"), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	return string(out)
}
