package cbor_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"testing"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/cbor"
	"github.com/assay-go/assay/typemodel"
)

// TestDialects makes the code of each dialect, and has its library judge it.
func TestDialects(t *testing.T) {
	if testing.Short() {
		t.Skip("it needs the libraries' modules")
	}
	root, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	if err := os.CopyFS(dir, os.DirFS("testdata/dialects")); err != nil {
		t.Fatal(err)
	}
	for _, args := range [][]string{
		{"mod", "edit", "-replace=github.com/assay-go/assay=" + root},
		{"run", "./gen"},
		{"vet", "./..."},
		{"test", "./judge"},
	} {
		cmd := exec.CommandContext(t.Context(), "go", args...)
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), "GOWORK=off")
		if text, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", cmd, err, text)
		}
	}
}

// TestNoDialect names those that there are.
func TestNoDialect(t *testing.T) {
	const want = "--dialect=msg: those of cbor are fxamacker, coredet, ctap2, ugorji"
	if err := (&cbor.Format{Dialect: "msg"}).Validate(codec.Options{}); err == nil || err.Error() != want {
		t.Error(err)
	}
	if err := (&cbor.Format{Dialect: "ugorji"}).Validate(codec.Options{}); err != nil {
		t.Error(err)
	}
}

// TestDialectRefusals are of what a library writes in a way of its own.
func TestDialectRefusals(t *testing.T) {
	type small uint8
	type bad struct {
		Zero   int     `codec:"zero,omitzero"`
		Struct [2]int  `codec:"struct,omitempty"`
		Small  []small `codec:"small"`
		Fine   []int   `codec:"fine,omitempty"`
	}
	m, _ := typemodel.FromReflect(reflect.TypeFor[bad]())
	var got []string
	for _, r := range (&cbor.Format{Dialect: "ugorji"}).Check(m) {
		got = append(got, r.Path)
		if r.Fix == "" {
			t.Errorf("%s shows no way out", r)
		}
	}
	slices.Sort(got)
	if want := []string{"Small", "Struct", "Zero"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestForms refuses two of them at once.
func TestForms(t *testing.T) {
	if err := (&cbor.Format{Dialect: "ctap2", Deterministic: true}).Validate(codec.Options{}); err == nil {
		t.Error("both are taken")
	}
}
