package cbor_test

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/cbor"
	"github.com/assay-go/assay/internal/keyed/keyedtest"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

var update = flag.Bool("update", false, "rewrite the golden file")

// Place is what the golden code is of: something for people to read.
type Place struct {
	Name  string
	Notes map[string]string
}

// TestGolden keeps the code for one type.
func TestGolden(t *testing.T) {
	got := routinestest.Above(t, keyedtest.Emit(t, new(cbor.Format), codec.Options{}, reflect.TypeFor[Place]()), "placeCbor", "../../internal/keyed/keyedrt", "internal/cborrt")
	routinestest.Golden(t, *update, "testdata/place.go.golden", got)
}

// TestGenerated generates the code for many types, in a folder of its own, and runs
// the tests of testdata/subjects over it, with fxamacker/cbor as the judge.
func TestGenerated(t *testing.T) {
	flags := generate(t)
	subjects(t, slices.Concat([]string{"vet"}, flags, []string{"."})...)
	subjects(t, slices.Concat([]string{"test", "-vet=off"}, flags, []string{"."})...)
}

// generate generates the code, and returns the flags by which go sees it: fxamacker/cbor is
// no module of this one, so that a go.mod with it stands in the place of the module's.
func generate(t testing.TB) (flags []string) {
	t.Helper()
	out := t.TempDir()
	mod := filepath.Join(out, "go.mod")
	for name, of := range map[string][]string{mod: {"../../go.mod"}, filepath.Join(out, "go.sum"): {"../../go.sum", "../../internal/compile/pins/go.sum"}} {
		var text []byte
		for _, file := range of {
			more, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			text = append(text, more...)
		}
		if name == mod {
			text = append(text, "\nrequire (\n\tgithub.com/fxamacker/cbor/v2 v2.9.6\n\tgithub.com/x448/float16 v0.8.4 // indirect\n)\n"...)
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	subjects(t, "run", "./gen", "-out="+out)
	return []string{"-modfile=" + mod, "-overlay=" + filepath.Join(out, "overlay.json")}
}

// subjects runs go over the package of testdata/subjects.
func subjects(t testing.TB, args ...string) {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", args...)
	cmd.Dir = filepath.Join("testdata", "subjects")
	if text, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %v\n%s", cmd, err, text)
	}
}

// TestRefusals tells what is refused, all at once and with its path.
func TestRefusals(t *testing.T) {
	type inner struct {
		A int `cbor:",omitempty"`
	}
	type Left struct{ Same int }
	type Right struct{ Same int }
	type bad struct {
		C     complex64
		E     error
		Keys  map[any]int
		Empty struct{} `cbor:",omitempty"`
		Zero  [2][]int `cbor:",omitzero"`
		Key   int      `cbor:"a,keyasint"`
		P     *any
		Left
		Right
		*inner
		Fine map[string][]int
	}
	got := keyedtest.RefusedPaths[bad](t, new(cbor.Format))
	if d := cmp.Diff(" C E Empty Key Keys P Right.Same Zero", strings.Join(got, " ")); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}
