//go:build long

package check_test

import (
	"os/exec"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/check/standard"
)

// What maintainers are told is so, with the versions of the rows.
func TestReportsHold(t *testing.T) {
	list, err := standard.Reports()
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range list {
		dir := module(t, map[string]string{"go.mod": "module report.test\n\ngo 1.26\n\nrequire " + r.Module + " " + version(r) + "\n", "main.go": r.Source})
		cmd := exec.CommandContext(t.Context(), "go", "run", "-mod=mod", ".")
		cmd.Dir = dir
		if out, _ := cmd.CombinedOutput(); !strings.Contains(string(out), r.Prints) {
			t.Errorf("%s: want %q, got\n%.400s", r.Row, r.Prints, out)
		}
	}
}
