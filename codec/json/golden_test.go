package json_test

import (
	"flag"
	"fmt"
	"path/filepath"
	"testing"

	"github.com/assay-go/assay/codec/json/testdata/subjects/gen"
	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

func TestMain(m *testing.M) { compiletest.Main(m) }

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGenerated runs the tests of testdata/subjects over the code that is emitted for many
// types, with encoding/json as the judge. The code for one type is committed, so that a change
// shows.
func TestGenerated(t *testing.T) {
	code := emitted(t, "subjects", "order.go.golden")
	args := []string{".", short()}
	if !routinestest.Long {
		args = append(args, "-rounds=40", "-lies=20")
	}
	// .ci/run vets the code, for 386 too, which compiles both packages twice more.
	code.Test(t, nil, args...)
}

// TestGeneratedV2 runs the tests of testdata/subjectsv2, with encoding/json/v2 as the judge. That
// is an experiment in Go 1.26, with which the standard library is compiled anew: without the tag
// long the code is emitted and not run. What is refused is committed.
func TestGeneratedV2(t *testing.T) {
	code := emitted(t, "subjectsv2", "refused.txt")
	overlay := code.Overlay(t)
	routinestest.NeedsLong(t)
	code.Go(t, []string{"GOEXPERIMENT=jsonv2"}, "test", "-vet=off", overlay, short(), ".")
}

// emitted returns the code for a package of testdata, and compares what is for people to read
// with the golden file of the package.
func emitted(t *testing.T, name, golden string) routinestest.Emitted {
	t.Helper()
	dir := filepath.Join("testdata", name)
	files, readable, err := gen.Files(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	filetest.Golden(t, *update, filepath.Join(dir, "testdata", golden), readable)
	return routinestest.Emitted{Dir: dir, Files: files}
}

// short is go test's flag as it is here.
func short() string { return fmt.Sprint("-short=", testing.Short()) }

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
	return filetest.Run(t, dir, append([]string{"GOGC=400"}, env...), name, args...)
}
