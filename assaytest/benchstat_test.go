//go:build long

package assaytest_test

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/assay-go/assay/internal/filetest"
)

// TestBenchstat has the program that people read benchmarks with read the example's.
func TestBenchstat(t *testing.T) {
	table := benchstat(t, example(t))
	for _, want := range []string{
		`(?m)^,mine,,mine\+reuse,.*,gob,.*,json,`,
		`(?m)^,sec/op,`,
		`(?m)^,B/size,`,
		`(?m)^marshal,[0-9].*,[0-9].*,[0-9]`,
		`(?m)^unmarshal,[0-9].*,[0-9].*,[0-9]`,
		`(?m)^roundtrip,[0-9].*,[0-9].*,[0-9]`,
	} {
		if !regexp.MustCompile(want).MatchString(table) {
			t.Errorf("benchstat has no %s:\n%s", want, table)
		}
	}
}

// benchstat is the program of golang.org/x/perf that people read benchmarks with.
func benchstat(t *testing.T, out []byte) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "out.txt")
	filetest.Write(t, name, out)
	cmd := exec.CommandContext(t.Context(), "go", "run", "golang.org/x/perf/cmd/benchstat@v0.0.0-20260908200009-22c9c6c9d4da", "-col=/name", "-row=/op", "-format=csv", name)
	table, err := cmd.Output()
	if err != nil {
		t.Fatalf("benchstat: %v\n%s", err, out)
	}
	return string(table)
}
