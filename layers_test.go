package assay_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/assay-go/assay"
)

// layers says what packages may know of the module, with all that they import in
// turn: themselves, and what is named. "x/…" are x and the packages below it.
var layers = []struct{ packages, may string }{
	// What stands by itself. Workers are compiled with what they import on the
	// user's machine, and so is generated code.
	{"typemodel/…", ""},
	{"internal/atomic", ""},
	{"result", "internal/atomic"},
	{"workload/…", ""},
	{"workloads/…", "workload"},
	{"worker/…", "internal/worker/… workload"},
	{"internal/worker/…", "worker/adapter workload"},
	{"goprint/…", "typemodel"},
	{"internal/carry/…", "goprint typemodel"},

	// What a serializer is, and what emits code for one.
	{"codec/internal/testrt", ""},
	{"driver", "internal/carry/… goprint typemodel"},
	{"internal/schema/…", "driver internal/carry/… goprint typemodel"},
	{"codec", "internal/routines internal/carry/… goprint typemodel"},
	{"codec/option", ""},
	{"codec/generate", "internal/atomic codec/… internal/formats/… internal/keyed/… internal/routines internal/shape internal/steps extprot/… internal/extprot/… internal/carry/… goprint typemodel/…"},
	{"internal/routines", ""},
	{"internal/shape", "codec internal/routines internal/carry/… goprint typemodel"},
	{"internal/steps", "codec internal/carry/… internal/routines internal/shape goprint typemodel"},
	{"internal/heap", ""},
	{"internal/seeds", ""},
	{"internal/keyed/…", "internal/heap internal/seeds codec codec/option internal/routines/… internal/shape internal/steps internal/carry/… goprint typemodel"},
	{"codec/msgpack", "codec codec/option codec/msgpack/internal/… internal/keyed internal/keyed/keyedrt internal/routines internal/shape internal/steps internal/carry/… goprint typemodel"},
	{"codec/cbor", "codec codec/option codec/cbor/internal/… internal/keyed internal/keyed/keyedrt internal/routines internal/shape internal/steps internal/carry/… goprint typemodel"},
	{"codec/protobuf", "codec codec/option codec/protobuf/internal/… internal/keyed internal/keyed/keyedrt internal/routines internal/shape internal/steps internal/carry/… goprint typemodel"},
	{"codec/positional/internal/…", ""},
	{"codec/positional", "codec codec/positional/internal/… internal/routines internal/shape internal/carry/… goprint typemodel"},
	{"internal/formats/…", "codec/positional/… codec internal/routines internal/shape internal/carry/… goprint typemodel"},
	{"codec/json", "codec internal/routines internal/shape internal/steps codec/json/… internal/carry/… goprint typemodel"},
	{"internal/extprot/…", "extprot/… codec internal/routines internal/carry/… internal/shape goprint typemodel workload workloads/…"},
	{"extprot/…", "codec internal/routines internal/carry/… goprint typemodel workload workloads/…"},

	// From adapters to figures.
	{"internal/compile/…", "internal/atomic internal/worker/child internal/worker/protocol driver internal/carry/… goprint typemodel ."},
	{"internal/commit", "internal/atomic internal/compile/… internal/worker/child internal/worker/protocol driver internal/carry/… goprint typemodel ."},
	{"internal/measure/…", "internal/atomic result internal/worker/child internal/worker/protocol"},
	{"internal/gobench", "internal/atomic internal/gobench/lines result"},
	{"internal/gobench/lines", ""},
	{"internal/stats", "internal/atomic result"},
	{"internal/rows", "internal/atomic driver internal/carry/… goprint typemodel result internal/rows/spelling"},
	{"bench", "internal/atomic internal/check/standard internal/compile/… internal/measure/… internal/rows internal/rows/spelling driver internal/carry/… goprint typemodel/… result internal/worker/child internal/worker/protocol workload workloads/… ."},
	{"internal/check/standard/…", "internal/atomic result"},
	{"internal/check", "internal/atomic internal/check/standard bench internal/commit internal/compile/… internal/measure/… internal/rows internal/rows/spelling driver internal/carry/… goprint typemodel/… result internal/worker/child internal/worker/protocol workload workloads/… ."},

	// From figures to people: no report knows a serializer.
	{"report/…", "internal/atomic internal/report/… result internal/stats internal/worker/protocol"},
	{"internal/report/…", "internal/atomic report/… result internal/stats internal/worker/protocol"},
	{"internal/compare", "internal/atomic internal/gobench/lines report/… internal/report/… result internal/stats internal/worker/protocol"},
}

// face is how many packages programs outside can import at most. Each is a promise:
// what no program needs is below internal.
const face = 60

func TestPublicFace(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{if ne .Name "main"}}{{.ImportPath}}{{end}}`, "./...").Output()
	if err != nil {
		t.Fatal(err)
	}
	var public []string
	for pkg := range strings.FieldsSeq(string(out)) {
		if !strings.Contains(pkg+"/", "/internal/") {
			public = append(public, pkg)
		}
	}
	if len(public) > face {
		t.Errorf("%d packages can be imported, want at most %d:\n%s", len(public), face, strings.Join(public, "\n"))
	}
}

// TestRooms: each public folder of the top floor says in its doc.go what enters, what
// leaves and what it may import.
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
			return strings.Contains(words, " enter") && strings.Contains(words, " leave") && strings.Contains(words, " imports ")
		})
		if !said {
			t.Errorf("%s/doc.go does not say what enters, leaves and is imported", filepath.Base(dir))
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
		for _, l := range layers {
			if !below(pkg, l.packages) {
				continue
			}
			held[l.packages] = true
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
	for _, l := range layers {
		if !held[l.packages] {
			t.Errorf("there is no package %s to hold", l.packages)
		}
	}
}

// TestLightCommand: the command is compiled by who runs it for the first time, from
// nothing. Package net/http, with what stands behind it, is a sixth of that time.
func TestLightCommand(t *testing.T) {
	out, err := exec.Command("go", "list", "-deps", "./cmd/assay").Output()
	if err != nil {
		t.Fatal(err)
	}
	for pkg := range strings.FieldsSeq(string(out)) {
		switch pkg {
		case "net", "net/http", "crypto/tls", "golang.org/x/tools/imports":
			t.Errorf("the command is built with %s: go list -deps ./cmd/assay and go mod why say by whom", pkg)
		}
	}
}
