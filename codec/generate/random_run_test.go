//go:build long

package generate

import (
	"bytes"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay/internal/atomic"
	"github.com/assay-go/assay/internal/filetest"
)

// TestRandomRun makes random packages in one module, generates code and tests for their
// types, in every format and with random options, and runs the tests: what is written comes
// back, and JSON is that of encoding/json. The tests of all packages
// stand in one program, since to link one for each is most of the time.
func TestRandomRun(t *testing.T) {
	top := t.TempDir()
	write := func(name, text string) {
		t.Helper()
		filetest.Write(t, filepath.Join(top, filepath.FromSlash(name)), text)
	}
	assay, err := filepath.Abs("../..") // for --runtime
	if err != nil {
		t.Fatal(err)
	}
	write("go.mod", "module example.com/random\n\ngo 1.24\n\nrequire github.com/assay-go/assay v0.0.0\n\nreplace github.com/assay-go/assay => "+assay+"\n")
	counts, refusals := map[string]int{}, map[string]int{}
	made, files := 0, 0
	var imports, calls strings.Builder
	shared := newModule("example.com/random", top)
	for k := range *randomModules {
		seed := *randomSeed + uint64(k)
		folder := fmt.Sprint("m", seed)
		next := newMaker(seed, "example.com/random/"+folder, true)
		next.tests = true
		for name, text := range next.files {
			if name != "go.mod" {
				write(folder+"/"+name, text)
			}
		}
		in := shared.in("example.com/random/"+folder, filepath.Join(top, folder))
		if !next.generate(t, in, counts, refusals) {
			continue
		}
		made += next.packages
		tests, err := filepath.Glob(filepath.Join(in.dir, "*_test.go"))
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, name := range tests {
			text := filetest.Read(t, name)
			if !atomic.Generated(text) {
				continue
			}
			files++
			if err := os.Rename(name, strings.TrimSuffix(name, "_test.go")+"_tested.go"); err != nil {
				t.Fatal(err)
			}
			for _, m := range testFunc.FindAllStringSubmatch(string(text), -1) {
				if !strings.HasSuffix(m[1], "Golden") { // which write files
					found = true
					fmt.Fprintf(&calls, "\tcall(t, %q, %s.%s)\n", folder+"."+m[1], folder, m[1])
				}
			}
		}
		if found {
			fmt.Fprintf(&imports, "\t%s %q\n", folder, in.path)
		}
	}
	write("all/all_test.go", `package all

import (
	"runtime/debug"
	"testing"

`+imports.String()+`)

func call(t *testing.T, name string, test func(*testing.T)) {
	t.Run(name, func(t *testing.T) {
		defer func() {
			if p := recover(); p != nil {
				t.Errorf("panic: %v\n%s", p, debug.Stack())
			}
		}()
		test(t)
	})
}

func Test(t *testing.T) {
`+calls.String()+"}\n")
	cmd := exec.CommandContext(t.Context(), "go", "test", "-vet=off", "-v", "-gcflags=example.com/random/...=-N -l", "./all")
	cmd.Dir = top
	cmd.Env = append(os.Environ(), "GOWORK=off", "GOFLAGS=-mod=mod")
	out, err := cmd.CombinedOutput()
	if err != nil && len(out) == 0 {
		out = []byte(err.Error())
	}
	passed, without := 0, 0
	of := map[string]string{}
	last := ""
	for line := range strings.Lines(string(out)) {
		if m := testState.FindStringSubmatch(line); m != nil {
			last = m[2]
			switch m[1] {
			case "--- PASS":
				passed++
			case "--- FAIL":
				of["FAIL "+m[2]] = of[m[2]]
			case "--- SKIP":
				// The methods that the maker gives types take a text of those that are tried. Those that
				// another format's code has brought, by --methods, may take none, and the test says so.
				without++
			}
			continue
		}
		if len(of[last]) < 2000 {
			of[last] += line
		}
	}
	for _, name := range slices.Sorted(maps.Keys(of)) {
		test, failed := strings.CutPrefix(name, "FAIL ")
		if failed && test != "Test" {
			t.Errorf("%s:\n%s", test, of[name])
		}
	}
	if !bytes.Contains(out, []byte("--- PASS: Test (")) && !bytes.Contains(out, []byte("--- FAIL: Test (")) {
		t.Errorf("the tests did not run to their end:\n%.5000s", out)
	}
	t.Logf("%d packages in %d modules: %d files of code compile and are vetted, %d commands are refused, %d tests of %d files pass, %d have no values",
		made, *randomModules, counts["compiles"], counts["refused"], passed, files, without)
	if passed < *randomModules {
		t.Errorf("%d tests passed only", passed)
	}
	if *randomKeep && t.Failed() {
		kept := filepath.Join(os.TempDir(), fmt.Sprint("random", *randomSeed))
		if err := os.RemoveAll(kept); err != nil {
			t.Fatal(err)
		}
		filetest.Copy(t, kept, os.DirFS(top))
	}
}

var (
	testFunc  = regexp.MustCompile(`(?m)^func (Test\S+)\(t \*\S+\.T\) \{`)
	testState = regexp.MustCompile(`^\s*(=== RUN|--- PASS|--- FAIL|--- SKIP):?\s+(?:Test/)?(\S+)`)
)
