package cbor_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/codec/cbor"
	"github.com/assay-go/assay/codec/cbor/testdata/subjects/gen"
	"github.com/assay-go/assay/codec/internal/keyed/keyedtest"
	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/routines/routinestest"
)

func TestMain(m *testing.M) { compiletest.Main(m) }

// TestGenerated runs the tests of testdata/subjects over the code that is emitted for its
// types; the long ones have fxamacker/cbor as the judge, which is no module of this one.
func TestGenerated(t *testing.T) {
	files, err := gen.Files()
	if err != nil {
		t.Fatal(err)
	}
	emitted := routinestest.Emitted{Dir: "testdata/subjects", Files: files, Vet: true}
	var flags []string
	if routinestest.Long {
		flags = []string{"-modfile=" + withFxamacker(t)}
	}
	emitted.Test(t, nil, flags...)
}

// withFxamacker returns a go.mod that requires fxamacker/cbor besides what this module does.
func withFxamacker(t *testing.T) string {
	t.Helper()
	mod := filepath.Join(t.TempDir(), "go.mod")
	read := func(name string) string {
		text := filetest.Read(t, name)
		return string(text)
	}
	text := read("../../go.mod") + "\nrequire (\n\tgithub.com/fxamacker/cbor/v2 v2.9.6\n\tgithub.com/x448/float16 v0.8.4 // indirect\n)\n"
	sums := read("../../go.sum") + read("../../internal/compile/pins/go.sum")
	if err := errors.Join(os.WriteFile(mod, []byte(text), 0o666), os.WriteFile(strings.TrimSuffix(mod, "mod")+"sum", []byte(sums), 0o666)); err != nil {
		t.Fatal(err)
	}
	return mod
}

// Binary has methods that carry it, but not where it is embedded: its fields are promoted.
type Binary struct{ Promoted }

// Promoted has a field that nothing carries.
type Promoted struct{ Deep complex128 }

// MarshalBinary is no matter where Binary is embedded.
func (Binary) MarshalBinary() ([]byte, error) { return nil, nil }

// UnmarshalBinary is no matter either.
func (*Binary) UnmarshalBinary([]byte) error { return nil }

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
		Binary
		Fine map[string][]int
	}
	got := keyedtest.RefusedPaths[bad](t, new(cbor.Format))
	if d := cmp.Diff(" Binary.Promoted.Deep C E Empty Key Keys P Right.Same Zero", strings.Join(got, " ")); d != "" {
		t.Errorf("(-want +got)\n%s", d)
	}
}
