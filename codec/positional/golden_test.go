package positional_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/formats"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestGenerated generates the code of many types in every format, in a folder of
// its own, and runs the tests of testdata/golden over it. The code for one type is
// in the folder of each format, so that a change of what is emitted shows.
func TestGenerated(t *testing.T) {
	out := t.TempDir()
	goCommand(t, nil, "run", "./gen", "-out="+out)
	for _, f := range formats.All {
		got, err := os.ReadFile(filepath.Join(out, "testdata", f.ID+".go.golden"))
		if err != nil {
			t.Fatal(err)
		}
		got = routinestest.Above(t, got, "order"+strings.ToUpper(f.ID[:1])+f.ID[1:], "internal/positionalrt")
		routinestest.Golden(t, *update, filepath.Join("..", "..", "internal", "formats", f.ID, "testdata", "code.go.golden"), got)
	}
	overlay := "-overlay=" + filepath.Join(out, "overlay.json")
	// vet wants folders that are there: .ci/run has it, for 386 too.
	goCommand(t, nil, "test", "-vet=off", overlay, ".", "./vectors")
}

// goCommand runs go in testdata/golden. The package that is compiled is large, and
// its tests allocate for every value: a third of the time is the collector's with
// the heap that Go keeps by default.
func goCommand(t testing.TB, env []string, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir, cmd.Env = filepath.Join("testdata", "golden"), append(append(os.Environ(), "GOGC=400"), env...)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
}
