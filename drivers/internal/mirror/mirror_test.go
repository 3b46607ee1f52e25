package mirror_test

import (
	"bytes"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/assay-go/assay/drivers/internal/mirror"
	"github.com/assay-go/assay/goprint"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/load"
	"github.com/assay-go/assay/typemodel"
)

// shop unpacks the module of testdata/shop.txtar.
func shop(t *testing.T) string {
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

var config = mirror.Config{
	PkgPath: "example.com/shop/mirrored",
	Keep: func(t *typemodel.Type) bool {
		return t.Methods.Has(typemodel.TextMarshaler) || t.Name.PkgPath == "time"
	},
	Reserved: []string{"Cast", "Verify", "New"},
	Tag: func(owner *typemodel.Type, f *typemodel.Field) reflect.StructTag {
		if f.Tag == "" {
			return ""
		}
		return f.Tag + reflect.StructTag(` was:"`+f.Name+`"`)
	},
}

// emit prints the types and the cast as two files of package mirrored.
func emit(t *testing.T, model *typemodel.Type) (types, cast []byte) {
	t.Helper()
	m, refusals := mirror.New(model, config)
	if len(refusals) > 0 {
		t.Fatalf("refused: %v", refusals)
	}
	f := goprint.New(config.PkgPath, "mirrored")
	m.EmitTypes(f)
	types, err := f.Source()
	if err != nil {
		t.Fatal(err)
	}
	f = goprint.New(config.PkgPath, "mirrored")
	m.EmitCast(f)
	f.P()
	f.P("var Cast, Verify = mirror, mirrorCheck")
	cast, err = f.Source()
	if err != nil {
		t.Fatal(err)
	}
	return types, cast
}

func run(t *testing.T, dir string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), "go", "run", "./run")
	cmd.Dir = dir
	out, _ := cmd.CombinedOutput()
	return strings.TrimSpace(string(out))
}

func TestMirroredValuesAreTheOriginals(t *testing.T) {
	dir := shop(t)
	types, cast := emit(t, mustLoad(t, dir, ".Order"))
	filetest.Write(t, filepath.Join(dir, "mirrored/types.go"), types)
	filetest.Write(t, filepath.Join(dir, "mirrored/cast.go"), cast)
	if out := run(t, dir); out != "ok" {
		t.Errorf("the program printed:\n%s\nwith types:\n%s\n%s", out, types, cast)
	}
}

// Fields that are left out keep their memory and nothing else.
func TestLeftOut(t *testing.T) {
	dir := shop(t)
	types, cast := emit(t, mustLoad(t, dir, ".Left"))
	if bytes.Contains(types, []byte("XXX")) || bytes.Contains(types, []byte("Held")) {
		t.Errorf("the types name what is left out:\n%s", types)
	}
	filetest.Write(t, filepath.Join(dir, "mirrored/types.go"), types)
	filetest.Write(t, filepath.Join(dir, "mirrored/cast.go"), cast)
	filetest.Write(t, filepath.Join(dir, "run/main.go"), []byte("package main\n\nimport \"example.com/shop/mirrored\"\n\nfunc main() { mirrored.Verify() }\n"))
	if got := run(t, dir); got != "" {
		t.Errorf("the program printed:\n%s\nwith types:\n%s", got, types)
	}
}

func TestOtherLayoutsPanic(t *testing.T) {
	dir := shop(t)
	types, cast := emit(t, mustLoad(t, dir, ".Order"))
	filetest.Write(t, filepath.Join(dir, "mirrored/cast.go"), cast)
	filetest.Write(t, filepath.Join(dir, "run/main.go"), []byte("package main\n\nimport \"example.com/shop/mirrored\"\n\nfunc main() { mirrored.Verify() }\n"))
	for _, test := range []struct{ from, to, want string }{
		{"Value int\n", "Value uint\n", "shop.Order.Root[].Value: int is a int, uint is a uint"},
		{"Price float32\n", "Price float64\n", "shop.Order.Items[].Price: float32 has 4 bytes aligned to 4, float64 has 8 aligned to 8"},
		{"Name  string", "Name  []byte", "shop.Order: shop.Order has 640 bytes aligned to 8, mirrored.Order has 664 aligned to 8"},
		{"Left  *Node\n\tRight *Node", "Right *Node\n\tLeft *Node", "shop.Order.Root[]: field Left at byte 8, field Right at byte 8"},
		{"map[Tag]*Item", "map[Tag]*Node", "shop.Order.ByTag[value][]: shop.Item has 3 fields, mirrored.Node has 4"},
	} {
		tampered := strings.Replace(string(types), test.from, test.to, 1)
		if tampered == string(types) {
			t.Errorf("%q is not in the emitted types", test.from)
			continue
		}
		filetest.Write(t, filepath.Join(dir, "mirrored/types.go"), []byte(tampered))
		if got := run(t, dir); !strings.Contains(got, test.want) {
			t.Errorf("%q for %q: the program printed %s", test.to, test.from, got)
		}
	}
}

func TestRefusals(t *testing.T) {
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "go.mod"), []byte("module example.com/m\n\ngo 1.24\n"))
	filetest.Write(t, filepath.Join(dir, "a/a.go"), []byte("package a\n\ntype Base struct{ A int }\n"))
	filetest.Write(t, filepath.Join(dir, "m.go"), []byte(`package m

import "example.com/m/a"

type T struct {
	In struct{ Base }
	a.Base
	Other struct{ New }
	Kept  kept
	Hid   shape
	F     []func()
	I     interface{ M() }
}

type (
	Base  struct{ B int }
	New   struct{}
	kept  struct{ K int }
	shape interface{ M() }
)
`))
	cfg := config
	cfg.Keep = func(t *typemodel.Type) bool { return t.Name.Name == "kept" }
	_, refusals := mirror.New(mustLoad(t, dir, ".T"), cfg)
	var got []string
	for _, r := range refusals {
		got = append(got, r.String())
	}
	want := []string{
		"Base: m.Base and a.Base are both embedded as Base (name one of the fields)",
		"Other.New: a type embedded as New clashes with a name of the emitted package (name the field)",
		"Kept: m.kept has to stay itself and is not exported (export the type)",
		"Hid: m.shape has to stay itself and is not exported (export the type)",
		"F[]: func values cannot be serialized (unexport the field or leave it out)",
		"I: an unnamed interface type with methods cannot be spelled (give the interface a type declaration)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("refusals (-want +got):\n%s", diff)
	}
}

func TestUnnamedSubject(t *testing.T) {
	m, refusals := mirror.New(mustLoad(t, shop(t), ".Orders"), config)
	if len(refusals) > 0 {
		t.Fatal(refusals)
	}
	if got := m.Type.String(); got != "[]mirrored.Order" {
		t.Errorf("mirrored type is %s", got)
	}
}

func TestNames(t *testing.T) {
	dir := t.TempDir()
	filetest.Write(t, filepath.Join(dir, "go.mod"), []byte("module example.com/m\n\ngo 1.24\n"))
	filetest.Write(t, filepath.Join(dir, "m.go"), []byte(`package m

type T struct {
	Blob
	List  []Blob
	Inner struct{ A struct{} }
}

type Blob []byte
`))
	cfg := config
	cfg.NameStructs = true
	cfg.Unnamed = (*typemodel.Type).IsBytes
	m, refusals := mirror.New(mustLoad(t, dir, ".T"), cfg)
	if len(refusals) > 0 {
		t.Fatal(refusals)
	}
	f := goprint.New(config.PkgPath, "mirrored")
	m.EmitTypes(f)
	got, err := f.Source()
	if err != nil {
		t.Fatal(err)
	}
	const want = `package mirrored

// T mirrors m.T.
type T struct {
	Blob
	List  [][]byte
	Inner Struct
}

// Blob is named as the field that embeds it.
type Blob = []byte

// Struct mirrors struct{…}.
type Struct struct {
	A Struct2
}

// Struct2 mirrors struct{}.
type Struct2 struct{}
`
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("declarations (-want +got):\n%s", diff)
	}
}
