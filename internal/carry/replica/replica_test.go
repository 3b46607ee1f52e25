package replica_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/carry"
	"github.com/assay-go/assay/internal/carry/replica"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/internal/routines/routinestest"
	"github.com/assay-go/assay/typemodel"
)

// unpack writes the files of testdata/shop.txtar into a folder.
func unpack(t *testing.T) string {
	t.Helper()
	archive, err := txtar.ParseFile("testdata/shop.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	filetest.Unpack(t, dir, archive)
	return dir
}

func mustLoad(t *testing.T, dir, ref string) *typemodel.Type {
	t.Helper()
	r, err := load.Load(t.Context(), load.Config{Dir: dir}, ref)
	if err != nil {
		t.Fatal(err)
	}
	return r.Type
}

// TestValuesTravel compiles the replicas of the shop's types and lets values
// travel through them.
func TestValuesTravel(t *testing.T) {
	dir := unpack(t)
	for _, test := range []struct {
		name, pkg string
		wish      carry.Preference
	}{
		{"Order", "order", carry.Preference{}},
		{"Prices", "prices", carry.Preference{}},
		{"Amount", "amount", carry.Preference{}},
		{"Tree", "tree", carry.Preference{}},
		{"Order", "spread", carry.Preference{Spread: true}},
		{"Event", "event", carry.Preference{Spread: true}},
	} {
		of := mustLoad(t, dir, "./shop."+test.name)
		plan, refusals := carry.New(of, test.wish)
		if refusals != nil {
			t.Fatal(refusals)
		}
		pkgPath := "example.com/shop/" + test.pkg
		r, refusals := replica.New(of, plan, pkgPath)
		if refusals != nil {
			t.Fatal(refusals)
		}
		f := goprint.New(pkgPath, test.pkg)
		r.Emit(f)
		f.P("type Replica = ", r.Type)
		src, err := f.Source()
		if err != nil {
			t.Fatal(err)
		}
		filetest.Write(t, filepath.Join(dir, test.pkg, "replica.go"), src)
	}
	cmd := exec.CommandContext(t.Context(), "go", "test", map[bool]string{false: "-vet=off", true: "-vet=all"}[routinestest.Long], "./...")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOGC=400")
	if out, err := cmd.CombinedOutput(); err != nil {
		src, _ := os.ReadFile(filepath.Join(dir, "order/replica.go"))
		t.Errorf("%v\n%s\n%s", err, out, src)
	}
}

func TestPlainTypesHaveNoReplica(t *testing.T) {
	of := mustLoad(t, unpack(t), "./shop.Plain")
	plan, _ := carry.New(of, carry.Preference{})
	if r, refusals := replica.New(of, plan, "example.com/x"); r != nil || refusals != nil {
		t.Errorf("the replica of a plain type is %v, refused %v", r, refusals)
	}
}

func TestRefusals(t *testing.T) {
	dir := unpack(t)
	for _, test := range []struct{ ref, want string }{
		{"./shop.Secretive", "Part: shop.secret is not exported, and a copy of what is beside it has to name it (export it)"},
		{"./shop.Twice", "Value: two of the types that the interface may hold are carried as []uint8, and would not be told apart (name a conversion of one of them by //assay:as)"},
	} {
		of := mustLoad(t, dir, test.ref)
		plan, refusals := carry.New(of, carry.Preference{})
		if refusals != nil {
			t.Fatal(refusals)
		}
		_, refusals = replica.New(of, plan, "example.com/x")
		var got []string
		for _, r := range refusals {
			got = append(got, r.String())
		}
		if diff := cmp.Diff(test.want, strings.Join(got, "\n")); diff != "" {
			t.Errorf("%s (-want +got):\n%s", test.ref, diff)
		}
	}
}
