//go:build long

package check_test

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/assay-go/assay/driver"
	"github.com/assay-go/assay/drivers"
	"github.com/assay-go/assay/internal/check"
	"github.com/assay-go/assay/internal/check/standard"
	"github.com/assay-go/assay/internal/filetest"
)

// A failure of the committed results is shown by ten lines, which compile with the library
// alone and end as it is said, of each codec one of each verdict.
func TestProgramsOfFailures(t *testing.T) {
	data := filetest.Read(t, "../../docs/results/conformance.json")
	m, err := check.ReadMatrix(data)
	if err != nil {
		t.Fatal(err)
	}
	// The results have none of BSON's, whose suite allows no copy: these cases are of its form, and
	// want the wrong thing, so that each codec fails.
	dir := t.TempDir()
	corpus := `{"valid": [{"description": "a truth of 2", "canonical_bson": "090000000862000200"}],
		"decodeErrors": [{"description": "a truth of 1", "bson": "090000000862000100"}]}`
	filetest.Write(t, filepath.Join(dir, "boolean.json"), corpus)
	suite, err := standard.SuiteOf("bson", dir)
	if err != nil {
		t.Fatal(err)
	}
	bson, err := check.Conformance(t.Context(), check.Config{Drivers: drivers.All, CacheDir: cacheDir}, []*standard.Suite{suite})
	if err != nil {
		t.Fatal(err)
	}
	shown := map[string]int{}
	for _, s := range append(m.Suites, bson.Suites...) {
		for _, r := range s.Rows {
			seen := map[check.Verdict]bool{}
			for _, c := range r.Failed {
				program := s.Reading(r.Program, s.Cases[c.At])
				if program == "" || seen[c.Verdict] {
					continue
				}
				seen[c.Verdict] = true
				shown[s.Format]++
				t.Run(fmt.Sprintf("%s/%s/%s", s.Format, r.Name, c.Verdict), func(t *testing.T) {
					if n := strings.Count(strings.TrimSpace(program), "\n") + 1; n > 10 {
						t.Errorf("%d lines", n)
					}
					dir := t.TempDir()
					filetest.Write(t, filepath.Join(dir, "main.go"), program)
					command := func(args ...string) ([]byte, error) {
						cmd := exec.Command("go", args...)
						cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off", "GOSUMDB=off") // the versions are assay's own
						return cmd.CombinedOutput()
					}
					steps := [][]string{{"mod", "init", "failure.test"}}
					if d := driverOf(r.Name); len(d.Facts.Modules) > 0 {
						steps = append(steps, []string{"get", d.Facts.Modules[0].Path + "@" + d.Facts.Modules[0].Version})
					}
					for _, step := range append(steps, []string{"build", "-o", "program"}) {
						if out, err := command(step...); err != nil {
							t.Fatalf("go %q: %v\n%s\n%s", step, err, out, program)
						}
					}
					out, err := exec.Command(filepath.Join(dir, "program")).CombinedOutput()
					accepted := err == nil && strings.HasSuffix(strings.TrimSpace(string(out)), "<nil>")
					if want := c.Verdict == check.Accepted || c.Verdict == check.Changed; accepted != want {
						t.Errorf("%s: %s (%s), and the program says %v\n%s\n%s", s.Cases[c.At].Name, c.Verdict, c.What, err, out, program)
					}
				})
			}
		}
	}
	for _, format := range standard.SuiteFormats {
		if shown[format] == 0 {
			t.Errorf("no failure of %s is shown", format)
		}
	}
}

func driverOf(row string) *driver.Driver {
	for _, d := range drivers.All {
		for _, r := range d.Rows() {
			if r.Name == row {
				return d
			}
		}
	}
	return &driver.Driver{}
}

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
