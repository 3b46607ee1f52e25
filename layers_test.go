package assay_test

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay"
	"github.com/assay-go/assay/internal/filetest"
)

// layers are the floors of the house, the lowest first: what stands on each may know of the
// module, with all that it imports in turn, its own floor and what is named, which stands
// below. "x/…" are x and the packages below it. Within a floor Go keeps imports from going
// in circles.
var layers = []struct{ packages, may string }{
	// What stands by itself.
	{". typemodel/… internal/load workload/… internal/option codec/internal/testrt codec/positional/internal/… internal/atomic internal/routines/… codec/internal/heap internal/seeds internal/filetest", ""},
	// What workers are compiled with on the user's machine.
	{"worker/… internal/worker/… workloads/…", "workload"},
	// What prints Go, and what code has to know of a type.
	{"goprint/… internal/carry/… internal/shape", "typemodel"},
	// What serializers are, and what emits code for them.
	{"driver drivers/internal/schema/… drivers/internal/mirror", "internal/carry/… goprint typemodel"},
	{"codec/… internal/extprot/… extprot/…", "internal/atomic internal/load internal/option internal/routines/… internal/seeds internal/shape internal/carry/… goprint typemodel/…"},
	// The list of serializers, which knows of no run.
	{"drivers/…", "driver codec/… internal/shape internal/extprot/… extprot/… internal/atomic internal/load internal/option internal/routines/… internal/carry/… goprint typemodel/…"},
	// What is known of a run.
	{"result internal/stats internal/gobench/…", "internal/atomic internal/worker/child internal/worker/protocol"},
	// From adapters to figures.
	{"bench internal/rows/… internal/compile/… internal/commit internal/measure/…", "internal/atomic internal/worker/child internal/worker/protocol driver internal/carry/… goprint typemodel/… internal/load result workload workloads/… ."},
	// From adapters to what becomes of data.
	{"internal/check/…", "bench internal/rows/… internal/compile/… internal/measure/… internal/atomic internal/worker/child internal/worker/protocol driver internal/carry/… goprint typemodel/… internal/load result workload workloads/… ."},
	// From figures to people: no report knows a serializer.
	{"report/… internal/report/… internal/compare", "internal/atomic result internal/stats internal/gobench/… internal/worker/protocol"},
}

// face is how many packages programs outside can import. Each is a promise: what no
// program needs is below internal. Workers are built in the user's module, so that what
// they import is here too.
const face = 43

// TestPublicFace: each of them has an Example that a program outside could compile, but
// for the workloads, of which workloads has one, and what emitted JSON alone calls.
func TestPublicFace(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{if and .GoFiles (ne .Name "main")}}{{.ImportPath}} {{.Dir}}{{end}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var public []string
	for line := range strings.Lines(string(out)) {
		pkg, dir, _ := strings.Cut(strings.TrimSpace(line), " ")
		if pkg == "" || internal(pkg) {
			continue
		}
		public = append(public, pkg)
		if rel := strings.TrimPrefix(pkg, assay.ModulePath+"/"); strings.HasPrefix(rel, "workloads/") || rel == "codec/json/jsonrt" || rel == "codec/json/jsonstd" {
			continue
		}
		if !hasExample(t, dir) {
			t.Errorf("%s has no Example in a file that imports nothing internal", pkg)
		}
	}
	if len(public) != face {
		t.Errorf("%d packages can be imported, want %d:\n%s", len(public), face, strings.Join(public, "\n"))
	}
}

// hasExample reports whether a test file of the folder has an Example and imports what
// programs outside can.
func hasExample(t *testing.T, dir string) bool {
	names, err := filepath.Glob(filepath.Join(dir, "*_test.go"))
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(names, func(name string) bool {
		text := filetest.Read(t, name)
		return bytes.Contains(text, []byte("\nfunc Example")) && !bytes.Contains(text, []byte(assay.ModulePath+"/internal/"))
	})
}

// TestRooms: each public folder of the top floor says in its doc.go what enters and what
// leaves. What it imports, TestLayers holds.
func TestRooms(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{if and .GoFiles (ne .Name "main")}}{{.Dir}}{{end}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	rooms := 0
	for dir := range strings.FieldsSeq(string(out)) {
		if filepath.Dir(dir) != root {
			continue
		}
		rooms++
		text, err := os.ReadFile(filepath.Join(dir, "doc.go"))
		if err != nil {
			t.Error(err)
			continue
		}
		said := slices.ContainsFunc(strings.Split(string(text), "\n//\n"), func(paragraph string) bool {
			words := strings.Join(strings.Fields(paragraph), " ")
			return strings.Contains(words, " enter") && strings.Contains(words, " leave")
		})
		if !said {
			t.Errorf("%s/doc.go does not say what enters and leaves", filepath.Base(dir))
		}
	}
	if rooms < 10 {
		t.Errorf("%d rooms", rooms)
	}
}

// Imports run one way along the line.
func TestLayers(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Deps " "}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	below := func(pkg, patterns string) bool {
		for _, p := range strings.Fields(patterns) {
			root, all := strings.CutSuffix(p, "/…")
			if pkg == root || all && strings.HasPrefix(pkg, root+"/") {
				return true
			}
		}
		return false
	}
	lower := func(pkg string, floor int) bool {
		return slices.ContainsFunc(layers[:floor], func(l struct{ packages, may string }) bool { return below(pkg, l.packages) })
	}
	relative := func(pkg string) (string, bool) {
		if pkg == assay.ModulePath {
			return ".", true
		}
		return strings.CutPrefix(pkg, assay.ModulePath+"/")
	}
	held := map[string]bool{}
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		pkg, _ := relative(words[0])
		for i, l := range layers {
			if !below(pkg, l.packages) || lower(pkg, i) {
				continue
			}
			for _, pattern := range strings.Fields(l.packages) {
				held[pattern] = held[pattern] || below(pkg, pattern)
			}
			for _, dep := range words[1:] {
				if d, own := relative(dep); own && !below(d, l.packages) && !below(d, l.may) {
					t.Errorf("%s imports %s, directly or not", pkg, d)
				}
			}
		}
		for _, dep := range words[1:] {
			if d, own := relative(dep); own && strings.HasPrefix(d, "cmd/") {
				t.Errorf("%s imports the command", pkg)
			}
		}
	}
	for i, l := range layers {
		for _, pattern := range strings.Fields(l.packages) {
			if !held[pattern] {
				t.Errorf("there is no package %s to hold", pattern)
			}
		}
		for _, pattern := range strings.Fields(l.may) {
			if root := strings.TrimSuffix(pattern, "/…"); !lower(root, i) {
				t.Errorf("%s does not stand below %s", pattern, l.packages)
			}
		}
	}
	if len(layers) > 10 {
		t.Errorf("the house has %d floors, want at most 10", len(layers))
	}
}

// TestLightCommand: the command is compiled by who runs it for the first time, from
// nothing. Package net/http, with what stands behind it, is a sixth of that time: tests do without it too.
func TestLightCommand(t *testing.T) {
	heavy := []string{"net/http", "golang.org/x/tools/imports", "net"}
	for _, args := range [][]string{{"./cmd/assay"}, {"-test", "./..."}} {
		out, err := exec.Command("go", append([]string{"list", "-deps"}, args...)...).Output()
		if err != nil {
			t.Fatal(err)
		}
		for _, pkg := range heavy {
			if slices.Contains(strings.Fields(string(out)), pkg) {
				t.Errorf("%s is built with %s: go list -deps %[1]s and go mod why say by whom", strings.Join(args, " "), pkg)
			}
		}
		heavy = heavy[:2] // of the standard library tests have more types
	}
}
