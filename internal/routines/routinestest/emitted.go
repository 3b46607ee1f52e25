package routinestest

import (
	"encoding/json"
	"errors"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

var keep = flag.Bool("keep", false, "put the emitted code beside its tests for good, for go vet and for fuzzing, instead of running them")

// An Emitted is code that was emitted for a package below testdata, whose own files are the
// types and the tests of that code.
type Emitted struct {
	Dir   string            // of the package
	Files map[string][]byte // by their names within Dir
	Vet   bool              // the long tests vet the code

	overlay string
}

// Long is whether the tests are long, by the build tag of that name.
const Long = long

// Whole reports whether code is emitted for all types there are: by the long tests, and to be kept.
func Whole() bool { return Long || *keep }

// NeedsLong skips a test that takes long, unless the build tag long is set.
func NeedsLong(t testing.TB) {
	t.Helper()
	if !Long {
		t.Skip("takes long: run with -tags long")
	}
}

// Test runs the tests of the package by go test with more arguments, and with the build tag
// long if these are. Nobody debugs them: what debuggers read takes a fifth of the compiler's time.
func (e *Emitted) Test(t *testing.T, env []string, args ...string) {
	t.Helper()
	flags := []string{"test", "-vet=off", e.Overlay(t), "-gcflags=./...=-dwarf=false", "-ldflags=-s -w"}
	if Long {
		flags = append(flags, "-tags=long")
	}
	if Long && e.Vet {
		flags[1] = "-vet=all"
	}
	e.Go(t, env, append(flags, args...)...)
}

// Go runs the go command in the folder of the package, and returns what it says. The packages
// that are compiled are large: a third of the compiler's time is the collector's with the heap
// that Go keeps by default.
func (e *Emitted) Go(t *testing.T, env []string, args ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir, cmd.Env = e.Dir, append(append(os.Environ(), "GOGC=400"), env...)
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, out)
	}
	return string(out)
}

// Overlay returns go's flag by which the code stands in its package. With the flag -keep it
// puts it there for good, and skips the test.
func (e *Emitted) Overlay(t *testing.T) string {
	t.Helper()
	if e.overlay != "" {
		return e.overlay
	}
	out := t.TempDir()
	replace := map[string]string{}
	for name, source := range e.Files {
		here, err := filepath.Abs(filepath.Join(e.Dir, name))
		if err != nil {
			t.Fatal(err)
		}
		replace[here] = filepath.Join(out, name)
		if *keep {
			replace[here] = here
		}
		if err := errors.Join(os.MkdirAll(filepath.Dir(replace[here]), 0o777), os.WriteFile(replace[here], source, 0o666)); err != nil {
			t.Fatal(err)
		}
	}
	if *keep {
		t.Skipf("the code is in %s", e.Dir)
	}
	text, err := json.Marshal(map[string]any{"Replace": replace})
	if err == nil {
		err = os.WriteFile(filepath.Join(out, "overlay.json"), text, 0o666)
	}
	if err != nil {
		t.Fatal(err)
	}
	e.overlay = "-overlay=" + filepath.Join(out, "overlay.json")
	return e.overlay
}
