package generate_test

import (
	"errors"
	"fmt"
	"go/parser"
	"go/token"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/assay-go/assay/codec"
	"github.com/assay-go/assay/codec/generate"
	"github.com/assay-go/assay/internal/compile/compiletest"
	"github.com/assay-go/assay/internal/filetest"
	"github.com/assay-go/assay/internal/option"
	"github.com/assay-go/assay/typemodel"
)

func TestMain(m *testing.M) { compiletest.Main(m) }

// What a format says that it takes is an option, and each option is a flag whose help
// has an example of it.
func TestOptions(t *testing.T) {
	names := map[string]bool{}
	check := func(o option.Option) {
		t.Helper()
		names[o.Name] = true
		if !strings.Contains(o.Field.Tag.Get("help"), "Example: --"+o.Name) {
			t.Errorf("the help of --%s has no example of it", o.Name)
		}
		switch o.Field.Type.Kind() {
		case reflect.Bool, reflect.Int, reflect.String:
		default:
			if o.Field.Type != reflect.TypeFor[[]string]() {
				t.Errorf("--%s is of type %s", o.Name, o.Field.Type)
			}
		}
	}
	for _, o := range option.Of(new(codec.Options)) {
		check(o)
	}
	for _, name := range []string{"as", "impl", "unexported", "support"} { // of a request
		names[name] = true
	}
	for _, f := range generate.Formats() {
		p, err := f.Plan("", []*typemodel.Type{{Kind: typemodel.Struct}}, codec.Options{})
		if err != nil {
			t.Fatal(err)
		}
		if tested := p.Test != nil; tested != slices.Contains(f.Facts().Takes, "test") {
			t.Errorf("%s: there are tests: %t, but it takes --test: %t", f.Name(), tested, !tested)
		}
		for _, name := range f.Facts().Takes {
			if !names[name] {
				t.Errorf("%s takes %q, which is no option", f.Name(), name)
			}
		}
	}
	own := map[string]reflect.StructTag{} // which formats may share, if it is one option
	for _, f := range generate.Formats() {
		for _, o := range option.Of(f.Facts().Options) {
			if tag, shared := own[o.Name]; shared && tag != o.Field.Tag || !shared && names[o.Name] {
				t.Errorf("--%s of %s is another option already", o.Name, f.Name())
			}
			own[o.Name] = o.Field.Tag
			check(o)
		}
	}
	var o codec.Options
	for name, want := range map[string]int{"max-depth": codec.DefaultMaxDepth, "max-alloc": codec.DefaultMaxAlloc} {
		i := slices.IndexFunc(option.Of(&o), func(o option.Option) bool { return o.Name == name })
		if have := option.Of(&o)[i].Field.Tag.Get("default"); have != fmt.Sprint(want) {
			t.Errorf("--%s is %s by default and %d in code", name, have, want)
		}
	}
}

// An option that a format does not take is an error, which says who takes it; so is
// what a format's own rules exclude.
func TestRefusedOptions(t *testing.T) {
	for _, test := range []struct {
		formats []string
		set     func(*generate.Request)
		want    string
	}{
		{[]string{"extprot", "flat"}, func(c *generate.Request) { c.SortedMaps = true }, "--sorted-maps means nothing in extprot: leave it out there; it is for bebop,"},
		{[]string{"extprot"}, func(c *generate.Request) { c.Impl = []string{"A=B"} }, "--impl means nothing in extprot"},
		{[]string{"flat", "mus", "benc"}, func(c *generate.Request) { c.Impl = []string{"A=B"} }, "--impl means nothing in mus and benc: leave it out there; it is for flat, json, msgpack, cbor, protobuf"},
		{[]string{"gencode"}, func(c *generate.Request) { c.SortedMaps = true }, "--sorted-maps means nothing in gencode: "},
		{[]string{"flat"}, func(c *generate.Request) { c.As = []string{"Strange=fields"} }, "--as=Strange=fields: none of the types holds that one: leave the flag out, or name a type that does"},
		{[]string{"flat"}, func(c *generate.Request) { c.Impl = []string{"Thing=Line"} }, "--impl=Thing=Line: none of the types holds that one"},
		{[]string{"flat"}, func(c *generate.Request) { c.As = []string{"Line=fields", "Line=methods"} }, "--as Line=methods: --as Line=fields is about that type already"},
		{[]string{"json"}, func(c *generate.Request) { c.Unexported = true }, "--unexported means nothing in json"},
		{[]string{"extprot"}, func(c *generate.Request) { c.Test = true }, "--test means nothing in extprot"},
		{[]string{"flat", "flat"}, func(*generate.Request) {}, "the format flat is named twice"},
		{[]string{"flat"}, func(c *generate.Request) { c.Types, c.Unsafe, c.Constructor = []string{"Nowhere"}, true, true }, "values of a constructor hold copies"},
		{[]string{"flat"}, func(c *generate.Request) { c.MaxDepth = -1 }, "--max-depth must be at least 1, not -1"},
		{[]string{"flat"}, func(c *generate.Request) { c.Out = "code.txt" }, "the code is written to a Go file"},
	} {
		c := generate.Request{Types: []string{"Order"}, Dir: "testdata/orders"}
		for _, f := range test.formats {
			c.Formats = append(c.Formats, generate.Lookup(f))
		}
		test.set(&c)
		if _, err := c.Generate(t.Context()); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%v: %v, want %s", test.formats, err, test.want)
		}
	}
}

// What is refused is data: the type, the formats, and of each part its path, the reason,
// and flags that are ways out.
func TestRefusals(t *testing.T) {
	_, err := generate.Request{
		Types: []string{"Strange"}, Dir: "testdata/orders",
		Formats: []codec.Format{generate.Lookup("flat"), generate.Lookup("mus"), generate.Lookup("json")},
	}.Generate(t.Context())
	var refused generate.RefusedError
	if !errors.As(err, &refused) {
		t.Fatal(err)
	}
	type finding struct {
		Formats []string
		Path    string
		Flags   []string
	}
	var got []finding
	for _, r := range refused {
		if r.Type != "Strange" {
			t.Errorf("refused of %s", r.Type)
		}
		for _, one := range r.Refusals {
			got = append(got, finding{r.Formats, one.Path, one.Flags})
		}
	}
	want := []finding{{[]string{"flat", "mus"}, "Done", []string{"--omit=Done"}}}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("-want +got:\n%s\n%v", d, err)
	}
}

// The header has the command with all that was chosen, of the format's own options too.
func TestHeader(t *testing.T) {
	flat := generate.Lookup("flat")
	for _, o := range option.Of(flat.Facts().Options) {
		o.Value.SetBool(o.Name == "no-fingerprint")
	}
	c := generate.Request{
		Types: []string{"Order"}, Dir: "testdata/orders", Formats: []codec.Format{flat},
		Options: codec.Options{Methods: true, MaxDepth: 7, MaxAlloc: codec.DefaultMaxAlloc}, Omit: []string{"ID"},
	}
	made, err := c.Generate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	const want = "//     assay gen --format=flat --methods --max-depth=7 --no-fingerprint --omit=ID Order\n"
	if have := string(made.Files[0].Source); !strings.Contains(have, want) {
		t.Errorf("no %q in\n%s", want, have[:400])
	}
}

// The code of every format, all in one package, compiles; its files are found current,
// and one that nothing uses any more is removed.
func TestAllFormats(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles the code of all formats")
	}
	dir := t.TempDir()
	filetest.Copy(t, dir, os.DirFS("testdata/orders"))
	filetest.Write(t, filepath.Join(dir, "go.mod"), "module example.com/orders\n\ngo 1.26\n")
	made, err := generate.Request{Dir: dir, Types: []string{"Order"}, Formats: generate.Formats()}.Generate(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range made.Files {
		if stale := f.Source != nil; f.Stale() != stale {
			t.Errorf("%s is stale before it was written: %t", f.Name, !stale)
		}
		if err := generate.Write(f); err != nil {
			t.Fatal(err)
		}
		if f.Stale() {
			t.Errorf("%s is stale after it was written", f.Name)
		}
		if f.Source == nil || filepath.Ext(f.Name) != ".go" {
			continue
		}
		if _, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Source, 0); err != nil {
			t.Error(err)
		}
	}
	cmd := exec.CommandContext(t.Context(), "go", "vet", "./...")
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	old := generate.File{Name: filepath.Join(dir, "order_old.go")}
	filetest.Write(t, old.Name, "// Code generated by assay gen; DO NOT EDIT.\n\npackage orders\n")
	if err := generate.Write(old); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old.Name); err == nil {
		t.Errorf("%s was not removed", old.Name)
	}
	kept := generate.File{Name: filepath.Join(dir, "orders.go")}
	if err := generate.Write(kept); err != nil || kept.Stale() {
		t.Errorf("a file of the user's counts as generated: %v", err)
	}
	if _, err := os.Stat(kept.Name); err != nil {
		t.Error(err)
	}
}

// The code for types of packages that are called like a variable of it compiles, in
// every format.
func TestPackagesCalledLikeVariables(t *testing.T) {
	dir := t.TempDir()
	filetest.All(t, dir, map[string]string{
		"go.mod":        "module example.com/x\n\ngo 1.26\n",
		"data/data.go":  "package data\n\ntype Item struct{ Name string }\n\ntype Order struct{ Items []Item }\n",
		"from/from.go":  "package from\n\ntype Leaf struct{ Name string }\n\ntype Tree struct{ Leaves []Leaf }\n",
		"codecs/doc.go": "package codecs\n",
	})
	formats := slices.DeleteFunc(generate.Formats(), func(f codec.Format) bool { return f.Name() == "protobuf" }) // which wants numbers
	c := generate.Request{Dir: dir, Types: []string{"./data.Order", "./from.Tree"}, Out: filepath.Join(dir, "codecs", "code.go"), Formats: formats}
	if _, err := c.Generate(t.Context()); err != nil {
		t.Error(err)
	}
}

// A shell reads back what an option was given.
func TestOptionsAreQuoted(t *testing.T) {
	var o struct {
		Words string `name:"words"`
	}
	o.Words = "it's *"
	if got := option.Of(&o)[0].Flags(); len(got) != 1 || got[0] != `--words='it'\''s *'` {
		t.Errorf("%q", got)
	}
}
